//! Search limits, and the `info` lines of a search.

use std::time::{Duration, Instant};

use baroque_formats::PositionSpec;
use baroque_movegen::AnyGame;

use crate::common::{ENDING, Engine, SILENCE, shortest, time};

/// Every move draws by the move limit.
const LAST_PLY: &str = "8/8/8/4k3/8/8/8/4K3 w - - 99 60";

/// The number after a keyword of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let value = line.split(' ').skip_while(|other| *other != word).nth(1);
    value.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

fn pv_moves(info: &str) -> Vec<String> {
    let (_, moves) = info.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {info}"));
    moves.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_search_ends_with_a_full_info_line_that_starts_with_the_best_move() {
    for variant in ["baroque", "vchess", "maxima", "rococo", "renaissance"] {
        let engine = Engine::new();
        engine.query(&format!("setoption name UCI_Variant value {variant}"));
        let moves = engine.ask("go perft 1", "Nodes searched");
        let searchmoves = format!("go nodes 1 searchmoves {}", moves[0].split(':').next().unwrap());
        for go in [
            "go depth 4",
            "go nodes 3000",
            "go movetime 30",
            "go movetime 0",
            "go wtime 0 btime 0",
            "go wtime -50 btime -50 movestogo 0",
            "go wtime 500 btime 500 winc 10 binc 10",
            "go wtime 100",
            "go movestogo 1 btime 100 wtime 100",
            "go wtime 99999999999999999999 btime -99999999999999999999 nodes 2000",
            "go mate 2 nodes 3000",
            &searchmoves,
            "go infinite\nstop",
            "go ponder movetime 20\nponderhit",
            "go ponder wtime 500 btime 500\nstop",
        ] {
            let [info, best] = engine.search_result(go);
            let pv = pv_moves(&info);
            for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                number(&info, word);
            }
            assert!(info.contains(" score "), "{go}: {info}");
            assert!(best.starts_with(&format!("bestmove {}", pv[0])), "{go}: {info} {best}");
        }
        assert!(engine.finish().is_empty());
    }
}

/// Positions close to the end of the game.
const ENDGAMES: [(&str, &str); 5] = [
    ("baroque", ENDING),
    ("baroque", LAST_PLY),
    ("vchess", ENDING),
    ("rococo", "10/10/10/4k5/3W6/4A5/10/10/4K5/10 w - - 0 1"),
    ("maxima", "***2***/8/8/2m1k3/8/8/3P4/4M3/8/2M1K3/***2*** w - - 0 1"),
];

