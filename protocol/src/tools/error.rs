//! Errors and exit statuses of the tools.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use baroque_formats::Rejected;
use baroque_formats::text::one_line;
use thiserror::Error;

use crate::error::Error;
use crate::signals::INTERRUPTED;
use crate::wrap::on_stderr;

/// Why a tool fails.
#[derive(Debug, Error)]
pub enum ToolError {
    /// Bad arguments, or a bad file.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// Bad input.
    #[error(transparent)]
    Input(#[from] Error),
    /// Ctrl-C or SIGTERM.
    #[error("interrupted")]
    Interrupted,
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

impl ToolError {
    /// The error of a file.
    pub fn file(path: impl Display, reason: impl Display) -> Self {
        Rejected::at(path, reason).into()
    }
}

// `docs/commands.md` lists all exit statuses; they are part of the interface.

/// Exit status after a failed check: a wrong node count, or a match that ended by a fault.
pub const MISMATCH: u8 = 1;
/// Exit status after bad input or any other error.
pub const BAD_INPUT: u8 = 2;

/// The exit status of a tool that stops in order when the flag is set.
pub fn exit_code(stop: &AtomicBool) -> ExitCode {
    match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    }
}

/// Prints an error to stderr on one line.
pub fn print_error(error: impl Display) {
    print_note(format_args!("error: {error}"));
}

/// Prints a warning to stderr on one line.
pub fn print_warning(warning: impl Display) {
    print_note(format_args!("warning: {warning}"));
}

/// Prints a line to stderr.
pub fn print_note(note: impl Display) {
    // A closed stderr is ignored.
    let _ = writeln!(io::stderr(), "{}", on_stderr(&one_line(note)));
}
