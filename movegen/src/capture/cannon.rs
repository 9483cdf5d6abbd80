//! The cannon pawn's method: it leaps over an adjacent piece, its mount, and captures the enemy
//! just beyond.

use crate::{Bitboard, Direction, Geometry, Square};

/// The squares just beyond the `mounts` for each direction of a leap: the input of
/// [`destinations`], computed once for all pawns.
#[inline(always)]
pub fn beyond<G: Geometry>(geometry: G, mounts: Bitboard<G>) -> [Bitboard<G>; 8] {
    Direction::ALL.map(|direction| geometry.shift(mounts, direction))
}

/// Squares just beyond the mounts adjacent to `from`. An arriving pawn captures the piece on the
/// square.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, Position, Ultima, bitboard, capture::cannon};
/// let position: Position<Ultima> = "8/8/5p2/2L1l3/3P4/8/8/8".parse().unwrap();
/// let board = position.board();
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let beyond = cannon::beyond(Board8x8, board.occupied());
/// assert_eq!(cannon::destinations(Board8x8, d4, &beyond), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . X . . . X . .
///     . . L . l . . .
///     . . . P . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    from: Square,
    beyond: &[Bitboard<G>; 8],
) -> Bitboard<G> {
    // A loop, because `fold` is not always inlined.
    let mut on_lines = Bitboard::EMPTY;
    for direction in Direction::ALL {
        on_lines |= beyond[direction as usize] & geometry.ray(from, direction);
    }
    on_lines & (geometry.within(from, 2) - geometry.neighbours(from))
}
