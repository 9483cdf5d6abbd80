//! Why moves are not pseudo-legal (see [`Game::illegal_movement`](crate::Game::illegal_movement)).

use super::generate::is_pseudo_legal;
use super::obstacles::{blocker, unjumpable};
use super::rules::SpecialRules;
use crate::piece::Methods;
use crate::position::description::Set;
use crate::position::illegal::{IllegalReason, piece_on, with_article};
use crate::{Bitboard, Geometry, Move, PieceKind, Position, Special, Square};

/// See [`Game::illegal_movement`](crate::Game::illegal_movement).
pub fn illegal_movement<G: SpecialRules>(
    position: &Position<G>,
    mv: Move,
) -> Option<IllegalReason> {
    let kind = position.kind_at(mv.from())?;
    let (info, name) = (position.pieces().info(kind), position.pieces().info(kind).name);
    let cannot = |limit| Some(IllegalReason::Cannot { name, limit });
    if mv.is_suicide() {
        return no_suicide(position, mv);
    }
    let plain = || path_reason(position, kind, mv.from(), mv.to());
    match mv.special() {
        Special::Nothing => plain(),
        Special::Destruction if info.has(Methods::DESTROY) => {
            cannot("destroys only an adjacent enemy")
        }
        Special::Destruction => match destroyer(position).filter(|_| info.has(Methods::IMITATE)) {
            Some(destroyer) => {
                let destroyer = position.pieces().info(destroyer).name;
                let name = with_article(name);
                let why = format!("{name} destroys only an adjacent enemy {destroyer}");
                Some(IllegalReason::rule(why))
            }
            None => cannot("cannot destroy itself and an adjacent piece"),
        },
        Special::Pull => cannot("cannot pull"),
        Special::Piece(piece) if info.has(Methods::PROMOTE) => {
            plain().or_else(|| promotion_reason(position, kind, piece, mv.to()))
        }
        Special::Piece(_)
            if position.pieces().0.iter().any(|piece| piece.has(Methods::PROMOTE)) =>
        {
            cannot("cannot become another piece")
        }
        Special::Piece(_) => cannot("cannot become or leave behind another piece"),
    }
}

/// The kind that destroys itself and an adjacent enemy.
fn destroyer<G: SpecialRules>(position: &Position<G>) -> Option<PieceKind> {
    position.pieces().kinds().find(|&kind| position.pieces().info(kind).has(Methods::DESTROY))
}

fn no_suicide<G: SpecialRules>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let piece = piece_on(position, mv.from())?;
    Some(match piece.kind {
        _ if !G::suicide(position.rules()) => IllegalReason::NoSuicide,
        PieceKind::KING => IllegalReason::KingSuicide,
        _ => IllegalReason::NotFrozen(piece),
    })
}

/// Why a piece that can promote, and can go to a square, cannot become another piece there.
fn promotion_reason<G: SpecialRules>(
    position: &Position<G>,
    kind: PieceKind,
    piece: PieceKind,
    to: Square,
) -> Option<IllegalReason> {
    let (name, color) = (position.pieces().info(kind).name, position.side());
    let cannot = |limit| Some(IllegalReason::Cannot { name, limit });
    match piece {
        _ if !G::promotion_squares(color).has(to) => {
            cannot("becomes another piece only on the last two ranks")
        }
        PieceKind::KING => cannot("cannot become a king or a pawn"),
        _ if piece == kind => cannot("cannot become a king or a pawn"),
        _ => {
            let (name, piece) = (with_article(name), position.pieces().info(piece).name);
            let why = format!("no {piece} of {color} is missing, so {name} cannot become one");
            Some(IllegalReason::rule(why))
        }
    }
}

