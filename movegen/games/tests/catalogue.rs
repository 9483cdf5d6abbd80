//! Games that are known by their names.

use baroque_games::{Games, SHIPPED, parse};
use baroque_movegen::about::About;
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

/// Adds the games of a file, and returns their hashes.
fn add(games: &mut Games, text: &str) -> Vec<String> {
    let file = parse("games.toml", text).unwrap();
    games.add_file(&file);
    file.games.into_iter().map(|game| game.hash).collect()
}

#[test]
fn positions_keep_their_game() {
    let mut games = Games::default();
    let hashes = add(&mut games, GAMES);
    let mut near = games.open("near").unwrap();
    let mut far = games.open("FAR").unwrap();
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
    assert_eq!(add(&mut games, GAMES), hashes);
    assert_eq!((games.open("near").unwrap(), games.count_added()), (near.first(), 2));
    // Another one of the same name is another game, also for positions of the first one.
    let other = add(&mut games, &GAMES.replace("move = \"R\"", "move = \"W\""));
    assert_ne!(other, hashes);
    let new = games.open("near").unwrap();
    assert_eq!((new.definition(), near.definition()), (Some(&*other[0]), Some(&*hashes[0])));
    assert!(new.legal_moves().len() < near.first().legal_moves().len());
    assert!(near.play_text("c7c2").is_err() && near.play_text("c7c3").is_ok());
    assert_ne!(new, near.first());
    // The first one is still known by its definition.
    assert_eq!(games.open_defined("near", Some(&*hashes[0])).unwrap(), near.first());
    assert_eq!(games.open_defined("near", Some("elsewhere")).unwrap(), new);
}

#[test]
fn catalogues_know_only_their_own_games() {
    let mut games = Games::default();
    let before = games.clone();
    add(&mut games, GAMES);
    assert!(before.open("near").is_err() && AnyGame::new("near").is_err());
    let names = |games: &Games| games.names().len();
    assert_eq!(names(&games), names(&before) + 2);
    assert_eq!(games.names()[names(&before)..], ["near", "far"]);
    let error = games.open("nearer").unwrap_err().to_string();
    assert!(error.starts_with("unknown variant 'nearer', allowed are: baroque "), "{error}");
    assert!(error.ends_with(" near far"), "{error}");
}

#[test]
fn all_names_open_games() {
    let games = Games::default();
    for name in games.names() {
        assert_eq!(games.open(&name.to_uppercase()).unwrap().variant(), name);
    }
}

#[test]
fn an_edited_name_is_seen_at_once() {
    let mut games = Games::default();
    let hashes = add(&mut games, GAMES);
    let before = games.open("near").unwrap();
    assert_eq!(add(&mut games, &GAMES.replace("pawn", "stone")), hashes);
    let after = games.open("near").unwrap();
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
fn a_custom_game_needs_a_start_and_a_name_of_its_own() {
    let game = parse("games.toml", GAMES).unwrap().games.remove(0);
    let start = |(name, fen)| Start { name, fen };
    let starts: Vec<Start> = game.starts.clone().into_iter().map(start).collect();
    let about = |name: &str, starts| About {
        title: "Own".to_owned(),
        name: name.to_owned(),
        hash: game.hash.clone(),
        starts,
    };
    let rules = game.rules.clone().unwrap();
    let position = AnyGame::custom(about("own", starts.clone()), rules.clone()).unwrap();
    assert_eq!((position.variant(), position.definition()), ("own", Some(&*game.hash)));
    for (name, starts, text) in [
        ("own", vec![], "'own' has no start position"),
        ("maxima", starts, "'maxima' is the name of a built-in game"),
    ] {
        let error = AnyGame::custom(about(name, starts), rules.clone()).unwrap_err();
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
    let mut games = Games::default();
    let error = games.open("Optima").unwrap_err().to_string();
    assert!(error.starts_with("the game 'Optima' cannot be played yet: the rules of"), "{error}");
    let error = games.open("penultima").unwrap_err().to_string();
    assert_eq!(error, "the game 'penultima' cannot be played yet: an umpire draws its pieces");
    // Also if it could be played before.
    let (_, penultima) = SHIPPED.iter().find(|(name, _)| *name == "penultima.toml").unwrap();
    add(&mut games, GAMES);
    add(&mut games, &penultima.replace("[penultima", "[near"));
    assert!(matches!(games.open("near"), Err(NameError::Unplayable { .. })));
    assert!(!games.names().contains(&"near"));
    add(&mut games, GAMES);
    assert!(games.open("near").is_ok());
}
