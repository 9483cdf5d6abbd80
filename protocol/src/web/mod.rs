//! The page in the browser: games to play, analyse and learn.
//!
//! A [`Session`] answers the messages of a page ([`message`]) without a thread or a transport, so
//! that the same page works over a WebSocket and with the engine as WebAssembly in a worker.

mod catalog;
mod document;
mod judge;
mod learn;
pub mod message;
mod search;
#[cfg(feature = "serve")]
pub(crate) mod server;
mod session;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use search::Search;
pub use session::{MAX_MESSAGE, Reply, Session};
