//! The trait of the games, and the four games.

use std::ops::ControlFlow;

use crate::position::description::Set;
use crate::position::illegal::IllegalReason;
use crate::{
    Bitboard, Color, GenType, Move, MoveGroup, Outcome, Piece, PieceKind, Position, PositionErrors,
    Setup, Square,
};

mod common;
pub mod history;
pub mod maxima;
pub mod play;
pub mod renaissance;
pub mod rococo;
pub mod runtime;
pub mod ultima;

pub use common::SpecialRules;

/// The rules of a game, as functions of a [`Position<Self>`]. Except for [`Game::errors`] the
/// position is valid. All are provided: they read the [`Table`](crate::Table) of the game and its
/// [`SpecialRules`].
pub trait Game: SpecialRules {
    /// The errors of a position that is not validated yet.
    fn errors(position: &Position<Self>) -> PositionErrors {
        common::errors(position)
    }

    /// Calls the visitor with groups of legal moves until it returns [`ControlFlow::Break`]. Groups
    /// may be empty. A finished game has no moves; repetition and move limit are not considered.
    #[inline]
    fn generate(
        position: &Position<Self>,
        gen_type: GenType,
        visitor: impl FnMut(MoveGroup<Self::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        common::generate(position, gen_type, visitor)
    }

    /// Number of legal moves.
    #[inline]
    fn count(position: &Position<Self>) -> u64 {
        common::count(position)
    }

    /// Whether a move, which may come from another position, is legal: true for exactly the moves
    /// that [`Game::generate`] generates.
    fn is_legal(position: &Position<Self>, mv: Move) -> bool {
        common::is_legal(position, mv)
    }

    /// Whether a move is legal except that it may leave the own king in check.
    fn is_pseudo_legal(position: &Position<Self>, mv: Move) -> bool {
        common::is_pseudo_legal(position, mv)
    }

    /// Why a move of an own piece, or a drop of a kind in hand, is not pseudo-legal. The piece is
    /// not frozen unless the move is a suicide. `None` if no precise reason is known.
    fn illegal_movement(position: &Position<Self>, mv: Move) -> Option<IllegalReason> {
        common::illegal_movement(position, mv)
    }

    /// Plays a legal move on `next`, a copy of the position with the swap ban cleared: updates
    /// pieces, hands and swap ban. Returns whether the move is irreversible (rules, 1.3).
    #[inline]
    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool {
        common::play(position, mv, next)
    }

    /// The squares on which a legal move captures pieces.
    #[inline]
    fn victims(position: &Position<Self>, mv: Move) -> Set<Self> {
        common::victims(position, mv)
    }

    /// Calls the visitor with each piece that a legal move captures, of either side, and the square
    /// on which it is captured.
    fn for_each_capture(
        position: &Position<Self>,
        mv: Move,
        mut visitor: impl FnMut(Square, Piece),
    ) {
        for square in Self::victims(position, mv) {
            if let Some(piece) = position.board().piece_at(square) {
                visitor(square, piece);
            }
        }
    }

    /// The frozen pieces of a side.
    #[inline]
    fn frozen(position: &Position<Self>, color: Color) -> Set<Self> {
        common::frozen(position, color)
    }

    /// Whether the king of a side could be captured if the other side were to move. Always false
    /// where the object is to capture the king.
    fn in_check(position: &Position<Self>, color: Color) -> bool {
        common::in_check(position, color)
    }

    /// The end of the game that is known without generating moves.
    #[inline]
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome> {
        common::immediate_outcome(position)
    }

    /// The end of the game if the side to move has no legal move.
    fn no_moves_outcome(position: &Position<Self>) -> Outcome {
        common::no_moves_outcome(position)
    }

    /// The empty squares to which a piece that is not frozen moves without capturing, leaps of
    /// leapers aside: its mobility.
    #[inline]
    fn slides(
        rules: &Self::Rules,
        kind: PieceKind,
        from: Square,
        occupied: Set<Self>,
    ) -> Set<Self> {
        let table = Self::table(rules);
        let slides =
            table.pieces.info(kind).moves.attacks(table.geometry, from, occupied) - occupied;
        table.only_to_take.map_or(slides, |ring| slides - ring)
    }

    /// The squares that pieces of a side and kind should reach, for the evaluation: an enemy
    /// palace, ranks of promotion if there is a kind to promote to. Empty in most games.
    #[inline]
    fn goal(position: &Position<Self>, color: Color, kind: PieceKind) -> Set<Self> {
        let table = position.table();
        let goal = table.goal.filter(|goal| goal.kinds.has(kind));
        let promotion = table.pieces.info(kind).promotion;
        let promotion = promotion.filter(|it| it.kinds(position.board(), color).next().is_some());
        goal.map_or(Bitboard::EMPTY, |goal| goal.zone[color])
            | promotion.map_or(Bitboard::EMPTY, |promotion| promotion.zone(color))
    }

    /// Whether zugzwang is unlikely: the side to move has pieces in hand, or at least two pieces
    /// besides the king that are not frozen. The search tries null moves only then.
    fn has_spare_moves(position: &Position<Self>) -> bool {
        let (board, side) = (position.board(), position.side());
        let unmovable = Self::frozen(position, side) | board.kind(PieceKind::KING);
        !board.hand(side).is_empty() || (board.color(side) - unmovable).len() > 1
    }
}
