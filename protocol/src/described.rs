//! Games that are described in files: those that are part of the program, and those of users.

use std::sync::Once;

use baroque_games::{DescribedGame, FileErrors};
use baroque_movegen::described::{About, register, register_unplayable};
use baroque_movegen::{AnyPosition, GameId, Start};
use thiserror::Error;

use crate::files;
use crate::text::{one_line, quoted};

/// Why a game that has no rules cannot be played.
pub const WHY_UNPLAYABLE: &str = "an umpire draws its pieces";
/// Why Optima cannot be played.
const WHY_NOT_OPTIMA: &str = "the rules of Michael Howe's pieces are not known to us; optima-frame \
                              has his board, placement and aim, and optima-house, \
                              optima-house-pool and optima-house-9 add pieces of ours";

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
    DONE.call_once(|| {
        baroque_games::builtin().iter().for_each(register_game);
        register_unplayable("optima", WHY_NOT_OPTIMA);
    });
}

/// Reads a file of games and makes them known by their names.
///
/// # Errors
/// The file cannot be read, or something in it is wrong; then none of its games is used.
pub fn load(path: &str) -> Result<(), GamesError> {
    register_builtin();
    read(path)?.iter().for_each(register_game);
    Ok(())
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
    let Some(rules) = game.rules else {
        return register_unplayable(&game.name, WHY_UNPLAYABLE);
    };
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

/// A file is about another game than the one that is known by its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{variant}' is another game here: its definition is {known}, that of the file {found}")]
pub struct DefinitionError {
    /// The name.
    pub variant: &'static str,
    /// The hash of the definition that is known by it.
    pub known: String,
    /// The one that the file names.
    pub found: String,
}

/// Checks the hash that a file names as that of its game's definition; compiled games have none.
///
/// # Errors
/// The game is known by another definition.
pub fn check_definition(
    position: &AnyPosition,
    found: Option<&str>,
) -> Result<(), DefinitionError> {
    let known = position.definition();
    if found == known {
        return Ok(());
    }
    let text = |hash: Option<&str>| hash.map_or_else(|| "none".to_owned(), quoted);
    Err(DefinitionError { variant: position.variant(), known: text(known), found: text(found) })
}

/// Something that only compiled games have, for another game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{variant}' has no {what}; these have one: {}", AnyPosition::compiled_variants().join(" "))]
pub struct NotCompiled {
    /// The name of the other game.
    pub variant: &'static str,
    /// What it lacks.
    pub what: &'static str,
}

/// Checks that a game is a compiled one.
///
/// # Errors
/// It is described in a file.
pub fn require_compiled(position: &AnyPosition, what: &'static str) -> Result<(), NotCompiled> {
    match position.game() {
        GameId::RuntimeGame => Err(NotCompiled { variant: position.variant(), what }),
        _ => Ok(()),
    }
}
