//! The command line cut into options with their arguments.

use std::ops::RangeInclusive;

use baroque_formats::text::quoted;

use super::error::OptionsError;

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
pub fn split(args: &[String]) -> Result<Vec<Args<'_>>, OptionsError> {
    let mut options = Vec::new();
    let mut rest = args;
    while let Some((first, others)) = rest.split_first() {
        let name = option_name(first).ok_or_else(|| OptionsError::Stray(quoted(first)))?;
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
    pub fn none(&self) -> Result<(), OptionsError> {
        match self.values.is_empty() {
            true => Ok(()),
            false => Err(OptionsError::ExtraValue(self.name.to_owned())),
        }
    }

    /// Checks that there is at least one argument.
    pub fn some(&self) -> Result<&Self, OptionsError> {
        match self.values.is_empty() {
            true => Err(OptionsError::NoValue(self.name.to_owned())),
            false => Ok(self),
        }
    }

    /// The only argument, or `default` if there is none.
    pub fn one(&self, default: Option<&'a str>) -> Result<Pair<'a>, OptionsError> {
        let value = match *self.values {
            [] => default.ok_or_else(|| OptionsError::NoValue(self.name.to_owned()))?,
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
    pub fn bad(&self, value: &str, allowed: &str) -> OptionsError {
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
    pub fn number(&self, range: &RangeInclusive<i64>) -> Result<i64, OptionsError> {
        let number = self.value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (*range.start(), *range.end()) {
            (least, i64::MAX) => self.bad(&format!("a whole number from {least}")),
            (least, most) => self.bad(&format!("a whole number from {least} to {most}")),
        })
    }

    /// The meaning of the value.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, OptionsError> {
        let found = choices.iter().find(|(name, _)| *name == self.value);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.bad(&names.join(" or "))
        })
    }

    /// The error of a wrong value.
    pub fn bad(&self, allowed: &str) -> OptionsError {
        OptionsError::Bad {
            option: quoted(&format!("-{}", self.full_name())),
            value: quoted(self.value),
            allowed: allowed.to_owned(),
        }
    }

    /// The error of a key that the option does not have.
    pub fn unknown(&self) -> OptionsError {
        OptionsError::UnknownKey { option: self.option.to_owned(), key: quoted(self.key) }
    }

    /// The error of a value that only other programs support.
    pub fn unsupported(&self) -> OptionsError {
        let sign = if self.key.is_empty() { ' ' } else { '=' };
        OptionsError::Unsupported(format!("-{}{sign}{}", self.full_name(), quoted(self.value)))
    }

    /// Option and key.
    fn full_name(&self) -> String {
        let blank = if self.key.is_empty() { "" } else { " " };
        format!("{}{blank}{}", self.option, self.key)
    }
}
