//! Bad input: one test for each row of "ours must" (research/anchors-performance.md, 6.4).

mod common;

use std::time::Duration;

use common::Talk;

const A_WHILE: Duration = Duration::from_millis(150);

/// Asks for something bad, which changes nothing on the board.
fn refused(talk: &Talk, line: &str) -> String {
    let before = talk.display();
    let error = talk.ask_one(line);
    assert!(error.starts_with("info string error "), "{line}: {error}");
    assert_eq!(talk.display(), before, "{line}");
    error
}

#[test]
fn a_fen_without_kings_is_a_diagram_or_an_error_as_the_rules_say() {
    let talk = Talk::new();
    talk.tell("position fen 8/8/8/3L4/8/8/8/8 w - - 0 1");
    assert_eq!(talk.fen(), "8/8/8/3L4/8/8/8/8 w - - 0 1");
    talk.ask_one("setoption name Rules value object=capture");
    let error = refused(&talk, "position fen 8/8/8/3L4/8/8/8/8 w - - 0 1");
    assert!(error.contains("king"), "{error}");
}

#[test]
fn a_garbage_fen_is_refused_with_all_reasons() {
    let talk = Talk::new();
    talk.tell("position startpos moves e2e4");
    let error = refused(&talk, "position fen 9/8/8/8/z7/8/8/8 x - - 0 1");
    for reason in ["rank 8 has 9 squares", "unknown letter 'z'", "side to move is 'x'"] {
        assert!(error.contains(reason), "{error}");
    }
    for line in ["position fen", "position", "position e2e4", "position startpos e2e4"] {
        refused(&talk, line);
    }
}

#[test]
fn a_fen_with_the_board_only_is_accepted_with_a_note() {
    let talk = Talk::new();
    let note = talk.ask_one("position fen 4k3/8/8/8/8/8/8/4K3");
    assert!(note.starts_with("info string the FEN has 1 of 6 fields"), "{note}");
    assert_eq!(talk.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let note = talk.ask_one("position fen 4k3/8/8/8/8/8/8/4K3 b moves e8e7");
    assert!(note.contains("2 of 6"), "{note}");
    assert_eq!(talk.fen(), "8/4k3/8/8/8/8/8/4K3 w - - 1 2");
}

#[test]
fn an_illegal_move_rejects_the_whole_command_and_is_named_with_its_place() {
    let talk = Talk::new();
    talk.tell("position startpos moves d2d4");
    let error = refused(&talk, "position startpos moves e2e4 e7e5 e4e5 d2d4");
    assert_eq!(
        error,
        "info string error position: move 3 of 4: 'e4e5' is not a legal move: a pawn cannot land \
         on the pawn on e5: it captures what it pinches against another piece of its side"
    );
    let error = refused(&talk, "position startpos moves e2e4 hello");
    assert!(error.contains("move 2 of 2: 'hello' is not a move"), "{error}");
}

#[test]
fn a_spin_option_with_a_word_is_refused() {
    let talk = Talk::new();
    assert_eq!(
        refused(&talk, "setoption name MultiPV value abc"),
        "info string error option MultiPV is 'abc', allowed is 1 to 500"
    );
    let lines = talk.ask("go depth 2");
    assert!(lines.iter().all(|line| !line.contains("multipv 2")));
}

#[test]
fn a_hash_far_above_the_range_is_refused_with_the_range() {
    let talk = Talk::new();
    for value in ["99999999999", "33554433", "0", "-1"] {
        assert_eq!(
            refused(&talk, &format!("setoption name Hash value {value}")),
            format!("info string error option Hash is '{value}', allowed is 1 to 33554432")
        );
    }
}

#[test]
fn unknown_options_and_commands_are_told() {
    let talk = Talk::new();
    let error = refused(&talk, "setoption name Aggression value 3");
    assert!(error.contains("unknown option 'Aggression', allowed are: Hash"), "{error}");
    let error = refused(&talk, "frobnicate the board");
    assert!(error.contains("unknown command 'frobnicate the board'"), "{error}");
    refused(&talk, "setoption Hash 3");
}

#[test]
fn go_depth_without_a_number_is_refused_without_a_search() {
    let talk = Talk::new();
    for line in [
        "go depth",
        "go depth x",
        "go depth -1",
        "go nodes",
        "go movetime",
        "go mate infinite",
        "go wtime",
        "go searchmoves",
        "go searchmoves e2e9 depth 1",
        "go searchmoves d1d2",
    ] {
        refused(&talk, line);
    }
    talk.silent(A_WHILE);
}

#[test]
fn go_perft_of_a_negative_depth_is_refused() {
    let talk = Talk::new();
    for depth in ["-1", "x", "", "31", "99999999999999999999"] {
        refused(&talk, &format!("go perft {depth}"));
    }
    talk.silent(A_WHILE);
}

#[test]
fn searchmoves_may_stand_anywhere() {
    let talk = Talk::new();
    for line in [
        "go searchmoves a2a3 depth 2",
        "go depth 2 searchmoves a2a3",
        "go searchmoves a2a3 wtime 1000 btime 1000 depth 2",
    ] {
        talk.say(line);
        let [_, best] = talk.ending();
        assert!(best.starts_with("bestmove a2a3"), "{line}: {best}");
    }
}

#[test]
fn a_second_go_is_refused_and_the_first_goes_on() {
    let talk = Talk::new();
    talk.say("go infinite");
    for (line, name) in [("go depth 1", "go"), ("go perft 1", "go perft"), ("bench", "bench")] {
        talk.say(line);
        let lines = talk.until("info string error");
        assert!(lines.last().unwrap().contains(&format!("'{name}' is ignored")), "{lines:?}");
    }
    talk.silent(A_WHILE);
    talk.say("stop");
    talk.until("bestmove");
    assert!(talk.end().is_empty());
}

#[test]
fn stop_and_quit_right_behind_go_are_never_lost() {
    for _ in 0..20 {
        let talk = Talk::new();
        talk.say("go infinite\nstop\nquit");
        let lines = talk.end();
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(best.count(), 1, "{lines:?}");
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    for line in ["go infinite", "go ponder", "go perft 20", "bench", "go wtime 100000"] {
        let talk = Talk::new();
        talk.say(line);
        talk.end();
    }
}
