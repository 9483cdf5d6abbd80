//! Steps of training by batches, and the loss of many positions.

use baroque_engine::network::HIDDEN;
use rayon::prelude::*;

use crate::adam::{Adam, Limits, Step};
use crate::data::Samples;
use crate::model::{Parameters, Row, Shape};
use crate::plan::{Goal, Plan};
use crate::random::Random;
use crate::symmetry::Views;

/// Parts of a batch, each with a gradient of its own, which threads share. The number is the same
/// on all machines, so that the result does not depend on the number of threads.
const PARTS: usize = 8;
/// About as many positions correct the biases of a rounded network.
const MAX_ROUNDED: usize = 50_000;

/// What one part of a batch needs.
struct Worker {
    gradient: Parameters,
    inputs: Vec<[u16; 2]>,
    loss: f64,
}

/// A network in training.
pub struct Trainer {
    pub plan: Plan,
    pub goal: Goal,
    pub parameters: Parameters,
    adam: Adam,
    views: Views,
    /// The output layer by the number of pieces.
    layers: Vec<usize>,
    /// The mean of the parameters after the last steps, and the number of these.
    average: (Parameters, u32),
    workers: Vec<Worker>,
}

impl Trainer {
    /// A network with random parameters. `layers` is the output layer by the number of pieces.
    pub fn new(
        (plan, goal): (Plan, Goal),
        shape: Shape,
        views: Views,
        layers: Vec<usize>,
        limits: Limits,
    ) -> Self {
        let worker = || Worker { gradient: Parameters::zero(shape), inputs: vec![], loss: 0.0 };
        Self {
            plan,
            goal,
            parameters: Parameters::random(shape, &mut Random::new(plan.seed, 0)),
            adam: Adam::new(shape, plan.decay.unwrap_or_default(), limits),
            views,
            layers,
            average: (Parameters::zero(shape), 0),
            workers: std::iter::repeat_with(worker).take(PARTS).collect(),
        }
    }

    /// Trains with all positions once, in an order that depends on the epoch, from 0. Calls a
    /// function with the number of positions of each finished batch. Returns the mean loss, of each
    /// position before its step.
    pub fn epoch(&mut self, samples: &Samples, epoch: usize, done: impl Fn(usize)) -> f64 {
        let mut random = Random::new(self.plan.seed, 1 + 2 * epoch as u64);
        let symmetries = Random::new(self.plan.seed, 2 + 2 * epoch as u64);
        // There are fewer positions than inputs, whose number fits 32 bits.
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        random.shuffle(&mut order);
        let batches = order.len().div_ceil(self.plan.batch());
        let mut loss = 0.0;
        for (batch, order) in order.chunks(self.plan.batch()).enumerate() {
            loss += self.add_gradients(samples, order, &symmetries);
            let gradients: Vec<_> = self.workers.iter().map(|worker| &worker.gradient).collect();
            let (number, steps) =
                (epoch * batches + batch, batches * usize::from(self.plan.epochs));
            let step = Step { rate: self.plan.rate(number, steps), positions: order.len() };
            self.adam.step(&mut self.parameters, &gradients, step);
            if (steps - number) as f32 <= self.plan.average * steps as f32 {
                let (average, count) = &mut self.average;
                *count += 1;
                average.approach(&self.parameters, 1.0 / *count as f32);
            }
            done(order.len());
        }
        loss / samples.len().max(1) as f64
    }

    /// Sums up the gradients of some positions by part. Returns the sum of their losses.
    fn add_gradients(&mut self, samples: &Samples, order: &[u32], symmetries: &Random) -> f64 {
        let Self { goal, parameters, views, layers, workers, .. } = self;
        let parts = order.len().div_ceil(PARTS).max(1);
        let parts = order.chunks(parts).chain(std::iter::repeat(&order[..0]));
        let work: Vec<_> = workers.iter_mut().zip(parts).collect();
        work.into_par_iter().for_each(|(worker, order)| {
            worker.gradient.rows.fill(Row::ZERO);
            worker.loss = 0.0;
            for &index in order {
                let (sample, inputs) = samples.get(index as usize);
                let drawn = symmetries.at(index.into()) % u64::from(sample.symmetries);
                let views = views.of(drawn as usize);
                collect(&mut worker.inputs, inputs, views);
                let sums = parameters.sums(&worker.inputs);
                let layer = layers[usize::from(sample.pieces)];
                let logit = goal.base(sample) + parameters.output(&sums, layer);
                let (loss, slope) = goal.loss_and_slope(logit, sample);
                worker.loss += f64::from(loss);
                let gradient = &mut worker.gradient;
                parameters.add_gradient(gradient, &worker.inputs, &sums, (layer, slope));
            }
        });
        workers.iter().map(|worker| worker.loss).sum()
    }

