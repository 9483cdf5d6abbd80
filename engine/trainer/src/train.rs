//! Training: batches, learning rates, and the loss of many positions.

use std::f32::consts::PI;

use baroque_engine::network::Inputs;
use rayon::prelude::*;

use crate::adam::{Adam, Limits, Step};
use crate::data::{Sample, Samples};
use crate::loss::{Loss, Target};
use crate::model::{Parameters, Row, Shape};
use crate::random::Random;
use crate::symmetry::Views;

/// Parts of a batch, each with a gradient of its own, which threads share. The number is the same
/// on all machines, so that the result does not depend on the number of threads.
const PARTS: usize = 8;
/// About as many positions correct the biases of a rounded network.
const MAX_ROUNDED: usize = 50_000;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub epochs: usize,
    /// Positions of a step.
    pub batch: usize,
    /// Learning rate of the first step and of the last; between them it falls as a cosine.
    pub rates: (f32, f32),
    /// Weight decay.
    pub decay: f32,
    pub loss: Loss,
    pub target: Target,
    /// Whether the network's value is added to the hand-made evaluation.
    pub residual: bool,
    /// Part of the steps, the last ones, whose parameters are averaged.
    pub average: f32,
    /// Whether the parameters of frozen pieces are differences from those of free ones.
    pub factorise: bool,
    pub seed: u64,
}

impl Plan {
    /// The learning rate of a step.
    fn rate(&self, step: usize, steps: usize) -> f32 {
        let (first, last) = self.rates;
        let done = step as f32 / steps.saturating_sub(1).max(1) as f32;
        last + (first - last) * (1.0 + (PI * done).cos()) / 2.0
    }

    /// The logits that the network's output is added to.
    #[inline]
    fn base(&self, sample: Sample) -> f32 {
        if self.residual { self.hand_made(sample) } else { 0.0 }
    }

    fn hand_made(&self, sample: Sample) -> f32 {
        f32::from(sample.hand_made) / self.target.scale
    }

    fn loss_and_slope(&self, logit: f32, sample: Sample) -> (f32, f32) {
        self.loss.value_and_slope(logit, self.target.of(sample.score, sample.half_points))
    }

    /// The loss of a position to which values in centipawns, the hand-made evaluation included if
    /// the network is added to it, were given.
    pub fn loss_of_value(&self, value: f32, sample: Sample) -> f64 {
        self.loss_and_slope(value / self.target.scale, sample).0.into()
    }

    /// The mean losses of the hand-made evaluation and of the best possible value.
    pub fn bounds(&self, samples: &Samples) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for &sample in samples.iter() {
            sums.0 += f64::from(self.loss_and_slope(self.hand_made(sample), sample).0);
            let target = self.target.of(sample.score, sample.half_points);
            sums.1 += f64::from(self.loss.least(target));
        }
        let count = samples.len().max(1) as f64;
        (sums.0 / count, sums.1 / count)
    }
}

/// What one part of a batch needs.
struct Worker {
    gradient: Parameters,
    inputs: Vec<[u16; 2]>,
    loss: f64,
}

/// A network in training.
pub struct Trainer {
    pub plan: Plan,
    pub parameters: Parameters,
    adam: Adam,
    views: Views,
    /// For each input of a frozen piece that of the free one, if the plan factorises.
    freed: Vec<Option<u16>>,
    /// The output layer by the number of pieces.
    layers: Vec<usize>,
    /// The mean of the parameters after the last steps, and the number of these.
    average: (Parameters, u32),
    workers: Vec<Worker>,
}

