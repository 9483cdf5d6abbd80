//! Why moves are not pseudo-legal.

use super::acts::Act;
use super::area::{allowed, reach, relative_rank};
use super::ends::immediate_outcome;
use super::for_each_capture;
use super::generate::is_pseudo_legal;
use super::obstacles::{blocker, unjumpable};
use super::pseudo_legal::PseudoLegal;
use super::ring::ring_reason;
use crate::piece::Methods;
use crate::position::illegal::{IllegalReason, piece_on, with_article};
use crate::position::table::{Limit, Set};
use crate::{
    Bitboard, Color, Game, Geometry, Grid, Move, PieceKind, PieceOn, Position, RuleFlags, Special,
    Square,
};

/// Why a move of an own piece, or a drop of a kind in hand, is not pseudo-legal. The piece is not
/// frozen unless the move is a suicide. `None` if no precise reason is known.
pub fn illegal_movement<G: Game>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let kind = position.kind_at(mv.from())?;
    let (info, name) = (position.pieces().info(kind), position.pieces().info(kind).name);
    let cannot = |limit| Some(IllegalReason::Cannot { name, limit });
    if let Some(act) = Act::of(position, mv) {
        return act_reason(position, mv, act);
    }
    if mv.is_suicide() {
        return no_suicide(position, mv);
    }
    let plain = || path_reason(position, kind, mv.from(), mv.to());
    match mv.special() {
        Special::Normal => plain(),
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
        Special::Piece(_) if position.pieces().methods().contains(Methods::PROMOTE) => {
            cannot("cannot become another piece")
        }
        Special::Piece(_) => cannot("cannot become or leave behind another piece"),
        _ => None,
    }
}

/// Why a move with an act is not pseudo-legal.
fn act_reason<G: Game>(position: &Position<G>, mv: Move, act: Act) -> Option<IllegalReason> {
    let (board, geometry, pieces) = (position.board(), position.geometry(), position.pieces());
    let (from, to) = (mv.from(), mv.to());
    let info = pieces.info(board.kind_at(from)?);
    let cannot = |limit| Some(IllegalReason::Cannot { name: info.name, limit });
    let beside = geometry.neighbours(from).has(to);
    let occupied = || piece_on(position, to).map(IllegalReason::Occupied);
    match act {
        // The caller has checked the hand, and a free piece that can explode may do so.
        Act::Drop(_) | Act::Explosion => None,
        Act::LeaveBehind(_) if !info.has(Methods::LEAVE) => cannot("cannot leave a piece behind"),
        Act::LeaveBehind(left) if board.hand(position.side()).count(left) == 0 => {
            let (color, name) = (position.side(), pieces.info(left).name);
            Some(IllegalReason::NotInHand { color, name })
        }
        Act::LeaveBehind(_) if !beside => {
            cannot("leaves a piece behind only when it goes one step")
        }
        Act::LeaveBehind(_) => occupied(),
        Act::Trade => cannot("trades places only with adjacent pieces"),
        Act::Push if !beside => cannot("pushes only adjacent pieces"),
        Act::Push => push_reason(position, from, to),
        Act::Pull if !info.has(Methods::PULL) => cannot("cannot pull"),
        Act::Pull if !beside => cannot("pulls only when it goes one step"),
        Act::Pull => occupied().or_else(|| {
            let back = geometry.direction(to, from)?;
            let Some(behind) = geometry.step(from, back) else {
                return cannot("at the edge of the board has no piece behind it to pull");
            };
            let behind = geometry.name(behind);
            Some(IllegalReason::rule(format!("there is no piece on {behind} to pull")))
        }),
    }
}

/// Why an adjacent piece cannot be pushed.
fn push_reason<G: Game>(position: &Position<G>, from: Square, to: Square) -> Option<IllegalReason> {
    let piece = piece_on(position, to)?;
    let line = position.geometry().direction(from, to)?;
    blocked_behind(position, &piece, position.geometry().step(to, line))
}

/// Why a piece cannot be pushed onto the square behind it.
pub fn blocked_behind<G: Game>(
    position: &Position<G>,
    piece: &PieceOn,
    behind: Option<Square>,
) -> Option<IllegalReason> {
    let Some(behind) = behind else {
        let why = format!("{piece} is at the edge of the board and cannot be pushed on");
        return Some(IllegalReason::rule(why));
    };
    let behind = piece_on(position, behind)?;
    let why = format!("{piece} cannot be pushed on: {behind} is behind it");
    Some(IllegalReason::rule(why))
}

/// The kind that destroys itself and an adjacent enemy.
fn destroyer<G: Game>(position: &Position<G>) -> Option<PieceKind> {
    position.pieces().kinds().find(|&kind| position.pieces().info(kind).has(Methods::DESTROY))
}

/// Why a piece cannot commit suicide.
pub fn no_suicide<G: Game>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let piece = piece_on(position, mv.from())?;
    Some(match piece.kind {
        _ if !position.options().contains(RuleFlags::SUICIDE) => IllegalReason::NoSuicide,
        kind if position.is_royal(kind) => {
            IllegalReason::Cannot { name: piece.name, limit: "cannot commit suicide" }
        }
        _ => IllegalReason::NotFrozen(piece),
    })
}

