//! Tunes parameters of search and evaluation by simultaneous perturbation (SPSA, Spall 1992) on this
//! machine. Two processes of an engine built with `--features tune` play pairs of games, one with
//! all parameters a step up or down at random, the other with the opposite steps; the winner's
//! steps are taken.
//!
//! ```text
//! cargo build --release --features tune
//! cargo run --release --features tune --example spsa -- --iterations 1000 \
//!     --variant baroque,rococo --state spsa.json LMR_BASE LMR_DIVISOR FUTILITY_SLOPE=150
//! cargo run --release --features tune --example spsa -- --lines LMR_BASE
//! ```
//!
//! A parameter is named with or without the value to start from. Perturbations shrink to a
//! twentieth of the range in the last iteration. The values are printed after every tenth of the
//! iterations. `--state` names a file that holds the schedule, the iteration and the values; the same
//! command goes on from it after an interruption, as if there had been none. `--lines` prints the
//! parameters for OpenBench.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use baroque_engine::params::{PARAMS, Param};
use baroque_formats::files::NewFile;
use baroque_movegen::interrupt::StopFlag;
use baroque_movegen::{AnyGame, Color};
use baroque_training::openings::RandomOpenings;
use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Plies of random play before the engines take over.
const OPENING: usize = 8;
/// Exponents of the sizes of perturbation and step, as Spall recommends.
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;
/// Perturbation in the last iteration, as part of a parameter's range.
const END_STEP: f64 = 1.0 / 20.0;
/// OpenBench's usual step in the last iteration, as part of the square of that perturbation.
const OPENBENCH_RATE: f64 = 0.002;

type Error = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    /// The engine, built with the cargo feature `tune`
    #[arg(long, default_value = "target/release/baroque")]
    engine: PathBuf,
    /// Print the parameters as OpenBench reads them
    #[arg(long)]
    lines: bool,
    /// File of schedule, iteration and values, to go on from if it exists
    #[arg(long)]
    state: Option<PathBuf>,
    #[command(flatten)]
    schedule: Schedule,
    /// Parameters to tune, NAME or NAME=VALUE
    parameters: Vec<String>,
}

/// What the result depends on besides the engine and the first values.
#[derive(clap::Args, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Schedule {
    /// Rule sets of the games, in turn
    #[arg(long, default_value = "baroque", value_delimiter = ',')]
    variant: Vec<String>,
    /// Iterations
    #[arg(long, default_value_t = 1000)]
    iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, default_value_t = 8)]
    pairs: u32,
    /// Step in the last iteration, as part of the square of the perturbation
    #[arg(long, default_value_t = 0.006)]
    rate: f64,
    /// Nodes a move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Seed of openings and perturbations
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// How far a tuning has come.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    schedule: Schedule,
    /// Finished iterations.
    iteration: u32,
    /// The values after them.
    values: BTreeMap<String, f64>,
    /// Earlier values, after each tenth of the iterations.
    trail: BTreeMap<u32, BTreeMap<String, f64>>,
}

impl State {
    fn new(schedule: Schedule, tuned: &[Tuned]) -> Self {
        Self { schedule, iteration: 0, values: values(tuned), trail: BTreeMap::new() }
    }

    /// The state in a file; the one to begin with if there is no file.
    fn read(path: &Path, schedule: Schedule, tuned: &[Tuned]) -> Result<Self, Error> {
        let state: Self = match fs::read_to_string(path) {
            Ok(text) => {
                serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Self::new(schedule.clone(), tuned),
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        let is_same = state.schedule == schedule && state.values.keys().eq(values(tuned).keys());
        match is_same {
            true => Ok(state),
            false => {
                Err(format!("{}: another schedule or other parameters", path.display()).into())
            }
        }
    }

    /// Replaces the file; the one before stays until this one is whole.
    fn write(&self, path: &Path) -> Result<(), Error> {
        let mut file = NewFile::create(path)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        Ok(file.commit()?)
    }
}

fn values(tuned: &[Tuned]) -> BTreeMap<String, f64> {
    tuned.iter().map(|it| (it.param.name.to_owned(), it.value)).collect()
}

/// A parameter being tuned.
struct Tuned {
    param: &'static Param,
    value: f64,
}

impl Tuned {
    fn read(text: &str) -> Result<Self, Error> {
        let (name, value) = text.split_once('=').map_or((text, None), |(n, v)| (n, Some(v)));
        let param = PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name));
        let param = *param.ok_or_else(|| format!("unknown parameter '{name}'"))?;
        let value = value.map_or(Ok(f64::from(param.default)), str::parse)?;
        Ok(Self { param, value })
    }

    fn range(&self) -> f64 {
        f64::from(self.param.max - self.param.min)
    }

    /// Perturbation in an iteration, from 1 of `last`; at least half a unit.
    fn step(&self, iteration: f64, last: f64) -> f64 {
        (self.range() * END_STEP).max(0.5) * (last / iteration).powf(GAMMA)
    }

    /// The value moved by a perturbation, rounded up or down at random.
    fn moved(&self, by: f64, random: &mut StdRng) -> i32 {
        let value = self.value + by + random.random_range(0.0..1.0);
        (value.floor() as i32).clamp(self.param.min, self.param.max)
    }
}

