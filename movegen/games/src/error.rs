//! What is wrong with a game file.

use std::fmt;

use thiserror::Error;

/// Something wrong in a game file. `Display` writes one line:
/// `siege.toml:14:38 siege.pieces.R.take: no method 'riffle'; allowed are …`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.line_of_text())]
#[non_exhaustive]
pub struct FileError {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
    /// The key to which it belongs, with all keys above it; empty where the text is not TOML.
    pub key: String,
    /// What is wrong, in one line without a full stop.
    pub text: String,
}

impl FileError {
    fn line_of_text(&self) -> String {
        let Self { file, line, column, key, text } = self;
        let space = if key.is_empty() { "" } else { " " };
        format!("{}:{line}:{column}{space}{key}: {text}", shortened(file, usize::MAX))
    }
}

/// All that is wrong with a game file, in the order of the file; never empty. `Display` writes a line
/// for each.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub struct FileErrors {
    /// The errors, at most [`Self::MAX`].
    pub errors: Vec<FileError>,
    /// Number of errors beyond these.
    pub left_out: usize,
}

impl FileErrors {
    /// Number of errors that are kept.
    pub const MAX: usize = 500;
}

impl fmt::Display for FileErrors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{error}")?;
        }
        match self.left_out {
            0 => Ok(()),
            1 => write!(f, "\nand one more error"),
            more => write!(f, "\nand {more} more errors"),
        }
    }
}

/// Longest word of a file that a message quotes in full, in characters.
const MAX_QUOTED: usize = 40;
/// Longest message of another parser that is passed on in full, in characters.
const MAX_MESSAGE: usize = 400;

/// A word of the file, between quotation marks.
pub fn quoted(word: &str) -> String {
    format!("'{}'", shortened(word, MAX_QUOTED))
}

/// A key of the file, as a part of a path.
pub fn shown(word: &str) -> String {
    shortened(word, MAX_QUOTED)
}

/// A message of another parser, which may quote the file.
pub fn passed_on(message: &str) -> String {
    shortened(message, MAX_MESSAGE)
}

/// The text with escapes for what a terminal would not show as such.
fn shortened(text: &str, most: usize) -> String {
    let mut short = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == most {
            short.push('…');
            break;
        }
        if is_hidden(c) {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    short
}

/// Whether a character is not shown as such: a control, a format character such as those that set
/// the direction of writing, a line separator, or one that Unicode calls default ignorable.
/// Variation selectors, which belong to emojis, are not.
pub fn is_hidden(c: char) -> bool {
    // Most text is below the first of them.
    c.is_control()
        || c >= '\u{ad}'
            && matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}'
            | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_visible() {
        assert_eq!(quoted("rifle"), "'rifle'");
        assert_eq!(quoted("a\u{1b}[2J\n\u{202e}"), r"'a\u{1b}[2J\n\u{202e}'");
        assert_eq!(quoted(&"x".repeat(100)), format!("'{}…'", "x".repeat(MAX_QUOTED)));
    }
}
