//! `baroque perft`: counts, and checks of suites.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use baroque_movegen::PerftTable;
use clap::{Args, Subcommand};
use rayon::ThreadPool;

use super::split::Split;
use super::{CliError, GameArgs, MISMATCH, merge};
use crate::counting::{self, Count, MAX_DEPTH};
use crate::error::Error;
use crate::option::{MAX_HASH, MAX_THREADS};
use crate::shard::ShardArgs;
use crate::variants;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct PerftArgs {
    #[command(subcommand)]
    command: Option<PerftSub>,
    #[command(flatten)]
    game: GameArgs,
    /// Show the count behind each legal move
    #[arg(long)]
    divide: bool,
    /// Threads; all processors if not given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Count equal positions once, with a hash table of so many MiB
    #[arg(
        long,
        value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH),
        conflicts_with_all = ["suite", "split"]
    )]
    hash: Option<u64>,
    /// Check files of positions with node counts: FEN ;D1 n ;D2 n
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = [
            "depth", "divide", "variant", "rules", "start", "fen",
            "split", "shard", "out", "resume",
        ]
    )]
    suite: Vec<PathBuf>,
    /// Depth in plies
    #[arg(
        required_unless_present = "suite",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u32>,
    /// Count behind each sequence of so many plies and write the counts to a file
    #[arg(
        long,
        value_name = "K",
        requires = "out",
        conflicts_with = "divide",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    split: Option<u32>,
    #[command(flatten)]
    place: Option<ShardArgs>,
}

#[derive(Subcommand, Debug)]
pub(super) enum PerftSub {
    /// Add up what the shards of a split count have written
    Merge(merge::MergeArgs),
}

pub(super) fn run(args: &PerftArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    if let Some(PerftSub::Merge(args)) = &args.command {
        return merge::run(args, output);
    }
    let threads = args.threads.and_then(|threads| threads.try_into().ok());
    // Zero lets rayon take all processors.
    let pool = counting::pool(threads.unwrap_or(0))?;
    let Some(depth) = args.depth else {
        return check_suites(&args.suite, &pool, output);
    };
    match (args.split, &args.place) {
        (Some(split), Some(place)) => {
            return Split { game: &args.game, depth, split, place, pool: &pool }.run();
        }
        (None, Some(_)) => return Err(CliError::NoSplit),
        (_, None) => {}
    }
    let table = args.hash.map(table).transpose()?;
    let counting = args.game.open()?.counting(depth, table);
    let start = Instant::now();
    if let Some(count) = finish(&pool, counting) {
        let text = counting::text(&count, start.elapsed(), args.divide);
        output.write_all(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(mebibytes: u64) -> Result<Arc<PerftTable>, Error> {
    let table = usize::try_from(mebibytes).ok().and_then(PerftTable::new);
    table.map(Arc::new).ok_or(Error::TestMemory { wanted: mebibytes })
}

/// Makes a count that nobody stops.
fn finish(pool: &ThreadPool, counting: counting::Counting) -> Option<Count> {
    pool.install(|| counting(&AtomicBool::new(false)))
}

fn check_suites(
    files: &[impl AsRef<Path>],
    pool: &ThreadPool,
    output: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let mut wrong = 0;
    for file in files {
        wrong += check_suite(file.as_ref(), pool, output)?;
    }
    Ok(match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(MISMATCH),
    })
}

/// Checks one file, tells each mismatch and the sums, and returns the number of mismatches.
fn check_suite(path: &Path, pool: &ThreadPool, output: &mut impl Write) -> Result<usize, CliError> {
    let name = path.display();
    let bad = |reason: String| CliError::File { path: name.to_string(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let variant = baroque_movegen::suite_variant(&text).unwrap_or(variants::DEFAULT);
    let game = variants::open(variant).map_err(|error| bad(error.to_string()))?;
    let suite = game.suite(&text).map_err(|error| bad(error.to_string()))?;
    let (mut checked, mut wrong, mut nodes) = (0, 0, 0);
    let start = Instant::now();
    for expected in suite {
        let Some(count) = finish(pool, expected.counting) else {
            continue;
        };
        checked += 1;
        nodes += count.nodes;
        if count.nodes != expected.nodes {
            wrong += 1;
            writeln!(
                output,
                "{name}:{}: depth {} has {} nodes, expected {}",
                expected.line, expected.depth, count.nodes, expected.nodes
            )?;
            output.flush()?;
        }
    }
    let time = start.elapsed();
    writeln!(
        output,
        "{name}: {checked} counts, {wrong} wrong, {nodes} nodes in {} ms, {} nodes/s",
        time.as_millis(),
        counting::per_second(nodes, time)
    )?;
    output.flush()?;
    Ok(wrong)
}
