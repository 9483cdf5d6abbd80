//! The state of a tournament in a file: its settings on the first line, then a line for each
//! finished game (JSON); where it was gone on with, its settings once more. Lines are only ever
//! added, so whenever the program is killed all games whose lines are there are safe. Who plays
//! the tournament holds a lock on the file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{FileError, Lengths};
use super::settings::Settings;
use crate::pgn::GameResult;

/// Tournaments at once in one folder.
const MOST_STATES: usize = 999;

/// The file of a tournament that is played.
pub struct State {
    path: PathBuf,
    file: File,
    /// The state of an older tournament that stood in the way. Its lock is held, so that whoever
    /// opened it a moment ago sees that the place is taken.
    _older: Option<File>,
    /// Games since the file was last forced to the disk.
    unsaved: u64,
}

/// A finished game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Its number.
    pub game: u64,
    /// How it ended, as PGN has it.
    pub result: String,
    /// Why, in the words that all games have which end like this.
    #[serde(default)]
    pub reason: String,
    /// How long files are behind it.
    #[serde(flatten)]
    pub lengths: Lengths,
}

impl Done {
    /// How it ended.
    pub fn result(&self) -> GameResult {
        GameResult::parse(&self.result).unwrap_or_default()
    }
}

/// The first line, and any other behind which the tournament went on.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The version of the program.
    baroque: String,
    settings: Settings,
    /// How long files were then.
    lengths: Lengths,
}

/// A line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Header(Box<Header>),
    Done(Done),
}

/// A tournament that was begun.
pub struct Begun {
    /// Its settings.
    pub settings: Settings,
    /// Its games so far.
    pub games: Vec<Done>,
    /// How long files were behind the last line.
    pub lengths: Lengths,
    path: PathBuf,
    /// Others cannot go on with it, as long as this is open.
    file: File,
}

impl Begun {
    /// Reads the state of a tournament, and keeps others from going on with it.
    ///
    /// # Errors
    /// There is no such file, it is none of ours, or another runner has it.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let wrong = |reason: String| FileError { path: path.to_owned(), reason };
        let of_system = |error| FileError::of(path, &error);
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(of_system)?;
        if is_locked(&file) {
            return Err(wrong("another runner plays this match".to_owned()));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(of_system)?;
        // A line without its end was cut off by a kill.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        let mut settings = None;
        let (mut games, mut lengths) = (Vec::new(), Lengths::default());
        for (index, line) in text.lines().enumerate() {
            let bad = |error| wrong(format!("line {} is not of a match: {error}", index + 1));
            match serde_json::from_str(line).map_err(bad)? {
                Line::Header(header) => {
                    settings = Some(header.settings);
                    lengths = header.lengths;
                }
                Line::Done(game) => {
                    lengths = game.lengths;
                    games.push(game);
                }
            }
        }
        let none = || wrong("it is no match that was begun".to_owned());
        let settings = settings.ok_or_else(none)?;
        file.set_len(text.len() as u64).map_err(of_system)?;
        Ok(Self { settings, games, lengths, path: path.to_owned(), file })
    }

    /// Goes on with it under settings that may differ.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn resume(self, settings: &Settings, lengths: Lengths) -> Result<State, FileError> {
        let Self { path, file, .. } = self;
        let mut state = State { path, file, _older: None, unsaved: 0 };
        state.write(&header(settings, lengths))?;
        Ok(state)
    }
}

impl State {
    /// Begins the file of a tournament, with the games that it has already. If the place is taken,
    /// by another runner or by something that is no match, the file is `….2.…` and so on; the state
    /// of a match that nobody plays is kept as `….previous.…`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(
        settings: &Settings,
        lengths: Lengths,
        games: &[Done],
    ) -> Result<Self, FileError> {
        let mut state = Self::claim(&settings.conduct.state)?;
        let mut text = header(settings, lengths);
        text.extend(games.iter().map(line));
        if !games.is_empty() {
            // The files of the last game were others.
            text += &header(settings, lengths);
        }
        state.write(&text)?;
        Ok(state)
    }

    /// An empty file of this name, or of the next that is free, whose lock is ours.
    fn claim(path: &Path) -> Result<Self, FileError> {
        let name = |number: usize| match number {
            1 => path.to_owned(),
            _ => numbered(path, &number.to_string()),
        };
        for path in (1..=MOST_STATES).map(name) {
            let wrong = |error| FileError::of(&path, &error);
            let older = match OpenOptions::new().read(true).append(true).open(&path) {
                Ok(file) => Some(file),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(wrong(error)),
            };
            if let Some(mut file) = older {
                let mut text = String::new();
                if is_locked(&file) || file.read_to_string(&mut text).is_err() {
                    continue;
                }
                if text.is_empty() {
                    return Ok(Self { path, file, _older: None, unsaved: 0 });
                }
                let previous = numbered(&path, "previous");
                if !is_state(&text) || previous.exists() && !is_state_file(&previous) {
                    continue;
                }
                fs::rename(&path, previous).map_err(wrong)?;
                if let Some(state) = Self::begin(&path, Some(file))? {
                    return Ok(state);
                }
            } else if let Some(state) = Self::begin(&path, None)? {
                return Ok(state);
            }
        }
        let reason = format!("{MOST_STATES} files of this name are in use");
        Err(FileError { path: path.to_owned(), reason })
    }

    /// A file that was not there; `None` if another runner was quicker.
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game. Returns whether it is time to force everything to the disk, which is so every
    /// `interval` games.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, done: &Done, interval: u64) -> Result<bool, FileError> {
        self.write(&line(done))?;
        self.unsaved += 1;
        let due = interval > 0 && self.unsaved >= interval;
        if due {
            self.sync();
        }
        Ok(due)
    }

    /// Forces it to the disk.
    pub fn sync(&mut self) {
        self.unsaved = 0;
        // Nothing can be done where that is not possible.
        let _ = self.file.sync_data();
    }
}

/// Takes the lock of a file, or says that another has it. Some file systems have no locks.
fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether a text is the state of a tournament.
fn is_state(text: &str) -> bool {
    serde_json::from_str::<Header>(text.lines().next().unwrap_or_default()).is_ok()
}

fn is_state_file(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| is_state(&text))
}

fn header(settings: &Settings, lengths: Lengths) -> String {
    let baroque = env!("CARGO_PKG_VERSION").to_owned();
    line(&Header { baroque, settings: settings.clone(), lengths })
}

fn line(value: &impl Serialize) -> String {
    // Text and numbers can always be written.
    serde_json::to_string(value).map(|line| line + "\n").unwrap_or_default()
}

/// `config.json` with something more in its name: `config.2.json`.
fn numbered(path: &Path, more: &str) -> PathBuf {
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
    path.with_extension(ending.map_or_else(|| more.to_owned(), |ending| format!("{more}.{ending}")))
}
