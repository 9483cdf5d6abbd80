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
        let jailers = board.pieces(!color, PieceKind::Immobilizer);
        let mut frozen = self.held::<G>(board, color, jailers, board.color(color));
        let immobilizers = board.pieces(color, PieceKind::Immobilizer);
        let chameleons = board.pieces(!color, PieceKind::Chameleon);
        if !immobilizers.is_empty() && !chameleons.is_empty() {
            frozen |= immobilizers & G::neighbours_of_all(chameleons);
        }
        frozen
    }

    /// Of the `men` of `color`, those that enemy immobilizers on `jailers` hold. Men that are not
    /// among `men` count as gone. Enemy chameleons, which hold immobilizers, are not looked at.
    #[inline(always)]
    pub fn held<G: Geometry>(
        self,
        board: &Board<G::Bits>,
        color: Color,
        jailers: Bitboard<G::Bits>,
        men: Bitboard<G::Bits>,
    ) -> Bitboard<G::Bits> {
        debug_assert!(men.is_subset(board.color(color)));
        match self {
            Self::Strict => G::neighbours_of_all(jailers) & men,
            Self::Pure => jailers.union(|jailer| {
                let beside = G::neighbours(jailer) & men;
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
