//! The bench: fixed positions, fixed depth, one thread, always the same node count.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use baroque_movegen::{Game, Position, Record, Suite};

use crate::{Engine, Limits, Options, Report};

/// Positions of each suite that are searched: one start and the first few middlegames.
const POSITIONS: usize = 5;
/// Depth in plies.
const DEPTH: u32 = 7;

/// What a bench counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Positions searched.
    pub nodes: u64,
    /// Milliseconds.
    pub time: u64,
}

/// Searches fixed positions of every rule set to a fixed depth on one thread; tells each
/// position's FEN and nodes. The node count is always the same for the same program. `None` if
/// `stop` was set before the end.
pub fn bench<G: Game>(stop: &AtomicBool, each: impl FnMut(&str, u64)) -> Option<BenchResult> {
    bench_with::<G>(Options::default(), stop, each)
}

/// The [`bench`] of an engine with certain options.
pub fn bench_with<G: Game>(
    options: Options,
    stop: &AtomicBool,
    mut each: impl FnMut(&str, u64),
) -> Option<BenchResult> {
    let mut result = BenchResult { nodes: 0, time: 0 };
    let mut engine = Engine::<G>::new();
    engine.set_options(options);
    for (_, text) in G::SUITES {
        for position in positions::<G>(text) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            engine.clear();
            let started = Instant::now();
            let nodes = search(&mut engine, position);
            result.time += started.elapsed().as_millis() as u64;
            result.nodes += nodes;
            each(&position.to_fen(), nodes);
        }
    }
    Some(result)
}

/// The first position of a suite, and the first others that are no start positions.
fn positions<G: Game>(text: &str) -> Vec<Position<G>> {
    let entries = Suite::<G>::parse(text)
        .map(|suite| suite.entries)
        .unwrap_or_default();
    let all = entries.into_iter().map(|entry| entry.position).enumerate();
    let wanted = all.filter(|(index, position)| *index == 0 || position.number() > 1);
    wanted
        .map(|(_, position)| position)
        .take(POSITIONS)
        .collect()
}

fn search<G: Game>(engine: &mut Engine<G>, position: Position<G>) -> u64 {
    let nodes = Arc::new(AtomicU64::new(0));
    let last = Arc::clone(&nodes);
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    engine.go(&Record::new(position), limits, move |report| {
        if let Report::Info(info) = report {
            last.store(info.nodes, Ordering::Relaxed);
        }
    });
    engine.wait();
    nodes.load(Ordering::Relaxed)
}
