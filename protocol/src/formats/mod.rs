//! Formats of positions, games and scores: nothing here knows an engine that runs or a protocol.

pub mod describe;
pub mod epd;
pub mod human;
pub mod pgn;
pub mod position_spec;
pub mod vchess;
