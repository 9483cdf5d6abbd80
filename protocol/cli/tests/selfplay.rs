//! Whole games over UCI: the engine plays itself, and the slow reference checks every
//! move and the result.
//!
//! `BAROQUE_MOVETIME` sets the milliseconds per move and `BAROQUE_GAMES` the number of games from
//! random openings. The defaults are a few fast games.

use std::time::{Duration, Instant};

use crate::common::{Process, program, setting};
use crate::random::SplitMix64;
use crate::reference::{Game, Position};

/// Reads up to the first line with this prefix and returns the rest of that line.
fn expect(engine: &mut Process, prefix: &str) -> String {
    loop {
        let line = engine.read_until("");
        assert!(!line.starts_with("info string error"), "{line}");
        if let Some(rest) = line.strip_prefix(prefix) {
            return rest.trim().to_owned();
        }
    }
}

/// A game longer than this is broken off: no rule ends a game of drops and captures that do not recur.
const LONGEST: usize = 500;

/// Plays one game of a variant after so many random moves, prints its result, and checks every move
/// and the result by the reference, and the time of the slowest move.
fn check(variant: &str, plies: usize, mut random: SplitMix64) {
    let move_time = setting("BAROQUE_MOVETIME", 5);
    let mut engine = Process::start(&mut program(&[]));
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    let info = expect(&mut engine, "info string variant ");
    let fen = info.split_once("startpos ").unwrap().1;
    let mut game = Game::new(Position::read(variant, "-", fen).unwrap());
    let mut moves = Vec::new();
    let mut slowest = Duration::ZERO;
    engine.send("isready");
    expect(&mut engine, "readyok");
    while game.end().is_none() && moves.len() < LONGEST {
        let mv = if moves.len() < plies {
            let mut legal = game.position().legal();
            legal.swap_remove(random.below(legal.len())).uci
        } else {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            let start = Instant::now();
            engine.send(&format!("go movetime {move_time}"));
            let answer = expect(&mut engine, "bestmove ");
            slowest = slowest.max(start.elapsed());
            answer.split(' ').next().unwrap().to_owned()
        };
        game.push(&mv).unwrap_or_else(|error| panic!("{variant} {}: {error}", moves.join(" ")));
        moves.push(mv);
    }
    let plies = moves.len();
    if let Some((result, reason)) = game.end() {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("d");
        let printed = expect(&mut engine, "Result: ");
        assert!(
            printed.contains(result) && printed.contains(reason),
            "{variant}: {printed}, not {result} {reason}"
        );
        println!("{variant}: {result} by {reason} after {plies} plies, slowest move {slowest:?}");
    }
    engine.send("quit");
    assert!(engine.wait().success());
    // The margin allows for a busy machine: random input to other programs searches at the same time.
    assert!(slowest < Duration::from_millis(move_time + 3000), "{variant}: {slowest:?}");
}

#[test]
fn games_from_random_openings_are_legal() {
    let presets =
        "baroque abbott1962 abbott1968 cambridge delft vchess maxima rococo renaissance".split(' ');
    for variant in presets {
        for number in 0..setting("BAROQUE_GAMES", 1) {
            check(variant, 6, SplitMix64(number));
        }
    }
}
