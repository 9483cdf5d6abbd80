//! Whole games over UCI: the engine plays itself, and a slow reference implementation checks every
//! move and the result.
//!
//! `BAROQUE_MOVETIME` sets the milliseconds per move and `BAROQUE_GAMES` the number of games from
//! random openings. The defaults are a few fast games.

use std::time::{Duration, Instant};

use crate::common::{Process, program};
use crate::random::SplitMix64;
use crate::reference::{Game, Reference, maxima, renaissance, rococo, ultima};

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

/// The end of a game.
struct Report {
    moves: usize,
    result: &'static str,
    reason: &'static str,
    slowest: Duration,
}

/// Plays one game of a variant after an opening, with the reference implementation of its game.
fn play(variant: &str, opening: &mut Opening, move_time: u64) -> Report {
    match variant {
        "maxima" => play_with_reference::<maxima::Position>(variant, opening, move_time),
        "rococo" => play_with_reference::<rococo::Position>(variant, opening, move_time),
        "renaissance" => play_with_reference::<renaissance::Position>(variant, opening, move_time),
        _ => play_with_reference::<ultima::Position>(variant, opening, move_time),
    }
}

/// Random moves at the start of a game.
struct Opening {
    plies: usize,
    random: SplitMix64,
}

impl Opening {
    /// The next opening move; `None` at the end of the opening.
    fn next<R: Reference>(&mut self, position: &R) -> Option<String> {
        self.plies = self.plies.checked_sub(1)?;
        let mut plays = position.legal();
        Some(plays.swap_remove(self.random.below(plays.len())).uci)
    }
}

/// Plays one game and checks every move and the result with a reference implementation.
fn play_with_reference<R: Reference>(
    variant: &str,
    opening: &mut Opening,
    move_time: u64,
) -> Report {
    let mut engine = Process::start(&mut program(&[]));
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    let info = expect(&mut engine, "info string variant ");
    let fen = info.split_once("startpos ").unwrap().1;
    let mut game = Game::new(R::read(variant, "-", fen).unwrap());
    let mut moves = Vec::new();
    let mut slowest = Duration::ZERO;
    engine.send("isready");
    expect(&mut engine, "readyok");
    let (result, reason) = loop {
        if let Some(end) = game.end() {
            break end;
        }
        let mv = opening.next(game.position()).unwrap_or_else(|| {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            let start = Instant::now();
            engine.send(&format!("go movetime {move_time}"));
            let answer = expect(&mut engine, "bestmove ");
            slowest = slowest.max(start.elapsed());
            answer.split(' ').next().unwrap().to_owned()
        });
        game.push(&mv).unwrap_or_else(|error| panic!("{variant} {}: {error}", moves.join(" ")));
        moves.push(mv);
    };
    engine.send(&format!("position startpos moves {}", moves.join(" ")));
    engine.send("d");
    let printed = expect(&mut engine, "Result: ");
    assert!(
        printed.contains(result) && printed.contains(reason),
        "{variant}: {printed}, not {result} {reason}"
    );
    engine.send("quit");
    assert!(engine.wait().success());
    Report { moves: moves.len(), result, reason, slowest }
}

/// A number from an environment variable.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Plays one game, prints its result, and checks the time of the slowest move.
fn check(variant: &str, mut opening: Opening, move_time: u64) {
    let Report { moves, result, reason, slowest } = play(variant, &mut opening, move_time);
    println!("{variant}: {result} by {reason} after {moves} plies, slowest move {slowest:?}");
    // The margin allows for a busy machine: random input to other programs searches at the same time.
    assert!(slowest < Duration::from_millis(move_time + 3000), "{variant}: {slowest:?}");
}

#[test]
fn games_from_random_openings_are_legal() {
    let presets =
        "baroque abbott1962 abbott1968 cambridge delft vchess maxima rococo renaissance".split(' ');
    for variant in presets {
        for number in 0..setting("BAROQUE_GAMES", 1) {
            let opening = Opening { plies: 6, random: SplitMix64(number) };
            check(variant, opening, setting("BAROQUE_MOVETIME", 5));
        }
    }
}
