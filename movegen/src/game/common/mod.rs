//! The generator of all games: moves and captures by the methods of each row of a game's piece
//! table, suicide, promotion, freezing and check.
//!
//! Each game defines its table, and rules that no table expresses, in [`SpecialRules`].

use crate::piece::Methods;
use crate::position::description::Set;
use crate::position::setup::sorted;
use crate::{Bitboard, Color, Game, Move, Position, PositionErrors, Setup, Special};

mod count;
mod explain;
mod freeze;
mod generate;
mod king_view;
mod movement;
mod obstacles;
mod occupancy;
mod pieces;
mod row;
mod rules;
mod threats;

pub use count::count;
pub use explain::illegal_movement;
pub use freeze::{Freeze, frozen};
pub use generate::{Generator, generate, is_legal, is_pseudo_legal};
pub use king_view::KingView;
pub use movement::Movement;
pub use occupancy::{Occupancy, Threat};
pub use pieces::Pieces;
pub use rules::SpecialRules;
pub use threats::Threats;

use row::{methods_of, some_piece_has};

/// Adds [`PositionErrors::KING_LEFT_IN_CHECK`] to the `errors` of a position if it has no others
/// (see [`Game::errors`](crate::Game::errors)).
pub fn with_check_error<G: Game>(
    position: &Position<G>,
    mut errors: PositionErrors,
) -> PositionErrors {
    if errors.is_empty() {
        let left = in_check(position, !position.side()) && position.has_moves();
        errors.set(PositionErrors::KING_LEFT_IN_CHECK, left);
    }
    errors
}

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
