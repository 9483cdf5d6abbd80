//! Test data of Rococo.

use baroque_movegen::{Rococo, Square};

use super::{MoveContext, MoveFeature, PositionFeature, TestGame, field};
use crate::common::backend::Fast;

impl TestGame for Rococo {
    const RANDOM_PIECES: &'static str = "PPPPIWLLXXASS";
    const CAPTURERS: &'static str = "KPWLXAS";
    const MULTIPLE_CAPTURERS: &'static str = "LX";
    const MOVE_FEATURES: &'static [MoveFeature<Self>] = &[
        ("suicide", |context| context.mv.is_suicide()),
        ("swap with an own piece", |context| swaps(context) && context.meets_own_piece()),
        ("swap with an enemy", |context| swaps(context) && !context.meets_own_piece()),
        ("swap with a swapper", |context| {
            swaps(context) && context.met().eq_ignore_ascii_case(&'s')
        }),
        ("swap that takes", |context| swaps(context) && context.captures() > 0),
        ("swap onto the ring", |context| swaps(context) && on_ring(context.mv.from())),
        ("swap from the ring", |context| swaps(context) && on_ring(context.mv.to())),
        ("swapper destroys", |context| context.letter() == 'S' && context.ends_with('d')),
        ("chameleon destroys", |context| context.letter() == 'X' && context.ends_with('d')),
        ("destruction of a king", |context| {
            context.met().eq_ignore_ascii_case(&'k') && context.ends_with('d')
        }),
        ("promotion", |context| context.letter() == 'P' && context.has_suffix()),
        ("promotion that takes", |context| {
            context.letter() == 'P' && context.captures() > 0 && context.has_suffix()
        }),
        ("pawn leaps", |context| {
            context.letter() == 'P' && context.files() == 2 && context.captures() == 0
        }),
        ("chameleon leaps onto a pawn", |context| {
            context.letter() == 'X' && "Pp".contains(context.met()) && context.displaces()
        }),
        ("goes onto the ring", |context| {
            !swaps(context) && on_ring(context.mv.to()) && !on_ring(context.mv.from())
        }),
        ("goes along the ring", |context| {
            !swaps(context)
                && on_ring(context.mv.to())
                && on_ring(context.mv.from())
                && context.captures() > 0
        }),
        ("leaves the ring", |context| on_ring(context.mv.from()) && !on_ring(context.mv.to())),
    ];
    const POSITION_FEATURES: &'static [PositionFeature<Self>] = &[
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

/// Whether a move is a swap.
fn swaps(context: &MoveContext<Rococo>) -> bool {
    context.meets() && !context.displaces()
}
