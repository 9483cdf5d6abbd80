//! The withdrawer's method: the enemy straight behind its start is taken, however far it goes.

use crate::{Bitboard, Direction, Geometry, Square};

/// Squares in the directions that lead from `from` straight away from some of the prey.
#[inline(always)]
pub fn landings<G: Geometry>(from: Square, prey: Bitboard<G::Bits>) -> Bitboard<G::Bits> {
    (G::neighbours(from) & prey)
        .iter()
        .fold(Bitboard::EMPTY, |landings, victim| {
            let away = G::direction(victim, from);
            landings | away.map_or(Bitboard::EMPTY, |direction| G::ray(from, direction))
        })
}

/// The prey behind a piece that leaves `from` in the given direction.
#[inline(always)]
pub fn victims<G: Geometry>(
    from: Square,
    direction: Direction,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    G::step(from, direction.opposite()).map_or(Bitboard::EMPTY, Bitboard::from) & prey
}
