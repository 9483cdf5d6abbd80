//! The bench, which searches fixed positions to a fixed depth on one thread and always counts the
//! same nodes, and the speed test, which searches them for a fixed time on any number of threads.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_movegen::{GameHistory, Position, StopFlag, Suite};

use crate::engine::Engine;
use crate::limits::{Limits, Report, SearchOptions};
use crate::params::TunedGame;
use crate::tt::OutOfMemory;

/// Positions of each suite: one start position and the first middlegames.
const POSITIONS: usize = 5;
/// Depth in plies.
const DEPTH: u32 = 8;

/// Sums over the positions of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes searched.
    pub nodes: u64,
    /// Search time.
    pub time: Duration,
}

/// A searched position of a bench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The name of the rule set.
    pub variant: &'static str,
    /// All rules, as `key=value` pairs.
    pub rules: String,
    /// The position.
    pub fen: String,
    /// Nodes searched.
    pub nodes: u64,
}

impl BenchPosition {
    fn new<G: TunedGame>(variant: &'static str, position: &Position<G>, nodes: u64) -> Self {
        let (rules, fen) = (position.rules().to_string(), position.to_fen());
        Self { variant, rules, fen, nodes }
    }
}

/// Number of positions of the bench of a game.
pub fn bench_len<G: TunedGame>() -> usize {
    positions::<G>().len()
}

/// Searches fixed positions of every rule set of a game to depth 8 on one thread and calls `each`
/// after every position. The node count depends only on the program. Returns `None` if `stop` is
/// set before the end.
pub fn bench<G: TunedGame>(
    stop: &StopFlag,
    each: impl FnMut(BenchPosition),
) -> Option<BenchResult> {
    bench_with::<G>(SearchOptions::default(), stop, each)
}

/// [`bench()`] with options other than the default ones.
pub fn bench_with<G: TunedGame>(
    options: SearchOptions,
    stop: &StopFlag,
    mut each: impl FnMut(BenchPosition),
) -> Option<BenchResult> {
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    let mut engine = Engine::new();
    engine.set_options(options);
    for (variant, position) in positions::<G>() {
        engine.clear();
        let started = Instant::now();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let nodes = search(&mut engine, &position, limits, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        result.time += started.elapsed();
        result.nodes += nodes;
        each(BenchPosition::new(variant, &position, nodes));
    }
    Some(result)
}

/// The positions of the bench, each with the name of its rule set.
fn positions<G: TunedGame>() -> Vec<(&'static str, Position<G>)> {
    let typical = |&(variant, text): &(&'static str, &str)| {
        let positions = Suite::<G>::parse(text).map(Suite::typical).unwrap_or_default();
        positions.into_iter().take(POSITIONS).map(move |position| (variant, position))
    };
    G::SUITES.iter().flat_map(typical).collect()
}

/// Parameters of a speed test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpeedTest {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Total search time of a game's positions.
    pub time: Duration,
}

/// Searches fixed positions of every rule set of a game, each for the same time and with the tables
/// of the searches before, and calls `each` after every position. Returns `None` if `stop` is set
/// before the end.
///
/// # Errors
/// The transposition table cannot be allocated.
pub fn speed_test<G: TunedGame>(
    test: SpeedTest,
    stop: &StopFlag,
    mut each: impl FnMut(BenchPosition),
) -> Result<Option<BenchResult>, OutOfMemory> {
    let mut engine = Engine::new();
    engine.set_threads(test.threads);
    engine.set_hash(test.hash)?;
    engine.set_options(SearchOptions { move_overhead: 0, ..SearchOptions::default() });
    let positions = positions::<G>();
    let time = test.time / positions.len().max(1) as u32;
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    for (variant, position) in positions {
        let limits = Limits { move_time: Some(time.as_millis() as u64), ..Limits::default() };
        let started = Instant::now();
        let nodes = search(&mut engine, &position, limits, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        result.time += started.elapsed();
        result.nodes += nodes;
        each(BenchPosition::new(variant, &position, nodes));
    }
    Ok(Some(result))
}

/// Returns the nodes of one search, as last reported.
fn search<G: TunedGame>(
    engine: &mut Engine,
    position: &Position<G>,
    limits: Limits,
    stop: &StopFlag,
) -> u64 {
    let mut nodes = 0;
    engine.search_with(&GameHistory::new(position.clone()), &limits, stop, &mut |report| {
        if let Report::Info(info) = report {
            nodes = info.nodes;
        }
    });
    nodes
}
