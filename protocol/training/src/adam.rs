//! The optimiser AdamW (Loshchilov and Hutter 2019, Decoupled Weight Decay Regularization).

use baroque_engine::network::{HIDDEN_ONE, MAX_OUTPUT_WEIGHT, OUTPUT_ONE};
use rayon::prelude::*;

use crate::model::{Parameters, Row, Shape};

/// Part of the average gradient that stays with each step.
const KEPT: f32 = 0.9;
/// Part of the average square of the gradient that stays with each step.
const KEPT_SQUARE: f32 = 0.999;
/// Keeps a parameter without gradient from being divided by 0.
const EPSILON: f32 = 1e-8;
/// Rows that a thread changes at a time.
const ROWS: usize = 64;

/// The state of the optimiser.
pub struct Adam {
    average: Vec<Row>,
    square: Vec<Row>,
    steps: i32,
    decay: f32,
    pub limits: Limits,
}

/// Greatest absolute bias of a neuron.
const BIAS: f32 = 2.0;

/// Greatest absolute values of parameters, so that the network can be quantised.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    hidden: f32,
    bias: f32,
    output: f32,
}

impl Limits {
    /// The limits for positions with at most `inputs` inputs that are not 0, each as many times as
    /// its value says.
    pub fn new(inputs: usize) -> Self {
        // The sums of the hidden layer, of one weight for each input and the bias, fit 16 bits.
        // Each of them may be rounded up by a half.
        let one = HIDDEN_ONE as f32;
        let most = f32::from(i16::MAX) - BIAS * one - 0.5;
        Self {
            hidden: (most / inputs as f32 - 0.5) / one,
            bias: BIAS,
            output: f32::from(MAX_OUTPUT_WEIGHT) / OUTPUT_ONE as f32,
        }
    }
}

/// A step of training: its learning rate, and the number of positions of which gradients are sums.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub rate: f32,
    pub positions: usize,
}

impl Adam {
    /// The state before the first step. `decay` is the part of each weight of the hidden layer that a
    /// step with learning rate 1 takes away. Output weights do not decay, for they are rounded to few
    /// levels; nor do biases, which say nothing about single pieces.
    pub fn new(shape: Shape, decay: f32, limits: Limits) -> Self {
        let zero = vec![Row::ZERO; shape.rows()];
        Self { average: zero.clone(), square: zero, steps: 0, decay, limits }
    }

    /// The number of steps done.
    pub fn steps(&self) -> i32 {
        self.steps
    }

    /// Sets the number of steps done.
    pub fn set_steps(&mut self, steps: i32) {
        self.steps = steps;
    }

    /// The averages of gradients and of their squares.
    pub fn rows(&self) -> [&[Row]; 2] {
        [&self.average, &self.square]
    }

    /// The same, to be replaced.
    pub fn rows_mut(&mut self) -> [&mut [Row]; 2] {
        [&mut self.average, &mut self.square]
    }

    /// Changes the parameters against the sum of gradients, which are added in their order.
    pub fn step(&mut self, parameters: &mut Parameters, gradients: &[&Parameters], step: Step) {
        self.steps += 1;
        // The averages begin at 0 and are too small at first.
        let first = 1.0 - KEPT.powi(self.steps);
        let second = 1.0 - KEPT_SQUARE.powi(self.steps);
        let rate = step.rate / first;
        let shape = parameters.shape;
        let (decay, limits) = (1.0 - step.rate * self.decay, self.limits);
        let rows = parameters.rows.par_chunks_mut(ROWS).zip(self.average.par_chunks_mut(ROWS));
        let rows = rows.zip(self.square.par_chunks_mut(ROWS)).enumerate();
        rows.for_each(|(chunk, ((weights, averages), squares))| {
            for (index, weights) in weights.iter_mut().enumerate() {
                let row = chunk * ROWS + index;
                let mut gradient = Row::ZERO;
                gradients.iter().for_each(|part| gradient.add(&part.rows[row]));
                let update = Update {
                    rate,
                    second,
                    decay: if row < shape.bias() { decay } else { 1.0 },
                    limit: limits.of(shape, row),
                    share: 1.0 / step.positions as f32,
                };
                update.apply(weights, &gradient, &mut averages[index], &mut squares[index]);
            }
        });
    }
}

impl Limits {
    fn of(self, shape: Shape, row: usize) -> f32 {
        match row {
            row if row < shape.bias() => self.hidden,
            row if row == shape.bias() => self.bias,
            row if row < shape.output_bias() => self.output,
            _ => f32::INFINITY,
        }
    }
}

/// How a row changes.
struct Update {
    rate: f32,
    second: f32,
    decay: f32,
    limit: f32,
    /// Part of each position in the gradient.
    share: f32,
}

impl Update {
    #[inline]
    fn apply(&self, weights: &mut Row, gradient: &Row, averages: &mut Row, squares: &mut Row) {
        let rows = weights.0.iter_mut().zip(&gradient.0).zip(averages.0.iter_mut());
        for (((weight, gradient), average), square) in rows.zip(squares.0.iter_mut()) {
            let gradient = gradient * self.share;
            *average = KEPT * *average + (1.0 - KEPT) * gradient;
            *square = KEPT_SQUARE * *square + (1.0 - KEPT_SQUARE) * gradient * gradient;
            let change = self.rate * *average / ((*square / self.second).sqrt() + EPSILON);
            *weight = (*weight * self.decay - change).clamp(-self.limit, self.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { inputs: 3, outputs: 1 };

    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let mut parameters = Parameters::zero(SHAPE);
        let mut gradient = Parameters::zero(SHAPE);
        gradient.rows[1].0[5] = 8.0;
        gradient.rows[2].0[5] = -0.5;
        let step = Step { rate: 0.01, positions: 4 };
        let limits = Limits::new(64);
        Adam::new(SHAPE, 0.0, limits).step(&mut parameters, &[&gradient, &gradient], step);
        let near = |weight: f32, wanted: f32| assert!((weight - wanted).abs() < 1e-6, "{weight}");
        near(parameters.rows[1].0[5], -0.01);
        near(parameters.rows[2].0[5], 0.01);
        near(parameters.rows[1].0[4], 0.0);
    }

    #[test]
    fn weights_stay_in_their_limits() {
        let (limits, pieces) = (Limits::new(64), 64.0);
        let mut parameters = Parameters::zero(SHAPE);
        let mut gradient = Parameters::zero(SHAPE);
        gradient.rows.iter_mut().for_each(|row| row.0[0] = -1.0);
        let step = Step { rate: 100.0, positions: 1 };
        Adam::new(SHAPE, 0.1, limits).step(&mut parameters, &[&gradient], step);
        let quantised = (parameters.rows[0].0[0] * HIDDEN_ONE as f32).round();
        let bias = parameters.rows[SHAPE.bias()].0[0] * HIDDEN_ONE as f32;
        assert!(quantised > 470.0 && quantised * pieces + bias <= f32::from(i16::MAX));
        let output = parameters.rows[SHAPE.output(0)].0[0] * OUTPUT_ONE as f32;
        assert_eq!(output, f32::from(MAX_OUTPUT_WEIGHT));
        assert!(parameters.rows[SHAPE.output_bias()].0[0] > 99.0);
    }
}
