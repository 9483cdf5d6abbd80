//! Searches 10,000 nodes of every game on a target without threads and a clock of its own.
//!
//! `cargo build --example wasm --target wasm32-unknown-unknown`

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::{Engine, Limits, Report};
use baroque_movegen::{AnyPosition, with_history};

const NODES: u64 = 10_000;

fn main() {
    // A limit of nodes needs no time; for others read it from the host.
    let mut engine = Engine::with_clock(|| Duration::ZERO);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for variant in ["baroque", "maxima", "rococo", "renaissance"] {
        let position = AnyPosition::new(variant).expect("a known variant");
        let mut nodes = 0;
        let result = with_history!(position.history(), game => {
            engine.search_with(game, &limits, &AtomicBool::new(false), &mut |report| {
                if let Report::Info(info) = report {
                    nodes = info.nodes;
                }
            })
        });
        assert!(result.best.is_some_and(|best| position.legal_moves().contains(&best)));
        assert!((NODES..NODES + 1000).contains(&nodes), "{variant}: {nodes} nodes");
    }
}