    /// Appends the parameters and the state of the optimiser to some bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.average.1.to_le_bytes());
        bytes.extend(self.adam.steps().to_le_bytes());
        for row in self.rows() {
            bytes.extend(row.0.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// Replaces what [`Self::write`] appends; false if these are no such bytes, and then nothing changes.
    pub fn read(&mut self, bytes: &[u8]) -> bool {
        let Some((averaged, bytes)) = bytes.split_first_chunk() else { return false };
        let Some((steps, bytes)) = bytes.split_first_chunk() else { return false };
        let (numbers, rest) = bytes.as_chunks();
        let rows = self.rows().count();
        if numbers.len() != rows * HIDDEN || !rest.is_empty() {
            return false;
        }
        self.average.1 = u32::from_le_bytes(*averaged);
        self.adam.set_steps(i32::from_le_bytes(*steps));
        for (row, numbers) in self.rows_mut().zip(numbers.chunks_exact(HIDDEN)) {
            for (number, bytes) in row.0.iter_mut().zip(numbers) {
                *number = f32::from_le_bytes(*bytes);
            }
        }
        true
    }

    /// All rows of parameters and optimiser.
    fn rows(&self) -> impl Iterator<Item = &Row> {
        let [average, square] = self.adam.rows();
        self.parameters.rows.iter().chain(&self.average.0.rows).chain(average).chain(square)
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let [average, square] = self.adam.rows_mut();
        let parameters = self.parameters.rows.iter_mut().chain(&mut self.average.0.rows);
        parameters.chain(average).chain(square)
    }

    /// The parameters, or the mean of the last ones where that is taken.
    fn best(&self) -> &Parameters {
        let (average, count) = &self.average;
        if *count > 0 { average } else { &self.parameters }
    }

    /// The network's output for a position, in logits, without the hand-made evaluation.
    pub fn output(&self, samples: &Samples, index: usize) -> f32 {
        let (inputs, layer) = self.inputs(samples, index);
        self.best().output(&self.best().sums(&inputs), layer)
    }

    /// The parameters rounded to those of the engine's network. The biases of the output layers are
    /// changed so that the mean value of some positions stays: the output weights are rounded so
    /// coarsely that without it the layers would differ by many centipawns.
    pub fn rounded(&self, samples: &Samples) -> Parameters {
        let mut rounded = self.best().rounded();
        let mut errors = vec![(0.0, 0_u32); rounded.shape.outputs];
        for index in (0..samples.len()).step_by(samples.len() / MAX_ROUNDED + 1) {
            let (inputs, layer) = self.inputs(samples, index);
            let value =
                |parameters: &Parameters| parameters.output(&parameters.sums(&inputs), layer);
            errors[layer].0 += f64::from(value(self.best()) - value(&rounded));
            errors[layer].1 += 1;
        }
        let biases = &mut rounded.rows[rounded.shape.output_bias()].0;
        for (bias, (error, count)) in biases.iter_mut().zip(errors) {
            *bias += (error / f64::from(count.max(1))) as f32;
        }
        rounded
    }

    /// The inputs of a position as both sides see them, and its output layer.
    fn inputs(&self, samples: &Samples, index: usize) -> (Vec<[u16; 2]>, usize) {
        let (sample, inputs) = samples.get(index);
        let mut rows = Vec::new();
        collect(&mut rows, inputs, self.views.of(0));
        (rows, self.layers[usize::from(sample.pieces)])
    }

    /// The mean loss of positions.
    pub fn loss(&self, samples: &Samples) -> f64 {
        let of_one = |index| {
            let (sample, _) = samples.get(index);
            let logit = self.goal.base(sample) + self.output(samples, index);
            f64::from(self.goal.loss_and_slope(logit, sample).0)
        };
        // The order in which threads add must not matter.
        let losses: Vec<f64> = (0..samples.len()).into_par_iter().map(of_one).collect();
        losses.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}

/// Replaces rows by those of a position's inputs as both sides see them.
#[inline]
fn collect(rows: &mut Vec<[u16; 2]>, inputs: &[u16], views: &[[u16; 2]]) {
    rows.clear();
    rows.extend(inputs.iter().map(|&input| views[usize::from(input)]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labelled::Labelled;
    use crate::loss::Target;
    use crate::symmetry::Symmetries;
    use baroque_engine::hand_made;
    use baroque_engine::network::Inputs;
    use baroque_movegen::{Position, Ultima};

    /// Positions of random games whose scores are the hand-made evaluation.
    fn samples(count: usize) -> Samples {
        let (mut samples, mut random) = (Samples::default(), Random::new(9, 0));
        let mut position = Position::<Ultima>::default();
        for _ in 0..count {
            let moves = position.legal_moves();
            if position.outcome().is_some() {
                position = Position::default();
                continue;
            }
            let score = hand_made(&position).value() as i16;
            let half_points = if score > 0 { 2 } else { 0 };
            let (is_check, is_capture) = (false, false);
            let labelled =
                Labelled { position, is_held_out: false, score, half_points, is_check, is_capture };
            samples.push(&labelled, Symmetries::All).unwrap();
            position = position.play_unchecked(moves[random.below(moves.len()).unwrap()]);
        }
        samples
    }

    fn plan() -> Plan {
        Plan {
            epochs: 30,
            batch: Some(64),
            rates: (0.01, 0.001),
            decay: Some(0.01),
            seed: 1,
            ..Plan::default()
        }
    }

    /// The loss before and after training, and the parameters after it.
    fn trained(plan: Plan) -> (f64, f64, Parameters) {
        let (samples, position) = (samples(200), Position::<Ultima>::default());
        let shape = Shape { inputs: Inputs::of(&position).count(), outputs: 2 };
        let views = Views::new(&position, Symmetries::All);
        let target = Target { score_weight: 0.7, scale: 200.0 };
        let goal = Goal { target, residual: plan.residual };
        let layers = (0..=64).map(|pieces| pieces / 33).collect();
        let mut trainer = Trainer::new((plan, goal), shape, views, layers, Limits::new(64));
        let before = trainer.loss(&samples);
        for epoch in 0..plan.epochs.into() {
            trainer.epoch(&samples, epoch, |_| ());
        }
        (before, trainer.loss(&samples), trainer.parameters)
    }

    #[test]
    fn training_lowers_the_loss() {
        let (before, after, _) = trained(plan());
        assert!(after < 0.8 * before, "{before} {after}");
        let (before, after, _) = trained(Plan { residual: true, ..plan() });
        assert!(after < before, "{before} {after}");
    }

    #[test]
    fn training_is_repeated_by_its_seed() {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| trained(plan()).2)
        };
        assert_eq!(with(1), with(3));
    }
}
