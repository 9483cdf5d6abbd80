//! The advancer's method: it slides straight up to an enemy and captures it without moving
//! onto it.

use super::{CaptureContext, Landing};
use crate::{Bitboard, Geometry, Square};

/// See the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Approach;

impl Landing for Approach {
    /// Squares right before the targets on the queen lines of `from`. An adjacent target cannot be
    /// approached.
    ///
    /// ```
    /// use baroque_movegen::{Board8x8, Color, Geometry, RuleFlags, Position, Ultima, bitboard};
    /// use baroque_movegen::capture::{Landing, CaptureContext, approach::Approach};
    /// let position: Position<Ultima> = "8/3p4/8/5P1p/8/2pL3p/8/8".parse().unwrap();
    /// let board = position.board();
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
    /// let (d3, _) = Board8x8.parse("d3").unwrap();
    /// let sight = Board8x8.queen_attacks(d3, board.occupied());
    /// let black = board.color(Color::Black);
    /// assert_eq!(Approach::destinations(&context, d3, sight, black), bitboard! {
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
    fn destinations<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let geometry = context.geometry;
        ((sight & targets) - geometry.neighbours(from)).flat_map(|victim| {
            let back = geometry.direction(victim, from);
            let before = back.and_then(|direction| geometry.step(victim, direction));
            before.map_or(Bitboard::EMPTY, Bitboard::from)
        })
    }

    /// The targets straight before a piece that arrives on `to` along a line.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, approach::Approach};
    /// use baroque_movegen::{Board8x8, Geometry, RuleFlags, bitboard};
    /// let [a4, d4, b2] = ["a4", "d4", "b2"].map(|name| Board8x8.parse(name).unwrap().0);
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
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
    /// assert_eq!(Approach::victims(&context, b2, d4, targets), targets);
    /// assert!(Approach::victims(&context, a4, d4, targets).is_empty());
    /// ```
    #[inline(always)]
    fn victims<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let ahead = context.geometry.direction(from, to);
        let next = ahead.and_then(|direction| context.geometry.step(to, direction));
        next.map_or(Bitboard::EMPTY, Bitboard::from) & targets
    }

    #[inline(always)]
    fn near<G: Geometry>(context: &CaptureContext<G>, target: Square) -> Bitboard<G> {
        context.geometry.queen_lines(target)
    }

    /// The only square on which a piece from `from` captures a piece on `target`: the one right before
    /// it on their line.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, approach::Approach};
    /// use baroque_movegen::{Board8x8, Geometry, RuleFlags};
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
    /// let square = |name| Board8x8.parse(name).unwrap().0;
    /// let landing =
    ///     |from, target| Approach::landings(&context, square(from), square(target)).first();
    /// assert_eq!(landing("a1", "d4"), Some(square("c3")));
    /// assert_eq!((landing("a1", "b2"), landing("a1", "b3")), (None, None));
    /// ```
    #[inline(always)]
    fn landings<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        target: Square,
    ) -> Bitboard<G> {
        let back = context.geometry.direction(target, from);
        let before = back.and_then(|direction| context.geometry.step(target, direction));
        before.filter(|&before| before != from).map_or(Bitboard::EMPTY, Bitboard::from)
    }
}
