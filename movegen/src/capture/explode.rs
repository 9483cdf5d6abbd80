//! The bomb's method: instead of moving it takes itself and everything beside it off the board.

use crate::{Bitboard, Geometry, Square};

/// The pieces of both sides that a bomb on `from` takes along.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::explode};
/// let (d4, _) = Board8x8::parse("d4").unwrap();
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
/// assert_eq!(explode::victims::<Board8x8>(d4, occupied), bitboard! {
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
pub fn victims<G: Geometry>(from: Square, occupied: Bitboard<G::Bits>) -> Bitboard<G::Bits> {
    G::neighbours(from) & occupied
}
