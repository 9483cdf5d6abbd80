//! `baroque train`: networks from games of self-play.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use baroque_engine::TunedGame;
use baroque_formats::files::{self, NewFile};
use baroque_games::Games;
use baroque_movegen::{Position, with_history};
use baroque_training::plan::Plan;
use baroque_training::records::TrainingGames;
use baroque_training::train::{Losses, Training};
use clap::Args;
use clap::value_parser as parser;
use rayon::ThreadPoolBuilder;

use super::error::ToolError;
use crate::error::Error;
use crate::progress::Progress;
use crate::signals;

/// Arguments of `baroque train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Files of 'baroque selfplay', all of one game
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File of the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of output layers, chosen by the number of pieces
    #[arg(long, value_name = "N", default_value_t = Plan::default().outputs, value_parser = parser!(u8).range(1..=32))]
    outputs: u8,
    /// Add the network to the hand-made evaluation, instead of replacing it
    #[arg(long)]
    residual: bool,
    /// Number of passes over all positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = Plan::default().epochs,
        value_parser = parser!(u16).range(1..)
    )]
    epochs: u16,
    /// Positions per step; default: from 256 to 4096, depending on how many there are
    #[arg(long, value_name = "N", value_parser = parser!(u32).range(1..))]
    batch: Option<u32>,
    /// Learning rate of the first step
    #[arg(long, value_name = "RATE", default_value_t = Plan::default().rates.0, value_parser = part)]
    rate: f32,
    /// Learning rate of the last step
    #[arg(long, value_name = "RATE", default_value_t = Plan::default().rates.1, value_parser = part)]
    final_rate: f32,
    /// Weight decay of AdamW for the hidden layer; default: the more positions, the less
    #[arg(long, value_name = "DECAY", value_parser = decay)]
    decay: Option<f32>,
    /// Weight of the search's score against the result of the game, from 0 to 1
    #[arg(long, value_name = "WEIGHT", default_value_t = Plan::default().score_weight, value_parser = part)]
    lambda: f32,
    /// Centipawns per logit; default: those with which scores predict results best
    #[arg(long, value_name = "CP", value_parser = parser!(u16).range(1..))]
    scale: Option<u16>,
    /// Greatest score, in centipawns, of a position that counts; default: 6 logits
    #[arg(long, value_name = "CP")]
    max_score: Option<u16>,
    /// Weight of the next position's score, blended in the same way, against the position's own,
    /// from 0 to 1
    #[arg(long, value_name = "WEIGHT", requires = "scale", value_parser = part)]
    blend: Option<f32>,
    /// Positions in check count too
    #[arg(long)]
    checks: bool,
    /// Positions whose move captures or promotes count too
    #[arg(long)]
    captures: bool,
    /// Share of the steps, at the end, whose networks are averaged
    #[arg(long, value_name = "PART", default_value_t = Plan::default().average, value_parser = part)]
    average: f32,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,
    /// Number of threads; default: one per processor. At most 8 are of use
    #[arg(long, value_name = "N", value_parser = parser!(u8).range(1..))]
    threads: Option<u8>,
}

impl TrainArgs {
    fn plan(&self) -> Plan {
        Plan {
            epochs: self.epochs,
            batch: self.batch.map(|batch| batch as usize),
            rates: (self.rate, self.final_rate),
            decay: self.decay,
            score_weight: self.lambda,
            scale: self.scale,
            max_score: self.max_score,
            outputs: self.outputs,
            residual: self.residual,
            blend: self.blend,
            average: self.average,
            checks: self.checks,
            captures: self.captures,
            seed: self.seed,
        }
    }
}

/// Trains a network and writes it, after each epoch again.
///
/// # Errors
/// A file cannot be read or written, is damaged or is one of another game, there are too few or too
/// many positions, or an interrupt.
pub fn run(
    args: &TrainArgs,
    games: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let bad = |error| ToolError::file(args.out.display(), error);
    // Before hours are spent on it.
    drop(NewFile::create(&args.out).map_err(bad)?);
    let Some(first) = args.files.first() else { return Ok(ExitCode::SUCCESS) };
    let first = TrainingGames::open(first, games)?.position();
    with_history!(first.history(), history => train(args, games, history.first(), output))
}

fn train<G: TunedGame>(
    args: &TrainArgs,
    games: &Games,
    position: &Position<G>,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let threads = args.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::no_threads(threads, &error))?;
    let stop = signals::stop_flag();
    let plan = args.plan();
    let mut training =
        pool.install(|| Training::new(&args.files, (games, position.clone()), plan))?;
    let (positions, held_out) = training.positions();
    let scale = training.scale();
    writeln!(
        output,
        "{positions} positions to train, {held_out} to validate, a logit is {scale} centipawns"
    )?;
    let (hand_made, least) = training.bounds();
    writeln!(
        output,
        "validation loss of the hand-made evaluation {hand_made:.5}, at least {least:.5}"
    )?;
    for epoch in 1..=plan.epochs {
        output.flush()?;
        let title = format!("epoch {epoch} of {}", plan.epochs);
        let progress = Progress::new(&title, positions as u64, "positions");
        let start = Instant::now();
        let losses = pool.install(|| training.epoch(|count| progress.advance(count as u64)));
        drop(progress);
        let speed = positions as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let Some(Losses { training: loss, validation }) = losses else { break };
        writeln!(
            output,
            "epoch {epoch}: training {loss:.5}, validation {validation:.5}, {speed:.0} positions/s"
        )?;
        files::write_atomically(&args.out, training.network().to_bytes())
            .map_err(|error| ToolError::file(args.out.display(), error))?;
        if stop.load(Ordering::Relaxed) {
            return Err(ToolError::Interrupted);
        }
    }
    writeln!(output, "{}", training.quantisation_error(&training.network()))?;
    Ok(ExitCode::SUCCESS)
}

fn decay(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or("allowed is a number from 0 to 10")
}

fn part(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("allowed is a number from 0 to 1")
}
