//! Freezing: immobilizers freeze adjacent enemies (rules, 1.2).

use crate::{Bitboard, Board, Color, Geometry, PieceKind};

/// Which adjacent enemies an immobilizer freezes (rule switch `freeze`). In either case an
/// immobilizer adjacent to an enemy chameleon is frozen too.
///
/// ```
/// use baroque_movegen::{Board8x8, Color, Freeze, Setup, Ultima, bitboard};
/// let board = Setup::<Ultima>::from_fen("8/8/8/3i4/2P1X3/8/8/8").unwrap().board;
/// assert_eq!(Freeze::Strict.frozen::<Board8x8>(&board, Color::White), bitboard! {
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
/// assert_eq!(Freeze::Pure.frozen::<Board8x8>(&board, Color::White), bitboard! {
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

impl Freeze {
    /// The frozen pieces of `color`.
    #[inline(always)]
    pub fn frozen<G: Geometry>(self, board: &Board<G>, color: Color) -> Bitboard<G> {
        let enemy_immobilizers = board.pieces(!color, PieceKind::Immobilizer);
        let mut frozen = self.frozen_by::<G>(board, color, enemy_immobilizers, board.color(color));
        let immobilizers = board.pieces(color, PieceKind::Immobilizer);
        let chameleons = board.pieces(!color, PieceKind::Chameleon);
        if !immobilizers.is_empty() && !chameleons.is_empty() {
            frozen |= immobilizers & G::neighbours_of_all(chameleons);
        }
        frozen
    }

    /// Those of the `pieces` of `color` that enemy immobilizers on `enemy_immobilizers` freeze.
    /// Pieces of `color` that are not in `pieces` count as captured. Freezing of immobilizers by
    /// enemy chameleons is not included.
    #[inline(always)]
    pub(crate) fn frozen_by<G: Geometry>(
        self,
        board: &Board<G>,
        color: Color,
        enemy_immobilizers: Bitboard<G>,
        pieces: Bitboard<G>,
    ) -> Bitboard<G> {
        debug_assert!(pieces.is_subset(board.color(color)));
        match self {
            Self::Strict => G::neighbours_of_all(enemy_immobilizers) & pieces,
            Self::Pure => enemy_immobilizers.flat_map(|immobilizer| {
                let beside = G::neighbours(immobilizer) & pieces;
                let rescuers = beside
                    & (board.kind(PieceKind::Chameleon) | board.kind(PieceKind::Immobilizer));
                match rescuers.len() {
                    0 => beside,
                    // The only rescuer frees the others, but not itself.
                    1 => rescuers,
                    _ => Bitboard::EMPTY,
                }
            }),
        }
    }
}
