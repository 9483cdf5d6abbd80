//! The puller's method: it steps away from an adjacent piece, and that piece follows it.

use crate::{Bitboard, Direction, Geometry, Square};

/// Empty squares to which a puller on `from` steps straight away from some piece.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::pull};
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . X X . . .
///     . . X . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(pull::destinations(Board8x8, d4, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . p . p . . .
///     . . X Y p . . .
///     . . p . X . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(geometry: G, from: Square, occupied: Bitboard<G>) -> Bitboard<G> {
    let ahead = |behind| {
        geometry.direction(behind, from).and_then(|direction| geometry.step(from, direction))
    };
    let behind = geometry.neighbours(from) & occupied;
    behind.iter().filter_map(ahead).filter(|&to| !occupied.has(to)).collect()
}

/// The last piece that follows a puller from `from` in a direction, if any does. Behind each of the
/// `pullers` that follows, the next piece follows too.
///
/// ```
/// use baroque_movegen::{Board8x8, Direction, Geometry, bitboard, capture::pull};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X X X X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let pullers = square("c4").into();
/// let last = |from| pull::last(Board8x8, square(from), Direction::East, occupied, pullers);
/// assert_eq!(last("e4"), Some(square("d4")));
/// assert_eq!(last("d4"), Some(square("b4")));
/// assert_eq!(last("a4"), None);
/// ```
#[inline(always)]
pub fn last<G: Geometry>(
    geometry: G,
    from: Square,
    direction: Direction,
    occupied: Bitboard<G>,
    pullers: Bitboard<G>,
) -> Option<Square> {
    let next =
        |piece| geometry.step(piece, direction.opposite()).filter(|&next| occupied.has(next));
    let mut last = next(from)?;
    while let Some(follower) = next(last).filter(|_| pullers.has(last)) {
        last = follower;
    }
    Some(last)
}
