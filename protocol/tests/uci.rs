//! Conversations in memory: what the engine must answer.

mod common;

use std::time::{Duration, Instant};

use common::Talk;

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
const E_START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1";
const A_WHILE: Duration = Duration::from_millis(150);
/// White to move mates with c4d5 and stalemates with c4d3.
const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

const NOTHING: [&str; 2] = ["info depth 0 score cp 0", "bestmove (none)"];

#[test]
fn uci_tells_name_options_and_uciok_every_time() {
    let talk = Talk::new();
    for _ in 0..2 {
        let lines = talk.ask("uci");
        assert_eq!(lines[0], concat!("id name Baroque ", env!("CARGO_PKG_VERSION")));
        assert!(lines[1].starts_with("id author "));
        assert_eq!(lines.last().unwrap(), "uciok");
        for option in [
            "Hash type spin default 16 min 1 max 33554432",
            "Clear Hash type button",
            "Threads type spin default 1 min 1 max 512",
            "MultiPV type spin default 1 min 1 max 500",
            "Ponder type check default false",
            "Move Overhead type spin default 10 min 0 max 5000",
            "UCI_Variant type combo default baroque var baroque var abbott1962 var abbott1968 \
             var cambridge var delft var vchess var maxima var rococo var renaissance",
            "Rules type string default <empty>",
            "Slow Mover type spin default 100 min 10 max 1000",
            "nodestime type spin default 0 min 0 max 10000",
            "Contempt type spin default 0 min -1000 max 1000",
            "UCI_AnalyseMode type check default false",
            "Minimal type check default false",
            "Debug Log File type string default <empty>",
        ] {
            assert!(lines.contains(&format!("option name {option}")), "{option}");
        }
        let start = lines.iter().find(|line| line.contains("name Start ")).unwrap();
        assert!(start.starts_with("option name Start type combo default d1a1e8h8 var "));
        assert_eq!(start.matches(" var ").count(), 16);
    }
    assert!(talk.end().is_empty());
}

#[test]
fn a_refused_position_is_not_searched_until_a_good_one_comes() {
    let talk = Talk::new();
    talk.tell("position startpos moves e2e4");
    let before = talk.display();
    talk.ask_one("position startpos moves e2e5 e2e5");
    assert_eq!(talk.display(), before);
    for line in ["go", "go depth 3", "go movetime 0 searchmoves z9z9"] {
        assert_eq!(talk.ask(line), NOTHING, "{line}");
    }
    assert!(talk.ask_one("go perft 1").starts_with("info string error"));
    // An answer that must wait waits even when it is clear.
    talk.tell("go infinite");
    talk.tell("ponderhit");
    talk.silent(A_WHILE);
    talk.say("stop");
    assert_eq!(talk.ending(), NOTHING);
    talk.tell("go ponder wtime 1 btime 1");
    talk.say("ponderhit");
    assert_eq!(talk.ending(), NOTHING);

    // Nothing but a position that is accepted is a cure.
    for line in [
        "ucinewgame",
        "setoption name UCI_Variant value delft",
        "setoption name Rules value leap=single",
        "setoption name Rules value leap=no",
        "setoption name Start value e1a1e8h8",
        "flip",
        "position fen rubbish",
    ] {
        talk.ask(line);
        assert_eq!(talk.ask("go depth 1"), NOTHING, "{line}");
    }
    talk.tell("position startpos");
    talk.say("go depth 1");
    let [info, best] = talk.ending();
    assert!(info.contains(" pv ") && !best.contains("none"), "{info} {best}");
}

