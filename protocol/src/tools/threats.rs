//! `baroque threats`: what each side could capture in a position, how, and with whose help.

use std::io::Write;
use std::process::ExitCode;

use baroque_formats::Loaded;
use baroque_formats::json::JsonAttack;
use baroque_formats::why::threats;
use baroque_movegen::Color;
use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use super::error::ToolError;
use super::output::{Forms, OutputArgs};

/// Arguments of `baroque threats`.
#[derive(Args, Debug)]
pub struct ThreatsArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A capture that a side could make.
#[derive(Serialize)]
#[serde(tag = "type", rename = "threat")]
struct Threat {
    side: char,
    #[serde(flatten)]
    attack: JsonAttack,
}

/// Lists what each side could capture if it were to move, White first.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &ThreatsArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let position = args.position.position(loaded)?;
    let mut printer = args.output.printer(output);
    for side in Color::ALL {
        for attack in threats(&position, side) {
            let text = || format!("{side}\t{attack}\n");
            let json = || Threat {
                side: if side == Color::White { 'w' } else { 'b' },
                attack: JsonAttack::new(&position, &attack),
            };
            printer.print(&Forms(text, json))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
