//! Where the pieces are after a move, as far as threats against a king depend on it.

use crate::{Bitboard, Bits, Square};

/// The pieces on the board from the view of one king.
#[derive(Clone, Copy)]
pub struct Occupancy<B: Bits> {
    /// The king.
    pub king: Square,
    /// All own pieces.
    pub own: Bitboard<B>,
    /// Own immobilizers.
    pub immobilizers: Bitboard<B>,
    /// Own pieces of the kind [`CHAIN_LINK`](super::CommonRules::CHAIN_LINK).
    pub chain_links: Bitboard<B>,
    /// Enemy pieces that are left.
    pub enemy: Bitboard<B>,
}

/// A piece that could capture the king if certain squares were empty.
pub struct Threat<B: Bits> {
    /// The piece that would give check.
    pub checker: Bitboard<B>,
    /// The squares that must be empty.
    pub path: Bitboard<B>,
}
