//! The network in floating point: values and gradients.

use baroque_engine::network::{HIDDEN, HIDDEN_ONE, OUTPUT_ONE};

use crate::random::Random;

/// Greatest absolute value of a weight of the hidden layer at the beginning. A position has about
/// 28 inputs, so that most neurons begin between −1 and 1.
const FIRST_HIDDEN: f32 = 0.25;
/// Bias of the hidden layer at the beginning: more neurons begin where they have a slope.
const FIRST_BIAS: f32 = 0.25;
/// Greatest absolute value of an output weight at the beginning.
const FIRST_OUTPUT: f32 = 0.1;
/// Partial sums of a dot product: as many as fill a few vectors, and added in a fixed order.
const LANES: usize = 16;

/// A number for each neuron of one side.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Row(pub [f32; HIDDEN]);

impl Row {
    /// All 0.
    pub const ZERO: Self = Self([0.0; HIDDEN]);

    /// Adds another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, number) in self.0.iter_mut().zip(&other.0) {
            *sum += number;
        }
    }
}

/// How many inputs and output layers a network has, and in which row the parameters of each are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub inputs: usize,
    pub outputs: usize,
}

impl Shape {
    /// The row of the hidden layer's bias, after those of the inputs' weights.
    pub fn bias(self) -> usize {
        self.inputs
    }

    /// The first of the two rows of an output layer's weights: of the own neurons and, next, of the
    /// opponent's.
    pub fn output(self, layer: usize) -> usize {
        self.inputs + 1 + 2 * layer
    }

    /// The row of the output layers' biases, one number each.
    pub fn output_bias(self) -> usize {
        self.output(self.outputs)
    }

    /// The number of rows.
    pub fn rows(self) -> usize {
        self.output_bias() + 1
    }
}

/// All parameters of a network, or the gradient of the loss by each.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    pub shape: Shape,
    pub rows: Vec<Row>,
}

/// The neurons of a position before they are clamped: of the side to move and of the opponent.
pub type Sums = [Row; 2];

impl Parameters {
    /// All 0.
    pub fn zero(shape: Shape) -> Self {
        Self { shape, rows: vec![Row::ZERO; shape.rows()] }
    }

    /// Random ones to begin with.
    pub fn random(shape: Shape, random: &mut Random) -> Self {
        let mut parameters = Self::zero(shape);
        let mut fill = |row: &mut Row, greatest: f32| {
            row.0.iter_mut().for_each(|number| *number = greatest * random.signed());
        };
        let (hidden, rest) = parameters.rows.split_at_mut(shape.bias());
        hidden.iter_mut().for_each(|row| fill(row, FIRST_HIDDEN));
        rest[0] = Row([FIRST_BIAS; HIDDEN]);
        let weights = shape.output(0) - shape.bias()..shape.output_bias() - shape.bias();
        rest[weights].iter_mut().for_each(|row| fill(row, FIRST_OUTPUT));
        parameters
    }

