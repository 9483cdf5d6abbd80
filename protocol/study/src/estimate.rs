//! Figures with their 95 % intervals.

use baroque_arena::Z95;
use serde::{Deserialize, Serialize};

/// Fewest observations from which anything is said.
pub const LEAST: usize = 30;

/// The expected result from 0 to 1 of a value in logits.
pub fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The number of games, or of what else was counted.
    pub count: u64,
}

impl Estimate {
    /// A value with its standard error.
    pub fn new(value: f64, error: f64, count: usize) -> Self {
        let half = Z95 * error;
        Self { value, low: value - half, high: value + half, count: count as u64 }
    }

    /// The mean of independent values; `None` if they are too few.
    pub fn mean(values: &[f64]) -> Option<Self> {
        if values.len() < LEAST {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        Some(Self::new(mean, (squares / (count - 1.0) / count).sqrt(), values.len()))
    }

    /// The part of some cases in which something holds; `None` if they are too few.
    pub fn part(cases: impl IntoIterator<Item = bool>) -> Option<Self> {
        Self::score(cases.into_iter().map(f64::from))
    }

    /// The mean of numbers from 0 to 1, with Wilson's interval (Journal of the American Statistical
    /// Association 22, 1927), which is never empty, and too wide where numbers are in between; `None` if
    /// they are too few.
    pub fn score(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (mut sum, mut count) = (0.0, 0_u64);
        for number in numbers {
            sum += number;
            count += 1;
        }
        if count < LEAST as u64 {
            return None;
        }
        let (n, part) = (count as f64, sum / count as f64);
        let square = Z95 * Z95 / n;
        let middle = (part + square / 2.0) / (1.0 + square);
        let half = (square * (part * (1.0 - part) + square / 4.0)).sqrt() / (1.0 + square);
        Some(Self { value: part, low: middle - half, high: middle + half, count })
    }

    /// The same in another unit.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let Self { value, low, high, count } = self;
        Self { value: value * factor, low: low * factor, high: high * factor, count }
    }

    /// The difference to an independent estimate, with its interval.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let error = |estimate: Self| (estimate.high - estimate.low) / (2.0 * Z95);
        let error = error(self).hypot(error(other));
        Self::new(self.value - other.value, error, self.count.min(other.count) as usize)
    }
}

/// A part in percent, with its interval; "not measured" if there is none.
pub fn percent(estimate: Option<Estimate>) -> String {
    let scaled = |estimate: Estimate| {
        let Estimate { value, low, high, .. } = estimate.scaled(100.0);
        format!("{value:.1} % ({:.1} to {:.1})", low.max(0.0), high.min(100.0))
    };
    estimate.map_or_else(not_measured, scaled)
}

/// A part of all cases in percent.
pub fn share(part: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

/// A figure with its interval and so many decimals; "not measured" if there is none.
pub fn plain(estimate: Option<Estimate>, decimals: usize) -> String {
    let text = |Estimate { value, low, high, .. }: Estimate| {
        format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
    };
    estimate.map_or_else(not_measured, text)
}

fn not_measured() -> String {
    "not measured".to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // 50 of 100: Wilson's interval is 0.4038 to 0.5962.
        let part = Estimate::part((0..100).map(|case| case % 2 == 0)).unwrap();
        assert!((part.value - 0.5).abs() < 1e-12);
        assert!((part.low - 0.4038).abs() < 1e-4 && (part.high - 0.5962).abs() < 1e-4);
        let none = Estimate::part((0..100).map(|_| false)).unwrap();
        assert!(none.low.abs() < 1e-12 && (none.high - 0.0370).abs() < 1e-4);
        // 0 and 1 in turn: the standard deviation is 0.5025, the error of the mean 0.0503.
        let values: Vec<f64> = (0..100).map(|index| f64::from(index % 2)).collect();
        let mean = Estimate::mean(&values).unwrap();
        assert!((mean.high - mean.low - 2.0 * 1.96 * 0.05025).abs() < 1e-3);
        assert_eq!(Estimate::mean(&values[..LEAST - 1]), None);
        assert_eq!(Estimate::part([true; LEAST - 1]), None);
    }

    #[test]
    fn errors_of_a_difference_add_as_squares() {
        let difference = Estimate::new(5.0, 3.0, 100).minus(Estimate::new(2.0, 4.0, 50));
        assert_eq!(difference.value, 3.0);
        assert!((difference.high - 3.0 - 5.0 * Z95).abs() < 1e-9);
        assert_eq!(difference.count, 50);
    }
}
