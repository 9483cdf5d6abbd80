//! What parts of the search are worth: nodes and time of the bench without each of them.
//!
//! `cargo run --release --example ablation`

use std::sync::atomic::AtomicBool;

use baroque_engine::{Features, Options, bench_with};
use baroque_movegen::Ultima;

fn main() {
    let without = [
        Features::empty(),
        Features::TABLE,
        Features::NULL_MOVE,
        Features::REDUCTIONS,
        Features::ASPIRATION,
    ];
    for missing in without {
        let options = Options { features: Features::all() - missing, ..Options::default() };
        let never = AtomicBool::new(false);
        if let Some(result) = bench_with::<Ultima>(options, &never, |_, _| ()) {
            println!("without {missing:?}: {} nodes, {:.1?}", result.nodes, result.time);
        }
    }
}
