//! Node counts: every suite in `perft-suites/`, each as deep as a budget of nodes allows.

use std::path::Path;

use baroque_movegen::{Suite, Ultima, perft};

/// Counts above this are left to `baroque perft --suite`.
const MOST_NODES: u64 = 3_000_000;

/// Checks one suite file and returns how many counts it held.
fn check(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("perft-suites")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for entry in Suite::<Ultima>::parse(&text).unwrap().entries {
        for &(depth, nodes) in entry
            .counts
            .iter()
            .filter(|(_, nodes)| *nodes <= MOST_NODES)
        {
            assert_eq!(
                perft(&entry.position, depth),
                nodes,
                "{name}:{} at depth {depth}",
                entry.line
            );
            checked += 1;
        }
    }
    checked
}

macro_rules! suites {
    ($($test:ident $file:literal $counts:literal;)*) => {$(
        #[test]
        fn $test() {
            assert_eq!(check($file), $counts);
        }
    )*};
}

suites! {
    abbott1962 "abbott1962.epd" 40;
    abbott1968 "abbott1968.epd" 40;
    baroque "baroque.epd" 85;
    baroque_capture "baroque-capture.epd" 40;
    cambridge "cambridge.epd" 40;
    delft "delft.epd" 40;
    vchess "vchess.epd" 40;
}
