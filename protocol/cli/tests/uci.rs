//! The UCI protocol in memory.

use std::time::Duration;

use crate::common::{ENDING, Engine, SILENCE, assert_has, shortest, time};

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
const E_START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1";

/// The answer to `go` after a rejected position.
const NO_MOVE: [&str; 3] = [
    "info string go: the last position was rejected, send a valid one first",
    "info depth 0 score cp 0",
    "bestmove (none)",
];

#[test]
fn uci_prints_name_options_and_uciok_every_time() {
    let engine = Engine::new();
    for _ in 0..2 {
        let lines = engine.query("uci");
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
             var cambridge var delft var vchess var maxima var rococo var renaissance \
             var fugue var skirmish var optima-house var optima-house-pool var optima-house-9 \
             var optima-frame var optima-frame-9 var rococo-vchess",
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
    assert!(engine.finish().is_empty());
}

#[test]
fn a_rejected_position_is_not_searched_until_a_valid_one_arrives() {
    let engine = Engine::new();
    engine.query_none("position startpos moves e2e4");
    let before = engine.display();
    engine.query_one("position startpos moves e2e5 e2e5");
    assert_eq!(engine.display(), before);
    for line in ["go", "go depth 3", "go movetime 0 searchmoves z9z9"] {
        assert_eq!(engine.query(line), NO_MOVE, "{line}");
    }
    assert!(engine.query_one("go perft 1").starts_with("info string error"));
    // `bestmove` waits for `stop` or `ponderhit` even if there is nothing to search.
    engine.query_none("go infinite");
    engine.query_none("ponderhit");
    engine.expect_silence(SILENCE);
    assert_eq!(engine.ask("stop", "bestmove"), NO_MOVE);
    engine.query_none("go ponder wtime 1 btime 1");
    assert_eq!(engine.ask("ponderhit", "bestmove"), NO_MOVE);

    for line in [
        "setoption name Rules value leap=no",
        "setoption name Rules value ,,,",
        "setoption name UCI_Variant value chess",
        "setoption name Hash value 2",
        "flip",
        "position fen rubbish",
    ] {
        engine.query(line);
        assert_eq!(engine.query("go depth 1"), NO_MOVE, "{line}");
    }
    // An accepted `position` or the start position clears the error.
    for line in [
        "position startpos",
        "ucinewgame",
        "setoption name UCI_Variant value delft",
        "setoption name Rules value leap=single",
        "setoption name Start value e1a1e8h8",
    ] {
        engine.query("position fen rubbish");
        engine.query(line);
        assert!(engine.display().contains("/PPPPPPPP/ILX"), "{line}");
        let [info, best] = engine.search_result("go depth 1");
        assert!(info.contains(" pv ") && !best.contains("none"), "{line}: {info} {best}");
    }
}

#[test]
fn a_continued_position_equals_a_fresh_one() {
    let display_after = |between: &[&str]| {
        let engine = Engine::new();
        engine.query_none("position startpos moves e2e4 d7d5");
        for line in between {
            engine.query(line);
        }
        engine.query_none("position startpos moves e2e4 d7d5 d2d4");
        engine.display()
    };
    let fresh = Engine::new();
    fresh.query_none("position startpos moves e2e4 d7d5 d2d4");
    let expected = fresh.display();
    for between in [
        &[][..],
        &["flip"],
        &["ucinewgame"],
        &["position startpos moves e2e4"],
        &["position startpos moves e2e4 d7d5 a2a3"],
        &["setoption name Start value e1a1e8a8", "setoption name Start value d1a1e8h8"],
    ] {
        assert_eq!(display_after(between), expected, "{between:?}");
    }
    // A rejected continuation leaves the position unchanged.
    fresh.query_one("position startpos moves e2e4 d7d5 d2d4 a7a6 e2e5");
    assert_eq!(fresh.display(), expected);
}

#[test]
fn a_finished_game_has_no_best_move_but_a_score() {
    let engine = Engine::new();
    for (variant, mv, result, score) in [
        ("baroque", "c4d5", "1-0 checkmate", "mate 0"),
        ("baroque", "c4d3", "1-0 stalemate", "mate 0"),
        ("vchess", "c4d3", "1/2-1/2 stalemate", "cp 0"),
    ] {
        engine.query(&format!("setoption name UCI_Variant value {variant}"));
        engine.query_none(&format!("position fen {ENDING} moves {mv}"));
        let display = engine.display();
        assert!(display.contains(&format!("Result: {result}\nLegal moves: 0")), "{display}");
        let reason = format!("info string the game is over: {}", result.replace(' ', ", "));
        let over = [&reason, &format!("info depth 0 score {score}"), "bestmove (none)"];
        assert_eq!(engine.ask("go depth 3", "bestmove"), over);
        engine.send("go infinite");
        engine.expect_silence(SILENCE);
        assert_eq!(engine.ask("stop", "bestmove"), over);
    }
}

#[test]
fn a_position_drawn_by_repetition_is_still_searched() {
    let engine = Engine::new();
    let shuffle = "e2e3 e7e6 e3e2 e6e7";
    engine.query_none(&format!("position startpos moves {shuffle} {shuffle}"));
    assert!(engine.display().contains("Result: 1/2-1/2 repetition\nLegal moves: 32"));
    assert!(!engine.search_result("go depth 2")[1].contains("none"));
}

#[test]
fn questions_are_answered_during_a_search() {
    let engine = Engine::new();
    engine.ask("go infinite\nuci\nd\neval\nhelp\ncompiler", "uciok");
    engine.read_until("Legal moves: 32");
    engine.read_until("Evaluation");
    engine.read_until("quit");
    engine.read_until("profile: ");
    engine.ask("stop", "bestmove");
}

#[test]
fn changes_during_a_search_are_queued_in_order() {
    let engine = Engine::new();
    engine.send("go infinite");
    for line in [
        "position startpos moves e2e4",
        "flip",
        "setoption name UCI_Variant value vchess",
        "position startpos moves e2e3",
    ] {
        let note = engine.ask(line, "info string").pop().unwrap();
        let name = line.split(' ').next().unwrap();
        assert_eq!(note, format!("info string {name} waits for the end of the search"));
    }
    assert!(engine.ask("d", "Fen: ").last().unwrap().ends_with(START));
    engine.ask("stop", "bestmove");
    assert!(engine.read_line().starts_with("info string variant vchess "));
    assert_eq!(engine.fen(), "clxkwxli/pppppppp/8/8/8/4P3/PPPP1PPP/ILXWKXLC b - - 1 1");
}

#[test]
fn only_the_last_of_several_queued_positions_applies() {
    let engine = Engine::new();
    let notes = engine
        .ask("go infinite\nposition fen rubbish\nposition startpos moves e2e4\nstop", "bestmove");
    let notes: Vec<_> = notes.iter().filter_map(|line| line.strip_prefix("info string ")).collect();
    let waits = "position waits for the end of the search";
    assert_eq!(notes, [waits, &format!("{waits}, replacing the one before")]);
    assert!(!engine.search_result("go depth 1")[1].contains("none"));
    // A rejected position invalidates only the searches after it.
    engine.send("go infinite\nposition startpos\nposition fen rubbish\nstop\ngo depth 1");
    assert!(!engine.read_result()[1].contains("none"));
    assert!(engine.read_line().starts_with("info string error FEN"));
    assert_eq!(engine.read_until("bestmove"), NO_MOVE);
    assert!(engine.fen().contains("/4P3/"));
}

/// The best moves of a session that gets all lines at once.
fn best_moves(lines: &str) -> Vec<String> {
    let engine = Engine::new();
    engine.send(lines);
    let best = engine.finish().into_iter().filter(|line| line.starts_with("bestmove "));
    best.map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect()
}

#[test]
fn each_go_of_a_script_searches_its_own_position() {
    let ending = format!("position fen {ENDING}");
    let script = format!(
        "position startpos\ngo depth 4 searchmoves a2a3\n{ending}\ngo mate 1\nucinewgame\n\
         position startpos moves e2e4\ngo nodes 500 searchmoves h7h5\nflip\n\
         go movetime 20 searchmoves h2h4\nposition fen rubbish\ngo depth 2\n{ending}\n\
         go depth 1 searchmoves c4b3"
    );
    let best = best_moves(&script);
    assert!(matches!(best[1].as_str(), "c4d5" | "c4d3"), "{best:?}");
    let others: Vec<&String> = best.iter().filter(|&mv| *mv != best[1]).collect();
    assert_eq!(others, ["a2a3", "h7h5", "h2h4", "(none)", "c4b3"]);
}

/// More than the queue takes, so that the reader has to wait.
#[test]
fn a_script_may_be_longer_than_the_queue() {
    let moves = ["a2a3", "h2h4", "e2e4"];
    let script: String = (0..3000)
        .map(|index| {
            let only = moves[index % moves.len()];
            let played = "e2e3 e7e6 e3e2 e6e7 ".repeat(index % 7 * 40);
            format!("position startpos moves {played}\ngo nodes 1 searchmoves {only}\n")
        })
        .collect();
    assert!(script.len() > 5 << 20);
    let best = best_moves(&script);
    assert_eq!(best.len(), 3000);
    assert!(best.iter().zip(moves.iter().cycle()).all(|(best, only)| best == only));
}

#[test]
fn stop_and_ponderhit_concern_all_searches_before_them() {
    let engine = Engine::new();
    let waits = |name: &str| format!("info string {name} waits for the end of the search");
    engine.send("go infinite\ngo depth 99\ngo perft 20\nbench\ngo movetime 60000");
    for name in ["go", "go perft", "bench", "go"] {
        assert_eq!(engine.read_until("info string ").last(), Some(&waits(name)));
    }
    engine.ask("stop", "bestmove");
    engine.read_until("bestmove");
    engine.read_until("info string go perft stopped");
    engine.read_until("info string bench stopped");
    engine.read_until("bestmove");
    // The search after `stop` is not stopped.
    engine.ask("go infinite\ngo depth 99\nstop\ngo depth 3", "bestmove");
    engine.read_until("bestmove");
    assert!(engine.read_result()[0].starts_with("info depth 3 "));
    engine.ask("go movetime 50\ngo ponder depth 2\nponderhit\nponderhit", "bestmove");
    assert!(engine.read_result()[0].starts_with("info depth 2 "));
    // With more lines than the queue takes, `stop` is still heard at once.
    let lines = "position startpos\ngo depth 1\n".repeat(600);
    engine.ask(&format!("go movetime 60000\n{lines}stop\nisready"), "readyok");
    for _ in 0..601 {
        engine.read_until("bestmove");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn the_end_of_input_lets_limited_work_end() {
    for (line, last) in [
        ("go depth 5", "bestmove "),
        ("go nodes 20000", "bestmove "),
        ("go movetime 300", "bestmove "),
        ("go wtime 3000 btime 3000", "bestmove "),
        ("go mate 2", "bestmove "),
        ("go perft 3", "Nodes searched: 42762"),
        ("genfens 200 seed 1 book None", "info string genfens "),
        ("speedtest 1 1 1", "Nodes/second"),
        ("bench rococo", "Nodes/second"),
        ("go infinite\ngo depth 5", "bestmove "),
        ("go ponder\ngo ponder movetime 9\ngo depth 5", "bestmove "),
    ] {
        let engine = Engine::new();
        engine.send(line);
        let lines = engine.finish();
        assert!(lines.last().unwrap().starts_with(last), "{line}: {lines:?}");
        assert!(lines.iter().all(|line| !line.ends_with("stopped")), "{line}: {lines:?}");
        if line.ends_with("go depth 5") {
            assert!(lines[lines.len() - 2].starts_with("info depth 5 "), "{line}: {lines:?}");
        }
    }
}

#[test]
fn minimal_prints_all_lines_of_an_unfinished_iteration() {
    let engine = Engine::new();
    engine.query_none("setoption name Minimal value true\nsetoption name MultiPV value 4");
    for nodes in (3000..9000).step_by(700) {
        engine.query("ucinewgame");
        let lines = engine.ask(&format!("go nodes {nodes}"), "bestmove");
        let firsts: std::collections::BTreeSet<&str> = lines[..4]
            .iter()
            .enumerate()
            .map(|(index, line)| {
                assert!(line.contains(&format!(" multipv {} ", index + 1)), "{lines:?}");
                line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap()
            })
            .collect();
        assert_eq!((firsts.len(), lines.len()), (4, 5), "{lines:?}");
    }
}

#[test]
fn a_command_queued_twice_is_reported_once() {
    let engine = Engine::new();
    let mut lines = engine
        .ask("go infinite\nstop\ngo infinite\nsetoption name MultiPV value 2\nisready", "readyok");
    lines.extend(engine.ask("stop\nisready\nstop\nisready", "readyok"));
    lines.extend(engine.read_until("readyok"));
    lines.extend(engine.finish());
    let count = |text: &str| lines.iter().filter(|line| line.starts_with(text)).count();
    assert_eq!(count("info string setoption waits"), 1, "{lines:?}");
    assert_eq!(count("bestmove"), 2, "{lines:?}");
}

#[test]
fn the_command_queue_is_bounded() {
    let engine = Engine::new();
    engine.send("go infinite");
    for line in ["flip"; 1000] {
        engine.send(line);
    }
    engine.send("position startpos moves e2e4\nposition startpos moves d2d4");
    for line in ["ucinewgame", "setoption name Clear Hash"] {
        engine.send(line);
        let name = line.split(' ').next().unwrap();
        let error = engine.read_until("info string error").pop().unwrap();
        let full = "info string error the command queue is full (1001)";
        assert_eq!(error, format!("{full}, '{name}' is ignored"));
    }
    engine.ask("stop", "bestmove");
    assert!(engine.fen().contains("/3P4/8/PPP1PPPP/"));
}

#[test]
fn an_overlong_line_is_one_error_and_invalidates_the_position() {
    let engine = Engine::new();
    let error = "info string error the line is longer than 1048576 bytes and is ignored";
    let many = "e2e3 e7e6 e3e2 e6e7 ".repeat(100_000);
    assert_eq!(engine.query_one(&"x ".repeat(5 << 20)), error);
    assert_eq!(engine.ask(&format!("go depth 1 searchmoves {many}"), "bestmove")[0], error);
    assert!(!engine.search_result("go depth 1")[1].contains("none"));
    assert_eq!(engine.query_one(&format!("position startpos moves {many}")), error);
    assert_eq!(engine.query("go depth 1"), NO_MOVE);
}

#[test]
fn stop_ends_a_bench_promptly() {
    let engine = Engine::new();
    let time = shortest(|| {
        engine.send("bench");
        std::thread::sleep(SILENCE);
        time(|| drop(engine.ask("stop", "info string bench stopped")))
    });
    assert!(time < Duration::from_millis(100), "{time:?}");
}

#[test]
fn perft_divides_and_can_be_stopped() {
    let engine = Engine::new();
    engine.query_none("setoption name Threads value 2");
    let lines = engine.ask("go perft 2", "Nodes searched: ");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 944");
    assert_eq!(lines[0], "a2a3: 31");
    assert_eq!(lines.len(), 32 + 3);
    assert_eq!(engine.ask("go perft 0", "Nodes searched: ").last().unwrap(), "Nodes searched: 1");
    engine.ask("go perft 15\nposition startpos moves e2e4\nisready", "readyok");
    engine.ask("stop", "info string go perft stopped");
    assert!(engine.fen().contains("/4P3/"));
    engine.ask("bench\nstop", "info string bench stopped");
}

#[test]
fn changing_the_variant_prints_it_and_resets_rules_and_start() {
    let engine = Engine::new();
    let variant_info = |variant: &str, fen: &str| {
        let board = "files 8 ranks 8 pocket 0 template fairy startpos";
        format!("info string variant {variant} {board} {fen}")
    };
    let rules = |engine: &Engine| {
        let lines = engine.query("d");
        let rules = lines.iter().find_map(|line| line.strip_prefix("Rules: "));
        rules.unwrap().to_owned()
    };
    engine.query_none("position startpos moves e2e4");
    let line = engine.query_one("setoption name uci_variant value Abbott1962");
    assert_eq!(line, variant_info("abbott1962", E_START));
    assert_eq!(engine.fen(), E_START);
    assert!(rules(&engine).starts_with("leap=single,land=stop,"));
    // Rules override the preset, not earlier overrides; an invalid value changes nothing.
    let line = engine.query_one("setoption name Rules value land=slide ranklimit=on");
    assert_eq!(line, variant_info("abbott1962", E_START));
    let good = rules(&engine);
    assert!(good.starts_with("leap=single,land=slide,") && good.contains("ranklimit=on"));
    for (value, part) in [
        ("land=fly", "land is 'fly', allowed is slide or stop"),
        ("fly=on", "unknown switch 'fly', allowed are: leap land"),
        ("leap", "'leap' is not of the form key=value"),
        ("leap=multi,movelimit=-1", "movelimit is '-1', allowed is a number"),
    ] {
        let error = engine.query_one(&format!("setoption name Rules value {value}"));
        assert!(error.starts_with("info string error") && error.contains(part), "{error}");
        assert_eq!(rules(&engine), good);
    }
    engine.query_one("setoption name Rules value leap=multi");
    assert!(rules(&engine).starts_with("leap=multi,land=stop,"));
    for empty in ["<empty>", ""] {
        engine.query_one("setoption name Rules value leap=multi");
        engine.query_one(&format!("setoption name Rules value {empty}"));
        assert!(rules(&engine).starts_with("leap=single,land=stop,"));
    }
    let line = engine.query_one("setoption name Start value d1a1e8h8");
    assert_eq!(line, variant_info("abbott1962", START));
    engine.query_none("position startpos");
    assert_eq!(engine.fen(), START);
    let error = engine.query_one("setoption name Start value e1e1e8e8");
    assert!(error.contains("unknown start 'e1e1e8e8', allowed are: "), "{error}");
    let error = engine.query_one("setoption name UCI_Variant value chess");
    assert!(error.contains("unknown variant 'chess', allowed are: baroque "), "{error}");
    assert_eq!(engine.fen(), START);
    // Changing the variant resets rules and start.
    let line = engine.query_one("setoption name UCI_Variant value ultima");
    assert_eq!(line, variant_info("baroque", START));
    assert!(rules(&engine).starts_with("leap=multi,land=slide,"));
}

#[test]
fn options_survive_a_change_of_the_variant() {
    let engine = Engine::new();
    engine.query_none("setoption name MultiPV value 2\nsetoption name Hash value 2");
    engine.query_none("setoption name Threads value 2\nsetoption name Move Overhead value 0");
    engine
        .query_none("setoption name Ponder value true\nsetoption name UCI_AnalyseMode value false");
    engine.query_none("setoption name Clear Hash");
    engine.query_one("setoption name UCI_Variant value delft");
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
}

#[test]
fn display_shows_check_frozen_pieces_and_captures() {
    let engine = Engine::new();
    // The immobilizer on e5 freezes both adjacent white pieces.
    engine.query_none("position fen k7/8/8/3Pi3/4W3/8/8/K7 w - - 0 1");
    let display = engine.display();
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
    engine.query_none("position fen 4k3/8/8/8/4p3/4W3/8/4K3 w - - 0 1");
    let display = engine.display();
    assert!(display.contains("\ne3e2 We3-e2xe4\n"), "{display}");
}

#[test]
fn flip_swaps_the_colours() {
    let engine = Engine::new();
    engine.query_none("position startpos moves e2e4");
    engine.query_none("flip");
    assert_eq!(engine.fen(), "ilxkwxlc/pppp1ppp/8/4p3/8/8/PPPPPPPP/CLXWKXLI w - - 1 1");
    assert!(!engine.search_result("go depth 1")[1].contains("none"));
}

#[test]
fn debug_echoes_lines_and_unknown_leading_words_are_skipped() {
    let engine = Engine::new();
    engine.query_none("# a comment\n\n   \n  #quit");
    engine.send("joho  debug on");
    let echoed = [
        "info string debug: position startpos",
        "info string debug: go perft",
        "info string error go perft needs a number",
        "info string debug: isready",
    ];
    assert_eq!(engine.query("position startpos\ngo perft"), echoed);
    engine.query("debug off");
    engine.query_none("\tposition\tstartpos\r");
    assert!(engine.query_one("debug perhaps").contains("allowed is on or off"));
}

#[test]
fn option_defaults_depend_only_on_the_variant() {
    let engine = Engine::new();
    let default = |name: &str| {
        let prefix = format!("option name {name} type combo default ");
        let lines = engine.query("uci");
        let line = lines.iter().find_map(|line| line.strip_prefix(prefix.as_str())).unwrap();
        line.split(' ').next().unwrap().to_owned()
    };
    engine.query_one("setoption name Start value e1a1d8a8");
    assert_eq!(default("Start"), "d1a1e8h8");
    engine.query_one("setoption name UCI_Variant value vchess");
    assert_eq!((default("UCI_Variant"), default("Start")), ("baroque".into(), "e1a1d8h8".into()));
}

#[test]
fn license_prints_the_licence() {
    let licence = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../LICENSE"));
    assert!(licence.starts_with("MIT"));
    assert_eq!(Engine::new().query("license").join("\n").trim(), licence.trim());
}

#[test]
fn display_shows_the_coordinator_corners() {
    let engine = Engine::new();
    engine.query_none("position fen 7k/8/8/8/2C5/8/3c4/4K3 w - - 0 1");
    assert_has(engine.display(), &["Corners: White c1 e4, Black h2 d8\n"]);
    engine.query_one("setoption name UCI_Variant value rococo");
    assert!(!engine.display().contains("Corners"));
}

#[test]
fn compiler_prints_version_compiler_target_and_commit() {
    let engine = Engine::new();
    let lines = engine.query("compiler");
    for (line, prefix) in lines.iter().zip([
        concat!("Baroque ", env!("CARGO_PKG_VERSION"), ", commit "),
        "compiler: rustc ",
        "target: ",
        "target features: ",
        "profile: ",
    ]) {
        assert!(line.starts_with(prefix) && line.len() > prefix.len(), "{line}");
    }
    assert_eq!(lines.len(), 5);
    assert!(lines[2].contains(std::env::consts::ARCH), "{lines:?}");
}

#[test]
fn malformed_lines_give_one_short_error_line() {
    let engine = Engine::new();
    engine.send_bytes(b"\x01\xff\x1b[2J \r\r\n");
    let line = engine.read_line();
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
        format!("go perft {}", "é".repeat(100_000)),
    ] {
        let line = engine.query_one(&long);
        assert!(line.starts_with("info string error "), "{line}");
        assert!(line.chars().count() < 700, "{line}");
    }
    engine.query_one("go perft 1");
    let many = "e2e3 e7e6 e3e2 e6e7 ".repeat(5_000);
    engine.query_none(&format!("position startpos moves {many}"));
    assert!(!engine.search_result("go depth 1")[1].contains("none"));
}
