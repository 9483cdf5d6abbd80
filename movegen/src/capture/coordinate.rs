//! The coordinator's method: its landing square and its own king span a rectangle, and enemies on
//! the other two corners are taken.

use crate::{Bitboard, Geometry, Square};

/// Which corners count for a piece that starts from a certain square: all of them, or under the
/// Delft rule only those that were no corners before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// Both corners.
    All,
    /// The corner on the landing file only if the file changed, the one on the landing rank only
    /// if the rank changed.
    Changed,
}

/// Squares on which a coordinator from `from`, whose king stands on `king`, takes some of the prey.
#[inline(always)]
pub fn landings<G: Geometry>(
    from: Square,
    king: Square,
    prey: Bitboard<G::Bits>,
    corners: Corners,
) -> Bitboard<G::Bits> {
    let mut on_king_rank = prey & G::rank_of(king);
    let mut on_king_file = prey & G::file_of(king);
    if corners == Corners::Changed {
        on_king_rank = on_king_rank - G::file_of(from);
        on_king_file = on_king_file - G::rank_of(from);
    }
    let files = on_king_rank
        .iter()
        .fold(Bitboard::EMPTY, |set, corner| set | G::file_of(corner));
    let ranks = on_king_file
        .iter()
        .fold(Bitboard::EMPTY, |set, corner| set | G::rank_of(corner));
    (files | ranks) - G::rook_lines(king)
}

/// The prey that a coordinator takes by moving between two squares while its king stands on `king`.
#[inline(always)]
pub fn victims<G: Geometry>(
    from: Square,
    to: Square,
    king: Square,
    prey: Bitboard<G::Bits>,
    corners: Corners,
) -> Bitboard<G::Bits> {
    if G::rook_lines(king).has(to) {
        return Bitboard::EMPTY;
    }
    let counts = |changed: bool| changed || corners == Corners::All;
    let on_file = (G::file_of(to) & G::rank_of(king)).only_if(counts(G::file(from) != G::file(to)));
    let on_rank = (G::rank_of(to) & G::file_of(king)).only_if(counts(G::rank(from) != G::rank(to)));
    (on_file | on_rank) & prey
}
