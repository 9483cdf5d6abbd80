//! The writing end of a conversation: whole lines, each sent off at once.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use crate::error::LogError;
use crate::text::{one_line, quoted};

/// Lines to a front-end, and to a log file if one is wanted.
pub struct Output<W> {
    writer: W,
    log: Option<File>,
}

impl<W: Write> Output<W> {
    /// Lines to a writer.
    pub fn new(writer: W) -> Self {
        Self { writer, log: None }
    }

    /// The writer.
    pub fn writer(&mut self) -> &mut W {
        &mut self.writer
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

#[cfg(test)]
mod tests {
    use super::*;

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
