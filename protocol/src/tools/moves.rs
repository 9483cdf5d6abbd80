//! `baroque moves`: the legal moves of a position.

use baroque_games::Games;
use std::fmt;
use std::io::Write;
use std::process::ExitCode;

use baroque_formats::describe;
use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use super::error::ToolError;
use super::output::{OutputArgs, Record};

/// Arguments of `baroque moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A legal move in both notations.
#[derive(Serialize)]
#[serde(tag = "type", rename = "legal_move")]
struct LegalMove {
    uci: String,
    readable: String,
}

impl fmt::Display for LegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\t{}", self.uci, self.readable)
    }
}

impl Record for LegalMove {
    fn json(&self) -> impl Serialize {
        self
    }
}

/// Lists the legal moves of a position.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &MovesArgs,
    games: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let position = args.position.position(games)?;
    let mut printer = args.output.printer(output);
    for (uci, readable) in describe::move_texts(&position) {
        printer.print(&LegalMove { uci, readable })?;
    }
    Ok(ExitCode::SUCCESS)
}
