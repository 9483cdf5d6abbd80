//! Node counts: every count of every suite in `perft-suites/`.

use std::path::Path;

use baroque_movegen::{Suite, Ultima, perft};

/// Checks one suite file and returns how many counts it held.
fn check(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-suites").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for entry in Suite::<Ultima>::parse(&text).unwrap().entries {
        for (depth, nodes) in entry.counts {
            let counted = perft(&entry.position, depth);
            assert_eq!(counted, nodes, "{name}:{} at depth {depth}", entry.line);
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
