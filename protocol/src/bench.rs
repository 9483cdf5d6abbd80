//! The bench as text.

use std::sync::atomic::AtomicBool;

use crate::counting::per_second;
use crate::variants;

/// Searches the fixed positions and tells nodes and FEN of each; returns the sums, or `None` if
/// `stop` was set before the end.
pub fn run(stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> Option<String> {
    let result = variants::bench(stop, &mut |fen, nodes| tell(format!("{nodes:>10}  {fen}")))?;
    Some(format!(
        "Time            : {} ms\nNodes searched  : {}\nNodes/second    : {}\n",
        result.time.as_millis(),
        result.nodes,
        per_second(result.nodes, result.time)
    ))
}