#[test]
fn a_position_that_continues_the_last_one_is_set_up_as_a_whole() {
    let at = |between: &[&str]| {
        let talk = Talk::new();
        talk.tell("position startpos moves e2e4 d7d5");
        for line in between {
            talk.ask(line);
        }
        talk.tell("position startpos moves e2e4 d7d5 d2d4");
        talk.display()
    };
    let fresh = Talk::new();
    fresh.tell("position startpos moves e2e4 d7d5 d2d4");
    let expected = fresh.display();
    for between in [
        &[][..],
        &["flip"],
        &["ucinewgame"],
        &["position startpos moves e2e4"],
        &["position startpos moves e2e4 d7d5 a2a3"],
        &["setoption name Start value e1a1e8a8", "setoption name Start value d1a1e8h8"],
    ] {
        assert_eq!(at(between), expected, "{between:?}");
    }
    // A refused continuation leaves the old position.
    fresh.ask_one("position startpos moves e2e4 d7d5 d2d4 a7a6 e2e5");
    assert_eq!(fresh.display(), expected);
}

#[test]
fn a_finished_game_has_no_best_move_but_a_score() {
    let talk = Talk::new();
    for (variant, mv, result, score) in [
        ("baroque", "c4d5", "1-0 checkmate", "mate 0"),
        ("baroque", "c4d3", "1-0 stalemate", "mate 0"),
        ("vchess", "c4d3", "1/2-1/2 stalemate", "cp 0"),
    ] {
        talk.ask(&format!("setoption name UCI_Variant value {variant}"));
        talk.tell(&format!("position fen {ENDING} moves {mv}"));
        let display = talk.display();
        assert!(display.contains(&format!("Result: {result}\nLegal moves: 0")), "{display}");
        let over = [&format!("info depth 0 score {score}"), "bestmove (none)"];
        talk.say("go depth 3");
        assert_eq!(talk.ending(), over);
        talk.say("go infinite");
        talk.silent(A_WHILE);
        talk.say("stop");
        assert_eq!(talk.ending(), over);
    }
}

#[test]
fn a_game_over_by_repetition_is_searched_all_the_same() {
    let talk = Talk::new();
    let there_and_back = "e2e3 e7e6 e3e2 e6e7";
    talk.tell(&format!("position startpos moves {there_and_back} {there_and_back}"));
    assert!(talk.display().contains("Result: 1/2-1/2 repetition\nLegal moves: 32"));
    talk.say("go depth 2");
    assert!(!talk.ending()[1].contains("none"));
}

#[test]
fn infinite_and_ponder_searches_wait_for_their_end() {
    let talk = Talk::new();
    talk.tell(&format!("position fen {ENDING}"));
    talk.say("go infinite depth 1");
    talk.silent(A_WHILE);
    talk.say("stop");
    talk.until("bestmove");
    talk.say("go ponder depth 1");
    talk.silent(A_WHILE);
    talk.say("ponderhit");
    talk.until("bestmove");
    talk.say("go ponder wtime 60000 btime 60000");
    talk.say("stop");
    talk.until("bestmove");
    // Out of place all of these are ignored.
    talk.tell("stop\nstop\nponderhit\nregister later");
    assert!(talk.end().is_empty());
}

#[test]
fn movetime_zero_and_clocks_below_zero_answer_at_once() {
    let talk = Talk::new();
    for line in ["go movetime 0", "go wtime 0 btime 0", "go wtime -50 btime -50 movestogo 0"] {
        talk.say(line);
        let [info, best] = talk.ending();
        assert!(info.contains(" score ") && best.starts_with("bestmove "), "{line}: {info}");
        assert!(!best.contains("none"));
    }
}

#[test]
fn isready_is_answered_during_a_search() {
    let talk = Talk::new();
    talk.say("go infinite");
    let fastest = (0..5).map(|_| talk.ready_time()).min().unwrap();
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
    talk.say("uci\nd\neval\nhelp\ncompiler");
    talk.until("uciok");
    talk.until("Legal moves: 32");
    talk.until("Evaluation");
    talk.until("quit");
    talk.until("profile: ");
    talk.say("stop");
    talk.until("bestmove");
}

