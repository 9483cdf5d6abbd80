//! Output of a session: whole lines, each flushed at once.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use baroque_formats::Rejected;
use baroque_formats::files;
use baroque_formats::text::{one_line, quoted, sanitized};

/// Writes lines to the GUI and to an optional log file.
pub struct Output<W> {
    writer: W,
    /// Whether nobody reads what is written any more.
    is_closed: fn() -> bool,
    /// The command of the protocol that shows a message to the user.
    message: &'static str,
    log: Option<Log>,
    /// Whether an error was written.
    failed: bool,
}

struct Log {
    path: String,
    file: File,
}

impl<W: Write> Output<W> {
    /// An output without a log file. `message` is the command of the protocol before a message to
    /// the user.
    pub fn new(writer: W, is_closed: fn() -> bool, message: &'static str) -> Self {
        Self { writer, is_closed, message, log: None, failed: false }
    }

    /// The underlying writer.
    pub fn writer(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Whether nobody reads the output any more. False if that shows only in writing.
    pub fn is_closed(&self) -> bool {
        (self.is_closed)()
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
        let logged = self.log("<<", &text);
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()?;
        logged.or_else(|error| self.error(error))
    }

    /// Appends all following input and output to a log file; an empty path closes the log.
    ///
    /// # Errors
    /// The file cannot be opened; the log is unchanged.
    pub fn log_to(&mut self, path: &str) -> Result<(), Rejected> {
        let open = || files::open(OpenOptions::new().append(true).create(true), path);
        let file = (!path.is_empty()).then(open).transpose();
        let file = file.map_err(|error| log_error(path, &error))?;
        self.log = file.map(|file| Log { path: path.to_owned(), file });
        Ok(())
    }

    /// Writes a line of input to the log file.
    pub fn log_input(&mut self, line: &str) -> io::Result<()> {
        self.log(">>", &sanitized(line)).or_else(|error| self.error(error))
    }

    /// Writes to the log file, unbuffered, so that no line is lost if the program crashes.
    ///
    /// # Errors
    /// The file cannot be written. That ends the log, not the game.
    fn log(&mut self, sign: &str, text: &str) -> Result<(), Rejected> {
        let Some(Log { path, file }) = &mut self.log else { return Ok(()) };
        let lines: String = text.lines().map(|line| format!("{sign} {line}\n")).collect();
        let written = file.write_all(lines.as_bytes()).map_err(|error| log_error(path, &error));
        if written.is_err() {
            self.log = None;
        }
        written
    }

    /// Writes a message to the user on one line.
    pub fn note(&mut self, text: impl Display) -> io::Result<()> {
        let message = self.message;
        self.lines(format_args!("{message} {}", one_line(text)))
    }

    /// Writes an error as a message on one line.
    pub fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.failed = true;
        self.note(format_args!("error {error}"))
    }
}

/// Whether the other end of standard output, a pipe, a socket or a terminal, is closed.
pub fn is_stdout_closed() -> bool {
    #[cfg(unix)]
    {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::os::fd::AsFd;
        let stdout = io::stdout();
        // Errors and hang-ups are always reported.
        let mut polled = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        let count = poll(&mut polled, PollTimeout::ZERO);
        count.is_ok_and(|count| count > 0)
    }
    #[cfg(not(unix))]
    false
}

fn log_error(path: &str, error: &io::Error) -> Rejected {
    let path = quoted(path);
    Rejected(format!("option Debug Log File is '{path}', which cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ends_with_one_line_feed() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes, || false, "info string");
        output.lines("a").unwrap();
        output.lines("b\nc\n").unwrap();
        output.error("d\r\ne").unwrap();
        assert_eq!(bytes, b"a\nb\nc\ninfo string error d??e\n");
    }
}
