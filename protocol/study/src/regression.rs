//! Logistic regression: how much the result of a game changes with what one side has more of.

use crate::estimate::{Estimate, logistic};

/// Steps of Newton's method; a few are enough.
const STEPS: usize = 25;
/// Pulls weights to 0, as much as this many positions would.
const RIDGE: f64 = 1.0;
/// Logits of 100 centipawns: an expected score of 64 %.
const HUNDRED: f64 = 0.575_364_144_903_562;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The number of its game. Positions of one game are not independent.
    pub game: usize,
    /// What White has more of than Black, one number for each feature.
    pub features: Vec<f64>,
    /// The result for White, from 0 to 1.
    pub result: f64,
}

/// The worth of each feature in centipawns, of which 100 are an expected score of 64 %, with intervals that
/// take games as independent, but not their positions (Liang and Zeger, Biometrika 73, 1986). `None` if
/// there are too few games.
pub fn weights(observations: &[Observation], games: usize) -> Option<Vec<Estimate>> {
    let size = observations.first()?.features.len();
    if games < 10 * size.max(10) {
        return None;
    }
    let mut weights = vec![0.0; size];
    let mut inverse = Matrix::zero(size);
    for _ in 0..STEPS {
        let mut hessian = Matrix::zero(size);
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        (0..size).for_each(|index| *hessian.at(index, index) += RIDGE);
        for observation in observations {
            let chance = chance(&weights, &observation.features);
            let slope = chance * (1.0 - chance);
            for (row, one) in
                observation.features.iter().enumerate().filter(|(_, one)| **one != 0.0)
            {
                *gradient.get_mut(row)? += (observation.result - chance) * one;
                for (column, other) in observation.features.iter().enumerate() {
                    *hessian.at(row, column) += slope * one * other;
                }
            }
        }
        inverse = hessian.inverse()?;
        let step = inverse.times(&gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let errors = errors(observations, &weights, &inverse);
    let estimate =
        |(weight, error): (&f64, f64)| Estimate::new(*weight, error, games).scaled(100.0 / HUNDRED);
    Some(weights.iter().zip(errors).map(estimate).collect())
}

/// The expected result of a position.
fn chance(weights: &[f64], features: &[f64]) -> f64 {
    logistic(weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum())
}

/// The standard errors of the weights: the gradients of games vary by so much.
fn errors(observations: &[Observation], weights: &[f64], inverse: &Matrix) -> Vec<f64> {
    let size = weights.len();
    let mut variance = Matrix::zero(size);
    for game in observations.chunk_by(|one, other| one.game == other.game) {
        let mut gradient = vec![0.0; size];
        for observation in game {
            let error = observation.result - chance(weights, &observation.features);
            for (sum, feature) in gradient.iter_mut().zip(&observation.features) {
                *sum += error * feature;
            }
        }
        let change = inverse.times(&gradient);
        for (row, one) in change.iter().enumerate() {
            for (column, other) in change.iter().enumerate() {
                *variance.at(row, column) += one * other;
            }
        }
    }
    (0..size).map(|index| variance.at(index, index).sqrt()).collect()
}

/// A small square matrix.
struct Matrix {
    size: usize,
    numbers: Vec<f64>,
    /// What is outside.
    outside: f64,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Self { size, numbers: vec![0.0; size * size], outside: 0.0 }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        self.numbers.get_mut(row * self.size + column).unwrap_or(&mut self.outside)
    }

    fn row(&self, row: usize) -> &[f64] {
        self.numbers.get(row * self.size..(row + 1) * self.size).unwrap_or_default()
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let product = |row| self.row(row).iter().zip(vector).map(|(one, other)| one * other).sum();
        (0..self.size).map(product).collect()
    }

    /// The inverse of a positive definite matrix, by elimination; `None` if it is not one.
    fn inverse(mut self) -> Option<Self> {
        let size = self.size;
        let mut inverse = Self::zero(size);
        (0..size).for_each(|index| *inverse.at(index, index) = 1.0);
        for pivot in 0..size {
            let divisor = *self.at(pivot, pivot);
            if divisor <= 0.0 || !divisor.is_finite() {
                return None;
            }
            for column in 0..size {
                *self.at(pivot, column) /= divisor;
                *inverse.at(pivot, column) /= divisor;
            }
            for row in (0..size).filter(|row| *row != pivot) {
                let factor = *self.at(row, pivot);
                for column in 0..size {
                    let (one, other) = (*self.at(pivot, column), *inverse.at(pivot, column));
                    *self.at(row, column) -= factor * one;
                    *inverse.at(row, column) -= factor * other;
                }
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use baroque_training::random::Random;

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let rows = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]];
        let mut matrix = Matrix::zero(3);
        for (row, numbers) in rows.iter().enumerate() {
            for (column, number) in numbers.iter().enumerate() {
                *matrix.at(row, column) = *number;
            }
        }
        let inverse = matrix.inverse().unwrap();
        for (index, row) in rows.iter().enumerate() {
            let product = inverse.times(row);
            for (column, number) in product.iter().enumerate() {
                let wanted = f64::from(u8::from(column == index));
                assert!((number - wanted).abs() < 1e-12, "{product:?}");
            }
        }
        assert!(Matrix::zero(2).inverse().is_none());
    }

    #[test]
    fn worths_are_found_again() {
        // Games whose results are drawn by known worths.
        let (mut random, worths_drawn) = (Random::new(3, 0), [100.0, 500.0, -200.0]);
        let mut observations = Vec::new();
        for game in 0..3000 {
            let mut feature = || random.below(3).unwrap() as f64 - 1.0;
            let features = vec![feature(), feature(), feature()];
            let weights = worths_drawn.map(|worth| worth * HUNDRED / 100.0);
            let drawn = random.below(1_000_000).unwrap() as f64 / 1e6;
            let result = f64::from(u8::from(drawn < chance(&weights, &features)));
            // The positions of a game are all alike.
            let observation = Observation { game, features, result };
            observations.extend(std::iter::repeat_n(observation, 5));
        }
        let found = weights(&observations, 3000).unwrap();
        for (found, drawn) in found.iter().zip(worths_drawn) {
            assert!(found.low < drawn && drawn < found.high, "{found:?} {drawn}");
            assert!((5.0..40.0).contains(&(found.high - found.value)), "{found:?}");
        }
        assert!(weights(&observations[..50], 10).is_none());
    }
}
