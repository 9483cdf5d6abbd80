//! Why the ring rule forbids a move.

use crate::game::common;
use crate::position::illegal::IllegalReason;
use crate::{Board10x10, Geometry, Move, Position};

use super::Rococo;
use super::board::INNER;

const RING_FOR_NOTHING: &str =
    "the outer ring may be entered or crossed only to capture, and this move captures nothing";
const RING_TOO_FAR: &str = "the same can be captured with fewer squares of the outer ring";

/// The reason, for a move that nothing else forbids.
pub fn ring_reason(position: &Position<Rococo>, mv: Move) -> Option<IllegalReason> {
    let (from, to) = (mv.from(), mv.to());
    let crosses = !(Board10x10.between(from, to) | to.into()).is_subset(INNER);
    let captures = !common::victims(position, Move::new(from, to)).is_empty();
    crosses.then(|| IllegalReason::rule(if captures { RING_TOO_FAR } else { RING_FOR_NOTHING }))
}
