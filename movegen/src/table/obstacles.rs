//! The pieces that block a slide or a jump, for explanations.

use crate::Game;
use crate::piece::{Methods, PieceSpec};
use crate::position::illegal::{IllegalReason, PieceOn, piece_on};
use crate::{Geometry, Position, Square};

/// The first piece between the two squares of a slide.
pub fn blocker<G: Game>(position: &Position<G>, from: Square, to: Square) -> Option<PieceOn> {
    let line = position.geometry().direction(from, to)?;
    let next = |&square: &Square| position.geometry().step(square, line);
    let mut path = std::iter::successors(next(&from), next).take_while(|&square| square != to);
    path.find_map(|square| piece_on(position, square))
}

/// Why a leaper, or a chameleon that leaps, cannot reach an empty square on its line.
pub fn unjumpable<G: Game>(
    position: &Position<G>,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let (board, kind) = (position.board(), position.kind_at(from)?);
    let pieces = position.pieces();
    // An imitator leaps like the pieces that it leaps over.
    let leaps = |row: &PieceSpec<_>| row.has(Methods::LEAP);
    let leaper = Some(pieces.info(kind)).filter(|row| leaps(row));
    let leaper = leaper.or_else(|| pieces.rows.iter().find(|row| leaps(row)))?;
    let rules = (leaper.options | position.options()).leap();
    let line = position.geometry().direction(from, to)?;
    let mut jumped = false;
    let mut here = position.geometry().step(from, line)?;
    while here != to {
        let next = position.geometry().step(here, line)?;
        if let Some(piece) = piece_on(position, here) {
            if piece.color == position.side() {
                return Some(IllegalReason::Blocked(piece));
            }
            let imitates = position.pieces().info(kind).has(Methods::IMITATE);
            if imitates && !position.pieces().info(piece.kind).has(Methods::LEAP) {
                let name = position.pieces().info(kind).name;
                return Some(IllegalReason::NotJumpable { name, piece });
            }
            if let Some(behind) = piece_on(position, next) {
                return Some(IllegalReason::Row([piece, behind]));
            }
            if jumped && !rules.several {
                return Some(IllegalReason::OneJump(position.pieces().info(kind).name));
            }
            jumped = true;
        } else if jumped && !rules.slide_on && board.kind_at(next).is_none() {
            return Some(IllegalReason::StopBehind(position.pieces().info(kind).name));
        }
        here = next;
    }
    None
}
