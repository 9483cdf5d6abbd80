//! Baroque chess (Ultima) for the world outside: UCI and CECP (XBoard, WinBoard) on any reader and
//! writer, games as text ([`pgn`]), and the command line of the program `baroque`.
//!
//! An [`AnyGame`] is one game being played, whatever its rules; [`variants`] is the only place that
//! turns the name of a rule set into a type. Everything else here turns text into calls of that
//! trait, and what it answers into text.
#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod about;
mod arena;
mod bench;
pub mod cli;
mod counting;
pub mod epd;
mod error;
mod game;
mod genfens;
mod host;
mod input;
mod opening;
mod option;
mod output;
pub mod pgn;
mod plain;
mod play;
mod shard;
mod signals;
mod think;
mod uci;
pub mod variants;
mod vchess;
mod xboard;

pub use counting::{Count, Counting, Expected, MAX_DEPTH};
pub use error::{CommandError, Error, OptionError, PositionError, XboardError};
pub use game::{AnyGame, Listener, Place};
pub use opening::RandomOpenings;
pub use think::{Thought, think};
pub(crate) use uci::is_command;
pub use uci::{run, run_lines, run_plainly};
pub use vchess::{VchessError, VchessProblem};
pub use xboard::run as run_xboard;
