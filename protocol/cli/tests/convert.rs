//! `baroque convert`, and the FENs of vchess in `position`.

use baroque_games::Games;
use std::fs;
use std::path::PathBuf;

use baroque_formats::pgn;
use baroque_training::records::TrainingGames;

use crate::common::{self, Engine, Folder, Temporary, assert_has, run};

/// The start position in the notation of vchess.
const VCHESS_START: &str = "rnbkqbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0";
const START: &str = "clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1";
/// The start position of its own rules, in its notation.
const VCHESS: &str = "rnbkqbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0";
/// A position of Maxima in both notations.
const MAXIMA: &str =
    "xxx2xxx/1g1qk1g1/1bnmrnb1/dppppppd/8/8/8/DPPPPPPD/1BNRMNB1/1G1KQ1G1/xxx2xxx b 17";
const OUR_MAXIMA: &str =
    "***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/***2*** b - - 0 9";

/// Exit status, standard output and standard error.
fn convert(args: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    run(&[&["convert"], args].concat(), input)
}

/// The output of a run without an error or a warning.
fn converted(args: &[&str], input: impl AsRef<[u8]>) -> String {
    common::clean(&[&["convert"], args].concat(), input)
}

/// The error of a run without output.
fn error(args: &[&str], input: impl AsRef<[u8]>) -> String {
    common::error(&[&["convert"], args].concat(), input)
}

#[test]
fn fens_are_converted_in_both_directions() {
    let standard = format!("{START}\n");
    let vchess = format!("{VCHESS_START}\n");
    let from = ["--from", "vchess"];
    assert_eq!(converted(&[&from[..], &[VCHESS_START]].concat(), ""), standard);
    assert_eq!(converted(&["--to", "baroque", VCHESS_START], ""), standard);
    assert_eq!(converted(&[&from[..], &["--to", "vchess", VCHESS_START]].concat(), ""), vchess);
    assert_eq!(converted(&["--to", "vchess", START], ""), vchess);
    let words = from.into_iter().chain(VCHESS_START.split(' ')).chain(VCHESS_START.split(' '));
    assert_eq!(converted(&words.collect::<Vec<_>>(), ""), standard.repeat(2));
    let input = format!("{VCHESS_START}\r\n\n{VCHESS_START}");
    assert_eq!(converted(&["--from", "vchess", "-"], input), standard.repeat(2));
    for (variant, ours, theirs) in [
        ("vchess", "clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1", VCHESS),
        ("maxima", OUR_MAXIMA, MAXIMA),
    ] {
        let convert = |way, fen| converted(&["--variant", variant, way, "vchess", fen], "");
        assert_eq!(convert("--from", theirs), format!("{ours}\n"));
        assert_eq!(convert("--to", ours), format!("{theirs}\n"));
    }
}

#[test]
fn invalid_fens_are_errors_with_letter_and_square() {
    let only = "vchess FEN: vchess has FENs for Baroque, Maxima and rococo-vchess only";
    let rococo = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10";
    let bad = "k7/8/3z4/8/8/8/8/K7 w 0";
    for (args, reason) in [
        (&["--from", "vchess", bad][..], "vchess FEN: unknown letter 'z' on d6"),
        (&["--from", "vchess", "k7/8/8/8/8/8/8/K6 w 0"], "FEN: rank 1 has 7 squares, not 8"),
        (&["--from", "vchess", "k7/8/8/8/8/8/8/K7 x 0"], "FEN: side to move is 'x', not w or b"),
        (&["--to", "vchess", "clxq w"], "FEN: 1 rank where the board has 8"),
        (&["--variant", "rococo", "--from", "vchess", "k w 0"], only),
        (&["--variant", "rococo", "--to", "vchess", rococo], only),
        (&["--variant", "chess", "--from", "vchess", "k w 0"], "unknown variant 'chess'"),
    ] {
        let message = error(args, "");
        assert!(message.starts_with(&format!("error: {reason}")), "{message}");
    }
    let (code, output, error) =
        convert(&["--from", "vchess", "-"], format!("{VCHESS_START}\nx w\n"));
    assert_eq!((code, output), (2, format!("{START}\n")));
    assert!(error.starts_with("error: -: line 2: vchess FEN: unknown letter 'x' on a8"), "{error}");
}

