//! Pushing and pulling: pieces that stand in a row go one square on together, and the one that was
//! made to go takes what it would take by such a move of its own (rules, 6, forced captures).

use crate::capture::{pull, push};
use crate::game::common::Movement;
use crate::{Board, Color, Direction, Geometry, Piece, PieceKind, Square};

use super::{Board9x9, Renaissance, Rules, Set, hands};

/// The pieces that a pusher on a square may push: onto an empty square, a king also onto an enemy of
/// its own, and a chameleon onto the king that is its enemy.
#[inline]
pub fn pushable(board: &Board<u128>, from: Square) -> Set {
    let occupied = board.occupied();
    let onto = |targets, squares| push::destinations::<Board9x9>(from, targets, squares);
    Color::ALL.into_iter().fold(onto(occupied, !occupied), |pushable, color| {
        let pieces = |kind| board.pieces(color, kind);
        pushable
            | onto(pieces(PieceKind::King), board.color(!color))
            | onto(pieces(PieceKind::Chameleon), board.pieces(!color, PieceKind::King))
    })
}

/// Pieces that go one square on together.
pub struct ForcedChain {
    /// Where they stand before.
    pub pieces: Set,
    /// What a pushed piece takes because it stands where that piece goes.
    pub met: Set,
    direction: Direction,
    /// Start and destination square of the piece that may take something: what is pushed, or the last
    /// that is pulled. Between that one and the puller there are only pullers, which take nothing.
    forced: [Square; 2],
}

impl ForcedChain {
    /// A pusher and the neighbour that it pushes.
    #[inline(always)]
    pub fn pushed(board: &Board<u128>, from: Square, target: Square) -> Option<Self> {
        let direction = Board9x9::direction(from, target)?;
        let to = Board9x9::step(target, direction)?;
        let pieces = Set::from(from) | target.into();
        let met = board.occupied() & to.into();
        Some(Self { pieces, met, direction, forced: [target, to] })
    }

    /// A puller that steps from one square to the next, and those that follow.
    #[inline(always)]
    pub fn pulled(board: &Board<u128>, from: Square, to: Square) -> Option<Self> {
        let direction = Board9x9::direction(from, to)?;
        let pullers = board.kind(PieceKind::Puller);
        let last = pull::last::<Board9x9>(from, direction, board.occupied(), pullers)?;
        let pieces = Board9x9::between(from, last) | from.into() | last.into();
        let forced = [last, Board9x9::step(last, direction)?];
        Some(Self { pieces, met: Set::EMPTY, direction, forced })
    }

    /// A set of squares after the pieces on some of them have gone on.
    #[inline(always)]
    pub fn moved(&self, squares: Set) -> Set {
        (squares - self.pieces) | Board9x9::shift(squares & self.pieces, self.direction)
    }

    /// The squares that are empty afterwards.
    #[inline(always)]
    pub fn left(&self) -> Set {
        self.pieces - Board9x9::shift(self.pieces, self.direction)
    }

    /// What the forced piece takes when all have gone on.
    #[inline]
    pub fn victims(&self, board: &Board<u128>, rules: &Rules) -> Set {
        let [from, to] = self.forced;
        let Some(Piece { color, kind }) = board.piece_at(from) else {
            return Set::EMPTY;
        };
        let takes = match kind {
            PieceKind::Withdrawer | PieceKind::Coordinator | PieceKind::Chameleon => true,
            PieceKind::Pawn => self.direction.is_orthogonal(),
            _ => false,
        };
        if !takes {
            return Set::EMPTY;
        }
        let own = self.moved(board.color(color));
        let enemy = self.moved(board.color(!color) - self.met);
        Movement::<Renaissance>::displaced(board, rules, color, own, enemy).victims(kind, from, to)
    }

    /// Moves the pieces on `next`, a copy of the board, and tells what is taken.
    pub fn run(
        &self,
        board: &Board<u128>,
        rules: &Rules,
        next: &mut Board<u128>,
        mut tell: impl FnMut(Square, Piece),
    ) {
        let Some(Piece { color, .. }) = board.piece_at(self.forced[0]) else {
            return;
        };
        hands::capture(next, color, self.met, &mut tell);
        for from in self.pieces {
            if let Some((to, piece)) =
                Board9x9::step(from, self.direction).zip(board.piece_at(from))
            {
                next.toggle(piece.color, piece.kind, from);
                next.toggle(piece.color, piece.kind, to);
            }
        }
        hands::capture(next, color, self.victims(board, rules), &mut tell);
    }
}
