//! What games inherit, and hashes.

use std::time::{Duration, Instant};

use baroque_games::{DescribedGame, FileErrors, MAX_FILE, parse};
use baroque_movegen::Geometry;
use baroque_movegen::definition::PlacementMode;

use crate::examples::{EXAMPLES, start};

fn read(text: &str) -> Vec<DescribedGame> {
    parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}")).games
}

fn letters(game: &DescribedGame) -> String {
    game.definition.pieces.iter().map(|piece| piece.letter).collect()
}

#[test]
fn compiled_games_can_be_inherited() {
    let games = read(
        "format = 1\n[quick]\ninherits = \"baroque\"\nend = { movelimit = 20 }\n\
         [quicker]\ninherits = \"quick\"\nend = { stalemate = \"draw\" }\npieces = { C = false }\n\
         start = \"3k4/8/8/8/8/8/8/3K3I\"\nstarts = false\ntitle = false\n",
    );
    let [quick, quicker] = &games[..] else { panic!() };
    assert_eq!((quick.definition.end.rules.move_limit, quick.starts.len()), (20, 16));
    assert_eq!(quick.title.as_deref(), Some("Ultima (Baroque chess)"));
    assert_eq!(quick.starts[0].0, "d1a1e8h8");
    assert!(!quick.definition.end.stalemate_draws);
    assert_eq!(start(quick).count_moves(), 32);
    assert!(quicker.definition.end.stalemate_draws && quicker.definition.suicide);
    assert_eq!(quicker.definition.end.rules.move_limit, 20);
    assert_eq!((letters(quick), letters(quicker)), ("KPWLXIC".to_owned(), "KPWLXI".to_owned()));
    assert_eq!((quicker.starts.len(), quicker.starts[0].0.as_str()), (1, "standard"));
    assert_eq!(quicker.title, None);
}

#[test]
fn games_inherit_from_later_ones() {
    let late = r#"
[early]
inherits = "late"
[late]
inherits = "siege"
first-rank = 0
holes = "a0 i0 a8 i8"
zones = { keep = false, far = { white = "*8", black = "*0" } }
end = { reach = false }
"#;
    let games = read(&format!("{EXAMPLES}{late}"));
    let early = games.iter().find(|game| game.name == "early").unwrap();
    assert_eq!(early.definition.board.lowest_rank(), 0);
    assert!(early.definition.end.goal.is_none() && early.definition.end.bare_loses);
    let siege = games.iter().find(|game| game.name == "siege").unwrap();
    assert_ne!(early.hash, siege.hash);
    assert_eq!(games.iter().find(|game| game.name == "late").unwrap().hash, early.hash);
}

#[test]
fn royal_pieces_come_first() {
    let games = read(
        "format = 1\n[g]\nstart = \"2qk4/8/8/8/8/8/8/2QK4\"\nend = { royal = \"capture\" }\n\
         [g.pieces]\nQ = { name = \"queen\", move = \"Q\", royal = true }\n\
         B = { name = \"bishop\", move = \"B\" }\n\
         K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }\n",
    );
    assert_eq!(letters(&games[0]), "QKB");
}

