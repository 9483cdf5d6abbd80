//! Why an input is rejected, in words for its author.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use baroque_games::FileErrors;
use thiserror::Error;

use crate::text::{one_line, quoted};

/// An input is rejected, for the reason that the message tells.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Rejected(pub String);

impl Rejected {
    /// A value that is not allowed.
    pub fn value(what: impl Display, value: &str, allowed: impl Display) -> Self {
        Self(format!("{what} is '{}', allowed is {allowed}", quoted(value)))
    }

    /// A path, and what is wrong there.
    pub fn at(path: impl Display, reason: impl Display) -> Self {
        Self(format!("{path}: {reason}"))
    }
}

impl From<&str> for Rejected {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<FileErrors> for Rejected {
    /// The first of the errors.
    fn from(errors: FileErrors) -> Self {
        Self(one_line(errors.to_string().lines().next().unwrap_or_default()))
    }
}

/// A number in a range.
///
/// # Errors
/// The text of `what` is no such number; `allowed` tells the numbers that are.
pub fn number<T: FromStr + PartialOrd>(
    what: impl Display,
    text: &str,
    range: RangeInclusive<T>,
    allowed: impl Display,
) -> Result<T, Rejected> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| Rejected::value(what, text, allowed))
}
