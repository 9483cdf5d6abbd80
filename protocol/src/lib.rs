//! Protocols and file formats for Baroque chess (Ultima), Maxima, Rococo and Renaissance: UCI and
//! CECP (XBoard, WinBoard) on any reader and writer, [PGN](pgn), games of [training] data, and the
//! command line of the program `baroque`.
//!
//! Rules come from [`AnyPosition`](baroque_movegen::AnyPosition), searches from
//! [`Engine`](baroque_engine::Engine); this crate translates between them and text. Its layers,
//! from the bottom up: `text`, `wrap`, `files`, `signals`, `progress`, [`formats`](pgn), `error`, `options`,
//! `tools`, `session`, `xboard`, `uci`, `arena`, `umpire`, and [`cli`]; `terminal` is beside the protocols, and
//! `manual` is text for all. [`web`] is on the file formats alone: without the feature `program` only they, what
//! they need, and [`web`] are left.
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
