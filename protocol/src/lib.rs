//! Protocols and file formats for Baroque chess (Ultima), Maxima, Rococo and Renaissance: UCI and
//! CECP (XBoard, WinBoard) on any reader and writer, [PGN](pgn), games of [training] data, and the
//! command line of the program `baroque`.
//!
//! Rules come from [`AnyGame`](baroque_movegen::AnyGame), searches from
//! [`Engine`](baroque_engine::Engine); this crate translates between them and text.
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it; without the feature `program` only [`web`] and what
//! it needs are left:
//!
//! | modules | contents |
//! |---|---|
//! | `text`, `wrap`, `signals` | cleaning and wrapping text; Ctrl-C |
//! | `progress` | status lines |
//! | `files` | reading and writing with bounds |
//! | `described` | games that are known by their names |
//! | `formats`, `lessons` | PGN, EPD, JSON, diagrams; tutorials |
//! | `error` | errors of input |
//! | `options` | settings of sessions |
//! | `tools` | subcommands for positions, games and data |
//! | [`web`] | the page in the browser; only its server uses `error` and `tools` |
//! | `session` | what all sessions share |
//! | `xboard` | CECP |
//! | `uci` | UCI |
//! | `arena` | matches |
//! | `umpire`, `terminal` | Penultima; play in the terminal |
//! | `manual` | the topics of `help` |
//! | [`cli`] | the command line |
//! | `fuzzing` | checks for fuzz targets |
#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]
// What the page needs of a module is less than all of it.
#![cfg_attr(not(feature = "program"), allow(dead_code))]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

#[cfg(feature = "program")]
mod arena;
#[cfg(feature = "program")]
pub mod cli;
mod described;
#[cfg(feature = "program")]
mod error;
#[cfg(feature = "program")]
mod files;
mod formats;
#[cfg(all(feature = "program", any(test, fuzzing)))]
#[doc(hidden)]
#[allow(missing_docs, clippy::unwrap_used, clippy::panic)]
pub mod fuzzing;
mod lessons;
#[cfg(feature = "program")]
mod manual;
#[cfg(feature = "program")]
mod options;
#[cfg(feature = "program")]
mod progress;
#[cfg(feature = "program")]
mod session;
#[cfg(feature = "program")]
mod signals;
#[cfg(feature = "program")]
mod terminal;
mod text;
#[cfg(feature = "program")]
mod tools;
#[cfg(feature = "program")]
mod uci;
#[cfg(feature = "program")]
mod umpire;
pub mod web;
#[cfg(feature = "program")]
mod wrap;
#[cfg(feature = "program")]
mod xboard;

pub use described::{DefinitionError, NotCompiled};
#[cfg(feature = "program")]
pub use error::{CommandError, Error, LogError, OptionError, XboardError};
#[cfg(feature = "program")]
pub use files::{MAX_FILE, NewFile, NulError, decode, read_text};
pub use formats::pgn;
pub use formats::position_spec::{PositionError, PositionSpec};
pub use formats::vchess::{VchessError, VchessProblem};
#[cfg(feature = "program")]
pub use tools::openings::RandomOpenings;
#[cfg(feature = "program")]
pub use tools::training;
#[cfg(feature = "program")]
pub use uci::run;
#[cfg(feature = "program")]
pub use xboard::run as run_xboard;
