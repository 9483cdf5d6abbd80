//! Freezing: some pieces freeze adjacent enemies (rules, 1.2).

use super::row::{Row, for_each_row, some_piece_has};
use crate::position::table::Set;
use crate::{Bitboard, Board, Color, Game, Geometry, Kinds, Position, RuleFlags};

/// The frozen pieces of a side.
#[inline(always)]
pub fn frozen<G: Game>(position: &Position<G>, color: Color) -> Set<G> {
    let (board, rules) = (position.board(), position.rules());
    let freezers = board.color(!color) & freezers(rules, board);
    let mut frozen = frozen_by(rules, board, color, freezers, board.color(color));
    for_each_row!(G, rules, row in partial_freezers => {
        frozen |= partly_frozen(row, rules, board, color);
    });
    frozen
}

/// The pieces of `color` that a kind freezes which freezes only some kinds.
#[inline(always)]
fn partly_frozen<G: Game, R: Row<G>>(
    row: R,
    rules: &G::Rules,
    board: &Board<G>,
    color: Color,
) -> Set<G> {
    let freezers = board.pieces(!color, row.kind());
    if freezers.is_empty() {
        return Bitboard::EMPTY;
    }
    let unfreezable = board.kinds(G::table(rules).pieces.unfreezable());
    let freezable = (board.color(color) & board.kinds(row.info().freezes)) - unfreezable;
    freezable & G::table(rules).geometry.neighbours_of_all(freezers)
}

/// Pieces of both sides that freeze all kinds.
#[inline(always)]
pub fn freezers<G: Game>(rules: &G::Rules, board: &Board<G>) -> Set<G> {
    board.kinds(G::table(rules).pieces.freezers())
}

/// Those of the `pieces` of `color` that enemies on `freezers`, which freeze all kinds, freeze. The
/// exceptions are those of [`RuleFlags::PURE_FREEZE`]. Pieces of `color` that are not in `pieces` count
/// as captured.
#[inline(always)]
pub fn frozen_by<G: Game>(
    rules: &G::Rules,
    board: &Board<G>,
    color: Color,
    freezers: Set<G>,
    pieces: Set<G>,
) -> Set<G> {
    debug_assert!(pieces.is_subset(board.color(color)));
    let geometry = G::table(rules).geometry;
    let mut rescuing = Kinds::NONE;
    for_each_row!(G, rules, row in freezers => {
        rescuing = rescuing.union(rescuing_kinds::<G, _>(row, rules));
    });
    let frozen = if rescuing == Kinds::NONE {
        geometry.neighbours_of_all(freezers) & pieces
    } else {
        let rescuers = pieces & board.kinds(rescuing);
        freezers.flat_map(|freezer| {
            let beside = geometry.neighbours(freezer) & pieces;
            match (beside & rescuers).len() {
                0 => beside,
                // The only rescuer frees the others, but not itself.
                1 => beside & rescuers,
                _ => Bitboard::EMPTY,
            }
        })
    };
    match some_piece_has!(G, rules, UNFREEZABLE) {
        true => frozen - board.kinds(G::table(rules).pieces.unfreezable()),
        false => frozen,
    }
}

/// The kinds whose pieces free others from a kind that freezes all kinds.
#[inline(always)]
fn rescuing_kinds<G: Game, R: Row<G>>(row: R, rules: &G::Rules) -> Kinds {
    let pure = row.options(rules).contains(RuleFlags::PURE_FREEZE);
    if pure { row.info().rescuers } else { Kinds::NONE }
}
