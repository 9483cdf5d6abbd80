//! The form of the rows in the table of options.

use std::iter::Peekable;
use std::ops::RangeInclusive;

use baroque_formats::Rejected;

use super::args::{Args, Pair};
use crate::settings::Settings;

/// A row: an option of the command line, or a key of an option.
pub struct Spec<V> {
    /// The name, with aliases after `|`, then the form of the value unless `value` implies it:
    /// `args|arg WORDS`.
    usage: &'static str,
    help: &'static str,
    pub value: V,
}

/// Creates a row. `help` gives meaning, unit and default.
pub const fn spec<V>(usage: &'static str, help: &'static str, value: V) -> Spec<V> {
    Spec { usage, help, value }
}

/// Options under one heading of `-help`.
pub struct Section {
    pub title: &'static str,
    /// Whether the options cannot change when a match is resumed.
    pub fixed: bool,
    pub options: &'static [Spec<Arguments>],
}

/// What follows the name of an option.
pub enum Arguments {
    /// Nothing.
    Flag(Set<Settings>),
    One(Value<Settings>),
    /// One value or none, which means the default in the first field.
    Optional(&'static str, Value<Settings>),
    /// The function checks how many there are.
    Any(fn(&mut Settings, &Args<'_>) -> Result<(), Rejected>),
    /// `key=value` any number of times, perhaps after a single word. The second function returns
    /// the lines of `-help` about the keys.
    Keys(fn(&mut Settings, &Args<'_>) -> Result<(), Rejected>, fn() -> String),
    /// The option exists in fastchess or cutechess-cli only, and is rejected.
    Unsupported,
}

/// A key that sets a part of a `T`.
pub type Key<T> = Spec<Value<T>>;

/// Stores what a flag or a word of a choice means.
type Set<T> = fn(&mut T);

/// The values that are allowed, and the function that stores one.
pub enum Value<T: 'static> {
    /// A whole number of a range.
    Number(RangeInclusive<i64>, fn(&mut T, i64)),
    /// `true` or `false`.
    Bool(fn(&mut T, bool)),
    /// `true` or `false`; a key without a value means `true`.
    Switch(fn(&mut T, bool)),
    Text(fn(&mut T, &str)),
    /// One of the first words; a key without a value means `true` if that is the only one. Those of
    /// the second list are rejected as not supported.
    Choice(&'static [(&'static str, Set<T>)], &'static [&'static str]),
    /// The function checks the value.
    Custom(fn(&mut T, &Pair<'_>) -> Result<(), Rejected>),
}

impl<T> Value<T> {
    /// The value of a key without a value, if that is allowed.
    pub fn if_bare(&self) -> Option<&'static str> {
        matches!(self, Self::Switch(_) | Self::Choice([("true", _)], _)).then_some("true")
    }

    /// Checks a value and stores it.
    pub fn store(&self, record: &mut T, pair: &Pair<'_>) -> Result<(), Rejected> {
        match self {
            Self::Number(range, set) => set(record, pair.number(range)?),
            Self::Bool(set) | Self::Switch(set) => {
                set(record, pair.choice(&[("true", true), ("false", false)])?);
            }
            Self::Text(set) => set(record, pair.value),
            Self::Choice(_, unsupported) if unsupported.contains(&pair.value) => {
                return Err(pair.unsupported());
            }
            Self::Choice(choices, _) => pair.choice(choices)?(record),
            Self::Custom(set) => set(record, pair)?,
        }
        Ok(())
    }

    /// The form of the value in `-help`.
    fn form(&self) -> String {
        match self {
            Self::Number(..) => "N".to_owned(),
            Self::Bool(_) | Self::Switch(_) => "true|false".to_owned(),
            Self::Choice(choices, _) => {
                let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
                names.join("|")
            }
            Self::Text(_) | Self::Custom(_) => String::new(),
        }
    }
}

impl<V> Spec<V> {
    /// The names, with `|` between them, and the form of the value.
    fn parts(&self) -> (&'static str, &'static str) {
        self.usage.split_once(' ').unwrap_or((self.usage, ""))
    }

    /// Whether the row is for this name. `option.NAME` is for all names with that prefix.
    pub fn is_named(&self, name: &str) -> bool {
        match self.prefix() {
            Some(prefix) => name.starts_with(prefix),
            None => self.parts().0.split('|').any(|own| own == name),
        }
    }

    /// What precedes a `NAME` that may be any text.
    fn prefix(&self) -> Option<&'static str> {
        self.parts().0.strip_suffix("NAME")
    }
}

impl Spec<Arguments> {
    /// Applies the option to the settings.
    pub fn apply(&self, settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
        match &self.value {
            Arguments::Flag(set) => args.none().map(|()| set(settings)),
            Arguments::One(value) => value.store(settings, &args.one(None)?),
            Arguments::Optional(default, value) => value.store(settings, &args.one(Some(default))?),
            Arguments::Any(set) | Arguments::Keys(set, _) => set(settings, args),
            Arguments::Unsupported => Err(Rejected(format!("-{} is not supported", args.name))),
        }
    }
}

impl Args<'_> {
    /// Reads every argument as `key=value` and stores it in `record` as its row says. The value of
    /// a switch may be missing, which means `true`.
    ///
    /// # Errors
    /// An argument has another form, its key is not in `keys`, or its value is not allowed.
    pub fn store<T>(&self, keys: &[Key<T>], record: &mut T) -> Result<(), Rejected> {
        let mut words = self.values.iter().copied().peekable();
        while let Some(word) = words.next() {
            let word = self.complete(word, &mut words, keys)?;
            let (key, value) = split(&word);
            let row = keys.iter().find(|row| row.is_named(key));
            let value = value.or_else(|| row?.value.if_bare());
            let value = value.ok_or_else(|| self.bad(&word, "key=value"))?;
            let pair = Pair { option: self.name, key, value };
            row.ok_or_else(|| pair.unknown())?.value.store(record, &pair)?;
        }
        Ok(())
    }

