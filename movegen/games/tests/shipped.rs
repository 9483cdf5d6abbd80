//! Our files describe the compiled games.

use baroque_games::{DescribedGame, SHIPPED, parse};
use baroque_movegen::{AnyGame, CustomGame, Position, perft};

fn games(file: &str) -> Vec<DescribedGame> {
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == file).unwrap();
    parse(name, text).unwrap_or_else(|errors| panic!("{errors}")).games
}

/// Compares all start positions, and the nodes behind them.
fn compare(games: &[DescribedGame], name: &str) {
    let game = games.iter().find(|game| game.name == format!("{name}-file")).unwrap();
    let mut compiled = AnyGame::new(name).unwrap();
    let rules = game.rules.clone().unwrap();
    assert_eq!(compiled.default_start(), game.starts[0].0, "{name}");
    for (start, fen) in &game.starts {
        compiled.set_start(start).unwrap();
        let position = Position::<CustomGame>::from_fen(fen, rules.clone()).unwrap();
        assert_eq!(position.to_fen(), compiled.fen(), "{name} {start}");
        for depth in 1..=2 {
            let nodes = (perft(&position, depth), compiled.perft(depth));
            assert_eq!(nodes.0, nodes.1, "{name} {start} {depth}");
        }
    }
    assert_eq!(game.starts.len(), compiled.starts().len(), "{name}");
    let switches = compiled.rules();
    assert!(switches.ends_with(&game.definition.end.rules.to_string()), "{name}");
}

#[test]
fn the_baroque_family_is_described() {
    let games = games("baroque.toml");
    for name in ["baroque", "abbott1962", "abbott1968", "cambridge", "delft", "vchess"] {
        compare(&games, name);
    }
    assert_eq!(games.len(), 6);
}

#[test]
fn rococo_is_described() {
    compare(&games("rococo.toml"), "rococo");
}

#[test]
fn maxima_is_described() {
    compare(&games("maxima.toml"), "maxima");
}

#[test]
fn renaissance_is_described() {
    compare(&games("renaissance.toml"), "renaissance");
}

#[test]
fn our_own_files_are_accepted_as_those_of_users() {
    assert_eq!(games("fugue.toml").len(), 1);
}

#[test]
fn what_is_drawn_of_penultima_is_read() {
    let [penultima] = games("penultima.toml").try_into().unwrap();
    let (_, file) = SHIPPED.iter().find(|(name, _)| *name == "penultima.toml").unwrap();
    let draw = penultima.draw.unwrap();
    // The first of all words, and of all powers too.
    let text = draw.drawn(file, "penultima", |_| 0);
    let row = r#"P = { name = "walrus", move = "R", take = "displace" }"#;
    assert!(text.contains(row), "{text}");
    let drawn = parse("drawn.toml", &text).unwrap().games;
    assert_eq!((drawn[0].hash.clone(), drawn.len()), (penultima.hash, 2));
    assert_eq!(drawn[1].name, "penultima-drawn");
    assert!(drawn[1].draw.is_none() && drawn[1].rules.is_some());
    // The last word of all, and names until they are used up.
    let text = draw.drawn(file, "penultima", |bound| bound - 1);
    let row = r#"P = { name = "fossil", move = "fK", act = "push" }"#;
    assert!(text.contains(row), "{text}");
}
