//! Fits how often games are won and drawn from a score on, and prints the game's line of
//! `engine/src/wdl.rs`, from PGN files of a match of the program against itself:
//!
//! `cargo run --release --example wdl -- games.pgn`

use std::process::ExitCode;

use baroque_engine::{Score, ScoreText, TunedGame};
use baroque_formats::files::{MAX_FILE, read_text};
use baroque_formats::pgn::{self, GameResult, PgnGame};
use baroque_games::Games;
use baroque_movegen::{Color, GameHistory, with_history};

type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    match run(&files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A position: the score of the search in centipawns of the evaluation, and the result, both for the
/// side to move.
struct Sample {
    score: f64,
    /// 1, 0.5 or 0.
    result: f64,
}

fn run(files: &[String]) -> Result<(), Error> {
    if files.is_empty() {
        return Err("usage: wdl FILE…".into());
    }
    let mut samples = Vec::new();
    for file in files {
        read(file, &mut samples).map_err(|error| format!("{file}: {error}"))?;
    }
    let loss = |half: f64, slope: f64| -> f64 {
        samples.iter().map(|sample| surprise(sample, half, slope)).sum::<f64>()
            / samples.len() as f64
    };
    // Coordinate descent: the loss has one minimum.
    let (mut half, mut slope, mut step) = (20.0, 400.0, 64.0);
    while step > 0.1 {
        let now = loss(half, slope);
        let others = [
            (half + step, slope),
            (half - step, slope),
            (half, slope + step),
            (half, slope - step),
        ];
        let better = others
            .into_iter()
            .find(|&(half, slope)| half >= 0.0 && slope > 1.0 && loss(half, slope) < now);
        match better {
            Some(better) => (half, slope) = better,
            None => step /= 2.0,
        }
    }
    let expected = |score: f64| (1.0 + wins(score, half, slope) - wins(-score, half, slope)) / 2.0;
    let hundred = (1..).find(|&score| expected(f64::from(score)) >= 0.64).unwrap_or(i32::MAX);
    println!("{} positions, loss {:.4}", samples.len(), loss(half, slope));
    println!("Model {{ half: {half:.1}, slope: {slope:.1}, hundred: {hundred} }},");
    Ok(())
}

fn read(file: &str, samples: &mut Vec<Sample>) -> Result<(), Error> {
    for game in pgn::read(&read_text(file, MAX_FILE)?)? {
        add(&game, samples)?;
    }
    Ok(())
}

/// Adds the positions of a finished game whose score is known and no win or loss.
fn add(game: &PgnGame, samples: &mut Vec<Sample>) -> Result<(), Error> {
    let position = game.open(&Games::default())?;
    let mut side = position.first().side();
    for mv in &game.moves {
        let result = match game.result {
            GameResult::WhiteWins => f64::from(side == Color::White),
            GameResult::BlackWins => f64::from(side == Color::Black),
            GameResult::Draw => 0.5,
            GameResult::Unknown => return Ok(()),
        };
        if let Some(ScoreText::Centipawns(score)) = mv.comment.score {
            let score = with_history!(position.history(), game => unreported(game, score));
            samples.push(Sample { score, result });
        }
        side = !side;
    }
    Ok(())
}

/// Reported centipawns in those of the evaluation.
fn unreported<G: TunedGame>(_: &GameHistory<G>, score: i32) -> f64 {
    Score::cp(score).unreported::<G>().value().into()
}

/// Part of the games that are won.
fn wins(score: f64, half: f64, slope: f64) -> f64 {
    1.0 / (1.0 + ((half - score) / slope).exp())
}

/// Minus the logarithm of the probability of the result.
fn surprise(sample: &Sample, half: f64, slope: f64) -> f64 {
    let (win, loss) = (wins(sample.score, half, slope), wins(-sample.score, half, slope));
    let probability = match sample.result {
        1.0 => win,
        0.0 => loss,
        _ => 1.0 - win - loss,
    };
    -probability.max(1e-6).ln()
}
