//! The pieces that are placed before play.

use super::{Definition, PlacementMode};
use crate::{Board, Color, PieceKind, RuntimeGame};

impl Definition {
    /// The pieces to be placed, in the hands of those who may place them: those of a pool in both.
    pub(crate) fn held_at_start(&self) -> Board<RuntimeGame> {
        let mut board = Board::default();
        let Some(placement) = &self.placement else { return board };
        let is_pool = placement.mode == PlacementMode::Pool;
        let royal = self.kinds().filter(|kind| is_pool && self.pieces[kind.index()].royal);
        for kind in royal.chain(placement.pieces.iter().copied()) {
            for color in Color::ALL {
                let count = board.hand(color).count(kind).saturating_add(1);
                let _ = board.set_hand(color, kind, count);
            }
        }
        board
    }

    /// The FEN of a start position with the pieces to be placed in hand, unless it has hands.
    pub fn with_hands(&self, fen: &str) -> String {
        let Some(placement) = self.placement.as_ref().filter(|_| !fen.contains('[')) else {
            return fen.to_owned();
        };
        let hand = self.held_at_start().hand(Color::White);
        let letters = |royal: bool| -> String {
            let kinds = hand.kinds().filter(|kind| self.pieces[kind.index()].royal == royal);
            let letter = |kind: PieceKind| self.pieces[kind.index()].letter.to_string();
            kinds.map(|kind| letter(kind).repeat(hand.count(kind).into())).collect()
        };
        let (royal, others) = (letters(true), letters(false));
        let hands = match placement.mode {
            PlacementMode::Own => {
                let own = royal + &others;
                format!("{own}{}", own.to_ascii_lowercase())
            }
            PlacementMode::Pool => format!("{royal}{};{others}", royal.to_ascii_lowercase()),
        };
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, "w - - 0 1"));
        format!("{board}[{hands}] {rest}")
    }

    /// All kinds.
    pub(super) fn kinds(&self) -> impl Iterator<Item = PieceKind> {
        (0..self.pieces.len()).map(PieceKind::new)
    }
}
