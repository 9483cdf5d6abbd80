//! The pawn's method: it captures an enemy between itself and another own piece, along a file or a
//! rank.

use crate::{Bitboard, Direction, Geometry, Square};

/// Squares on which an arriving pawn pinches some of the targets against one of the `partners`.
///
/// ```
/// use baroque_movegen::{Board8x8, Color, Position, Ultima, bitboard, capture::pincer};
/// let position: Position<Ultima> = "8/8/8/8/2p5/2P2pP1/8/8".parse().unwrap();
/// let board = position.board();
/// let (white, black) = (board.color(Color::White), board.color(Color::Black));
/// assert_eq!(pincer::destinations(Board8x8, white, black), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . . p . . . . .
///     . . P . X p P .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    partners: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    Direction::over_orthogonals(|direction| {
        geometry.shift(geometry.shift(partners, direction) & targets, direction)
    })
}

/// The targets that a pawn arriving on `to` pinches against the `partners`. The pawn itself on its
/// start square is never a partner: the victim would have blocked its path.
///
/// ```
/// use baroque_movegen::{Board8x8, Color, Geometry, Position, Ultima, bitboard, capture::pincer};
/// let position: Position<Ultima> = "8/8/4P3/4p3/2Pp1p2/4p3/8/4W3".parse().unwrap();
/// let board = position.board();
/// let (white, black) = (board.color(Color::White), board.color(Color::Black));
/// let (t, _) = Board8x8.parse("e4").unwrap();
/// assert_eq!(pincer::victims(Board8x8, t, white, black), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . P . . .
///     . . . . X . . .
///     . . P X t p . .
///     . . . . p . . .
///     . . . . . . . .
///     . . . . W . . .
/// });
/// ```
#[inline(always)]
pub fn victims<G: Geometry>(
    geometry: G,
    to: Square,
    partners: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    Direction::over_orthogonals(|direction| {
        let beside = geometry.shift(to.into(), direction) & targets;
        beside.masked(geometry.shift(beside, direction).intersects(partners))
    })
}

/// Squares on which an arriving pawn pinches the piece on `target` against one of the adjacent
/// `partners`. The square itself may be occupied.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard, capture::pincer};
/// let (king, _) = Board8x8.parse("d4").unwrap();
/// let partners = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . X . . .
///     . . X k . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(pincer::landings(Board8x8, king, partners), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . p . . .
///     . . p k X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn landings<G: Geometry>(geometry: G, target: Square, partners: Bitboard<G>) -> Bitboard<G> {
    if !partners.intersects(geometry.neighbours(target)) {
        return Bitboard::EMPTY;
    }
    Direction::over_orthogonals(|direction| {
        let partner = geometry.shift(target.into(), direction) & partners;
        geometry.shift(target.into(), direction.opposite()).masked(!partner.is_empty())
    })
}

/// Empty squares beside one of the `partners`, opposite an empty square from which a pawn would
/// pinch a piece there.
#[inline(always)]
pub fn exposed<G: Geometry>(
    geometry: G,
    partners: Bitboard<G>,
    occupied: Bitboard<G>,
) -> Bitboard<G> {
    Direction::over_orthogonals(|direction| {
        geometry.shift(partners, direction) & geometry.shift(!occupied, direction.opposite())
    })
}
