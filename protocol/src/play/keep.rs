//! Games that outlive the program: after every move the game is written to a file, so that
//! whatever happens to the program or the terminal, it can be gone on with.
//!
//! Nothing else is ever harmed: a file that a player names must not be there yet or hold the game
//! that is gone on with, and a file that somebody else has changed meanwhile is left alone.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Most sessions at once whose games are kept in the usual place.
const MOST_SESSIONS: usize = 99;

/// Where the program keeps what is nobody's document; `None` for a user without a home.
pub fn directory() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    Some(places.state_dir().unwrap_or_else(|| places.data_dir()).join("baroque"))
}

/// Why a game is kept in a certain file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// It is the usual one.
    Usual,
    /// The usual one belongs to another session that is running.
    Second,
    /// The player has chosen it.
    Chosen,
}

/// The file of the game at hand.
pub struct Keeper {
    /// Links are followed already.
    path: Option<PathBuf>,
    place: Place,
    /// What the file holds, as far as that is known.
    kept: Option<Vec<u8>>,
    /// Whether the game at hand is in the file, not one from before.
    written: bool,
    /// Where the game before this one went.
    before: Option<PathBuf>,
    /// Tells other sessions to use another file; locked as long as it is open.
    _lock: Option<File>,
}

impl Keeper {
    /// A keeper that uses the file that a player has chosen, or the usual one.
    ///
    /// # Errors
    /// The chosen file is no place for a game; the path and the reason.
    pub fn open(chosen: Option<&Path>, resume: bool) -> Result<Self, (PathBuf, String)> {
        let Some(path) = chosen else {
            return Ok(directory().map_or_else(Self::nowhere, |directory| Self::usual(&directory)));
        };
        let wrong = |reason: String| (path.to_owned(), reason);
        let real = target(path).map_err(|error| wrong(error.to_string()))?;
        if !resume && real.exists() {
            let reason = "there is such a file already; choose another one for --autosave, or go \
                          on with its game by --resume";
            return Err(wrong(reason.to_owned()));
        }
        Ok(Self { path: Some(real), place: Place::Chosen, ..Self::nowhere() })
    }

    fn nowhere() -> Self {
        let place = Place::Usual;
        Self { path: None, place, kept: None, written: false, before: None, _lock: None }
    }

    /// A keeper that uses the first file in this directory that no other session uses.
    fn usual(directory: &Path) -> Self {
        // What goes wrong here goes wrong when a game is to be kept too, and is told then.
        let _ = fs::create_dir_all(directory);
        let claim = |number: usize| {
            let name = match number {
                1 => "last-game".to_owned(),
                _ => format!("last-game.{number}"),
            };
            let lock = File::create(directory.join(format!("{name}.lock"))).ok();
            let state = lock.as_ref().map(File::try_lock);
            // Some file systems have no locks.
            let used = matches!(state, Some(Err(TryLockError::WouldBlock)));
            let place = if number == 1 { Place::Usual } else { Place::Second };
            (!used).then(|| (directory.join(format!("{name}.pgn")), place, lock))
        };
        let Some((path, place, lock)) = (1..=MOST_SESSIONS).find_map(claim) else {
            return Self::nowhere();
        };
        let path = target(&path).unwrap_or(path);
        let before = Some(previous(&path, 1));
        Self { path: Some(path), place, before, _lock: lock, ..Self::nowhere() }
    }

    /// The file, if there is a place for one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether another session that is running uses the usual file.
    pub fn is_second(&self) -> bool {
        self.place == Place::Second
    }

    /// The command that goes on with the game, and the file in which it is.
    pub fn advice(&self) -> String {
        let path = self.path().unwrap_or(Path::new("")).display();
        match self.place {
            Place::Usual => {
                format!("The game is kept in {path}; 'baroque play --resume' goes on with it.")
            }
            Place::Second | Place::Chosen => format!(
                "The game is kept; 'baroque play --autosave {path} --resume' goes on with it."
            ),
        }
    }

    /// Whether the game at hand is in the file.
    pub fn is_written(&self) -> bool {
        self.written
    }

    /// Another game comes to the table: the file keeps the old one until that is written.
    pub fn begin(&mut self) {
        self.written = false;
    }

    /// The game at hand is the one of the file, which holds this.
    pub fn resume(&mut self, text: Vec<u8>) {
        self.kept = Some(text);
        self.written = true;
    }

    /// The player has saved the game at hand; perhaps in the same file.
    pub fn saved(&mut self, file: &Path, text: &str) {
        let same = |path: &Path| matches!((target(path), target(file)), (Ok(a), Ok(b)) if a == b);
        if self.path().is_some_and(same) {
            self.resume(text.as_bytes().to_vec());
        }
    }

    /// The file of the game before the one at hand, or of the last one if this one has not begun;
    /// `None` if there is no such file.
    pub fn before(&self) -> Option<PathBuf> {
        let path = if self.written { self.before.as_ref() } else { self.path.as_ref() };
        path.filter(|path| path.is_file()).cloned()
    }

