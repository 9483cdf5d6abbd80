//! The words of the command line: options with what stands behind them.

use std::ops::RangeInclusive;

use super::OptionsError;
use crate::output::quoted;

/// An option and the words behind it.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Its name, without dashes.
    pub name: &'a str,
    values: &'a [String],
}

/// Cuts a command line into options.
///
/// # Errors
/// It begins with a word that belongs to no option.
pub fn split(args: &[String]) -> Result<Vec<Words<'_>>, OptionsError> {
    let mut options = Vec::new();
    let mut rest = args;
    while let Some((first, behind)) = rest.split_first() {
        let name = option_name(first).ok_or_else(|| OptionsError::Stray(quoted(first)))?;
        let count = behind.iter().take_while(|word| option_name(word).is_none()).count();
        let (values, next) = behind.split_at(count);
        options.push(Words { name, values });
        rest = next;
    }
    Ok(options)
}

/// The name of an option; negative numbers are none.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

impl<'a> Words<'a> {
    /// Nothing may stand behind it.
    pub fn nothing(&self) -> Result<(), OptionsError> {
        match self.values {
            [] => Ok(()),
            [word, ..] => Err(self.bad(word, "nothing")),
        }
    }

    /// The word behind it.
    pub fn word(&self) -> Result<&'a str, OptionsError> {
        match self.values {
            [] => Err(OptionsError::NoValue(self.name.to_owned())),
            [word] => Ok(word),
            [_, more, ..] => Err(self.bad(more, "one value")),
        }
    }

    /// The word behind it, if there is one.
    pub fn optional(&self) -> Result<Option<&'a str>, OptionsError> {
        if self.values.is_empty() { Ok(None) } else { self.word().map(Some) }
    }

    /// All words behind it as one text.
    pub fn text(&self) -> String {
        self.values.join(" ")
    }

    /// The number behind it.
    pub fn number(&self, range: RangeInclusive<i64>) -> Result<i64, OptionsError> {
        Pair { option: self.name, key: "", value: self.word()? }.number(range)
    }

    /// The pairs `key=value` behind it, at least one.
    pub fn pairs(&self) -> Result<Vec<Pair<'a>>, OptionsError> {
        if self.values.is_empty() {
            return Err(OptionsError::NoValue(self.name.to_owned()));
        }
        self.pairs_or_words(&[])
    }

    /// The pairs behind it; some words may stand there without a value, and get `true`.
    pub fn pairs_or_words(&self, words: &[&'static str]) -> Result<Vec<Pair<'a>>, OptionsError> {
        let pair = |word: &'a String| match word.split_once('=') {
            Some((key, value)) => Ok(Pair { option: self.name, key, value }),
            None if words.contains(&&**word) => {
                Ok(Pair { option: self.name, key: word, value: "true" })
            }
            None => Err(self.bad(word, "key=value")),
        };
        self.values.iter().map(pair).collect()
    }

    /// The first word behind it if it is no pair, and the option with the others.
    pub fn leading(self) -> (Option<&'a str>, Self) {
        match self.values.split_first() {
            Some((first, values)) if !first.contains('=') => (Some(first), Self { values, ..self }),
            _ => (None, self),
        }
    }

    /// The error of a word that does not belong here.
    pub fn bad(&self, value: &str, allowed: &str) -> OptionsError {
        Pair { option: self.name, key: "", value }.bad(allowed)
    }
}

/// `key=value` behind an option.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    option: &'a str,
    /// What stands before the sign.
    pub key: &'a str,
    /// What stands behind it.
    pub value: &'a str,
}

impl<'a> Pair<'a> {
    /// The value as a number.
    pub fn number(&self, range: RangeInclusive<i64>) -> Result<i64, OptionsError> {
        let number = self.value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (*range.start(), *range.end()) {
            (least, i64::MAX) => self.bad(&format!("a whole number from {least}")),
            (least, most) => self.bad(&format!("a whole number from {least} to {most}")),
        })
    }

    /// The value as yes or no.
    pub fn truth(&self) -> Result<bool, OptionsError> {
        self.choice(&[("true", true), ("false", false)])
    }

    /// What the value stands for.
    pub fn choice<T: Clone>(&self, choices: &[(&str, T)]) -> Result<T, OptionsError> {
        let found = choices.iter().find(|(name, _)| *name == self.value);
        found.map(|(_, meaning)| meaning.clone()).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.bad(&names.join(" or "))
        })
    }

    /// The error of this value.
    pub fn bad(&self, allowed: &str) -> OptionsError {
        let blank = if self.key.is_empty() { "" } else { " " };
        OptionsError::Bad {
            place: quoted(&format!("-{}{blank}{}", self.option, self.key)),
            value: quoted(self.value),
            allowed: allowed.to_owned(),
        }
    }

    /// The error of a key that the option does not have.
    pub fn unknown(&self) -> OptionsError {
        OptionsError::UnknownKey { option: self.option.to_owned(), key: quoted(self.key) }
    }

    /// The error of something that other runners have.
    pub fn unsupported(&self) -> OptionsError {
        OptionsError::Unsupported(format!("-{} {}={}", self.option, self.key, quoted(self.value)))
    }
}
