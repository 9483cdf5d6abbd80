//! Threats by force: an enemy that can be made to take the king by a push or a pull of its own
//! side (rules, 6, forced captures).

use crate::capture::coordinate::Corners;
use crate::capture::{coordinate, pincer, pull, withdraw};
use crate::game::baroque::After;
use crate::{Board, Direction, Geometry, PieceKind, Square};

use super::{Board9x9, Renaissance, Set};

/// A push or a pull that would make a man take a king.
pub struct Force {
    /// The pusher or puller.
    pub by: Square,
    /// The square that must be empty; none if the man is pushed onto the king.
    pub way: Set,
    /// The squares on which a king would be taken.
    pub strikes: Set,
}

/// All pushes and pulls by the enemies of a side that would take its king somewhere, on a board
/// where `free` enemies can move.
#[inline]
pub fn forces(
    board: &Board<u128>,
    after: After<Renaissance>,
    free: Set,
) -> impl Iterator<Item = Force> {
    pushes(board, after, free).chain(pulls(board, after, free))
}

/// Only men that are held are worth pushing: others take the king by moving themselves.
#[inline]
fn pushes(
    board: &Board<u128>,
    after: After<Renaissance>,
    free: Set,
) -> impl Iterator<Item = Force> {
    let takers = [PieceKind::King, PieceKind::Chameleon, PieceKind::Pawn, PieceKind::Coordinator];
    let held = (after.enemy - free) & any_of(board, takers);
    let pushers = free & board.kind(PieceKind::Pusher).only_if(!held.is_empty());
    pushers.iter().flat_map(move |by| {
        (Board9x9::neighbours(by) & held).iter().filter_map(move |man| {
            let direction = Board9x9::direction(by, man)?;
            let to = Board9x9::step(man, direction)?;
            Some(match board.kind_at(man)? {
                PieceKind::King | PieceKind::Chameleon => {
                    Force { by, way: Set::EMPTY, strikes: to.into() }
                }
                kind => {
                    let strikes = strikes(board, &after, kind, [man, to], direction);
                    Force { by, way: to.into(), strikes }
                }
            })
        })
    })
}

#[inline]
fn pulls(board: &Board<u128>, after: After<Renaissance>, free: Set) -> impl Iterator<Item = Force> {
    let takers = [PieceKind::Pawn, PieceKind::Withdrawer, PieceKind::Coordinator];
    let pullers = after.pullers | (after.enemy & board.kind(PieceKind::Puller));
    let followers = (after.enemy & any_of(board, takers)) | pullers;
    (free & pullers).iter().flat_map(move |by| {
        (Board9x9::neighbours(by) & followers).iter().filter_map(move |behind| {
            let direction = Board9x9::direction(behind, by)?;
            let way = Board9x9::step(by, direction)?.into();
            let occupied = after.own | after.enemy;
            let man = pull::last::<Board9x9>(by, direction, occupied, pullers)?;
            let kind = board.kind_at(man).filter(|_| after.enemy.has(man))?;
            let to = Board9x9::step(man, direction)?;
            let strikes = strikes(board, &after, kind, [man, to], direction);
            Some(Force { by, way, strikes })
        })
    })
}

#[inline]
fn any_of<const N: usize>(board: &Board<u128>, kinds: [PieceKind; N]) -> Set {
    kinds.into_iter().fold(Set::EMPTY, |men, kind| men | board.kind(kind))
}

/// Where an enemy of the king that is made to go one step takes it.
fn strikes(
    board: &Board<u128>,
    after: &After<Renaissance>,
    kind: PieceKind,
    [from, to]: [Square; 2],
    direction: Direction,
) -> Set {
    let anywhere = Board9x9::squares();
    match kind {
        PieceKind::Pawn if direction.is_orthogonal() => {
            pincer::victims::<Board9x9>(to, after.enemy, anywhere)
        }
        PieceKind::Withdrawer => withdraw::victims::<Board9x9>(from, direction, anywhere),
        PieceKind::Coordinator => {
            let king = (after.enemy & board.kind(PieceKind::King)).first();
            king.map_or(Set::EMPTY, |king| {
                coordinate::victims::<Board9x9>(from, to, king, anywhere, Corners::All)
            })
        }
        _ => Set::EMPTY,
    }
}
