//! `genfens`: positions to begin games from.

mod common;

use std::collections::BTreeSet;
use std::process::Command;

use baroque_movegen::AnyPosition;
use baroque_protocol::PositionSpec;

/// What the program prints, carrying out lines.
fn lines(lines: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_baroque")).args(lines).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The positions among them.
fn fens(commands: &[&str]) -> Vec<String> {
    let fen = |line: String| Some(line.strip_prefix("info string genfens ")?.to_owned());
    lines(commands).into_iter().filter_map(fen).collect()
}

/// A file of the test program.
fn file(name: &str, text: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn positions_have_six_fields_and_can_be_set_up() {
    for variant in AnyPosition::variants() {
        let command = format!("genfens 4 seed 42 book None variant {variant}");
        let told = lines(&[&command, "quit"]);
        assert_eq!(told.len(), 4, "{told:?}");
        let mut game = AnyPosition::new(variant).unwrap();
        for fen in fens(&[&command, "quit"]) {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            PositionSpec::fen(fen.as_str()).set_up(&mut game).unwrap();
            assert_eq!((game.fen(), game.outcome()), (fen, None));
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
    // Eight plies on.
    assert!(first.iter().all(|fen| fen.contains(" w ") && fen.ends_with(" 5")), "{first:?}");
}

#[test]
fn the_session_has_its_say() {
    let rococo = ["setoption name UCI_Variant value rococo", "genfens 3 seed 5 book None plies 2"];
    let wanted = fens(&["genfens 3 seed 5 book None plies 2 variant rococo"]);
    assert_eq!((wanted.len(), fens(&rococo)), (3, wanted));
    let told = lines(&["genfens 2 seed 5 book None rules leap=far"]);
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("info string error ") && told[0].contains("leap"), "{told:?}");
}

#[test]
fn it_can_be_stopped() {
    let talk = common::Talk::new();
    talk.say("genfens 1000000 seed 1 book None");
    assert!(talk.line().starts_with("info string genfens "));
    talk.say("go depth 1");
    talk.until("info string error 'go' is ignored while");
    talk.say("stop");
    talk.until("info string genfens stopped");
}

#[test]
fn a_book_gives_the_first_positions() {
    let kings = "8/3k4/8/8/8/8/2P1K3/8 w - - 0 40";
    let pawns = "8/3k4/8/3p4/8/8/2P1K3/8 b - - bm e2e3; id \"two\";";
    let book = file("book.epd", &format!("# two endings\n\n{kings}\n{pawns}\n"));
    let told = fens(&[&format!("genfens 20 seed 3 book {book} plies 0")]);
    let different: BTreeSet<&str> = told.iter().map(String::as_str).collect();
    let expected = BTreeSet::from([kings, "8/3k4/8/3p4/8/8/2P1K3/8 b - - 0 1"]);
    assert_eq!((told.len(), different), (20, expected));
    // Four plies if nothing else is said.
    let told = fens(&[&format!("genfens 5 seed 3 book {}", file("one.epd", kings))]);
    assert!(told.iter().all(|fen| fen.ends_with(" 42")), "{told:?}");
}

#[test]
fn books_that_cannot_be_used_are_told() {
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
    assert!(
        other.ends_with("other.epd': the variant of the positions is maxima, not baroque"),
        "{other}"
    );
}

#[test]
fn books_are_read_as_all_files_of_positions() {
    let told = |name: &str, bytes: &[u8]| {
        let path = file(name, "");
        std::fs::write(&path, bytes).unwrap();
        fens(&[&format!("genfens 1 seed 3 book {path} plies 0")])
    };
    // Two fields, a header, and Latin-1.
    let short = told("short.epd", b"# variant Ultima\n8/3k4/8/8/8/8/2P1K3/8 b am d7d6;\n");
    assert_eq!(short, ["8/3k4/8/8/8/8/2P1K3/8 b - - 0 1"]);
    let counted = told("latin.epd", b"8/3k4/8/8/8/8/2P1K3/8 b - - id \"caf\xe9\"; fmvn 9;\n");
    assert_eq!(counted, ["8/3k4/8/8/8/8/2P1K3/8 b - - 0 9"]);
}
