//! The occupancy of the board after a move, as far as threats against a king depend on it.

use crate::{Bitboard, Grid, Square};

/// The pieces as seen by one king.
#[derive(Clone, Copy)]
pub struct KingContext<G: Grid> {
    /// The king.
    pub king: Square,
    /// All own pieces.
    pub own: Bitboard<G>,
    /// Own pieces that freeze all kinds.
    pub freezers: Bitboard<G>,
    /// Own pullers, which enemies may pull along.
    pub pullers: Bitboard<G>,
    /// Enemy pieces that are not captured.
    pub enemy: Bitboard<G>,
}
