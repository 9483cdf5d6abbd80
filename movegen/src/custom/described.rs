//! The described games that can be chosen by name, beside the compiled ones.

use std::sync::{PoisonError, RwLock};

use thiserror::Error;

use crate::held::intern_name;
use crate::{CustomRules, Start, Variant, game};

/// What is known of a described game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name, in lower case.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A hash of what is played: equal for games that differ in names, titles and values only.
    pub hash: String,
    /// The start positions, the default first.
    pub starts: Vec<Start>,
}

/// What names mean.
struct Registry {
    /// The games that are known by their names.
    playable: Vec<Variant<CustomRules>>,
    /// The names of others, and why they cannot be played.
    unplayable: Vec<(String, &'static str)>,
}

static REGISTRY: RwLock<Registry> =
    RwLock::new(Registry { playable: Vec::new(), unplayable: Vec::new() });

/// Why a described game cannot be chosen by its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RegisterError {
    /// The name is that of a compiled game.
    #[error("'{0}' is the name of a built-in game")]
    BuiltIn(String),
    /// There is no start position.
    #[error("'{0}' has no start position")]
    NoStart(String),
}

/// Makes a described game known to [`AnyGame::new`](crate::AnyGame::new) and to all else that chooses a
/// game by its name. It replaces another game of the same name, but positions of that one are still
/// played by its own rules.
///
/// # Errors
/// The name is that of a compiled game, or there is no start position.
pub fn register(about: About, rules: CustomRules) -> Result<(), RegisterError> {
    let game = variant(about, rules)?;
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    registry.forget(game.name);
    registry.playable.push(game);
    Ok(())
}

/// Makes a described game known that cannot be played, for a reason that is told whoever chooses it by
/// its name. It replaces another game of the same name.
pub fn register_unplayable(name: &str, why: &'static str) {
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    registry.forget(name);
    registry.unplayable.push((name.to_owned(), why));
}

/// A game with all that is known of it.
pub(crate) fn variant(
    about: About,
    rules: CustomRules,
) -> Result<Variant<CustomRules>, RegisterError> {
    let Some(start) = about.starts.first().map(|start| intern_name(&start.name)) else {
        return Err(RegisterError::NoStart(about.name));
    };
    if game::variants().contains(&about.name.as_str()) {
        return Err(RegisterError::BuiltIn(about.name));
    }
    let name = intern_name(&about.name);
    Ok(Variant { name, rules: rules.with_about(about), start })
}

impl Registry {
    /// Takes a name away from the game that has it.
    fn forget(&mut self, name: &str) {
        self.playable.retain(|game| game.name != name);
        self.unplayable.retain(|(other, _)| other != name);
    }
}

/// All games that are known by their names.
pub(crate) fn variants() -> Vec<Variant<CustomRules>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).playable.clone()
}

/// Why the game with a name cannot be played; `None` if it can be, or if no game has this name.
pub(crate) fn why_unplayable(name: &str) -> Option<&'static str> {
    let registry = REGISTRY.read().unwrap_or_else(PoisonError::into_inner);
    let found = registry.unplayable.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|&(_, why)| why)
}
