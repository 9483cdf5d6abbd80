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

/// A number of Python that is in a range of a type that holds less.
///
/// # Errors
/// It is not.
pub fn in_range<V: Copy + Display, T: TryFrom<V> + PartialOrd + Display>(
    what: &str,
    value: V,
    range: RangeInclusive<T>,
) -> PyResult<T> {
    T::try_from(value).ok().filter(|value| range.contains(value)).ok_or_else(|| {
        let (low, high) = range.into_inner();
        error(format!("{what} is {value}, allowed is {low} to {high}"))
    })
}