#[test]
fn changes_wait_for_the_end_of_a_search_and_keep_their_order() {
    let talk = Talk::new();
    talk.say("go infinite");
    for line in [
        "position startpos moves e2e4",
        "flip",
        "setoption name UCI_Variant value vchess",
        "position startpos moves e2e3",
    ] {
        talk.say(line);
        let lines = talk.until("info string");
        let name = line.split(' ').next().unwrap();
        assert_eq!(
            lines.last().unwrap(),
            &format!("info string {name} waits for the end of the search")
        );
    }
    talk.say("d");
    assert!(talk.until("Fen: ").last().unwrap().ends_with(START));
    talk.say("stop");
    talk.until("bestmove");
    assert!(talk.line().starts_with("info string variant vchess "));
    assert_eq!(talk.fen(), "clxkwxli/pppppppp/8/8/8/4P3/PPPP1PPP/ILXWKXLC b - - 1 1");
}

#[test]
fn of_positions_that_wait_one_behind_another_the_last_counts() {
    let talk = Talk::new();
    talk.say("go infinite\nposition fen rubbish\nposition startpos moves e2e4\nstop");
    let notes = talk.until("bestmove");
    let notes: Vec<&String> =
        notes.iter().filter(|line| line.starts_with("info string ")).collect();
    assert_eq!(
        notes,
        [
            "info string position waits for the end of the search",
            "info string position waits for the end of the search, replacing the one before",
        ]
    );
    talk.say("go depth 1");
    assert!(!talk.ending()[1].contains("none"));
    // A bad one spoils the search behind it, and not the one in front.
    talk.say("go infinite\nposition startpos\nposition fen rubbish\nstop\ngo depth 1");
    assert!(!talk.ending()[1].contains("none"));
    assert!(talk.line().starts_with("info string error FEN"));
    assert_eq!(talk.ending(), NOTHING);
    assert!(talk.fen().contains("/4P3/"));
}

#[test]
fn a_command_that_waits_twice_is_told_once() {
    let talk = Talk::new();
    talk.say("go infinite\nstop\ngo infinite\nsetoption name MultiPV value 2\nisready");
    let mut lines = talk.until("readyok");
    talk.say("stop\nisready\nstop\nisready");
    lines.extend(talk.until("readyok"));
    lines.extend(talk.until("readyok"));
    lines.extend(talk.end());
    let begin = |text: &str| lines.iter().filter(|line| line.starts_with(text)).count();
    assert_eq!(begin("info string setoption waits"), 1, "{lines:?}");
    assert_eq!(begin("bestmove"), 2, "{lines:?}");
}

#[test]
fn only_so_many_commands_wait() {
    let talk = Talk::new();
    talk.say("go infinite");
    for line in ["flip"; 1000] {
        talk.say(line);
    }
    talk.say("position startpos moves e2e4\nposition startpos moves d2d4");
    for line in ["ucinewgame", "setoption name Clear Hash"] {
        talk.say(line);
        let name = line.split(' ').next().unwrap();
        assert_eq!(
            talk.until("info string error").last().unwrap(),
            &format!(
                "info string error too many commands wait for the end of the search (1001), \
                 '{name}' is ignored"
            )
        );
    }
    talk.say("stop");
    talk.until("bestmove");
    assert!(talk.fen().contains("/3P4/8/PPP1PPPP/"));
}

#[test]
fn a_line_that_is_too_long_is_answered_once_and_spoils_a_position() {
    let talk = Talk::new();
    let error = "info string error the line is longer than 1048576 bytes and is ignored";
    let many = "e2e3 e7e6 e3e2 e6e7 ".repeat(100_000);
    assert_eq!(talk.ask_one(&"x ".repeat(5 << 20)), error);
    assert_eq!(talk.ask_one(&format!("go depth 1 searchmoves {many}")), error);
    talk.say("go depth 1");
    assert!(!talk.ending()[1].contains("none"));
    assert_eq!(talk.ask_one(&format!("position startpos moves {many}")), error);
    assert_eq!(talk.ask("go depth 1"), NOTHING);
}

