//! The one place that turns the name of a rule set into a type.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::{BenchResult, Valued};
use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima, UnknownName};

use crate::AnyGame;
use crate::game::EngineGame;
use crate::output::quoted;

type Bench = fn(&AtomicBool, &mut dyn FnMut(&str, u64)) -> Option<BenchResult>;

/// What is asked of a game before one of it is opened.
struct Entry {
    names: fn() -> Vec<&'static str>,
    open: fn(&str) -> Option<Box<dyn AnyGame>>,
    bench: Bench,
}

impl Entry {
    const fn of<G: Valued>() -> Self {
        Self {
            names: || G::VARIANTS.iter().map(|variant| variant.name).collect(),
            open: |name| Some(Box::new(EngineGame::<G>::new(name)?)),
            bench: |stop, each| baroque_engine::bench::<G>(stop, each),
        }
    }
}

/// All games.
const GAMES: &[Entry] = &[
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
    let opened = GAMES.iter().find_map(|game| (game.open)(name));
    opened.ok_or_else(|| UnknownName {
        what: "variant",
        name: quoted(name),
        allowed: names().join(" "),
    })
}

/// The bench of all games: tells each position's FEN and nodes, returns the sums; `None` if `stop`
/// was set.
pub fn bench(stop: &AtomicBool, each: &mut dyn FnMut(&str, u64)) -> Option<BenchResult> {
    let mut sum = BenchResult { nodes: 0, time: Duration::ZERO };
    for game in GAMES {
        let result = (game.bench)(stop, each)?;
        sum.nodes += result.nodes;
        sum.time += result.time;
    }
    Some(sum)
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
