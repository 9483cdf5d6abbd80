//! The bench, which searches fixed positions to a fixed depth on one thread and always counts the
//! same nodes, and the speed test, which searches them for a fixed time on any number of threads.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_movegen::{
    AnyHistory, Game, GameHistory, GameId, StopFlag, Suite, Variant, with_game, with_history,
};

use crate::engine::Engine;
use crate::limits::{Limits, SearchOptions};
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
    fn new(variant: &'static str, game: &AnyHistory, nodes: u64) -> Self {
        with_history!(game, game => {
            let (rules, fen) = (game.position().rules().to_string(), game.position().to_fen());
            Self { variant, rules, fen, nodes }
        })
    }
}

/// Number of positions of the bench of a compiled game.
pub fn bench_len(game: GameId) -> usize {
    positions(game).len()
}

/// Searches fixed positions of every rule set of a compiled game to depth 8 on one thread and calls `each`
/// after every position. The node count depends only on the program. Returns `None` if `stop` is
/// set before the end.
pub fn bench(
    game: GameId,
    stop: &StopFlag,
    each: &mut dyn FnMut(BenchPosition),
) -> Option<BenchResult> {
    bench_with(game, SearchOptions::default(), stop, each)
}

/// [`bench()`] with options other than the default ones.
pub fn bench_with(
    game: GameId,
    options: SearchOptions,
    stop: &StopFlag,
    each: &mut dyn FnMut(BenchPosition),
) -> Option<BenchResult> {
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    let mut engine = Engine::new();
    engine.set_options(options);
    for (variant, position) in positions(game) {
        engine.clear();
        let started = Instant::now();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let nodes = engine.search_any_with(&position, &limits, stop, &mut |_| ()).nodes;
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
fn positions(game: GameId) -> Vec<(&'static str, AnyHistory)> {
    with_game!(game, G => {
        let typical = |&Variant { name, .. }: &Variant<_>| {
            let text = baroque_perft_suites::of(name).unwrap_or_default();
            let positions = Suite::<G>::parse(text).map(Suite::typical).unwrap_or_default();
            let games = positions.into_iter().take(POSITIONS).map(GameHistory::new);
            games.map(move |game| (name, game.into()))
        };
        G::VARIANTS.iter().flat_map(typical).collect()
    })
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

/// Searches fixed positions of every rule set of a compiled game, each for the same time and with the tables
/// of the searches before, and calls `each` after every position. Returns `None` if `stop` is set
/// before the end.
///
/// # Errors
/// The transposition table cannot be allocated.
pub fn speed_test(
    game: GameId,
    test: SpeedTest,
    stop: &StopFlag,
    each: &mut dyn FnMut(BenchPosition),
) -> Result<Option<BenchResult>, OutOfMemory> {
    let mut engine = Engine::new();
    engine.set_threads(test.threads);
    engine.set_hash(test.hash)?;
    engine.set_options(SearchOptions { move_overhead: 0, ..SearchOptions::default() });
    let positions = positions(game);
    let time = test.time / positions.len().max(1) as u32;
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    for (variant, position) in positions {
        let limits = Limits { move_time: Some(time.as_millis() as u64), ..Limits::default() };
        let started = Instant::now();
        let nodes = engine.search_any_with(&position, &limits, stop, &mut |_| ()).nodes;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        result.time += started.elapsed();
        result.nodes += nodes;
        each(BenchPosition::new(variant, &position, nodes));
    }
    Ok(Some(result))
}
