//! The generator of all games: moves and captures by the methods of each row of a game's piece
//! table, suicide, promotion, freezing and check.
//!
//! Each game defines its [`Table`](crate::Table), and rules that no table expresses in
//! [`SpecialRules`].

use crate::piece::Methods;
use crate::position::description::Set;
use crate::position::setup::sorted;
use crate::{Bitboard, Color, Move, Position, Setup, Special};

mod area;
mod count;
mod ends;
mod explain;
mod freeze;
mod generate;
mod king_view;
mod movement;
mod obstacles;
mod occupancy;
mod pieces;
mod ring;
mod row;
mod rules;
mod threats;

pub use count::count;
pub use ends::{errors, immediate_outcome, no_moves_outcome};
pub use explain::illegal_movement;
pub use freeze::frozen;
pub use generate::{Generator, generate, is_legal, is_pseudo_legal};
pub use king_view::KingView;
pub use movement::Movement;
pub use occupancy::{Occupancy, Threat};
pub use pieces::Pieces;
pub use rules::SpecialRules;
pub use threats::Threats;

use row::{methods_of, some_piece_has};

/// See [`Game::play`](crate::Game::play).
#[inline]
pub fn play<G: SpecialRules>(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
    let victims = victims(position, mv);
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    next.remove_all(!side, victims);
    let Some(kind) = position.kind_at(from) else {
        return false;
    };
    next.board.toggle(side, kind, from);
    if mv.is_suicide() || some_piece_has!(G, DESTROY) && mv.special() == Special::Destruction {
        return true;
    }
    // A piece on the destination that is not captured is swapped.
    if some_piece_has!(G, SWAP)
        && next.board.occupied().has(to)
        && let Some(partner) = next.board.piece_at(to)
    {
        next.board.toggle(partner.color, partner.kind, to);
        next.board.toggle(partner.color, partner.kind, from);
        next.swap_ban = Some(sorted([from, to]));
    }
    let arriving = match mv.special() {
        Special::Piece(piece) if some_piece_has!(G, PROMOTE) => piece,
        _ => kind,
    };
    next.board.toggle(side, arriving, to);
    arriving != kind || !victims.is_empty()
}

/// See [`Game::victims`](crate::Game::victims).
#[inline]
pub fn victims<G: SpecialRules>(position: &Position<G>, mv: Move) -> Set<G> {
    if some_piece_has!(G, DESTROY) && mv.special() == Special::Destruction {
        return mv.to().into();
    }
    match position.kind_at(mv.from()) {
        Some(kind) => Movement::new(position).victims(kind, mv.from(), mv.to()),
        None => Bitboard::EMPTY,
    }
}

/// See [`Game::in_check`](crate::Game::in_check).
pub fn in_check<G: SpecialRules>(position: &Position<G>, color: Color) -> bool {
    KingView::new(position, color).is_some_and(|view| view.in_check())
}
