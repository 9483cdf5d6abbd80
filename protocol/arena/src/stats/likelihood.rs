//! The generalized log-likelihood ratio of a sample under two hypotheses.

use super::sample::{Sample, ScoreProbability, moments};

/// Maximal number of iterations for the distribution of a given t-value. A few suffice.
const MAX_ITERATIONS: usize = 50;
/// The iteration ends when no probability changes by more.
const TOLERANCE: f64 = 1e-9;
/// Bisection steps for a root: enough to reach the resolution of `f64`.
const BISECTIONS: usize = 64;

/// The statistic whose value a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Statistic {
    /// The mean score, between 0 and 1.
    Mean,
    /// The distance of the mean score from ½, in standard deviations of the score.
    TValue,
}

/// Logarithm of the likelihood of a sample under the second of two hypotheses divided by that under
/// the first (Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of
/// a multinomial distribution", <https://www.cantate.be/Fishtest/comparing_approximations.pdf>).
/// All probabilities must be above 0, means between 0 and 1, and t-values between −0.9 and 0.9.
pub(super) fn log_ratio(sample: &Sample, statistic: Statistic, hypotheses: [f64; 2]) -> f64 {
    let observed = &sample.distribution;
    let fits = hypotheses.map(|value| match statistic {
        Statistic::Mean => with_mean(observed, value),
        Statistic::TValue => with_t_value(observed, value),
    });
    let [Some(under_0), Some(under_1)] = fits else { return 0.0 };
    let terms = observed.iter().zip(under_0.iter().zip(&under_1));
    sample.size
        * terms
            .map(|(point, (p0, p1))| {
                point.probability * (p1.probability.ln() - p0.probability.ln())
            })
            .sum::<f64>()
}

/// The maximum-likelihood distribution with a given mean (Proposition 1.1 of the paper above).
fn with_mean(observed: &[ScoreProbability], mean: f64) -> Option<Vec<ScoreProbability>> {
    reweighted(observed, |point| point.score - mean)
}

/// The maximum-likelihood distribution with a given t-value (Van den Bergh, "Comments on normalized
/// Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1).
///
/// The constraint is not linear in the probabilities. Each iteration linearizes it at a guess with
/// mean μ and deviation σ: the mean of φᵢ = aᵢ − ½ − ½ t σ (1 + ((aᵢ − μ) / σ)²) over the scores aᵢ
/// is 0. The solution is the next guess.
///
/// Each linearized problem has a solution, because the φᵢ have both signs. Let t > 0; t < 0 is
/// symmetric, and t = 0 is the constraint of a mean. The φᵢ of the score 0 is negative. A solution
/// has a t-value of at least t, because its deviation σ' satisfies
/// μ' − ½ = ½ t (σ + (σ'² + (μ' − μ)²) / σ) ≥ t σ'. At a guess with a t-value of at least t, the mean
/// of the φᵢ is at least 0, so one of them is positive. The first guess, the uniform distribution,
/// has a smaller t-value, but the φᵢ of the score 1 is positive for t < 0.94 with five scores and
/// t < 0.98 with three.
fn with_t_value(observed: &[ScoreProbability], t: f64) -> Option<Vec<ScoreProbability>> {
    let uniform = 1.0 / observed.len() as f64;
    let mut guess: Vec<ScoreProbability> =
        observed.iter().map(|point| ScoreProbability { probability: uniform, ..*point }).collect();
    for _ in 0..MAX_ITERATIONS {
        let (mean, variance) = moments(&guess);
        let deviation = variance.sqrt();
        let next = reweighted(observed, |point| {
            let z = (point.score - mean) / deviation;
            point.score - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
        })?;
        let change = guess.iter().zip(&next).map(|(a, b)| (a.probability - b.probability).abs());
        let change = change.fold(0.0, f64::max);
        guess = next;
        if change < TOLERANCE {
            break;
        }
    }
    Some(guess)
}

/// The maximum-likelihood distribution under which the mean of φ is 0: the probabilities
/// p̂ᵢ / (1 + θ φᵢ) for observed p̂ᵢ and the θ that satisfies the constraint. `None` unless φ takes both
/// signs.
fn reweighted(
    observed: &[ScoreProbability],
    phi: impl Fn(&ScoreProbability) -> f64,
) -> Option<Vec<ScoreProbability>> {
    let terms: Vec<(f64, f64)> =
        observed.iter().map(|point| (phi(point), point.probability)).collect();
    let theta = root(&terms)?;
    let reweight = |(point, (phi, _)): (&ScoreProbability, &(f64, f64))| {
        // Next to a pole the denominator may be rounded to 0.
        ScoreProbability {
            probability: (point.probability / (1.0 + theta * phi)).min(1.0),
            ..*point
        }
    };
    Some(observed.iter().zip(&terms).map(reweight).collect())
}

/// The θ for which Σ pᵢ φᵢ / (1 + θ φᵢ) is 0 and all denominators are positive, for terms (φᵢ, pᵢ).
///
/// The denominators are positive between −1 / max φ and −1 / min φ. In this interval every term
/// decreases with θ, and the sum falls from +∞ at the lower end, the pole of the largest φ, to −∞ at
/// the upper end. So there is exactly one root, which bisection finds.
fn root(terms: &[(f64, f64)]) -> Option<f64> {
    let min = terms.iter().map(|&(phi, _)| phi).fold(f64::INFINITY, f64::min);
    let max = terms.iter().map(|&(phi, _)| phi).fold(f64::NEG_INFINITY, f64::max);
    if !(min < 0.0 && 0.0 < max) {
        return None;
    }
    let sum = |x: f64| terms.iter().map(|&(phi, p)| p * phi / (1.0 + x * phi)).sum::<f64>();
    let (mut lower, mut upper) = (-1.0 / max, -1.0 / min);
    for _ in 0..BISECTIONS {
        let middle = lower + (upper - lower) / 2.0;
        match sum(middle) > 0.0 {
            true => lower = middle,
            false => upper = middle,
        }
    }
    Some(lower + (upper - lower) / 2.0)
}
