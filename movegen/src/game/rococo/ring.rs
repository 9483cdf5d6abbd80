//! The ring rule: ring squares may be entered only for captures that are not possible with fewer of
//! them (rules, 4).
//!
//! E is the number of ring squares that a move passes over or lands on, V is the set of pieces that
//! it captures, a swap partner included. A move with empty V needs E = 0; of the moves of one piece
//! with the same V those with the smallest E are allowed. It follows:
//!
//! * A line that does not run along the ring enters it with its last square; a line along the ring
//!   has only ring squares. So E = 0 exactly for inner destinations, and each further ring square
//!   on a line adds to E.
//! * A piece captures the same victim, or swaps with the same partner, on one line only: towards
//!   it, or straight away from it by withdrawing. So moves with the same non-empty V have the same
//!   direction, and no other move has the V of a move that captures or swaps with the piece on its
//!   destination: the ring forbids no step onto a piece, no capturing cannon leap, no swap.

use crate::{Board10x10, Geometry, Square};

use super::board::{INNER, Set};

/// Those of the `captures` of a piece on `from` that the ring rule allows. The captures land on
/// empty squares and withdraw, jump, approach one of `approached`, or combine these.
///
/// Along a line, V grows behind each jumped piece, and on the square right before an approached
/// piece it includes that piece. So a ring destination that approaches is the only one with its V.
/// Any other captures the same as a stop one square earlier, which saves a ring square, unless that
/// square is occupied: it is `from` or the square of the last jumped piece.
#[inline(always)]
pub fn allowed_by_ring(from: Square, captures: Set, occupied: Set, approached: Set) -> Set {
    let wasteful = |&to: &Square| {
        let holds = |pieces: Set, square: Option<Square>| square.is_some_and(|s| pieces.has(s));
        Board10x10.direction(from, to).is_some_and(|direction| {
            !holds(occupied, Board10x10.step(to, direction.opposite()))
                && !holds(approached, Board10x10.step(to, direction))
        })
    };
    captures - (captures - INNER).iter().filter(wasteful).collect()
}
