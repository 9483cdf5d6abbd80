//! The one place that turns the name of a rule set into a type.

use std::sync::atomic::AtomicBool;

use baroque_engine::{BenchResult, Evaluable, OutOfMemory, SpeedTest};
use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima, UnknownName};

use crate::AnyGame;
use crate::game::EngineGame;
use crate::output::quoted;
use crate::xboard::setup::Drawn;

type Tell<'a> = &'a mut dyn FnMut(&str, u64);
type Bench = fn(&AtomicBool, Tell<'_>) -> Option<BenchResult>;
type Test = fn(SpeedTest, &AtomicBool, Tell<'_>) -> Result<Option<BenchResult>, OutOfMemory>;

/// What is asked of a game before one of it is opened.
pub(crate) struct Entry {
    names: fn() -> Vec<&'static str>,
    open: fn(&str) -> Option<Box<dyn AnyGame>>,
    /// The bench of the game: tells each position's FEN and nodes, returns the sums; `None` if
    /// the flag was set.
    pub bench: Bench,
    /// The speed test of the game, which tells the same.
    pub speed_test: Test,
}

impl Entry {
    const fn of<G: Evaluable + Drawn>() -> Self {
        Self {
            names: || G::VARIANTS.iter().map(|variant| variant.name).collect(),
            open: |name| Some(Box::new(EngineGame::<G>::new(name)?)),
            bench: |stop, each| baroque_engine::bench::<G>(stop, each),
            speed_test: |test, stop, each| baroque_engine::speed_test::<G>(test, stop, each),
        }
    }
}

/// All games.
pub(crate) const GAMES: &[Entry] = &[
    Entry::of::<Ultima>(),
    Entry::of::<Maxima>(),
    Entry::of::<Rococo>(),
    Entry::of::<Renaissance>(),
];

/// The rule set that a session begins with.
pub const DEFAULT: &str = "baroque";

/// The names of all rule sets.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().flat_map(|game| (game.names)()).collect()
}

/// A new game under the rule set of a name, in any case of letters, at its start position.
///
/// # Errors
/// No rule set has this name.
pub fn open(name: &str) -> Result<Box<dyn AnyGame>, UnknownName> {
    GAMES.iter().find_map(|game| (game.open)(name)).ok_or_else(|| unknown(name))
}

/// The same with `key=value` pairs laid over the rule set.
///
/// # Errors
/// No rule set has this name, or one of the pairs is no switch with its value.
pub fn open_with(name: &str, rules: &str) -> Result<Box<dyn AnyGame>, crate::Error> {
    let mut game = open(name)?;
    game.set_rules(rules)?;
    Ok(game)
}

/// The game that has the rule set of a name; all games if no name is given.
///
/// # Errors
/// No rule set has this name.
pub(crate) fn games(variant: Option<&str>) -> Result<&'static [Entry], UnknownName> {
    let Some(name) = variant else { return Ok(GAMES) };
    let game = GAMES.iter().find(|game| (game.open)(name).is_some());
    game.map(std::slice::from_ref).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> UnknownName {
    UnknownName { what: "variant", name: quoted(name), allowed: names().join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_opens_its_own_game() {
        for name in names() {
            assert_eq!(open(name).unwrap().variant(), name);
            assert_eq!(open(&name.to_uppercase()).unwrap().variant(), name);
        }
        assert_eq!(open("Ultima").unwrap().variant(), DEFAULT);
    }

    #[test]
    fn an_unknown_name_is_told_with_what_is_allowed() {
        let error = open("chess").err().unwrap().to_string();
        assert_eq!(
            error,
            "unknown variant 'chess', allowed are: baroque abbott1962 abbott1968 cambridge delft \
             vchess maxima rococo renaissance"
        );
    }
}
