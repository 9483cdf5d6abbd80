//! The output of a tournament: messages on the output and in a log file, and a status line in a
//! terminal.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::FileError;
use super::player::{Direction, EngineLog};
use super::settings::{LogLevel, LogOut};
use crate::text::{one_line, sanitized};

/// Writes messages to the output and the log file, and the status line to standard error.
pub struct Logger<W> {
    output: W,
    log: Option<(Arc<LogFile>, LogLevel)>,
    /// Whether a status line is shown, to be erased before the next message.
    status_shown: bool,
    stderr_is_terminal: bool,
    /// Whether a testing framework reads the output. OpenBench requires ASCII and takes an empty line
    /// for the end.
    plain: bool,
}

/// A log file, shared by threads.
pub struct LogFile(Mutex<File>);

impl LogFile {
    /// Opens or creates the file, to append unless it is to be overwritten.
    pub fn open(log: &LogOut) -> Result<Arc<Self>, FileError> {
        let mut options = OpenOptions::new();
        options.create(true);
        match log.out.overwrite {
            true => options.write(true).truncate(true),
            false => options.append(true),
        };
        let file =
            options.open(&log.out.file).map_err(|error| FileError::of(&log.out.file, &error))?;
        Ok(Arc::new(Self(Mutex::new(file))))
    }

    fn append(&self, text: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A log that cannot be written, as on a full disk, does not stop a tournament.
        let _ = file.write_all(sanitized(text).as_bytes());
    }
}

impl EngineLog for LogFile {
    fn line(&self, engine: &str, direction: Direction, line: &str) {
        let arrow = match direction {
            Direction::To => "<---",
            Direction::From => "--->",
        };
        self.append(&format!("{engine} {arrow} {line}\n"));
    }
}

impl<W: Write> Logger<W> {
    /// Messages of at least the given level are written to the log file too. `plain` is whether a
    /// testing framework reads the output.
    pub fn new(output: W, log: Option<(Arc<LogFile>, LogLevel)>, plain: bool) -> Self {
        Self {
            output,
            log,
            status_shown: false,
            stderr_is_terminal: io::stderr().is_terminal(),
            plain,
        }
    }

    /// Prints a warning, for a testing framework on one line.
    pub fn warn(&mut self, text: &str) -> io::Result<()> {
        match self.plain {
            true => self.print(LogLevel::Warning, text.replace('\n', " :: ")),
            false => self.print(LogLevel::Warning, text),
        }
    }

    /// Prints one line or more. Empty text prints nothing.
    ///
    /// # Errors
    /// The output cannot be written, for example because its reader has closed the pipe.
    pub fn print(&mut self, level: LogLevel, text: impl Display) -> io::Result<()> {
        let mut text = text.to_string();
        if text.is_empty() {
            return Ok(());
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if self.plain {
            text = text.replace(|c: char| !c.is_ascii(), "?");
        }
        if let Some((log, min_level)) = &self.log
            && level >= *min_level
        {
            log.append(&text);
        }
        self.erase_status();
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// Replaces the status line, if standard error is a terminal.
    pub fn status(&mut self, text: impl Display) {
        if self.stderr_is_terminal {
            // Errors are ignored: the status line is not part of the results.
            let _ = write!(io::stderr(), "\r\x1b[K{}", one_line(text));
            self.status_shown = true;
        }
    }

    /// Prints a message on standard error only, for the user of the terminal.
    pub fn notice(&mut self, text: impl Display) {
        self.erase_status();
        let _ = writeln!(io::stderr(), "{}", one_line(text));
    }

    fn erase_status(&mut self) {
        if std::mem::take(&mut self.status_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
