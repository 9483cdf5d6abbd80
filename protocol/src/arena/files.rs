//! The files that a tournament writes game by game. Each game goes to its file at once and whole,
//! and the state of the tournament knows how long the file is then: what stands behind that when
//! the tournament is gone on with belongs to a game that is played again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::settings::FileOut;

/// The files that games go to.
pub struct Sinks {
    /// Games.
    pub pgn: Option<Sink>,
    /// Final positions.
    pub epd: Option<Sink>,
    /// Games as JSON.
    pub json: Option<Sink>,
}

/// How many bytes the files that games go to have; nothing of those that are not wanted.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Lengths {
    /// The file of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<u64>,
    /// The file of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epd: Option<u64>,
    /// The file of JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<u64>,
}

impl Sinks {
    /// How long the files are.
    pub fn lengths(&self) -> Lengths {
        let Self { pgn, epd, json } = self;
        let [pgn, epd, json] = [pgn, epd, json].map(|sink| sink.as_ref().map(|sink| sink.length));
        Lengths { pgn, epd, json }
    }

    /// Forgets what is to be written anew: now it is sure that the games can be played.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn begin(&mut self) -> Result<(), FileError> {
        let Self { pgn, epd, json } = self;
        [pgn, epd, json].into_iter().flatten().try_for_each(Sink::begin)
    }

    /// Forces all games to the disk.
    pub fn sync(&self) {
        let Self { pgn, epd, json } = self;
        for sink in [pgn, epd, json].into_iter().flatten() {
            // Nothing can be done where that is not possible.
            let _ = sink.file.sync_data();
        }
    }
}

/// A file that grows by whole games.
pub struct Sink {
    path: PathBuf,
    file: File,
    /// Bytes that it has, or will have once what is stale is forgotten.
    length: u64,
    /// Whether it has more, which is stale. Otherwise nothing is ever cut off: another match may
    /// write to the same file.
    stale: bool,
    /// The checksum of all that was written, once it was asked for.
    checksum: Option<Hasher>,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Games in PGN.
    Pgn,
    /// A line for each game.
    Lines,
}

impl Kind {
    /// Whether a text may be one game, whole or torn, or nothing.
    fn is_one_game(self, text: &str) -> bool {
        const FIRST: &str = "[Event ";
        match self {
            Self::Pgn if text.len() < FIRST.len() => FIRST.starts_with(text),
            Self::Pgn => {
                // Tags and moves, an empty line behind each.
                let behind = text.splitn(3, "\n\n").nth(2).unwrap_or_default();
                // A whole game of ours has a number.
                let is_ours = !text.ends_with("\n\n") || text.contains("\n[GameNumber ");
                let is_one = text.starts_with(FIRST) && text.matches(FIRST).count() == 1;
                is_one && is_ours && behind.is_empty()
            }
            Self::Lines => text.find('\n').is_none_or(|end| end + 1 == text.len()),
        }
    }
}

/// A file that cannot be written, or that is not what it was.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

impl FileError {
    /// The system's error with a file.
    pub fn of(path: &Path, error: &io::Error) -> Self {
        Self { path: path.to_owned(), reason: error.to_string() }
    }
}

impl Sink {
    /// Opens a file, for games behind what it holds or instead of that.
    pub fn open(out: &FileOut) -> Result<Self, FileError> {
        let wrong = |error| FileError::of(&out.file, &error);
        let mut options = OpenOptions::new();
        options.create(true).read(true).append(true);
        let file = options.open(&out.file).map_err(wrong)?;
        let stale = out.overwrite;
        let length = if stale { 0 } else { file.metadata().map_err(wrong)?.len() };
        Ok(Self { path: out.file.clone(), file, length, stale, checksum: None })
    }

    /// Opens a file that had this length when the last game was written to it. What a kill left of
    /// a game behind that will be forgotten.
    ///
    /// # Errors
    /// It is shorter, or something else stands behind the games.
    pub fn reopen(path: &Path, length: u64, kind: Kind) -> Result<Self, FileError> {
        let wrong = |error| FileError::of(path, &error);
        let changed = |reason: &str| FileError { path: path.to_owned(), reason: reason.to_owned() };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(wrong)?;
        if file.metadata().map_err(wrong)?.len() < length {
            return Err(changed("it has become shorter since the match was broken off"));
        }
        let mut tail = Vec::new();
        let read = file.seek(SeekFrom::Start(length)).and_then(|_| file.read_to_end(&mut tail));
        read.map_err(wrong)?;
        if !kind.is_one_game(&String::from_utf8_lossy(&tail)) {
            return Err(changed("something was written to it since the match was broken off"));
        }
        let stale = !tail.is_empty();
        Ok(Self { path: path.to_owned(), file, length, stale, checksum: None })
    }

    fn begin(&mut self) -> Result<(), FileError> {
        let wrong = |error| FileError::of(&self.path, &error);
        // Devices have no length, and need none.
        if self.stale && self.file.metadata().map_err(wrong)?.is_file() {
            self.file.set_len(self.length).map_err(wrong)?;
        }
        Ok(())
    }

    /// Adds a game.
    pub fn add(&mut self, text: &str) -> Result<(), FileError> {
        self.file.write_all(text.as_bytes()).map_err(|error| FileError::of(&self.path, &error))?;
        self.length += text.len() as u64;
        if let Some(checksum) = &mut self.checksum {
            checksum.update(text.as_bytes());
        }
        Ok(())
    }

    /// The checksum of the file: `File games.pgn has CRC32: 0x12345678`.
    pub fn checksum(&mut self) -> Result<String, FileError> {
        let hasher = match self.checksum.take() {
            Some(hasher) => hasher,
            None => {
                let mut bytes = Vec::new();
                let start = self.file.seek(SeekFrom::Start(0));
                let read = start.and_then(|_| self.file.read_to_end(&mut bytes));
                read.map_err(|error| FileError::of(&self.path, &error))?;
                let mut hasher = Hasher::new();
                hasher.update(&bytes);
                hasher
            }
        };
        let sum = self.checksum.insert(hasher).clone().finalize();
        Ok(format!("File {} has CRC32: {sum:#x}", self.path.display()))
    }
}
