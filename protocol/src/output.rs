//! The writing end of a conversation: whole lines, each sent off at once.

use std::fmt::Display;
use std::io::{self, Write};

/// Longest message that is sent in full, in characters.
const MOST: usize = 600;
/// Longest piece of foreign text that a message repeats in full, in characters.
const MOST_QUOTED: usize = 80;

/// Lines to a front-end.
pub struct Output<W> {
    writer: W,
}

impl<W: Write> Output<W> {
    /// Lines to a writer.
    pub fn new(writer: W) -> Self {
        Self { writer }
    }

    /// Sends one or more lines.
    pub fn lines(&mut self, text: impl Display) -> io::Result<()> {
        let mut text = text.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    /// Tells a human something, on one line.
    pub fn note(&mut self, text: impl Display) -> io::Result<()> {
        self.lines(format_args!("info string {}", one_line(text)))
    }

    /// Tells what was wrong with a command, on one line.
    pub fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.note(format_args!("error {error}"))
    }
}

/// The text without control characters, and without its middle if it is very long: the beginning
/// says what is wrong, the end what is allowed.
pub fn one_line(text: impl Display) -> String {
    elide(&text.to_string(), MOST)
}

/// A foreign text as a message repeats it.
pub fn quoted(text: &str) -> String {
    elide(text, MOST_QUOTED)
}

fn elide(text: &str, most: usize) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let length = text.chars().count();
    if length <= most {
        return text.chars().map(clean).collect();
    }
    let half = most / 2;
    let head = text.chars().take(half);
    let tail = text.chars().skip(length - half);
    let dots = std::iter::once('…');
    head.chain(dots).chain(tail).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line_of_bounded_length() {
        assert_eq!(one_line("a\nb\0c\u{1b}[1m"), "a?b?c?[1m");
        let long = format!("what {} allowed", "é".repeat(10_000));
        let short = one_line(&long);
        assert_eq!(short.chars().count(), MOST + 1);
        assert!(short.starts_with("what éé") && short.ends_with("éé allowed"));
    }

    #[test]
    fn every_line_ends_once() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.lines("a").unwrap();
        output.lines("b\nc\n").unwrap();
        output.error("d\r\ne").unwrap();
        assert_eq!(bytes, b"a\nb\nc\ninfo string error d??e\n");
    }
}
