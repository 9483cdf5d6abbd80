//! `genfens`: random opening positions.

use std::collections::BTreeSet;

use baroque_formats::PositionSpec;
use baroque_movegen::AnyGame;

use crate::common::{Engine, run};

/// Runs the program with these commands and returns its output lines, the last of which is an error
/// if the exit status is 2.
fn lines(commands: &[&str]) -> Vec<String> {
    let (code, text, _) = run(commands, "");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let failed = lines.last().is_some_and(|line| line.starts_with("info string error "));
    assert_eq!(code, if failed { 2 } else { 0 }, "{lines:?}");
    lines
}

/// The FENs in the output of these commands.
fn fens(commands: &[&str]) -> Vec<String> {
    let fen = |line: String| Some(line.strip_prefix("info string genfens ")?.to_owned());
    lines(commands).into_iter().filter_map(fen).collect()
}

/// Writes a file and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn positions_have_six_fields_and_can_be_set_up() {
    for variant in AnyGame::variants() {
        let command = format!("genfens 2 seed 42 book None variant {variant}");
        let output = lines(&[&command, "quit"]);
        assert_eq!(output.len(), 2, "{output:?}");
        let mut position = AnyGame::new(variant).unwrap();
        for fen in fens(&[&command, "quit"]) {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            PositionSpec::fen(fen.as_str()).set_up(&mut position).unwrap();
            assert_eq!((position.fen(), position.outcome()), (fen, None));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    let first = fens(&["genfens 20 seed 1 book None", "quit"]);
    assert_eq!(first, fens(&["genfens 20 seed 1 book None", "quit"]));
    assert_eq!(first[..5], fens(&["genfens 5 seed 1 book None", "quit"]));
    assert_ne!(first, fens(&["genfens 20 seed 2 book None", "quit"]));
    assert!(first.iter().collect::<BTreeSet<_>>().len() > 15);
    // Eight plies after the start position.
    assert!(first.iter().all(|fen| fen.contains(" w ") && fen.ends_with(" 5")), "{first:?}");
}

#[test]
fn genfens_uses_the_variant_of_the_session() {
    let rococo = ["setoption name UCI_Variant value rococo", "genfens 3 seed 5 book None plies 2"];
    let expected = fens(&["genfens 3 seed 5 book None plies 2 variant rococo"]);
    assert_eq!((expected.len(), fens(&rococo)), (3, expected));
    let output = lines(&["genfens 2 seed 5 book None rules leap=far"]).join("\n");
    assert!(output.starts_with("info string error ") && output.contains("leap"), "{output}");
    assert_eq!(output.lines().count(), 1);
}

#[test]
fn genfens_can_be_stopped() {
    let engine = Engine::new();
    engine.send("genfens 1000000 seed 1 book None");
    assert!(engine.read_line().starts_with("info string genfens "));
    engine.ask("go depth 1", "info string go waits for the end of the search");
    engine.ask("stop", "info string genfens stopped");
    engine.read_until("bestmove");
}

#[test]
fn positions_start_from_a_book() {
    let kings = "8/3k4/8/8/8/8/2P1K3/8 w - - 0 40";
    let pawns = "8/3k4/8/3p4/8/8/2P1K3/8 b - - bm e2e3; id \"two\";";
    let book = file("book.epd", &format!("# two endings\n\n{kings}\n{pawns}\n"));
    let positions = fens(&[&format!("genfens 20 seed 3 book {book} plies 0")]);
    let distinct: BTreeSet<&str> = positions.iter().map(String::as_str).collect();
    let expected = BTreeSet::from([kings, "8/3k4/8/3p4/8/8/2P1K3/8 b - - 0 1"]);
    assert_eq!((positions.len(), distinct), (20, expected));
    // The default with a book is four plies.
    let positions = fens(&[&format!("genfens 5 seed 3 book {}", file("one.epd", kings))]);
    assert!(positions.iter().all(|fen| fen.ends_with(" 42")), "{positions:?}");
}

#[test]
fn unusable_books_are_errors() {
    let error = |path: &str| lines(&[&format!("genfens 3 seed 1 book {path}")]).join("\n");
    let missing = error("/no/such/file");
    assert!(missing.starts_with("info string error genfens book '/no/such/file': "), "{missing}");
    let bad = error(&file("bad.epd", "8/3k4/8/8/8/8/2P1K3/8 w - -\nrubbish\n"));
    assert!(bad.contains("bad.epd': line 2: FEN"), "{bad}");
    let over = error(&file("over.epd", "8/8/8/3Kk3/5I2/3w4/8/8 b - - 0 1\n"));
    assert!(over.contains("over.epd': line 1: "), "{over}");
    let empty = error(&file("empty.epd", "# nothing\n"));
    assert!(empty.ends_with("empty.epd': the file contains no opening"), "{empty}");
    let other = error(&file("other.epd", "# variant maxima\n8/3k4/8/8/8/8/2P1K3/8 w - -\n"));
    let reason = "other.epd': the variant of the positions is maxima, not baroque";
    assert!(other.ends_with(reason), "{other}");
}

#[test]
fn books_are_epd_files() {
    let first_fen = |name: &str, bytes: &[u8]| {
        let path = file(name, "");
        std::fs::write(&path, bytes).unwrap();
        fens(&[&format!("genfens 1 seed 3 book {path} plies 0")])
    };
    // Two fields, a header, and Latin-1.
    let short = first_fen("short.epd", b"# variant Ultima\n8/3k4/8/8/8/8/2P1K3/8 b am d7d6;\n");
    assert_eq!(short, ["8/3k4/8/8/8/8/2P1K3/8 b - - 0 1"]);
    let counted = first_fen("latin.epd", b"8/3k4/8/8/8/8/2P1K3/8 b - - id \"caf\xe9\"; fmvn 9;\n");
    assert_eq!(counted, ["8/3k4/8/8/8/8/2P1K3/8 b - - 0 9"]);
}
