//! The advancer's method: it slides straight up to an enemy and captures it without moving
//! onto it.

use super::{Landing, Scene};
use crate::{Bitboard, Direction, Geometry, Square};

/// Squares right before the targets on the queen lines of `from`. An adjacent target cannot be
/// approached.
///
/// `attacks` are the queen attacks of `from`, the first piece on each line included
/// ([`Geometry::queen_attacks`]).
///
/// ```
/// use baroque_movegen::{Board8x8, Color, Geometry, Position, Ultima, bitboard, capture::approach};
/// let position: Position<Ultima> = "8/3p4/8/5P1p/8/2pL3p/8/8".parse().unwrap();
/// let board = position.board();
/// let (d3, _) = Board8x8.parse("d3").unwrap();
/// let attacks = Board8x8.queen_attacks(d3, board.occupied());
/// let black = board.color(Color::Black);
/// assert_eq!(approach::destinations(Board8x8, d3, attacks, black), bitboard! {
///     . . . . . . . .
///     . . . p . . . .
///     . . . X . . . .
///     . . . . . P . p
///     . . . . . . . .
///     . . p A . . X p
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub fn destinations<G: Geometry>(
    geometry: G,
    from: Square,
    attacks: Bitboard<G>,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    ((attacks & targets) - geometry.neighbours(from)).flat_map(|victim| {
        let back = geometry.direction(victim, from);
        let before = back.and_then(|direction| geometry.step(victim, direction));
        before.map_or(Bitboard::EMPTY, Bitboard::from)
    })
}

/// The targets straight before a piece that arrives on `to` in the given direction.
///
/// ```
/// use baroque_movegen::{Board8x8, Direction, Geometry, bitboard, capture::approach};
/// let (d4, _) = Board8x8.parse("d4").unwrap();
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . t . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(approach::victims(Board8x8, d4, Direction::NorthEast, targets), targets);
/// assert!(approach::victims(Board8x8, d4, Direction::East, targets).is_empty());
/// ```
#[inline(always)]
pub fn victims<G: Geometry>(
    geometry: G,
    to: Square,
    direction: Direction,
    targets: Bitboard<G>,
) -> Bitboard<G> {
    geometry.step(to, direction).map_or(Bitboard::EMPTY, Bitboard::from) & targets
}

/// The only square on which a piece from `from` captures a piece on `target`: the one right before
/// it on their line.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, capture::approach};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let landing = |from, target| approach::landing(Board8x8, square(from), square(target));
/// assert_eq!(landing("a1", "d4"), Some(square("c3")));
/// assert_eq!((landing("a1", "b2"), landing("a1", "b3")), (None, None));
/// ```
#[inline(always)]
pub fn landing<G: Geometry>(geometry: G, from: Square, target: Square) -> Option<Square> {
    let back = geometry.direction(target, from);
    let before = back.and_then(|direction| geometry.step(target, direction));
    before.filter(|&before| before != from)
}

/// The method for the generator.
#[derive(Clone, Copy, Debug)]
pub struct Approach;

impl Landing for Approach {
    const CAPTURES: &'static str = "captures what it moves straight up to";

    #[inline(always)]
    fn destinations<G: Geometry>(
        scene: &Scene<G>,
        from: Square,
        sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        destinations(scene.geometry, from, sight, targets)
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
            Some(direction) => victims(scene.geometry, to, direction, targets),
            None => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn near<G: Geometry>(scene: &Scene<G>, target: Square) -> Bitboard<G> {
        scene.geometry.queen_lines(target)
    }

    #[inline(always)]
    fn reach<G: Geometry>(scene: &Scene<G>, from: Square) -> Bitboard<G> {
        scene.geometry.queen_lines(from)
    }

    #[inline(always)]
    fn landings<G: Geometry>(scene: &Scene<G>, from: Square, target: Square) -> Bitboard<G> {
        landing(scene.geometry, from, target).map_or(Bitboard::EMPTY, Bitboard::from)
    }
}
