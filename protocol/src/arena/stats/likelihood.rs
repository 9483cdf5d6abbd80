//! The generalized likelihood ratio of a sample: how much better the best explanation under one
//! hypothesis is than the best one under another.

use super::sample::{Outcome, Sample, moments};

/// Most steps towards the distribution of a given t-value. A few are enough.
const MOST_STEPS: usize = 50;
/// The largest change of a share at which a step was the last one.
const CLOSE: f64 = 1e-9;
/// How often the interval of a root is halved: until floating-point numbers are no closer.
const HALVINGS: usize = 64;

/// What a hypothesis is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Statistic {
    /// The mean score, between 0 and 1.
    Mean,
    /// How far the mean score is from ½, in deviations of the score.
    TValue,
}

/// Logarithm of the likelihood of a sample under the second of two hypotheses over that under the
/// first (Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of
/// a multinomial distribution", <https://www.cantate.be/Fishtest/comparing_approximations.pdf>).
/// Every outcome must have a share above 0, means must lie between 0 and 1, and t-values between
/// −0.9 and 0.9.
pub(super) fn log_ratio(sample: &Sample, statistic: Statistic, hypotheses: [f64; 2]) -> f64 {
    let seen = &sample.outcomes;
    let best = hypotheses.map(|value| match statistic {
        Statistic::Mean => with_mean(seen, value),
        Statistic::TValue => with_t_value(seen, value),
    });
    let [Some(under_0), Some(under_1)] = best else { return 0.0 };
    let terms = seen.iter().zip(under_0.iter().zip(&under_1));
    sample.size * terms.map(|(o, (p0, p1))| o.share * (p1.share.ln() - p0.share.ln())).sum::<f64>()
}

/// The most likely distribution with a given mean, behind what was seen (Proposition 1.1 of the
/// paper above).
fn with_mean(seen: &[Outcome], mean: f64) -> Option<Vec<Outcome>> {
    reweighted(seen, |outcome| outcome.score - mean)
}

/// The most likely distribution with a given t-value, behind what was seen (Van den Bergh, "Comments
/// on normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1).
///
/// The condition is not linear in the shares as that of a mean is. So it is replaced by its tangent
/// at a guess with mean μ and deviation σ: the mean of aᵢ − ½ − ½ t σ (1 + ((aᵢ − μ) / σ)²) over
/// the outcomes aᵢ is 0. What solves this is the next guess.
///
/// Each of these problems has a solution, for which numbers of both signs are needed. Let t > 0;
/// t < 0 is its mirror image, and t = 0 is the condition of a mean. The number of the outcome 0 is
/// negative. Any solution has a t-value of at least t, because its deviation σ' obeys
/// μ' − ½ = ½ t (σ + (σ'² + (μ' − μ)²) / σ) ≥ t σ'; and at a guess whose t-value is at least t the
/// numbers' mean is at least 0, so that one of them is positive. The first guess, where all outcomes
/// are equally likely, has no such t-value; there the number of the outcome 1 is positive as long as
/// t < 0.94 with five outcomes and t < 0.98 with three.
fn with_t_value(seen: &[Outcome], t: f64) -> Option<Vec<Outcome>> {
    let even = 1.0 / seen.len() as f64;
    let mut guess: Vec<Outcome> = seen.iter().map(|o| Outcome { share: even, ..*o }).collect();
    for _ in 0..MOST_STEPS {
        let (mean, variance) = moments(&guess);
        let deviation = variance.sqrt();
        let next = reweighted(seen, |outcome| {
            let off = (outcome.score - mean) / deviation;
            outcome.score - 0.5 - 0.5 * t * deviation * (1.0 + off * off)
        })?;
        let change = guess.iter().zip(&next).map(|(a, b)| (a.share - b.share).abs());
        let change = change.fold(0.0, f64::max);
        guess = next;
        if change < CLOSE {
            break;
        }
    }
    Some(guess)
}

/// The most likely distribution behind what was seen under which the mean of some numbers, one for
/// each outcome, is 0: shares p̂ᵢ / (1 + θ φᵢ) with the θ that makes it so. There is none unless some
/// numbers are below 0 and some above.
fn reweighted(seen: &[Outcome], number: impl Fn(&Outcome) -> f64) -> Option<Vec<Outcome>> {
    let terms: Vec<(f64, f64)> = seen.iter().map(|o| (number(o), o.share)).collect();
    let theta = root(&terms)?;
    let weight = |(o, (number, _)): (&Outcome, &(f64, f64))| {
        // Next to a pole a denominator may be rounded to 0; no share is above 1.
        Outcome { share: (o.share / (1.0 + theta * number)).min(1.0), ..*o }
    };
    Some(seen.iter().zip(&terms).map(weight).collect())
}

/// The θ at which Σ pᵢ φᵢ / (1 + θ φᵢ) is 0 and all denominators are positive, for terms (φᵢ, pᵢ).
///
/// The denominators are positive between −1 / max φ and −1 / min φ. There every term falls with θ,
/// so the sum does; and it comes from +∞ at the lower end, where the term of the largest φ has its
/// pole, and goes to −∞ at the upper one. So there is one root, and halving the interval finds it.
fn root(terms: &[(f64, f64)]) -> Option<f64> {
    let least = terms.iter().map(|&(number, _)| number).fold(f64::INFINITY, f64::min);
    let most = terms.iter().map(|&(number, _)| number).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && 0.0 < most) {
        return None;
    }
    let sum =
        |x: f64| terms.iter().map(|&(number, p)| p * number / (1.0 + x * number)).sum::<f64>();
    let (mut lower, mut upper) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = lower + (upper - lower) / 2.0;
        match sum(middle) > 0.0 {
            true => lower = middle,
            false => upper = middle,
        }
    }
    Some(lower + (upper - lower) / 2.0)
}
