//! Deep node counts, `perft-suites/deep/`. No other program has confirmed them, so they are counted
//! in two ways: in bulk (the last ply is counted, not played) and with every move played.
//!
//! Slow counts run only with `BAROQUE_PERFT=deep` in the environment.

use std::ops::ControlFlow;
use std::path::Path;

use baroque_movegen::{
    Game, GenType, Maxima, Position, Renaissance, Rococo, StopFlag, Suite, Ultima, divide,
};
use rayon::prelude::*;

/// Maximum node count that runs every time, in bulk.
const MAX_FAST_NODES: u64 = 20_000_000;

/// Checks the counts of a file, without the slow ones unless `BAROQUE_PERFT=deep` is set.
fn check<G: Game>(name: &str, counts: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-suites/deep").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let deep = std::env::var("BAROQUE_PERFT").is_ok_and(|value| value == "deep");
    let mut found = 0;
    for entry in Suite::<G>::parse(&text).unwrap().entries {
        for (depth, nodes) in entry.counts {
            found += 1;
            let place = format!("{name}:{} at depth {depth}", entry.line);
            if deep || nodes <= MAX_FAST_NODES {
                let never = StopFlag::default();
                let split = divide(&entry.position, depth, None, &never, |_, _| ()).unwrap();
                assert_eq!(split.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "{place}");
            }
            if deep {
                assert_eq!(played_on_all_threads(&entry.position, depth), nodes, "{place}, played");
            }
        }
    }
    assert_eq!(found, counts, "{name}");
}

/// Counts nodes with every move played, on all threads.
fn played_on_all_threads<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    if depth <= 3 {
        return played(position, depth);
    }
    let behind = |&mv: &_| played_on_all_threads(&position.play_unchecked(mv), depth - 1);
    position.legal_moves().par_iter().map(behind).sum()
}

fn played<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    let mut nodes = 0;
    let _ = position.generate(GenType::All, |group| {
        for to in group.destinations().iter() {
            let next = position.play_unchecked(group.to(to));
            nodes += match depth {
                1 => 1,
                _ => played(&next, depth - 1),
            };
        }
        ControlFlow::Continue(())
    });
    nodes
}

#[test]
fn deep_counts_are_right() {
    check::<Ultima>("baroque.epd", 17);
    for name in ["abbott1962", "abbott1968", "cambridge", "delft", "vchess"] {
        check::<Ultima>(&format!("{name}.epd"), 1);
    }
    check::<Maxima>("maxima.epd", 1);
    check::<Rococo>("rococo.epd", 2);
    check::<Renaissance>("renaissance.epd", 4);
}
