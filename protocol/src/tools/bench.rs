//! The bench and the speed test as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::{BenchResult, SpeedTest};
use baroque_movegen::{AnyPosition, GameId, UnknownName, with_game};

use super::count::per_second;
use crate::error::Error;

/// The game that has a rule set; all games if no name is given.
///
/// # Errors
/// No rule set has this name.
pub fn games(variant: Option<&str>) -> Result<Vec<GameId>, UnknownName> {
    match variant {
        None => Ok(GameId::ALL.to_vec()),
        Some(name) => Ok(vec![AnyPosition::new(name)?.game()]),
    }
}

/// Searches the fixed positions of games and prints nodes and FEN of each; returns the sums, or `None`
/// if `stop` was set before the end.
pub fn run(games: &[GameId], stop: &AtomicBool, print: &mut dyn FnMut(String)) -> Option<String> {
    let mut sum = NOTHING;
    for &game in games {
        let each = |fen: &str, nodes| print(line(fen, nodes));
        add(&mut sum, with_game!(game, G => baroque_engine::bench::<G>(stop, each))?);
    }
    Some(sums(sum))
}

/// Searches the fixed positions of games for the same time each, and prints as [`run`] does.
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
