//! The tests of Maxima.

use baroque_movegen::{Color, Description, Game, Geometry, Maxima};

use super::{Deed, DeedSight, TestGame, letter_at};
use crate::common::reference;

impl TestGame for Maxima {
    type Slow = reference::maxima::Position;
    const MEN: &'static str = "PPPGGMMWLLXXIC";
    const TAKERS: &'static str = "KPWLXCMG";
    const TAKERS_OF_SEVERAL: &'static str = "PLXC";
    const DEEDS: &'static [DeedSight<Self>] = &[
        ("suicide", |deed| deed.mv.is_suicide()),
        ("bares itself", |deed| deed.mv.is_suicide() && deed.ends_by("bare-king")),
        ("bares the enemy", |deed| deed.taken() > 0 && deed.ends_by("bare-king")),
        ("king goes around the board", |deed| deed.letter() == 'K' && deed.files() > 2),
        ("mage turns", |deed| deed.letter() == 'M' && deed.files() != ranks(deed)),
        ("mage beside an immobilizer moves", |deed| {
            deed.letter() == 'M' && is_beside_immobilizer(deed)
        }),
        ("enters the own palace", |deed| enters(deed, deed.position.side())),
        ("enters the enemy palace", |deed| enters(deed, !deed.position.side())),
        ("invades", |deed| invades(deed)),
        ("invades in check", |deed| {
            invades(deed) && Maxima::in_check(&deed.next(), deed.position.side())
        }),
        ("chameleon displaces", |deed| deed.letter() == 'X' && deed.takes_what_it_meets()),
        ("chameleon displaces and takes more", |deed| {
            deed.letter() == 'X' && deed.takes_what_it_meets() && deed.taken() > 1
        }),
    ];
    const RARE_DEEDS: &'static [&'static str] = &["bares itself"];
    const STATUSES: &'static [&'static str] =
        &["ongoing", "check", "checkmate", "invasion", "bare-king"];
    const ENDS: &'static [(&'static str, bool)] = &[
        ("checkmate", false),
        ("invasion", false),
        ("bare-king", false),
        ("repetition", false),
        ("stalemate", true),
        ("repetition", true),
        ("move-limit", true),
    ];
}

/// How many ranks a move crosses.
fn ranks(deed: &Deed<Maxima>) -> usize {
    let rank = <Maxima as Description>::Geometry::rank;
    rank(deed.mv.from()).abs_diff(rank(deed.mv.to()))
}

/// Whether an enemy immobilizer stands beside the piece that moves.
fn is_beside_immobilizer(deed: &Deed<Maxima>) -> bool {
    let enemy = if deed.position.side() == Color::White { 'i' } else { 'I' };
    let beside = <Maxima as Description>::Geometry::neighbours(deed.mv.from());
    beside.iter().any(|square| letter_at(deed.position, square) == enemy)
}

/// Whether a move goes from outside into the palace of a side.
fn enters(deed: &Deed<Maxima>, owner: Color) -> bool {
    let palace = if owner == Color::White { 0 } else { 10 };
    let is_palace = |square| <Maxima as Description>::Geometry::rank(square) == palace;
    is_palace(deed.mv.to()) && !is_palace(deed.mv.from())
}

fn invades(deed: &Deed<Maxima>) -> bool {
    enters(deed, !deed.position.side()) && deed.ends_by("invasion")
}
