//! `baroque perft`: counts, and checks of suites.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::ThreadPool;

use super::{CliError, MISMATCH, PerftArgs};
use crate::counting::{self, Count};
use crate::variants;

pub(super) fn run(args: &PerftArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let threads = args.threads.and_then(|threads| threads.try_into().ok());
    // Zero lets rayon take all processors.
    let pool = counting::pool(threads.unwrap_or(0))?;
    let Some(depth) = args.depth else {
        return check_suites(&args.suite, &pool, output);
    };
    let counting = args.game.open()?.counting(depth);
    let start = Instant::now();
    if let Some(count) = finish(&pool, counting) {
        let text = counting::text(&count, start.elapsed(), args.divide);
        output.write_all(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
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
