//! Reading of files that describe games.

use baroque_games::{FileError, FileErrors, GameFile};
use thiserror::Error;

use super::{register_builtin, register_game};
use crate::files;
use crate::text::{one_line, quoted};

/// Why a file of games is not used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GamesError {
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

impl GamesError {
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

/// Reads a file of games and makes them known by their names. Returns what is hardly meant in it.
///
/// # Errors
/// The file cannot be read, or something in it is wrong; then none of its games is used.
pub fn load(path: &str) -> Result<Vec<FileError>, GamesError> {
    register_builtin();
    let file = read(path)?;
    file.games.iter().for_each(register_game);
    Ok(file.warnings)
}

/// Reads a file of games.
///
/// # Errors
/// The file cannot be read, or something in it is wrong.
pub fn read(path: &str) -> Result<GameFile, GamesError> {
    let error = |reason: String| GamesError::File { path: quoted(path), reason };
    let text = files::read_text(path, baroque_games::MAX_FILE as u64);
    let text = text.map_err(|reason| error(reason.to_string()))?;
    Ok(baroque_games::parse(path, &text)?)
}
