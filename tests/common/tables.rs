//! The tables in `tests/cases/`.

use std::path::Path;

/// The rows of a table, split into columns, without header and comments.
pub fn rows<const COLUMNS: usize>(name: &str) -> Vec<[String; COLUMNS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    let cut = |line: &str| -> Vec<String> { line.split('\t').map(str::to_owned).collect() };
    rows.map(|line| cut(line).try_into().unwrap_or_else(|_| panic!("{name}: {line}"))).collect()
}

/// One line of `mates.tsv` or `found_mates.tsv`.
pub struct Mate {
    pub id: String,
    pub variant: String,
    pub rules: String,
    pub fen: String,
    pub moves: u32,
    pub keys: Vec<String>,
}

/// The mates of a table.
pub fn mates(name: &str) -> Vec<Mate> {
    let mate = |[id, variant, rules, fen, moves, keys, _note]: [String; 7]| Mate {
        id,
        variant,
        rules,
        fen,
        moves: moves.parse().unwrap(),
        keys: keys.split(' ').map(str::to_owned).collect(),
    };
    rows(name).into_iter().map(mate).collect()
}
