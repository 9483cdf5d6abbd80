//! The kinds of moves of this game, and how each is played.

use crate::capture::{explode, pull};
use crate::game::common::{self, KingView};
use crate::{Board, Game, Geometry, Move, Piece, PieceKind, Position, Special, Square};

use super::board::{Board9x9, Set};
use super::chain::{self, ForcedChain};
use super::{Renaissance, hands, kinds};

/// What kind of move a [`Move`] is (rules, 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A move as in Ultima, or a slide that captures nothing.
    Ordinary,
    /// A piece is dropped from the hand.
    Drop(PieceKind),
    /// A resurrector steps and leaves a piece of the hand behind.
    LeaveBehind(PieceKind),
    /// A resurrector trades places with an adjacent piece.
    Trade,
    /// A bomb explodes.
    Explosion,
    /// A pusher pushes an adjacent piece.
    Push,
    /// A puller pulls the piece behind it.
    Pull,
}

impl MoveKind {
    /// The kind of a move. Whether the move is pseudo-legal is not checked.
    #[inline]
    pub fn of(board: &Board<Renaissance>, mv: Move) -> Self {
        let onto_piece = |kind| board.occupied().has(mv.to()) && board.kind(kind).has(mv.from());
        match mv.special() {
            Special::Piece(kind) if mv.dropped().is_some() => Self::Drop(kind),
            Special::Piece(kind) => Self::LeaveBehind(kind),
            Special::Pull => Self::Pull,
            Special::Nothing if mv.is_suicide() => Self::Explosion,
            Special::Nothing if onto_piece(kinds::PUSHER) => Self::Push,
            Special::Nothing if onto_piece(kinds::RESURRECTOR) => Self::Trade,
            _ => Self::Ordinary,
        }
    }

    /// Whether the kind is irreversible even without captures (rules, 1.3).
    #[inline]
    pub fn is_irreversible(self) -> bool {
        matches!(self, Self::Drop(_) | Self::LeaveBehind(_) | Self::Explosion)
    }
}

/// See [`Game::is_legal`].
pub fn is_legal(position: &Position<Renaissance>, mv: Move) -> bool {
    match MoveKind::of(position.board(), mv) {
        MoveKind::Ordinary => common::is_legal(position, mv),
        kind => is_pseudo_legal_kind(position, mv, kind) && is_safe(position, mv),
    }
}

/// See [`Game::is_pseudo_legal`].
pub fn is_pseudo_legal(position: &Position<Renaissance>, mv: Move) -> bool {
    match MoveKind::of(position.board(), mv) {
        MoveKind::Ordinary => common::is_pseudo_legal(position, mv),
        kind => is_pseudo_legal_kind(position, mv, kind),
    }
}

/// Whether a move of another kind than [`MoveKind::Ordinary`] is pseudo-legal.
fn is_pseudo_legal_kind(position: &Position<Renaissance>, mv: Move, kind: MoveKind) -> bool {
    let (board, side) = (position.board(), position.side());
    let (from, to) = (mv.from(), mv.to());
    let occupied = board.occupied();
    let empty = Board9x9.squares() - occupied;
    let held = |kind| board.hand(side).count(kind) > 0;
    let free = board.color(side) - position.frozen(side);
    let can = |kind| (free & board.kind(kind)).has(from);
    let beside = Board9x9.neighbours(from);
    let possible = match kind {
        MoveKind::Ordinary => false,
        MoveKind::Drop(kind) => held(kind) && empty.has(to),
        MoveKind::LeaveBehind(kind) => {
            can(kinds::RESURRECTOR) && held(kind) && (beside & empty).has(to)
        }
        MoveKind::Trade => can(kinds::RESURRECTOR) && (beside & occupied).has(to),
        MoveKind::Explosion => can(kinds::BOMB),
        MoveKind::Push => can(kinds::PUSHER) && chain::pushable(board, from).has(to),
        MoveKind::Pull => {
            can(kinds::PULLER) && pull::destinations(Board9x9, from, occupied).has(to)
        }
    };
    possible && Renaissance::immediate_outcome(position).is_none()
}

/// Whether the own king is on the board and not attacked after a pseudo-legal move.
pub fn is_safe(position: &Position<Renaissance>, mv: Move) -> bool {
    let mut next = *position.board();
    play(position, mv, &mut next, |_, _| ());
    is_king_safe(position, &next)
}

/// Whether the king of the side to move is on the board `next` and not attacked there.
#[inline]
pub fn is_king_safe(position: &Position<Renaissance>, next: &Board<Renaissance>) -> bool {
    KingView::<Renaissance>::of_king(next, position.rules(), position.side())
        .is_some_and(|view| !view.in_check())
}

/// Plays a pseudo-legal move on `next`, a copy of the board, and calls the visitor with each
/// captured piece and the square on which it is captured.
pub fn play(
    position: &Position<Renaissance>,
    mv: Move,
    next: &mut Board<Renaissance>,
    visitor: impl FnMut(Square, Piece),
) {
    let (board, side) = (position.board(), position.side());
    let (from, to) = (mv.from(), mv.to());
    match MoveKind::of(board, mv) {
        MoveKind::Ordinary => {
            hands::capture(next, side, common::victims(position, mv), visitor);
            shift(board, next, from, to);
        }
        MoveKind::Drop(kind) => hands::put(next, side, kind, to),
        MoveKind::LeaveBehind(kind) => {
            shift(board, next, from, to);
            hands::put(next, side, kind, from);
        }
        MoveKind::Trade => {
            shift(board, next, from, to);
            shift(board, next, to, from);
        }
        MoveKind::Explosion => explosion(board, next, from, visitor),
        MoveKind::Push => {
            if let Some(chain) = ForcedChain::pushed(board, from, to) {
                chain.run(board, position.rules(), next, visitor);
            }
        }
        MoveKind::Pull => {
            if let Some(chain) = ForcedChain::pulled(board, from, to) {
                chain.run(board, position.rules(), next, visitor);
            }
        }
    }
}

/// See [`Game::victims`].
pub fn victims(position: &Position<Renaissance>, mv: Move) -> Set {
    match MoveKind::of(position.board(), mv) {
        MoveKind::Ordinary => common::victims(position, mv),
        _ => {
            let mut victims = Set::EMPTY;
            play(position, mv, &mut position.board().clone(), |square, _| victims |= square.into());
            victims
        }
    }
}

/// Moves the piece on a square of `board` on `next`.
#[inline]
fn shift(board: &Board<Renaissance>, next: &mut Board<Renaissance>, from: Square, to: Square) {
    if let Some(piece) = board.piece_at(from) {
        next.toggle(piece.color, piece.kind, from);
        next.toggle(piece.color, piece.kind, to);
    }
}

/// Removes the bomb and all adjacent pieces for good.
fn explosion(
    board: &Board<Renaissance>,
    next: &mut Board<Renaissance>,
    from: Square,
    mut visitor: impl FnMut(Square, Piece),
) {
    let victims = explode::victims(Board9x9, from, board.occupied());
    for square in victims | from.into() {
        if let Some(piece) = board.piece_at(square) {
            next.toggle(piece.color, piece.kind, square);
            if square != from {
                visitor(square, piece);
            }
        }
    }
}
