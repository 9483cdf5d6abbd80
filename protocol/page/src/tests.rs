//! What sessions answer.

use baroque_formats::knowledge::{BookEntry, KnowledgeFile, LevelNodes, Puzzle};
use baroque_formats::{GameSpec, Loaded};
use baroque_movegen::{Color, held};
use serde_json::{Value, json};

use super::message::EngineBounds;
use super::{Reply, Session};

mod penultima;

fn session() -> Session {
    Session::new(Loaded::default(), EngineBounds { hash: 64, threads: 2, time: 1000 })
}

fn answer(ask: &Value) -> Value {
    let text = json!({ "id": 7, "ask": ask }).to_string();
    let Reply::Answer(response) = session().reply(&text) else { panic!("{ask}") };
    let mut response = serde_json::to_value(response).unwrap();
    assert_eq!(response["id"], 7);
    response["answer"].take()
}

fn position(variant: &str, fen: &str) -> Value {
    answer(&json!({ "type": "position", "game": { "variant": variant, "fen": fen } }))
}

/// The moves of a position from one square to another.
fn moves<'a>(position: &'a Value, from: &str, to: &str) -> Vec<&'a Value> {
    let all = position["moves"].as_array().unwrap().iter();
    all.filter(|mv| mv["from"] == from && mv["to"] == to).collect()
}

#[test]
fn victims_are_known_before_the_move() {
    let row = position("baroque", "7k/8/8/8/8/8/8/L1p1p1pK w");
    let leap = moves(&row, "a1", "d1")[0];
    assert_eq!(leap["victims"], json!(["c1"]));
    let leaps = position("baroque", "k7/8/8/8/8/8/7K/Lp1p1p2 w");
    assert_eq!(moves(&leaps, "a1", "g1")[0]["victims"], json!(["b1", "d1", "f1"]));
    assert_eq!(leaps["ranks"][0], json!(["L", "p", ".", "p", ".", "p", ".", "."]));
}

#[test]
fn moves_with_the_same_ends_are_a_choice() {
    let swap = position("rococo", "9k/10/3P6/10/10/3S1p4/10/10/10/K9 w");
    let swaps = moves(&swap, "c4", "e4");
    assert_eq!(swaps.len(), 1);
    let beside = position("rococo", "9k/10/10/10/10/3Sp5/10/10/10/K9 w");
    let both = moves(&beside, "c4", "d4");
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|mv| mv["is_ambiguous"] == true));
    let destroys = both.iter().find(|mv| mv["uci"] == "c4d4d").unwrap();
    assert_eq!(destroys["victims"], json!(["d4"]));
}

#[test]
fn suicides_end_where_they_start_and_drops_start_nowhere() {
    let frozen = position("baroque", "7k/8/4W3/3i4/8/8/8/K7 w");
    assert_eq!(frozen["frozen"], json!(["e6"]));
    let suicide = moves(&frozen, "e6", "e6")[0];
    assert_eq!(suicide["effects"], json!(["leaves the board"]));
    assert_eq!(suicide["victims"], json!([]));
    let hall = position("renaissance", "8k/9/9/9/9/9/9/3B5/Kp7[Pu] w");
    let drops = hall["moves"].as_array().unwrap().iter().filter(|mv| mv["drop"] == "P");
    assert!(drops.clone().count() > 50 && drops.clone().all(|mv| mv["from"].is_null()));
    assert!(hall["hands"]["w"] == "P" && hall["hands"]["b"] == "U", "{}", hall["hands"]);
    assert_eq!(moves(&hall, "d2", "d2")[0]["effects"][0], "explodes");
}

#[test]
fn boards_have_holes_rings_and_palaces() {
    let maxima = answer(&json!({ "type": "position", "game": { "variant": "maxima" } }));
    assert_eq!(maxima["ranks"][0], json!([null, null, null, "_", "_", null, null, null]));
    let rococo = answer(&json!({ "type": "position", "game": { "variant": "rococo" } }));
    assert_eq!((&rococo["files"], &rococo["lowest_rank"]), (&json!("xabcdefghz"), &json!(0)));
    assert_eq!(rococo["ranks"][0][0], ":");
}

