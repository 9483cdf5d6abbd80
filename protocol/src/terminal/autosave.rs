//! Saves the game to a file after every move, so that it can be resumed however the program ends.
//!
//! No other file is overwritten: a file chosen by the player must be new or hold the resumed game, and
//! a file that another program has changed in the meantime is left alone.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use baroque_formats::files::{self, claim, numbered, resolve_target, write_atomically};
use etcetera::BaseStrategy;

/// Maximum number of concurrent sessions that autosave to the default directory.
const MAX_SESSIONS: usize = 99;

/// The state directory of the program; `None` for a user without a home directory.
pub fn state_directory() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("baroque"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum AutosaveLocation {
    /// The default file.
    #[default]
    Default,
    /// A numbered file, because another running session uses the default one.
    Secondary,
    /// The file of `--autosave`.
    UserChosen,
}

/// The autosave file of a session.
#[derive(Default)]
pub struct Autosave {
    /// Symbolic links are resolved; `None` if the game cannot be saved.
    path: Option<PathBuf>,
    location: AutosaveLocation,
    /// The content of the file, if this session has read or written it.
    content: Option<Vec<u8>>,
    /// Whether the file holds the current game, not an earlier one.
    written: bool,
    /// The file of the previous game.
    previous: Option<PathBuf>,
    /// Locked while the session runs, so that other sessions use another file.
    _lock: Option<File>,
}

impl Autosave {
    /// Uses the file that the player has chosen, or else the default one.
    ///
    /// # Errors
    /// A game cannot be saved to the chosen file; returns the path and the reason.
    pub fn open(chosen: Option<&Path>, resume: bool) -> Result<Self, (PathBuf, String)> {
        let Some(path) = chosen else {
            return Ok(state_directory().map(|path| Self::in_directory(&path)).unwrap_or_default());
        };
        let error = |reason: String| (path.to_owned(), reason);
        let resolved = resolve_target(path).map_err(|reason| error(reason.to_string()))?;
        if !resume && resolved.exists() {
            let reason = "the file exists already; choose another one for --autosave, or continue \
                          its game with --resume";
            return Err(error(reason.to_owned()));
        }
        let location = AutosaveLocation::UserChosen;
        Ok(Self { path: Some(resolved), location, ..Self::default() })
    }

    /// Uses the first file in this directory that no other session uses.
    fn in_directory(directory: &Path) -> Self {
        // `save` reports the error.
        let _ = fs::create_dir_all(directory);
        let claim = |number: usize| {
            let (lock, game) = (directory.join("last-game.lock"), directory.join("last-game.pgn"));
            let (lock, game, location) = match number {
                1 => (lock, game, AutosaveLocation::Default),
                _ => {
                    (numbered(&lock, number), numbered(&game, number), AutosaveLocation::Secondary)
                }
            };
            let lock = files::open_regular(OpenOptions::new().append(true).create(true), lock).ok();
            lock.as_ref().is_none_or(claim).then_some((game, location, lock))
        };
        let Some((path, location, lock)) = (1..=MAX_SESSIONS).find_map(claim) else {
            return Self::default();
        };
        let path = resolve_target(&path).unwrap_or(path);
        let previous = Some(previous_path(&path, 1));
        Self { path: Some(path), location, previous, _lock: lock, ..Self::default() }
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether another running session uses the default file.
    pub fn is_secondary(&self) -> bool {
        self.location == AutosaveLocation::Secondary
    }

    /// A sentence with the file and the command that resumes the game.
    pub fn resume_advice(&self) -> String {
        let path = self.path().unwrap_or(Path::new("")).display();
        match self.location {
            AutosaveLocation::Default => {
                format!("The game is saved in {path}; 'baroque play --resume' continues it.")
            }
            AutosaveLocation::Secondary | AutosaveLocation::UserChosen => format!(
                "The game is saved; 'baroque play --autosave {path} --resume' continues it."
            ),
        }
    }

    /// Whether the current game has been saved.
    pub fn is_written(&self) -> bool {
        self.written
    }

    /// The current game is a new one: the next `save` first moves the old game away.
    pub fn start_new_game(&mut self) {
        self.written = false;
    }

    /// The current game is the one in the file, whose content is `text`.
    pub fn resume(&mut self, text: Vec<u8>) {
        self.content = Some(text);
        self.written = true;
    }

    /// The player has saved the current game to `file`, possibly the autosave file itself.
    pub fn note_saved(&mut self, file: &Path, text: &str) {
        let is_same = |path: &Path| matches!((resolve_target(path), resolve_target(file)), (Ok(a), Ok(b)) if a == b);
        if self.path().is_some_and(is_same) {
            self.resume(text.as_bytes().to_vec());
        }
    }

    /// The file of the previous game, which is the autosave file until the current game is saved;
    /// `None` if it does not exist.
    pub fn previous_game(&self) -> Option<PathBuf> {
        let path = if self.written { self.previous.as_ref() } else { self.path.as_ref() };
        path.filter(|path| path.is_file()).cloned()
    }

    /// Saves the game. Another game in the file is moved to [`previous_path`].
    ///
    /// # Errors
    /// The file cannot be written, or another program has changed it.
    pub fn save(&mut self, text: &str) -> io::Result<()> {
        let Some(path) = self.path.clone() else {
            return Err(io::Error::other("there is no directory for saved games"));
        };
        if let (false, Some(directory)) =
            (self.location == AutosaveLocation::UserChosen, path.parent())
        {
            fs::create_dir_all(directory)?;
        }
        let path = resolve_target(&path)?;
        if path.exists() {
            self.check_unchanged(&path)?;
            if !self.written {
                self.move_to_previous(&path)?;
            }
        }
        write_atomically(&path, text)?;
        self.resume(text.as_bytes().to_vec());
        Ok(())
    }

    /// An error unless the file holds what this session has read or written, or is the default one
    /// of an earlier session.
    fn check_unchanged(&self, path: &Path) -> io::Result<()> {
        let unchanged = match &self.content {
            None => self.location != AutosaveLocation::UserChosen,
            Some(content) => {
                let length = content.len() as u64;
                fs::metadata(path)?.len() == length
                    && files::read_regular(path, length)? == *content
            }
        };
        let changed = || io::Error::other(format!("another program wrote {}", path.display()));
        unchanged.then_some(()).ok_or_else(changed)
    }

    /// Renames the file of the old game: a default file replaces the previous game, a chosen one
    /// takes the first free name.
    fn move_to_previous(&mut self, path: &Path) -> io::Result<()> {
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let mut paths = (1..).map(|number| previous_path(path, number));
        let previous = match self.location {
            AutosaveLocation::Default | AutosaveLocation::Secondary => paths.next(),
            AutosaveLocation::UserChosen => paths.find(is_free),
        };
        let previous = previous.ok_or_else(|| io::Error::other("there is no free name"))?;
        fs::rename(path, &previous)?;
        self.previous = Some(previous);
        Ok(())
    }
}

/// The path to which an old game is moved: `game.previous.pgn` for `game.pgn` and number 1, else
/// `game.previous.NUMBER.pgn`.
fn previous_path(path: &Path, number: usize) -> PathBuf {
    match number {
        1 => numbered(path, "previous"),
        _ => numbered(path, format_args!("previous.{number}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn each_session_has_its_own_file() {
        let name = format!("baroque-sessions-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        let directory = fs::canonicalize(directory).unwrap();
        let path = |autosave: &Autosave| autosave.path().unwrap().to_owned();
        let first = Autosave::in_directory(&directory);
        let mut second = Autosave::in_directory(&directory);
        assert_eq!((first.is_secondary(), second.is_secondary()), (false, true));
        assert_eq!(path(&first), directory.join("last-game.pgn"));
        assert_eq!(path(&second), directory.join("last-game.2.pgn"));
        drop(first);
        let mut first = Autosave::in_directory(&directory);
        assert!(!first.is_secondary());
        for text in ["one", "two", "three"] {
            first.start_new_game();
            first.save(text).unwrap();
            second.save(text).unwrap();
        }
        assert_eq!(read(&path(&first)), "three");
        assert_eq!(read(&first.previous_game().unwrap()), "two");
        assert_eq!(second.previous_game(), None);
        fs::remove_dir_all(directory).unwrap();
    }
}
