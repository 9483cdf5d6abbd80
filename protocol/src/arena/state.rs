//! The state file of a match, in lines of JSON: the settings, a line per finished game, and the
//! settings again wherever the match was resumed. Lines are only appended, so games that have a
//! line survive when the program is killed. The process that plays the match locks the file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{FileError, Lengths};
use super::game_end::Fault;
use super::settings::Settings;
use crate::files;
use crate::formats::pgn::GameResult;

/// Maximum number of state files with one name and different numbers.
const MAX_STATES: usize = 999;

/// The state file of a running match.
pub struct State {
    path: PathBuf,
    file: File,
    /// The renamed state file of an older match. The lock keeps processes away that opened the file
    /// before it was renamed.
    _older: Option<File>,
    /// Games since the last flush to the disk.
    unsaved: u64,
}

/// A finished game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// Its number, from 1.
    pub game: u64,
    /// The result in PGN.
    pub result: String,
    /// The kind of ending, for the list of how games ended.
    #[serde(default)]
    pub reason: String,
    /// The failure of the loser's engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The lengths of the files after it.
    #[serde(flatten)]
    pub lengths: Lengths,
}

impl SavedGame {
    pub fn result(&self) -> GameResult {
        GameResult::parse(&self.result).unwrap_or_default()
    }
}

/// The first line, and the one that is appended when the match is resumed.
#[derive(Serialize, Deserialize)]
struct StateHeader {
    /// The version of the program.
    baroque: String,
    settings: Settings,
    /// The lengths of the files at that time.
    lengths: Lengths,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StateLine {
    Header(Box<StateHeader>),
    Game(SavedGame),
}

/// A match that was read from its state file.
pub struct SavedMatch {
    pub settings: Settings,
    /// The finished games.
    pub games: Vec<SavedGame>,
    /// The lengths of the files in the last line.
    pub lengths: Lengths,
    path: PathBuf,
    /// Holds the lock, so that no other process resumes the match.
    file: File,
}

impl SavedMatch {
    /// Reads a state file and locks it.
    ///
    /// # Errors
    /// The file cannot be read, is not a state file, or is locked by another process.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let invalid = |reason: String| FileError { path: path.to_owned(), reason };
        let io_error = |error| FileError::of(path, &error);
        let file = open(path).map_err(io_error)?;
        if is_locked(&file) {
            return Err(invalid("another process is running this match".to_owned()));
        }
        let (mut settings, mut games, mut lengths) = (None, Vec::new(), Lengths::default());
        let (mut input, mut line) = (BufReader::new(&file), Vec::new());
        let (mut number, mut end) = (0, 0);
        loop {
            files::read_bounded_line(&mut input, &mut line).map_err(io_error)?;
            // A line without its end was being written when the program was killed.
            if !line.ends_with(b"\n") {
                break;
            }
            number += 1;
            end += line.len() as u64;
            let bad = |error| invalid(format!("line {number}: not a record of a match: {error}"));
            match serde_json::from_slice(&line).map_err(bad)? {
                StateLine::Header(header) => {
                    settings = Some(header.settings);
                    lengths = header.lengths;
                }
                StateLine::Game(game) => {
                    lengths = game.lengths;
                    games.push(game);
                }
            }
        }
        let settings = settings.ok_or_else(|| invalid("it is not a saved match".to_owned()))?;
        file.set_len(end).map_err(io_error)?;
        Ok(Self { settings, games, lengths, path: path.to_owned(), file })
    }

    /// Resumes the match with settings that may differ.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn resume(self, settings: &Settings, lengths: Lengths) -> Result<State, FileError> {
        let Self { path, file, .. } = self;
        let mut state = State { path, file, _older: None, unsaved: 0 };
        state.write(&header(settings, lengths))?;
        Ok(state)
    }
}