/// Why a piece that can promote, and can go to a square, cannot become another piece there.
fn promotion_reason<G: Game>(
    position: &Position<G>,
    kind: PieceKind,
    piece: PieceKind,
    to: Square,
) -> Option<IllegalReason> {
    let (info, color) = (position.pieces().info(kind), position.side());
    let (name, promotion) = (info.name, info.promotion?);
    let rule = |why| Some(IllegalReason::rule(why));
    match piece {
        _ if !promotion.zone::<G::Geometry>(color).has(to) => {
            let name = with_article(name);
            rule(format!("{name} becomes another piece only on {}", promotion.name))
        }
        _ if promotion.fewer_than[piece] == 0 => {
            let [name, piece] = [name, position.pieces().info(piece).name].map(with_article);
            rule(format!("{name} cannot become {piece}"))
        }
        _ => {
            let (name, piece) = (with_article(name), position.pieces().info(piece).name);
            rule(format!("no {piece} of {color} is missing, so {name} cannot become one"))
        }
    }
}

/// Why a piece cannot go from one square to another; `None` if it can.
fn path_reason<G: Game>(
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
        return reason.or_else(|| restriction(position, kind, mv));
    }
    if !info.moves.attacks(position.geometry(), from, Bitboard::EMPTY).has(to) {
        return Some(IllegalReason::Manner {
            name: info.name,
            manner: info.moves.manner().to_owned(),
        });
    }
    let path = || match kind {
        _ if info.methods.intersects(Methods::LEAP.union(Methods::IMITATE)) => {
            unjumpable(position, from, to)
        }
        _ if info.has(Methods::DISPLACE) => None,
        _ => blocker(position, from, to).map(IllegalReason::Blocked),
    };
    swap_reason(position, kind, path, from, to)
        .or_else(|| occupant_reason(position, kind, from, to))
        .or_else(path)
        .or_else(|| restriction(position, kind, mv))
}

/// Why a piece that can go from one square to another may not: the rank limit, a zone that is full,
/// the ring rule.
fn restriction<G: Game>(
    position: &Position<G>,
    kind: PieceKind,
    mv: Move,
) -> Option<IllegalReason> {
    let (geometry, table, side) = (position.geometry(), position.table(), position.side());
    let (from, to, info) = (mv.from(), mv.to(), position.pieces().info(kind));
    if kind != PieceKind::KING && !reach::<G>(position.rules(), side, from).has(to) {
        return Some(rank_reason(relative_rank(geometry, side, from)));
    }
    // A piece on the destination would be captured, so it does not block.
    let others = position.board().occupied() - to.into();
    if info.displaces.bends() && !info.displaces.attacks(geometry, from, others).has(to) {
        let (name, to) = (info.name, geometry.name(to));
        return Some(IllegalReason::rule(format!("no path of the {name} to {to} is free")));
    }
    if let Some(limit) = table.limit.filter(|_| !allowed(position, from).has(to)) {
        return Some(limit_reason(&limit));
    }
    table.capture_only.and_then(|ring| ring_reason(position, ring, mv))
}

/// How far a piece goes from a rank of its side under the rank limit.
pub fn rank_reason(rank: usize) -> IllegalReason {
    let squares = if rank == 1 { "square" } else { "squares" };
    IllegalReason::rule(format!("a piece on its side's rank {rank} goes {rank} {squares} at most"))
}

/// How many pieces a side may have in a zone.
pub fn limit_reason<G: Grid>(limit: &Limit<G>) -> IllegalReason {
    let most = match limit.pieces {
        1 => "one piece".to_owned(),
        pieces => format!("{pieces} pieces"),
    };
    IllegalReason::rule(format!("a side may have at most {most} in its own {}", limit.name))
}

/// The reason why a piece on the destination square blocks a move.
fn occupant_reason<G: Game>(
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
    (!displaces).then_some(IllegalReason::Landing { name, method: method.to_owned(), piece })
}

/// Why a piece cannot change places with the piece on a square; `None` if it can, or if that is no
/// swap partner.
fn swap_reason<G: Game>(
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
    if !PseudoLegal::new(position).swap_partners.has(to) {
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
fn jump_reason<G: Game>(
    position: &Position<G>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let (board, info) = (position.board(), position.pieces().info(kind));
    let name = info.name;
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
        return Some(IllegalReason::Manner { name, manner: info.moves.manner().to_owned() });
    };
    let empty = board.kind_at(mount).is_none();
    empty.then(|| {
        let mount = position.geometry().name(mount);
        IllegalReason::rule(format!("there is no piece on {mount} to leap over"))
    })
}

/// The pieces of a side that could capture the king of the other one if it were to move.
pub fn attackers<G: Game>(position: &Position<G>, side: Color) -> impl Iterator<Item = Square> {
    let captures_king = move |mv: Move| {
        let mut captured = false;
        for_each_capture(position, mv, |_, piece| {
            captured |= piece.kind == PieceKind::KING && piece.color != side;
        });
        captured
    };
    let can_capture = move |&from: &Square| {
        let specials = [Special::Normal, Special::Pull];
        let moves = |to| specials.map(|special| Move::with(from, to, special));
        let mut moves = position.geometry().squares().iter().flat_map(moves);
        moves.any(|mv| is_pseudo_legal(position, mv) && captures_king(mv))
    };
    let is_over = immediate_outcome(position).is_some();
    position.board().color(side).iter().filter(move |from| !is_over && can_capture(from))
}
