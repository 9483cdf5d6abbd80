//! Errors of input.

use std::fmt::Display;
use std::io;

use baroque_formats::games::GamesFileError;
use baroque_formats::{OpenError, PositionError, Rejected};
use baroque_movegen::{NameError, RuleError};
use thiserror::Error;

/// An error in the input of a session or a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A bad command or value, or something that the system refuses.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// A bad position, or an illegal move after it.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Bad rule switches.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The unknown name of a rule set or a start position.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A game that cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file of games that cannot be used.
    #[error("{}", .0.first_line())]
    Games(#[from] GamesFileError),
}

impl Error {
    /// A hash table of so many MiB that cannot be allocated.
    pub fn no_memory(mebibytes: u64) -> Self {
        Rejected(format!("cannot allocate a hash table of {mebibytes} MiB")).into()
    }

    /// The hash table of option `Hash` cannot be allocated; the old one is kept.
    pub fn no_hash(wanted: u64, kept: u64) -> Self {
        Rejected(format!(
            "option Hash is {wanted}, but that many MiB cannot be allocated; it stays {kept}"
        ))
        .into()
    }

    /// A command that was given up.
    pub fn takes_long() -> Self {
        Rejected::from("the moves of this game take too long").into()
    }

    /// The system starts no more threads.
    pub fn no_threads(threads: usize, error: &impl Display) -> Self {
        Rejected(format!("cannot start threads ({threads} wanted): {error}")).into()
    }
}

/// Why a command of a session failed.
pub enum SessionError {
    /// The command is rejected; the session continues.
    Rejected(Error),
    /// The output cannot be written; the session ends.
    Output(io::Error),
}

impl<E: Into<Error>> From<E> for SessionError {
    fn from(error: E) -> Self {
        Self::Rejected(error.into())
    }
}

impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
