//! Squares that may be entered only to capture, such as Rococo's ring, and only for captures that
//! are not possible with fewer of them (rules, 4).
//!
//! E is the number of such squares that a move passes over or lands on, V is the set of pieces that
//! it captures, a swap partner included. A move with empty V needs E = 0; of the moves of one piece
//! with the same V those with the smallest E are allowed. On a ring around the board it follows:
//!
//! * A line that does not run along the ring enters it with its last square; a line along the ring
//!   has only ring squares. So E = 0 exactly for inner destinations, and each further ring square
//!   on a line adds to E.
//! * A piece captures the same victim, or swaps with the same partner, on one line only: towards
//!   it, or straight away from it by withdrawing. So moves with the same non-empty V have the same
//!   direction, and no other move has the V of a move that captures or swaps with the piece on its
//!   destination: the ring forbids no step onto a piece, no capturing cannon leap, no swap.

use crate::{Bitboard, Geometry, Square};

/// Those of all destinations of a piece, and of those of its captures, that the ring rule allows.
/// `approached` are the enemies that it captures by moving straight up to them.
#[inline]
pub fn restrict<G: Geometry>(
    geometry: G,
    ring: Bitboard<G>,
    from: Square,
    [all, captures]: [Bitboard<G>; 2],
    occupied: Bitboard<G>,
    approached: Bitboard<G>,
) -> [Bitboard<G>; 2] {
    let passing = captures - occupied;
    let wasted = wasted(geometry, ring & passing, from, occupied, approached);
    let quiets = (all - captures) - (ring - occupied);
    let captures = captures - wasted;
    [quiets | captures, captures]
}

/// Those of the captures of a piece on `from`, on empty squares of the ring, that the ring rule
/// forbids. They withdraw, jump, approach, or combine these.
///
/// Along a line, V grows behind each jumped piece, and on the square right before an approached
/// piece it includes that piece. So a ring destination that approaches is the only one with its V.
/// Any other captures the same as a stop one square earlier, which saves a ring square, unless that
/// square is occupied: it is `from` or the square of the last jumped piece.
#[inline]
fn wasted<G: Geometry>(
    geometry: G,
    captures: Bitboard<G>,
    from: Square,
    occupied: Bitboard<G>,
    approached: Bitboard<G>,
) -> Bitboard<G> {
    let is_wasted = |&to: &Square| {
        let holds = |pieces: Bitboard<G>, square: Option<Square>| {
            square.is_some_and(|square| pieces.has(square))
        };
        geometry.direction(from, to).is_some_and(|direction| {
            !holds(occupied, geometry.step(to, direction.opposite()))
                && !holds(approached, geometry.step(to, direction))
        })
    };
    captures.iter().filter(is_wasted).collect()
}
