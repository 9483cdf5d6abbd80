//! The withdrawer's method: it captures the enemy straight behind its start square, whatever the
//! distance of its move.

use super::{CaptureContext, Landing};
use crate::{Bitboard, Geometry, Square};

/// See the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Withdraw;

impl Landing for Withdraw {
    /// Squares in the directions that lead from `from` straight away from some adjacent target, up to
    /// the edge. Pieces in the way are ignored.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, withdraw::Withdraw};
    /// use baroque_movegen::{Bitboard, Board8x8, Color, Geometry, RuleFlags, Position, Ultima};
    /// use baroque_movegen::bitboard;
    /// let position: Position<Ultima> = "8/8/3p4/8/3W4/2p5/8/8".parse().unwrap();
    /// let board = position.board();
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
    /// let (d4, _) = Board8x8.parse("d4").unwrap();
    /// let black = board.color(Color::Black);
    /// assert_eq!(Withdraw::destinations(&context, d4, Bitboard::EMPTY, black), bitboard! {
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
    fn destinations<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        _sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let geometry = context.geometry;
        (geometry.neighbours(from) & targets).flat_map(|victim| {
            let away = geometry.direction(victim, from);
            away.map_or(Bitboard::EMPTY, |direction| geometry.ray(from, direction))
        })
    }

    /// The targets behind a piece that leaves `from` along a line.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, withdraw::Withdraw};
    /// use baroque_movegen::{Board8x8, Geometry, RuleFlags, bitboard};
    /// let [d4, d7, g7] = ["d4", "d7", "g7"].map(|name| Board8x8.parse(name).unwrap().0);
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
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
    /// assert_eq!(Withdraw::victims(&context, d4, g7, targets), targets);
    /// assert!(Withdraw::victims(&context, d4, d7, targets).is_empty());
    /// ```
    #[inline(always)]
    fn victims<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let back = context.geometry.direction(to, from);
        let behind = back.and_then(|direction| context.geometry.step(from, direction));
        behind.map_or(Bitboard::EMPTY, Bitboard::from) & targets
    }

    #[inline(always)]
    fn near<G: Geometry>(context: &CaptureContext<G>, target: Square) -> Bitboard<G> {
        context.geometry.neighbours(target)
    }

    /// The nearest square on which a piece from `from` captures a piece on `target`: one step straight
    /// away from it.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, withdraw::Withdraw};
    /// use baroque_movegen::{Board8x8, Geometry, RuleFlags};
    /// let context = CaptureContext { geometry: Board8x8, king: None, options: RuleFlags::empty() };
    /// let square = |name| Board8x8.parse(name).unwrap().0;
    /// let landing =
    ///     |from, target| Withdraw::landings(&context, square(from), square(target)).first();
    /// assert_eq!(landing("d4", "c3"), Some(square("e5")));
    /// // The target is not adjacent, or the edge is in the way.
    /// assert_eq!((landing("d4", "b2"), landing("d1", "d2")), (None, None));
    /// ```
    #[inline(always)]
    fn landings<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        target: Square,
    ) -> Bitboard<G> {
        let adjacent = context.geometry.neighbours(from).has(target);
        let away = context.geometry.direction(target, from).filter(|_| adjacent);
        let landing = away.and_then(|direction| context.geometry.step(from, direction));
        landing.map_or(Bitboard::EMPTY, Bitboard::from)
    }
}
