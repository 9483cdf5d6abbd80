//! The tools of the command line, and the jobs that UCI shares with them. Matches, ratings and play in
//! the terminal are in other modules.

pub mod analyze;
mod annotate;
pub mod args;
pub mod bench;
pub mod book;
mod chart;
pub mod check;
pub mod convert;
pub mod count;
pub mod error;
pub mod explore;
pub mod games;
pub mod genfens;
mod merge;
pub mod moves;
pub mod output;
pub mod perft;
mod reformat;
mod review;
pub mod selfplay;
pub mod solve;
mod split;
pub mod threats;
#[cfg(feature = "study")]
pub mod train;
