//! Results of games or pairs as a random sample.

use super::Tally;

/// A possible score of a game or a pair, from 0 to 1, and its probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ScoreProbability {
    pub(super) score: f64,
    pub(super) probability: f64,
}

/// Independent results. The two games of a pair are correlated because they share an opening, while
/// pairs are independent of each other (Van den Bergh,
/// <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The empirical distribution: all possible scores in ascending order, from 0 to 1.
    pub(super) distribution: Vec<ScoreProbability>,
    /// Number of results.
    pub(super) size: f64,
    /// Games per result: 1 or 2.
    pub(super) games_per_result: f64,
}

impl Sample {
    /// The pairs of a tally, or its games. Counts of zero are replaced by `zero_count`.
    pub(super) fn new(tally: &Tally, pairs: bool, zero_count: f64) -> Self {
        let counts: &[u64] = match pairs {
            true => &tally.pentanomial(),
            false => &[tally.losses, tally.draws, tally.wins],
        };
        let counts: Vec<f64> = counts
            .iter()
            .map(|&count| if count == 0 { zero_count } else { count as f64 })
            .collect();
        let best = (counts.len() - 1) as f64;
        let size: f64 = counts.iter().sum();
        let point = |(index, count)| ScoreProbability {
            score: index as f64 / best,
            probability: count / size,
        };
        let distribution = counts.into_iter().enumerate().map(point).collect();
        Self { distribution, size, games_per_result: if pairs { 2.0 } else { 1.0 } }
    }
}

/// Mean and variance of the score.
pub(super) fn moments(distribution: &[ScoreProbability]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|point| point.probability * point.score).sum();
    let variance =
        distribution.iter().map(|point| point.probability * (point.score - mean).powi(2)).sum();
    (mean, variance)
}
