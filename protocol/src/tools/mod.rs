//! The sub-commands of the program and what they are made of, but for those that play games
//! interactively or let engines play each other.

pub mod analyze;
pub mod args;
pub mod bench;
pub mod convert;
pub mod count;
pub mod error;
pub mod genfens;
mod merge;
pub mod openings;
pub mod perft;
pub mod selfplay;
pub mod shard;
pub mod solve;
mod split;
