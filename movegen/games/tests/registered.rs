//! Games that are known by their names.

use baroque_games::{DescribedGame, parse};
use baroque_movegen::described::{About, register, register_unplayable};
use baroque_movegen::{AnyGame, CustomGame, NameError, Position, Start, held};

const GAMES: &str = r#"
format = 1
[near]
start = "2k5/pppppppp/8/8/8/8/PPPPPPPP/5K2 w - - 0 1"
[near.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
P = { name = "pawn", move = "R", take = "pincer" }
[far]
inherits = "near"
board = "9x5"
start = "4k4/ppppppppp/9/PPPPPPPPP/4K4 w - - 0 1"
"#;

/// Makes the games of a file known, and returns their hashes.
fn known(text: &str) -> Vec<String> {
    let add = |game: DescribedGame| {
        let start = |(name, fen)| Start { name, fen };
        let starts = game.starts.into_iter().map(start).collect();
        let (name, hash) = (game.name, game.hash.clone());
        register(About { title: name.clone(), name, hash, starts }, game.rules.unwrap()).unwrap();
        game.hash
    };
    parse("games.toml", text).unwrap().games.into_iter().map(add).collect()
}

#[test]
fn positions_keep_their_game() {
    let hashes = known(GAMES);
    let mut near = AnyGame::new("near").unwrap();
    let mut far = AnyGame::new("FAR").unwrap();
    for text in ["a2a5", "b7b6", "a5b5"] {
        near.play_text(text).unwrap();
    }
    for text in ["a2a3", "i4i3"] {
        far.play_text(text).unwrap();
    }
    assert_eq!(near.fen(), "2k5/p1pppppp/1p6/1P6/8/8/1PPPPPPP/5K2 b - - 3 2");
    assert_eq!(far.fen(), "4k4/pppppppp1/P7p/1PPPPPPPP/4K4 w - - 2 2");
    assert_eq!(
        [&near, &far].map(|position| position.definition().unwrap()),
        [&*hashes[0], &*hashes[1]]
    );
    assert_eq!(AnyGame::default().definition(), None);

    // The same definition again changes nothing.
    assert_eq!(known(GAMES), hashes);
    assert_eq!(AnyGame::new("near").unwrap(), near.first());
    // Another one of the same name is another game, also for positions of the first one.
    let other = known(&GAMES.replace("move = \"R\"", "move = \"W\""));
    assert_ne!(other, hashes);
    let new = AnyGame::new("near").unwrap();
    assert_eq!((new.definition(), near.definition()), (Some(&*other[0]), Some(&*hashes[0])));
    assert!(new.legal_moves().len() < near.first().legal_moves().len());
    assert!(near.play_text("c7c2").is_err() && near.play_text("c7c3").is_ok());
    assert_ne!(new, near.first());
}

#[test]
fn an_edited_name_is_seen_at_once() {
    let text = GAMES.replace("near", "named").replace("far", "named-far");
    let hashes = known(&text);
    let before = AnyGame::new("named").unwrap();
    assert_eq!(known(&text.replace("pawn", "stone")), hashes);
    let after = AnyGame::new("named").unwrap();
    let names = |position: &AnyGame| -> Vec<&str> {
        position.kinds().into_iter().map(|kind| position.name(kind)).collect()
    };
    assert_eq!([names(&before), names(&after)], [["king", "pawn"], ["king", "stone"]]);
    assert_ne!(before, after);
    // What it overrides is told from its own rule set.
    let mut drawn = after.clone();
    drawn.set_rules("repetition=loss").unwrap();
    drawn.set_rules("").unwrap();
    assert_eq!(drawn, after);
}

#[test]
fn a_game_need_not_be_known_by_its_name() {
    let text = GAMES.replace("near", "own").replace("far", "own-far");
    let game = parse("games.toml", &text).unwrap().games.remove(0);
    let start = |(name, fen)| Start { name, fen };
    let starts: Vec<Start> = game.starts.into_iter().map(start).collect();
    let about = |name: &str, starts| About {
        title: "Own".to_owned(),
        name: name.to_owned(),
        hash: game.hash.clone(),
        starts,
    };
    let rules = game.rules.unwrap();
    let position = AnyGame::described(about("own", starts.clone()), rules.clone()).unwrap();
    assert_eq!((position.variant(), position.definition()), ("own", Some(&*game.hash)));
    assert!(AnyGame::new("own").is_err() && !AnyGame::variants().contains(&"own"));
    let again = AnyGame::described(about("own", starts.clone()), rules.clone()).unwrap();
    assert_eq!(again, position);
    for (name, starts, text) in [
        ("own", vec![], "'own' has no start position"),
        ("maxima", starts, "'maxima' is the name of a built-in game"),
    ] {
        let error = AnyGame::described(about(name, starts), rules.clone()).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn games_leave_little_behind() {
    // A hundred games of the same pieces, of which no two are played alike.
    let load = || {
        let text = |number| {
            format!(
                "format = 1\n[like-fugue]\ninherits = \"fugue\"\nend = {{ royal = \"capture\", \
                 stalemate = \"loss\", repetition = \"loss\", movelimit = {number} }}\n"
            )
        };
        for number in 1..=100 {
            let text = text(number);
            let game = parse("games.toml", &text).unwrap().games.remove(0);
            let start = Position::<CustomGame>::from_fen(&game.starts[0].1, game.rules.unwrap());
            assert!(start.unwrap().rules().bytes() > 10_000);
        }
    };
    let before = held().1;
    load();
    let once = held().1;
    load();
    assert!(once - before < 100_000, "{}", once - before);
    assert_eq!(held().1, once);
}

#[test]
fn a_game_that_cannot_be_played_says_why() {
    let text = GAMES.replace("near", "close").replace("[far]", "[wider]");
    known(&text);
    register_unplayable("close", "its pieces are asleep");
    let error = AnyGame::new("Close").unwrap_err();
    assert_eq!(error.to_string(), "the game 'Close' cannot be played yet: its pieces are asleep");
    assert!(!AnyGame::variants().contains(&"close"));
    assert!(matches!(AnyGame::new("closer"), Err(NameError::Unknown { .. })));
    known(&text);
    assert!(AnyGame::new("close").is_ok());
}
