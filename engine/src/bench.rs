//! The bench: fixed positions, fixed depth, one thread, always the same node count. And the speed
//! test: the same positions for a certain time, on any number of threads, as in a long game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use baroque_movegen::{GameHistory, Position, Suite};

use crate::params::Evaluable;
use crate::{Engine, Limits, Options, OutOfMemory, Report};

/// Positions of each suite that are searched: one start and the first few middlegames.
const POSITIONS: usize = 5;
/// Depth in plies.
const DEPTH: u32 = 7;

/// What a bench counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Positions searched.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

/// Searches fixed positions of every rule set to a fixed depth on one thread; tells each
/// position's FEN and nodes. The node count is always the same for the same program. `None` if
/// `stop` was set before the end.
pub fn bench<G: Evaluable>(stop: &AtomicBool, each: impl FnMut(&str, u64)) -> Option<BenchResult> {
    bench_with::<G>(Options::default(), stop, each)
}

/// The [`bench`] of an engine with certain options.
pub fn bench_with<G: Evaluable>(
    options: Options,
    stop: &AtomicBool,
    mut each: impl FnMut(&str, u64),
) -> Option<BenchResult> {
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    let mut engine = Engine::new();
    engine.set_options(options);
    for (_, text) in G::SUITES {
        let suite = Suite::<G>::parse(text).map(Suite::typical).unwrap_or_default();
        for position in suite.into_iter().take(POSITIONS) {
            engine.clear();
            let started = Instant::now();
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let nodes = search(&mut engine, position, limits, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            result.time += started.elapsed();
            result.nodes += nodes;
            each(&position.to_fen(), nodes);
        }
    }
    Some(result)
}

/// How a speed test is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpeedTest {
    /// Search threads.
    pub threads: usize,
    /// Size of the table in MiB.
    pub hash: usize,
    /// Time for all positions of a game together.
    pub time: Duration,
}

/// Searches fixed positions of every rule set for a certain time, one after the other and without
/// forgetting; tells each position's FEN and nodes. `None` if `stop` was set before the end.
///
/// # Errors
/// There is not so much memory.
pub fn speed_test<G: Evaluable>(
    test: SpeedTest,
    stop: &AtomicBool,
    mut each: impl FnMut(&str, u64),
) -> Result<Option<BenchResult>, OutOfMemory> {
    let mut engine = Engine::new();
    engine.set_threads(test.threads);
    engine.set_hash(test.hash)?;
    engine.set_options(Options { move_overhead: 0, ..Options::default() });
    let positions: Vec<Position<G>> = G::SUITES
        .iter()
        .filter_map(|(_, text)| Suite::<G>::parse(text).ok())
        .flat_map(|suite| suite.typical().into_iter().take(POSITIONS))
        .collect();
    let time = test.time / positions.len().max(1) as u32;
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    for position in positions {
        let limits = Limits { move_time: Some(time.as_millis() as u64), ..Limits::default() };
        let started = Instant::now();
        let nodes = search(&mut engine, position, limits, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        result.time += started.elapsed();
        result.nodes += nodes;
        each(&position.to_fen(), nodes);
    }
    Ok(Some(result))
}

/// The nodes of one search; fewer if `stop` is set meanwhile.
fn search<G: Evaluable>(
    engine: &mut Engine,
    position: Position<G>,
    limits: Limits,
    stop: &AtomicBool,
) -> u64 {
    let mut nodes = 0;
    engine.search(&GameHistory::new(position), &limits, stop, &mut |report| {
        if let Report::Info(info) = report {
            nodes = info.nodes;
        }
    });
    nodes
}
