//! Nodes and time of the bench with one feature of the search turned off at a time.
//!
//! `cargo run --release --example ablation`

use baroque_engine::{Features, SearchOptions, bench_with};
use baroque_movegen::{GameId, StopFlag};

fn main() {
    let features = [
        Features::empty(),
        Features::TABLE,
        Features::NULL_MOVE,
        Features::REDUCTIONS,
        Features::PRUNING,
        Features::ASPIRATION,
    ];
    for missing in features {
        let options =
            SearchOptions { features: Features::all() - missing, ..SearchOptions::default() };
        let never = StopFlag::default();
        if let Some(result) = bench_with(GameId::Ultima, options, &never, &mut |_| ()) {
            println!("without {missing:?}: {} nodes, {:.1?}", result.nodes, result.time);
        }
    }
}
