//! What keeps men from moves (see [`Game::objection`]), freezing aside.

use crate::explain::{WhyNot, blocker, standing, unjumpable};
use crate::game::Game;
use crate::{Board10x10 as B, Geometry, Move, PieceKind, Position, Special, Square};

use super::movement::{LEAP, Movement};
use super::{INNER, Rococo, Set, promotion};

/// See [`Game::objection`].
pub fn objection(position: &Position<Rococo>, mv: Move) -> Option<WhyNot> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    let cannot = |deed| Some(WhyNot::Cannot { kind, deed });
    match (mv.special(), kind) {
        (Special::Nothing, PieceKind::King) if mv.is_suicide() => Some(WhyNot::KingStays),
        (Special::Nothing, _) if mv.is_suicide() => {
            standing::<Rococo>(board, from).map(WhyNot::NotFrozen)
        }
        (Special::Nothing, _) => way(position, kind, from, to),
        (Special::Destruction, PieceKind::Swapper) => cannot("destroys an enemy beside it only"),
        (Special::Destruction, PieceKind::Chameleon) => {
            cannot("destroys an enemy swapper beside it only")
        }
        (Special::Destruction, _) => cannot("cannot destroy itself with a neighbour"),
        (Special::Pull, _) => cannot("cannot pull"),
        (Special::Man(man), PieceKind::Pawn) => {
            let color = position.side();
            way(position, kind, from, to).or_else(|| match man {
                _ if !promotion::ranks(color).has(to) => {
                    cannot("becomes another man only on the last two ranks")
                }
                PieceKind::King | PieceKind::Pawn => cannot("cannot become a king or a pawn"),
                _ => Some(WhyNot::NoneMissing { color, kind: man }),
            })
        }
        (Special::Man(_), _) => cannot("cannot become another man"),
    }
}

/// What keeps a man from going from one square to another; `None` if nothing does.
fn way(position: &Position<Rococo>, kind: PieceKind, from: Square, to: Square) -> Option<WhyNot> {
    let movement = Movement::new(position);
    let (quiets, captures) = movement.landings(kind, from);
    if (quiets | captures).has(to) {
        return None;
    }
    let manner = || Some(WhyNot::Manner { kind, manner: Rococo::manner(kind) });
    let closed = match kind {
        PieceKind::King if !B::neighbours(from).has(to) => return manner(),
        PieceKind::King => met(position, kind, to),
        PieceKind::Pawn => pawn_way(position, from, to),
        _ if !B::queen_lines(from).has(to) => return manner(),
        PieceKind::Swapper | PieceKind::Chameleon => no_swap(position, kind, from, to)
            .or_else(|| met(position, kind, to))
            .or_else(|| no_line(position, kind, from, to)),
        _ => met(position, kind, to).or_else(|| no_line(position, kind, from, to)),
    };
    closed.or_else(|| {
        let crosses = !(B::between(from, to) | to.into()).is_subset(INNER);
        let takes = !movement.victims(kind, Move::new(from, to)).is_empty();
        crosses.then_some(if takes { WhyNot::RingTooFar } else { WhyNot::RingForNothing })
    })
}

/// Who stands on the landing square, if that is in the way.
fn met(position: &Position<Rococo>, kind: PieceKind, to: Square) -> Option<WhyNot> {
    let man = standing::<Rococo>(position.board(), to)?;
    let friend = man.piece.color == position.side();
    Some(if friend { WhyNot::Friend(man) } else { WhyNot::Landing { kind, man } })
}

fn no_line(
    position: &Position<Rococo>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<WhyNot> {
    match kind {
        PieceKind::Leaper | PieceKind::Chameleon => unjumpable(position, LEAP, from, to),
        _ => blocker::<Rococo>(position.board(), from, to).map(WhyNot::Blocked),
    }
}

/// What keeps a swapper, or a chameleon, from swapping with whom it meets.
fn no_swap(
    position: &Position<Rococo>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<WhyNot> {
    let board = position.board();
    let partner = board.piece_at(to)?;
    if kind == PieceKind::Chameleon && partner.kind != PieceKind::Swapper {
        return None;
    }
    if let Some(why) = no_line(position, kind, from, to) {
        return Some(why);
    }
    if partner.color == position.side() && !position.rules().is_on() {
        return Some(WhyNot::FoesOnly);
    }
    let pair = Set::from(from) | to.into();
    let banned = position.ban().is_some_and(|[a, b]| pair.has(a) && pair.has(b));
    banned.then(|| WhyNot::SwapBan([from, to].map(B::name)))
}

/// What closes a pawn's way.
fn pawn_way(position: &Position<Rococo>, from: Square, to: Square) -> Option<WhyNot> {
    let (board, kind) = (position.board(), PieceKind::Pawn);
    let man = standing::<Rococo>(board, to);
    let friend = man.clone().filter(|man| man.piece.color == position.side());
    if let Some(friend) = friend {
        return Some(WhyNot::Friend(friend));
    }
    if B::neighbours(from).has(to) {
        let deed = "takes only by leaping over a man beside it";
        return man.map(|_| WhyNot::Cannot { kind, deed });
    }
    let leaps = B::queen_lines(from) & (B::within(from, 2) - B::neighbours(from));
    let mount = B::between(from, to).first().filter(|_| leaps.has(to));
    let Some(mount) = mount else {
        return Some(WhyNot::Manner { kind, manner: Rococo::manner(kind) });
    };
    let empty = board.kind_at(mount).is_none();
    empty.then(|| WhyNot::NoMount(B::name(mount)))
}
