#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`text`], [`human`], [`side`] | cleaning of text; scores and times for people; sides in messages |
//! | [`rejected`] | why an input is rejected |
//! | [`files`] | reading and writing with bounds |
//! | [`games`], [`vchess`] | games of files; vchess's letters |
//! | [`position_spec`] | positions by their moves |
//! | [`game_spec`] | games by their names |
//! | [`epd`], [`pgn`] | positions and games in files |
//! | [`json`], [`diagram`], [`svg`], [`explain`], [`describe`] | positions and moves for programs and for people |
//! | [`example`] | positions in which a piece does what it is there for |
//! | [`why`] | threats, checks, mates, frozen and stuck pieces explained |
//! | [`knowledge`] | what studies learned of games |
//! | [`loaded`] | games that can be chosen, with what was learned of them |
//! | [`lessons`] | tutorials |
//! | `types` | messages as types of TypeScript (feature `types`) |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod describe;
pub mod diagram;
pub mod epd;
pub mod example;
pub mod explain;
pub mod files;
pub mod game_spec;
pub mod games;
pub mod human;
pub mod json;
pub mod knowledge;
pub mod lessons;
pub mod loaded;
pub mod pgn;
pub mod position_spec;
pub mod rejected;
pub mod side;
pub mod svg;
pub mod text;
#[cfg(feature = "types")]
pub mod types;
pub mod vchess;
pub mod why;

pub use game_spec::{GameSpec, OpenError};
pub use loaded::Loaded;
pub use position_spec::{PositionError, PositionSpec};
pub use rejected::Rejected;