#[test]
fn games_are_converted_to_the_export_format() {
    let input = b"[White \"Ren\xe9\"]\n1.e4 d7d5! {+0.1/3 2s} 2 h3 (2 a3) *\n[Variant \"vchess\"]\n[FEN \"vchess rnbkqbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR b 1\"]\n e5 0-1";
    let output = converted(&["-"], input);
    let moves = "\n1. Pe2-e4 Pd7-d5 $1 {+0.10/3 2.000s} 2. Ph2-h3 (2. Pa2-a3) *\n\n[Event";
    let setup = format!("[SetUp \"1\"]\n[FEN \"{}\"]", START.replace(" w ", " b "));
    assert_has(&output, &["[White \"René\"]", moves, &setup]);
    assert!(output.ends_with("\n\n1... Pe7-e5 0-1\n"), "{output}");
    assert_eq!(pgn::write(&pgn::read(&output).unwrap()), output);
    assert_eq!(converted(&["-"], &output), output);
}

#[test]
fn errors_in_pgn_files_name_line_and_column() {
    let file = Temporary::new("convert.pgn", "1. e4 *\n\n1. e4 Kd5 *\n");
    let name = file.path();
    let (code, output, message) = convert(&[name], "");
    assert!(code == 2 && output.ends_with("1. Pe2-e4 *\n"), "{output}");
    let reason = "line 3, column 7: 'Kd5' is not a legal move: a king goes one step";
    assert_eq!(message, format!("error: {name}: {reason}\n"));
    assert!(error(&["no-such-file"], "").starts_with("error: no-such-file: "));
    assert_eq!(converted(&["-"], "; nothing\n"), "");
    // An invalid game is reported and skipped; the following games are converted.
    let games =
        b"[Event \"a\"]\n1. e4 *\n\n[Event \"b\"]\n1. e9 *\n\n[Event \"c\"]\n1. d4 {open *\n\n\
                  [Event \"d\"]\n1. h3 *\n";
    let (code, output, error) = convert(&["-"], games);
    assert_eq!((code, error.lines().count()), (2, 2), "{error}");
    assert_has(error, &["line 5, column 4", "line 8, column 7"]);
    assert_eq!(convert(&["--json", "-"], games).0, 2);
    let events: Vec<&str> = output.lines().filter(|line| line.starts_with("[Event")).collect();
    assert_eq!(events, ["[Event \"a\"]", "[Event \"d\"]"]);
}

#[test]
fn warnings_name_file_line_and_column() {
    let input =
        "[Varient \"rococo\"]\n\n1. e4 {A} (1. d4) {B} e5 ({SL} 1... c5) (1... x9) 2. d3 *\n";
    let (code, output, error) = convert(&["-"], input);
    assert_eq!(code, 0);
    let moves = "\n1. Pe2-e4 {A} (1. Pd2-d4) {B} 1... Pe7-e5 ({SL} 1... Pc7-c5) 2. Pd2-d3 *\n";
    assert!(output.ends_with(moves), "{output}");
    assert_has(convert(&["--json", "-"], input).1, &["\"comment\":\"A B\""]);
    let warnings = "warning: -: line 1, column 1: unknown tag 'Varient', did you mean 'Variant'?\n\
                    warning: -: line 3, column 47: the variation ends here: 'x9' is not a move\n";
    assert_eq!(error, warnings);
}

/// A folder with the same games in both formats, and the paths of the two files.
fn selfplay(name: &str, variant: &str) -> (Folder, [PathBuf; 2]) {
    let folder = Folder::new(name);
    let out = folder.0.to_str().unwrap();
    let options = ["--count", "4", "--nodes", "60", "--shard", "2/2"];
    let arguments = [&["selfplay", "--variant", variant, "--out", out], &options[..]].concat();
    common::printed(&arguments, "");
    let files = ["jsonl", "bin"]
        .map(|extension| folder.0.join("selfplay-2-of-2").with_extension(extension));
    assert_eq!(converted(&["--out", out, files[1].to_str().unwrap()], ""), "");
    (folder, files)
}

