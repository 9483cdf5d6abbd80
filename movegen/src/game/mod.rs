//! Games: what a game has to define, and the four games.

use std::ops::ControlFlow;

use crate::position::description::{BitsOf, Set};
use crate::position::illegal::{self, IllegalReason};
use crate::{
    Bitboard, Color, Description, GenType, Geometry, Move, MoveGroup, Outcome, Piece, PieceKind,
    Position, PositionErrors, Setup, Square,
};

mod common;
pub mod freeze;
pub mod history;
pub mod maxima;
mod obstacles;
pub mod play;
pub mod renaissance;
pub mod rococo;
pub mod ultima;

/// The rules of a game. Positions of it are [`Position<Self>`]; all methods below are about validated
/// ones, except [`Game::errors`].
pub trait Game: Description {
    /// What is wrong with a position that was not validated yet.
    fn errors(position: &Position<Self>) -> PositionErrors;

    /// Hands the legal moves to the visitor, group by group, until it breaks off. Groups may be
    /// empty. A finished game has no moves; repetition and move limit play no part.
    fn generate(
        position: &Position<Self>,
        gen_type: GenType,
        visitor: impl FnMut(MoveGroup<BitsOf<Self>>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Number of legal moves.
    #[inline]
    fn count(position: &Position<Self>) -> u64 {
        let mut count = 0;
        let _ = Self::generate(position, GenType::All, |group| {
            count += u64::from(group.destinations().len());
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether any move whatever, perhaps of another position, is legal here. True of exactly the
    /// moves that [`Game::generate`] hands out.
    fn is_legal(position: &Position<Self>, mv: Move) -> bool;

    /// Whether a move is legal but for the safety of the own king.
    fn is_pseudo_legal(position: &Position<Self>, mv: Move) -> bool {
        Self::is_legal(position, mv)
    }

    /// How a kind moves, as a sentence about it ends.
    fn manner(kind: PieceKind) -> &'static str {
        illegal::manner(kind)
    }

    /// What keeps an own piece, that nobody holds or that would leave the board by itself, from a
    /// move that is not possible; for drops too.
    fn objection(position: &Position<Self>, mv: Move) -> Option<IllegalReason>;

    /// Plays a legal move: pieces, hands and swap swap_ban of `next`, which comes as the position stands
    /// but without a swap_ban. Whether the move is irreversible (rules, 1.3).
    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool;

    /// The squares whose pieces a legal move takes, as they stand at that moment.
    fn victims(position: &Position<Self>, mv: Move) -> Set<Self>;

    /// Tells the pieces that a legal move takes, of both sides, and where they stand at that moment.
    fn for_each_capture(position: &Position<Self>, mv: Move, mut tell: impl FnMut(Square, Piece)) {
        for square in Self::victims(position, mv) {
            if let Some(piece) = position.board().piece_at(square) {
                tell(square, piece);
            }
        }
    }

    /// The pieces of a side that cannot move because enemies hold them.
    fn frozen(position: &Position<Self>, color: Color) -> Set<Self>;

    /// Whether the king of a side could be taken, were it the other side's turn. Never where the
    /// game is played to the taking of the king.
    fn in_check(position: &Position<Self>, color: Color) -> bool;

    /// The end that the position shows before anybody looks for a legal move.
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome>;

    /// What it means that the side to move has no legal move.
    fn no_moves_outcome(position: &Position<Self>) -> Outcome;

    /// Empty squares to which a free piece slides, captures aside: its mobility.
    #[inline]
    fn slides(kind: PieceKind, from: Square, occupied: Set<Self>) -> Set<Self> {
        let attacks = match kind {
            PieceKind::King => Self::Geometry::neighbours(from),
            PieceKind::Pawn => Self::Geometry::rook_attacks(from, occupied),
            _ => Self::Geometry::queen_attacks(from, occupied),
        };
        attacks - occupied
    }

    /// The squares that pieces of a side and kind want to reach as things stand: an enemy palace, ranks
    /// of promotion. None in most games.
    #[inline]
    fn goal(_position: &Position<Self>, _color: Color, _kind: PieceKind) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Whether the side to move would hardly be better off passing: it has a hand, or at least two
    /// pieces besides the king that nobody holds. The search asks before it tries a null move.
    fn has_spare_moves(position: &Position<Self>) -> bool {
        let (board, side) = (position.board(), position.side());
        let held = Self::frozen(position, side) | board.kind(PieceKind::King);
        !board.hand(side).is_empty() || (board.color(side) - held).len() > 1
    }
}
