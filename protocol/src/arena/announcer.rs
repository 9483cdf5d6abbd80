//! What a tournament says: lines on the output and in a log, and one line of progress where a
//! person watches.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::FileError;
use super::player::{Direction, EngineLog};
use super::settings::{Level, Log};

/// The one who speaks.
pub struct Announcer<W> {
    output: W,
    log: Option<(Arc<LogFile>, Level)>,
    /// Whether there is a line of progress on standard error, to be wiped off.
    progress: bool,
    watched: bool,
    /// Whether a testing framework listens: OpenBench takes an empty line for the end, and reads
    /// nothing but ASCII.
    plain: bool,
}

/// A log file, which several threads write.
pub struct LogFile(Mutex<File>);

impl LogFile {
    /// Opens the file.
    pub fn open(log: &Log) -> Result<Arc<Self>, FileError> {
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

    fn add(&self, text: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk is no reason to stop a tournament.
        let _ = file.write_all(text.as_bytes());
    }
}

impl EngineLog for LogFile {
    fn line(&self, engine: &str, direction: Direction, line: &str) {
        let sign = match direction {
            Direction::To => "<---",
            Direction::From => "--->",
        };
        self.add(&format!("{engine} {sign} {line}\n"));
    }
}

impl<W: Write> Announcer<W> {
    /// Speaks on an output, to a testing framework or not, and into a log what matters enough for
    /// it.
    pub fn new(output: W, log: Option<(Arc<LogFile>, Level)>, plain: bool) -> Self {
        Self { output, log, progress: false, watched: io::stderr().is_terminal(), plain }
    }

    /// Warns of something that takes several lines, or one where a testing framework listens.
    pub fn warn(&mut self, text: &str) -> io::Result<()> {
        match self.plain {
            true => self.say(Level::Warning, text.replace('\n', " :: ")),
            false => self.say(Level::Warning, text),
        }
    }

    /// Says something, one line or more.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn say(&mut self, level: Level, text: impl Display) -> io::Result<()> {
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
        if let Some((log, least)) = &self.log
            && level >= *least
        {
            log.add(&text);
        }
        self.wipe();
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// Tells the person who watches how far things are.
    pub fn progress(&mut self, text: impl Display) {
        if self.watched {
            // Who does not see it does not miss it.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
            self.progress = true;
        }
    }

    /// Tells the person who gave a signal what follows from it.
    pub fn answer(&mut self, text: impl Display) {
        self.wipe();
        let _ = writeln!(io::stderr(), "{text}");
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.progress) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