impl State {
    /// Creates the state file of a match that may have finished games. If the name is taken by a
    /// running match or by a foreign file, the file is `config.2.json` and so on. The state file of
    /// a match that is not running is renamed to `config.previous.json`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(
        settings: &Settings,
        lengths: Lengths,
        games: &[SavedGame],
    ) -> Result<Self, FileError> {
        let mut state = Self::claim(&settings.run.state)?;
        let mut text = header(settings, lengths);
        text.extend(games.iter().map(line));
        if !games.is_empty() {
            // The output files may differ from those of the finished games.
            text += &header(settings, lengths);
        }
        state.write(&text)?;
        Ok(state)
    }

    /// Creates and locks an empty file with this name, or with the next number that is free.
    fn claim(path: &Path) -> Result<Self, FileError> {
        let name = |number: usize| match number {
            1 => path.to_owned(),
            _ => numbered(path, &number.to_string()),
        };
        for path in (1..=MAX_STATES).map(name) {
            let io_error = |error| FileError::of(&path, &error);
            let older = match open(&path) {
                Ok(file) => Some(file),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(io_error(error)),
            };
            if let Some(file) = older {
                if is_locked(&file) {
                    continue;
                }
                if file.metadata().map_err(io_error)?.len() == 0 {
                    return Ok(Self { path, file, _older: None, unsaved: 0 });
                }
                let previous = numbered(&path, "previous");
                if !is_state(&file) || previous.exists() && !is_state_file(&previous) {
                    continue;
                }
                fs::rename(&path, previous).map_err(io_error)?;
                if let Some(state) = Self::begin(&path, Some(file))? {
                    return Ok(state);
                }
            } else if let Some(state) = Self::begin(&path, None)? {
                return Ok(state);
            }
        }
        let reason = format!("{MAX_STATES} files of this name are in use");
        Err(FileError { path: path.to_owned(), reason })
    }

    /// Creates and locks a file; `None` if another process was faster.
    fn begin(path: &Path, older: Option<File>) -> Result<Option<Self>, FileError> {
        let file = match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(FileError::of(path, &error)),
        };
        let state = Self { path: path.to_owned(), file, _older: older, unsaved: 0 };
        Ok((!is_locked(&state.file)).then_some(state))
    }

    fn write(&mut self, text: &str) -> Result<(), FileError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| FileError::of(&self.path, &error))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a game. Flushes the file to the disk every `interval` games, and returns whether it
    /// did.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &SavedGame, interval: u64) -> Result<bool, FileError> {
        self.write(&line(game))?;
        self.unsaved += 1;
        let due = interval > 0 && self.unsaved >= interval;
        if due {
            self.sync()?;
        }
        Ok(due)
    }

    /// Flushes the file to the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.unsaved = 0;
        files::sync(&self.file).map_err(|error| FileError::of(&self.path, &error))
    }
}

/// Opens an existing state file.
fn open(path: &Path) -> io::Result<File> {
    files::open_regular(OpenOptions::new().read(true).append(true), path)
}

/// Locks a file and returns whether another process has the lock. A file system without locks
/// counts as unlocked.
fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether a file is a state file by its first line.
fn is_state(file: &File) -> bool {
    let mut line = Vec::new();
    files::read_bounded_line(&mut BufReader::new(file), &mut line).is_ok()
        && serde_json::from_slice::<StateHeader>(&line).is_ok()
}

fn is_state_file(path: &Path) -> bool {
    open(path).is_ok_and(|file| is_state(&file))
}

fn header(settings: &Settings, lengths: Lengths) -> String {
    let baroque = env!("CARGO_PKG_VERSION").to_owned();
    line(&StateHeader { baroque, settings: settings.clone(), lengths })
}

fn line(value: &impl Serialize) -> String {
    // Strings and numbers always serialize.
    serde_json::to_string(value).map(|line| line + "\n").unwrap_or_default()
}

/// Inserts text before the extension: `config.json` becomes `config.2.json`.
fn numbered(path: &Path, more: &str) -> PathBuf {
    let extension = path.extension().map(|text| text.to_string_lossy().into_owned());
    path.with_extension(extension.map_or_else(|| more.to_owned(), |text| format!("{more}.{text}")))
}
