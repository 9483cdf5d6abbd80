//! The games: their tables.

pub mod maxima;
mod pieces;
pub mod renaissance;
pub mod rococo;
pub mod ultima;

pub use pieces::Pieces;