impl Trainer {
    /// A network with random parameters. `layers` is the output layer by the number of pieces.
    pub fn new(
        plan: Plan,
        (shape, inputs): (Shape, Inputs),
        views: Views,
        layers: Vec<usize>,
        limits: Limits,
    ) -> Self {
        let worker = || Worker { gradient: Parameters::zero(shape), inputs: vec![], loss: 0.0 };
        let freed = |input| inputs.freed(input).filter(|_| plan.factorise).map(|free| free as u16);
        let freed: Vec<_> = (0..shape.inputs).map(freed).collect();
        let mut parameters = Parameters::random(shape, &mut Random::new(plan.seed, 0));
        for (row, free) in parameters.rows.iter_mut().zip(&freed) {
            if free.is_some() {
                *row = Row::ZERO;
            }
        }
        Self {
            plan,
            parameters,
            adam: Adam::new(shape, plan.decay, limits),
            views,
            freed,
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
        let batches = order.len().div_ceil(self.plan.batch);
        let mut loss = 0.0;
        for (batch, order) in order.chunks(self.plan.batch).enumerate() {
            loss += self.add_gradients(samples, order, &symmetries);
            let gradients: Vec<_> = self.workers.iter().map(|worker| &worker.gradient).collect();
            let (number, steps) = (epoch * batches + batch, batches * self.plan.epochs);
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
        let Self { plan, parameters, views, freed, layers, workers, .. } = self;
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
                collect(&mut worker.inputs, inputs, (views, freed));
                let sums = parameters.sums(&worker.inputs);
                let layer = layers[usize::from(sample.pieces)];
                let logit = plan.base(sample) + parameters.output(&sums, layer);
                let (loss, slope) = plan.loss_and_slope(logit, sample);
                worker.loss += f64::from(loss);
                let gradient = &mut worker.gradient;
                parameters.add_gradient(gradient, &worker.inputs, &sums, (layer, slope));
            }
        });
        workers.iter().map(|worker| worker.loss).sum()
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
        for (input, free) in self.freed.iter().enumerate() {
            if let Some(free) = free {
                let free = rounded.rows[usize::from(*free)];
                self.adam.limits.add(&mut rounded.rows[input], &free);
            }
        }
        rounded
    }

    /// The inputs of a position as both sides see them, and its output layer.
    fn inputs(&self, samples: &Samples, index: usize) -> (Vec<[u16; 2]>, usize) {
        let (sample, inputs) = samples.get(index);
        let mut rows = Vec::new();
        collect(&mut rows, inputs, (self.views.of(0), &self.freed));
        (rows, self.layers[usize::from(sample.pieces)])
    }

    /// The mean loss of positions.
    pub fn loss(&self, samples: &Samples) -> f64 {
        let of_one = |index| {
            let (sample, _) = samples.get(index);
            let logit = self.plan.base(sample) + self.output(samples, index);
            f64::from(self.plan.loss_and_slope(logit, sample).0)
        };
        // The order in which threads add must not matter.
        let losses: Vec<f64> = (0..samples.len()).into_par_iter().map(of_one).collect();
        losses.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}

/// Replaces rows by those of a position's inputs as both sides see them.
#[inline]
fn collect(
    rows: &mut Vec<[u16; 2]>,
    inputs: &[u16],
    (views, freed): (&[[u16; 2]], &[Option<u16>]),
) {
    rows.clear();
    for &input in inputs {
        let [own, other] = views[usize::from(input)];
        rows.push([own, other]);
        if let (Some(own), Some(other)) = (freed[usize::from(own)], freed[usize::from(other)]) {
            rows.push([own, other]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Labelled;
    use crate::symmetry::Symmetries;
    use baroque_engine::hand_made;
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
            let labelled = Labelled { position, game: 0, score, half_points, is_check, is_capture };
            samples.push(&labelled, Symmetries::All).unwrap();
            position = position.play_unchecked(moves[random.below(moves.len())]);
        }
        samples
    }

    fn plan() -> Plan {
        Plan {
            epochs: 30,
            batch: 64,
            rates: (0.01, 0.001),
            decay: 0.01,
            loss: Loss::CrossEntropy,
            target: Target { score_weight: 0.7, scale: 200.0 },
            residual: false,
            average: 0.0,
            factorise: false,
            seed: 1,
        }
    }

    /// The loss before and after training, and the parameters after it.
    fn trained(plan: Plan) -> (f64, f64, Parameters) {
        let (samples, position) = (samples(200), Position::<Ultima>::default());
        let inputs = Inputs::of(&position);
        let shape = Shape { inputs: inputs.count(), outputs: 2 };
        let views = Views::new(&position, Symmetries::All);
        let layers = (0..=64).map(|pieces| pieces / 33).collect();
        let mut trainer = Trainer::new(plan, (shape, inputs), views, layers, Limits::new(64));
        let before = trainer.loss(&samples);
        for epoch in 0..plan.epochs {
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

    #[test]
    fn the_learning_rate_falls_from_the_first_to_the_last() {
        let plan = Plan { rates: (1e-3, 1e-5), ..plan() };
        assert_eq!((plan.rate(0, 101), plan.rate(100, 101)), (1e-3, 1e-5));
        assert!(plan.rate(50, 101) < plan.rate(49, 101));
        assert_eq!(plan.rate(0, 1), 1e-3);
    }
}
