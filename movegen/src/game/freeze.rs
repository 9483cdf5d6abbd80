//! Freezing: immobilizers hold the enemies beside them (rules, 1.2).

use crate::{Bitboard, Board, Color, Geometry, PieceKind};

/// Which pieces an immobilizer holds (rule switch `freeze`). Either way an immobilizer beside an
/// enemy chameleon is frozen too.
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
    /// Every enemy beside it, even when it is frozen itself.
    Strict,
    /// As MacKay's "pure" rules (rules, 2): a chameleon or immobilizer neutralises an enemy
    /// immobilizer beside it for its friends, not for itself.
    Pure,
}

impl Freeze {
    /// The pieces of `color` that cannot move.
    #[inline(always)]
    pub fn frozen<G: Geometry>(self, board: &Board<G::Bits>, color: Color) -> Bitboard<G::Bits> {
        let immobilizers_of_enemy = board.pieces(!color, PieceKind::Immobilizer);
        let mut frozen = self.held::<G>(board, color, immobilizers_of_enemy, board.color(color));
        let immobilizers = board.pieces(color, PieceKind::Immobilizer);
        let chameleons = board.pieces(!color, PieceKind::Chameleon);
        if !immobilizers.is_empty() && !chameleons.is_empty() {
            frozen |= immobilizers & G::neighbours_of_all(chameleons);
        }
        frozen
    }

    /// Of the `pieces` of `color`, those that enemy immobilizers on `immobilizers_of_enemy` hold. Pieces that are not
    /// among `pieces` count as gone. Enemy chameleons, which hold immobilizers, are not looked at.
    #[inline(always)]
    pub fn held<G: Geometry>(
        self,
        board: &Board<G::Bits>,
        color: Color,
        immobilizers_of_enemy: Bitboard<G::Bits>,
        pieces: Bitboard<G::Bits>,
    ) -> Bitboard<G::Bits> {
        debug_assert!(pieces.is_subset(board.color(color)));
        match self {
            Self::Strict => G::neighbours_of_all(immobilizers_of_enemy) & pieces,
            Self::Pure => immobilizers_of_enemy.flat_map(|jailer| {
                let beside = G::neighbours(jailer) & pieces;
                let guards = beside
                    & (board.kind(PieceKind::Chameleon) | board.kind(PieceKind::Immobilizer));
                match guards.len() {
                    0 => beside,
                    // The only guard frees the others, but not itself.
                    1 => guards,
                    _ => Bitboard::EMPTY,
                }
            }),
        }
    }
}