#[test]
fn games_have_a_history_and_an_end() {
    let moves = json!(["e2e4", "d7d5", "h2h3"]);
    let game = json!({ "variant": "baroque", "rules": "movelimit=3", "moves": moves });
    let position = answer(&json!({ "type": "position", "game": game }));
    assert_eq!(position["rules"], "movelimit=3");
    assert_eq!(position["history"][2]["text"], "Ph2-h3");
    assert_eq!(position["history"][1]["side"], "b");
    assert_eq!(position["end"], json!({ "winner": null, "reason": "move limit" }));
    assert_eq!(position["moves"], json!([]));
    let illegal = json!({ "variant": "baroque", "moves": ["e2e4", "e2e4"] });
    let error = answer(&json!({ "type": "position", "game": illegal }));
    assert!(error["message"].as_str().unwrap().starts_with("position: move 2 of 2: 'e2e4'"));
    assert_eq!(error["illegal_move"], 1);
    let long = json!({ "variant": "baroque", "moves": vec!["e2e4"; 5000] });
    let error = answer(&json!({ "type": "position", "game": long }));
    assert_eq!(error["message"], "the game has 5000 moves, more than 4096");
    assert_eq!(error["illegal_move"], json!(null));
}

#[test]
fn a_history_says_whose_each_move_was_and_what_it_removed() {
    let fen = "7k/8/8/8/8/8/8/L1p1p1pK w - - 0 4";
    let game = json!({ "variant": "baroque", "fen": fen, "moves": ["a1d1", "h8h7", "d1f1"] });
    let position = answer(&json!({ "type": "position", "game": game }));
    let moves: Vec<_> = position["history"].as_array().unwrap().iter().collect();
    let said = |key: &str| moves.iter().map(|mv| mv[key].clone()).collect::<Vec<_>>();
    assert_eq!(said("uci"), ["a1d1", "h8h7", "d1f1"]);
    assert_eq!(said("side"), ["w", "b", "w"]);
    assert_eq!(said("number"), [4, 4, 5]);
    assert_eq!(said("from"), ["a1", "h8", "d1"]);
    assert_eq!(said("to"), ["d1", "h7", "f1"]);
    assert_eq!(said("removed"), [json!([["c1", "p"]]), json!([]), json!([["e1", "p"]])]);
}

#[test]
fn illegal_moves_have_reasons() {
    let why = |from: &str, to: &str| {
        let game = json!({ "variant": "baroque" });
        answer(&json!({ "type": "why", "game": game, "from": from, "to": to }))
    };
    let text = |from, to| why(from, to)["reasons"][0]["text"].clone();
    assert!(text("d1", "d3").as_str().unwrap().contains("king"));
    assert_eq!(text("e2", "e4"), "the move is legal");
    assert_eq!(why("e2", "j9")["message"], "there is no square 'j9'");
    let game = json!({ "variant": "baroque", "fen": "8/8/8/8/8/1w6/8/K7 w" });
    let check = answer(&json!({ "type": "why", "game": game, "from": "a1", "to": "a2" }));
    let threat = &check["reasons"][0]["threats"][0];
    assert_eq!([&threat["by"], &threat["to"], &threat["victim"]], ["b3", "c4", "a2"]);
    let game = json!({ "variant": "baroque", "fen": "7k/8/8/8/W2p4/2p5/8/K7 w" });
    let why = answer(&json!({ "type": "why", "game": game, "from": "a4", "to": "d4" }));
    let text = why["reasons"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("a withdrawer cannot land on the pawn on d4: "), "{text}");
    let game = json!({ "variant": "baroque", "fen": "7k/8/8/8/P2pP3/8/8/K7 w" });
    let why = answer(&json!({ "type": "why", "game": game, "from": "a4", "to": "d4" }));
    let text = why["reasons"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("; it captures the pawn on d4 by going to c4"), "{text}");
}

#[test]
fn a_mate_is_explained_square_by_square() {
    let piece = |square: &str| {
        let game = json!({ "variant": "baroque", "fen": "kW6/2W5/1K6/8/8/8/8/8 b" });
        answer(&json!({ "type": "piece", "game": game, "square": square }))
    };
    let king = piece("a8");
    let reasons = king["reasons"].as_array().unwrap();
    let about: Vec<_> = reasons.iter().map(|reason| &reason["about"]).collect();
    assert_eq!(about, ["attack", "flight", "flight", "flight"]);
    assert_eq!(
        (&reasons[3]["squares"][0], &reasons[3]["threats"][0]["by"]),
        (&json!("b8"), &json!("c7"))
    );
    assert_eq!(piece("e4")["reasons"], json!([]));
    assert_eq!(piece("j9")["message"], "there is no square 'j9'");
}

#[test]
fn a_position_has_the_threats_of_both_sides() {
    let game = json!({ "variant": "baroque", "fen": "7k/8/8/8/1Pp1w3/5L2/8/K2P4 w" });
    let position = answer(&json!({ "type": "position", "game": game }));
    let threats = position["threats"].as_array().unwrap().iter();
    let all: Vec<_> =
        threats.map(|threat| (&threat["side"], &threat["by"], &threat["victim"])).collect();
    let threat = |side, by, victim| all.contains(&(&json!(side), &json!(by), &json!(victim)));
    assert!(threat("w", "d1", "c4") && threat("b", "e4", "f3"), "{all:?}");
}

