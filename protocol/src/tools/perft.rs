//! `baroque perft`: node counts, and checks of perft suites.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use baroque_formats::Loaded;
use baroque_formats::Rejected;
use baroque_formats::json::JsonPosition;
use baroque_games::Games;
use baroque_movegen::{AnyGame, EpdFile, EpdHeader, PerftTable, StopFlag};
use clap::{Args, Subcommand};
use rayon::ThreadPool;
use serde::Serialize;

use super::args::{PositionArgs, ShardArgs};
use super::count::{self, MAX_DEPTH, PerftResult, Speed};
use super::error::{MISMATCH, ToolError};
use super::games::read_file;
use super::output::{Forms, OutputArgs, Printer};
use super::{merge, split};
use crate::error::Error;
use crate::options::{MAX_HASH, MAX_THREADS};
use crate::progress::Progress;
use crate::signals;

/// Arguments of `baroque perft`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct PerftArgs {
    #[command(subcommand)]
    command: Option<PerftSub>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count of each legal move
    #[arg(long)]
    divide: bool,
    /// Number of threads; default: one per processor
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Count equal positions once, with a hash table of this size
    #[arg(
        long,
        value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH),
        conflicts_with_all = ["suite", "split"]
    )]
    hash: Option<u64>,
    /// Check the counts of perft suites, with lines FEN ;D1 n ;D2 n; exit status 1 on a mismatch
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = [
            "depth", "divide", "variant", "rules", "start", "fen",
            "split", "shard", "index_from", "out", "resume",
        ]
    )]
    suite: Vec<PathBuf>,
    /// Depth in plies
    #[arg(
        required_unless_present = "suite",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u32>,
    /// Count after each sequence of K plies and write the counts to a file
    #[arg(
        long,
        value_name = "K",
        requires = "out",
        conflicts_with_all = ["divide", "json"],
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    split: Option<u32>,
    #[command(flatten)]
    shard_args: ShardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What `baroque perft` does with parts of a count.
#[derive(Subcommand, Debug)]
pub enum PerftSub {
    /// Sum the counts of all shards of a split perft
    Merge(merge::MergeArgs),
}

/// Counts legal move sequences, or checks known counts.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &PerftArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    if let Some(PerftSub::Merge(args)) = &args.command {
        return merge::run(args, &loaded.games, output);
    }
    let mut printer = args.output.printer(output);
    let threads = args.threads.and_then(|threads| threads.try_into().ok());
    let pool = count::pool(threads.unwrap_or(0))?;
    let Some(depth) = args.depth else {
        return check_suites(&args.suite, &loaded.games, &pool, &mut printer);
    };
    if let Some(plies) = args.split {
        let position = &args.position.position(loaded)?;
        return split::run(position, depth, plies, &args.shard_args, &pool);
    }
    if args.shard_args.are_given() {
        return Err(Rejected::from("--shard, --out and --resume need --split").into());
    }
    let table = args.hash.map(table).transpose()?;
    let position = args.position.position(loaded)?;
    let (start, stop) = (Instant::now(), signals::stop_flag());
    let progress = Progress::new("perft", position.legal_moves().len() as u64, "moves");
    let advance = |_| progress.advance(1);
    let counted = pool.install(|| count::count(&position, depth, table.as_ref(), &stop, advance));
    drop(progress);
    let count = counted.ok_or(ToolError::Interrupted)?;
    printer.print(&PerftResult::new(&position, depth, &count, start.elapsed(), args.divide))?;
    Ok(ExitCode::SUCCESS)
}

fn table(mebibytes: u64) -> Result<PerftTable, Error> {
    let table = usize::try_from(mebibytes).ok().and_then(PerftTable::new);
    table.ok_or(Error::no_memory(mebibytes))
}

fn check_suites(
    files: &[impl AsRef<Path>],
    games: &Games,
    pool: &ThreadPool,
    printer: &mut Printer<impl Write>,
) -> Result<ExitCode, ToolError> {
    let (mut wrong, stop) = (0, signals::stop_flag());
    for file in files {
        wrong += check_suite(file.as_ref(), games, pool, &stop, printer)?;
    }
    Ok(match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MISMATCH),
    })
}

