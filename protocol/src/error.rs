//! What can be wrong with input: one enum for each parser, gathered in [`Error`].

use std::io;

use baroque_movegen::{MoveTextError, RuleError, UnknownName, VariantError};
use thiserror::Error;

use crate::formats::position_spec::PositionError;

/// Any input that is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// A line that is no command, or one with bad parameters.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A line of XBoard's.
    #[error(transparent)]
    Xboard(#[from] XboardError),
    /// An option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A position or the moves behind it.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Rule switches.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The name of a rule set or a start.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A log file.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A hash table that is too large.
    #[error("option Hash is {wanted}, but there is no memory for so many MiB; it stays {kept}")]
    Memory {
        /// MiB asked for.
        wanted: u64,
        /// MiB that the table keeps.
        kept: u64,
    },
    /// A hash table that is too large for a speed test.
    #[error("there is no memory for {wanted} MiB of hash table")]
    TestMemory {
        /// MiB asked for.
        wanted: u64,
    },
    /// Threads that the system does not give.
    #[error("{threads} threads cannot be started: {reason}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The system's words.
        reason: String,
    },
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
    /// The file.
    pub path: String,
    /// The error message of the system.
    pub reason: String,
}

/// Why a command was not carried out.
pub(crate) enum Failure {
    /// It is refused; the conversation goes on.
    Refused(Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What is wrong with a line of the conversation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command '{0}', try help")]
    Unknown(String),
    /// `debug` with something else than `on` or `off`.
    #[error("debug is '{0}', allowed is on or off")]
    Debug(String),
    /// `setoption` without a name.
    #[error("setoption is '{0}', allowed is name NAME [value VALUE]")]
    NoOptionName(String),
    /// `position` without `startpos`, `fen` or `vchess`.
    #[error("position is '{0}', allowed is startpos, fen FEN or vchess FEN, then moves MOVE…")]
    NoPosition(String),
    /// Something behind `startpos` that is not `moves`.
    #[error("'{0}' after startpos, allowed is moves")]
    NotMoves(String),
    /// A parameter of `go` without a number.
    #[error("go {parameter} has no number")]
    NoNumber {
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter of `go` with something else than a number of its range.
    #[error("go {parameter} is '{value}', allowed is {allowed}")]
    BadNumber {
        /// The parameter.
        parameter: &'static str,
        /// What was given.
        value: String,
        /// What the parameter takes.
        allowed: String,
    },
    /// `speedtest` with a number that is none or out of range.
    #[error("speedtest {name} is '{value}', allowed is {allowed}")]
    SpeedTest {
        /// Which number.
        name: &'static str,
        /// What was given.
        value: String,
        /// Its range.
        allowed: String,
    },
    /// `genfens` with a number or name that it does not take.
    #[error("genfens {parameter} is '{value}', allowed is {allowed}")]
    GenFens {
        /// Which one.
        parameter: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        allowed: &'static str,
    },
    /// `genfens` with a word that it does not know.
    #[error(
        "genfens does not know '{0}', allowed are seed, book, variant, rules and plies, each with \
         its value"
    )]
    GenFensWord(String),
    /// A file of positions that cannot be used.
    #[error("genfens book '{path}': {reason}")]
    Book {
        /// The file.
        path: String,
        /// What is wrong with it, and in which line.
        reason: String,
    },
    /// `go searchmoves` without a move.
    #[error("go searchmoves has no move")]
    NoSearchMoves,
    /// `go searchmoves` with a move that cannot be played.
    #[error("go searchmoves: {0}")]
    SearchMove(#[from] MoveTextError),
    /// A search or count was asked for while another runs.
    #[error("'{0}' is ignored while another search or count runs; that one goes on")]
    Busy(&'static str),
    /// A line that is not read to its end.
    #[error("the line is longer than {0} bytes and is ignored")]
    TooLong(u64),
    /// A command during a search for which so many others wait.
    #[error("too many commands wait for the end of the search ({0}), '{1}' is ignored")]
    TooMany(usize, &'static str),
    /// A count was asked for after a position was refused.
    #[error("'go perft' after a position was refused: send a good one first")]
    NothingToCount,
}

/// What is wrong with a `setoption`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option '{name}', allowed are: {allowed}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// All names.
        allowed: String,
    },
    /// The option does not take this value.
    #[error("option {name} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What the option takes.
        allowed: String,
    },
}

/// What is wrong with a line of XBoard's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum XboardError {
    /// The first word is no command.
    #[error("unknown command")]
    Unknown,
    /// A command of old times.
    #[error("obsolete, use setboard")]
    Obsolete,
    /// Something that the command needs.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A parameter that is not of its range.
    #[error("{what} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The command or option.
        what: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        allowed: String,
    },
    /// A square that the board has not.
    #[error("the board has no such square")]
    NoSquare,
    /// A move that cannot be played.
    #[error("{0}")]
    NoMove(String),
    /// No move was made yet.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The other side is to move.
    #[error("it is not that side's turn")]
    WrongTurn,
    /// A position was refused, so that nobody knows what to think about.
    #[error("the last position was refused, send a good one first")]
    NoPosition,
    /// Settings during a search for which so many others wait.
    #[error("too many options wait for the engine's move")]
    TooMany,
}
