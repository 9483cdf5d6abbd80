#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`secret`] | who may do what in a room |
//! | [`clock`] | the time that players have |
//! | [`game`] | the game of a room |
//! | [`setup`] | what is chosen for a room |
//! | [`message`] | what is sent to and from rooms |
//! | [`room`] | a room as what happened in it |
//! | [`store`] | rooms on disk |
//! | [`hall`] | all rooms, and those who are there |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod clock;
pub mod game;
pub mod hall;
pub mod message;
pub mod room;
pub mod secret;
pub mod setup;
pub mod store;
