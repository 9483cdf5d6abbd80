//! The tests of Rococo.

use baroque_movegen::{Rococo, Square};

use super::{Deed, DeedSight, SceneSight, TestGame, field};
use crate::common::judge::Fast;
use crate::common::reference;

impl TestGame for Rococo {
    type Slow = reference::rococo::Position;
    const MEN: &'static str = "PPPPIWLLXXASS";
    const TAKERS: &'static str = "KPWLXAS";
    const TAKERS_OF_SEVERAL: &'static str = "LX";
    const DEEDS: &'static [DeedSight<Self>] = &[
        ("suicide", |deed| deed.mv.is_suicide()),
        ("swap with a friend", |deed| swaps(deed) && deed.meets_a_friend()),
        ("swap with an enemy", |deed| swaps(deed) && !deed.meets_a_friend()),
        ("swap with a swapper", |deed| swaps(deed) && deed.met().eq_ignore_ascii_case(&'s')),
        ("swap that takes", |deed| swaps(deed) && deed.taken() > 0),
        ("swap onto the ring", |deed| swaps(deed) && on_ring(deed.mv.from())),
        ("swap from the ring", |deed| swaps(deed) && on_ring(deed.mv.to())),
        ("swapper destroys", |deed| deed.letter() == 'S' && deed.ends_with('d')),
        ("chameleon destroys", |deed| deed.letter() == 'X' && deed.ends_with('d')),
        ("destruction of a king", |deed| {
            deed.met().eq_ignore_ascii_case(&'k') && deed.ends_with('d')
        }),
        ("promotion", |deed| deed.letter() == 'P' && deed.names_a_piece()),
        ("promotion that takes", |deed| {
            deed.letter() == 'P' && deed.taken() > 0 && deed.names_a_piece()
        }),
        ("pawn leaps", |deed| deed.letter() == 'P' && deed.files() == 2 && deed.taken() == 0),
        ("chameleon leaps onto a pawn", |deed| {
            deed.letter() == 'X' && "Pp".contains(deed.met()) && deed.takes_what_it_meets()
        }),
        ("goes onto the ring", |deed| {
            !swaps(deed) && on_ring(deed.mv.to()) && !on_ring(deed.mv.from())
        }),
        ("goes along the ring", |deed| {
            !swaps(deed) && on_ring(deed.mv.to()) && on_ring(deed.mv.from()) && deed.taken() > 0
        }),
        ("leaves the ring", |deed| on_ring(deed.mv.from()) && !on_ring(deed.mv.to())),
    ];
    const SCENES: &'static [SceneSight<Self>] = &[
        ("piece on the ring", |position| position.board().occupied().iter().any(on_ring)),
        ("swap ban", |position| field(position, 3) != "-"),
        ("swap ban that forbids", |position| {
            let fen = position.to_fen().replace(&field(position, 3), "-");
            let free = Fast::<Self>::from_fen(&fen, *position.rules()).unwrap();
            free.count_moves() > position.count_moves()
        }),
    ];
    const STATUSES: &'static [&'static str] = &["ongoing", "king-taken"];
    const ENDS: &'static [(&'static str, bool)] = &[
        ("stalemate", false),
        ("king-taken", false),
        ("repetition", false),
        ("repetition", true),
        ("move-limit", true),
    ];
}

fn on_ring(square: Square) -> bool {
    let (file, rank) = (square.index() % 10, square.index() / 10);
    [0, 9].contains(&file) || [0, 9].contains(&rank)
}

/// Whether a move changes places with what stands on its landing square.
fn swaps(deed: &Deed<Rococo>) -> bool {
    deed.meets() && !deed.takes_what_it_meets()
}
