//! The ends of a game that its table names, and the positions that are valid.

use crate::piece::Methods;
use crate::position::table::{Goal, Set};
use crate::{
    Bitboard, Board, Color, EndReason, Game, Outcome, PieceKind, Position, PositionErrors,
    RuleFlags, Square,
};

/// The end of the game that the board shows without generating moves. In this order: a king is
/// missing; the side that just moved has reached its goal; the side to move, or else the other one,
/// has only its king left.
#[inline]
pub fn immediate_outcome<G: Game>(position: &Position<G>) -> Option<Outcome> {
    lost_king(position).or_else(|| reached_goal(position)).or_else(|| bare_king(position))
}

/// The end by the capture of a king, where that is the aim.
#[inline(always)]
fn lost_king<G: Game>(position: &Position<G>) -> Option<Outcome> {
    if !position.options().contains(RuleFlags::LOST_WITHOUT_KING) {
        return None;
    }
    let loser = kingless(position.board(), position.side())?;
    Some(Outcome::win(!loser, EndReason::KingTaken))
}

/// The end by a goal that is reached, by the side that just moved if by both.
#[inline(always)]
pub fn reached_goal<G: Game>(position: &Position<G>) -> Option<Outcome> {
    let (board, side, goal) = (position.board(), position.side(), position.table().goal?);
    let won = |winner| Some(Outcome::win(winner, EndReason::Invasion));
    if goal.is_reached(board, !side) {
        return won(!side);
    }
    // A move brings an enemy to its goal only where pieces move others.
    let moves_others =
        const { G::PIECES.is_empty() || G::PIECES.methods().intersects(Methods::ACTS) };
    if moves_others && goal.is_reached(board, side) {
        return won(side);
    }
    None
}

#[inline(always)]
fn bare_king<G: Game>(position: &Position<G>) -> Option<Outcome> {
    if !position.options().contains(RuleFlags::BARE_KING_LOSES) {
        return None;
    }
    let (board, side) = (position.board(), position.side());
    for color in [side, !side] {
        let kings = board.pieces(color, PieceKind::KING);
        if !kings.is_empty() && board.piece_count(color) == kings.len() {
            return Some(Outcome::win(!color, EndReason::BareKing));
        }
    }
    None
}

/// A side without a king; of both the one that just moved, which has caught its own, given the other one.
#[inline(always)]
fn kingless<G: Game>(board: &Board<G>, side: Color) -> Option<Color> {
    let has_king = |color| board.color(color).intersects(board.kind(PieceKind::KING));
    // Not `find`, which is not inlined.
    if !has_king(!side) {
        Some(!side)
    } else if !has_king(side) {
        Some(side)
    } else {
        None
    }
}

/// The destinations on which the piece on `from` wins at once, even if its king is left in check.
/// All squares if the goal is reached already, which only a position from a FEN can be.
#[inline(always)]
pub fn winning<G: Game>(position: &Position<G>, from: Square) -> Set<G> {
    let Some(Goal { zone, kinds, pieces, before_check: true }) = position.table().goal else {
        return Bitboard::EMPTY;
    };
    let (board, side, from) = (position.board(), position.side(), Bitboard::from(from));
    let counting = board.color(side) & board.kinds(kinds);
    let others = (counting - from) & zone[side];
    if others.has_at_least(pieces) {
        return !Bitboard::EMPTY;
    }
    (zone[side] - others - from)
        .masked(others.has_at_least(pieces - 1) && counting.intersects(from))
}

/// The errors of a position that is not validated yet, apart from a king left in check.
pub fn errors<G: Game>(position: &Position<G>) -> PositionErrors {
    let mut errors = PositionErrors::of_piece_counts(&position.setup);
    let (limit, board) = (position.table().limit, position.board());
    let is_full = |color: Color| {
        limit.is_some_and(|limit| (limit.zone[color] & board.color(color)).len() > limit.pieces)
    };
    errors.set(PositionErrors::ZONE_FULL, Color::ALL.into_iter().any(is_full));
    errors
}