#[test]
fn attacked_kings_are_marked_whether_or_not_that_is_check() {
    // A leaper on the king's row, with the square behind it empty.
    let check = position("baroque", "8/8/8/8/L2k4/8/8/K7 b");
    assert_eq!((&check["in_check"], &check["checked"]), (&json!(true), &json!(["d4"])));
    let capture = position("rococo", "10/10/10/10/10/1L1k6/10/10/1K8/10 b");
    assert_eq!((&capture["in_check"], &capture["checked"]), (&json!(false), &json!(["c4"])));
    let own_move = position("rococo", "10/10/10/10/10/1L1k6/10/10/1K8/10 w");
    assert_eq!(own_move["checked"], json!([]));
}

#[test]
fn searches_are_checked_and_bounded() {
    let ask = |search: Value| session().reply(&json!({ "id": 3, "ask": search }).to_string());
    let game = json!({ "variant": "rococo" });
    let plain = json!({ "type": "search", "game": game });
    let Reply::Search(search) = ask(plain) else { panic!() };
    assert_eq!((search.id, search.limits.move_time), (3, Some(1000)));
    let long = json!({ "type": "search", "game": game, "limits": { "time": 99_999, "depth": 3 } });
    let Reply::Search(search) = ask(long) else { panic!() };
    assert_eq!((search.limits.depth, search.limits.move_time), (Some(3), Some(1000)));
    for (wrong, text) in [
        (json!({ "type": "search", "game": game, "lines": 9 }), "lines is 9, allowed is 1 to 8"),
        (json!({ "type": "search", "game": game, "level": 9 }), "level is 9, allowed is 1 to 8"),
    ] {
        assert_eq!(answer(&wrong)["message"], text);
    }
}

/// What a session says of a file with a 5x5 board.
fn define(session: &mut Session, more: &str, name: &str) -> Value {
    let text = format!(
        "format = 1\n[mini]\nboard = \"5x5\"\nstart = \"4k/5/5/5/K4 w\"\n{more}\n[mini.pieces]\n\
         K = {{ name = \"{name}\", move = \"K\", take = \"displace\", royal = true }}\n"
    );
    let ask = json!({ "id": 1, "ask": { "type": "define", "name": "mini.toml", "text": text } });
    let Reply::Answer(response) = session.reply(&ask.to_string()) else { panic!() };
    serde_json::to_value(response).unwrap()["answer"].take()
}

/// The bytes that remain of a file until the program ends.
fn held_by(session: &mut Session, more: &str, name: &str) -> usize {
    let before = held().1;
    define(session, more, name);
    held().1 - before
}

#[test]
fn a_game_of_a_file_holds_memory_once() {
    let mut first = session();
    let held_first = held_by(&mut first, "", "king");
    assert!((1_000..1_000_000).contains(&held_first), "{held_first}");
    for (more, name) in [("", "king"), ("# again", "king"), ("bord = 1", "king")] {
        assert_eq!(held_by(&mut first, more, name), 0, "{more}");
        assert_eq!(held_by(&mut session(), more, name), 0, "{more}");
    }
    let titled = held_by(&mut first, "title = \"Mini\"", "king");
    let renamed = held_by(&mut first, "", "emperor");
    assert!(titled == 0 && (1..1_000).contains(&renamed), "{titled} {renamed}");
    // Refused for what it does, too.
    for (more, name) in [("limit = { in = \"a1\", pieces = 0 }", "king"), ("", "")] {
        assert!(held_by(&mut first, more, name) < 100_000);
        assert_eq!(held_by(&mut session(), more, name), 0);
    }
    assert_eq!(
        define(&mut first, &format!("note = \"{}\"", "x".repeat(1001)), "king")["type"],
        "error"
    );
}

#[test]
fn a_session_has_a_budget_for_games_of_files() {
    let mut session = session();
    // Boards with other letters are other boards.
    let board = |number: u16| {
        let letters = [("cdefghij", 1), ("klmnopqr", 8), ("stuvwxyz", 64)];
        let [c, k, s] =
            letters.map(|(all, unit)| char::from(all.as_bytes()[usize::from(number / unit % 8)]));
        format!("files = \"ab{c}{k}{s}\"")
    };
    let refused =
        (0..512).find(|&number| define(&mut session, &board(number), "king")["type"] == "error");
    assert!(refused.is_some_and(|number| (200..500).contains(&number)), "{refused:?}");
    let answer = define(&mut session, "", "king");
    assert_eq!(answer["message"], "this page has read as many games as it may; load it anew");
    assert_eq!(define(&mut self::session(), &board(511), "king")["type"], "defined");
}

