//! The command line cut into options with their arguments.

use std::ops::RangeInclusive;

use baroque_formats::rejected::{Rejected, number};
use baroque_formats::text::quoted;

/// An option and the arguments up to the next option.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    /// The name of the option, without dashes.
    pub name: &'a str,
    pub values: Vec<&'a str>,
}

/// Cuts a command line into options.
///
/// # Errors
/// The first argument is not an option.
pub fn split(args: &[String]) -> Result<Vec<Args<'_>>, Rejected> {
    let mut options = Vec::new();
    let mut rest = args;
    while let Some((first, others)) = rest.split_first() {
        let name = option_name(first).ok_or_else(|| {
            Rejected(format!("unexpected argument '{}', try -help", quoted(first)))
        })?;
        let count = others.iter().take_while(|word| option_name(word).is_none()).count();
        let (values, next) = others.split_at(count);
        options.push(Args { name, values: values.iter().map(String::as_str).collect() });
        rest = next;
    }
    Ok(options)
}

/// The name of an option; a negative number is not an option.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

impl<'a> Args<'a> {
    /// Checks that there is no argument.
    pub fn none(&self) -> Result<(), Rejected> {
        match self.values.is_empty() {
            true => Ok(()),
            false => Err(Rejected(format!("-{} takes no argument", self.name))),
        }
    }

    /// Checks that there is at least one argument.
    pub fn some(&self) -> Result<&Self, Rejected> {
        match self.values.is_empty() {
            true => Err(Rejected(format!("-{} requires a value", self.name))),
            false => Ok(self),
        }
    }

    /// The only argument, or `default` if there is none.
    pub fn one(&self, default: Option<&'a str>) -> Result<Pair<'a>, Rejected> {
        let value = match *self.values {
            [] => default.ok_or_else(|| Rejected(format!("-{} requires a value", self.name)))?,
            [value] => value,
            [_, more, ..] => return Err(self.bad(more, "one value")),
        };
        Ok(Pair { option: self.name, key: "", value })
    }

    /// All arguments, joined by spaces.
    pub fn text(&self) -> String {
        self.values.join(" ")
    }

    /// The first argument unless it is `key=value`, and the option with the other arguments.
    pub fn leading(&self) -> (Option<&'a str>, Self) {
        match self.values.split_first() {
            Some((first, values)) if !first.contains('=') => {
                (Some(first), Self { name: self.name, values: values.to_vec() })
            }
            _ => (None, self.clone()),
        }
    }

    /// The option with the arguments that begin with a prefix, and with the others.
    pub fn partition(&self, prefix: &str) -> (Self, Self) {
        let (first, second) = self.values.iter().partition(|word| word.starts_with(prefix));
        (Self { name: self.name, values: first }, Self { name: self.name, values: second })
    }

    /// The error of a wrong argument.
    pub fn bad(&self, value: &str, allowed: &str) -> Rejected {
        Pair { option: self.name, key: "", value }.bad(allowed)
    }
}

/// A value, and the option and key that it is for.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    pub option: &'a str,
    /// Empty for the only argument of an option.
    pub key: &'a str,
    pub value: &'a str,
}

impl Pair<'_> {
    /// The value as a whole number.
    pub fn number(&self, range: &RangeInclusive<i64>) -> Result<i64, Rejected> {
        let allowed = match (range.start(), range.end()) {
            (least, &i64::MAX) => format!("a whole number from {least}"),
            (least, most) => format!("a whole number from {least} to {most}"),
        };
        number(self.shown(), self.value, range.clone(), allowed)
    }

    /// The meaning of the value.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, Rejected> {
        let found = choices.iter().find(|(name, _)| *name == self.value);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.bad(&names.join(" or "))
        })
    }

    /// Option and key in messages.
    fn shown(&self) -> String {
        quoted(&format!("-{}", self.full_name()))
    }

    /// The error of a wrong value.
    pub fn bad(&self, allowed: &str) -> Rejected {
        Rejected::value(self.shown(), self.value, allowed)
    }

    /// The error of a key that the option does not have.
    pub fn unknown(&self) -> Rejected {
        Rejected(format!("-{} has no key '{}'", self.option, quoted(self.key)))
    }

    /// The error of a value that only other programs support.
    pub fn unsupported(&self) -> Rejected {
        let sign = if self.key.is_empty() { ' ' } else { '=' };
        Rejected(format!("-{}{sign}{} is not supported", self.full_name(), quoted(self.value)))
    }

    /// Option and key.
    fn full_name(&self) -> String {
        let blank = if self.key.is_empty() { "" } else { " " };
        format!("{}{blank}{}", self.option, self.key)
    }
}
