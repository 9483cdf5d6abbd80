//! The rules that Ultima, Maxima and Renaissance have in common: moves and captures of Ultima's
//! seven piece kinds (rules, 2), freezing, and check.
//!
//! Each game defines its differences and additional kinds in [`CommonRules`].

use crate::position::description::Set;
use crate::{Bitboard, Color, Move, Position, PositionErrors, Setup};

mod count;
mod explain;
mod generate;
mod movement;
mod occupancy;
mod rules;
mod threats;

pub use count::count;
pub use explain::illegal_movement;
pub use generate::{Generator, generate, is_legal, is_pseudo_legal};
pub use movement::Movement;
pub use occupancy::{Occupancy, Threat};
pub use rules::CommonRules;
pub use threats::Threats;

/// Adds [`PositionErrors::KING_LEFT_IN_CHECK`] to the `errors` of a position if it has no others
/// (see [`Game::errors`](crate::Game::errors)).
pub fn with_check_error<G: CommonRules>(
    position: &Position<G>,
    mut errors: PositionErrors,
) -> PositionErrors {
    if errors.is_empty() {
        let left = G::in_check(position, !position.side()) && position.has_moves();
        errors.set(PositionErrors::KING_LEFT_IN_CHECK, left);
    }
    errors
}

/// See [`Game::play`](crate::Game::play).
#[inline]
pub fn play<G: CommonRules>(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
    let victims = victims(position, mv);
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    next.remove_all(!side, victims);
    if let Some(kind) = position.kind_at(from) {
        next.board.toggle(side, kind, from);
        if !mv.is_suicide() {
            next.board.toggle(side, kind, to);
        }
    }
    mv.is_suicide() || !victims.is_empty()
}

/// See [`Game::victims`](crate::Game::victims).
#[inline]
pub fn victims<G: CommonRules>(position: &Position<G>, mv: Move) -> Set<G> {
    match position.kind_at(mv.from()) {
        Some(kind) => Movement::new(position).victims(kind, mv.from(), mv.to()),
        None => Bitboard::EMPTY,
    }
}

/// See [`Game::in_check`](crate::Game::in_check).
pub fn in_check<G: CommonRules>(position: &Position<G>, color: Color) -> bool {
    Threats::unscanned(position, color).is_some_and(|threats| threats.attacked(&threats.now()))
}
