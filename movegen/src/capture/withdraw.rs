//! The withdrawer's method: it captures the enemy straight behind its start square, whatever the
//! distance of its move.

use super::{Landing, Scene};
use crate::{Bitboard, Direction, Geometry, Square};

/// Squares in the directions that lead from `from` straight away from some adjacent target, up to
/// the edge. Pieces in the way are ignored.
///
/// ```
/// use baroque_movegen::{Board8x8, Color, Geometry, Position, Ultima, bitboard, capture::withdraw};
/// let position: Position<Ultima> = "8/8/3p4/8/3W4/2p5/8/8".parse().unwrap();
/// let board = position.board();
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// assert_eq!(withdraw::destinations(Board8x8, d4, board.color(Color::Black)), bitboard! {
///     . . . . . . . X
///     . . . . . . X .
///     . . . p . X . .
///     . . . . X . . .
///     . . . W . . . .
///     . . p . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(geometry: G, from: Square, targets: Bitboard<G>) -> Bitboard<G> {
    (geometry.neighbours(from) & targets).flat_map(|victim| {
        let away = geometry.direction(victim, from);
        away.map_or(Bitboard::EMPTY, |direction| geometry.ray(from, direction))
    })
}

/// The targets behind a piece that leaves `from` in the given direction.
///
/// ```
/// use baroque_movegen::{Board8x8, Direction, Geometry, bitboard, capture::withdraw};
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . W . . . .
///     . . X . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(withdraw::victims(Board8x8, d4, Direction::NorthEast, targets), targets);
/// assert!(withdraw::victims(Board8x8, d4, Direction::North, targets).is_empty());
/// ```
#[inline(always)]
pub fn victims<G: Geometry>(
    geometry: G,
    from: Square,
    direction: Direction,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    geometry.step(from, direction.opposite()).map_or(Bitboard::EMPTY, Bitboard::from) & targets
}

/// The nearest square on which a piece from `from` captures a piece on `target`: one step straight
/// away from it.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, capture::withdraw};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let landing = |from, target| withdraw::landing(Board8x8, square(from), square(target));
/// assert_eq!(landing("d4", "c3"), Some(square("e5")));
/// // The target is not adjacent, or the edge is in the way.
/// assert_eq!((landing("d4", "b2"), landing("d1", "d2")), (None, None));
/// ```
#[inline(always)]
pub fn landing<G: Geometry>(geometry: G, from: Square, target: Square) -> Option<Square> {
    let adjacent = geometry.neighbours(from).has(target);
    let away = geometry.direction(target, from).filter(|_| adjacent);
    away.and_then(|direction| geometry.step(from, direction))
}

/// The method for the generator.
#[derive(Clone, Copy, Debug)]
pub struct Withdraw;

impl Landing for Withdraw {
    const CAPTURES: &'static str = "captures what it moves straight away from";

    #[inline(always)]
    fn destinations<G: Geometry>(
        scene: &Scene<G>,
        from: Square,
        _sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        destinations(scene.geometry, from, targets)
    }

    #[inline(always)]
    fn victims<G: Geometry>(
        scene: &Scene<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        // Not all moves go along a line.
        match scene.geometry.direction(from, to) {
            Some(direction) => victims(scene.geometry, from, direction, targets),
            None => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn near<G: Geometry>(scene: &Scene<G>, target: Square) -> Bitboard<G> {
        scene.geometry.neighbours(target)
    }

    #[inline(always)]
    fn reach<G: Geometry>(scene: &Scene<G>, from: Square) -> Bitboard<G> {
        scene.geometry.neighbours(from)
    }

    #[inline(always)]
    fn landings<G: Geometry>(scene: &Scene<G>, from: Square, target: Square) -> Bitboard<G> {
        landing(scene.geometry, from, target).map_or(Bitboard::EMPTY, Bitboard::from)
    }
}