    /// Moves each parameter a part of the way to another one.
    pub fn approach(&mut self, other: &Self, part: f32) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            for (number, other) in row.0.iter_mut().zip(&other.0) {
                *number += part * (other - *number);
            }
        }
    }

    /// The parameters that the engine's networks can hold, biases of output layers aside.
    pub fn rounded(&self) -> Self {
        let mut rounded = self.clone();
        for (row, numbers) in rounded.rows[..self.shape.output_bias()].iter_mut().enumerate() {
            let one = if row <= self.shape.bias() { HIDDEN_ONE } else { OUTPUT_ONE } as f32;
            numbers.0.iter_mut().for_each(|number| *number = (*number * one).round() / one);
        }
        rounded
    }

    /// The hidden layer of a position, given by both views of its inputs.
    #[inline]
    pub fn sums(&self, inputs: &[[u16; 2]]) -> Sums {
        let mut sums = [self.rows[self.shape.bias()]; 2];
        for (view, sum) in sums.iter_mut().enumerate() {
            for input in inputs {
                sum.add(&self.rows[usize::from(input[view])]);
            }
        }
        sums
    }

    /// The output of a layer: the value in logits for the side to move.
    #[inline]
    pub fn output(&self, sums: &Sums, layer: usize) -> f32 {
        let first = self.shape.output(layer);
        let mut lanes = [0.0; LANES];
        for (sum, weights) in sums.iter().zip(&self.rows[first..first + 2]) {
            for (sums, weights) in sum.0.chunks_exact(LANES).zip(weights.0.chunks_exact(LANES)) {
                for (lane, (&sum, &weight)) in lanes.iter_mut().zip(sums.iter().zip(weights)) {
                    let clamped = clamp(sum);
                    *lane += clamped * clamped * weight;
                }
            }
        }
        lanes.iter().sum::<f32>() + self.rows[self.shape.output_bias()].0[layer]
    }

    /// Adds to a gradient that of a position, where `slope` is that of the loss by the output.
    #[inline]
    pub fn add_gradient(
        &self,
        gradient: &mut Self,
        inputs: &[[u16; 2]],
        sums: &Sums,
        (layer, slope): (usize, f32),
    ) {
        let shape = self.shape;
        gradient.rows[shape.output_bias()].0[layer] += slope;
        for (view, sum) in sums.iter().enumerate() {
            let output = shape.output(layer) + view;
            let weights = &self.rows[output];
            let by_weight = &mut gradient.rows[output];
            let mut by_sum = Row::ZERO;
            for neuron in 0..HIDDEN {
                let clamped = clamp(sum.0[neuron]);
                by_weight.0[neuron] += slope * clamped * clamped;
                // At 0 the slope of the square is 0 anyway.
                let rises = if sum.0[neuron] < 1.0 { 2.0 * clamped } else { 0.0 };
                by_sum.0[neuron] = slope * weights.0[neuron] * rises;
            }
            gradient.rows[shape.bias()].add(&by_sum);
            for input in inputs {
                gradient.rows[usize::from(input[view])].add(&by_sum);
            }
        }
    }
}

#[inline(always)]
fn clamp(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::loss_and_slope;

    const SHAPE: Shape = Shape { inputs: 6, outputs: 2 };
    const INPUTS: [[u16; 2]; 4] = [[0, 3], [1, 4], [1, 4], [5, 2]];
    /// Change of a parameter for a finite difference.
    const STEP: f32 = 1.0 / 256.0;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        for layer in [0, 1] {
            let parameters = Parameters::random(SHAPE, &mut Random::new(1, 0));
            let value = |parameters: &Parameters| {
                let output = parameters.output(&parameters.sums(&INPUTS), layer);
                loss_and_slope(output, 0.9)
            };
            let mut gradient = Parameters::zero(SHAPE);
            let (sums, (_, slope)) = (parameters.sums(&INPUTS), value(&parameters));
            parameters.add_gradient(&mut gradient, &INPUTS, &sums, (layer, slope));
            for row in 0..SHAPE.rows() {
                for neuron in 0..HIDDEN {
                    let shifted = |by: f32| {
                        let mut parameters = parameters.clone();
                        parameters.rows[row].0[neuron] += by;
                        value(&parameters).0
                    };
                    let found = gradient.rows[row].0[neuron];
                    let wanted = (shifted(STEP) - shifted(-STEP)) / (2.0 * STEP);
                    assert!((found - wanted).abs() < 1e-3, "{row} {neuron}: {found} {wanted}");
                }
            }
            let moved = |row: usize| gradient.rows[row].0.iter().any(|&by| by.abs() > 1e-2);
            assert!(moved(1) && moved(SHAPE.bias()) && moved(SHAPE.output(layer)));
            assert!(!moved(SHAPE.output(1 - layer)), "the other layer has no part in the value");
        }
    }
}
