//! Protocols and file formats for Baroque chess (Ultima), Maxima, Rococo and Renaissance: UCI and
//! CECP (XBoard, WinBoard) on any reader and writer, [PGN](pgn), games of [training] data, and the
//! command line of the program `baroque`.
//!
//! Rules come from [`AnyPosition`](baroque_movegen::AnyPosition), searches from
//! [`Engine`](baroque_engine::Engine); this crate translates between them and text. Its layers,
//! from the bottom up: `text`, `files`, `signals`, `progress`, [`formats`](pgn), `error`, `options`,
//! `tools`, `session`, `xboard`, `uci`, `arena`, `umpire`, and [`cli`]; `terminal` is beside the protocols, and
//! `manual` is text for all.
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

mod arena;
pub mod cli;
mod described;
mod error;
mod files;
mod formats;
mod manual;
mod options;
mod progress;
mod session;
mod signals;
mod terminal;
mod text;
mod tools;
mod uci;
mod umpire;
mod xboard;

pub use described::{DefinitionError, NotCompiled};
pub use error::{CommandError, Error, LogError, OptionError, XboardError};
pub use formats::pgn;
pub use formats::position_spec::{PositionError, PositionSpec};
pub use formats::vchess::{VchessError, VchessProblem};
pub use tools::openings::RandomOpenings;
pub use tools::training;
pub use uci::run;
pub use xboard::run as run_xboard;
