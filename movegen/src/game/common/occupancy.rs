//! The occupancy of the board after a move, as far as threats against a king depend on it.

use crate::{Bitboard, Grid, Square};

/// The pieces as seen by one king.
#[derive(Clone, Copy)]
pub struct Occupancy<G: Grid> {
    /// The king.
    pub king: Square,
    /// All own pieces.
    pub own: Bitboard<G>,
    /// Own immobilizers.
    pub immobilizers: Bitboard<G>,
    /// Own pieces of the kind [`CHAIN_LINK`](super::SpecialRules::CHAIN_LINK).
    pub chain_links: Bitboard<G>,
    /// Enemy pieces that are not captured.
    pub enemy: Bitboard<G>,
}

/// An enemy piece that could capture the king if certain squares were empty.
pub struct Threat<G: Grid> {
    /// The piece that would give check.
    pub checker: Bitboard<G>,
    /// The squares that must be empty.
    pub path: Bitboard<G>,
}
