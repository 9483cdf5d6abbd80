//! The output of a tournament: messages on the output and in a log file, and a status line in a
//! terminal.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use baroque_formats::Rejected;
use baroque_formats::files;
use baroque_formats::text::{one_line, sanitized};
use baroque_protocol::tools::error::print_note;

use super::player::{Direction, EngineLog};
use super::settings::{LogLevel, LogOut};
use super::worker::TournamentEvent;

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
pub struct LogFile {
    path: PathBuf,
    state: Mutex<LogState>,
}

enum LogState {
    Open(File),
    /// The file could not be written, for example on a full disk, which does not stop a tournament.
    Failed(Rejected),
    /// The error has been reported.
    Closed,
}

impl LogFile {
    /// Opens or creates the file, to append unless it is to be overwritten.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(log: &LogOut) -> Result<Arc<Self>, Rejected> {
        let mut options = OpenOptions::new();
        options.create(true);
        match log.out.overwrite {
            true => options.write(true).truncate(true),
            false => options.append(true),
        };
        let path = log.out.file.clone();
        let file =
            files::open(&options, &path).map_err(|error| Rejected::at(path.display(), error))?;
        Ok(Arc::new(Self { path, state: Mutex::new(LogState::Open(file)) }))
    }

    fn append(&self, text: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let LogState::Open(file) = &mut *state else { return };
        if let Err(error) = file.write_all(sanitized(text).as_bytes()) {
            *state = LogState::Failed(Rejected::at(self.path.display(), error));
        }
    }

    /// The error that ended the log, only once.
    fn take_error(&self) -> Option<Rejected> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, LogState::Closed) {
            LogState::Failed(error) => Some(error),
            other => {
                *state = other;
                None
            }
        }
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

/// Prints the communication with the engines of a worker, in the format of cutechess.
pub struct DebugLog {
    pub events: SyncSender<TournamentEvent>,
    /// The number of the worker.
    pub worker: usize,
    /// The start of the times in it.
    pub start: Instant,
}

impl EngineLog for DebugLog {
    fn line(&self, engine: &str, direction: Direction, line: &str) {
        let sign = match direction {
            Direction::To => '>',
            Direction::From => '<',
        };
        let (time, worker) = (self.start.elapsed().as_millis(), self.worker);
        let line = format!("{time} {sign}{engine}({worker}): {line}");
        // Nobody prints it after the end of the tournament.
        let _ = self.events.send(TournamentEvent::Line(line));
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
        if let Some(error) = self.log.as_ref().and_then(|(log, _)| log.take_error()) {
            self.warn(&format!("Warning; the log ends: {error}"))?;
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
        print_note(text);
    }

    fn erase_status(&mut self) {
        if std::mem::take(&mut self.status_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
