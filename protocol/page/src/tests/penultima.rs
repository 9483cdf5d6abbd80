//! Penultima against the guesser.

use std::cell::Cell;
use std::rc::Rc;

use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_penultima::draw::Table;
use baroque_penultima::guess::Follower;
use baroque_penultima::log;

use super::*;

/// A table that leaves nothing to chance.
const ROOKS: &str = r#"format = 1
[rooks]
start = "1k6/8/1K6/8/8/8/8/r6R w - - 0 1"
[rooks.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[rooks.draw]
pieces = "R"
move = { R = 1 }
take = { displace = 1 }
names = ["Heron"]
"#;

fn ask(session: &mut Session, ask: Value) -> Value {
    let text = json!({ "id": 7, "ask": ask }).to_string();
    let Reply::Answer(response) = session.reply(&text) else { panic!("{ask}") };
    serde_json::to_value(response).unwrap()["answer"].take()
}

/// A game with some tries.
fn game(illegal: &str, human: &str, tries: &[String]) -> Value {
    json!({ "seed": "109", "illegal": illegal, "human": human, "tries": tries })
}

fn rooks(tries: &[&str]) -> Value {
    let file = json!({ "name": "rooks.toml", "text": ROOKS });
    json!({ "seed": "7", "illegal": "retry", "human": "w", "file": file, "tries": tries })
}

fn shown(session: &mut Session, game: &Value, is_over: bool) -> Value {
    ask(session, json!({ "type": "penultima", "game": game, "is_over": is_over }))
}

fn guess(session: &mut Session, game: &Value) -> Value {
    ask(session, json!({ "type": "guess", "game": game }))
}

/// A game of some tries in which the person tries what a script says, and the tries of both.
fn played(session: &mut Session, rule: &str, human: &str, count: usize) -> (Value, Vec<String>) {
    let mut script = ["e2e4", "d2d3", "b1c3", "g1f3", "a2a3", "e1e2", "h2h4"].iter().cycle();
    let (mut tries, mut answer) = (Vec::new(), Value::Null);
    while tries.len() < count {
        let game = game(rule, human, &tries);
        answer = shown(session, &game, false);
        if !answer["end"].is_null() {
            break;
        }
        tries.push(if answer["game"]["side"] == human {
            let text = script.next().unwrap();
            let black = text.replace('1', "8").replace('2', "7").replace('3', "6");
            let black = black.replace('4', "5");
            let text = if human == "w" { (*text).to_owned() } else { black };
            // What is no try costs nothing.
            let mut with = tries.clone();
            with.push(text.clone());
            let tried = shown(session, &self::game(rule, human, &with), false);
            if tried["type"] == "error" {
                assert_eq!(tried["message"], "no piece of yours is there");
                continue;
            }
            text
        } else {
            guess(session, &game)["text"].as_str().unwrap().to_owned()
        });
    }
    (answer, tries)
}

#[test]
fn a_game_that_goes_on_and_one_that_is_replayed_are_the_same() {
    for (rule, human) in [("lose", "w"), ("retry", "b")] {
        let mut session = session();
        let (answer, tries) = played(&mut self::session(), rule, human, 8);
        assert_eq!(answer["type"], "penultima", "{answer}");
        for length in 0..=tries.len() {
            let game = game(rule, human, &tries[..length]);
            let kept = shown(&mut session, &game, false);
            assert_eq!(kept, shown(&mut self::session(), &game, false));
            if kept["game"]["side"] != human && kept["end"].is_null() {
                let first = guess(&mut session, &game);
                assert_eq!(first["type"], "guess", "{first}");
                assert_eq!(first, guess(&mut session, &game));
                assert_eq!(first, guess(&mut self::session(), &game));
            }
        }
    }
}

#[test]
fn the_guesser_tries_what_it_tries_elsewhere() {
    for (rule, human) in [("lose", "w"), ("retry", "b")] {
        let (answer, tries) = played(&mut session(), rule, human, 12);
        let given_up = shown(&mut session(), &game(rule, human, &tries), true);
        let text = given_up["game"]["log"].as_str().unwrap();
        assert_eq!(log::verify(text), Ok(tries.len()), "{answer}");
        let engine = if human == "w" { Color::Black } else { Color::White };
        let table = Table::penultima().unwrap();
        let mut follower = Follower::new(&table, engine, 0);
        let mut next = None;
        for line in text.lines().take_while(|line| !line.starts_with(log::END)) {
            if let Some(guess) = next {
                assert_eq!(log::split_try(line).unwrap().0, guess);
            }
            next = follower.follow(line).unwrap();
        }
    }
}

#[test]
fn nothing_secret_is_told_before_the_end() {
    let mut session = session();
    let (answer, tries) = played(&mut session, "lose", "w", 4);
    let guessed = game("lose", "w", &tries[..1]);
    let answers = [
        answer,
        guess(&mut session, &guessed),
        shown(
            &mut session,
            &game("lose", "w", &[tries.clone(), vec!["e9".to_owned()]].concat()),
            false,
        ),
    ];
    let end = shown(&mut session, &game("lose", "w", &tries), true);
    assert_eq!(end["end"], json!({ "winner": "b", "reason": "resignation" }));
    let text = end["game"]["log"].as_str().unwrap();
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    let (_, rules) = text.split_once("\nrules ").unwrap();
    let (_, drawn) = rules.rsplit_once("\n[penultima-drawn").unwrap();
    let secrets = drawn.lines().filter(|line| line.contains("move = "));
    let secrets: Vec<&str> = secrets.chain([value("salt ")]).collect();
    assert!(secrets.len() > 5, "{text}");
    for answer in answers {
        assert!(answer["game"]["log"].is_null());
        let answer = answer.to_string();
        for secret in &secrets {
            let written = json!(secret).to_string();
            assert!(!answer.contains(written.trim_matches('"')), "{secret}: {answer}");
        }
    }
    assert!(text.contains("\nwhite human\nblack engine\n"));
}

#[test]
fn a_game_ends_on_the_board() {
    let mut session = session();
    let mate = shown(&mut session, &rooks(&["h1h8"]), false);
    assert_eq!(mate["end"], json!({ "winner": "w", "reason": "checkmate" }));
    assert_eq!(log::verify(mate["game"]["log"].as_str().unwrap()), Ok(1));
    // Who gives up then has won all the same.
    assert_eq!(shown(&mut session, &rooks(&["h1h8"]), true), mate);
    let after = shown(&mut session, &rooks(&["h1h8", "a1a2"]), false);
    assert_eq!(after["message"], "the game is over");
    assert_eq!(guess(&mut session, &rooks(&["h1h8"]))["message"], "the game is over");
}

#[test]
fn a_game_full_of_tries_is_won_by_who_was_right_more_often() {
    let mut session = session();
    let tries = |count| vec!["h1g3"; count];
    let almost = shown(&mut session, &rooks(&tries(4095)), false);
    assert!(almost["end"].is_null() && almost["game"]["tries"].as_array().unwrap().len() == 4095);
    let full = shown(&mut session, &rooks(&tries(4096)), false);
    assert_eq!(full["end"], json!({ "winner": "b", "reason": "too many tries" }));
    let more = shown(&mut session, &rooks(&tries(4097)), false);
    assert_eq!(more["message"], "the game has 4097 tries, more than 4096");
}

#[test]
fn what_is_wrong_is_told_and_costs_nothing() {
    let mut session = session();
    for (tries, text) in [
        (&["a1a2"][..], "no piece of yours is there"),
        (&["h1"], "this is neither a move nor an invoke"),
        (&["h1h2", "invoke a1"], "this piece has no invoke"),
    ] {
        assert_eq!(shown(&mut session, &rooks(tries), false)["message"], text);
        assert_eq!(guess(&mut session, &rooks(tries))["message"], text);
    }
    assert_eq!(guess(&mut session, &rooks(&[]))["message"], "it is not the guesser's turn");
    assert_eq!(guess(&mut session, &rooks(&["h1h2"]))["type"], "guess");
    let file = |text: &str| {
        let mut game = rooks(&[]);
        game["file"]["text"] = text.into();
        game
    };
    for (text, error) in [
        (String::new(), "rooks.toml:1:1: there is no game in the file"),
        (format!("{ROOKS}{}", "#".repeat(1 << 14)), "a table has at most 16384 bytes"),
        (ROOKS.replace("take", "tike"), "rooks.toml:5:"),
    ] {
        let answer = shown(&mut session, &file(&text), false);
        let message = answer["message"].as_str().unwrap();
        assert!(message.starts_with(error) && !message.contains('\n'), "{message}");
    }
    for (key, value) in [("seed", json!(1)), ("illegal", json!("x")), ("human", json!("x"))] {
        let mut game = rooks(&[]);
        game[key] = value;
        let message = shown(&mut session, &game, false)["message"].take();
        assert!(message.as_str().unwrap().starts_with("not a request"), "{message}");
    }
}

/// What the guesser says of a table with so many ways of shooting, where each can take in three ways.
fn guess_with_rifles(kinds: &[&str], count: usize) -> Value {
    let rifles: Vec<String> = (1..=count).map(|range| format!("\"rifle {range}\" = 1")).collect();
    let kinds: Vec<String> = kinds.iter().map(|word| format!("\"{word}\" = 1")).collect();
    let text = ROOKS.replace("R = 1", &kinds.join(", ")).replace(
        "displace = 1 }",
        &format!("displace = 1, withdraw = 1, none = 1 }}\npower = {{ {} }}", rifles.join(", ")),
    );
    let file = json!({ "name": "rifles.toml", "text": text });
    let game = json!({ "seed": "7", "illegal": "lose", "human": "b", "file": file, "tries": [] });
    guess(&mut session(), &game)
}

#[test]
fn a_table_may_have_too_many_rules_for_the_guesser() {
    let few = guess_with_rifles(&["R", "B"], 2);
    assert_eq!(few["type"], "guess", "{few}");
    let ways =
        ["R", "B", "Q", "N", "K", "W", "F", "WN", "FN", "KN", "RN", "BN", "QN", "RF", "BW", "WD"];
    let ways = [&ways[..], &["FA", "WA", "FD", "KD", "KA", "D", "A", "DA", "ND"]].concat();
    let many = guess_with_rifles(&ways, 15);
    assert_eq!(many["message"], "the guesser has no room for so many rules");
}

#[test]
fn work_that_is_given_up_leaves_nothing_behind() {
    let (mut session, tries) = (session(), ["e2e4".to_owned()]);
    let game = game("lose", "w", &tries);
    let (right, text) =
        (guess(&mut self::session(), &game), json!({ "type": "guess", "game": game }));
    let mut given_up = 0;
    for most in [0, 1, 5, 20, 80, 400, 1000, 3000] {
        let asked = Rc::new(Cell::new(0));
        let is_due = move || asked.replace(asked.get() + 1) >= most;
        given_up += i32::from(interruptible(is_due, || {
            ask(&mut session, text.clone());
            is_interrupted()
        }));
        assert_eq!(guess(&mut session, &game), right, "{most}");
        session = self::session();
    }
    assert!(given_up > 3, "{given_up}");
}

#[test]
fn sessions_go_from_thread_to_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&session());
}
