//! What keeps men from moves (see [`Game::objection`]), own king's safety and freezing aside.

use crate::explain::{WhyNot, standing};
use crate::game::baroque;
use crate::{Geometry, Move, PieceKind, Position, Square};

use super::deed::Deed;
use super::{Board9x9, Renaissance};

/// See [`Game::objection`].
pub fn objection(position: &Position<Renaissance>, mv: Move) -> Option<WhyNot> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    let cannot = |deed| Some(WhyNot::Cannot { kind, deed });
    let beside = Board9x9::neighbours(from).has(to);
    let occupied = || standing::<Renaissance>(board, to).map(WhyNot::Occupied);
    match Deed::of(board, mv) {
        Deed::Ordinary => baroque::objection(position, mv),
        // The hand was looked at before.
        Deed::Drop(_) => None,
        Deed::LeaveBehind(_) if kind != PieceKind::Resurrector => {
            cannot("cannot leave a man behind")
        }
        Deed::LeaveBehind(left) if board.hand(position.side()).count(left) == 0 => {
            Some(WhyNot::NotHeld { color: position.side(), kind: left })
        }
        Deed::LeaveBehind(_) if !beside => cannot("leaves a man behind only when it goes one step"),
        Deed::LeaveBehind(_) => occupied(),
        Deed::Trade => cannot("trades places with neighbours only"),
        Deed::Explosion => Some(WhyNot::NoSuicide),
        Deed::Push if !beside => cannot("pushes neighbours only"),
        Deed::Push => jammed(position, from, to),
        Deed::Pull if kind != PieceKind::Puller => cannot("cannot pull"),
        Deed::Pull if !beside => cannot("pulls only when it goes one step"),
        Deed::Pull => occupied().or_else(|| {
            let back = Board9x9::direction(to, from)?;
            let Some(behind) = Board9x9::step(from, back) else {
                return cannot("at the edge of the board has nobody behind it to pull");
            };
            Some(WhyNot::NobodyToPull(Board9x9::name(behind)))
        }),
    }
}

/// What keeps a neighbour from being pushed.
fn jammed(position: &Position<Renaissance>, from: Square, to: Square) -> Option<WhyNot> {
    let board = position.board();
    let man = standing::<Renaissance>(board, to)?;
    let line = Board9x9::direction(from, to)?;
    let Some(behind) = Board9x9::step(to, line) else {
        return Some(WhyNot::Edge(man));
    };
    standing::<Renaissance>(board, behind).map(|behind| WhyNot::Jammed { man, behind })
}
