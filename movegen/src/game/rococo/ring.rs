//! The ring rule: the outer squares are for captures that cannot be had for fewer of them (rules,
//! 4).
//!
//! E is the number of ring squares that a move passes over or lands on, V is what it takes, a swap
//! partner included. A move without V needs E = 0; of the moves of one piece with the same V those
//! with the smallest E are allowed. What that comes to:
//!
//! * A line that does not run along the ring enters it with its last square; a line along the ring
//!   has no other squares. So E = 0 exactly for inner destinations, and each ring square further on a
//!   line adds to E.
//! * A piece takes the same victim, or meets the same swap partner, on one line only: towards it, or
//!   straight away from it when it withdraws. So moves with the same V, unless it is empty, go the
//!   same way, and a move that takes or swaps with the piece on its destination square is alone with its
//!   V: the ring forbids no step onto a piece, no cannon leap that takes, no swap.

use crate::{Board10x10 as B, Geometry, Square};

use super::{INNER, Set};

/// What the ring rule leaves of the `captures` of a piece on `from` that land on empty squares: of
/// one that withdraws, jumps or approaches `approached`, or does several of these at once.
///
/// Along a line V grows behind each piece jumped, and on the square right before a piece approached it
/// holds that piece too. So a ring destination that approaches is alone with its V. Any other takes the
/// same as a stop on the square before, and that saves a ring square, unless it is no stop: `from`
/// itself, or where the last piece jumped stands.
#[inline(always)]
pub fn survivors(from: Square, captures: Set, occupied: Set, approached: Set) -> Set {
    let wasteful = |&to: &Square| {
        let holds = |pieces: Set, square: Option<Square>| square.is_some_and(|s| pieces.has(s));
        B::direction(from, to).is_some_and(|direction| {
            !holds(occupied, B::step(to, direction.opposite()))
                && !holds(approached, B::step(to, direction))
        })
    };
    captures - (captures - INNER).iter().filter(wasteful).collect()
}
