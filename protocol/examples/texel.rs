//! Fits weights of the evaluation to the results of self-play by logistic regression (Österlund
//! 2014, Texel's Tuning Method): one weight after the other is moved as long as the loss falls.
//!
//! ```text
//! baroque selfplay --variant rococo --count 2000 --nodes 1000 --out data
//! cargo run --release --features tune --example texel -- --variant rococo data/*.bin
//! ```
//!
//! Without names all weights of the game are fitted. Positions in check, or whose move captures, do not
//! count; a tenth of the games only measures the loss. The values are printed at the end and can be given as `NAME=VALUE` to start from.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use baroque_engine::params::{PARAMS, Param};
use baroque_engine::{TunedGame, hand_made};
use baroque_games::Games;
use baroque_movegen::{Maxima, Position, Renaissance, Rococo, Ultima};
use baroque_training::records::TrainingGames;
use clap::Parser;
use rayon::prelude::*;

/// Scores beyond this, in centipawns, are of decided games.
const DECIDED: u16 = 2000;
/// Weight of the search's score against the result, which is noisier.
const BLEND: f64 = 0.5;
/// Penalty for a weight that moves through its whole range: a weight that hardly matters stays.
const PENALTY: f64 = 0.02;
/// The first steps of the search, as part of a weight's range.
const FIRST_STEP: i32 = 16;

type Error = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    /// Rule set of the games
    #[arg(long, default_value = "baroque")]
    variant: String,
    /// Files of `baroque selfplay`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Weights to fit, NAME or NAME=VALUE; repeat the option for several
    #[arg(long)]
    weight: Vec<String>,
}

/// A position with what came of it for the side to move.
struct Sample<G: TunedGame> {
    position: Position<G>,
    /// Result of the game, from 0 to 1.
    result: f64,
    /// Score of the search in centipawns.
    score: f64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.variant.as_str() {
        "maxima" => tune::<Maxima>("MAXIMA_", &arguments),
        "rococo" => tune::<Rococo>("ROCOCO_", &arguments),
        "renaissance" => tune::<Renaissance>("RENAISSANCE_", &arguments),
        _ => tune::<Ultima>("ULTIMA_", &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tune<G: TunedGame>(prefix: &str, arguments: &Arguments) -> Result<(), Error> {
    let (mut training, mut validation) = (Vec::<Sample<G>>::new(), Vec::<Sample<G>>::new());
    for file in &arguments.files {
        read(file, |is_held_out, sample| {
            if is_held_out { &mut validation } else { &mut training }.push(sample);
        })?;
    }
    let weights = chosen_weights(prefix, &arguments.weight)?;
    let scale = best_scale(&training);
    println!("{} positions, {} held out, scale {scale:.0}", training.len(), validation.len());
    let before = (loss(&training, scale), loss(&validation, scale));
    for shift in 0..12 {
        descend(&weights, shift, &training, scale);
    }
    let after = (loss(&training, scale), loss(&validation, scale));
    println!("loss {:.5} -> {:.5}", before.0, after.0);
    println!("held out {:.5} -> {:.5}", before.1, after.1);
    for weight in weights {
        println!("{}={} (was {})", weight.name, weight.get(), weight.default);
    }
    Ok(())
}

/// Calls a function with the quiet undecided positions of a file and whether their games only measure.
fn read<G: TunedGame>(file: &Path, mut each: impl FnMut(bool, Sample<G>)) -> Result<(), Error> {
    let games = TrainingGames::open(file, &Games::default())?;
    let header = games.header().clone();
    let rules = games.start::<G>()?.rules().clone();
    for game in games {
        let game = game?;
        game.replay::<G>(rules.clone(), |position, mv, score| {
            let noisy = position.in_check() || !position.victims(mv).is_empty();
            if !noisy && score.unsigned_abs() <= DECIDED {
                let winner = game.winner.map(|winner| winner == position.side());
                let result = winner.map_or(0.5, f64::from);
                let score = header.evaluation(score).value().into();
                each(game.is_held_out(), Sample { position: position.clone(), result, score });
            }
        })?;
    }
    Ok(())
}

/// The weights that were named, or all of the game.
fn chosen_weights(prefix: &str, names: &[String]) -> Result<Vec<&'static Param>, Error> {
    let of_game = |param: &&Param| param.name.starts_with(prefix);
    let mut chosen = Vec::new();
    for text in names {
        let (name, value) =
            text.split_once('=').map_or((text.as_str(), None), |(n, v)| (n, Some(v)));
        let param = PARAMS.iter().copied().filter(of_game).find(|param| param.name == name);
        let param = param.ok_or_else(|| format!("unknown weight '{name}'"))?;
        if let Some(value) = value {
            param.set(value.parse::<i32>()?.clamp(param.min, param.max));
        }
        chosen.push(param);
    }
    if chosen.is_empty() {
        chosen.extend(PARAMS.iter().copied().filter(of_game));
    }
    Ok(chosen)
}

/// Moves every weight by steps of a size as long as the loss falls.
fn descend<G: TunedGame>(weights: &[&Param], shift: u32, samples: &[Sample<G>], scale: f64) {
    let mut least = cost(weights, samples, scale);
    for weight in weights {
        let step = ((weight.max - weight.min) / FIRST_STEP) >> shift;
        for step in [step.max(1), -step.max(1)] {
            loop {
                let value = weight.get();
                weight.set((value + step).clamp(weight.min, weight.max));
                let new = cost(weights, samples, scale);
                if new >= least {
                    weight.set(value);
                    break;
                }
                least = new;
            }
        }
    }
    println!("{shift}: cost {least:.5}");
}

/// What is minimised: the loss, and a penalty for weights far from their defaults.
fn cost<G: TunedGame>(weights: &[&Param], samples: &[Sample<G>], scale: f64) -> f64 {
    let moved = |weight: &&Param| {
        let by = f64::from(weight.get() - weight.default);
        (by / f64::from(weight.max - weight.min)).powi(2)
    };
    loss(samples, scale) + PENALTY * weights.iter().map(moved).sum::<f64>()
}

/// The mean cross-entropy of what came of the positions and what the evaluation expects.
fn loss<G: TunedGame>(samples: &[Sample<G>], scale: f64) -> f64 {
    let chance = |score: f64| 1.0 / (1.0 + (-score / scale).exp());
    let of_one = |sample: &Sample<G>| {
        let target = (1.0 - BLEND) * sample.result + BLEND * chance(sample.score);
        let expected = chance(f64::from(hand_made(&sample.position).value()));
        -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
    };
    samples.par_iter().map(of_one).sum::<f64>() / samples.len().max(1) as f64
}

/// The centipawns at which the search's scores predict results best, by ternary search.
fn best_scale<G: TunedGame>(samples: &[Sample<G>]) -> f64 {
    let loss = |scale: f64| -> f64 {
        let of_one = |sample: &Sample<G>| {
            let expected = 1.0 / (1.0 + (-sample.score / scale).exp());
            -(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln())
        };
        samples.par_iter().map(of_one).sum()
    };
    let (mut low, mut high) = (20.0, 5000.0);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    low
}