/// Why a piece cannot go from one square to another; `None` if it can.
fn path_reason<G: SpecialRules>(
    position: &Position<G>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let mv = Move::new(from, to);
    if is_pseudo_legal(position, mv) {
        return None;
    }
    let info = position.pieces().info(kind);
    if info.moves.jumps() {
        let reason = jump_reason(position, kind, from, to);
        return reason.or_else(|| G::extra_restriction(position, kind, mv));
    }
    if !info.moves.attacks(position.geometry(), from, Bitboard::EMPTY).has(to) {
        return Some(IllegalReason::Manner {
            name: info.name,
            manner: G::manner(position.rules(), kind),
        });
    }
    let path = || match kind {
        _ if info.methods.intersects(Methods::LEAP.union(Methods::IMITATE)) => {
            unjumpable(position, G::leap(position.rules()), from, to)
        }
        _ if info.has(Methods::DISPLACE) => None,
        _ => blocker(position, from, to).map(IllegalReason::Blocked),
    };
    swap_reason(position, kind, path, from, to)
        .or_else(|| occupant_reason(position, kind, from, to))
        .or_else(path)
        .or_else(|| G::extra_restriction(position, kind, mv))
}

/// The reason why a piece on the destination square blocks a move.
fn occupant_reason<G: SpecialRules>(
    position: &Position<G>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let piece = piece_on(position, to)?;
    let info = position.pieces().info(kind);
    let movement = match info.has(Methods::IMITATE) {
        true => position.pieces().info(piece.kind).imitated_displacing(),
        false => info.displaces,
    };
    let displaces =
        movement.attacks(position.geometry(), from, position.board().occupied()).has(to);
    if piece.color == position.side() {
        return Some(IllegalReason::OwnPiece(piece));
    }
    let (name, method) = (info.name, info.manner_of_capture());
    (!displaces).then_some(IllegalReason::Landing { name, method, piece })
}

/// Why a piece cannot change places with the piece on a square; `None` if it can, or if that is no
/// swap partner.
fn swap_reason<G: SpecialRules>(
    position: &Position<G>,
    kind: PieceKind,
    path: impl Fn() -> Option<IllegalReason>,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let (info, partner) = (position.pieces().info(kind), position.board().piece_at(to)?);
    let imitates =
        info.has(Methods::IMITATE) && position.pieces().info(partner.kind).has(Methods::SWAP);
    if !info.has(Methods::SWAP) && !imitates {
        return None;
    }
    if let Some(why) = path() {
        return Some(why);
    }
    if !G::swap_partners(position).has(to) {
        return Some(IllegalReason::rule(
            "swaps with own pieces are not allowed under these rules",
        ));
    }
    let pair = Set::<G>::from(from) | to.into();
    let banned = position.swap_ban().is_some_and(|[a, b]| pair.has(a) && pair.has(b));
    banned.then(|| {
        let [from, to] = [from, to].map(|square| position.geometry().name(square));
        IllegalReason::rule(format!("the swap of {from} and {to} cannot be reversed at once"))
    })
}

/// Why a piece that leaps over adjacent pieces cannot go from one square to another.
fn jump_reason<G: SpecialRules>(
    position: &Position<G>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let (board, name) = (position.board(), position.pieces().info(kind).name);
    let piece = piece_on(position, to);
    let friend = piece.clone().filter(|piece| piece.color == position.side());
    if let Some(friend) = friend {
        return Some(IllegalReason::OwnPiece(friend));
    }
    if position.geometry().neighbours(from).has(to) {
        let limit = "captures only by leaping over an adjacent piece";
        return piece.map(|_| IllegalReason::Cannot { name, limit });
    }
    let leaps = position.geometry().queen_lines(from)
        & (position.geometry().within(from, 2) - position.geometry().neighbours(from));
    let mount = position.geometry().between(from, to).first().filter(|_| leaps.has(to));
    let Some(mount) = mount else {
        return Some(IllegalReason::Manner { name, manner: G::manner(position.rules(), kind) });
    };
    let empty = board.kind_at(mount).is_none();
    empty.then(|| {
        let mount = position.geometry().name(mount);
        IllegalReason::rule(format!("there is no piece on {mount} to leap over"))
    })
}
