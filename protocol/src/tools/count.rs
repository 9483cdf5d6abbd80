//! Node counts of positions (perft).

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_movegen::{AnyPosition, PerftTable};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// The greatest depth in plies. No machine ever gets there, and it fits the stack of a thread.
pub const MAX_DEPTH: u32 = 30;

/// Bytes of stack of a thread: one that waits for others takes up their work on top of its own.
const STACK: usize = 16 << 20;

/// A node count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Nodes behind each legal move, sorted by UCI text.
    pub moves: Vec<(String, u64)>,
    /// All nodes.
    pub nodes: u64,
}

/// Counts the nodes of a position on the current rayon pool, with a table of known counts or
/// without; `None` if `stop` was set before the end.
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

/// A thread pool to count on; 0 threads stand for all processors.
pub fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    builder.build().map_err(|error| Error::Threads { threads, reason: error.to_string() })
}

/// Nodes a second; 0 if no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos());
    rate.unwrap_or(0).try_into().unwrap_or(u64::MAX)
}

/// A count as text, one line for each move if it is divided; the last number of the last line is
/// the node count.
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
    fn speeds_are_those_of_the_exact_time() {
        assert_eq!(per_second(40, Duration::from_micros(80)), 500_000);
        assert_eq!(per_second(1, Duration::from_nanos(1)), 1_000_000_000);
        assert_eq!(per_second(u64::MAX, Duration::from_nanos(1)), u64::MAX);
        assert_eq!(per_second(40, Duration::ZERO), 0);
    }

    #[test]
    fn a_count_can_be_given_up() {
        let start = AnyPosition::new("baroque").unwrap();
        assert!(count(&start, MAX_DEPTH, None, &AtomicBool::new(true)).is_none());
    }
}
