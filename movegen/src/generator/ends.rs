//! The ends of a game that its table names, and the positions that are valid.

use super::generate::has_moves;
use super::{in_check, interpreter, is_runtime};
use crate::position::table::{Goal, Set};
use crate::{
    Bitboard, Board, Color, EndReason, Game, Grid, Options, Outcome, PieceKind, Position,
    PositionErrors, Square,
};

/// The end of the game that the board shows without generating moves. In this order: a king is
/// missing; the side that just moved has reached its goal; the side to move, or else the other one,
/// has only its king left.
#[inline]
pub fn immediate_outcome<G: Game>(position: &Position<G>) -> Option<Outcome> {
    let program = interpreter::program(position);
    if interpreter::is_placing(position) {
        return None;
    }
    if let Some(program) = program
        && let Some(outcome) = interpreter::without_royals(program, position)
    {
        return Some(outcome);
    }
    let (board, side, options) = (position.board(), position.side(), position.options());
    let won = |winner, reason| Some(Outcome { winner: Some(winner), reason });
    if options.contains(Options::LOST_WITHOUT_KING)
        && let Some(loser) = kingless(board)
    {
        return won(!loser, EndReason::KingTaken);
    }
    if let Some(goal) = position.table().goal {
        if goal.is_reached(board, !side) {
            return won(!side, EndReason::Invasion);
        }
        // A move brings an enemy to its goal only where pieces move others.
        if const { is_runtime::<G>() } && goal.is_reached(board, side) {
            return won(side, EndReason::Invasion);
        }
    }
    if let Some(program) = program {
        return interpreter::without_pieces(program, position);
    }
    if options.contains(Options::BARE_KING_LOSES) {
        for color in [side, !side] {
            let kings = board.pieces(color, PieceKind::KING);
            if !kings.is_empty() && board.piece_count(color) == kings.len() {
                return won(!color, EndReason::BareKing);
            }
        }
    }
    None
}

/// A side without a king.
#[inline(always)]
fn kingless<G: Game>(board: &Board<G>) -> Option<Color> {
    let has_king = |color| board.color(color).intersects(board.kind(PieceKind::KING));
    // Not `find`, which is not inlined.
    if !has_king(Color::White) {
        Some(Color::White)
    } else if !has_king(Color::Black) {
        Some(Color::Black)
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

/// The end of the game if the side to move has no legal move: checkmate, or stalemate, which loses
/// or draws.
pub fn no_moves_outcome<G: Game>(position: &Position<G>) -> Outcome {
    let winner = Some(!position.side());
    if in_check(position, position.side()) {
        return Outcome { winner, reason: EndReason::Checkmate };
    }
    let draws = position.options().contains(Options::STALEMATE_DRAWS);
    Outcome { winner: winner.filter(|_| !draws), reason: EndReason::Stalemate }
}

/// The errors of a position that is not validated yet.
pub fn errors<G: Game>(position: &Position<G>) -> PositionErrors {
    const {
        let sets = size_of::<G::Sets>() / size_of::<<G::Geometry as Grid>::Bits>();
        assert!(G::TABLE.is_none() || sets == G::PIECES.len(), "one set for each row");
    }
    let (table, board) = (position.table(), position.board());
    let mut errors = PositionErrors::of_piece_counts(&position.setup);
    let is_full = |color: Color| {
        table
            .limit
            .is_some_and(|limit| (limit.zone[color] & board.color(color)).len() > limit.pieces)
    };
    errors.set(PositionErrors::ZONE_FULL, Color::ALL.into_iter().any(is_full));
    let placing = interpreter::program(position).and_then(|program| program.placing.as_ref());
    let is_wrong = placing.is_some_and(|placing| placing.is_wrong(&position.setup));
    errors.set(PositionErrors::WRONG_PLACEMENT, is_wrong);
    if errors.is_empty() {
        let left = in_check(position, !position.side());
        errors.set(PositionErrors::KING_LEFT_IN_CHECK, left && has_moves(position));
    }
    errors
}
