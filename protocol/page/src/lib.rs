#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`message`] | what a page asks and is answered |
//! | `learn` | lessons and puzzles |
//! | `catalog` | the games that can be played |
//! | `document`, `judge`, `penultima`, `reasons`, `search`, `tree`, `view` | parts of an answer |
//! | `session` | the answers |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod catalog;
mod document;
mod judge;
mod learn;
pub mod message;
mod penultima;
mod reasons;
mod search;
mod session;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use document::anchor;
pub use search::Search;
pub use session::{MAX_MESSAGE, Reply, Session};
