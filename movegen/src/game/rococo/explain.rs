//! Why moves are not legal (see [`Game::illegal_movement`]), apart from freezing.

use crate::game::common::{self, CommonRules};
use crate::game::obstacles::{blocker, unjumpable};
use crate::position::illegal::{IllegalReason, piece_on};
use crate::{Board10x10 as B, Game, Geometry, Move, PieceKind, Position, Special, Square};

use super::board::{INNER, Set};
use super::{Rococo, promotion};

const RING_FOR_NOTHING: &str =
    "the outer ring may be entered or crossed only to capture, and this move captures nothing";
const RING_TOO_FAR: &str = "the same can be captured with fewer squares of the outer ring";

/// See [`Game::illegal_movement`].
pub fn illegal_movement(position: &Position<Rococo>, mv: Move) -> Option<IllegalReason> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    let cannot = |limit| Some(IllegalReason::Cannot { kind, limit });
    match (mv.special(), kind) {
        (Special::Nothing, PieceKind::King) if mv.is_suicide() => Some(IllegalReason::KingSuicide),
        (Special::Nothing, _) if mv.is_suicide() => {
            piece_on::<Rococo>(board, from).map(IllegalReason::NotFrozen)
        }
        (Special::Nothing, _) => path_reason(position, kind, from, to),
        (Special::Destruction, PieceKind::Swapper) => cannot("destroys only an adjacent enemy"),
        (Special::Destruction, PieceKind::Chameleon) => {
            cannot("destroys only an adjacent enemy swapper")
        }
        (Special::Destruction, _) => cannot("cannot destroy itself and an adjacent piece"),
        (Special::Pull, _) => cannot("cannot pull"),
        (Special::Piece(piece), PieceKind::Pawn) => {
            let color = position.side();
            path_reason(position, kind, from, to).or_else(|| match piece {
                _ if !promotion::ranks(color).has(to) => {
                    cannot("becomes another piece only on the last two ranks")
                }
                PieceKind::King | PieceKind::Pawn => cannot("cannot become a king or a pawn"),
                _ => {
                    let missing = format!(
                        "no {} of {color} is missing, so a pawn cannot become one",
                        piece.name()
                    );
                    Some(IllegalReason::rule(missing))
                }
            })
        }
        (Special::Piece(_), _) => cannot("cannot become another piece"),
    }
}

/// Why a piece cannot go from one square to another; `None` if it can.
fn path_reason(
    position: &Position<Rococo>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    if common::is_pseudo_legal(position, Move::new(from, to)) {
        return None;
    }
    let manner = || Some(IllegalReason::Manner { kind, manner: Rococo::manner(kind) });
    let reason = match kind {
        PieceKind::King if !B::neighbours(from).has(to) => return manner(),
        PieceKind::King => occupant_reason(position, kind, to),
        PieceKind::Pawn => pawn_reason(position, from, to),
        _ if !B::queen_lines(from).has(to) => return manner(),
        PieceKind::Swapper | PieceKind::Chameleon => swap_reason(position, kind, from, to)
            .or_else(|| occupant_reason(position, kind, to))
            .or_else(|| blocker_reason(position, kind, from, to)),
        _ => {
            occupant_reason(position, kind, to).or_else(|| blocker_reason(position, kind, from, to))
        }
    };
    reason.or_else(|| {
        let crosses = !(B::between(from, to) | to.into()).is_subset(INNER);
        let captures = !common::victims(position, Move::new(from, to)).is_empty();
        crosses.then(|| IllegalReason::rule(if captures { RING_TOO_FAR } else { RING_FOR_NOTHING }))
    })
}

/// The reason why a piece on the destination square blocks a move.
fn occupant_reason(
    position: &Position<Rococo>,
    kind: PieceKind,
    to: Square,
) -> Option<IllegalReason> {
    let piece = piece_on::<Rococo>(position.board(), to)?;
    let friend = piece.color == position.side();
    Some(if friend {
        IllegalReason::OwnPiece(piece)
    } else {
        IllegalReason::Landing { kind, piece }
    })
}

fn blocker_reason(
    position: &Position<Rococo>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    match kind {
        PieceKind::Leaper | PieceKind::Chameleon => {
            unjumpable(position, Rococo::leap(position.rules()), from, to)
        }
        _ => blocker::<Rococo>(position.board(), from, to).map(IllegalReason::Blocked),
    }
}

/// Why a swapper or a chameleon cannot swap with the piece on a square; `None` if it can, or if
/// that is no swap partner.
fn swap_reason(
    position: &Position<Rococo>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let board = position.board();
    let partner = board.piece_at(to)?;
    if kind == PieceKind::Chameleon && partner.kind != PieceKind::Swapper {
        return None;
    }
    if let Some(why) = blocker_reason(position, kind, from, to) {
        return Some(why);
    }
    if partner.color == position.side() && !position.rules().is_switch_on() {
        return Some(IllegalReason::rule(
            "swaps with own pieces are not allowed under these rules",
        ));
    }
    let pair = Set::from(from) | to.into();
    let banned = position.swap_ban().is_some_and(|[a, b]| pair.has(a) && pair.has(b));
    banned.then(|| {
        let [from, to] = [from, to].map(B::name);
        IllegalReason::rule(format!("the swap of {from} and {to} cannot be reversed at once"))
    })
}

/// Why a pawn cannot go from one square to another, the ring rule aside.
fn pawn_reason(position: &Position<Rococo>, from: Square, to: Square) -> Option<IllegalReason> {
    let (board, kind) = (position.board(), PieceKind::Pawn);
    let piece = piece_on::<Rococo>(board, to);
    let friend = piece.clone().filter(|piece| piece.color == position.side());
    if let Some(friend) = friend {
        return Some(IllegalReason::OwnPiece(friend));
    }
    if B::neighbours(from).has(to) {
        let limit = "captures only by leaping over an adjacent piece";
        return piece.map(|_| IllegalReason::Cannot { kind, limit });
    }
    let leaps = B::queen_lines(from) & (B::within(from, 2) - B::neighbours(from));
    let mount = B::between(from, to).first().filter(|_| leaps.has(to));
    let Some(mount) = mount else {
        return Some(IllegalReason::Manner { kind, manner: Rococo::manner(kind) });
    };
    let empty = board.kind_at(mount).is_none();
    empty.then(|| {
        IllegalReason::rule(format!("there is no piece on {} to leap over", B::name(mount)))
    })
}
