//! What is shown: progress on stderr, and what the quantised network loses.

use std::fmt;
use std::time::Instant;

use baroque_engine::TunedGame;
use baroque_engine::network::Network;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::data::Data;
use crate::train::Trainer;

/// Maximum number of updates of the line per second.
const UPDATES: u8 = 4;
const LINE: &str = "{prefix} [{wide_bar}] {human_pos} of {human_len} positions";

/// The progress of an epoch: a line on stderr if that is a terminal, erased on drop.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// The progress of an epoch, from 1, with as many positions.
    pub fn new(epoch: usize, epochs: usize, positions: usize) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(UPDATES);
        let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
        let style = ProgressStyle::with_template(LINE);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        bar.set_prefix(format!("epoch {epoch} of {epochs}"));
        Self { bar, start: Instant::now() }
    }

    /// Adds finished positions.
    pub fn advance(&self, positions: usize) {
        self.bar.inc(positions as u64);
    }

    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.bar.position() as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What is lost by quantising a network, in positions of the validation.
pub struct QuantisationError {
    positions: usize,
    /// Mean losses of the network in floating point and of the quantised one.
    losses: [f64; 2],
    /// Mean and greatest difference of the two values in centipawns.
    mean: f64,
    greatest: f64,
}

impl QuantisationError {
    /// Compares the values in training with those that the engine computes.
    pub fn measure<G: TunedGame>(trainer: &Trainer, network: &Network, data: &Data<G>) -> Self {
        let positions = data.checked.len();
        let mut sums = Self { positions, losses: [0.0; 2], mean: 0.0, greatest: 0.0 };
        for (index, position) in &data.checked {
            let (sample, _) = data.validation.get(*index);
            let float = trainer.output(&data.validation, *index) * trainer.plan.target.scale;
            let values = [float, network.evaluate(position) as f32];
            let base = if network.residual { f32::from(sample.hand_made) } else { 0.0 };
            for (sum, value) in sums.losses.iter_mut().zip(values) {
                *sum += trainer.plan.loss_of_value(base + value, sample);
            }
            let error = f64::from((values[0] - values[1]).abs());
            sums.mean += error;
            sums.greatest = sums.greatest.max(error);
        }
        let count = positions.max(1) as f64;
        Self { losses: sums.losses.map(|sum| sum / count), mean: sums.mean / count, ..sums }
    }
}

impl fmt::Display for QuantisationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { positions, losses: [float, quantised], mean, greatest } = self;
        write!(
            f,
            "quantised: validation {float:.5} -> {quantised:.5} in {positions} positions, error \
             {mean:.1} centipawns on average, {greatest:.0} at most"
        )
    }
}
