//! Whole games over UCI: the engine plays itself in every preset, and the slow reference generator
//! checks every move and the result.
//!
//! `BAROQUE_MOVETIME` sets the milliseconds a move, 20 if it is not set.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

#[path = "../../tests/common/reference.rs"]
mod reference;

use reference::{Game, Position, Rules};

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

fn play(variant: &str, move_time: u64) -> Report {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    let announced = engine.expect("info string variant ");
    let fen = announced.split_once("startpos ").unwrap().1;
    let rules = Rules::preset(variant).unwrap();
    let mut game = Game::new(Position::from_fen(fen, &rules).unwrap());
    let mut moves = Vec::new();
    let mut slowest = Duration::ZERO;
    engine.send("isready");
    engine.expect("readyok");
    let (result, reason) = loop {
        if let Some(end) = game.result() {
            break end;
        }
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let asked = Instant::now();
        engine.send(&format!("go movetime {move_time}"));
        let answer = engine.expect("bestmove ");
        slowest = slowest.max(asked.elapsed());
        let mv = answer.split(' ').next().unwrap().to_owned();
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

#[test]
fn every_preset_plays_a_whole_game_by_the_rules() {
    let move_time = std::env::var("BAROQUE_MOVETIME").map_or(20, |text| text.parse().unwrap());
    for variant in ["baroque", "abbott1962", "abbott1968", "cambridge", "delft", "vchess"] {
        let Report { moves, result, reason, slowest } = play(variant, move_time);
        println!("{variant}: {result} by {reason} after {moves} plies, slowest move {slowest:?}");
        // A busy machine may keep the engine waiting; the engine itself answers well before.
        assert!(slowest < Duration::from_millis(move_time + 250), "{variant}: {slowest:?}");
    }
}
