//! Bench and speed test of one or all games, with their output.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use baroque_engine::{BenchPosition, BenchResult, SpeedTest};
use baroque_formats::games::require_compiled;
use baroque_formats::json::JsonPosition;
use baroque_games::Games;
use baroque_movegen::{AnyGame, GameId, StopFlag};
use clap::Args;
use serde::Serialize;

use super::args::VARIANT_PARSER;
use super::count::{Speed, per_second};
use super::error::ToolError;
use super::output::OutputArgs;
use crate::error::Error;
use crate::progress::Progress;
use crate::signals;

/// Arguments of `baroque bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Rule set whose game to search; all games if not given
    #[arg(value_parser = VARIANT_PARSER)]
    variant: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Searches fixed positions and measures the speed.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &BenchArgs,
    known: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let games = games(args.variant.as_deref(), known)?;
    let positions = games.iter().map(|&game| baroque_engine::bench_len(game));
    let progress = Progress::new("bench", positions.sum::<usize>() as u64, "positions");
    let (mut printer, stop) = (args.output.printer(output), signals::stop_flag());
    let mut result = Ok(());
    let sums = bench(&games, &stop, &mut |line| {
        progress.advance(1);
        if result.is_ok() {
            result = printer.print_during(&progress, &line);
        }
        // A closed output ends the bench.
        stop.fetch_or(result.is_err(), Ordering::Relaxed);
    });
    drop(progress);
    result?;
    printer.print(&sums.ok_or(ToolError::Interrupted)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the game of a rule set, or all games without a name.
///
/// # Errors
/// No rule set has this name, or its game has no bench.
pub fn games(variant: Option<&str>, known: &Games) -> Result<Vec<GameId>, Error> {
    let Some(name) = variant else { return Ok(GameId::ALL.to_vec()) };
    let position = known.open(name)?;
    require_compiled(&position, "bench")?;
    Ok(vec![position.game()])
}

/// Runs the bench and calls `each` after every position. Returns the sums, or `None` if `stop` is
/// set before the end.
pub fn bench(
    games: &[GameId],
    stop: &StopFlag,
    each: &mut dyn FnMut(BenchLine),
) -> Option<BenchSums> {
    let mut sums = BenchSums::default();
    for &game in games {
        let each = &mut |position| each(BenchLine::from(position));
        let BenchResult { nodes, time } = baroque_engine::bench(game, stop, each)?;
        sums.speed += Speed { nodes, time };
    }
    Some(sums)
}

/// Runs the speed test, whose time is divided equally among the games, and calls `each` as [`fn@bench`]
/// does.
///
/// # Errors
/// The hash table cannot be allocated.
pub fn speed_test(
    games: &[GameId],
    test: SpeedTest,
    stop: &StopFlag,
    each: &mut dyn FnMut(BenchLine),
) -> Result<Option<String>, Error> {
    let wanted = test.hash as u64;
    let mut sums = BenchSums::default();
    for &game in games {
        let test = SpeedTest { time: test.time / games.len() as u32, ..test };
        let each = &mut |position| each(BenchLine::from(position));
        let result = baroque_engine::speed_test(game, test, stop, each);
        match result.map_err(|_| Error::no_memory(wanted))? {
            Some(BenchResult { nodes, time }) => sums.speed += Speed { nodes, time },
            None => return Ok(None),
        }
    }
    Ok(Some(format!(
        "Threads         : {}\nHash            : {} MiB\n{sums}",
        test.threads, test.hash,
    )))
}

/// A searched position.
#[derive(Serialize)]
#[serde(tag = "type", rename = "bench_position")]
pub struct BenchLine {
    position: JsonPosition,
    nodes: u64,
}

impl From<BenchPosition> for BenchLine {
    fn from(BenchPosition { variant, rules, fen, nodes }: BenchPosition) -> Self {
        // It was searched.
        let mut position = AnyGame::with_rules(variant, &rules).unwrap_or_default();
        let _ = position.set_fen(&fen);
        Self { position: JsonPosition::new(&position), nodes }
    }
}

impl fmt::Display for BenchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>10}  {}", self.nodes, self.position.fen)
    }
}

/// The sums of a bench.
#[derive(Default, Serialize)]
#[serde(tag = "type", rename = "bench")]
pub struct BenchSums {
    #[serde(flatten)]
    speed: Speed,
}

impl fmt::Display for BenchSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Speed { nodes, time } = self.speed;
        writeln!(f, "Time            : {} ms", time.as_millis())?;
        writeln!(f, "Nodes searched  : {nodes}")?;
        writeln!(f, "Nodes/second    : {}", per_second(nodes, time))
    }
}