#[test]
fn games_of_selfplay_are_converted_to_the_same_bytes() {
    for variant in ["delft", "maxima", "rococo", "renaissance"] {
        let (folder, files) = selfplay(variant, variant);
        let [lines, binary] = files.each_ref().map(|path| path.to_str().unwrap());
        let new = folder.0.join("new/folder");
        let out = ["--out", new.to_str().unwrap()];
        assert_eq!(converted(&[&out[..], &[lines, binary]].concat(), ""), "");
        for path in &files {
            let converted = new.join(path.file_name().unwrap());
            assert!(fs::read(path).unwrap() == fs::read(converted).unwrap(), "{path:?}");
        }
        let positions = fs::read_to_string(lines).unwrap().lines().count() as u64 - 1;
        let length = fs::metadata(binary).unwrap().len();
        assert!(length < 400 + 7 * positions, "{variant}: {length} bytes, {positions} positions");
        let games = TrainingGames::open(binary, &Games::default()).unwrap();
        let read: Vec<u64> = games.map(|game| game.unwrap().number).collect();
        assert_eq!(read, [1, 3]);
    }
}

#[test]
fn bad_files_of_selfplay_are_not_converted() {
    let (folder, [lines, binary]) = selfplay("bad", "baroque");
    let new = folder.0.join("new");
    let reason = |path: &PathBuf| {
        let error = error(&["--out", new.to_str().unwrap(), path.to_str().unwrap()], "");
        assert_eq!(fs::read_dir(&new).unwrap().count(), 0);
        let error = error.strip_prefix(&format!("error: {}:", path.display())).unwrap();
        error.trim_end().to_owned()
    };
    let incomplete = ": the last game is incomplete, continue the shard with --resume";
    for path in [&lines, &binary] {
        let whole = fs::read(path).unwrap();
        fs::write(path, &whole[..whole.len() - 1]).unwrap();
        assert!(reason(path).ends_with(incomplete));
        fs::write(path, &whole).unwrap();
    }
    // At the end of a line, but within a game.
    let text = fs::read_to_string(&lines).unwrap();
    let end = text.trim_end().rfind('\n').unwrap();
    fs::write(&lines, &text[..end + 1]).unwrap();
    assert!(reason(&lines).ends_with(incomplete));
    let renamed = folder.0.join("games.jsonl");
    fs::rename(&binary, &renamed).unwrap();
    assert_eq!(reason(&renamed), " the name of a file in this format ends in .bin");
    let pgn = folder.0.join("games.pgn");
    fs::write(&pgn, "1. e4 *\n").unwrap();
    assert_eq!(reason(&pgn), "1: the line has no crc32: damaged, or of an older version");
    assert!(reason(&folder.path("none.bin")).starts_with(' '));
    error(&["--out", "x", "--to", "vchess", START], "");
    error(&["--out", "x", "--json", "x.bin"], "");
}

#[test]
fn position_accepts_fens_of_vchess() {
    let engine = Engine::new();
    engine.query_none(&format!("position vchess {VCHESS_START} moves e2e4"));
    assert_eq!(engine.fen(), "clxkwxli/pppppppp/8/8/4P3/8/PPPP1PPP/ILXWKXLC b - - 1 1");
    let error = engine.query_one("position vchess k7/8/3z4/8/8/8/8/K7 w 0");
    assert_eq!(error, "info string error vchess FEN: unknown letter 'z' on d6");
    assert_eq!(engine.query("go depth 1").last().map(String::as_str), Some("bestmove (none)"));
    engine.query("setoption name UCI_Variant value maxima");
    engine.query_none(&format!("position vchess {MAXIMA}"));
    assert_eq!(engine.fen(), OUR_MAXIMA);
    engine.query("setoption name UCI_Variant value renaissance");
    let error = engine.query_one("position vchess k w 0");
    assert_has(error, &["Baroque, Maxima and rococo-vchess only"]);
}

