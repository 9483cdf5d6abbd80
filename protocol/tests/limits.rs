//! When searches end, and what they tell on their way.

mod common;

use std::time::{Duration, Instant};

use baroque_movegen::AnyPosition;
use baroque_protocol::PositionSpec;
use common::Talk;

/// White to move mates with c4d5.
const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";
/// Every move draws by the move limit.
const LAST_PLY: &str = "8/8/8/4k3/8/8/8/4K3 w - - 99 60";
const A_WHILE: Duration = Duration::from_millis(150);

/// The number behind a word of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let behind = line.split(' ').skip_while(|other| *other != word).nth(1);
    behind.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

fn line_of_play(info: &str) -> Vec<String> {
    let (_, moves) = info.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {info}"));
    moves.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_search_ends_with_a_full_line_that_begins_with_the_best_move() {
    for variant in ["baroque", "vchess", "maxima", "rococo", "renaissance"] {
        let talk = Talk::new();
        talk.ask(&format!("setoption name UCI_Variant value {variant}"));
        talk.say("go perft 1");
        let moves = talk.until("Nodes searched");
        let searchmoves = format!("go nodes 1 searchmoves {}", moves[0].split(':').next().unwrap());
        for (go, end) in [
            ("go depth 4", ""),
            ("go nodes 3000", ""),
            ("go movetime 30", ""),
            ("go movetime 0", ""),
            ("go wtime 500 btime 500 winc 10 binc 10", ""),
            ("go wtime 100", ""),
            ("go movestogo 1 btime 100 wtime 100", ""),
            ("go wtime 99999999999999999999 btime -99999999999999999999 nodes 2000", ""),
            ("go mate 2 nodes 3000", ""),
            (searchmoves.as_str(), ""),
            ("go infinite", "stop"),
            ("go ponder movetime 20", "ponderhit"),
            ("go ponder wtime 500 btime 500", "stop"),
        ] {
            talk.say(go);
            if !end.is_empty() {
                talk.say(end);
            }
            let [info, best] = talk.ending();
            let pv = line_of_play(&info);
            for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                number(&info, word);
            }
            assert!(info.contains(" score "), "{go}: {info}");
            assert!(best.starts_with(&format!("bestmove {}", pv[0])), "{go}: {info} {best}");
        }
        assert!(talk.end().is_empty());
    }
}

/// Positions close to an end of some kind.
const LATE: [(&str, &str); 5] = [
    ("baroque", ENDING),
    ("baroque", LAST_PLY),
    ("vchess", ENDING),
    ("rococo", "10/10/10/4k5/3W6/4A5/10/10/4K5/10 w - - 0 1"),
    ("maxima", "***2***/8/8/2m1k3/8/8/3P4/4M3/8/2M1K3/***2*** w - - 0 1"),
];

