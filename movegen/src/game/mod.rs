//! The games: their tables.

pub mod maxima;
mod pieces;
pub mod renaissance;
pub mod rococo;
pub mod ultima;

pub use pieces::Pieces;

use crate::{Game, Maxima, Renaissance, Rococo, Ultima};

/// The names of all rule sets.
pub fn variants() -> Vec<&'static str> {
    fn names<G: Game>() -> impl Iterator<Item = &'static str> {
        G::VARIANTS.iter().map(|variant| variant.name)
    }
    let first = names::<Ultima>().chain(names::<Maxima>());
    first.chain(names::<Rococo>()).chain(names::<Renaissance>()).collect()
}
