//! Games of users' files, and what only compiled games have.

use baroque_games::{FileError, FileErrors, GameFile, Games};
use baroque_movegen::{AnyGame, AnyHistory, GameId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::rejected::Rejected;
use crate::text::{one_line, quoted};

/// A file of games that a player brings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why a file of games is not used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GamesFileError {
    /// It cannot be read.
    #[error("{path}: {reason}")]
    File {
        /// The path.
        path: String,
        /// The error message of the system.
        reason: String,
    },
    /// Something in it is wrong: all that is, a line each.
    #[error(transparent)]
    Contents(#[from] FileErrors),
}

impl GamesFileError {
    /// The error in one line: the first of several.
    pub fn first_line(&self) -> String {
        let text = self.to_string();
        let mut lines = text.lines();
        let first = one_line(lines.next().unwrap_or_default());
        match lines.count() {
            0 => first,
            more => format!("{first} (and {more} more; 'baroque check' lists all)"),
        }
    }
}

/// Titles of the compiled rule sets.
const TITLES: &[(&str, &str)] = &[
    ("baroque", "Baroque chess (Ultima)"),
    ("abbott1962", "Ultima, Abbott 1962"),
    ("abbott1968", "Ultima, Abbott 1968"),
    ("cambridge", "Ultima, Cambridge"),
    ("delft", "Ultima, Delft"),
    ("vchess", "Ultima, vchess"),
    ("maxima", "Maxima"),
    ("rococo", "Rococo"),
    ("renaissance", "Renaissance"),
];

/// What people call the game of a position.
pub fn title(position: &AnyGame) -> String {
    let described = match position.history() {
        AnyHistory::CustomGame(history) => history.position().rules().about(),
        _ => None,
    };
    let described = described.map(|about| about.title.as_str());
    let compiled = || TITLES.iter().find(|(name, _)| *name == position.variant());
    let title = described.or_else(|| compiled().map(|&(_, title)| title));
    title.unwrap_or(position.variant()).to_owned()
}

/// Reads a file of games and adds them. Returns what is probably not intended in it.
///
/// # Errors
/// The file cannot be read, or something in it is wrong; then none of its games is used.
pub fn load(games: &mut Games, path: &str) -> Result<Vec<FileError>, GamesFileError> {
    let file = read(path)?;
    games.add_file(&file);
    Ok(file.warnings)
}

/// Reads a file of games.
///
/// # Errors
/// The file cannot be read, or something in it is wrong.
pub fn read(path: &str) -> Result<GameFile, GamesFileError> {
    let error = |reason: String| GamesFileError::File { path: quoted(path), reason };
    let text = files::read_text(path, baroque_games::MAX_FILE as u64);
    let text = text.map_err(|reason| error(reason.to_string()))?;
    Ok(baroque_games::parse(path, &text)?)
}

/// Checks that a game is a compiled one, for only those have what it is asked for.
///
/// # Errors
/// It is a custom game.
pub fn require_compiled(position: &AnyGame, what: &str) -> Result<(), Rejected> {
    match position.game() {
        GameId::CustomGame => Err(Rejected(format!(
            "'{}' has no {what}; these have one: {}",
            position.variant(),
            AnyGame::variants().join(" ")
        ))),
        _ => Ok(()),
    }
}
