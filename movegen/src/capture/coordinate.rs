//! The coordinator's method: it captures the enemies on the other two corners of the rectangle that
//! its destination square and its own king span.

use super::options::RuleFlags;
use super::{CaptureContext, Landing};
use crate::{Bitboard, Geometry, Square};

/// See the [module](self). It captures on both corners, or under the Delft rule
/// ([`RuleFlags::DELFT_CORNERS`]) on the destination file only if the file changed, on the destination
/// rank only if the rank changed.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate;

impl Landing for Coordinate {
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, coordinate::Coordinate};
    /// use baroque_movegen::{Bitboard, Board8x8, Color, Geometry, RuleFlags, Position, Ultima, bitboard};
    /// let position: Position<Ultima> = "8/8/4w3/8/2C5/8/8/1p2K3".parse().unwrap();
    /// let board = position.board();
    /// let (c4, _) = Board8x8.parse("c4").unwrap();
    /// let king = board.king(Color::White);
    /// let context = CaptureContext { geometry: Board8x8, king, options: RuleFlags::empty() };
    /// let targets = board.color(Color::Black);
    /// assert_eq!(Coordinate::destinations(&context, c4, Bitboard::EMPTY, targets), bitboard! {
    ///     . X . . . . . .
    ///     . X . . . . . .
    ///     X X X X w X X X
    ///     . X . . . . . .
    ///     . X C . . . . .
    ///     . X . . . . . .
    ///     . X . . . . . .
    ///     . p . . K . . .
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
        let Some(king) = context.king.filter(|&king| targets.intersects(geometry.rook_lines(king)))
        else {
            return Bitboard::EMPTY;
        };
        let mut on_king_rank = targets & geometry.rank_of(king);
        let mut on_king_file = targets & geometry.file_of(king);
        if context.options.contains(RuleFlags::DELFT_CORNERS) {
            on_king_rank = on_king_rank - geometry.file_of(from);
            on_king_file = on_king_file - geometry.rank_of(from);
        }
        let files = on_king_rank.flat_map(|square| geometry.file_of(square));
        let ranks = on_king_file.flat_map(|square| geometry.rank_of(square));
        (files | ranks) - geometry.rook_lines(king)
    }

    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, coordinate::Coordinate};
    /// use baroque_movegen::{Bitboard, Board8x8, Geometry, RuleFlags, bitboard};
    /// let square = |name| Board8x8.parse(name).unwrap().0;
    /// let (o, t, king) = (square("b3"), square("b6"), square("e1"));
    /// let targets = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . t . . X . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . o . . . . . .
    ///     . . . . . . . .
    ///     . X . . K . . .
    /// };
    /// let victims = |options| {
    ///     let context = CaptureContext { geometry: Board8x8, king: Some(king), options };
    ///     Coordinate::victims(&context, o, t, targets)
    /// };
    /// assert_eq!(victims(RuleFlags::empty()), targets);
    /// // The move stays on its file, so the corner on that file is not a new one.
    /// let e6 = Bitboard::from(square("e6"));
    /// assert_eq!(victims(RuleFlags::DELFT_CORNERS), e6);
    /// ```
    #[inline(always)]
    fn victims<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let geometry = context.geometry;
        let Some(king) = context.king.filter(|&king| !geometry.rook_lines(king).has(to)) else {
            return Bitboard::EMPTY;
        };
        let counts = |changed: bool| changed || !context.options.contains(RuleFlags::DELFT_CORNERS);
        let on_file = (geometry.file_of(to) & geometry.rank_of(king))
            .masked(counts(geometry.file(from) != geometry.file(to)));
        let on_rank = (geometry.rank_of(to) & geometry.file_of(king))
            .masked(counts(geometry.rank(from) != geometry.rank(to)));
        (on_file | on_rank) & targets
    }

    /// All squares if the target shares a file or a rank with the king.
    #[inline(always)]
    fn near<G: Geometry>(context: &CaptureContext<G>, target: Square) -> Bitboard<G> {
        (!Bitboard::EMPTY).masked(Self::reach(context, target).has(target))
    }

    /// The lines of the king.
    #[inline(always)]
    fn reach<G: Geometry>(context: &CaptureContext<G>, _from: Square) -> Bitboard<G> {
        context.king.map_or(Bitboard::EMPTY, |king| context.geometry.rook_lines(king))
    }

    /// The target's file where it shares a rank with the king, its rank where they share a file.
    ///
    /// ```
    /// use baroque_movegen::capture::{Landing, CaptureContext, coordinate::Coordinate};
    /// use baroque_movegen::{Board8x8, Geometry, RuleFlags};
    /// let square = |name| Board8x8.parse(name).unwrap().0;
    /// let landings = |from, options| {
    ///     let context = CaptureContext { geometry: Board8x8, king: Some(square("e1")), options };
    ///     Coordinate::landings(&context, square(from), square("b1"))
    /// };
    /// assert_eq!(landings("c4", RuleFlags::empty()), Board8x8.file_of(square("b1")));
    /// assert!(landings("b6", RuleFlags::DELFT_CORNERS).is_empty());
    /// ```
    #[inline(always)]
    fn landings<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        target: Square,
    ) -> Bitboard<G> {
        let geometry = context.geometry;
        let Some(king) = context.king else {
            return Bitboard::EMPTY;
        };
        let line = if geometry.rank_of(target).has(king) {
            geometry.file_of(target)
        } else if geometry.file_of(target).has(king) {
            geometry.rank_of(target)
        } else {
            Bitboard::EMPTY
        };
        line.masked(!context.options.contains(RuleFlags::DELFT_CORNERS) || !line.has(from))
    }
}
