//! Freezing: immobilizers hold the enemies beside them (rules, 1.2).

use crate::{Bitboard, Board, Color, Geometry, PieceKind};

/// Which pieces an immobilizer holds (rule switch `freeze`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freeze {
    /// Every enemy beside an immobilizer, and an immobilizer beside an enemy chameleon.
    Strict,
    /// As MacKay's "pure" rules: a chameleon or immobilizer neutralises an enemy immobilizer for
    /// its friends, not for itself.
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
    /// among `men` count as gone.
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
            Self::Pure => jailers.iter().fold(Bitboard::EMPTY, |held, jailer| {
                let beside = G::neighbours(jailer) & men;
                let guards = beside
                    & (board.kind(PieceKind::Chameleon) | board.kind(PieceKind::Immobilizer));
                held | match guards.len() {
                    0 => beside,
                    // The only guard frees the others, but not itself.
                    1 => guards,
                    _ => Bitboard::EMPTY,
                }
            }),
        }
    }
}
