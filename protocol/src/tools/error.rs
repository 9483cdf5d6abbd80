//! Why a sub-command ends early.

use std::fmt::Display;
use std::io::{self, Write};

use thiserror::Error;

use super::shard::ShardError;
use crate::error::Error;
use crate::text::one_line;

/// Why a sub-command ends early.
#[derive(Debug, Error)]
pub enum ToolError {
    /// Bad input.
    #[error(transparent)]
    Input(#[from] Error),
    /// A file that cannot be read, or whose content is wrong.
    #[error("{path}: {reason}")]
    File { path: String, reason: String },
    /// The file of a shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Options of a shard without `--split`.
    #[error("--shard, --out and --resume need --split")]
    NoSplit,
    /// A count that ends before it is split.
    #[error("the depth is {depth}, but the moves are split after {split} plies")]
    Shallow { depth: u32, split: u32 },
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

/// Exit status of a check that failed.
pub const MISMATCH: u8 = 1;
/// Exit status after bad input.
pub const BAD_INPUT: u8 = 2;
/// Exit status of work that was interrupted, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Prints an error to stderr, on one line.
pub fn print_error(error: impl Display) {
    // If stderr is closed too, there is nothing left to do.
    let _ = writeln!(io::stderr(), "error: {}", one_line(error));
}