    /// Adds the rest of a name of several words, which ends in the word with `=`. OpenBench splits
    /// names at blanks and repeats the prefix: `option.Slow option.Mover=80`.
    ///
    /// # Errors
    /// The arguments end, or another key follows, before a word with `=`.
    fn complete<'a, T>(
        &self,
        word: &'a str,
        rest: &mut Peekable<impl Iterator<Item = &'a str>>,
        keys: &[Key<T>],
    ) -> Result<String, Rejected> {
        let mut word = word.to_owned();
        let mut prefixes = keys.iter().filter_map(Spec::prefix);
        let Some(prefix) = prefixes.find(|prefix| word.starts_with(prefix)) else {
            return Ok(word);
        };
        let is_other = |row: &Key<T>, next| row.prefix().is_none() && row.is_named(split(next).0);
        let mut is_complete = word.contains('=');
        while !is_complete {
            let next = rest.next_if(|next| !keys.iter().any(|row| is_other(row, next)));
            let next = next.ok_or_else(|| self.bad(&word, "key=value"))?;
            word.push(' ');
            word.push_str(next.strip_prefix(prefix).unwrap_or(next));
            is_complete = next.contains('=');
        }
        Ok(word)
    }
}

/// Key and value of a word.
fn split(word: &str) -> (&str, Option<&str>) {
    word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)))
}

/// The column in which help texts begin.
const COLUMN: usize = 28;

/// The text of `-help`.
pub fn help(sections: &[Section]) -> String {
    let mut text = String::new();
    for Section { title, fixed, options } in sections {
        let note = if *fixed { " (fixed when a match is resumed)" } else { "" };
        text += &format!("\n{title}{note}:\n");
        for option in *options {
            let (names, form) = option.parts();
            let (form, keys) = match &option.value {
                Arguments::Unsupported => continue,
                Arguments::One(value) if form.is_empty() => (value.form(), String::new()),
                Arguments::Keys(_, keys) => (form.to_owned(), keys()),
                _ => (form.to_owned(), String::new()),
            };
            let names = names.replace('|', ", -");
            text += &entry(format!("  -{names} {form}").trim_end(), option.help);
            text += &keys;
        }
    }
    text
}

/// The lines of `-help` about keys.
pub fn key_help<T>(keys: &[Key<T>]) -> String {
    let line = |key: &Key<T>| {
        let (names, form) = key.parts();
        let form = if form.is_empty() { key.value.form() } else { form.to_owned() };
        let value = match key.value.if_bare() {
            Some(_) => format!("[={form}]"),
            None => format!("={form}"),
        };
        entry(&format!("    {names}{value}"), key.help)
    };
    keys.iter().map(line).collect()
}

/// One row: its usage, and its help in the column beside it or below.
fn entry(usage: &str, help: &str) -> String {
    let gap = if usage.len() > COLUMN - 2 { "\n" } else { "" };
    let start = if gap.is_empty() { usage.len() } else { 0 };
    format!("{usage}{gap}{}{help}\n", " ".repeat(COLUMN - start))
}
