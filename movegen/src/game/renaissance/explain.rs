//! Why moves are not pseudo-legal (see [`Game::illegal_movement`](crate::Game::illegal_movement)).

use crate::game::common;
use crate::position::illegal::{IllegalReason, piece_on};
use crate::{Description, Geometry, Move, Position, Square};

use super::board::Board9x9;
use super::move_kind::MoveKind;
use super::{Renaissance, kinds};

/// See [`Game::illegal_movement`](crate::Game::illegal_movement).
pub fn illegal_movement(position: &Position<Renaissance>, mv: Move) -> Option<IllegalReason> {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let kind = board.kind_at(from)?;
    let name = Renaissance::PIECES.info(kind).name;
    let cannot = |limit| Some(IllegalReason::Cannot { name, limit });
    let beside = Board9x9.neighbours(from).has(to);
    let occupied = || piece_on(position, to).map(IllegalReason::Occupied);
    match MoveKind::of(board, mv) {
        MoveKind::Ordinary => common::illegal_movement(position, mv),
        // The caller has checked the hand.
        MoveKind::Drop(_) => None,
        MoveKind::LeaveBehind(_) if kind != kinds::RESURRECTOR => {
            cannot("cannot leave a piece behind")
        }
        MoveKind::LeaveBehind(left) if board.hand(position.side()).count(left) == 0 => {
            Some(IllegalReason::NotInHand {
                color: position.side(),
                name: Renaissance::PIECES.info(left).name,
            })
        }
        MoveKind::LeaveBehind(_) if !beside => {
            cannot("leaves a piece behind only when it goes one step")
        }
        MoveKind::LeaveBehind(_) => occupied(),
        MoveKind::Trade => cannot("trades places only with adjacent pieces"),
        MoveKind::Explosion => Some(IllegalReason::NoSuicide),
        MoveKind::Push if !beside => cannot("pushes only adjacent pieces"),
        MoveKind::Push => push_reason(position, from, to),
        MoveKind::Pull if kind != kinds::PULLER => cannot("cannot pull"),
        MoveKind::Pull if !beside => cannot("pulls only when it goes one step"),
        MoveKind::Pull => occupied().or_else(|| {
            let back = Board9x9.direction(to, from)?;
            let Some(behind) = Board9x9.step(from, back) else {
                return cannot("at the edge of the board has no piece behind it to pull");
            };
            Some(IllegalReason::rule(format!(
                "there is no piece on {} to pull",
                Board9x9.name(behind)
            )))
        }),
    }
}

/// Why an adjacent piece cannot be pushed.
fn push_reason(
    position: &Position<Renaissance>,
    from: Square,
    to: Square,
) -> Option<IllegalReason> {
    let piece = piece_on(position, to)?;
    let line = Board9x9.direction(from, to)?;
    let Some(behind) = Board9x9.step(to, line) else {
        return Some(IllegalReason::rule(format!(
            "{piece} is at the edge of the board and cannot be pushed on"
        )));
    };
    piece_on(position, behind).map(|behind| {
        IllegalReason::rule(format!("{piece} cannot be pushed on: {behind} is behind it"))
    })
}