    /// Writes the game. What another game left in the file is kept beside it.
    ///
    /// # Errors
    /// The file cannot be written, or is no longer what it was.
    pub fn keep(&mut self, text: &str) -> io::Result<()> {
        let Some(path) = self.path.clone() else {
            return Err(io::Error::other("there is no place for it"));
        };
        if let (false, Some(directory)) = (self.place == Place::Chosen, path.parent()) {
            fs::create_dir_all(directory)?;
        }
        let path = target(&path)?;
        if path.exists() {
            self.check(&path)?;
            if !self.written {
                self.move_away(&path)?;
            }
        }
        write(&path, text)?;
        self.resume(text.as_bytes().to_vec());
        Ok(())
    }

    /// Whether the file may be replaced: it holds what this session wrote or read, or it is the
    /// usual one from an earlier session.
    fn check(&self, path: &Path) -> io::Result<()> {
        let unchanged = match &self.kept {
            None => self.place != Place::Chosen,
            Some(kept) => fs::read(path)? == *kept,
        };
        let changed = || io::Error::other(format!("another program wrote {}", path.display()));
        unchanged.then_some(()).ok_or_else(changed)
    }

    /// Makes room for another game. Only the usual file has a fixed place for the game before.
    fn move_away(&mut self, path: &Path) -> io::Result<()> {
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let mut names = (1..).map(|number| previous(path, number));
        let place = match self.place {
            Place::Usual | Place::Second => names.next(),
            Place::Chosen => names.find(is_free),
        };
        let place = place.ok_or_else(|| io::Error::other("there is no free name"))?;
        fs::rename(path, &place)?;
        self.before = Some(place);
        Ok(())
    }
}

/// Where a game goes when another one takes its place: `game.previous.pgn` for `game.pgn`, or
/// `game.previous.2.pgn` and so on.
fn previous(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".previous");
    if number > 1 {
        name.push(format!(".{number}"));
    }
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The file in which a text for this path belongs: links are followed.
///
/// # Errors
/// There is something that is not to be replaced by a text, or no directory for it.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let wrong = |reason: &str| Err(io::Error::other(reason));
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => return wrong("it is a directory"),
        Ok(data) if !data.is_file() => return wrong("it is no regular file"),
        Ok(_) => return fs::canonicalize(path),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    if fs::symlink_metadata(path).is_ok() {
        return wrong("it is a link to a file that does not exist");
    }
    match path.parent() {
        Some(parent) if parent == Path::new("") || parent.is_dir() => Ok(path.to_owned()),
        Some(parent) => wrong(&format!("there is no directory {}", parent.display())),
        None => wrong("it is no name of a file"),
    }
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// It cannot be written; what was there is still there.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let draft = path.with_file_name(name);
    let written = File::create(&draft).and_then(|mut file| {
        if let Ok(data) = fs::metadata(&path) {
            file.set_permissions(data.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, &path)).inspect_err(|_| {
        // If it cannot be removed either, there is nothing more to be done.
        let _ = fs::remove_file(&draft);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(name: &str) -> PathBuf {
        let name = format!("baroque-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        fs::canonicalize(directory).unwrap()
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_game_before_is_kept_beside_the_new_one() {
        let directory = directory("keep");
        let path = directory.join("game.pgn");
        fs::write(directory.join("game.previous.pgn"), "precious").unwrap();
        let mut keeper = Keeper::open(Some(&path), false).ok().unwrap();
        keeper.keep("one").unwrap();
        keeper.keep("one, a move later").unwrap();
        assert_eq!((read(&path), keeper.before()), ("one, a move later".to_owned(), None));
        keeper.begin();
        assert_eq!(keeper.before().as_deref(), Some(path.as_path()));
        keeper.keep("two").unwrap();
        assert_eq!(read(&path), "two");
        assert_eq!(keeper.before(), Some(directory.join("game.previous.2.pgn")));
        assert_eq!(read(&keeper.before().unwrap()), "one, a move later");
        assert_eq!(read(&directory.join("game.previous.pgn")), "precious");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 3);
        fs::write(&path, "not ours").unwrap();
        assert!(keeper.keep("three").is_err());
        assert_eq!(read(&path), "not ours");
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn every_session_has_a_file_of_its_own() {
        let directory = directory("sessions");
        let path = |keeper: &Keeper| keeper.path().unwrap().to_owned();
        let first = Keeper::usual(&directory);
        let mut second = Keeper::usual(&directory);
        assert_eq!((first.is_second(), second.is_second()), (false, true));
        assert_eq!(path(&first), directory.join("last-game.pgn"));
        assert_eq!(path(&second), directory.join("last-game.2.pgn"));
        drop(first);
        let mut first = Keeper::usual(&directory);
        assert!(!first.is_second());
        for text in ["one", "two", "three"] {
            first.begin();
            first.keep(text).unwrap();
            second.keep(text).unwrap();
        }
        assert_eq!(read(&path(&first)), "three");
        assert_eq!(read(&first.before().unwrap()), "two");
        assert_eq!(second.before(), None);
        fs::remove_dir_all(directory).unwrap();
    }
}