#[test]
fn moves_are_judged_by_the_scores_around_them() {
    let fen = "8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1";
    let game = json!({ "variant": "baroque", "fen": fen, "moves": ["f1a1", "c5d5"] });
    let judge = |found: Value| answer(&json!({ "type": "judge", "game": game, "found": found }));
    let found = |score: Value, best: &str| json!({ "score": score, "best": best });
    let won = |best| found(json!({ "mate": -1 }), best);
    // The scores are White's, and Black mates.
    let judged = judge(json!([found(json!({ "cp": -40 }), "f1f7"), won("c5d4"), null]));
    let [lost, mates] = judged["moves"].as_array().unwrap().as_slice() else { panic!("{judged}") };
    assert!(lost["nag"] == 4 && lost["loss"].as_f64().is_some_and(|loss| loss > 0.4), "{lost}");
    assert!(mates["nag"].is_null() && mates["loss"] == 0.0, "{mates}");
    // A forced win is given up, and is hardly missed.
    let judged = judge(json!([won("f1f7"), won("f1f7"), null]));
    assert!(judged["moves"][0]["nag"].is_null(), "{judged}");
    let kept = found(json!({ "cp": 9000 }), "c5d4");
    let judged = judge(json!([found(json!({ "mate": 3 }), "f1f7"), kept, null]));
    assert_eq!(judged["moves"][0]["nag"], 6, "{judged}");
    // The best move is never marked.
    let judged = judge(json!([found(json!({ "cp": 0 }), "f1a1"), won("c5d4"), null]));
    assert_eq!(judged["moves"][0], json!({ "loss": 0.0, "nag": null }));
    for (wrong, error) in [
        (json!([]), "found has 0 positions, the game 3"),
        (json!([null, won("c5d4"), null]), "found has no position 1"),
    ] {
        assert_eq!(judge(wrong)["message"], error);
    }
    let game = json!({ "variant": "baroque", "moves": ["e2e4"] });
    let ask = json!({ "type": "judge", "game": game, "found": [won("e2e4"), null] });
    assert_eq!(answer(&ask)["message"], "found has no last position, but the game goes on");
}

#[test]
fn the_file_of_a_study_brings_what_it_learned() {
    let start = Loaded::default().games.open("fugue").unwrap();
    let mut file = KnowledgeFile::new(GameSpec::of(&start), None);
    file.report = "<h1>report</h1>".to_owned();
    file.levels = Some(LevelNodes { nodes: [1, 2, 3, 4, 5, 6, 7], step: 100 });
    let mv = start.uci(start.legal_moves()[0]);
    file.book = vec![BookEntry { fen: start.fen(), moves: vec![mv.clone()] }];
    let (line, themes) = (Vec::new(), ["leap".to_owned()].into());
    let solution = mv.clone();
    file.puzzles = vec![Puzzle { fen: start.fen(), moves: 2, solution, line, themes }];
    let mut session = session();
    let mut ask = |ask: Value| {
        let text = json!({ "id": 1, "ask": ask }).to_string();
        match session.reply(&text) {
            Reply::Answer(response) | Reply::Learned(response) | Reply::Stop(response) => {
                serde_json::to_value(response).unwrap()["answer"].take()
            }
            Reply::Search(search) => json!(search.options.levels.map(|levels| levels.step)),
            other => panic!("{other:?}"),
        }
    };
    let game = json!({ "variant": "fugue" });
    for kind in ["report", "puzzles"] {
        assert_eq!(ask(json!({ "type": kind, "game": game }))["type"], "error");
    }
    let defined = ask(json!({ "type": "define", "name": "knowledge.json", "text": file.text() }));
    let info = &defined["games"][0];
    assert_eq!((&info["study"], &info["has_puzzles"]), (&json!(""), &json!(true)));
    assert_eq!(ask(json!({ "type": "report", "game": game }))["html"], file.report);
    let puzzles = ask(json!({ "type": "puzzles", "game": game }));
    assert_eq!(puzzles["puzzles"][0]["themes"], json!(["leap"]));
    // At a level the book is played, and after it there are the study's levels; analysis goes on.
    assert_eq!(ask(json!({ "type": "search", "game": game, "level": 2 }))["best"], mv.as_str());
    assert_eq!(ask(json!({ "type": "search", "game": game })), 100);
    let after = json!({ "variant": "fugue", "moves": [mv] });
    assert_eq!(ask(json!({ "type": "search", "game": after, "level": 2 })), 100);
    let other = json!({ "variant": "rococo" });
    assert_eq!(ask(json!({ "type": "search", "game": other, "level": 2 })), Value::Null);
    let bad = ask(json!({ "type": "define", "name": "knowledge.json", "text": "{}" }));
    assert!(bad["message"].as_str().unwrap().starts_with("no file of a study"), "{bad}");
}
