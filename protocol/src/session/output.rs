//! Output of a session: whole lines, each flushed at once.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use crate::error::LogError;
use crate::text::{one_line, quoted, sanitized};

/// Writes lines to the GUI and to an optional log file.
pub struct Output<W> {
    writer: W,
    log: Option<File>,
    /// Whether an error was written.
    failed: bool,
}

impl<W: Write> Output<W> {
    /// An output without a log file.
    pub fn new(writer: W) -> Self {
        Self { writer, log: None, failed: false }
    }

    /// The underlying writer.
    pub fn writer(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Whether [`Self::error`] was called.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Writes and flushes one or more lines.
    pub fn lines(&mut self, text: impl Display) -> io::Result<()> {
        let mut text = text.to_string();
        if let Cow::Owned(clean) = sanitized(&text) {
            text = clean;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.log("<<", &text);
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    /// Appends all following input and output to a log file; an empty path closes the log.
    ///
    /// # Errors
    /// The file cannot be opened; the log is unchanged.
    pub fn log_to(&mut self, path: &str) -> Result<(), LogError> {
        let open = || OpenOptions::new().append(true).create(true).open(path);
        let file = (!path.is_empty()).then(open).transpose();
        self.log =
            file.map_err(|error| LogError { path: quoted(path), reason: error.to_string() })?;
        Ok(())
    }

    /// Writes a line of input to the log file.
    pub fn log_input(&mut self, line: &str) {
        self.log(">>", &sanitized(line));
    }

    /// Writes unbuffered, so that no line is lost if the program crashes.
    fn log(&mut self, sign: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        let lines: String = text.lines().map(|line| format!("{sign} {line}\n")).collect();
        // A full disk ends the log, not the game.
        if file.write_all(lines.as_bytes()).is_err() {
            self.log = None;
        }
    }

    /// Writes an `info string` on one line.
    pub fn note(&mut self, text: impl Display) -> io::Result<()> {
        self.lines(format_args!("info string {}", one_line(text)))
    }

    /// Writes an error as `info string error` on one line.
    pub fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.failed = true;
        self.note(format_args!("error {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ends_with_one_line_feed() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.lines("a").unwrap();
        output.lines("b\nc\n").unwrap();
        output.error("d\r\ne").unwrap();
        assert_eq!(bytes, b"a\nb\nc\ninfo string error d??e\n");
    }
}
