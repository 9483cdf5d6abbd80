//! The pieces that are placed before play.

use super::{Definition, PlacementMode};
use crate::{Board, Color, CustomGame, PieceKind};

impl Definition {
    /// The pieces to be placed, in the hands of those who may place them: those of a pool in both.
    pub(crate) fn held_at_start(&self) -> Board<CustomGame> {
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
        let is_royal = |kind: &PieceKind| self.pieces[kind.index()].royal;
        let letters = |kinds: &mut dyn Iterator<Item = PieceKind>| -> String {
            let mut letters: Vec<char> = kinds.map(|it| self.pieces[it.index()].letter).collect();
            letters.sort_unstable();
            letters.into_iter().collect()
        };
        let listed = letters(&mut placement.pieces.iter().copied());
        let hands = match placement.mode {
            PlacementMode::Own => format!("{listed}{}", listed.to_ascii_lowercase()),
            PlacementMode::Pool => {
                let royal = letters(&mut self.kinds().filter(is_royal));
                format!("{royal}{};{listed}", royal.to_ascii_lowercase())
            }
        };
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, "w - - 0 1"));
        format!("{board}[{hands}] {rest}")
    }

    /// All kinds.
    pub(super) fn kinds(&self) -> impl Iterator<Item = PieceKind> {
        (0..self.pieces.len()).map(PieceKind::new)
    }
}