/// Checks one file, prints its counts and a summary, and returns the number of mismatches.
fn check_suite(
    path: &Path,
    games: &Games,
    pool: &ThreadPool,
    stop: &StopFlag,
    printer: &mut Printer<impl Write>,
) -> Result<usize, ToolError> {
    let name = path.display().to_string();
    let bad = |reason: String| ToolError::file(&name, reason);
    let text = read_file(&name).map_err(|error| bad(error.to_string()))?;
    let suite = read_suite(&text, games).map_err(bad)?;
    if suite.is_empty() {
        return Err(bad("the file contains no count".to_owned()));
    }
    let (mut wrong, mut nodes) = (0, 0);
    let start = Instant::now();
    let all = suite.iter().fold(0, |sum: u64, count| sum.saturating_add(count.nodes));
    let title = path.file_name().unwrap_or_default().to_string_lossy();
    let progress = Progress::new(&title, all, "nodes");
    for Expected { line, position, depth, nodes: expected } in &suite {
        let (start, advance) = (Instant::now(), |nodes| progress.advance(nodes));
        let counted = pool.install(|| count::count(position, *depth, None, stop, advance));
        let counted = counted.ok_or(ToolError::Interrupted)?.nodes;
        nodes += counted;
        wrong += usize::from(counted != *expected);
        let count = CheckedCount {
            file: &name,
            line: *line,
            position: JsonPosition::new(position),
            depth: *depth,
            nodes: counted,
            expected: *expected,
            correct: counted == *expected,
            time_ms: start.elapsed().as_millis(),
        };
        let text = || match counted == *expected {
            true => String::new(),
            false => {
                format!("{name}:{line}: depth {depth} has {counted} nodes, expected {expected}\n")
            }
        };
        printer.print_during(&progress, &Forms(text, || &count))?;
    }
    drop(progress);
    let speed = Speed { nodes, time: start.elapsed() };
    let (file, counts) = (&*name, suite.len());
    let text = || format!("{file}: {counts} counts, {wrong} wrong, {speed}\n");
    printer.print(&Forms(text, || SuiteTotal { file, counts, wrong, speed }))?;
    Ok(wrong)
}

/// A count of a perft suite with the expected one.
#[derive(Serialize)]
#[serde(tag = "type", rename = "count")]
struct CheckedCount<'a> {
    file: &'a str,
    line: usize,
    position: JsonPosition,
    depth: u32,
    nodes: u64,
    expected: u64,
    correct: bool,
    time_ms: u128,
}

/// The sums of a perft suite.
#[derive(Serialize)]
#[serde(tag = "type", rename = "suite")]
struct SuiteTotal<'a> {
    file: &'a str,
    counts: usize,
    /// Number of mismatches.
    wrong: usize,
    #[serde(flatten)]
    speed: Speed,
}

/// A node count of a perft suite.
struct Expected {
    /// The line of the file, from 1.
    line: usize,
    position: AnyGame,
    depth: u32,
    nodes: u64,
}

/// Parses the node counts of a perft suite.
///
/// # Errors
/// The first problem, with its line.
fn read_suite(text: &str, games: &Games) -> Result<Vec<Expected>, String> {
    let file = EpdFile::parse(text).map_err(|error| error.to_string())?;
    let variant = file.variant.as_ref().map_or(AnyGame::DEFAULT_VARIANT, |name| &name.value);
    let mut position = games.open(variant).map_err(|error| error.to_string())?;
    if let Some(EpdHeader { line, value }) = &file.rules {
        position.set_rules(value).map_err(|error| format!("line {line}: {error}"))?;
    }
    let mut suite = Vec::new();
    for entry in file.entries {
        let line = entry.line;
        let bad = |problem: String| format!("line {line}: {problem}");
        position.set_fen(&entry.fen).map_err(|error| bad(error.to_string()))?;
        for (depth, nodes) in entry.node_counts().map_err(|error| bad(error.to_string()))? {
            if depth > MAX_DEPTH {
                return Err(bad(format!("depth is {depth}, allowed is 0 to {MAX_DEPTH}")));
            }
            suite.push(Expected { line, position: position.clone(), depth, nodes });
        }
    }
    Ok(suite)
}
