//! Bench and speed test of one or all games, with their output.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::{BenchResult, SpeedTest};
use baroque_movegen::{AnyPosition, GameId, UnknownName, with_game};

use super::count::per_second;
use crate::error::Error;

/// Returns the game of a rule set, or all games without a name.
///
/// # Errors
/// No rule set has this name.
pub fn games(variant: Option<&str>) -> Result<Vec<GameId>, UnknownName> {
    match variant {
        None => Ok(GameId::ALL.to_vec()),
        Some(name) => Ok(vec![AnyPosition::new(name)?.game()]),
    }
}

/// Runs the bench and prints nodes and FEN of each position. Returns the lines with the sums, or
/// `None` if `stop` is set before the end.
pub fn run(games: &[GameId], stop: &AtomicBool, print: &mut dyn FnMut(String)) -> Option<String> {
    let mut sum = NOTHING;
    for &game in games {
        let each = |fen: &str, nodes| print(line(fen, nodes));
        add(&mut sum, with_game!(game, G => baroque_engine::bench::<G>(stop, each))?);
    }
    Some(sums(sum))
}

/// Runs the speed test, whose time is divided equally among the games, and prints as [`run`] does.
///
/// # Errors
/// The hash table cannot be allocated.
pub fn speed_test(
    games: &[GameId],
    test: SpeedTest,
    stop: &AtomicBool,
    print: &mut dyn FnMut(String),
) -> Result<Option<String>, Error> {
    let wanted = test.hash as u64;
    let mut sum = NOTHING;
    for &game in games {
        let test = SpeedTest { time: test.time / games.len() as u32, ..test };
        let each = |fen: &str, nodes| print(line(fen, nodes));
        let result = with_game!(game, G => baroque_engine::speed_test::<G>(test, stop, each));
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
