//! The bomb's method: instead of moving it removes itself and all adjacent pieces.

use crate::{Bitboard, Geometry, Square};

/// The pieces of both sides that the explosion of a bomb on `from` removes, without the bomb.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::explode};
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . X . X . .
///     . . . X . . . .
///     . . X . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(explode::victims(Board8x8, d4, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . B . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn victims<G: Geometry>(geometry: G, from: Square, occupied: Bitboard<G>) -> Bitboard<G> {
    geometry.neighbours(from) & occupied
}