/// An engine process that speaks UCI.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &Path, variant: &str, options: &[(&str, i32)]) -> Result<Self, Error> {
        let mut command = Command::new(path);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the engine has no pipes".into());
        };
        let mut engine = Self { child, input, output: BufReader::new(output) };
        writeln!(engine.input, "setoption name Hash value 4")?;
        writeln!(engine.input, "setoption name UCI_Variant value {variant}")?;
        for (name, value) in options {
            writeln!(engine.input, "setoption name {name} value {value}")?;
        }
        Ok(engine)
    }

    /// The engine's move in a position.
    fn best_move(&mut self, fen: &str, moves: &str, nodes: u64) -> Result<String, Error> {
        writeln!(self.input, "position fen {fen} moves {moves}\ngo nodes {nodes}")?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine ended".into());
            }
            if let Some(rest) = line.strip_prefix("bestmove ") {
                return Ok(rest.split_whitespace().next().unwrap_or_default().to_owned());
            }
            if line.contains("error") {
                return Err(line.into());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() -> ExitCode {
    match tune(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tune(arguments: &Arguments) -> Result<(), Error> {
    let tuned = arguments.parameters.iter().map(|text| Tuned::read(text));
    let mut tuned = tuned.collect::<Result<Vec<_>, _>>()?;
    if arguments.lines {
        for Tuned { param, value } in &tuned {
            let Param { name, min, max, .. } = param;
            let step = (f64::from(max - min) * END_STEP).max(0.5);
            println!("{name}, int, {value}, {min}, {max}, {step}, {OPENBENCH_RATE}");
        }
        return Ok(());
    }
    let (engine, schedule) = (&arguments.engine, &arguments.schedule);
    let mut state = match &arguments.state {
        Some(path) => State::read(path, schedule.clone(), &tuned)?,
        None => State::new(schedule.clone(), &tuned),
    };
    for it in &mut tuned {
        it.value = state.values[it.param.name];
    }
    let last = f64::from(schedule.iterations);
    for number in state.iteration + 1..=schedule.iterations {
        let iteration = f64::from(number);
        // Of its own for each iteration, so that a tuning that goes on draws the same numbers.
        let mut random = StdRng::seed_from_u64(schedule.seed << 32 | u64::from(number));
        let steps: Vec<f64> = tuned
            .iter()
            .map(|it| if random.random() { 1.0 } else { -1.0 } * it.step(iteration, last))
            .collect();
        let mut options = |sign: f64| -> Vec<(&str, i32)> {
            let moved =
                |(it, step): (&Tuned, &f64)| (it.param.name, it.moved(sign * step, &mut random));
            tuned.iter().zip(&steps).map(moved).collect()
        };
        let (up, down) = (options(1.0), options(-1.0));
        let first = u64::from(number - 1) * u64::from(schedule.pairs);
        let pairs = (first..first + u64::from(schedule.pairs)).into_par_iter();
        let points = pairs.map(|pair| play_pair(schedule, engine, pair, &up, &down));
        let points: f64 = points.collect::<Result<Vec<f64>, Error>>()?.iter().sum();
        let stability = last / 10.0;
        let decay = ((stability + last) / (stability + iteration)).powf(ALPHA);
        for (it, step) in tuned.iter_mut().zip(&steps) {
            let end = it.step(last, last);
            // a_k / c_k, with a_k = rate × c_end² in the last iteration.
            let rate = schedule.rate * end * end * decay / step;
            let (min, max) = (f64::from(it.param.min), f64::from(it.param.max));
            it.value = (it.value + rate * points).clamp(min, max);
        }
        (state.iteration, state.values) = (number, values(&tuned));
        if number % (schedule.iterations / 10).max(1) == 0 {
            let values = tuned.iter().map(|it| format!("{}={:.2}", it.param.name, it.value));
            println!("{number}: {}", values.collect::<Vec<_>>().join(" "));
            state.trail.insert(number, state.values.clone());
        }
        if let Some(path) = &arguments.state {
            state.write(path)?;
        }
    }
    Ok(())
}

/// The points of the first options in two games of one opening, less those of the second.
fn play_pair(
    schedule: &Schedule,
    engine: &Path,
    pair: u64,
    up: &[(&str, i32)],
    down: &[(&str, i32)],
) -> Result<f64, Error> {
    let first = play(schedule, engine, pair, up, down)?;
    Ok(first - play(schedule, engine, pair, down, up)?)
}

/// The result of a game: 1 if White wins, -1 if Black does.
fn play(
    schedule: &Schedule,
    engine: &Path,
    opening: u64,
    white: &[(&str, i32)],
    black: &[(&str, i32)],
) -> Result<f64, Error> {
    let Schedule { variant: variants, nodes, seed, .. } = schedule;
    let variant = &variants[opening as usize % variants.len()];
    let mut position = AnyGame::new(variant)?;
    let mut place =
        RandomOpenings::new(&position, *seed, OPENING, &StopFlag::default())?.opening(opening);
    let start = position.fen();
    let mut engines =
        [Engine::start(engine, variant, white)?, Engine::start(engine, variant, black)?];
    loop {
        place.set_up(&mut position)?;
        if let Some(outcome) = position.outcome() {
            let points = |winner| if winner == Color::White { 1.0 } else { -1.0 };
            return Ok(outcome.winner.map_or(0.0, points));
        }
        let engine = &mut engines[position.side() as usize];
        place.moves.push(engine.best_move(&start, &place.moves.join(" "), *nodes)?);
    }
}
