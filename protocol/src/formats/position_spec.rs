//! A position and moves as commands and files give them.

use baroque_movegen::{AnyPosition, FenError, MoveTextError};
use thiserror::Error;

use super::vchess::{self, VchessError};

/// Where a game begins and how it went on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionSpec {
    /// The first position, the start position of the rules if `None`. The word `vchess` before it
    /// says that it is in the letters of vchess.
    pub fen: Option<String>,
    /// The moves since.
    pub moves: Vec<String>,
}

/// What is wrong with a position or the moves after it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A FEN in the letters of vchess.
    #[error(transparent)]
    Vchess(#[from] VchessError),
    /// A move.
    #[error("position: move {number} of {count}: {reason}")]
    Move {
        /// Its place in the list, from 1.
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
    /// The position or one of the moves is not possible; `position` stays as it is.
    pub fn set_up(&self, position: &mut AnyPosition) -> Result<(), PositionError> {
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
