#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`random`], [`settings`] | random numbers that are the same everywhere; what a game is played by |
//! | `invokes`, `outcome`, [`tried`] | acts without a move; ends on the board; answers |
//! | [`attempt`], [`public`] | what a player tries; what everybody knows |
//! | [`secret`] | drawn rules |
//! | `refuse`, [`game`] | draws that make no game; a game before the umpire |
//! | [`draw`], [`log`] | the draw; what is written down |
//! | [`guess`], [`info`] | a player that guesses; what everybody sees |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod attempt;
pub mod draw;
pub mod game;
pub mod guess;
pub mod info;
mod invokes;
pub mod log;
mod outcome;
pub mod public;
pub mod random;
mod refuse;
pub mod secret;
pub mod settings;
pub mod tried;