#[test]
fn position_accepts_loose_move_notation() {
    let engine = Engine::new();
    engine.query_none("position startpos moves e4 Pd7-d5 We2 h7-h6 E4E5 ph5");
    assert!(engine.fen().starts_with("clxwkxli/ppp1ppp1/8/3pP2p/8/8/PPPPWPPP/ILXK1XLC w "));
    let error = engine.query_one("position startpos moves e4 Pd7-d5 h4");
    let reason = "position: move 3 of 3: 'h4' may be Ph2-h4 or Pe4-h4";
    assert_eq!(error, format!("info string error {reason}"));
}

/// The games that vchess has saved, and our rule sets for them.
const DOWNLOADS: [(&str, &str); 3] = [
    (include_str!("vchess/baroque.pgn"), "vchess"),
    (include_str!("vchess/maxima.pgn"), "maxima"),
    (include_str!("vchess/rococo.pgn"), "rococo-vchess"),
];

#[test]
fn downloads_of_vchess_are_read_by_their_lines_for_machines() {
    for (text, rule_set) in DOWNLOADS {
        let pgn = converted(&["-"], text);
        let variant = format!("[Variant \"{rule_set}\"]");
        assert_has(&pgn, &[&variant, "[PlyCount \"60\"]", "[Cadence \"3+2\"]"]);
        assert!(!pgn.contains("Fen"), "{pgn}");
        // Our own game is read as any other.
        assert_eq!(converted(&["-"], &pgn), pgn);
    }
    let all = DOWNLOADS.map(|(text, _)| text).join("\n");
    let input = format!("1. e4 *\n\n{all}\n[Event \"x\"]\n\n1. d4 *\n");
    assert_eq!(converted(&["-"], input).matches("[Event ").count(), 5);
    // Suicide, which vchess ends on the immobilizer's square, and moves that its short text leaves
    // open.
    let moves = [" 7. La2-e6xc4 ", " 11. Ke2-c3 Lc5@ ", " 4. Uh2-c7xb8 Sb9<>b2 "];
    for ((text, _), moves) in DOWNLOADS.into_iter().zip(moves) {
        assert_has(converted(&["-"], text).replace('\n', " "), &[moves]);
    }
}

#[test]
fn damaged_downloads_of_vchess_are_refused_with_their_line() {
    let (text, _) = DOWNLOADS[0];
    let lines = "vchess names 60 moves, but there are lines for machines for 59";
    for (old, new, part) in [
        ("bpc4/bpc7", "bpd4/bpc7", "line 15, column 1: '1.b c7.c4 bpd4/bpc7' is not a legal move"),
        ("bpc4/bpc7", "bqc4/bqc7", "line 15, column 1: '1.b c7.c4 bqc4/bqc7' is not a legal move"),
        ("30.b b6.e6 bbe6/bbb6", "", lines),
        ("\"Baroque\"", "\"Chakart\"", "vchess's 'Chakart' is no game of this program"),
        ("w 0\"", "x 0\"", "FEN: side to move is 'x'"),
    ] {
        assert_has(error(&["-"], text.replace(old, new)), &[part]);
    }
}

#[test]
fn drawn_boards_are_converted() {
    let fen = "clxwkxli/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/ILXKWXLC w - - 0 1\n";
    let moves = ["position startpos moves e2e4 e7e5", "d", "quit"];
    let (_, drawn, _) = run(&moves, "");
    assert_eq!(converted(&["--from", "diagram", "-"], &drawn), fen);
    let grid = "c l i w k i l f\np p p p - p p p\n- - - - - - - -\n- - - - p - - -\n\
                - - - - P - - -\n- - - - - - - -\nP P P P - P P P\nF L I K W I L C\nSide: white\n";
    let letters = ["--from", "letters=i=x,f=i", "-"];
    assert_eq!(converted(&letters, grid), fen);
    let vchess = converted(&["--from", "diagram", "--to", "vchess", "-"], drawn);
    assert_eq!(vchess, "rnbqkbnm/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/MNBKQBNR w 0\n");
    let unknown = "error: -: line 1: 'f' is no piece of baroque, which has KPWLXIC\n";
    assert_eq!(error(&["--from", "diagram", "-"], grid), unknown);
    let allowed = "allowed are baroque, vchess, diagram and letters=";
    assert_has(error(&["--from", "grid", "-"], ""), &[allowed]);
}
