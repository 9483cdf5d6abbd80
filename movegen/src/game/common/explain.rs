//! Why moves are not pseudo-legal (see [`Game::illegal_movement`](crate::Game::illegal_movement)).

use crate::game::obstacles::{blocker, unjumpable};
use crate::piece::Methods;
use crate::position::illegal::{IllegalReason, piece_on};
use crate::{Bitboard, Geometry, Move, PieceKind, Position, Special};

use super::rules::CommonRules;

/// See [`Game::illegal_movement`](crate::Game::illegal_movement).
pub fn illegal_movement<G: CommonRules>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    if mv.is_suicide() {
        return no_suicide(position, mv);
    }
    let cannot = |limit| Some(IllegalReason::Cannot { kind, limit });
    match mv.special() {
        Special::Nothing => {}
        Special::Destruction => return cannot("cannot destroy itself and an adjacent piece"),
        Special::Pull => return cannot("cannot pull"),
        Special::Piece(_) => return cannot("cannot become or leave behind another piece"),
    }
    if !G::slides(kind, from, Bitboard::EMPTY).has(to) {
        return Some(IllegalReason::Manner { kind, manner: G::manner(kind) });
    }
    let info = |kind| {
        G::KINDS.iter().position(|&k| k == kind).map(|i| G::PIECES[i]).unwrap_or(G::PIECES[0])
    };
    if let Some(piece) = piece_on::<G>(board, to) {
        let friend = piece.color == position.side();
        let displaces = match kind {
            PieceKind::Chameleon => {
                info(piece.kind).has(Methods::DISPLACE) && G::Geometry::neighbours(from).has(to)
            }
            _ => info(kind).has(Methods::DISPLACE),
        };
        if friend {
            return Some(IllegalReason::OwnPiece(piece));
        }
        if !displaces {
            return Some(IllegalReason::Landing { kind, piece });
        }
    }
    let path = match kind {
        PieceKind::King => None,
        PieceKind::Leaper | PieceKind::Chameleon => {
            unjumpable(position, G::leap(position.rules()), from, to)
        }
        PieceKind::Mage | PieceKind::Guard => None,
        _ => blocker::<G>(board, from, to).map(IllegalReason::Blocked),
    };
    path.or_else(|| G::extra_restriction(position, kind, mv))
}

fn no_suicide<G: CommonRules>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let piece = piece_on::<G>(position.board(), mv.from())?;
    Some(match piece.kind {
        _ if !G::suicide(position.rules()) => IllegalReason::NoSuicide,
        PieceKind::King => IllegalReason::KingSuicide,
        _ => IllegalReason::NotFrozen(piece),
    })
}
