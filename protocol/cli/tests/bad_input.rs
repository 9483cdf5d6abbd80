//! Invalid UCI input.

use crate::common::{Engine, SILENCE, assert_has};

/// Sends an invalid line, which must leave the position unchanged, and returns the error.
fn rejected(engine: &Engine, line: &str) -> String {
    let before = engine.display();
    let error = engine.query_one(line);
    assert!(error.starts_with("info string error "), "{line}: {error}");
    assert_eq!(engine.display(), before, "{line}");
    error
}

#[test]
fn a_fen_without_kings_is_valid_only_if_the_rules_allow_it() {
    let engine = Engine::new();
    engine.query_none("position fen 8/8/8/3L4/8/8/8/8 w - - 0 1");
    assert_eq!(engine.fen(), "8/8/8/3L4/8/8/8/8 w - - 0 1");
    engine.query_one("setoption name Rules value object=capture");
    let error = rejected(&engine, "position fen 8/8/8/3L4/8/8/8/8 w - - 0 1");
    assert!(error.contains("king"), "{error}");
}

#[test]
fn an_invalid_fen_is_rejected_with_all_reasons() {
    let engine = Engine::new();
    engine.query_none("position startpos moves e2e4");
    let error = rejected(&engine, "position fen 9/8/8/8/z7/8/8/8 x - - 0 1");
    assert_has(error, &["rank 8 has 9 squares", "unknown letter 'z'", "side to move is 'x'"]);
    for line in ["position fen", "position", "position e2e4", "position startpos e2e4"] {
        rejected(&engine, line);
    }
}

#[test]
fn a_fen_with_missing_fields_is_accepted_with_a_note() {
    let engine = Engine::new();
    let note = engine.query_one("position fen 4k3/8/8/8/8/8/8/4K3");
    assert!(note.starts_with("info string the FEN has 1 of 6 fields"), "{note}");
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let note = engine.query_one("position fen 4k3/8/8/8/8/8/8/4K3 b  moves e8e7");
    assert!(note.contains("2 of 6"), "{note}");
    assert_eq!(engine.fen(), "8/4k3/8/8/8/8/8/4K3 w - - 1 2");
}

#[test]
fn an_illegal_move_rejects_the_whole_position_command_and_is_named() {
    let engine = Engine::new();
    engine.query_none("position startpos moves d2d4");
    let error = rejected(&engine, "position startpos moves e2e4 e7e5 e4e5 d2d4");
    assert_eq!(
        error,
        "info string error position: move 3 of 4: 'e4e5' is not a legal move: a pawn cannot land \
         on the pawn on e5: it captures what it encloses along files and ranks between itself and \
         another piece of its side"
    );
    let error = rejected(&engine, "position startpos moves e2e4 hello");
    assert!(error.contains("move 2 of 2: 'hello' is not a move"), "{error}");
}

#[test]
fn rules_with_a_lone_comma_are_rejected() {
    let engine = Engine::new();
    engine.query_none("position startpos moves e2e4");
    let reason = "has a comma without key=value on both sides";
    for value in [",,,", ",", " , ", "leap=single,,land=stop", "leap=single,", ",leap=single"] {
        let error = rejected(&engine, &format!("setoption name Rules value {value}"));
        assert_eq!(error, format!("info string error rules: '{}' {reason}", value.trim()));
    }
    for value in ["", " ", "<empty>", "leap=single , land=stop", "leap=single  land=stop"] {
        let note = engine.query_one(&format!("setoption name Rules value {value}"));
        assert!(note.starts_with("info string variant baroque "), "{note}");
    }
}

#[test]
fn unknown_options_and_commands_are_errors() {
    let engine = Engine::new();
    for (line, start) in [
        (
            "setoption name Aggression value 3",
            "unknown option 'Aggression', allowed are: Hash, Clear",
        ),
        ("frobnicate the board", "unknown command 'frobnicate the board', try help"),
        ("setoption", "setoption is '"),
        ("setoption Hash 3", "setoption is '"),
        ("setoption name", "setoption is '"),
        ("setoption name value 1", "setoption is '"),
    ] {
        let error = rejected(&engine, line);
        assert!(error.starts_with(&format!("info string error {start}")), "{error}");
    }
}

/// The error and the last line before `bestmove` of a malformed `go`, which changes nothing.
fn answered(engine: &Engine, line: &str) -> [String; 2] {
    let before = engine.display();
    let lines = engine.ask(line, "bestmove");
    assert!(!lines.last().unwrap().contains("none"), "{lines:?}");
    let errors = lines.iter().filter(|line| line.starts_with("info string error go"));
    assert_eq!(errors.collect::<Vec<_>>(), [&lines[0]], "{line}: {lines:?}");
    assert_eq!(engine.display(), before, "{line}");
    [lines[0].clone(), lines[lines.len() - 2].clone()]
}

/// Whoever sends `go` waits for `bestmove`.
#[test]
fn a_malformed_go_is_answered() {
    let engine = Engine::new();
    for (line, part) in [
        ("go depth", "depth needs a number"),
        ("go depth x", "depth is 'x'"),
        ("go depth 1e3", "depth is '1e3'"),
        ("go nodes 1,000", "nodes is '1,000'"),
        ("go movetime", "movetime needs"),
        ("go mate infinite", "mate is 'infinite'"),
        ("go wtime NaN btime NaN winc 0 binc 0", "wtime is 'NaN'"),
        ("go searchmoves", "searchmoves has no move"),
        ("go searchmoves d1d2", "searchmoves: 'd1d2'"),
        ("go dpeth 5", "has no parameter 'dpeth'"),
    ] {
        let [error, _] = answered(&engine, line);
        assert!(error.contains(part), "{line}: {error}");
    }
    for (line, info) in [
        ("go movetime ? depth 2", "info depth 2 "),
        ("go depth 1 nodes", "info depth 1 "),
        ("go searchmoves e2e9 a2a3 depth 1", " pv a2a3"),
    ] {
        let [_, last] = answered(&engine, line);
        assert!(last.contains(info), "{line}: {last}");
    }
    engine.expect_silence(SILENCE);
    for (line, end) in [("go infinite depth x", "stop"), ("go ponder wtime x", "ponderhit")] {
        engine.ask(line, "info string error go ");
        engine.expect_silence(SILENCE);
        engine.ask(end, "bestmove");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn hidden_characters_are_not_printed() {
    let engine = Engine::new();
    for line in [
        "no\u{1b}[31m\u{202e}command",
        "setoption name \u{200f}\u{61c} value 1",
        "setoption name Start value \u{2066}x\u{2069}",
        "setoption name Debug Log File value /\u{feff}/\u{9b}",
        "go perft 1\u{ad}",
        "position fen \u{202e}\u{200b}",
        "position startpos moves e2\u{e0041}e4",
    ] {
        let error = engine.query_one(line);
        assert!(error.starts_with("info string error ") && error.is_ascii(), "{error}");
    }
}
