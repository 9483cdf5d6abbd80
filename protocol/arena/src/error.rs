//! Why a match could not be played.

use std::io;

use baroque_protocol::error::Error;
use thiserror::Error;

use super::book::BookError;
use super::files::FileError;
use super::options::OptionsError;

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Bad options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The rules of a match that is resumed are no longer known.
    #[error(transparent)]
    Rules(#[from] Error),
    /// A bad book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file that cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system starts no more threads.
    #[error("no thread for a game: {0}")]
    Thread(String),
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}