#[test]
fn stop_ends_a_bench_promptly() {
    let talk = Talk::new();
    let time = (0..3).map(|_| {
        talk.say("bench");
        std::thread::sleep(A_WHILE);
        let start = Instant::now();
        talk.say("stop");
        talk.until("info string bench stopped");
        start.elapsed()
    });
    let time = time.min().unwrap();
    assert!(time < Duration::from_millis(100), "{time:?}");
}

#[test]
fn ucinewgame_during_a_search_stops_it() {
    let talk = Talk::new();
    talk.tell("position startpos moves e2e4");
    talk.say("go infinite\nucinewgame\nposition startpos moves d2d4\ngo depth 1");
    talk.until("bestmove");
    let [_, best] = talk.ending();
    assert!(best.starts_with("bestmove ") && !best.contains("none"));
    assert!(talk.fen().starts_with("clxwkxli/pppppppp/8/8/3P4/"));
    assert!(talk.end().is_empty());
}

#[test]
fn stop_and_new_searches_may_follow_on_each_others_heels() {
    let talk = Talk::new();
    talk.say("go infinite\nstop\nposition startpos\ngo infinite\nstop\nstop\ngo depth 1");
    for _ in 0..3 {
        talk.until("bestmove");
    }
    assert!(talk.end().is_empty());
}

#[test]
fn perft_divides_and_can_be_stopped() {
    let talk = Talk::new();
    talk.tell("setoption name Threads value 2");
    talk.say("go perft 2");
    let lines = talk.until("Nodes searched: ");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 944");
    assert_eq!(lines[0], "a2a3: 31");
    assert_eq!(lines.len(), 32 + 3);
    talk.say("go perft 0");
    assert_eq!(talk.until("Nodes searched: ").last().unwrap(), "Nodes searched: 1");
    talk.say("go perft 15\nposition startpos moves e2e4\nisready");
    talk.until("readyok");
    talk.say("stop");
    talk.until("info string go perft stopped");
    assert!(talk.fen().contains("/4P3/"));
    talk.say("bench\nstop");
    talk.until("info string bench stopped");
}

#[test]
fn rule_sets_are_announced_and_reset_each_other() {
    let talk = Talk::new();
    let announced = |variant: &str, fen: &str| {
        format!(
            "info string variant {variant} files 8 ranks 8 pocket 0 template fairy startpos {fen}"
        )
    };
    let rules = |talk: &Talk| {
        let lines = talk.ask("d");
        let rules = lines.iter().find_map(|line| line.strip_prefix("Rules: "));
        rules.unwrap().to_owned()
    };
    talk.tell("position startpos moves e2e4");
    let line = talk.ask_one("setoption name uci_variant value Abbott1962");
    assert_eq!(line, announced("abbott1962", E_START));
    assert_eq!(talk.fen(), E_START);
    assert!(rules(&talk).starts_with("leap=single,land=stop,"));
    // Laid over the preset, not over each other; the old value stays after a bad one.
    let line = talk.ask_one("setoption name Rules value land=slide ranklimit=on");
    assert_eq!(line, announced("abbott1962", E_START));
    let good = rules(&talk);
    assert!(good.starts_with("leap=single,land=slide,") && good.contains("ranklimit=on"));
    for (value, part) in [
        ("land=fly", "land is 'fly', allowed is slide or stop"),
        ("fly=on", "unknown switch 'fly', allowed are: leap land"),
        ("leap", "'leap' is not of the form key=value"),
        ("leap=multi,movelimit=-1", "movelimit is '-1', allowed is a number"),
    ] {
        let error = talk.ask_one(&format!("setoption name Rules value {value}"));
        assert!(error.starts_with("info string error") && error.contains(part), "{error}");
        assert_eq!(rules(&talk), good);
    }
    talk.ask_one("setoption name Rules value leap=multi");
    assert!(rules(&talk).starts_with("leap=multi,land=stop,"));
    for empty in ["<empty>", ""] {
        talk.ask_one("setoption name Rules value leap=multi");
        talk.ask_one(&format!("setoption name Rules value {empty}"));
        assert!(rules(&talk).starts_with("leap=single,land=stop,"));
    }
    let line = talk.ask_one("setoption name Start value d1a1e8h8");
    assert_eq!(line, announced("abbott1962", START));
    talk.tell("position startpos");
    assert_eq!(talk.fen(), START);
    let error = talk.ask_one("setoption name Start value e1e1e8e8");
    assert!(error.contains("unknown start 'e1e1e8e8', allowed are: "), "{error}");
    let error = talk.ask_one("setoption name UCI_Variant value chess");
    assert!(error.contains("unknown variant 'chess', allowed are: baroque "), "{error}");
    assert_eq!(talk.fen(), START);
    // Back to the first preset: rules and start are its own again.
    let line = talk.ask_one("setoption name UCI_Variant value ultima");
    assert_eq!(line, announced("baroque", START));
    assert!(rules(&talk).starts_with("leap=multi,land=slide,"));
}

