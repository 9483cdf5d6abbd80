//! A position given as FEN and moves, as in `position` and in PGN.

use baroque_movegen::{AnyGame, FenError, MoveTextError};
use thiserror::Error;

use super::rejected::Rejected;
use super::vchess;

/// The first position of a game and the moves played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionSpec {
    /// FEN of the first position; `None` is the start position of the rules. The word `vchess`
    /// before it marks a FEN in vchess's letters.
    pub fen: Option<String>,
    /// The moves played, in any form that [`AnyGame::read_move`] accepts.
    pub moves: Vec<String>,
}

/// An invalid position, or an illegal move after it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// An invalid FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An invalid FEN in vchess's letters.
    #[error(transparent)]
    Vchess(#[from] Rejected),
    /// An illegal move.
    #[error("position: move {number} of {count}: {reason}")]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The length of the list.
        count: usize,
        /// What is wrong with it.
        reason: MoveTextError,
    },
}

impl PositionSpec {
    /// A position without moves.
    pub fn fen(fen: impl Into<String>) -> Self {
        Self { fen: Some(fen.into()), moves: Vec::new() }
    }

    /// Sets up the position under the rules of `position` and plays the moves.
    ///
    /// # Errors
    /// The FEN is invalid or a move illegal; `position` is unchanged.
    pub fn set_up(&self, position: &mut AnyGame) -> Result<(), PositionError> {
        let mut next = position.first();
        match &self.fen {
            None => next.reset(),
            Some(fen) => match vchess::unmarked(fen) {
                Some(theirs) => next.set_fen(&vchess::read(&next, theirs)?)?,
                None => next.set_fen(fen)?,
            },
        }
        for (index, text) in self.moves.iter().enumerate() {
            next.play_text(text).map_err(|reason| PositionError::Move {
                number: index + 1,
                count: self.moves.len(),
                reason,
            })?;
        }
        *position = next;
        Ok(())
    }
}
