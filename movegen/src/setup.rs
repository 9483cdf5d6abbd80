//! What a FEN says, before anybody has asked whether it makes sense.

use bitflags::bitflags;

use crate::{Bitboard, Board, Color, Game, Geometry};

/// An unvalidated position: men, side to move and counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<G: Game> {
    /// Men on squares.
    pub board: Board<<G::Geometry as Geometry>::Bits>,
    /// Side to move.
    pub side: Color,
    /// Plies since the last irreversible move.
    pub clock: u16,
    /// Number of the full move, from 1.
    pub number: u16,
}

bitflags! {
    /// Everything that keeps a setup from being a position (rules, 1.3).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct PositionErrors: u8 {
        /// A side has more than one king.
        const SEVERAL_KINGS = 1 << 0;
        /// Neither side has a king in a game that is lost by losing the king.
        const NO_KINGS = 1 << 1;
        /// A side owns more men than both sides have at the start.
        const TOO_MANY_MEN = 1 << 2;
        /// The side that just moved left its king where it can be taken.
        const KING_LEFT_IN_CHECK = 1 << 3;
    }
}

impl PositionErrors {
    /// One sentence for each error of the set.
    pub fn sentences(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|error| match error {
            Self::SEVERAL_KINGS => "a side has more than one king",
            Self::NO_KINGS => "both kings are missing",
            Self::TOO_MANY_MEN => "a side has more men than both sides have at the start",
            _ => "the side not to move is in check",
        })
    }
}

impl<G: Game> Setup<G> {
    /// Hands the turn to the other side.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        if self.side == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.side = !self.side;
    }

    /// Takes the men of one side off the board.
    #[inline(always)]
    pub(crate) fn remove_all(
        &mut self,
        color: Color,
        squares: Bitboard<<G::Geometry as Geometry>::Bits>,
    ) {
        for square in squares {
            if let Some(kind) = self.board.kind_at(square) {
                self.board.toggle(color, kind, square);
            }
        }
    }

    /// The same setup with colours exchanged and the board turned top to bottom.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut board = Board::default();
        for square in self.board.occupied() {
            let (file, rank) = (G::Geometry::file(square), G::Geometry::rank(square));
            let target = G::Geometry::square(file, G::Geometry::RANKS - 1 - rank);
            if let (Some(piece), Some(target)) = (self.board.piece_at(square), target) {
                board.toggle(!piece.color, piece.kind, target);
            }
        }
        Self {
            board,
            side: !self.side,
            ..*self
        }
    }
}
