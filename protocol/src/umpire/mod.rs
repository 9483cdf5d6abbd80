//! `baroque umpire`: Penultima (rules, 9), in which only the umpire knows the rules.
//!
//! `session` plays a game at a terminal or in a pipe; [`baroque_penultima`] is all that has no terminal.

use std::fs::OpenOptions;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use baroque_formats::files;
use baroque_formats::text::quoted;
use baroque_movegen::Color;
use baroque_penultima::game::UmpiredGame;
use baroque_penultima::guess::Follower;
use baroque_penultima::log::{self, Log};
use clap::{Args, Subcommand, ValueEnum};

use crate::tools::error::{MISMATCH, ToolError};

mod following;
mod session;
mod settings;
mod table;

use following::follow;
use session::Session;
use settings::Settings;

/// Largest log that is verified, in bytes.
const MAX_LOG: u64 = 64 << 20;

/// Arguments of `baroque umpire`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct UmpireArgs {
    #[command(subcommand)]
    command: Option<UmpireSub>,
    /// File of the game whose rules are drawn; default: Penultima
    file: Option<String>,
    /// Seed of the draw and of random players; default: a new one for each game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Seed of engines
    #[arg(long, value_name = "N", default_value_t = 0)]
    engine_seed: u64,
    #[command(flatten)]
    settings: Settings,
    /// Write a log to this file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

#[derive(Subcommand, Debug)]
enum UmpireSub {
    /// Rewrite a log from its rules and tries, and compare; exit status 1 if a byte differs
    Verify {
        /// Log of a game
        log: String,
    },
    /// Play one side as an engine that sees only the log, which grows on standard input
    Guess {
        /// File of the game whose rules are drawn; default: Penultima
        file: Option<String>,
        /// Side to play
        #[arg(long)]
        side: Side,
        /// Seed of the engine
        #[arg(long, value_name = "N", default_value_t = 0)]
        engine_seed: u64,
    },
}

/// A side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

/// Umpires a game, or verifies the log of one.
pub fn run(args: &UmpireArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    match &args.command {
        Some(UmpireSub::Verify { log }) => return verify(log, output),
        Some(UmpireSub::Guess { file, side, engine_seed }) => {
            let side = match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            };
            let table = table::read(file.as_deref())?;
            let follower = Follower::new(&table, side, *engine_seed);
            let followed = follow(follower, io::stdin().lock(), output);
            followed.map_err(|error| ToolError::file("log", error))?;
            return Ok(ExitCode::SUCCESS);
        }
        None => {}
    }
    let table = table::read(args.file.as_deref())?;
    let seed = args.seed.unwrap_or_else(rand::random);
    let secret = table.draw(seed);
    let no_draw = |why| ToolError::file(table::shown(args.file.as_deref()), why);
    let secret = Arc::new(secret.map_err(no_draw)?);
    let game = UmpiredGame::new(secret, args.settings.into());
    let writer: Box<dyn Write> = match &args.log {
        Some(path) => Box::new(
            files::open(OpenOptions::new().write(true).create_new(true), path)
                .map_err(|error| ToolError::file(quoted(path), error))?,
        ),
        None => Box::new(io::sink()),
    };
    let in_log = |error| ToolError::file(quoted(args.log.as_deref().unwrap_or("log")), error);
    let log = Log::new(writer, &game).map_err(in_log)?;
    let mut session = Session::new(game, seed, args.engine_seed, log);
    session.is_terminal = io::stdin().is_terminal();
    session.run(BufReader::new(io::stdin()), output, in_log)
}

fn verify(path: &str, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let error = |reason: io::Error| ToolError::file(quoted(path), reason);
    let bytes = files::read_regular(path, MAX_LOG).map_err(error)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| "this is no text".to_owned());
    match text.and_then(log::verify) {
        Ok(tries) => {
            writeln!(output, "{}: every byte is right, {tries} tries", quoted(path))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(reason) => {
            writeln!(output, "{}: {}", quoted(path), baroque_formats::text::one_line(reason))?;
            Ok(ExitCode::from(MISMATCH))
        }
    }
}
