//! Training of a network from files of self-play.

use std::fmt;
use std::path::PathBuf;

use baroque_engine::TunedGame;
use baroque_engine::network::{Inputs, Network};
use baroque_formats::Rejected;
use baroque_games::Games;
use baroque_movegen::{Position, RuleFlags};

use crate::adam::Limits;
use crate::data::Data;
use crate::loss::{Target, best_scale};
use crate::model::{Parameters, Shape};
use crate::plan::{Goal, Plan};
use crate::quantise::quantised;
use crate::symmetry::{Symmetries, Views};
use crate::trainer::Trainer;

/// A network in training, for the game of some files of self-play.
///
/// The same files and the same plan give the same network, with any number of threads. A tenth of the
/// games is not trained with and measures the loss.
pub struct Training<G: TunedGame> {
    data: Data<G>,
    /// A start position of the game.
    position: Position<G>,
    scale: u16,
    trainer: Trainer,
    /// Epochs done.
    done: usize,
}

/// Mean losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// That of each position of the training, before its step.
    pub training: f64,
    /// That of the positions of the validation, after the epoch.
    pub validation: f64,
}

impl<G: TunedGame> Training<G> {
    /// Reads files of games like that of a position, each of which may have its own rule set.
    ///
    /// # Errors
    /// A file cannot be read, is damaged or is one of another game, or there are too few or too many
    /// positions.
    pub fn new(
        files: &[PathBuf],
        (known, position): (&Games, Position<G>),
        plan: Plan,
    ) -> Result<Self, Rejected> {
        let mut data = Data::load(files, (known, &position), &plan.filter()?)?;
        let scores = || data.training.iter().map(|sample| (sample.score, sample.half_points));
        let scale = plan.scale.unwrap_or_else(|| best_scale(scores()));
        data.retain(plan.max_score(scale));
        let plan = plan.fitting(data.training.len());
        let shape = Shape { inputs: Inputs::of(&position).count(), outputs: plan.outputs.into() };
        // The engine's way to choose an output layer needs a network with as many.
        let network = quantised(&Parameters::zero(shape), &position, (scale, plan.residual));
        let layers = (0..=u8::MAX).map(|pieces| network.output_of(pieces.into())).collect();
        let target = Target { score_weight: plan.score_weight, scale: scale.into() };
        let goal = Goal { target, residual: plan.residual };
        // The rules of some files may have more symmetries than others.
        let views = Views::new(&position, Symmetries::most(&position));
        let trainer = Trainer::new((plan, goal), shape, views, layers, limits(&position));
        Ok(Self { data, position, scale, trainer, done: 0 })
    }

    /// The numbers of positions to train and to validate.
    pub fn positions(&self) -> (usize, usize) {
        (self.data.training.len(), self.data.validation.len())
    }

    /// Centipawns of a logit.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The mean losses in validation of the hand-made evaluation, and of the best possible values.
    pub fn bounds(&self) -> (f64, f64) {
        self.trainer.goal.bounds(&self.data.validation)
    }

    /// Trains with all positions once; `None` after all epochs of the plan. Calls a function with the
    /// number of positions of each finished batch.
    pub fn epoch(&mut self, done: impl Fn(usize)) -> Option<Losses> {
        if self.done >= self.epochs() {
            return None;
        }
        let training = self.trainer.epoch(&self.data.training, self.done, done);
        self.done += 1;
        Some(Losses { training, validation: self.trainer.loss(&self.data.validation) })
    }

    /// The number of epochs of the plan.
    pub fn epochs(&self) -> usize {
        self.trainer.plan.epochs.into()
    }

    /// The number of epochs done.
    pub fn epochs_done(&self) -> usize {
        self.done
    }

    /// All that a training after these epochs needs besides its files and its plan.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = (self.done as u64).to_le_bytes().to_vec();
        self.trainer.write(&mut bytes);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on after a [`state`](Self::state) of a training with the same files and the same plan. Returns
    /// whether it is one; otherwise nothing changes.
    pub fn restore(&mut self, state: &[u8]) -> bool {
        let Some((body, crc)) = state.split_last_chunk() else { return false };
        let Some((epochs, body)) = body.split_first_chunk() else { return false };
        let known = &state[..state.len() - crc.len()];
        if crc32fast::hash(known).to_le_bytes() != *crc || !self.trainer.read(body) {
            return false;
        }
        self.done = u64::from_le_bytes(*epochs) as usize;
        true
    }

    /// The network after the epochs done.
    pub fn network(&self) -> Network {
        let rounded = self.trainer.rounded(&self.data.training);
        quantised(&rounded, &self.position, (self.scale, self.trainer.plan.residual))
    }

    /// What was lost by quantising a network of this training.
    pub fn quantisation_error(&self, network: &Network) -> QuantisationError {
        let Self { data, trainer, .. } = self;
        let positions = data.checked.len();
        let mut sums = QuantisationError { positions, losses: [0.0; 2], mean: 0.0, greatest: 0.0 };
        for (index, position) in &data.checked {
            let (sample, _) = data.validation.get(*index);
            let scale = trainer.goal.target.scale;
            let float = trainer.output(&data.validation, *index) * scale;
            let values = [float, network.evaluate(position) as f32];
            for (sum, value) in sums.losses.iter_mut().zip(values) {
                let logit = trainer.goal.base(sample) + value / scale;
                *sum += f64::from(trainer.goal.loss_and_slope(logit, sample).0);
            }
            let error = f64::from((values[0] - values[1]).abs());
            sums.mean += error;
            sums.greatest = sums.greatest.max(error);
        }
        let count = positions.max(1) as f64;
        QuantisationError {
            losses: sums.losses.map(|sum| sum / count),
            mean: sums.mean / count,
            ..sums
        }
    }
}

/// The limits of weights for the most inputs that a position can have.
fn limits<G: TunedGame>(position: &Position<G>) -> Limits {
    let table = position.table();
    let together = position.options().contains(RuleFlags::HANDS);
    let pieces = if together { table.max_pieces } else { 2 * table.max_pieces } as usize;
    Limits::new(Inputs::of(position).most(pieces))
}

/// What is lost by quantising a network, in positions of the validation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuantisationError {
    /// The number of positions.
    pub positions: usize,
    /// Mean losses of the network in floating point and of the quantised one.
    pub losses: [f64; 2],
    /// Mean difference of the two values in centipawns.
    pub mean: f64,
    /// Greatest difference of the two values in centipawns.
    pub greatest: f64,
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
