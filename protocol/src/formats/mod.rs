//! File formats and text forms of positions, games and scores, independent of protocols and of
//! running searches.

#[cfg(feature = "program")]
pub mod describe;
#[cfg(feature = "program")]
pub mod diagram;
#[cfg(feature = "program")]
pub mod epd;
pub mod explain;
#[cfg(feature = "program")]
pub mod human;
pub mod json;
pub mod pgn;
pub mod position_spec;
pub mod vchess;
