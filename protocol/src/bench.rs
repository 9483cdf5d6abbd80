//! The bench and the speed test as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::{BenchResult, SpeedTest};

use crate::counting::per_second;
use crate::error::Error;
use crate::variants::Entry;

/// Searches the fixed positions of games and tells nodes and FEN of each; returns the sums, or `None`
/// if `stop` was set before the end.
pub fn run(games: &[Entry], stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> Option<String> {
    let mut sum = NOTHING;
    for game in games {
        add(&mut sum, (game.bench)(stop, &mut |fen, nodes| tell(line(fen, nodes)))?);
    }
    Some(sums(sum))
}

/// Searches the fixed positions of all games for the same time each, and tells what [`run`] tells.
///
/// # Errors
/// There is not so much memory.
pub fn speed_test(
    games: &[Entry],
    test: SpeedTest,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> Result<Option<String>, Error> {
    let wanted = test.hash as u64;
    let mut sum = NOTHING;
    for game in games {
        let test = SpeedTest { time: test.time / games.len() as u32, ..test };
        let result = (game.speed_test)(test, stop, &mut |fen, nodes| tell(line(fen, nodes)));
        match result.map_err(|_| Error::TestMemory { wanted })? {
            Some(result) => add(&mut sum, result),
            None => return Ok(None),
        }
    }
    Ok(Some(format!(
        "Threads         : {}\nHash            : {} MiB\n{}",
        test.threads,
        test.hash,
        sums(sum)
    )))
}

const NOTHING: BenchResult = BenchResult { nodes: 0, time: Duration::ZERO };

fn add(sum: &mut BenchResult, result: BenchResult) {
    sum.nodes += result.nodes;
    sum.time += result.time;
}

fn line(fen: &str, nodes: u64) -> String {
    format!("{nodes:>10}  {fen}")
}

fn sums(sum: BenchResult) -> String {
    format!(
        "Time            : {} ms\nNodes searched  : {}\nNodes/second    : {}\n",
        sum.time.as_millis(),
        sum.nodes,
        per_second(sum.nodes, sum.time)
    )
}
