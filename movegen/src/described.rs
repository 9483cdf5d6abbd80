//! The described games that can be chosen by name, beside the compiled ones.

use std::sync::{PoisonError, RwLock};

use thiserror::Error;

use crate::{AnyPosition, RuntimeRules, Start, Variant};

/// What is known of a described game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name, in lower case.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A hash of its definition: equal for equal games.
    pub hash: String,
    /// The start positions, the default first.
    pub starts: Vec<Start>,
}

/// The games that are known. A game is never forgotten: positions refer to it.
struct Registry {
    /// All that can be played.
    games: Vec<&'static Variant<RuntimeRules>>,
    /// Those of them that are known by their names, the last one of a name in use.
    playable: Vec<&'static Variant<RuntimeRules>>,
    /// The names of the others, and why they cannot be played.
    unplayable: Vec<(String, &'static str)>,
}

static REGISTRY: RwLock<Registry> =
    RwLock::new(Registry { games: Vec::new(), playable: Vec::new(), unplayable: Vec::new() });

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

/// Makes a described game known to [`AnyPosition::new`] and to all else that chooses a game by its
/// name. A game that is registered already with the same hash stays; another one of the same name is
/// replaced, but positions of it are still played by its own rules, and
/// [`AnyPosition::with_definition`] still finds it.
///
/// # Errors
/// The name is that of a compiled game, or there is no start position.
pub fn register(about: About, rules: RuntimeRules) -> Result<(), RegisterError> {
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    let game = registry.keep(about, rules)?;
    if !registry.playable.iter().any(|&known| std::ptr::eq(known, game)) {
        registry.forget(game.name);
        registry.playable.push(game);
    }
    Ok(())
}

/// Makes a described game known to [`AnyPosition::with_definition`] only: its name keeps its meaning.
///
/// # Errors
/// The name is that of a compiled game, or there is no start position.
pub fn register_definition(about: About, rules: RuntimeRules) -> Result<(), RegisterError> {
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    registry.keep(about, rules).map(drop)
}

/// Makes a described game known that cannot be played, for a reason that is told whoever chooses it by
/// its name. It replaces another game of the same name.
pub fn register_unplayable(name: &str, why: &'static str) {
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    registry.forget(name);
    registry.unplayable.push((name.to_owned(), why));
}

impl Registry {
    /// The game with these names, hash and starts, which is new unless it is known.
    fn keep(
        &mut self,
        about: About,
        rules: RuntimeRules,
    ) -> Result<&'static Variant<RuntimeRules>, RegisterError> {
        let Some(start) = about.starts.first().map(|start| start.name.clone()) else {
            return Err(RegisterError::NoStart(about.name));
        };
        if AnyPosition::compiled_variants().contains(&about.name.as_str()) {
            return Err(RegisterError::BuiltIn(about.name));
        }
        if let Some(known) = self.games.iter().find(|game| game.rules.about() == Some(&about)) {
            return Ok(known);
        }
        let about: &'static About = Box::leak(Box::new(about));
        let game: &'static _ = Box::leak(Box::new(Variant {
            name: &about.name,
            rules: rules.with_about(about),
            start: start.leak(),
        }));
        self.games.push(game);
        Ok(game)
    }

    /// Takes a name away from the game that has it.
    fn forget(&mut self, name: &str) {
        self.playable.retain(|game| game.name != name);
        self.unplayable.retain(|(other, _)| other != name);
    }
}

/// The game of a name whose definition has a hash.
pub(crate) fn find(name: &str, hash: &str) -> Option<&'static Variant<RuntimeRules>> {
    let registry = REGISTRY.read().unwrap_or_else(PoisonError::into_inner);
    let is_wanted = |game: &&&'static Variant<RuntimeRules>| {
        let hash_of = game.rules.about().map(|about| about.hash.as_str());
        game.name.eq_ignore_ascii_case(name) && hash_of == Some(hash)
    };
    registry.games.iter().find(is_wanted).copied()
}

/// All games that are known by their names.
pub(crate) fn variants() -> Vec<&'static Variant<RuntimeRules>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).playable.clone()
}

/// Why the game with a name cannot be played; `None` if it can be, or if no game has this name.
pub(crate) fn why_unplayable(name: &str) -> Option<&'static str> {
    let registry = REGISTRY.read().unwrap_or_else(PoisonError::into_inner);
    let found = registry.unplayable.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|&(_, why)| why)
}
