//! File formats and text forms of positions, games and scores, independent of protocols and of
//! running searches.

pub mod describe;
pub mod epd;
pub mod human;
pub mod json;
pub mod pgn;
pub mod position_spec;
pub mod vchess;
