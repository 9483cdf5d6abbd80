//! Games whose moves or values take long: clock and `stop` are obeyed all the same.

use std::time::{Duration, Instant};

use baroque_games::Games;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::{Engine, Temporary, time};

/// Name and file of games, each slow in its own way: many ways to the same squares, and positions full of
/// pieces that do much.
const SLOW: [(&str, &str); 2] = [
    ("m", include_str!("../../../../tests/cases/slow/cylinder.toml")),
    ("g136", include_str!("../../../../tests/cases/slow/slow_values.toml")),
];
/// Longest delay of an unoptimised program among others.
const PATIENCE: Duration = Duration::from_secs(4);

/// An engine that plays a game of a file and has not searched yet.
fn engine(name: &str, file: &Temporary) -> Engine {
    let engine = Engine::process();
    engine.send(&format!("load {}\nsetoption name UCI_Variant value {name}", file.path()));
    engine
}

#[test]
fn searches_and_counts_of_slow_games_end_at_once() {
    for (name, text) in SLOW {
        let file = Temporary::new(&format!("slow-{name}.toml"), text);
        for (command, end) in [
            ("go movetime 100", "bestmove "),
            ("go wtime 1000 btime 1000", "bestmove "),
            ("go infinite\nstop", "bestmove "),
            ("go nodes 9000000\nstop", "bestmove "),
            ("go perft 9\nstop", "info string go perft stopped"),
            ("isready", "readyok"),
        ] {
            let engine = engine(name, &file);
            engine.send("debug off");
            let start = Instant::now();
            let lines = engine.ask(command, end);
            assert!(start.elapsed() < PATIENCE, "{name}: {command}: {:?}", start.elapsed());
            assert_ne!(lines.last().unwrap(), "bestmove (none)", "{name}: {command}");
            engine.send("quit");
        }
    }
}

/// Searches of 50 ms, the first one after loading included, and searches that are stopped, from positions of
/// random games: with `BAROQUE_LATE=15`, 100 of each game, none of which may end 15 ms late.
#[test]
fn no_search_ends_late() {
    let late = std::env::var("BAROQUE_LATE").ok().map(|late| late.parse().unwrap());
    let count = if late.is_some() { 100 } else { 2 };
    let late = Duration::from_millis(late.unwrap_or(3000));
    for name in Games::default().names() {
        let engine = Engine::process();
        engine.query(&format!("setoption name UCI_Variant value {name}\nucinewgame"));
        assert_no_search_ends_late(&engine, name, (count, late));
    }
}

fn assert_no_search_ends_late(engine: &Engine, name: &str, (count, late): (u64, Duration)) {
    let mut worst = [Duration::ZERO; 2];
    for seed in 0..count {
        let mut random = StdRng::seed_from_u64(seed);
        let mut moves = String::new();
        for _ in 0..random.random_range(0..40) {
            let lines = engine
                .ask(&format!("position startpos moves{moves}\ngo perft 1"), "Nodes searched");
            let legal = lines.iter().filter_map(|line| line.strip_suffix(": 1"));
            let legal: Vec<&str> = legal.filter(|mv| !mv.contains(' ')).collect();
            let Some(mv) = legal.choose(&mut random) else { break };
            moves += &format!(" {mv}");
        }
        engine.send(&format!("position startpos moves{moves}"));
        engine.query("");
        let search = time(|| drop(engine.ask("go movetime 50", "bestmove ")));
        engine.send("go infinite");
        std::thread::sleep(Duration::from_millis(5));
        let stop = time(|| drop(engine.ask("stop", "bestmove ")));
        worst[0] = worst[0].max(search.saturating_sub(Duration::from_millis(50)));
        worst[1] = worst[1].max(stop);
    }
    println!("{name}: {worst:?} late");
    assert!(worst.iter().all(|worst| *worst < late), "{name}: {worst:?} late");
}

/// The values of pieces are estimated when they are first needed, whatever needs them.
#[test]
fn an_evaluation_does_not_depend_on_searches_before_it() {
    let engine = Engine::process();
    engine.send("setoption name UCI_Variant value skirmish\nposition startpos moves a2a3");
    let mut first = engine.ask("eval", "Evaluation: ");
    first.retain(|line| !line.starts_with("info string"));
    engine.ask("go depth 2", "bestmove ");
    assert_eq!(engine.ask("eval", "Evaluation: "), first);
}
