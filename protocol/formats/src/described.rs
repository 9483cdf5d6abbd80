//! Games that are described in files: those that are part of the program, and those of users.

mod files;

use std::sync::{Arc, Once};

use baroque_games::DescribedGame;
use baroque_movegen::described::{About, register, register_unplayable};
use baroque_movegen::{AnyGame, GameId, NameError, Start};
use thiserror::Error;

pub use files::{GamesError, load, read};

use crate::text::quoted;

/// Why a game that has no rules cannot be played.
pub const WHY_UNPLAYABLE: &str = "an umpire draws its pieces";
/// Why Optima cannot be played.
const WHY_NOT_OPTIMA: &str = "the rules of Michael Howe's pieces are not known to us; optima-frame \
                              has his board, placement and aim, and optima-house, \
                              optima-house-pool and optima-house-9 add pieces of ours";

/// Makes the games that are part of the program known by their names.
pub fn register_builtin() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        baroque_games::builtin().iter().for_each(register_game);
        register_unplayable("optima", WHY_NOT_OPTIMA);
    });
}

fn register_game(game: &DescribedGame) {
    let Some(rules) = game.rules.clone() else {
        return register_unplayable(&game.name, WHY_UNPLAYABLE);
    };
    // The parser refuses names of compiled games and games without a start.
    let _ = register(about(game), rules);
}

/// What the registry keeps of a game besides its rules.
pub fn about(game: &DescribedGame) -> About {
    let start = |(name, fen): &(String, String)| Start { name: name.clone(), fen: fen.clone() };
    About {
        name: game.name.clone(),
        title: game.title.clone().unwrap_or_else(|| game.name.clone()),
        hash: game.hash.clone(),
        starts: game.starts.iter().map(start).collect(),
    }
}

/// Games that only a page knows, as their default starts. The program knows none of them by its name.
#[derive(Clone, Default, Debug)]
pub struct OwnGames(Arc<Vec<AnyGame>>);

impl OwnGames {
    /// Adds a game. It takes the place of one of the same name that is played alike.
    pub fn add(&mut self, game: AnyGame) {
        let games = Arc::make_mut(&mut self.0);
        let is_same = |known: &AnyGame| {
            known.variant() == game.variant() && known.definition() == game.definition()
        };
        games.retain(|known| !is_same(known));
        games.push(game);
    }

    /// The bytes of their definitions, about.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(AnyGame::bytes).sum()
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The game of a name, if there is one with the hash that is given, else the last one, else the
    /// one that the program knows by this name.
    ///
    /// # Errors
    /// There is no such name.
    pub fn open(&self, name: &str, hash: Option<&str>) -> Result<AnyGame, NameError> {
        let named = |game: &&AnyGame| game.variant().eq_ignore_ascii_case(name);
        let mut all = self.0.iter().rev().filter(named);
        let last = all.clone().next();
        let found = all.find(|game| game.definition() == hash).or(last);
        found.map_or_else(|| AnyGame::new(name), |game| Ok(game.clone()))
    }
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
pub fn check_definition(position: &AnyGame, found: Option<&str>) -> Result<(), DefinitionError> {
    let known = position.definition();
    if found == known {
        return Ok(());
    }
    let text = |hash: Option<&str>| hash.map_or_else(|| "none".to_owned(), quoted);
    Err(DefinitionError { variant: position.variant(), known: text(known), found: text(found) })
}

/// Something that only compiled games have, for another game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{variant}' has no {what}; these have one: {}", AnyGame::compiled_variants().join(" "))]
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
pub fn require_compiled(position: &AnyGame, what: &'static str) -> Result<(), NotCompiled> {
    match position.game() {
        GameId::CustomGame => Err(NotCompiled { variant: position.variant(), what }),
        _ => Ok(()),
    }
}
