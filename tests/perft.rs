//! Node counts: every count of every suite in `perft-suites/`. The reference checks the small
//! counts.

use std::path::Path;

use baroque_movegen::{Game, Suite, perft};

use crate::common::backend::both;

/// Checks one suite file, counts up to `max_nodes` by the reference too. Returns the number of
/// counts.
fn check<G: Game>(name: &str, max_nodes: u64) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-suites").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for entry in Suite::<G>::parse(&text).unwrap().entries {
        // The text of the rules contains every switch.
        let rules = entry.position.rules().to_string();
        let (fast, slow) = both::<G>(G::VARIANTS[0].name, &rules, &entry.position.to_fen());
        for (depth, nodes) in entry.counts {
            let place = format!("{name}:{} at depth {depth}", entry.line);
            assert_eq!(perft(&fast, depth), nodes, "{place}");
            if nodes <= max_nodes {
                assert_eq!(slow.perft(depth), nodes, "{place}, by the reference");
            }
            checked += 1;
        }
    }
    checked
}

macro_rules! suites {
    ($($test:ident $game:ident $file:literal $counts:literal $max_nodes:literal;)*) => {$(
        #[test]
        fn $test() {
            assert_eq!(check::<baroque_movegen::$game>($file, $max_nodes), $counts);
        }
    )*};
}

suites! {
    abbott1962 Ultima "abbott1962.epd" 40 1_000;
    abbott1968 Ultima "abbott1968.epd" 40 1_000;
    baroque Ultima "baroque.epd" 85 1_000;
    baroque_capture Ultima "baroque-capture.epd" 40 1_000;
    cambridge Ultima "cambridge.epd" 40 1_000;
    delft Ultima "delft.epd" 40 1_000;
    vchess Ultima "vchess.epd" 40 1_000;
    maxima Maxima "maxima.epd" 38 10_000;
    rococo Rococo "rococo.epd" 40 10_000;
    rococo_foes Rococo "rococo-foes.epd" 40 10_000;
    renaissance Renaissance "renaissance.epd" 41 10_000;
}
