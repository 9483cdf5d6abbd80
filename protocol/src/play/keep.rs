//! Games that outlive the program: after every move the game is written to a file, so that
//! whatever happens to the program or the terminal, it can be gone on with.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Where the program keeps what is nobody's document; `None` for a user without a home.
pub fn directory() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    Some(places.state_dir().unwrap_or_else(|| places.data_dir()).join("baroque"))
}

/// The file of the game at hand.
pub struct Keeper {
    path: Option<PathBuf>,
    /// Whether it is the usual one.
    usual: bool,
    /// Whether the game at hand is in the file, not one from before.
    written: bool,
}

impl Keeper {
    /// A keeper that uses this file, or the usual one.
    pub fn new(path: Option<&Path>) -> Self {
        let usual = || directory().map(|directory| directory.join("last-game.pgn"));
        let file = path.map(Path::to_owned).or_else(usual);
        Self { path: file, usual: path.is_none(), written: false }
    }

    /// The file, if there is a place for one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The command that goes on with the game, and the file in which it is.
    pub fn advice(&self) -> String {
        let path = self.path().unwrap_or(Path::new("")).display();
        match self.usual {
            true => format!("The game is kept in {path}; 'baroque play --resume' goes on with it."),
            false => format!(
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

    /// The game at hand is the one of the file.
    pub fn resume(&mut self) {
        self.written = true;
    }

    /// The file of the game before the one at hand.
    pub fn before(&self) -> Option<PathBuf> {
        let path = self.path()?;
        Some(if self.written { previous(path) } else { path.to_owned() })
    }

    /// Writes the game. What another game left in the file is kept beside it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, text: &str) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Err(io::Error::other("there is no home directory"));
        };
        if !self.written && path.exists() {
            fs::rename(path, previous(path))?;
        }
        write(path, text)?;
        self.written = true;
        Ok(())
    }
}

/// Where a game goes when another one takes its place.
fn previous(path: &Path) -> PathBuf {
    path.with_extension("previous.pgn")
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// It cannot be written; what was there is still there.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        // If it cannot be removed either, there is nothing more to be done.
        let _ = fs::remove_file(&draft);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_before_is_kept_beside_the_new_one() {
        let directory = std::env::temp_dir().join(format!("baroque-keep-{}", std::process::id()));
        let path = directory.join("game.pgn");
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let mut keeper = Keeper::new(Some(&path));
        keeper.keep("one").unwrap();
        keeper.keep("one, a move later").unwrap();
        assert_eq!(read(&path), "one, a move later");
        assert!(!keeper.before().unwrap().exists());
        keeper.begin();
        assert_eq!(keeper.before().as_deref(), Some(path.as_path()));
        keeper.keep("two").unwrap();
        assert_eq!(read(&path), "two");
        assert_eq!(read(&keeper.before().unwrap()), "one, a move later");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
        fs::remove_dir_all(directory).unwrap();
    }
}
