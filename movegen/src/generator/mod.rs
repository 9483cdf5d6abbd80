//! The generator of all games: moves, captures and acts by the methods of each row of a game's piece
//! table, suicide, promotion, hands, freezing and check.
//!
//! It reads the [`Table`](crate::Table) of a game, and knows no game by name.

use std::ops::ControlFlow;

use crate::position::setup::sorted;
use crate::position::table::Set;
use crate::{
    Bitboard, BoardTypes, Color, Game, Move, MoveGroup, Piece, Position, Setup, Special, Square,
};

mod act_moves;
mod acts;
mod area;
pub mod by_playing;
mod chain;
mod count;
mod ends;
mod explain;
mod forced;
mod freeze;
mod generate;
mod hands;
pub mod interpreter;
mod king_view;
mod obstacles;
mod occupancy;
mod pseudo_legal;
mod ring;
mod row;
mod threats;

pub use count::count;
pub use ends::{errors, immediate_outcome, no_moves_outcome};
pub use explain::illegal_movement;
pub use freeze::frozen;
pub use generate::{generate, has_moves, is_legal, is_pseudo_legal};

use acts::Act;
use hands::capture;
use king_view::KingView;
use pseudo_legal::PseudoLegal;
use row::some_piece_has;

/// Takes groups of legal moves, which may be empty, until it returns [`ControlFlow::Break`]. The
/// generator is so large that one copy for each closure would be most of the program.
type Visitor<'a, G> = &'a mut dyn FnMut(MoveGroup<<G as BoardTypes>::Geometry>) -> ControlFlow<()>;

/// Whether the table of a game is known only at run time. Then check may be found by playing moves
/// ([`by_playing`]), which is not compiled for other games.
const fn is_runtime<G: Game>() -> bool {
    G::TABLE.is_none()
}

/// Plays a legal move on `next`, a copy of the position with the swap ban cleared: updates pieces,
/// hands and swap ban. Returns whether the move is irreversible (rules, 1.3).
#[inline]
pub fn play<G: Game>(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
    if let Some(program) = interpreter::program(position) {
        return interpreter::play(program, position, mv, next);
    }
    if let Some(act) = Act::of(position, mv) {
        let mut captures = false;
        act.play(position, mv, &mut next.board, |_, _| captures = true);
        return captures || act.is_irreversible();
    }
    let victims = victims(position, mv);
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    capture(position.rules(), &mut next.board, side, victims, |_, _| ());
    let Some(kind) = position.kind_at(from) else {
        return false;
    };
    next.board.toggle(side, kind, from);
    if mv.is_suicide()
        || some_piece_has!(G, position.rules(), DESTROY) && mv.special() == Special::Destruction
    {
        return true;
    }
    // A piece on the destination that is not captured is swapped.
    if some_piece_has!(G, position.rules(), SWAP)
        && next.board.occupied().has(to)
        && let Some(partner) = next.board.piece_at(to)
    {
        next.board.toggle(partner.color, partner.kind, to);
        next.board.toggle(partner.color, partner.kind, from);
        next.swap_ban = Some(sorted([from, to]));
    }
    let arriving = match mv.special() {
        Special::Piece(piece) if some_piece_has!(G, position.rules(), PROMOTE) => piece,
        _ => kind,
    };
    next.board.toggle(side, arriving, to);
    arriving != kind || !victims.is_empty()
}

/// The squares on which a legal move captures pieces. A piece captured after a push or a pull is on
/// the square to which that moved it.
#[inline]
pub fn victims<G: Game>(position: &Position<G>, mv: Move) -> Set<G> {
    if let Some(program) = interpreter::program(position) {
        return interpreter::victims(program, position, mv);
    }
    if let Some(act) = Act::of(position, mv) {
        let mut victims = Bitboard::EMPTY;
        let mut next = *position.board();
        act.play(position, mv, &mut next, |square, _| victims |= square.into());
        return victims;
    }
    if some_piece_has!(G, position.rules(), DESTROY) && mv.special() == Special::Destruction {
        return mv.to().into();
    }
    match position.kind_at(mv.from()) {
        Some(kind) => PseudoLegal::new(position).victims(kind, mv.from(), mv.to()),
        None => Bitboard::EMPTY,
    }
}

/// Calls the visitor with each piece that a legal move captures, of either side, and the square on
/// which it is captured.
pub fn for_each_capture<G: Game>(
    position: &Position<G>,
    mv: Move,
    mut visitor: impl FnMut(Square, Piece),
) {
    if let Some(program) = interpreter::program(position) {
        return interpreter::for_each_capture(program, position, mv, visitor);
    }
    if let Some(act) = Act::of(position, mv) {
        return act.play(position, mv, &mut position.board().clone(), visitor);
    }
    for square in victims(position, mv) {
        if let Some(piece) = position.board().piece_at(square) {
            visitor(square, piece);
        }
    }
}

/// Whether the king of a side could be captured if the other side were to move. Always false where
/// the object is to capture the king.
pub fn in_check<G: Game>(position: &Position<G>, color: Color) -> bool {
    if let Some(program) = interpreter::program(position) {
        return interpreter::in_check(program, position, color);
    }
    if const { is_runtime::<G>() } && position.table().checks_by_playing {
        return by_playing::is_attacked(position, color);
    }
    KingView::new(position, color).is_some_and(|view| view.in_check())
}
