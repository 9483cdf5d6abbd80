//! Perft: node counts and their output.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_movegen::{AnyPosition, PerftTable};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// Maximum depth in plies. No machine reaches it, and the recursion fits the stack of a thread.
pub const MAX_DEPTH: u32 = 30;

/// Stack of a thread in bytes: a waiting rayon thread runs other tasks on the same stack.
const STACK_SIZE: usize = 16 << 20;

/// The result of a perft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Nodes after each legal move, sorted by UCI text; empty at depth 0.
    pub moves: Vec<(String, u64)>,
    /// The sum; 1 at depth 0.
    pub nodes: u64,
}

/// Counts nodes on the current rayon pool, with or without a hash table. Returns `None` if `stop`
/// is set before the end.
pub fn count(
    position: &AnyPosition,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<Count> {
    if depth == 0 {
        return Some(Count { moves: Vec::new(), nodes: 1 });
    }
    let divided = position.divide(depth, table, stop)?;
    let nodes = divided.iter().map(|(_, nodes)| nodes).sum();
    let mut moves: Vec<(String, u64)> =
        divided.into_iter().map(|(mv, nodes)| (position.uci(mv), nodes)).collect();
    moves.sort_unstable();
    Some(Count { moves, nodes })
}

/// Makes a thread pool for perft; 0 threads means one per processor.
///
/// # Errors
/// The threads cannot be started.
pub fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE);
    builder.build().map_err(|error| Error::Threads { threads, reason: error.to_string() })
}

/// Nodes per second; 0 if no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos());
    rate.unwrap_or(0).try_into().unwrap_or(u64::MAX)
}

/// The output of a perft, with a line per move if `divided`; the last line ends with the node
/// count.
pub fn text(count: &Count, time: Duration, divided: bool) -> String {
    let mut text = String::new();
    let shown = if divided { count.moves.as_slice() } else { &[] };
    // Writing to a string cannot fail.
    for (mv, nodes) in shown {
        let _ = writeln!(text, "{mv}: {nodes}");
    }
    let _ = writeln!(text, "Time: {} ms", time.as_millis());
    let _ = writeln!(text, "Nodes/second: {}", per_second(count.nodes, time));
    let _ = writeln!(text, "Nodes searched: {}", count.nodes);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_divided_sorted_and_summed() {
        let start = AnyPosition::new("baroque").unwrap();
        let never = AtomicBool::new(false);
        let pool = pool(2).unwrap();
        let count = pool.install(|| super::count(&start, 2, None, &never)).unwrap();
        assert_eq!((count.moves.len(), count.nodes), (32, 944));
        assert!(count.moves.is_sorted());
        assert_eq!(super::count(&start, 0, None, &never).unwrap().nodes, 1);
        let text = text(&count, Duration::from_millis(2), true);
        assert!(text.starts_with("a2a3: "));
        assert!(text.ends_with("Time: 2 ms\nNodes/second: 472000\nNodes searched: 944\n"));
    }

    #[test]
    fn nodes_per_second_use_the_exact_time() {
        assert_eq!(per_second(40, Duration::from_micros(80)), 500_000);
        assert_eq!(per_second(1, Duration::from_nanos(1)), 1_000_000_000);
        assert_eq!(per_second(u64::MAX, Duration::from_nanos(1)), u64::MAX);
        assert_eq!(per_second(40, Duration::ZERO), 0);
    }

    #[test]
    fn a_count_can_be_stopped() {
        let start = AnyPosition::new("baroque").unwrap();
        assert!(count(&start, MAX_DEPTH, None, &AtomicBool::new(true)).is_none());
    }
}