#[test]
fn settings_survive_a_change_of_the_rule_set() {
    let talk = Talk::new();
    talk.tell("setoption name MultiPV value 2\nsetoption name Hash value 2");
    talk.tell("setoption name Threads value 2\nsetoption name Move Overhead value 0");
    talk.tell("setoption name Ponder value true\nsetoption name UCI_AnalyseMode value false");
    talk.tell("setoption name Clear Hash");
    talk.ask_one("setoption name UCI_Variant value delft");
    talk.say("go depth 2");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
}

#[test]
fn info_lines_have_whole_numbers_and_begin_with_the_depth() {
    let talk = Talk::new();
    talk.say("go depth 4");
    let lines = talk.until("bestmove");
    let (best, infos) = lines.split_last().unwrap();
    for info in infos {
        let (head, _) = info.split_once(" pv ").unwrap();
        assert!(head.starts_with("info depth ") && !head.contains('.'), "{info}");
        for field in ["seldepth", "multipv 1", "score", "nodes", "nps", "hashfull", "time"] {
            assert!(head.contains(&format!(" {field}")), "{info}");
        }
    }
    let (_, pv) = infos.last().unwrap().split_once(" pv ").unwrap();
    let first = pv.split(' ').next().unwrap();
    assert!(best.starts_with(&format!("bestmove {first}")), "{best}");
}

#[test]
fn display_tells_check_frozen_pieces_and_victims() {
    let talk = Talk::new();
    // The immobilizer on e5 holds both white pieces beside it.
    talk.tell("position fen k7/8/8/3Pi3/4W3/8/8/K7 w - - 0 1");
    let display = talk.display();
    for line in [
        "Fen: k7/8/8/3Pi3/4W3/8/8/K7 w - - 0 1",
        "Side: white",
        "Check: no",
        "Frozen: e4 d5",
        "Variant: baroque",
        "d5d5 Pd5@",
    ] {
        assert!(display.lines().any(|found| found == line), "{line} missing in\n{display}");
    }
    let key = display.lines().find_map(|line| line.strip_prefix("Key: ")).unwrap();
    assert!(key.len() == 16 && u64::from_str_radix(key, 16).is_ok());
    talk.tell("position fen 4k3/8/8/8/4p3/4W3/8/4K3 w - - 0 1");
    let display = talk.display();
    assert!(display.contains("\ne3e2 We3-e2xe4\n"), "{display}");
}

#[test]
fn flip_exchanges_the_colours() {
    let talk = Talk::new();
    talk.tell("position startpos moves e2e4");
    talk.tell("flip");
    assert_eq!(talk.fen(), "ilxkwxlc/pppp1ppp/8/4p3/8/8/PPPPPPPP/CLXWKXLI w - - 1 1");
    talk.say("go depth 1");
    assert!(!talk.ending()[1].contains("none"));
}

