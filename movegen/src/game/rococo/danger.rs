//! Whether a king could be taken.

use crate::capture::leap;
use crate::game::Game;
use crate::{Board10x10 as B, Color, Geometry, PieceKind, Position};

use super::movement::LEAP;
use super::{Rococo, Set};

/// Whether the king of a side could be taken, were it the other side's turn and both kings there.
/// The swap ban does not matter, for no swap takes a king; nor does the ring, which never forbids
/// the nearest landing with which a man takes a king.
#[inline]
pub fn king_hangs(position: &Position<Rococo>, color: Color) -> bool {
    let board = position.board();
    let Some(king) = board.king(color) else {
        return false;
    };
    let (prey, occupied) = (board.color(color), board.occupied());
    let free = board.color(!color) - Rococo::frozen(position, !color);
    let on = |squares: Set, kind| squares & free & board.kind(kind);
    let (beside, lines) = (B::neighbours(king), B::queen_lines(king));
    let afar = lines - beside;
    let takers_beside = board.kind(PieceKind::King)
        | board.kind(PieceKind::Chameleon)
        | board.kind(PieceKind::Swapper);
    (beside & free).meets(takers_beside)
        || on(beside, PieceKind::Withdrawer).iter().any(|withdrawer| {
            let away = B::direction(king, withdrawer).and_then(|away| B::step(withdrawer, away));
            away.is_some_and(|to| !occupied.has(to))
        })
        || on(afar & B::within(king, 2), PieceKind::Pawn)
            .iter()
            .any(|pawn| B::between(pawn, king).meets(occupied))
        || on(afar, PieceKind::Advancer)
            .iter()
            .any(|advancer| !B::between(advancer, king).meets(occupied))
        || on(lines, PieceKind::Leaper)
            .iter()
            .any(|leaper| leap::reaches::<B>(LEAP, leaper, king, occupied, prey))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suite;

    #[test]
    fn a_king_hangs_exactly_where_a_move_takes_it() {
        let mut hanging = 0;
        for entry in Suite::<Rococo>::parse(Rococo::SUITES[0].1).unwrap().entries {
            let moves = entry.position.legal_moves();
            let nexts = moves.iter().map(|&mv| entry.position.play_unchecked(mv));
            for next in nexts.filter(|next| Rococo::decided(next).is_none()) {
                let king = next.board().king(!next.side()).unwrap();
                let taken = next.legal_moves().iter().any(|&mv| next.victims(mv).has(king));
                assert_eq!(king_hangs(&next, !next.side()), taken, "{}", next.to_fen());
                hanging += u32::from(taken);
            }
        }
        assert!(hanging > 50);
    }
}
