//! The state file of a match, in lines of JSON: the settings, a line per finished game, and the
//! settings again wherever the match was resumed. Lines are only appended, so games that have a
//! line survive when the program is killed. The process that plays the match locks the file.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use baroque_formats::Rejected;
use baroque_formats::files::{self, claim, numbered};
use baroque_formats::pgn::GameResult;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::files::Lengths;
use super::options::check_numbers;
use super::settings::{FileKind, FileOut, RunOptions, Settings};

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

/// Tells the kinds of lines apart.
#[derive(Deserialize)]
struct AnyLine {
    settings: Option<IgnoredAny>,
}

/// A match that was read from its state file.
pub struct SavedMatch {
    pub settings: Settings,
    /// The finished games. The lengths of files that are no longer written are unknown.
    pub games: Vec<SavedGame>,
    /// The lengths of the files before these games.
    base: Lengths,
    /// The length of the state file up to its first line and up to the line of each game.
    ends: Vec<u64>,
    path: PathBuf,
    /// Holds the lock, so that no other process resumes the match.
    file: File,
}

impl SavedMatch {
    /// Reads a state file and locks it.
    ///
    /// # Errors
    /// The file cannot be read, is not a state file, holds a number out of range, or is locked by
    /// another process.
    pub fn read(path: &Path) -> Result<Self, Rejected> {
        let invalid = |reason: String| Rejected::at(path.display(), reason);
        let io_error = |error| Rejected::at(path.display(), error);
        let file = open(path).map_err(io_error)?;
        if !claim(&file) {
            return Err(invalid("another process is running this match".to_owned()));
        }
        let mut input = BufReader::new(file.try_clone().map_err(io_error)?);
        let (settings, path) = (Settings::default(), path.to_owned());
        let (games, base, ends) = (Vec::new(), Lengths::default(), Vec::new());
        let mut saved = Self { settings, games, base, ends, path, file };
        let (mut line, mut number, mut end) = (Vec::new(), 0, 0);
        loop {
            files::read_bounded_line(&mut input, &mut line).map_err(io_error)?;
            // A line without its end was being written when the program was killed.
            if !line.ends_with(b"\n") {
                break;
            }
            number += 1;
            end += line.len() as u64;
            let bad = |error| invalid(format!("line {number}: not a record of a match: {error}"));
            saved.add_line(&line, end).map_err(bad)?;
        }
        if saved.ends.len() != saved.games.len() + 1 {
            return Err(invalid("it is not a saved match".to_owned()));
        }
        saved.check().map_err(invalid)?;
        saved.file.set_len(end).map_err(io_error)?;
        Ok(saved)
    }

    /// Adds a line that ends at this offset.
    fn add_line(&mut self, line: &[u8], end: u64) -> serde_json::Result<()> {
        if serde_json::from_slice::<AnyLine>(line)?.settings.is_none() {
            self.games.push(serde_json::from_slice(line)?);
        } else {
            let StateHeader { settings, lengths, .. } = serde_json::from_slice(line)?;
            self.set_files(&settings.run);
            let first = std::mem::replace(&mut self.base, lengths);
            self.base.extend(first);
            self.settings = settings;
            if !self.ends.is_empty() {
                return Ok(());
            }
        }
        self.ends.push(end);
        Ok(())
    }

    /// Checks what is read but never written.
    fn check(&self) -> Result<(), String> {
        let mut numbers = HashSet::from([0]);
        match self.games.iter().find(|game| !numbers.insert(game.game)) {
            Some(SavedGame { game: 0, .. }) => Err("there is no game 0".to_owned()),
            Some(SavedGame { game, .. }) => Err(format!("game {game} is there twice")),
            None => check_numbers(&self.settings),
        }
    }

    /// Forgets the lengths of the files that are not the files of these options.
    pub fn set_files(&mut self, run: &RunOptions) {
        let [then, now] = [&self.settings.run, run].map(RunOptions::files);
        let file = |outs: &BTreeMap<FileKind, &FileOut>, kind: &FileKind| {
            outs.get(kind).map(|out| out.file.clone())
        };
        let games = self.games.iter_mut().map(|game| &mut game.lengths);
        for lengths in games.chain([&mut self.base]) {
            lengths.retain(|kind, _| file(&then, kind) == file(&now, kind));
        }
    }

    /// The lengths of the files after the last game.
    pub fn lengths(&self) -> Lengths {
        let mut lengths = self.base.clone();
        lengths.extend(self.games.last().into_iter().flat_map(|game| &game.lengths));
        lengths
    }

