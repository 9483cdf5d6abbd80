//! The occupancy of the board after a move, as far as threats against a king depend on it.

use crate::{Bitboard, Bits, Square};

/// The pieces as seen by one king.
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
    /// Enemy pieces that are not captured.
    pub enemy: Bitboard<B>,
}

/// An enemy piece that could capture the king if certain squares were empty.
pub struct Threat<B: Bits> {
    /// The piece that would give check.
    pub checker: Bitboard<B>,
    /// The squares that must be empty.
    pub path: Bitboard<B>,
}
