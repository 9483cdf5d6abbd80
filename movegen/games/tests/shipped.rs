//! Our own files.

use baroque_games::{DescribedGame, SHIPPED, parse};

fn games(file: &str) -> Vec<DescribedGame> {
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == file).unwrap();
    parse(name, text).unwrap_or_else(|errors| panic!("{errors}")).games
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