    /// Forgets the last games that files of these sizes do not hold, which were lost with the power,
    /// and returns how many.
    pub fn forget_lost(&mut self, sizes: &Lengths) -> usize {
        let fits =
            |(kind, length): (&FileKind, &u64)| sizes.get(kind).is_none_or(|size| length <= size);
        let is_held = |game: &SavedGame| game.lengths.iter().all(fits);
        let kept = self.games.iter().rposition(is_held).map_or(0, |last| last + 1);
        let lost = self.games.len() - kept;
        self.games.truncate(kept);
        self.ends.truncate(kept + 1);
        lost
    }

    /// Resumes the match with settings that may differ. `lost` is whether games were forgotten.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn resume(
        self,
        settings: &Settings,
        lengths: &Lengths,
        lost: bool,
    ) -> Result<State, Rejected> {
        let Self { path, file, ends, .. } = self;
        if let Some(&end) = ends.last().filter(|_| lost) {
            file.set_len(end).map_err(|error| Rejected::at(path.display(), error))?;
        }
        let mut state = State { path, file, _older: None, unsaved: 0 };
        state.write(&header(settings, lengths))?;
        Ok(state)
    }
}

impl State {
    /// Creates the state file of a match that may have finished games. If the name is taken by a
    /// running match or by a foreign file, the file is `config.2.json` and so on. The state file of
    /// a match that is not running is renamed to `config.previous.json`; if it has no games and there is such
    /// a file already, it is removed instead.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(
        settings: &Settings,
        lengths: &Lengths,
        games: &[SavedGame],
    ) -> Result<Self, Rejected> {
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
    fn claim(path: &Path) -> Result<Self, Rejected> {
        let name = |number: usize| match number {
            1 => path.to_owned(),
            _ => numbered(path, number),
        };
        for path in (1..=MAX_STATES).map(name) {
            let io_error = |error| Rejected::at(path.display(), error);
            let older = match open(&path) {
                Ok(file) => Some(file),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(io_error(error)),
            };
            if let Some(file) = older {
                if !claim(&file) {
                    continue;
                }
                if file.metadata().map_err(io_error)?.len() == 0 {
                    return Ok(Self { path, file, _older: None, unsaved: 0 });
                }
                let previous = numbered(&path, "previous");
                let is_saved = || open(&previous).is_ok_and(|file| first_lines(&file).is_some());
                let moved = match first_lines(&file) {
                    // A match without games does not take the place of an older one.
                    Some(1) if previous.exists() => fs::remove_file(&path),
                    Some(_) if !previous.exists() || is_saved() => fs::rename(&path, previous),
                    _ => continue,
                };
                moved.map_err(io_error)?;
                if let Some(state) = Self::begin(&path, Some(file))? {
                    return Ok(state);
                }
            } else if let Some(state) = Self::begin(&path, None)? {
                return Ok(state);
            }
        }
        let reason = format!("{MAX_STATES} files of this name are in use");
        Err(Rejected::at(path.display(), reason))
    }

    /// Creates and locks a file; `None` if another process was faster.
    fn begin(path: &Path, older: Option<File>) -> Result<Option<Self>, Rejected> {
        let file = match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(Rejected::at(path.display(), error)),
        };
        let state = Self { path: path.to_owned(), file, _older: older, unsaved: 0 };
        Ok(claim(&state.file).then_some(state))
    }

    fn write(&mut self, text: &str) -> Result<(), Rejected> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Rejected::at(self.path.display(), error))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the next game is to be flushed to the disk, as every `interval` games.
    pub fn is_due(&self, interval: u64) -> bool {
        interval > 0 && self.unsaved + 1 >= interval
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &SavedGame) -> Result<(), Rejected> {
        self.unsaved += 1;
        self.write(&line(game))
    }

    /// Flushes the file to the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> Result<(), Rejected> {
        self.unsaved = 0;
        files::sync(&self.file).map_err(|error| Rejected::at(self.path.display(), error))
    }
}

/// Opens an existing state file.
fn open(path: &Path) -> io::Result<File> {
    files::open_regular(OpenOptions::new().read(true).append(true), path)
}

/// The number of lines of a state file, at most 2; `None` if by its first line it is none.
fn first_lines(file: &File) -> Option<usize> {
    let (mut input, mut line) = (BufReader::new(file), Vec::new());
    files::read_bounded_line(&mut input, &mut line).ok()?;
    serde_json::from_slice::<StateHeader>(&line).ok()?;
    files::read_bounded_line(&mut input, &mut line).ok()?;
    Some(1 + usize::from(!line.is_empty()))
}

fn header(settings: &Settings, lengths: &Lengths) -> String {
    let baroque = env!("CARGO_PKG_VERSION").to_owned();
    line(&StateHeader { baroque, settings: settings.clone(), lengths: lengths.clone() })
}

fn line(value: &impl Serialize) -> String {
    // Strings and numbers always serialize.
    serde_json::to_string(value).map(|line| line + "\n").unwrap_or_default()
}
