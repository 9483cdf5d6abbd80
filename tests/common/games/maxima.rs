//! Test data of Maxima.

use baroque_movegen::{Color, Geometry, Maxima, MaximaBoard};

use super::{MoveContext, MoveFeature, TestGame, letter_at};

impl TestGame for Maxima {
    const RANDOM_PIECES: &'static str = "PPPGGMMWLLXXIC";
    const CAPTURERS: &'static str = "KPWLXCMG";
    const MULTIPLE_CAPTURERS: &'static str = "PLXC";
    const MOVE_FEATURES: &'static [MoveFeature<Self>] = &[
        ("suicide", |context| context.mv.is_suicide()),
        ("bares itself", |context| context.mv.is_suicide() && context.ends_by("bare-king")),
        ("bares the enemy", |context| context.captures() > 0 && context.ends_by("bare-king")),
        ("king goes around the board", |context| context.letter() == 'K' && context.files() > 2),
        ("mage turns", |context| context.letter() == 'M' && context.files() != ranks(context)),
        ("mage beside an immobilizer moves", |context| {
            context.letter() == 'M' && is_beside_immobilizer(context)
        }),
        ("enters the own palace", |context| enters(context, context.position.side())),
        ("enters the enemy palace", |context| enters(context, !context.position.side())),
        ("invades", |context| invades(context)),
        ("invades in check", |context| {
            invades(context) && context.next().is_king_attacked(context.position.side())
        }),
        ("chameleon displaces", |context| context.letter() == 'X' && context.displaces()),
        ("chameleon displaces and takes more", |context| {
            context.letter() == 'X' && context.displaces() && context.captures() > 1
        }),
    ];
    const RARE_MOVE_FEATURES: &'static [&'static str] = &["bares itself"];
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

/// Number of ranks that a move crosses.
fn ranks(context: &MoveContext<Maxima>) -> usize {
    let rank = |square| MaximaBoard.rank(square);
    rank(context.mv.from()).abs_diff(rank(context.mv.to()))
}

/// Whether an enemy immobilizer is adjacent to the moving piece.
fn is_beside_immobilizer(context: &MoveContext<Maxima>) -> bool {
    let enemy = if context.position.side() == Color::White { 'i' } else { 'I' };
    let beside = MaximaBoard.neighbours(context.mv.from());
    beside.iter().any(|square| letter_at(context.position, square) == enemy)
}

/// Whether a move goes from outside into the palace of a side.
fn enters(context: &MoveContext<Maxima>, owner: Color) -> bool {
    let palace = if owner == Color::White { 0 } else { 10 };
    let is_palace = |square| MaximaBoard.rank(square) == palace;
    is_palace(context.mv.to()) && !is_palace(context.mv.from())
}

fn invades(context: &MoveContext<Maxima>) -> bool {
    enters(context, !context.position.side()) && context.ends_by("invasion")
}
