//! Exceptions.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult, create_exception};

create_exception!(baroque, Error, PyValueError, "What is wrong with a value, in words.");
create_exception!(
    baroque,
    IllegalMoveError,
    Error,
    "A text is not the text of one legal move; the message has the reason."
);

/// An [`Error`] with a text of the libraries.
pub fn error(reason: impl Display) -> PyErr {
    Error::new_err(reason.to_string())
}

/// Checks that a number is in a range.
pub fn in_range<T: PartialOrd + Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> PyResult<T> {
    match range.contains(&value) {
        true => Ok(value),
        false => {
            let (low, high) = range.into_inner();
            Err(error(format!("{what} is {value}, allowed is {low} to {high}")))
        }
    }
}
