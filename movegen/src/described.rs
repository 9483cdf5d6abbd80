//! The described games that can be chosen by name, beside the compiled ones.

use std::sync::{PoisonError, RwLock};

use thiserror::Error;

use crate::{AnyPosition, RuntimeGame, RuntimeRules, Start, Variant};

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

/// All registered games, the last one of a name in use. Games are never forgotten: positions refer to
/// them.
static GAMES: RwLock<Vec<&'static Variant<RuntimeRules>>> = RwLock::new(Vec::new());

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
/// replaced, but positions of it are still played by its own rules.
///
/// # Errors
/// The name is that of a compiled game, or there is no start position.
pub fn register(about: About, rules: RuntimeRules) -> Result<(), RegisterError> {
    let Some(start) = about.starts.first().map(|start| start.name.clone()) else {
        return Err(RegisterError::NoStart(about.name));
    };
    if AnyPosition::compiled_variants().contains(&about.name.as_str()) {
        return Err(RegisterError::BuiltIn(about.name));
    }
    let mut games = GAMES.write().unwrap_or_else(PoisonError::into_inner);
    let known = games.iter().any(|game| game.rules.about() == Some(&about));
    if !known {
        games.retain(|game| game.name != about.name);
        let about: &'static About = Box::leak(Box::new(about));
        games.push(Box::leak(Box::new(Variant {
            name: &about.name,
            rules: rules.with_about(about),
            start: start.leak(),
        })));
    }
    Ok(())
}

/// All registered games.
pub(crate) fn variants() -> Vec<&'static Variant<RuntimeRules>> {
    GAMES.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The hash of the described game with a name; `None` for compiled games and unknown names.
pub fn hash_of(name: &str) -> Option<&'static str> {
    let variant = crate::Position::<RuntimeGame>::variant(name).ok()?;
    variant.rules.about().map(|about| about.hash.as_str())
}
