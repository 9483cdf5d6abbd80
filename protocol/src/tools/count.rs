//! Perft: node counts and their output.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use baroque_formats::json::{JsonMove, JsonPosition};
use baroque_movegen::{AnyGame, Move, PerftTable, StopFlag};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::error::Error;

/// Maximum depth in plies. No machine reaches it, and the recursion fits the stack of a thread.
pub const MAX_DEPTH: u32 = 30;

/// Stack of a thread in bytes: a waiting rayon thread runs other tasks on the same stack.
const STACK_SIZE: usize = 16 << 20;

/// The result of a perft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Nodes after each legal move, sorted by UCI text; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// The sum; 1 at depth 0.
    pub nodes: u64,
}

/// Counts nodes on the current rayon pool, with or without a hash table, and calls `counted` with
/// those after each legal move. Returns `None` if `stop` is set before the end.
pub fn count(
    position: &AnyGame,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &StopFlag,
    counted: impl Fn(u64) + Sync,
) -> Option<Count> {
    if depth == 0 {
        return Some(Count { moves: Vec::new(), nodes: 1 });
    }
    let mut moves = position.divide(depth, table, stop, &|_, nodes| counted(nodes))?;
    let nodes = moves.iter().map(|(_, nodes)| nodes).sum();
    moves.sort_by_cached_key(|(mv, _)| position.uci(*mv));
    Some(Count { moves, nodes })
}

/// Makes a thread pool for perft; 0 threads means one per processor.
///
/// # Errors
/// The threads cannot be started.
pub fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE);
    builder.build().map_err(|error| Error::no_threads(threads, &error))
}

/// Nodes per second; 0 if no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos());
    rate.unwrap_or(0).try_into().unwrap_or(u64::MAX)
}

/// Nodes and the time they took.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(into = "JsonSpeed")]
pub struct Speed {
    /// The nodes.
    pub nodes: u64,
    /// The time they took.
    pub time: Duration,
}

impl AddAssign for Speed {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

#[derive(Serialize)]
struct JsonSpeed {
    nodes: u64,
    time_ms: u128,
    nodes_per_second: u64,
}

impl From<Speed> for JsonSpeed {
    fn from(Speed { nodes, time }: Speed) -> Self {
        Self { nodes, time_ms: time.as_millis(), nodes_per_second: per_second(nodes, time) }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, time } = *self;
        let (milliseconds, speed) = (time.as_millis(), per_second(nodes, time));
        write!(f, "{nodes} nodes in {milliseconds} ms, {speed} nodes/s")
    }
}

/// The nodes after a move.
#[derive(Serialize)]
pub struct MoveCount {
    /// The move.
    #[serde(flatten)]
    pub mv: JsonMove,
    /// The nodes after it.
    pub nodes: u128,
}

impl fmt::Display for MoveCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.mv.uci, self.nodes)
    }
}

/// The output of a perft.
#[derive(Serialize)]
#[serde(tag = "type", rename = "perft")]
pub struct PerftResult {
    position: JsonPosition,
    depth: u32,
    #[serde(flatten)]
    speed: Speed,
    /// The count of each move, if it is to be printed.
    moves: Option<Vec<MoveCount>>,
}

impl PerftResult {
    /// The output of a count, with that of each move if `divided`.
    pub fn new(
        position: &AnyGame,
        depth: u32,
        count: &Count,
        time: Duration,
        divided: bool,
    ) -> Self {
        let moves = count.moves.iter().map(|&(mv, nodes)| {
            let mv = JsonMove::new(position, mv);
            MoveCount { mv, nodes: nodes.into() }
        });
        Self {
            position: JsonPosition::new(position),
            depth,
            speed: Speed { nodes: count.nodes, time },
            moves: divided.then(|| moves.collect()),
        }
    }
}

/// The last line ends with the node count.
impl fmt::Display for PerftResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Speed { nodes, time } = self.speed;
        self.moves.iter().flatten().try_for_each(|count| count.fmt(f))?;
        writeln!(f, "Time: {} ms", time.as_millis())?;
        writeln!(f, "Nodes/second: {}", per_second(nodes, time))?;
        writeln!(f, "Nodes searched: {nodes}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_per_second_use_the_exact_time() {
        assert_eq!(per_second(40, Duration::from_micros(80)), 500_000);
        assert_eq!(per_second(1, Duration::from_nanos(1)), 1_000_000_000);
        assert_eq!(per_second(u64::MAX, Duration::from_nanos(1)), u64::MAX);
        assert_eq!(per_second(40, Duration::ZERO), 0);
    }

    #[test]
    fn a_count_can_be_stopped() {
        let start = AnyGame::new("baroque").unwrap();
        assert!(count(&start, MAX_DEPTH, None, &StopFlag::new(true.into()), |_| ()).is_none());
    }
}
