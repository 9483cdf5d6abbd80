//! Why a match could not be played.

use std::io;

use thiserror::Error;

use super::book::BookError;
use super::files::FileError;
use super::options::OptionsError;
use crate::error::Error;

/// Why a match could not be played.
#[derive(Debug, Error)]
pub(crate) enum MatchError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The rules of a match that is resumed are no longer known.
    #[error(transparent)]
    Rules(#[from] Error),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("no thread for a game: {0}")]
    Thread(String),
    #[error("output: {0}")]
    Output(#[from] io::Error),
}
