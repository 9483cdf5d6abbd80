//! Threats by forced captures: an enemy piece that captures the king when its own side pushes or
//! pulls it (rules, 6, forced captures).

use crate::capture::coordinate::Corners;
use crate::capture::{coordinate, pincer, pull, withdraw};
use crate::game::common::Occupancy;
use crate::{Board, Direction, Geometry, PieceKind, Square};

use super::board::{Board9x9, Set};
use super::{Renaissance, kinds};

/// A push or a pull by which a piece captures a king.
pub struct ForcedThreat {
    /// The pusher or puller.
    pub by: Square,
    /// The square that must be empty; none if the piece is pushed onto the king.
    pub path: Set,
    /// The squares on which a king is captured.
    pub capture_squares: Set,
}

/// All pushes and pulls by which the enemies of a side capture its king on some square, on a board
/// where the `free` enemies are not frozen.
#[inline]
pub fn all(
    board: &Board<Renaissance>,
    after: Occupancy<Board9x9>,
    free: Set,
) -> impl Iterator<Item = ForcedThreat> {
    pushes(board, after, free).chain(pulls(board, after, free))
}

/// Only pushes of frozen pieces matter: other pieces threaten the king by their own moves.
#[inline]
fn pushes(
    board: &Board<Renaissance>,
    after: Occupancy<Board9x9>,
    free: Set,
) -> impl Iterator<Item = ForcedThreat> {
    let attackers = [PieceKind::KING, kinds::CHAMELEON, kinds::PAWN, kinds::COORDINATOR];
    let frozen = (after.enemy - free) & any_of(board, attackers);
    let pushers = free & board.kind(kinds::PUSHER).masked(!frozen.is_empty());
    pushers.iter().flat_map(move |by| {
        (Board9x9.neighbours(by) & frozen).iter().filter_map(move |piece| {
            let direction = Board9x9.direction(by, piece)?;
            let to = Board9x9.step(piece, direction)?;
            Some(match board.kind_at(piece)? {
                PieceKind::KING | kinds::CHAMELEON => {
                    ForcedThreat { by, path: Set::EMPTY, capture_squares: to.into() }
                }
                kind => {
                    let capture_squares =
                        capture_squares(board, &after, kind, [piece, to], direction);
                    ForcedThreat { by, path: to.into(), capture_squares }
                }
            })
        })
    })
}

#[inline]
fn pulls(
    board: &Board<Renaissance>,
    after: Occupancy<Board9x9>,
    free: Set,
) -> impl Iterator<Item = ForcedThreat> {
    let attackers = [kinds::PAWN, kinds::WITHDRAWER, kinds::COORDINATOR];
    let pullers = after.chain_links | (after.enemy & board.kind(kinds::PULLER));
    let followers = (after.enemy & any_of(board, attackers)) | pullers;
    (free & pullers).iter().flat_map(move |by| {
        (Board9x9.neighbours(by) & followers).iter().filter_map(move |behind| {
            let direction = Board9x9.direction(behind, by)?;
            let path = Board9x9.step(by, direction)?.into();
            let occupied = after.own | after.enemy;
            let piece = pull::last(Board9x9, by, direction, occupied, pullers)?;
            let kind = board.kind_at(piece).filter(|_| after.enemy.has(piece))?;
            let to = Board9x9.step(piece, direction)?;
            let capture_squares = capture_squares(board, &after, kind, [piece, to], direction);
            Some(ForcedThreat { by, path, capture_squares })
        })
    })
}

#[inline]
fn any_of<const N: usize>(board: &Board<Renaissance>, kinds: [PieceKind; N]) -> Set {
    kinds.into_iter().fold(Set::EMPTY, |pieces, kind| pieces | board.kind(kind))
}

/// The squares on which a king is captured by an enemy that is moved one step.
fn capture_squares(
    board: &Board<Renaissance>,
    after: &Occupancy<Board9x9>,
    kind: PieceKind,
    [from, to]: [Square; 2],
    direction: Direction,
) -> Set {
    let anywhere = Board9x9.squares();
    match kind {
        kinds::PAWN if direction.is_orthogonal() => {
            pincer::victims(Board9x9, to, after.enemy, anywhere)
        }
        kinds::WITHDRAWER => withdraw::victims(Board9x9, from, direction, anywhere),
        kinds::COORDINATOR => {
            let king = (after.enemy & board.kind(PieceKind::KING)).first();
            king.map_or(Set::EMPTY, |king| {
                coordinate::victims(Board9x9, from, to, king, anywhere, Corners::All)
            })
        }
        _ => Set::EMPTY,
    }
}