#[test]
fn a_pv_ends_at_the_end_of_the_game() {
    for (variant, fen) in ENDGAMES {
        let engine = Engine::new();
        engine.query(&format!("setoption name UCI_Variant value {variant}"));
        engine.query_none(&format!("position fen {fen}"));
        let mut position = AnyGame::new(variant).unwrap();
        let spec = PositionSpec::fen(fen.to_owned());
        engine.send("go depth 6");
        for info in engine.read_until("bestmove").iter().filter(|line| line.contains(" pv ")) {
            spec.set_up(&mut position).unwrap();
            for text in pv_moves(info) {
                assert!(position.outcome().is_none(), "{variant}: {info}");
                let mv = position.read_move(&text).unwrap();
                position.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn go_mate_ends_when_the_mate_is_proved_or_excluded() {
    let engine = Engine::new();
    engine.query_none(&format!("position fen {ENDING}"));
    let [info, best] = engine.search_result("go mate 1");
    // Kxd3 wins too: Black's king, the last piece, is frozen.
    let wins = ["bestmove c4d5", "bestmove c4d3"].iter().any(|mv| best.starts_with(mv));
    assert!(info.contains(" score mate 1 ") && wins, "{info} {best}");
    // The start position has no mate.
    engine.query_none("position startpos");
    let lines = engine.ask("go mate 1", "bestmove");
    assert!(lines.iter().any(|line| line == "info string there is no mate in 1"), "{lines:?}");
    // Where that takes too long to know, another limit or `stop` ends the search.
    let [info, _] = engine.search_result("go mate 9 nodes 20000");
    assert!(number(&info, "nodes") >= 19_000, "{info}");
    engine.send("go mate 9");
    engine.expect_silence(SILENCE);
    engine.ask("stop", "bestmove");
}

#[test]
fn go_nodes_limits_the_nodes() {
    let engine = Engine::new();
    for nodes in [1, 2, 999, 5000, 20_000] {
        let [info, _] = engine.search_result(&format!("go nodes {nodes}"));
        let counted = number(&info, "nodes");
        // A move whose search was aborted may be visited once more before the search ends.
        assert!(counted <= nodes + 2 && counted >= nodes - nodes / 10, "{nodes}: {info}");
    }
}

#[test]
fn the_clock_starts_at_ponderhit() {
    let engine = Engine::new();
    let time = shortest(|| {
        engine.send("go ponder movetime 200");
        engine.expect_silence(Duration::from_millis(300));
        time(|| drop(engine.ask("ponderhit", "bestmove")))
    });
    assert!((Duration::from_millis(101)..Duration::from_millis(400)).contains(&time), "{time:?}");
    // A search that has reached its depth limit waits; without one both commands are ignored.
    for (go, end) in [("go ponder depth 1", "ponderhit"), ("go infinite depth 1", "stop")] {
        engine.send(go);
        engine.expect_silence(SILENCE);
        engine.ask(&format!("{end}\n{end}"), "bestmove");
    }
    engine.query_none("stop\nponderhit\nregister later");
    assert!(engine.finish().is_empty());
}

#[test]
fn time_spent_pondering_counts() {
    let engine = Engine::new();
    let time = shortest(|| {
        engine.send("go ponder wtime 10000 btime 10000");
        engine.expect_silence(Duration::from_millis(2000));
        time(|| drop(engine.ask("ponderhit", "bestmove")))
    });
    assert!(time < Duration::from_millis(200), "{time:?}");
}

#[test]
fn currmove_is_printed_after_one_second() {
    let engine = Engine::new();
    let start = Instant::now();
    engine.send("go movetime 3000");
    let mut count = 0;
    loop {
        let line = engine.read_line();
        if line.starts_with("bestmove") {
            break;
        }
        if line.contains(" currmove ") {
            assert!(start.elapsed() >= Duration::from_millis(950), "{line}");
            assert!((1..=32).contains(&number(&line, "currmovenumber")), "{line}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn an_aborted_search_marks_bounds() {
    let mut bounds = 0;
    for nodes in (1000..10_000).step_by(500) {
        let engine = Engine::new();
        engine.query_none("position fen 3p4/1P6/4PI2/1L2kp2/8/2p1W3/1l6/L6K w - - 0 1");
        engine.send(&format!("go nodes {nodes}"));
        for line in engine.read_until("bestmove").iter().filter(|line| line.contains("bound")) {
            let (score, _) = line.split_once(" nodes ").unwrap();
            assert!(score.ends_with(" lowerbound") || score.ends_with(" upperbound"), "{line}");
            bounds += 1;
        }
    }
    assert!(bounds > 0);
}

#[test]
fn hashfull_grows_and_clear_hash_resets_it() {
    let engine = Engine::new();
    engine.query_none("setoption name Hash value 1");
    let [info, _] = engine.search_result("go nodes 100000");
    assert!((1..=1000).contains(&number(&info, "hashfull")), "{info}");
    engine.query_none("setoption name Clear Hash");
    let [info, _] = engine.search_result("go nodes 10");
    assert_eq!(number(&info, "hashfull"), 0, "{info}");
}

#[test]
fn games_with_nodestime_are_reproducible() {
    let play = || {
        let engine = Engine::new();
        engine.query_none("setoption name nodestime value 20");
        let mut nodes = Vec::new();
        let mut moves = String::new();
        for _ in 0..10 {
            engine.query_none(&format!("position startpos moves {moves}"));
            // Only the first clock of a game counts.
            let time = if moves.is_empty() { 1000 } else { 1000 - nodes.len() };
            let [info, best] =
                engine.search_result(&format!("go wtime {time} btime {time} winc 5 binc 5"));
            moves.push_str(best.split(' ').nth(1).unwrap());
            moves.push(' ');
            nodes.push(number(&info, "nodes"));
        }
        (nodes, moves)
    };
    let (nodes, moves) = play();
    assert_eq!((nodes.clone(), moves), play());
    assert!(nodes.iter().sum::<i64>() < 20 * (1000 + 10 * 5), "{nodes:?}");
}

#[test]
fn contempt_lowers_draw_scores_except_in_analysis() {
    let engine = Engine::new();
    engine.query_none(&format!("position fen {LAST_PLY}"));
    for (line, score) in [
        ("", 0),
        ("setoption name Contempt value 50", -50),
        ("setoption name UCI_AnalyseMode value true", 0),
        ("setoption name Contempt value -30", 0),
        ("setoption name UCI_AnalyseMode value false", 30),
        ("setoption name Contempt value 0", 0),
    ] {
        engine.query_none(line);
        let [info, _] = engine.search_result("go depth 3");
        assert_eq!(number(&info, "cp"), score, "{line}: {info}");
    }
}
