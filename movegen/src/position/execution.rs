//! The rules of a game in action.

use std::ops::ControlFlow;

use super::moves::{GenType, MoveGroup};
use super::outcome::Outcome;
use super::setup::{PositionErrors, Setup};
use super::table::{Set, Slides};
use crate::{
    Bitboard, BoardTypes, Color, Game, Kinds, Move, Piece, PieceKind, Position, RuleFlags, Square,
};

/// Takes groups of legal moves, which may be empty, until it returns [`ControlFlow::Break`]. The
/// generators are so large that one copy for each closure would be most of the program.
pub type Visitor<'a, G> =
    &'a mut dyn FnMut(MoveGroup<<G as BoardTypes>::Geometry>) -> ControlFlow<()>;

/// What executes the rules of a game ([`Game::Execution`]): a generator that reads tables, or one that
/// reads definitions. Nothing else knows which it is; [`Game::IS_CUSTOM`] says only that it may take long.
///
/// The methods without a default differ. A default is what holds where the table says it all.
pub trait Execution<G: Game> {
    /// Calls the visitor with groups of legal moves until it returns [`ControlFlow::Break`]. The game is
    /// not over ([`Self::immediate_outcome`]).
    fn generate(position: &Position<G>, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()>;

    /// Calls the visitor with groups of legal captures until it returns [`ControlFlow::Break`]: all of a
    /// piece on `target`, and maybe others. The game is not over.
    fn captures_of(
        position: &Position<G>,
        _target: Square,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        Self::generate(position, GenType::Captures, visitor)
    }

    /// Whether there is a legal move. The game is not over.
    fn has_moves(position: &Position<G>) -> bool;

    /// Number of legal moves. The game is not over.
    fn count(position: &Position<G>) -> u64;

    /// Whether a move, which may come from another position, is legal: true for exactly the moves that
    /// [`Self::generate`] generates. The game is not over.
    fn is_legal(position: &Position<G>, mv: Move) -> bool;

    /// Whether a move is legal except that it may leave the own king in check. The game is not over.
    fn is_pseudo_legal(position: &Position<G>, mv: Move) -> bool;

    /// Plays a legal move on `next`, a copy of the position with the swap ban cleared: updates pieces,
    /// hands and swap ban. Returns whether the move is irreversible (rules, 1.3).
    fn play(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool;

    /// The squares on which a legal move captures pieces. A piece captured after a push or a pull is on
    /// the square to which that moved it.
    fn victims(position: &Position<G>, mv: Move) -> Set<G>;

    /// Calls the visitor with each piece that a legal move captures, of either side, and the square on
    /// which it is captured.
    fn for_each_capture(position: &Position<G>, mv: Move, visitor: impl FnMut(Square, Piece));

    /// Whether the king of a side could be captured if the other side were to move. Always false where
    /// the object is to capture the king.
    fn in_check(position: &Position<G>, color: Color) -> bool;

    /// The frozen pieces of a side.
    fn frozen(position: &Position<G>, color: Color) -> Set<G>;

    /// The pieces of a side that its own pieces shield.
    fn shielded(_position: &Position<G>, _color: Color) -> Set<G> {
        Bitboard::EMPTY
    }

    /// The end of the game that the board shows without generating moves.
    fn immediate_outcome(position: &Position<G>) -> Option<Outcome>;

    /// Errors of an unvalidated position, apart from a king left in check.
    fn errors(position: &Position<G>) -> PositionErrors;

    /// The readable text of a legal move of a piece on the board, without the suffix; `None` if the
    /// methods of its kind tell it.
    fn readable(_position: &Position<G>, _mv: Move) -> Option<String> {
        None
    }

    /// Whether a letter behind the squares of a move names the way in which a piece acts, for any piece
    /// that does not choose another kind.
    fn has_lettered_acts(_position: &Position<G>) -> bool {
        false
    }

    /// The side that places the next piece before play; `None` if no side does.
    #[inline(always)]
    fn next_to_place(_setup: &Setup<G>) -> Option<Color> {
        None
    }

    /// Whether no side ever has the move twice in a row.
    fn sides_alternate(_position: &Position<G>) -> bool {
        true
    }

    /// The kinds that only one side holds where the others are a pool of both sides; `None` where there
    /// is no pool.
    fn pool_without(_rules: &G::Rules) -> Option<Kinds> {
        None
    }

    /// Whether kings can be in hand, where they are placed.
    fn holds_kings(_rules: &G::Rules) -> bool {
        false
    }

    /// Whether hands are written in the order of the alphabet, not in that of the piece table.
    fn sorts_hands(_rules: &G::Rules) -> bool {
        false
    }

    /// Whether what a move captures goes to the hand of its side.
    #[inline(always)]
    fn takes_to_hand(position: &Position<G>) -> bool {
        position.options().contains(RuleFlags::HANDS)
    }

    /// Whether the loss of a piece of a kind ends the game.
    #[inline(always)]
    fn is_royal(_rules: &G::Rules, kind: PieceKind) -> bool {
        kind == PieceKind::KING
    }

    /// The pieces of a side whose loss ends the game.
    #[inline(always)]
    fn royals(position: &Position<G>, color: Color) -> Set<G> {
        position.board().pieces(color, PieceKind::KING)
    }

    /// The mobility of a piece of a side and kind.
    #[inline(always)]
    fn slides(
        position: &Position<G>,
        _color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Set<G>,
    ) -> Slides<G::Geometry> {
        position.table().slides(kind, from, occupied)
    }
}
