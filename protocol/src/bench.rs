//! The bench as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::counting::per_second;
use crate::variants;

/// Searches the fixed positions and tells nodes and FEN of each, then the sums. False if `stop`
/// was set before the end.
pub fn run(stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> bool {
    let result = variants::bench(stop, &mut |fen, nodes| tell(format!("{nodes:>10}  {fen}")));
    let Some(result) = result else { return false };
    let rate = per_second(result.nodes, Duration::from_millis(result.time));
    tell(format!("Time            : {} ms", result.time));
    tell(format!("Nodes searched  : {}", result.nodes));
    tell(format!("Nodes/second    : {rate}"));
    true
}