const FIRST: &str = r#"
format = 1
[g]
start = "3qk3/4a3/8/8/8/8/8/3QK2A w"
zones = { far = { white = "*8", black = "*1" } }
[g.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
Q = { name = "queen", move = "Q", take = ["displace", "withdraw"], freezes = "*" }
A = { name = "archer", move = ["mK", "jump"], take = "displace", promote = { in = "far", to = "Q" } }
"#;

/// The same game, written in another way.
const SECOND: &str = r#"
format = 1
g.title = "Another" # comment
g.board = "8x8"
g.pieces.A = { move = ["jump", "mWmF"], name = "bowman", take = { displace = {} }, value = 3, promote = { to = "Q", must = false, in = "end" } }
g.pieces.Q = { name = "lady", move = "RB", take = { withdraw = { effect = "remove" }, displace = {} }, freezes = { kinds = "AQK" } }
g.pieces.K = { name = "king", move = "WF", take = ["displace"], royal = true }
g.end = { royal = "mate", movelimit = 100 }
[g.zones.end]
black = "a1 b1 c1 d1 e1 f1 g1 h1"
white = "*8"
[g.starts]
standard = "3qk3/4a3/8/8/8/8/8/3QK2A  w - - 0 1"
"#;

#[test]
fn hashes_are_those_of_what_is_played() {
    let second = SECOND.replace("g.board", "g.start = \"standard\"\ng.board");
    let (first, second) = (read(FIRST).remove(0), read(&second).remove(0));
    assert_eq!(first.hash, second.hash);
    for (from, to) in [
        ("move = \"Q\"", "move = \"Q3\""),
        ("royal = true", "royal = true, immune = \"withdraw\""),
        ("\"*8\"", "\"*7\""),
        ("/3QK2A", "/3QK1A1"),
        ("[g.pieces]", "suicide = true\n[g.pieces]"),
        ("[g.pieces]", "end = { stalemate = \"loss\" }\n[g.pieces]"),
        ("freezes = \"*\"", "freezes = \"KQ\""),
        ("\"withdraw\"]", "{ withdraw = { effect = \"convert\" } }]"),
    ] {
        let changed = FIRST.replacen(from, to, 1);
        assert_ne!(changed, FIRST);
        assert_ne!(read(&changed).remove(0).hash, first.hash, "{to}");
    }
    // What files carry may not change.
    let expected = "5eb0d0a47df65a8e47e484805f75522f34d9c8011e6c08264b7fbd8771b8ee91";
    assert_eq!(first.hash, expected);
}

fn errors(text: &str) -> FileErrors {
    parse("test.toml", text).map(|_| ()).unwrap_err()
}

#[test]
fn large_files_are_refused() {
    let text = format!("format = 1\n# {}", "x".repeat(MAX_FILE));
    let expected = "test.toml:1:1: the file has 262157 bytes, more than 262144";
    assert_eq!(errors(&text).to_string(), expected);
    let games: String = (0..102).map(|n| format!("[g{n}]\ninherits = \"fugue\"\n")).collect();
    let expected = "test.toml:202:2 g100: the file has more than 100 games";
    assert_eq!(errors(&format!("format = 1\n{games}")).to_string(), expected);
}

#[test]
fn errors_are_counted_where_they_are_many() {
    let rows: String = (0..7000).map(|n| format!("k{n} = 1\n")).collect();
    let errors = errors(&format!("format = 1\n[g]\n{rows}"));
    assert_eq!((errors.errors.len(), errors.left_out), (FileErrors::MAX, 6502));
    assert!(errors.to_string().ends_with("and 6502 more errors"));
}

/// Files that are made to take long.
#[test]
fn hostile_files_are_read_quickly() {
    let game = "format = 1\n[g]\nstart = \"4k3/8/8/8/8/8/8/4K3\"\n[g.pieces]\n";
    let long = |part: &str| part.repeat(250_000 / part.len());
    for text in [
        format!("{game}K = {{ name = \"king\", move = \"{}\", royal = true }}", long("mR2cB3flN")),
        format!("{game}K = {{ name = \"king\", move = \"K\", take = [{}] }}", long("\"x\",")),
        format!("{game}K = {{ name = \"king\", freezes = \"{}\" }}", long("K")),
        format!("format = 1\n[g]\nzones = {{ far = \"{}\" }}", long("a1 b9 ")),
        format!("format = 1\n[g]\nx = {}", long("[")),
        format!("format = 1\n[g]\nx = {}", long("{a=")),
        format!("format = 1\n{} = 1", long("a.")),
        format!("format = 1\n{}", long("[a.b]\n")),
        format!("format = 1\n[{}]", long("a")),
        format!("format = 1\n[g]\nstart = \"{}\"", long("8/")),
        long("\""),
        long("\u{1b}"),
    ] {
        let started = Instant::now();
        let errors =
            parse("test.toml", &text).map_or_else(|errors| errors.to_string(), |_| String::new());
        assert!(errors.len() < 500_000);
        let beginning = text.chars().take(100).collect::<String>();
        println!("{:?} {beginning:?}", started.elapsed());
        assert!(started.elapsed() < Duration::from_secs(20), "{beginning}");
    }
}

#[test]
fn placements_are_read() {
    let text = r#"
format = 1
[frame]
start = "8/8/8/8/8/8/8/8 w"
zones = { first = { white = "*1", black = "*8" } }
placement = { mode = "own", zone = "first", pieces = "KQQ", order = "1" }
end = { royal = "capture" }
[frame.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
Q = { name = "queen", move = "Q", take = "displace" }
"#;
    let game = read(text).remove(0);
    let placement = game.definition.placement.as_ref().unwrap();
    assert!(game.rules.is_some() && game.definition.hands.is_none());
    assert_eq!(game.starts[0].1, "8/8/8/8/8/8/8/8[KQQkqq] w");
    let explicit = read(&text.replace("8 w", "8[KQQkqq] w")).remove(0);
    assert_eq!(explicit.hash, game.hash);
    let kinds: Vec<usize> = placement.pieces.iter().map(|kind| kind.index()).collect();
    assert_eq!((placement.mode, kinds), (PlacementMode::Own, vec![0, 1, 1]));
    let pool = text.replace("\"own\"", "\"pool\"").replace("KQQ", "QQQ");
    let pool = read(&pool).remove(0);
    assert_eq!(pool.starts[0].1, "8/8/8/8/8/8/8/8[Kk;QQQ] w");
    assert_ne!(game.hash, pool.hash);
    let lost = text.replace("Q = {", "Q = { promote = { in = \"first\", to = \"lost\" },");
    let expected = "test.toml:10:38 frame.pieces.Q.promote.to: lost does not go with placement";
    assert_eq!(errors(&lost).to_string(), expected);
}

#[test]
fn marks_at_the_start_and_ends_of_lines_do_not_matter() {
    let text = format!("\u{feff}{}", FIRST.trim_start().replace('\n', "\r\n"));
    assert_eq!(read(&text)[0].hash, read(FIRST)[0].hash);
    let found = errors(&text.replacen("\"king\"", "3", 1)).to_string();
    assert_eq!(found, "test.toml:6:14 g.pieces.K.name: must be a text, not a number");
}
