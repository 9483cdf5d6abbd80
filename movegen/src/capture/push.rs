//! The pusher's method: it steps onto the square of an adjacent piece and pushes that piece one
//! square on.

use crate::{Bitboard, Geometry, Square};

/// Squares of the `targets` that a pusher on `from` pushes onto one of the squares `onto`.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::push};
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let pieces = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . X X . . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(push::destinations(Board8x8, d4, pieces, !pieces), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . p . . . .
///     . . X p . . . .
///     . . . U X . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    from: Square,
    targets: Bitboard<G>,
    onto: Bitboard<G>,
) -> Bitboard<G> {
    let goes = |&target: &Square| {
        let on = |direction| geometry.step(target, direction);
        geometry.direction(from, target).and_then(on).is_some_and(|beyond| onto.has(beyond))
    };
    (geometry.neighbours(from) & targets).iter().filter(goes).collect()
}
