//! Pushes and pulls: pieces in a row move one square together, and the piece that is moved by
//! another captures what it would capture by making that move itself (rules, 6, forced captures).

use crate::capture::{pull, push};
use crate::game::common::Movement;
use crate::{Board, Color, Direction, Geometry, Piece, PieceKind, Square};

use super::board::{Board9x9, Set};
use super::{Renaissance, Rules, hands, kinds};

/// The adjacent pieces that a pusher may push: onto an empty square, a king also onto one of its
/// enemies, a chameleon also onto an enemy king.
#[inline]
pub fn pushable(board: &Board<Renaissance>, from: Square) -> Set {
    let occupied = board.occupied();
    let onto = |targets, squares| push::destinations(Board9x9, from, targets, squares);
    Color::ALL.into_iter().fold(onto(occupied, !occupied), |pushable, color| {
        let pieces = |kind| board.pieces(color, kind);
        pushable
            | onto(pieces(PieceKind::KING), board.color(!color))
            | onto(pieces(kinds::CHAMELEON), board.pieces(!color, PieceKind::KING))
    })
}

/// Pieces that move one square together.
pub struct ForcedChain {
    /// Their squares before the move.
    pub pieces: Set,
    /// The piece that a pushed king or chameleon captures by displacement.
    pub displaced: Set,
    direction: Direction,
    /// Start and destination of the piece that may capture: the pushed one, or the last one pulled.
    /// The others in a chain are pullers, which capture nothing this way.
    forced: [Square; 2],
}

impl ForcedChain {
    /// A pusher and the piece that it pushes.
    #[inline(always)]
    pub fn pushed(board: &Board<Renaissance>, from: Square, target: Square) -> Option<Self> {
        let direction = Board9x9.direction(from, target)?;
        let to = Board9x9.step(target, direction)?;
        let pieces = Set::from(from) | target.into();
        let displaced = board.occupied() & to.into();
        Some(Self { pieces, displaced, direction, forced: [target, to] })
    }

    /// A puller that steps from one square to the next, and the pieces that follow.
    #[inline(always)]
    pub fn pulled(board: &Board<Renaissance>, from: Square, to: Square) -> Option<Self> {
        let direction = Board9x9.direction(from, to)?;
        let pullers = board.kind(kinds::PULLER);
        let last = pull::last(Board9x9, from, direction, board.occupied(), pullers)?;
        let pieces = Board9x9.between(from, last) | from.into() | last.into();
        let forced = [last, Board9x9.step(last, direction)?];
        Some(Self { pieces, displaced: Set::EMPTY, direction, forced })
    }

    /// A set of pieces after the move of the chain.
    #[inline(always)]
    pub fn moved(&self, squares: Set) -> Set {
        (squares - self.pieces) | Board9x9.shift(squares & self.pieces, self.direction)
    }

    /// The squares that the chain vacates.
    #[inline(always)]
    pub fn left(&self) -> Set {
        self.pieces - Board9x9.shift(self.pieces, self.direction)
    }

    /// The pieces that the moved piece captures after the move of the chain.
    #[inline]
    pub fn victims(&self, board: &Board<Renaissance>, rules: &Rules) -> Set {
        let [from, to] = self.forced;
        let Some(Piece { color, kind }) = board.piece_at(from) else {
            return Set::EMPTY;
        };
        let captures = match kind {
            kinds::WITHDRAWER | kinds::COORDINATOR | kinds::CHAMELEON => true,
            kinds::PAWN => self.direction.is_orthogonal(),
            _ => false,
        };
        if !captures {
            return Set::EMPTY;
        }
        let own = self.moved(board.color(color));
        let enemy = self.moved(board.color(!color) - self.displaced);
        Movement::<Renaissance>::with_occupancy(board, rules, color, own, enemy)
            .victims(kind, from, to)
    }

    /// Plays the chain on `next`, a copy of the board, and calls the visitor with each captured
    /// piece.
    pub fn run(
        &self,
        board: &Board<Renaissance>,
        rules: &Rules,
        next: &mut Board<Renaissance>,
        mut visitor: impl FnMut(Square, Piece),
    ) {
        let Some(Piece { color, .. }) = board.piece_at(self.forced[0]) else {
            return;
        };
        hands::capture(next, color, self.displaced, &mut visitor);
        for from in self.pieces {
            if let Some((to, piece)) = Board9x9.step(from, self.direction).zip(board.piece_at(from))
            {
                next.toggle(piece.color, piece.kind, from);
                next.toggle(piece.color, piece.kind, to);
            }
        }
        hands::capture(next, color, self.victims(board, rules), &mut visitor);
    }
}
