//! Whole games over UCI: the engine plays itself, and the slow reference of the game checks every
//! move and the result.
//!
//! `BAROQUE_MOVETIME` sets the milliseconds a move and `BAROQUE_GAMES` the number of games from
//! random openings; without them few games are played, and fast.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

#[path = "../../tests/common/random.rs"]
mod random;
#[path = "../../tests/common/reference/mod.rs"]
mod reference;

use random::SplitMix64;
use reference::{Game, Reference, maxima, renaissance, rococo, ultima};

/// An engine process.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_baroque"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The rest of the first line that begins with `start`.
    fn expect(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no '{start}'");
            assert!(!line.starts_with("info string error"), "{line}");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim().to_owned();
            }
        }
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.process.wait().unwrap().success());
    }
}

/// What a game came to.
struct Report {
    moves: usize,
    result: &'static str,
    reason: &'static str,
    slowest: Duration,
}

/// Plays one game after the moves of an opening, which the reference of the variant chooses.
fn play(variant: &str, opening: &mut Opening, move_time: u64) -> Report {
    match variant {
        "maxima" => referee::<maxima::Position>(variant, opening, move_time),
        "rococo" => referee::<rococo::Position>(variant, opening, move_time),
        "renaissance" => referee::<renaissance::Position>(variant, opening, move_time),
        _ => referee::<ultima::Position>(variant, opening, move_time),
    }
}

/// Random moves that begin a game.
struct Opening {
    plies: usize,
    random: SplitMix64,
}

impl Opening {
    /// The next move, unless the opening is over.
    fn next<R: Reference>(&mut self, position: &R) -> Option<String> {
        self.plies = self.plies.checked_sub(1)?;
        let mut plays = position.legal();
        Some(plays.swap_remove(self.random.below(plays.len())).uci)
    }
}

/// Plays one game under the eyes of a reference.
fn referee<R: Reference>(variant: &str, opening: &mut Opening, move_time: u64) -> Report {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    let announced = engine.expect("info string variant ");
    let fen = announced.split_once("startpos ").unwrap().1;
    let mut game = Game::new(R::read(variant, "-", fen).unwrap());
    let mut moves = Vec::new();
    let mut slowest = Duration::ZERO;
    engine.send("isready");
    engine.expect("readyok");
    let (result, reason) = loop {
        if let Some(end) = game.end() {
            break end;
        }
        let mv = opening.next(game.position()).unwrap_or_else(|| {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            let asked = Instant::now();
            engine.send(&format!("go movetime {move_time}"));
            let answer = engine.expect("bestmove ");
            slowest = slowest.max(asked.elapsed());
            answer.split(' ').next().unwrap().to_owned()
        });
        game.push(&mv).unwrap_or_else(|error| panic!("{variant} {}: {error}", moves.join(" ")));
        moves.push(mv);
    };
    engine.send(&format!("position startpos moves {}", moves.join(" ")));
    engine.send("d");
    let told = engine.expect("Result: ");
    assert!(
        told.contains(result) && told.contains(reason),
        "{variant}: {told}, not {result} {reason}"
    );
    engine.quit();
    Report { moves: moves.len(), result, reason, slowest }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Plays one game, tells how it went, and checks that no move took too long.
fn check(variant: &str, mut opening: Opening, move_time: u64) {
    let Report { moves, result, reason, slowest } = play(variant, &mut opening, move_time);
    println!("{variant}: {result} by {reason} after {moves} plies, slowest move {slowest:?}");
    // A busy machine may keep the engine waiting; the engine itself answers well before.
    assert!(slowest < Duration::from_millis(move_time + 250), "{variant}: {slowest:?}");
}

#[test]
fn every_preset_plays_a_whole_game_by_the_rules() {
    let presets = [
        "baroque",
        "abbott1962",
        "abbott1968",
        "cambridge",
        "delft",
        "vchess",
        "maxima",
        "rococo",
        "renaissance",
    ];
    for variant in presets {
        let opening = Opening { plies: 0, random: SplitMix64(0) };
        check(variant, opening, setting("BAROQUE_MOVETIME", 20));
    }
}

#[test]
fn every_game_is_played_by_the_rules_from_random_openings() {
    let games = ["baroque", "maxima", "rococo", "renaissance"];
    for variant in games {
        for number in 0..setting("BAROQUE_GAMES", 2) {
            let opening = Opening { plies: 6, random: SplitMix64(number) };
            check(variant, opening, setting("BAROQUE_MOVETIME", 5));
        }
    }
}
