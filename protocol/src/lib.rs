#![doc = include_str!("../README.md")]
//!
//! Rules come from [`AnyGame`](baroque_movegen::AnyGame), searches from
//! [`Engine`](baroque_engine::Engine); this crate translates between them and text.
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`wrap`], [`signals`], [`descriptors`], [`progress`] | lines of a terminal; Ctrl-C; open files; status lines |
//! | [`error`], [`html`] | errors of input; pages that open from disk |
//! | [`options`] | settings of sessions |
//! | [`tools`] | subcommands for positions, games and data |
//! | `host` | a session of the page with its engine |
//! | `server` | the page over HTTP |
//! | [`session`] | what all sessions share |
//! | `json` | the messages of the page at standard input |
//! | [`xboard`] | CECP |
//! | [`uci`] | UCI |
//! | [`umpire`], [`terminal`] | Penultima; play in the terminal |
//! | [`manual`] | the topics of `help` |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod descriptors;
pub mod error;
#[cfg(feature = "serve")]
mod host;
pub mod html;
#[cfg(feature = "serve")]
pub mod json;
pub mod manual;
pub mod options;
pub mod progress;
#[cfg(feature = "serve")]
pub mod server;
pub mod session;
pub mod signals;
pub mod terminal;
pub mod tools;
pub mod uci;
pub mod umpire;
pub mod wrap;
pub mod xboard;

pub use error::Error;
pub use uci::run;
pub use xboard::run as run_xboard;
