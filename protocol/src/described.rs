//! Games that are described in files: those that are part of the program, and those of users.

use std::sync::Once;

use baroque_games::{DescribedGame, FileErrors};
use baroque_movegen::Start;
use baroque_movegen::described::{About, register};
use thiserror::Error;

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

/// Makes the games that are part of the program known by their names.
pub fn register_builtin() {
    static DONE: Once = Once::new();
    DONE.call_once(|| baroque_games::builtin().iter().for_each(register_game));
}

/// Reads a file of games and makes those that can be played known by their names, which are returned.
///
/// # Errors
/// The file cannot be read, or something in it is wrong; then none of its games is used.
pub fn load(path: &str) -> Result<Vec<String>, GamesError> {
    register_builtin();
    let games = read(path)?;
    games.iter().for_each(register_game);
    let playable = games.into_iter().filter(|game| game.rules.is_some());
    Ok(playable.map(|game| game.name).collect())
}

/// Reads a file of games.
///
/// # Errors
/// The file cannot be read, or something in it is wrong.
pub fn read(path: &str) -> Result<Vec<DescribedGame>, GamesError> {
    let error = |reason: String| GamesError::File { path: quoted(path), reason };
    let bytes = files::read_regular(path, baroque_games::MAX_FILE as u64);
    let bytes = bytes.map_err(|reason| error(reason.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| error("it is not UTF-8 text".to_owned()))?;
    Ok(baroque_games::parse(path, &text)?.games)
}

fn register_game(game: &DescribedGame) {
    let Some(rules) = game.rules else { return };
    let starts =
        game.starts.iter().map(|(name, fen)| Start { name: name.clone(), fen: fen.clone() });
    let about = About {
        name: game.name.clone(),
        title: game.title.clone().unwrap_or_else(|| game.name.clone()),
        hash: game.hash.clone(),
        starts: starts.collect(),
    };
    // The parser refuses names of compiled games and games without a start.
    let _ = register(about, rules);
}
