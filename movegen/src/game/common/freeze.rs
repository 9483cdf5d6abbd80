//! Freezing: some pieces freeze adjacent enemies (rules, 1.2).

use super::row::{ConstRow, Row, TableRow, for_each_row, has, methods_of, some_piece_has};
use super::rules::SpecialRules;
use crate::piece::Methods;
use crate::position::description::Set;
use crate::{Bitboard, Board, Color, Geometry, Kinds, Position};

/// Which adjacent enemies an immobilizer freezes (rule switch `freeze`). In either case an
/// immobilizer adjacent to an enemy chameleon is frozen too.
///
/// ```
/// use baroque_movegen::{Color, Position, RuleSet, Ultima, bitboard, ultima::Rules};
/// let frozen = |switches| {
///     let rules = Rules::default().with_overrides(switches).unwrap();
///     let position = Position::<Ultima>::from_fen("8/8/8/3i4/2P1X3/8/8/8", rules).unwrap();
///     position.frozen(Color::White)
/// };
/// assert_eq!(frozen("freeze=strict"), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . i . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // The chameleon on e4 frees its friend, but not itself.
/// assert_eq!(frozen("freeze=pure"), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . i . . . .
///     . . P . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freeze {
    /// All of them, even if the immobilizer is frozen itself.
    Strict,
    /// MacKay's "pure" rules (rules, 2): a chameleon or immobilizer adjacent to an enemy
    /// immobilizer frees the other pieces of its side from it, but not itself.
    Pure,
}

/// See [`Game::frozen`](crate::Game::frozen).
#[inline(always)]
pub fn frozen<G: SpecialRules>(position: &Position<G>, color: Color) -> Set<G> {
    let (board, rules) = (position.board(), position.rules());
    let freezers = board.color(!color) & freezers(rules, board);
    let mut frozen = frozen_by(rules, board, color, freezers, board.color(color));
    for_each_row!(rules, row => frozen |= partly_frozen(row, rules, board, color));
    frozen
}

/// The pieces of `color` that a kind freezes which freezes only some kinds.
#[inline(always)]
fn partly_frozen<G: SpecialRules, R: Row<G>>(
    row: R,
    rules: &G::Rules,
    board: &Board<G>,
    color: Color,
) -> Set<G> {
    let frozen_kinds = row.info().freezes;
    if frozen_kinds == Kinds::ALL || frozen_kinds == Kinds::NONE {
        return Bitboard::EMPTY;
    }
    let mut freezable = Bitboard::EMPTY;
    for_each_row!(rules, other => {
        let kind = Row::<G>::kind(other);
        freezable |= board.pieces(color, kind).masked(frozen_kinds.has(kind));
    });
    let freezers = board.pieces(!color, row.kind());
    if freezable.is_empty() || freezers.is_empty() {
        return Bitboard::EMPTY;
    }
    freezable & G::geometry(rules).neighbours_of_all(freezers)
}

/// Pieces of both sides that freeze all kinds.
#[inline(always)]
pub fn freezers<G: SpecialRules>(rules: &G::Rules, board: &Board<G>) -> Set<G> {
    let mut freezers = Bitboard::EMPTY;
    for_each_row!(rules, row => {
        let all = Row::<G>::info(row).freezes == Kinds::ALL;
        freezers |= board.kind(Row::<G>::kind(row)).masked(all);
    });
    freezers
}

/// Those of the `pieces` of `color` that enemies on `freezers`, which freeze all kinds, freeze.
/// Pieces of `color` that are not in `pieces` count as captured.
#[inline(always)]
pub fn frozen_by<G: SpecialRules>(
    rules: &G::Rules,
    board: &Board<G>,
    color: Color,
    freezers: Set<G>,
    pieces: Set<G>,
) -> Set<G> {
    debug_assert!(pieces.is_subset(board.color(color)));
    let frozen = match G::freeze(rules) {
        Freeze::Strict => G::geometry(rules).neighbours_of_all(freezers) & pieces,
        Freeze::Pure => {
            let mut rescuers = Bitboard::EMPTY;
            for_each_row!(rules, row => {
                let freezes = Row::<G>::info(row).freezes != Kinds::NONE;
                rescuers |= board.kind(Row::<G>::kind(row)).masked(freezes);
            });
            freezers.flat_map(|freezer| {
                let beside = G::geometry(rules).neighbours(freezer) & pieces;
                let rescuers = beside & rescuers;
                match rescuers.len() {
                    0 => beside,
                    // The only rescuer frees the others, but not itself.
                    1 => rescuers,
                    _ => Bitboard::EMPTY,
                }
            })
        }
    };
    if !some_piece_has!(G, UNFREEZABLE) {
        return frozen;
    }
    let mut unfreezable = Bitboard::EMPTY;
    for_each_row!(rules, row => unfreezable |= unfreezable_pieces(row, board));
    frozen - unfreezable
}

#[inline(always)]
fn unfreezable_pieces<G: SpecialRules, R: Row<G>>(row: R, board: &Board<G>) -> Set<G> {
    board.kind(row.kind()).masked(has!(row: R, UNFREEZABLE))
}
