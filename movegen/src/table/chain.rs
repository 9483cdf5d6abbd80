//! Pushes and pulls: pieces in a row move one square together, and the piece that is moved by
//! another captures what it would capture by making that move itself (rules, 6, forced captures).

use super::hands::capture;
use super::pseudo_legal::PseudoLegal;
use super::row::pieces_with;
use crate::capture::{pull, push};
use crate::piece::Methods;
use crate::position::table::Set;
use crate::{Bitboard, Board, Color, Direction, Game, Geometry, Piece, RuleFlags, Square};

/// The adjacent pieces that a pusher may push: onto an empty square, and with forced captures a
/// piece that displaces also onto one of its enemies, an imitator onto an enemy that displaces.
#[inline]
pub fn pushable<G: Game>(rules: &G::Rules, board: &Board<G>, from: Square) -> Set<G> {
    let (geometry, occupied) = (G::table(rules).geometry, board.occupied());
    let onto = |targets, squares| push::destinations(geometry, from, targets, squares);
    let mut pushable = onto(occupied, !occupied);
    if G::options(rules).contains(RuleFlags::FORCED_CAPTURES) {
        let displacers = pieces_with!(G, rules, board, DISPLACE);
        let imitators = pieces_with!(G, rules, board, IMITATE);
        for color in Color::ALL {
            let (own, enemy) = (board.color(color), board.color(!color));
            pushable |= onto(own & displacers, enemy) | onto(own & imitators, enemy & displacers);
        }
    }
    pushable
}

/// Pieces that move one square together.
pub struct Chain<G: Game> {
    /// Their squares before the move.
    pub pieces: Set<G>,
    /// The piece that a pushed piece captures by displacement.
    pub displaced: Set<G>,
    geometry: G::Geometry,
    direction: Direction,
    /// Start and destination of the piece that may capture: the pushed one, or the last one pulled.
    /// The others in a chain are pullers, which capture nothing this way.
    forced: [Square; 2],
}

impl<G: Game> Chain<G> {
    /// A pusher and the piece that it pushes.
    #[inline]
    pub fn pushed(
        rules: &G::Rules,
        board: &Board<G>,
        from: Square,
        target: Square,
    ) -> Option<Self> {
        let geometry = G::table(rules).geometry;
        let direction = geometry.direction(from, target)?;
        let to = geometry.step(target, direction)?;
        let pieces = Bitboard::from(from) | target.into();
        let displaced = board.occupied() & to.into();
        Some(Self { pieces, displaced, geometry, direction, forced: [target, to] })
    }

    /// A puller that steps from one square to the next, and the pieces that follow.
    #[inline]
    pub fn pulled(rules: &G::Rules, board: &Board<G>, from: Square, to: Square) -> Option<Self> {
        let geometry = G::table(rules).geometry;
        let direction = geometry.direction(from, to)?;
        let pullers = pieces_with!(G, rules, board, PULL);
        let last = pull::last(geometry, from, direction, board.occupied(), pullers)?;
        let pieces = geometry.between(from, last) | from.into() | last.into();
        let forced = [last, geometry.step(last, direction)?];
        Some(Self { pieces, displaced: Bitboard::EMPTY, geometry, direction, forced })
    }

    /// A set of pieces after the move of the chain.
    #[inline]
    pub fn moved(&self, squares: Set<G>) -> Set<G> {
        (squares - self.pieces) | self.geometry.shift(squares & self.pieces, self.direction)
    }

    /// The squares that the chain vacates.
    #[inline]
    pub fn left(&self) -> Set<G> {
        self.pieces - self.geometry.shift(self.pieces, self.direction)
    }

    /// The pieces that the moved piece captures after the move of the chain.
    #[inline]
    pub fn victims(&self, rules: &G::Rules, board: &Board<G>) -> Set<G> {
        let [from, to] = self.forced;
        let Some(Piece { color, kind }) = board.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let info = G::table(rules).pieces.info(kind);
        // One step leaps over nothing, and displacement comes before the move.
        let methods = Methods::CAPTURES.difference(Methods::LEAP.union(Methods::DISPLACE));
        let captures = G::options(rules).contains(RuleFlags::FORCED_CAPTURES)
            && info.methods.intersects(methods)
            && info.moves.lines(self.geometry, from).has(to);
        if !captures {
            return Bitboard::EMPTY;
        }
        let own = self.moved(board.color(color));
        let enemy = self.moved(board.color(!color) - self.displaced);
        PseudoLegal::with_occupancy(board, rules, color, own, enemy).victims(kind, from, to)
    }

    /// Plays the chain on `next`, a copy of the board, and calls the visitor with each captured
    /// piece.
    pub fn play(
        &self,
        rules: &G::Rules,
        board: &Board<G>,
        next: &mut Board<G>,
        mut visitor: impl FnMut(Square, Piece),
    ) {
        let Some(Piece { color, .. }) = board.piece_at(self.forced[0]) else {
            return;
        };
        capture(rules, next, color, self.displaced, &mut visitor);
        for from in self.pieces {
            if let Some((to, piece)) =
                self.geometry.step(from, self.direction).zip(board.piece_at(from))
            {
                next.toggle(piece.color, piece.kind, from);
                next.toggle(piece.color, piece.kind, to);
            }
        }
        capture(rules, next, color, self.victims(rules, board), &mut visitor);
    }
}
