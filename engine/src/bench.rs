//! The bench: fixed positions, fixed depth, one thread, always the same node count.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use baroque_movegen::{Position, Record, Suite};

use crate::params::Valued;
use crate::{Engine, Limits, Options, Report};

/// Positions of each suite that are searched: one start and the first few middlegames.
const POSITIONS: usize = 5;
/// Depth in plies.
const DEPTH: u32 = 7;
/// Time between two looks at the stop flag.
const STOP_INTERVAL: Duration = Duration::from_millis(10);

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
pub fn bench<G: Valued>(stop: &AtomicBool, each: impl FnMut(&str, u64)) -> Option<BenchResult> {
    bench_with::<G>(Options::default(), stop, each)
}

/// The [`bench`] of an engine with certain options.
pub fn bench_with<G: Valued>(
    options: Options,
    stop: &AtomicBool,
    mut each: impl FnMut(&str, u64),
) -> Option<BenchResult> {
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    let mut engine = Engine::<G>::new();
    engine.set_options(options);
    for (_, text) in G::SUITES {
        let suite = Suite::<G>::parse(text).map(Suite::typical).unwrap_or_default();
        for position in suite.into_iter().take(POSITIONS) {
            engine.clear();
            let started = Instant::now();
            let nodes = search(&mut engine, position, stop);
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

/// The nodes of one search; fewer if `stop` is set meanwhile.
fn search<G: Valued>(engine: &mut Engine<G>, position: Position<G>, stop: &AtomicBool) -> u64 {
    let (sender, reports) = channel();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    engine.go(&Record::new(position), limits, move |report| {
        // The other end listens until the last report.
        let _ = sender.send(report);
    });
    let mut nodes = 0;
    loop {
        if stop.load(Ordering::Relaxed) {
            engine.stop();
        }
        match reports.recv_timeout(STOP_INTERVAL) {
            Ok(Report::Info(info)) => nodes = info.nodes,
            Ok(Report::CurrentMove { .. }) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Report::Best { .. }) | Err(RecvTimeoutError::Disconnected) => return nodes,
        }
    }
}
