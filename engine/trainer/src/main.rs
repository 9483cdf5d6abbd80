//! Trains a network for a game from games of self-play.
//!
//! ```text
//! baroque selfplay --count 1800 --nodes 800 --out data
//! RUSTFLAGS="-C target-cpu=native" cargo run --release -p baroque-trainer -- \
//!     --out baroque.nnue data/*.bin
//! ```
//!
//! The first command repeats the games, the second the network: the same files, options and program
//! give the same bytes, with any number of threads. `target-cpu=native` makes the trainer faster.
//! `engine/nets/README.md` says how the networks of the program were made.
//!
//! One network serves all rule sets of a game, and each file may have its own. Positions in check,
//! whose move captures or promotes, or whose score is that of a decided game do not count. Every
//! tenth game is not trained with and measures the loss.
//!
//! Modules, from the bottom up: `random`, `loss`, `symmetry`, `games`, `data`, `model`, `adam`,
//! `train`, `quantise`, `report`, `arguments`.

mod adam;
mod arguments;
mod data;
mod games;
mod loss;
mod model;
mod quantise;
mod random;
mod report;
mod symmetry;
mod train;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use baroque_engine::TunedGame;
use baroque_engine::network::{Inputs, Network, game_name};
use baroque_formats::files::NewFile;
use baroque_movegen::{Position, RuleFlags, with_game};
use clap::Parser;

use adam::Limits;
use arguments::Arguments;
use data::Data;
use loss::best_scale;
use model::{Parameters, Shape};
use quantise::quantised;
use report::{Progress, QuantisationError};
use symmetry::Views;
use train::Trainer;

/// Logits of the greatest score of a position that counts: beyond it the game is decided.
const LOGITS: u16 = 6;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let first = arguments.files.first().ok_or("there are no files")?;
    with_game!(games::game_of(first)?, G => train::<G>(arguments))
}

fn train<G: TunedGame>(arguments: &Arguments) -> Result<(), Error> {
    // Before hours are spent on it.
    drop(create(&arguments.out)?);
    let mut data = Data::<G>::load(&arguments.files, &arguments.filter())?;
    let scores = || data.training.iter().map(|sample| (sample.score, sample.half_points));
    let scale = arguments.scale.unwrap_or_else(|| best_scale(scores()));
    data.retain(arguments.max_score.unwrap_or(scale.saturating_mul(LOGITS)));
    let position = Position::<G>::start(game_name::<G>())?;
    let mut trainer = new_trainer(arguments, &position, scale);
    say(format_args!(
        "{}: {} positions to train, {} to validate, a logit is {scale} centipawns",
        game_name::<G>(),
        data.training.len(),
        data.validation.len()
    ));
    let (hand_made, least) = trainer.plan.bounds(&data.validation);
    say(format_args!(
        "validation loss of the hand-made evaluation {hand_made:.5}, at least {least:.5}"
    ));
    for epoch in 0..arguments.epochs {
        let progress = Progress::new(epoch + 1, arguments.epochs, data.training.len());
        let loss = trainer.epoch(&data.training, epoch, |positions| progress.advance(positions));
        let speed = progress.speed();
        drop(progress);
        let validation = trainer.loss(&data.validation);
        say(format_args!(
            "epoch {}: training {loss:.5}, validation {validation:.5}, {speed:.0} positions/s",
            epoch + 1
        ));
        let is_last = epoch + 1 == arguments.epochs;
        if is_last || arguments.every.is_some_and(|every| (epoch + 1) % every == 0) {
            let rounded = trainer.rounded(&data.training);
            let network = quantised(&rounded, &position, (scale, arguments.residual));
            write(&arguments.out, &network)?;
            say(QuantisationError::measure(&trainer, &network, &data));
        }
    }
    Ok(())
}

fn new_trainer<G: TunedGame>(arguments: &Arguments, position: &Position<G>, scale: u16) -> Trainer {
    let inputs = Inputs::of(position);
    let shape = Shape { inputs: inputs.count(), outputs: arguments.outputs.into() };
    // The engine's way to choose an output layer needs a network with as many.
    let network = quantised(&Parameters::zero(shape), position, (scale, arguments.residual));
    let layers = (0..=u8::MAX).map(|pieces| network.output_of(pieces.into())).collect();
    let table = position.table();
    let together = position.options().contains(RuleFlags::HANDS);
    let pieces = if together { table.max_pieces } else { 2 * table.max_pieces } as usize;
    let views = Views::new(position, arguments.symmetries);
    let limits = Limits::new(inputs.most(pieces));
    Trainer::new(arguments.plan(scale), (shape, inputs), views, layers, limits)
}

/// A network file under a temporary name: another program never sees a part of it, and the file
/// that was there stays if it cannot be written.
fn create(path: &Path) -> Result<NewFile, Error> {
    Ok(NewFile::create(path).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn write(path: &Path, network: &Network) -> Result<(), Error> {
    let mut file = create(path)?;
    let written = file.write_all(&network.to_bytes()).and_then(|()| file.commit());
    Ok(written.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Prints a line. That nobody reads it any more does not end the training.
fn say(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}
