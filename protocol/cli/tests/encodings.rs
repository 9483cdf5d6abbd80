//! The encodings of text, wherever the program reads some.

use std::fs;

use crate::common::{Engine, Folder, run};

/// A text in all encodings, with all line ends.
fn encodings(text: &str) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for end in ["\n", "\r\n", "\r"] {
        let text = text.replace('\n', end);
        let marked = format!("\u{feff}{text}");
        all.push(marked.encode_utf16().flat_map(u16::to_le_bytes).collect());
        all.push(marked.encode_utf16().flat_map(u16::to_be_bytes).collect());
        all.push(marked.into_bytes());
        // All characters of the texts are in Latin-1.
        all.push(text.chars().map(|c| c as u8).collect());
        all.push(text.into_bytes());
    }
    all
}

#[test]
fn protocols_obey_the_first_command_in_every_encoding() {
    for bytes in encodings("uci\nisready\n") {
        let engine = Engine::new();
        engine.send_bytes(&bytes);
        assert!(engine.read_line().starts_with("id name "));
        engine.read_until("readyok");
    }
    for bytes in encodings("xboard\nprotover 2\nping 77\n") {
        let engine = Engine::xboard();
        engine.send_bytes(&bytes);
        assert!(engine.read_until("pong 77").iter().any(|line| line.starts_with("feature ")));
    }
}

#[test]
fn a_line_with_a_nul_is_refused_with_its_place() {
    let nul = "a NUL character, which no text has; UTF-16 needs a byte order mark; the line is \
               ignored";
    let engine = Engine::new();
    assert_eq!(engine.query_one("# x\nd\0"), format!("info string error line 2, column 2: {nul}"));
    engine.query_none("");
    let error = engine.query_one("position startpos moves e2\0e4");
    assert_eq!(error, format!("info string error line 6, column 27: {nul}"));
    // As after any other position that was rejected.
    assert!(
        engine.ask("go depth 1", "bestmove").concat().contains("the last position was rejected")
    );
    let engine = Engine::xboard();
    let error = engine.query_one("usermove e2\0e4");
    assert!(error.starts_with(&format!("Error (line 1, column 12: {nul})")), "{error}");
}

#[test]
fn files_are_read_in_every_encoding() {
    const PGN: &str = "[White \"Andr\u{e9}\"]\n\n1. e4 e5 {\u{fc}ber} *\n";
    const EPD: &str = "# variant delft\n# \u{e9}\n\
                       clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w ;D1 32\n";
    const TOML: &str = "format = 1\n[mini]\ninherits = \"fugue\"\ntitle = \"\u{e9}\"\n";
    let folder = Folder::new("encodings");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(path(name), bytes).unwrap();
        path(name)
    };
    let (_, expected, _) = run(&["convert", "-"], PGN);
    assert!(expected.contains("[White \"André\"]") && expected.contains("{über}"), "{expected}");
    for bytes in encodings(PGN) {
        let games = write("games.pgn", &bytes);
        assert_eq!(run(&["convert", &games], ""), (0, expected.clone(), String::new()));
        assert_eq!(run(&["convert", "-"], &bytes).1, expected);
    }
    for bytes in encodings(EPD) {
        let (code, text, error) = run(&["perft", "--suite", &write("delft.epd", &bytes)], "");
        assert!(code == 0 && text.contains("32"), "{text}{error}");
        let solved = run(&["solve", "--depth", "1", &path("delft.epd")], "");
        assert!(solved.2.contains("line 3"), "no best move: {solved:?}");
    }
    for bytes in encodings(TOML) {
        let mini = ["moves", "--games", &write("games.toml", &bytes), "--variant", "mini"];
        let (code, _, error) = run(&mini, "");
        assert_eq!((code, &*error), (0, ""));
    }
    let fen = "k7/8/8/8/8/8/8/K7 w 3\n";
    for bytes in encodings(fen) {
        let converted = run(&["convert", "--from", "vchess", "-"], &bytes);
        assert_eq!(converted.1, "k7/8/8/8/8/8/8/K7 w - - 0 2\n");
    }
}

#[test]
fn files_with_a_nul_are_refused_with_its_place() {
    let folder = Folder::new("nul");
    let path = folder.0.join("games.pgn");
    let path = path.to_str().unwrap();
    fs::write(path, "[White \"é\"]\r\n\r\n1. e4\0 *").unwrap();
    let place = "line 3, column 6: a NUL character";
    for arguments in [&["convert", path][..], &["solve", path], &["check", path]] {
        let (code, text, error) = run(arguments, "");
        let all = text + &error;
        assert!(code != 0 && all.contains(path) && all.contains(place), "{all}");
    }
    let (_, _, error) = run(&["convert", "--from", "vchess", "-"], "\nk7/8/8/8/8/8/8/K7\0\n");
    assert!(error.starts_with("error: -: line 2, column 18: a NUL character"), "{error}");
}