#[test]
fn a_line_of_play_ends_with_the_game() {
    for (variant, fen) in LATE {
        let talk = Talk::new();
        talk.ask(&format!("setoption name UCI_Variant value {variant}"));
        talk.tell(&format!("position fen {fen}"));
        let mut game = AnyPosition::new(variant).unwrap();
        let place = PositionSpec::fen(fen.to_owned());
        talk.say("go depth 6");
        for info in talk.until("bestmove").iter().filter(|line| line.contains(" pv ")) {
            place.set_up(&mut game).unwrap();
            for text in line_of_play(info) {
                assert!(game.outcome().is_none(), "{variant}: {info}");
                let mv = game.read_move(&text).unwrap();
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn a_mate_search_ends_when_the_mate_is_proved_and_not_before() {
    let talk = Talk::new();
    talk.tell(&format!("position fen {ENDING}"));
    talk.say("go mate 1");
    let [info, best] = talk.ending();
    assert!(info.contains(" score mate 1 ") && best.starts_with("bestmove c4d5"), "{info} {best}");
    // There is none from the start: another limit, or a stop, has to end it.
    talk.tell("position startpos");
    talk.say("go mate 1 nodes 20000");
    let [info, _] = talk.ending();
    assert!(number(&info, "nodes") >= 19_000, "{info}");
    talk.say("go mate 1");
    talk.silent(A_WHILE);
    talk.say("stop");
    talk.until("bestmove");
}

#[test]
fn a_search_ends_after_so_many_nodes() {
    let talk = Talk::new();
    for nodes in [1, 2, 999, 5000, 20_000] {
        talk.say(&format!("go nodes {nodes}"));
        let [info, _] = talk.ending();
        let counted = number(&info, "nodes");
        // A move that was cut short may be looked at once more before the search ends.
        assert!(counted <= nodes + 2 && counted >= nodes - nodes / 10, "{nodes}: {info}");
    }
}

#[test]
fn the_clock_starts_with_the_ponder_hit() {
    let talk = Talk::new();
    let mut shortest = Duration::MAX;
    for _ in 0..3 {
        talk.say("go ponder movetime 200");
        talk.silent(Duration::from_millis(300));
        let start = Instant::now();
        talk.say("ponderhit");
        talk.until("bestmove");
        shortest = shortest.min(start.elapsed());
    }
    assert!(shortest > Duration::from_millis(100), "{shortest:?}");
    assert!(shortest < Duration::from_millis(400), "{shortest:?}");
    // A depth that was reached long ago is enough at once, a ponder hit that comes twice no harm.
    talk.say("go ponder depth 1");
    talk.silent(A_WHILE);
    talk.say("ponderhit\nponderhit");
    talk.until("bestmove");
    assert!(talk.end().is_empty());
}

#[test]
fn moves_in_hand_are_told_after_a_second() {
    let talk = Talk::new();
    let start = Instant::now();
    talk.say("go movetime 1500");
    let mut told = 0;
    loop {
        let line = talk.line();
        if line.starts_with("bestmove") {
            break;
        }
        if line.contains(" currmove ") {
            assert!(start.elapsed() >= Duration::from_millis(950), "{line}");
            assert!((1..=32).contains(&number(&line, "currmovenumber")), "{line}");
            told += 1;
        }
    }
    assert!(told > 0);
}

#[test]
fn a_search_that_is_cut_short_says_on_which_side_the_score_is() {
    let mut bounds = 0;
    for nodes in (500..3000).step_by(100) {
        let talk = Talk::new();
        talk.say(&format!("go nodes {nodes}"));
        for line in talk.until("bestmove").iter().filter(|line| line.contains("bound")) {
            let (score, _) = line.split_once(" nodes ").unwrap();
            assert!(score.ends_with(" lowerbound") || score.ends_with(" upperbound"), "{line}");
            bounds += 1;
        }
    }
    assert!(bounds > 0);
}

#[test]
fn the_table_fills_and_is_emptied() {
    let talk = Talk::new();
    talk.tell("setoption name Hash value 1");
    talk.say("go nodes 100000");
    let [info, _] = talk.ending();
    assert!((1..=1000).contains(&number(&info, "hashfull")), "{info}");
    talk.tell("setoption name Clear Hash");
    talk.say("go nodes 10");
    let [info, _] = talk.ending();
    assert_eq!(number(&info, "hashfull"), 0, "{info}");
}

#[test]
fn games_on_a_clock_of_nodes_can_be_repeated() {
    let play = || {
        let talk = Talk::new();
        talk.tell("setoption name nodestime value 20");
        let mut told = Vec::new();
        let mut moves = String::new();
        for _ in 0..10 {
            talk.tell(&format!("position startpos moves {moves}"));
            // What the clock of the front-end says later does not matter.
            let time = if moves.is_empty() { 1000 } else { 1000 - told.len() };
            talk.say(&format!("go wtime {time} btime {time} winc 5 binc 5"));
            let [info, best] = talk.ending();
            moves.push_str(best.split(' ').nth(1).unwrap());
            moves.push(' ');
            told.push(number(&info, "nodes"));
        }
        (told, moves)
    };
    let (nodes, moves) = play();
    assert_eq!((nodes.clone(), moves), play());
    assert!(nodes.iter().sum::<i64>() < 20 * (1000 + 10 * 5), "{nodes:?}");
}

#[test]
fn contempt_makes_a_draw_worse_but_not_in_analysis() {
    let talk = Talk::new();
    talk.tell(&format!("position fen {LAST_PLY}"));
    for (line, score) in [
        ("", 0),
        ("setoption name Contempt value 50", -50),
        ("setoption name UCI_AnalyseMode value true", 0),
        ("setoption name Contempt value -30", 0),
        ("setoption name UCI_AnalyseMode value false", 30),
        ("setoption name Contempt value 0", 0),
    ] {
        talk.tell(line);
        talk.say("go depth 3");
        let [info, _] = talk.ending();
        assert_eq!(number(&info, "cp"), score, "{line}: {info}");
    }
}
