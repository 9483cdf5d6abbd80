//! The pawn's method: an enemy caught between the arriving pawn and another own man, along a file
//! or a rank, is taken.

use crate::{Bitboard, Direction, Geometry, Square};

/// Squares on which an arriving pawn pinches some of the prey against one of the `partners`.
#[inline(always)]
pub fn landings<G: Geometry>(
    partners: Bitboard<G::Bits>,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    Direction::ORTHOGONAL
        .into_iter()
        .fold(Bitboard::EMPTY, |landings, direction| {
            landings | G::shift(G::shift(partners, direction) & prey, direction)
        })
}

/// The prey that a pawn arriving on `to` pinches against the `partners`. The pawn itself, where it
/// came from, is never a partner: its victim would have stood in its way.
#[inline(always)]
pub fn victims<G: Geometry>(
    to: Square,
    partners: Bitboard<G::Bits>,
    prey: Bitboard<G::Bits>,
) -> Bitboard<G::Bits> {
    Direction::ORTHOGONAL
        .into_iter()
        .fold(Bitboard::EMPTY, |victims, direction| {
            let beside = G::shift(to.into(), direction) & prey;
            victims | beside.only_if(G::shift(beside, direction).meets(partners))
        })
}
