//! What keeps men from moves (see [`Game::objection`]), own king's safety and freezing aside.

use crate::explain::{WhyNot, blocker, standing, unjumpable};
use crate::{Bitboard, Color, Geometry, Move, PieceKind, Position, Special};

use super::Baroque;

/// See [`Game::objection`].
pub fn objection<G: Baroque>(position: &Position<G>, mv: Move) -> Option<WhyNot> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    if mv.is_suicide() {
        return no_suicide(position, mv);
    }
    let cannot = |deed| Some(WhyNot::Cannot { kind, deed });
    match mv.special() {
        Special::Nothing => {}
        Special::Destruction => return cannot("cannot destroy itself with a neighbour"),
        Special::Pull => return cannot("cannot pull"),
        Special::Man(_) => return cannot("cannot become or leave behind another man"),
    }
    if !G::slides(kind, from, Bitboard::EMPTY).has(to) {
        return Some(WhyNot::Manner { kind, manner: G::manner(kind) });
    }
    if let Some(man) = standing::<G>(board, to) {
        let friend = man.piece.color == position.side();
        let displaces = match kind {
            PieceKind::King | PieceKind::Guard | PieceKind::Mage => true,
            PieceKind::Chameleon => {
                G::stepped_on(board).has(to) && G::Geometry::neighbours(from).has(to)
            }
            _ => false,
        };
        if friend {
            return Some(WhyNot::Friend(man));
        }
        if !displaces {
            return Some(WhyNot::Landing { kind, man });
        }
    }
    way_closed(position, kind, mv).or_else(|| too_far(position, kind, mv)).or_else(|| {
        let forbidden = !G::allowed(position, from).has(to);
        forbidden.then_some(WhyNot::OwnPalace)
    })
}

fn no_suicide<G: Baroque>(position: &Position<G>, mv: Move) -> Option<WhyNot> {
    let man = standing::<G>(position.board(), mv.from())?;
    Some(match man.piece.kind {
        _ if !G::suicide(position.rules()) => WhyNot::NoSuicide,
        PieceKind::King => WhyNot::KingStays,
        _ => WhyNot::NotFrozen(man),
    })
}

fn way_closed<G: Baroque>(position: &Position<G>, kind: PieceKind, mv: Move) -> Option<WhyNot> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    match kind {
        PieceKind::King | PieceKind::Guard => None,
        PieceKind::Mage => {
            // A man on the landing square would be taken, so it does not count.
            let others = board.occupied() - to.into();
            let closed = !G::slides(kind, from, others).has(to);
            closed.then(|| WhyNot::NoWay { kind, to: G::Geometry::name(to) })
        }
        PieceKind::Leaper | PieceKind::Chameleon => {
            unjumpable(position, G::leap(position.rules()), from, to)
        }
        _ => blocker::<G>(board, from, to).map(WhyNot::Blocked),
    }
}

fn too_far<G: Baroque>(position: &Position<G>, kind: PieceKind, mv: Move) -> Option<WhyNot> {
    let (side, from) = (position.side(), mv.from());
    if kind == PieceKind::King || G::reach(position.rules(), side, from).has(mv.to()) {
        return None;
    }
    let rank = G::Geometry::rank(from);
    Some(WhyNot::RankLimit(match side {
        Color::White => rank + 1,
        Color::Black => G::Geometry::RANKS - rank,
    }))
}
