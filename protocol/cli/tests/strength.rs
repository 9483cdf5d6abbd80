//! Playing strength below the full one.

use crate::common::{Engine, Folder, run};

/// The moves of a game that an engine plays against itself from the start position.
fn game(engine: &Engine, plies: usize) -> Vec<String> {
    let mut moves = Vec::new();
    engine.query("ucinewgame");
    for _ in 0..plies {
        let position = format!("position startpos moves {}", moves.join(" "));
        let [_, best] = engine.search_result(&format!("{position}\ngo"));
        moves.push(best.split(' ').nth(1).unwrap().to_owned());
    }
    moves
}

/// An engine whose searches end by themselves, because it does not play with full strength.
fn weak(settings: &[&str]) -> Engine {
    let engine = Engine::new();
    for setting in settings {
        assert!(engine.query(&format!("setoption name {setting}")).is_empty(), "{setting}");
    }
    engine
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let first = weak(&["Skill Level value 3", "Seed value 7"]);
    let second = weak(&["Skill Level value 3", "Seed value 7"]);
    let other = weak(&["Skill Level value 3", "Seed value 8"]);
    let moves = game(&first, 12);
    assert_eq!(moves, game(&first, 12));
    assert_eq!(moves, game(&second, 12));
    assert_ne!(moves, game(&other, 12));
}

#[test]
fn without_a_seed_games_differ() {
    let engine = weak(&["Skill Level value 2"]);
    let moves = game(&engine, 12);
    assert!((0..3).any(|_| game(&engine, 12) != moves));
}

#[test]
fn a_limit_by_rating_goes_before_the_level() {
    let nodes = |engine: &Engine| {
        engine.query("position startpos");
        let lines = engine.ask("go nodes 200000", "bestmove");
        let info = lines.iter().rev().find_map(|line| line.split_once(" nodes ")).unwrap().1;
        info.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let engine = weak(&["UCI_Elo value 1000"]);
    assert!(nodes(&engine) > 100_000);
    engine.query("setoption name UCI_LimitStrength value true");
    assert!(nodes(&engine) < 200);
    engine.query("setoption name UCI_LimitStrength value false");
    assert!(nodes(&engine) > 100_000);
    engine.query("setoption name Skill Level value 1");
    assert!(nodes(&engine) < 200);
}

#[test]
fn xboard_has_levels_too() {
    let engine = Engine::xboard();
    engine.query_none("new\noption Skill Level=1\nst 3600");
    engine.engine_move("go");
}

#[test]
fn self_play_names_its_network() {
    let folder = Folder::new("selfplay-network");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/nets/rococo.nnue");
    let out = folder.0.to_str().unwrap();
    let arguments = |variant, file| {
        let options = ["selfplay", "--count", "1", "--nodes", "5", "--resume", "--out", out];
        [&options[..], &["--variant", variant, "--eval-file", file]].concat()
    };
    let (status, _, error) = run(&arguments("rococo", network), "");
    assert_eq!(status, 0, "{error}");
    let games = std::fs::read(folder.0.join("selfplay-1-of-1.bin")).unwrap();
    let games = String::from_utf8_lossy(&games);
    assert!(games.lines().next().unwrap().contains("\"network\":\""), "{games}");
    let (status, _, error) = run(&arguments("maxima", network), "");
    assert_eq!(status, 2);
    assert!(error.contains("the network is for rococo, not for maxima"), "{error}");
}
