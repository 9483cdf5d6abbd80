//! The ends of a game that its table names, and the positions that are valid.

use super::in_check;
use crate::position::table::{Goal, Set};
use crate::{
    Bitboard, Color, EndReason, Game, Options, Outcome, PieceKind, Position, PositionErrors, Square,
};

/// See [`Game::immediate_outcome`]. In this order: a king is missing; the side that just moved has
/// reached its goal; the side to move, or else the other one, has only its king left.
#[inline]
pub fn immediate_outcome<G: Game>(position: &Position<G>) -> Option<Outcome> {
    let (board, side, options) = (position.board(), position.side(), position.options());
    let won = |winner, reason| Some(Outcome { winner: Some(winner), reason });
    if options.contains(Options::LOST_WITHOUT_KING)
        && let Some(loser) = Color::ALL.into_iter().find(|&color| board.king(color).is_none())
    {
        return won(!loser, EndReason::KingTaken);
    }
    if let Some(Goal { zone, kinds, pieces, .. }) = position.table().goal
        && (zone[!side] & board.color(!side) & board.kinds(kinds)).len() >= pieces
    {
        return won(!side, EndReason::Invasion);
    }
    if options.contains(Options::BARE_KING_LOSES) {
        let is_bare = |&color: &Color| {
            board.color(color).is_subset(board.kind(PieceKind::KING))
                && board.piece_count(color) > 0
        };
        if let Some(bare) = [side, !side].into_iter().find(is_bare) {
            return won(!bare, EndReason::BareKing);
        }
    }
    None
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
    if others.len() >= pieces {
        return !Bitboard::EMPTY;
    }
    (zone[side] - others - from).masked(others.len() + 1 == pieces && counting.intersects(from))
}

/// See [`Game::no_moves_outcome`]: checkmate, or stalemate, which loses or draws.
pub fn no_moves_outcome<G: Game>(position: &Position<G>) -> Outcome {
    let winner = Some(!position.side());
    if in_check(position, position.side()) {
        return Outcome { winner, reason: EndReason::Checkmate };
    }
    let draws = position.options().contains(Options::STALEMATE_DRAWS);
    Outcome { winner: winner.filter(|_| !draws), reason: EndReason::Stalemate }
}

/// See [`Game::errors`].
pub fn errors<G: Game>(position: &Position<G>) -> PositionErrors {
    let (table, board) = (position.table(), position.board());
    let mut errors = PositionErrors::of_piece_counts(&position.setup);
    let is_full = |color: Color| {
        table
            .limit
            .is_some_and(|limit| (limit.zone[color] & board.color(color)).len() > limit.pieces)
    };
    errors.set(PositionErrors::ZONE_FULL, Color::ALL.into_iter().any(is_full));
    if errors.is_empty() {
        let left = in_check(position, !position.side());
        errors.set(PositionErrors::KING_LEFT_IN_CHECK, left && position.has_moves());
    }
    errors
}
