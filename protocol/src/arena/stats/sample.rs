//! Results as a random sample: what can come out, and how often it did.

use super::Tally;

/// A possible score of a game or a pair, from 0 to 1, and its share of all games or pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outcome {
    pub(super) score: f64,
    pub(super) share: f64,
}

/// Independent results. The two games of a pair are not independent, because they begin at the
/// same opening; pairs are, so that they are what to count if there are any (Van den Bergh,
/// <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// All possible outcomes, from the worst to the best one, 0 and 1 among them.
    pub(super) outcomes: Vec<Outcome>,
    /// How many results there are.
    pub(super) size: f64,
    /// Games in each of them.
    pub(super) games_each: f64,
}

impl Sample {
    /// The pairs of a tally, or its games. A `stand_in` takes the place of counts that are zero.
    pub(super) fn new(tally: &Tally, pairs: bool, stand_in: f64) -> Self {
        let counts: &[u64] = match pairs {
            true => &tally.pentanomial(),
            false => &[tally.losses, tally.draws, tally.wins],
        };
        let counts: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { stand_in } else { count as f64 }).collect();
        let best = (counts.len() - 1) as f64;
        let size: f64 = counts.iter().sum();
        let outcome = |(index, count)| Outcome { score: index as f64 / best, share: count / size };
        let outcomes = counts.into_iter().enumerate().map(outcome).collect();
        Self { outcomes, size, games_each: if pairs { 2.0 } else { 1.0 } }
    }
}

/// Mean and variance of the score.
pub(super) fn moments(outcomes: &[Outcome]) -> (f64, f64) {
    let mean: f64 = outcomes.iter().map(|o| o.share * o.score).sum();
    let variance = outcomes.iter().map(|o| o.share * (o.score - mean).powi(2)).sum();
    (mean, variance)
}
