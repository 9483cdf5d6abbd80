//! Finding: the best first moves, a book of openings, and puzzles.

use baroque_formats::knowledge::Puzzle;
use baroque_protocol::tools::error::ToolError;
use serde::{Deserialize, Serialize};

use crate::contest::Played;
use crate::opening::{BookPosition, book};
use crate::puzzles::puzzles;
use crate::study::Study;

/// Part of the time for the book; the rest is for puzzles.
const BOOK: f64 = 0.35;

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finds {
    /// The book: the start first, if there was time for it.
    pub book: Vec<BookPosition>,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

/// Searches in the time that is left for the stage.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn find(study: &mut Study, games: &[Played]) -> Result<Finds, ToolError> {
    let book = book(study, study.left().mul_f64(BOOK))?;
    let puzzles = puzzles(study, games, study.left())?;
    Ok(Finds { book, puzzles })
}
