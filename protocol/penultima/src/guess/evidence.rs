//! What was tried and answered.

use baroque_movegen::PieceKind;

use super::game::Game;
use crate::attempt::Attempt;
use crate::public::View;

/// A try and its answer. The board is known before and after it, whatever the rules are.
#[derive(Clone, Copy)]
pub struct Evidence {
    /// What was seen before.
    pub before: View,
    /// The try.
    pub attempt: Attempt,
    /// The kind that was tried, if it was on the board.
    pub kind: Option<PieceKind>,
    /// What was seen after it, if it was legal.
    pub after: Option<View>,
}

impl Evidence {
    /// Whether a game gives the same answer.
    pub fn agrees(&self, game: &Game) -> bool {
        let after = game.after(&game.position(&self.before), self.attempt);
        match (after, &self.after) {
            (None, None) => true,
            (Some(after), Some(seen)) => *after.board() == seen.board,
            _ => false,
        }
    }
}