#[test]
fn debug_repeats_lines_and_words_before_a_command_are_skipped() {
    let talk = Talk::new();
    talk.tell("# a comment\n\n   \n#quit");
    talk.say("joho  debug on");
    assert_eq!(
        talk.ask("position startpos\ngo depth"),
        [
            "info string debug: position startpos",
            "info string debug: go depth",
            "info string error go depth has no number",
            "info string debug: isready",
        ]
    );
    talk.ask("debug off");
    talk.tell("position\tstartpos\r");
    assert!(talk.ask_one("debug perhaps").contains("allowed is on or off"));
}

#[test]
fn the_defaults_of_options_are_those_of_the_rule_set_not_of_the_moment() {
    let talk = Talk::new();
    let default = |name: &str| {
        let beginning = format!("option name {name} type combo default ");
        let lines = talk.ask("uci");
        let line = lines.iter().find_map(|line| line.strip_prefix(beginning.as_str())).unwrap();
        line.split(' ').next().unwrap().to_owned()
    };
    talk.ask_one("setoption name Start value e1a1d8a8");
    assert_eq!(default("Start"), "d1a1e8h8");
    talk.ask_one("setoption name UCI_Variant value vchess");
    assert_eq!((default("UCI_Variant"), default("Start")), ("baroque".into(), "e1a1d8h8".into()));
}

#[test]
fn the_licence_can_be_read() {
    assert!(Talk::new().ask("license")[0].starts_with("MIT"));
}

#[test]
fn display_tells_the_corners_of_the_coordinators() {
    let talk = Talk::new();
    talk.tell("position fen 7k/8/8/8/2C5/8/3c4/4K3 w - - 0 1");
    assert!(talk.display().contains("Corners: White c1 e4, Black h2 d8\n"), "{}", talk.display());
    talk.ask_one("setoption name UCI_Variant value rococo");
    assert!(!talk.display().contains("Corners"));
}

#[test]
fn compiler_tells_version_compiler_target_and_commit() {
    let talk = Talk::new();
    let lines = talk.ask("compiler");
    for (line, beginning) in lines.iter().zip([
        concat!("Baroque ", env!("CARGO_PKG_VERSION"), ", commit "),
        "compiler: rustc ",
        "target: ",
        "target features: ",
        "profile: ",
    ]) {
        assert!(line.starts_with(beginning) && line.len() > beginning.len(), "{line}");
    }
    assert_eq!(lines.len(), 5);
    assert!(lines[2].contains(std::env::consts::ARCH), "{lines:?}");
}

#[test]
fn hostile_lines_are_answered_on_one_short_line() {
    let talk = Talk::new();
    talk.say_bytes(b"\0\xff\x1b[2J \r\r\n");
    let line = talk.line();
    assert!(line.starts_with("info string error unknown command"), "{line}");
    assert!(!line.chars().any(char::is_control), "{line:?}");
    for long in [
        "x".repeat(1 << 20),
        format!("position fen {}", "/".repeat(100_000)),
        format!("position fen {}", "z".repeat(100_000)),
        format!("position startpos moves {}", "é".repeat(100_000)),
        format!("setoption name {} value 1", "é".repeat(100_000)),
        format!("setoption name Rules value leap={}", "é".repeat(100_000)),
        format!("setoption name UCI_Variant value {}", "é".repeat(100_000)),
        format!("go depth {}", "é".repeat(100_000)),
    ] {
        let line = talk.ask_one(&long);
        assert!(line.starts_with("info string error "), "{line}");
        assert!(line.chars().count() < 700, "{line}");
    }
    talk.ask_one("go perft 1");
    let many = "e2e3 e7e6 e3e2 e6e7 ".repeat(5_000);
    talk.tell(&format!("position startpos moves {many}"));
    talk.say("go depth 1");
    assert!(!talk.ending()[1].contains("none"));
}
