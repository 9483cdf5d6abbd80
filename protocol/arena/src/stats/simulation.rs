//! Simulated matches: the error rates of a sequential test are at most alpha and beta.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::sample::{ScoreProbability, moments};
use super::sprt::{EloModel, SprtSettings};
use super::{Sprt, SprtOutcome, Tally};

/// Simulated tests per hypothesis.
const TESTS: u32 = 200;
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.1;
/// Probabilities of pairs between equal players: LL, LD, WL, DD, WD, WW.
const EVEN_PAIRS: [f64; 6] = [0.06, 0.2, 0.16, 0.32, 0.2, 0.06];
/// Probabilities of games between equal players: loss, draw, win.
const EVEN_GAMES: [f64; 3] = [0.3, 0.4, 0.3];

/// The probabilities of results at an Elo difference: those of equal players, exponentially tilted by
/// the smallest parameter for which `is_enough` accepts mean and variance of the score.
fn tilted<const N: usize>(
    even: [f64; N],
    scores: [f64; N],
    is_enough: impl Fn(f64, f64) -> bool,
) -> [f64; N] {
    let (mut lower, mut upper) = (0.0, 5.0);
    let probabilities = |tilt: f64| {
        let weights: Vec<f64> =
            even.iter().zip(scores).map(|(p, score)| p * (tilt * (score - 0.5)).exp()).collect();
        let sum: f64 = weights.iter().sum();
        std::array::from_fn(|index| weights[index] / sum)
    };
    for _ in 0..60 {
        let middle = (lower + upper) / 2.0;
        let distribution: Vec<ScoreProbability> = std::iter::zip(scores, probabilities(middle))
            .map(|(score, probability)| ScoreProbability { score, probability })
            .collect();
        let (mean, variance) = moments(&distribution);
        match is_enough(mean, variance) {
            true => upper = middle,
            false => lower = middle,
        }
    }
    probabilities(upper)
}

/// Draws results with the given probabilities until the test is decided. Returns how many tests
/// accepted H1 and the mean number of results.
fn accepted<const N: usize>(
    sprt: Sprt,
    probabilities: [f64; N],
    results: [Tally; N],
    seed: u64,
) -> (u32, u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut accepted, mut length) = (0, 0);
    for _ in 0..TESTS {
        let mut tally = Tally::default();
        loop {
            let mut point: f64 = random.random();
            let kind = probabilities.iter().position(|probability| {
                point -= probability;
                point < 0.0
            });
            tally += results[kind.unwrap_or(N - 1)];
            length += 1;
            match sprt.outcome(sprt.llr(&tally, N == 6)) {
                SprtOutcome::Continue => {}
                SprtOutcome::H0 => break,
                SprtOutcome::H1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    (accepted, length / u64::from(TESTS))
}

/// The expected number of errors plus three standard deviations.
fn max_errors(probability: f64) -> u32 {
    let mean = f64::from(TESTS) * probability;
    (mean + 3.0 * (mean * (1.0 - probability)).sqrt()) as u32
}

fn check<const N: usize>(
    model: EloModel,
    elos: [f64; 2],
    results: [Tally; N],
    probabilities: [[f64; N]; 2],
) {
    let [elo0, elo1] = elos;
    let settings = SprtSettings { elo0, elo1, alpha: ALPHA, beta: BETA, model };
    let sprt = Sprt::new(settings).unwrap();
    let (wrong, length_0) = accepted(sprt, probabilities[0], results, 1);
    let (right, length_1) = accepted(sprt, probabilities[1], results, 2);
    assert!(wrong <= max_errors(ALPHA), "{settings:?}: H1 accepted {wrong} times where H0 is true");
    let missed = TESTS - right;
    assert!(
        missed <= max_errors(BETA),
        "{settings:?}: H0 accepted {missed} times where H1 is true"
    );
    // Tests that decide after a few results would satisfy the bounds by probability.
    assert!(length_0 > 10 && length_1 > 10);
}

#[test]
fn tests_of_pairs_have_the_promised_error_rates() {
    let pair =
        |[ll, ld, wl, dd, wd, ww]: [u64; 6]| Tally { ll, ld, wl, dd, wd, ww, ..Tally::default() };
    let results =
        std::array::from_fn(|kind| pair(std::array::from_fn(|index| u64::from(index == kind))));
    let scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
    // The factor is 800 / ln 10, and a pair is two games.
    let nelo = |elo: f64| {
        move |mean: f64, variance: f64| {
            (mean - 0.5) / (2.0 * variance).sqrt() * 347.435_585_522_601_46 >= elo
        }
    };
    let elo = |elo: f64| move |mean: f64, _| mean >= 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let normalized = [0.0, 60.0].map(|value| tilted(EVEN_PAIRS, scores, nelo(value)));
    check(EloModel::Normalized, [0.0, 60.0], results, normalized);
    let logistic = [10.0, 60.0].map(|value| tilted(EVEN_PAIRS, scores, elo(value)));
    check(EloModel::Logistic, [10.0, 60.0], results, logistic);
}

#[test]
fn tests_of_games_have_the_promised_error_rates() {
    let results = [(0, 1, 0), (0, 0, 1), (1, 0, 0)];
    let results =
        results.map(|(wins, losses, draws)| Tally { wins, losses, draws, ..Tally::default() });
    let scores = [0.0, 0.5, 1.0];
    let nelo = |elo: f64| {
        move |mean: f64, variance: f64| {
            (mean - 0.5) / variance.sqrt() * 347.435_585_522_601_46 >= elo
        }
    };
    let normalized = [0.0, 60.0].map(|value| tilted(EVEN_GAMES, scores, nelo(value)));
    check(EloModel::Normalized, [0.0, 60.0], results, normalized);
    // BayesElo defines the probabilities; this is the draw parameter of EVEN_GAMES.
    let draw_elo = 400.0 * (0.7_f64 / 0.3).log10();
    let bayes = |elo: f64| {
        let probability = |elo: f64| 1.0 / (1.0 + 10_f64.powf((draw_elo - elo) / 400.0));
        let (win, loss) = (probability(elo), probability(-elo));
        [loss, 1.0 - win - loss, win]
    };
    check(EloModel::Bayesian, [0.0, 80.0], results, [0.0, 80.0].map(bayes));
}
