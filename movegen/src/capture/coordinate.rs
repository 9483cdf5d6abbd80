//! The coordinator's method: it captures the enemies on the other two corners of the rectangle that
//! its destination square and its own king span.

use super::{Landing, Scene};
use crate::{Bitboard, Geometry, Square};

/// The corners on which a coordinator captures: both, or under the Delft rule only those that were
/// not corners before the move (rule switch `coordinator`).
///
/// ```
/// use baroque_movegen::capture::coordinate::{Corners, victims};
/// use baroque_movegen::{Bitboard, Board8x8, Geometry, bitboard};
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
/// assert_eq!(victims(Board8x8, o, t, king, targets, Corners::All), targets);
/// // The move stays on its file, so the corner on that file is not a new one.
/// let e6 = Bitboard::from(square("e6"));
/// assert_eq!(victims(Board8x8, o, t, king, targets, Corners::Changed), e6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// Both corners.
    All,
    /// The corner on the destination file only if the file changed, the one on the destination rank
    /// only if the rank changed.
    Changed,
}

/// Squares on which a coordinator from `from`, with its king on `king`, captures some of the
/// targets. Whether it can reach them is not checked.
///
/// ```
/// use baroque_movegen::capture::coordinate::{Corners, destinations};
/// use baroque_movegen::{Board8x8, Color, Geometry, Position, Ultima, bitboard};
/// let position: Position<Ultima> = "8/8/4w3/8/2C5/8/8/1p2K3".parse().unwrap();
/// let board = position.board();
/// let (c4, _) = Board8x8.parse("c4").unwrap();
/// let king = board.king(Color::White).unwrap();
/// let targets = board.color(Color::Black);
/// assert_eq!(destinations(Board8x8, c4, king, targets, Corners::All), bitboard! {
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
pub fn destinations<G: Geometry>(
    geometry: G,
    from: Square,
    king: Square,
    targets: Bitboard<G>,
    corners: Corners,
) -> Bitboard<G> {
    let mut on_king_rank = targets & geometry.rank_of(king);
    let mut on_king_file = targets & geometry.file_of(king);
    if corners == Corners::Changed {
        on_king_rank = on_king_rank - geometry.file_of(from);
        on_king_file = on_king_file - geometry.rank_of(from);
    }
    let files = on_king_rank.flat_map(|square| geometry.file_of(square));
    let ranks = on_king_file.flat_map(|square| geometry.rank_of(square));
    (files | ranks) - geometry.rook_lines(king)
}

/// The targets that a coordinator captures by moving from one square to another with its king on
/// `king`. See [`Corners`] for an example.
#[inline(always)]
pub fn victims<G: Geometry>(
    geometry: G,
    from: Square,
    to: Square,
    king: Square,
    targets: Bitboard<G>,
    corners: Corners,
) -> Bitboard<G> {
    if geometry.rook_lines(king).has(to) {
        return Bitboard::EMPTY;
    }
    let counts = |changed: bool| changed || corners == Corners::All;
    let on_file = (geometry.file_of(to) & geometry.rank_of(king))
        .masked(counts(geometry.file(from) != geometry.file(to)));
    let on_rank = (geometry.rank_of(to) & geometry.file_of(king))
        .masked(counts(geometry.rank(from) != geometry.rank(to)));
    (on_file | on_rank) & targets
}

/// Squares on which a coordinator from `from`, with its king on `king`, captures a piece on `target`:
/// the target's file where it shares a rank with the king, its rank where they share a file. Whether
/// it can reach them is not checked.
///
/// ```
/// use baroque_movegen::capture::coordinate::{Corners, landings};
/// use baroque_movegen::{Board8x8, Geometry};
/// let square = |name| Board8x8.parse(name).unwrap().0;
/// let landings = |from, corners| {
///     landings(Board8x8, square(from), square("e1"), square("b1"), corners)
/// };
/// assert_eq!(landings("c4", Corners::All), Board8x8.file_of(square("b1")));
/// assert!(landings("b6", Corners::Changed).is_empty());
/// ```
#[inline(always)]
pub fn landings<G: Geometry>(
    geometry: G,
    from: Square,
    king: Square,
    target: Square,
    corners: Corners,
) -> Bitboard<G> {
    let line = if geometry.rank_of(target).has(king) {
        geometry.file_of(target)
    } else if geometry.file_of(target).has(king) {
        geometry.rank_of(target)
    } else {
        Bitboard::EMPTY
    };
    line.masked(corners == Corners::All || !line.has(from))
}

/// The method for the generator.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate;

impl Landing for Coordinate {
    const CAPTURES: &'static str = "captures on the corners that it spans with its king";

    #[inline(always)]
    fn destinations<G: Geometry>(
        scene: &Scene<G>,
        from: Square,
        _sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        match scene.king {
            Some(king) if targets.intersects(scene.geometry.rook_lines(king)) => {
                destinations(scene.geometry, from, king, targets, scene.options.corners())
            }
            _ => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn victims<G: Geometry>(
        scene: &Scene<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G> {
        let corners = scene.options.corners();
        scene.king.map_or(Bitboard::EMPTY, |king| {
            victims(scene.geometry, from, to, king, targets, corners)
        })
    }

    /// All squares if the target shares a file or a rank with the king.
    #[inline(always)]
    fn near<G: Geometry>(scene: &Scene<G>, target: Square) -> Bitboard<G> {
        let lines = Self::reach(scene, target);
        (!Bitboard::EMPTY).masked(lines.has(target))
    }

    /// The lines of the king.
    #[inline(always)]
    fn reach<G: Geometry>(scene: &Scene<G>, _from: Square) -> Bitboard<G> {
        scene.king.map_or(Bitboard::EMPTY, |king| scene.geometry.rook_lines(king))
    }

    #[inline(always)]
    fn landings<G: Geometry>(scene: &Scene<G>, from: Square, target: Square) -> Bitboard<G> {
        let corners = scene.options.corners();
        scene
            .king
            .map_or(Bitboard::EMPTY, |king| landings(scene.geometry, from, king, target, corners))
    }
}
