//! The writing end of a conversation: whole lines, each sent off at once.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use thiserror::Error;

/// Longest message that is sent in full, in characters.
const MOST: usize = 600;
/// Longest piece of foreign text that a message repeats in full, in characters.
const MOST_QUOTED: usize = 80;

/// Lines to a front-end, and to a log file if one is wanted.
pub struct Output<W> {
    writer: W,
    log: Option<File>,
}

/// A log file that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("option Debug Log File is '{path}', which cannot be written: {reason}")]
pub struct LogError {
    /// The file.
    path: String,
    /// The system's words.
    reason: String,
}

impl<W: Write> Output<W> {
    /// Lines to a writer.
    pub fn new(writer: W) -> Self {
        Self { writer, log: None }
    }

    /// Sends one or more lines.
    pub fn lines(&mut self, text: impl Display) -> io::Result<()> {
        let mut text = text.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.log("<<", &text);
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    /// From now on writes the conversation to this file too, behind what is there already; to none if the path
    /// is empty.
    ///
    /// # Errors
    /// The file cannot be written; the log is as before.
    pub fn log_to(&mut self, path: &str) -> Result<(), LogError> {
        self.log =
            match path {
                "" => None,
                _ => {
                    let file = OpenOptions::new().append(true).create(true).open(path);
                    Some(file.map_err(|error| LogError {
                        path: quoted(path),
                        reason: error.to_string(),
                    })?)
                }
            };
        Ok(())
    }

    /// Writes a line that was heard to the log file.
    pub fn log_input(&mut self, line: &str) {
        self.log(">>", line);
    }

    /// Each line goes straight to the file, so that none is lost with the program.
    fn log(&mut self, sign: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        let lines: String = text.lines().map(|line| format!("{sign} {line}\n")).collect();
        // A full disk is no reason to stop the game.
        if file.write_all(lines.as_bytes()).is_err() {
            self.log = None;
        }
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
