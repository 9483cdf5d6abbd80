//! Errors of input: one enum per parser, gathered in [`enum@Error`].

use std::io;

use baroque_formats::described::{DefinitionError, GamesError, NotCompiled};
use baroque_formats::files::{NetworkFileError, NulError};
use baroque_formats::position_spec::PositionError;
use baroque_movegen::{MoveTextError, NameError, RuleError, VariantError};
use thiserror::Error;

/// An error in the input of a session or a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// An unknown UCI command, or one with bad parameters.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A bad CECP command.
    #[error(transparent)]
    Xboard(#[from] XboardError),
    /// An unknown option, or a bad value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A bad position, or an illegal move after it.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Bad rule switches.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The unknown name of a rule set or a start position.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A file of another game of the same name.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// Something that only compiled games have.
    #[error(transparent)]
    NotCompiled(#[from] NotCompiled),
    /// A log file that cannot be opened.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The hash table of option `Hash` cannot be allocated; the old one is kept.
    #[error("option Hash is {wanted}, but that many MiB cannot be allocated; it stays {kept}")]
    Memory {
        /// Requested MiB.
        wanted: u64,
        /// MiB of the old table.
        kept: u64,
    },
    /// A network that cannot be used; the old one is kept.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// A file of games that cannot be used.
    #[error("{}", .0.first_line())]
    Games(#[from] GamesError),
    /// Another hash table cannot be allocated.
    #[error("cannot allocate a hash table of {wanted} MiB")]
    TestMemory {
        /// Requested MiB.
        wanted: u64,
    },
    /// A command that was given up.
    #[error("the moves of this game take too long")]
    TakesLong,
    /// The system starts no more threads.
    #[error("cannot start threads ({threads} wanted): {reason}")]
    Threads {
        /// Requested threads.
        threads: usize,
        /// The error message of the system.
        reason: String,
    },
}

impl Error {
    /// A thread that cannot be started.
    pub fn no_thread(error: &io::Error) -> Self {
        Self::Threads { threads: 1, reason: error.to_string() }
    }
}

impl From<VariantError> for Error {
    fn from(error: VariantError) -> Self {
        match error {
            VariantError::Name(error) => Self::Name(error),
            VariantError::Rules(error) => Self::Rules(error),
        }
    }
}

/// A log file that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("option Debug Log File is '{path}', which cannot be written: {reason}")]
pub struct LogError {
    /// The path of the file.
    pub path: String,
    /// The error message of the system.
    pub reason: String,
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

/// What is wrong with a UCI command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command '{0}', try help")]
    Unknown(String),
    /// `debug` with an argument other than `on` or `off`.
    #[error("debug is '{0}', allowed is on or off")]
    Debug(String),
    /// `setoption` without a name.
    #[error("setoption is '{0}', allowed is name NAME [value VALUE]")]
    NoOptionName(String),
    /// `load` without a file.
    #[error("load needs a file of games")]
    NoFile,
    /// `position` without `startpos`, `fen` or `vchess`.
    #[error("position is '{0}', allowed is startpos, fen FEN or vchess FEN, then moves MOVE…")]
    NoPosition(String),
    /// A word after `startpos` that is not `moves`.
    #[error("'{0}' after startpos, allowed is moves")]
    NotMoves(String),
    /// A parameter of `go` without a number.
    #[error("go {parameter} needs a number")]
    NoNumber {
        /// The name of the parameter.
        parameter: &'static str,
    },
    /// A parameter of a command with a bad value.
    #[error("{command} {parameter} is '{value}', allowed is {allowed}")]
    BadParameter {
        /// The name of the command.
        command: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The rejected text.
        value: String,
        /// The range or the form of the value.
        allowed: String,
    },
    /// `genfens` with an unknown parameter.
    #[error(
        "unknown genfens parameter '{0}', allowed are seed, book, variant, rules and plies, each \
         with its value"
    )]
    GenFensWord(String),
    /// An opening book that cannot be read.
    #[error("genfens book '{path}': {reason}")]
    Book {
        /// The path of the file.
        path: String,
        /// What is wrong with it, and in which line.
        reason: String,
    },
    /// `go` with nothing but unknown words.
    #[error("go has no parameter '{0}'")]
    GoWord(String),
    /// `go searchmoves` without a move.
    #[error("go searchmoves has no move")]
    NoSearchMoves,
    /// `go searchmoves` with an illegal move.
    #[error("go searchmoves: {0}")]
    SearchMove(#[from] MoveTextError),
    /// A line longer than the limit, which is skipped.
    #[error("the line is longer than {0} bytes and is ignored")]
    TooLong(u64),
    /// A line with a NUL, which is skipped.
    #[error("{0}; the line is ignored")]
    Nul(#[from] NulError),
    /// A command during a search when the queue is full.
    #[error("the command queue is full ({0}), '{1}' is ignored")]
    TooMany(usize, &'static str),
    /// A command during a search when those in the queue have this many bytes.
    #[error("the command queue is full ({0} bytes), '{1}' is rejected")]
    TooManyBytes(usize, &'static str),
    /// `go` after a rejected `position`.
    #[error("go: the last position was rejected, send a valid one first")]
    NoValidPosition,
}

/// What is wrong with a `setoption`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option '{name}', allowed are: {allowed}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The names of all options, separated by commas.
        allowed: String,
    },
    /// The value is out of range or of the wrong type.
    #[error("option {name} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The name of the option.
        name: &'static str,
        /// The rejected value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
}

/// What is wrong with a CECP command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum XboardError {
    /// The first word is not a command.
    #[error("unknown command")]
    Unknown,
    /// A command of protocol version 1 (`edit`).
    #[error("obsolete, use setboard")]
    Obsolete,
    /// A parameter of the command is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A parameter out of range or of the wrong type.
    #[error("{what} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The name of the command or option.
        what: &'static str,
        /// The rejected text.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// A square outside the board.
    #[error("the board has no such square")]
    NoSquare,
    /// An illegal or ambiguous move.
    #[error("{0}")]
    NoMove(String),
    /// A variant in which a side may have the move twice in a row.
    #[error("a side has two moves in a row in '{0}', which XBoard cannot play")]
    TwoMoves(String),
    /// `undo` or `remove` without a move to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// `white` or `black` for the side that is not to move.
    #[error("it is not that side's turn")]
    WrongTurn,
    /// A move or search after a rejected position.
    #[error("the last position was rejected, send a valid one first")]
    NoPosition,
    /// An option or a ping during a search when the queue is full.
    #[error("too many {0} are queued")]
    TooMany(&'static str),
}
