//! Errors in a command line.

use baroque_protocol::error::Error;
use thiserror::Error;

use crate::stats::SprtError;

/// An error in a command line.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OptionsError {
    /// An argument before the first option.
    #[error("unexpected argument '{0}', try -help")]
    Stray(String),
    #[error("unknown option '-{0}', try -help")]
    Unknown(String),
    /// An option, or a value of one, that only other programs have.
    #[error("{0} is not supported")]
    Unsupported(String),
    #[error("-{0} requires a value")]
    NoValue(String),
    #[error("-{0} takes no argument")]
    ExtraValue(String),
    #[error("{option} is '{value}', allowed is {allowed}")]
    Bad {
        /// Option and key.
        option: String,
        value: String,
        allowed: String,
    },
    #[error("-{option} has no key '{key}'")]
    UnknownKey { option: String, key: String },
    #[error("a match needs at least two engines: -engine cmd=A -engine cmd=B")]
    TooFew,
    /// The number of the engine, from 1.
    #[error("engine {0} has no cmd=")]
    NoCommand(usize),
    /// `engines.json` cannot be read, or lacks the engine.
    #[error("-engine conf={name}: engines.json: {reason}")]
    Conf { name: String, reason: String },
    /// Control characters would forge lines of the output.
    #[error("engine name '{0}' contains control characters")]
    Name(String),
    #[error("engine '{0}' has no time control or limit: give it tc=, st=, nodes= or depth=")]
    NoLimit(String),
    #[error("engine '{0}' has tc= and st=, which exclude each other")]
    TwoClocks(String),
    #[error(
        "-concurrency is {wanted}, but there are {available} processors; \
         -force-concurrency allows it"
    )]
    Concurrency { wanted: usize, available: usize },
    #[error("-sprt requires two engines, not {0}")]
    SprtOfMany(usize),
    #[error("-resultformat requires -output format=cutechess")]
    Columns,
    #[error("-{0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Rules(#[from] Error),
    #[error("engines and -variant or -rules disagree: {option} is {values}")]
    Contradiction { option: &'static str, values: String },
    #[error("-{0} cannot change when a match is resumed")]
    Fixed(String),
}
