//! The keys of the start positions, recorded once, to detect unintended changes of keys.

use baroque_movegen::{Position, Ultima, ultima::Rules};

use crate::common::tables::rows;

#[test]
fn start_positions_keep_their_keys() {
    let rows = rows::<2>("start_keys.tsv");
    assert_eq!(rows.len(), 16);
    for [start, key] in rows {
        let position = Position::<Ultima>::named_start(&start, Rules::default()).unwrap();
        assert_eq!(format!("{:016x}", position.key()), key, "{start}");
    }
}

#[test]
fn keys_are_of_the_position_alone() {
    let key = |variant, fen: &str| {
        let rules = Position::<Ultima>::variant(variant).unwrap().rules;
        Position::<Ultima>::from_fen(fen, rules).unwrap().key()
    };
    // Neither counters nor rules matter, the side to move does.
    let white = key("baroque", "7k/8/8/8/8/8/8/KW6 w - - 0 1");
    assert_eq!(white, key("vchess", "7k/8/8/8/8/8/8/KW6 w - - 12 30"));
    assert_ne!(white, key("baroque", "7k/8/8/8/8/8/8/KW6 b - - 0 1"));
}
