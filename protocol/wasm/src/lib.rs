//! The session of the page in the browser as a WebAssembly module, which a worker runs: the page
//! sends and receives the same messages as over a WebSocket ([`baroque_page::message`]).
//!
//! A worker cannot be interrupted, so searches are done in parts of [`PART`], between which the worker
//! hears what the page has to say. `protocol/web/worker.js` is the other side of the functions that
//! the module exports (`abi.rs`).
#![deny(unsafe_code, missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
mod abi;
mod host;

pub use host::{Host, PART};
