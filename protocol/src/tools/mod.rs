//! The tools of the command line, and the jobs that UCI shares with them. Matches, ratings and play in the terminal are in other modules.

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
