//! Matches that were never played: a sequential test errs as seldom as it promises.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::sample::{Outcome, moments};
use super::sprt::{Model, Settings};
use super::{Sprt, Tally, Verdict};

/// Tests of each hypothesis.
const TESTS: u32 = 200;
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.1;
/// Pairs by what they bring when nobody is stronger: LL, LD, WL, DD, WD, WW.
const EVEN_PAIRS: [f64; 6] = [0.06, 0.2, 0.16, 0.32, 0.2, 0.06];
/// Games when nobody is stronger: losses, draws, wins.
const EVEN_GAMES: [f64; 3] = [0.3, 0.4, 0.3];

/// What a strength in Elo of the model means for the chances of pairs or games: the even chances
/// with those of the wins raised and those of the losses lowered by one factor, which is searched.
fn tilted<const N: usize>(
    even: [f64; N],
    scores: [f64; N],
    is_enough: impl Fn(f64, f64) -> bool,
) -> [f64; N] {
    let (mut low, mut high) = (0.0, 5.0);
    let chances = |tilt: f64| {
        let weights: Vec<f64> =
            even.iter().zip(scores).map(|(p, score)| p * (tilt * (score - 0.5)).exp()).collect();
        let sum: f64 = weights.iter().sum();
        std::array::from_fn(|index| weights[index] / sum)
    };
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let outcomes: Vec<Outcome> = std::iter::zip(scores, chances(middle))
            .map(|(score, share)| Outcome { score, share })
            .collect();
        let (mean, variance) = moments(&outcomes);
        match is_enough(mean, variance) {
            true => high = middle,
            false => low = middle,
        }
    }
    chances(high)
}

/// Draws results with the given chances until the test is over; how many of the tests accepted H1,
/// and after how many results in the mean.
fn accepted<const N: usize>(
    sprt: Sprt,
    chances: [f64; N],
    kinds: [Tally; N],
    seed: u64,
) -> (u32, u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut accepted, mut length) = (0, 0);
    for _ in 0..TESTS {
        let mut tally = Tally::default();
        loop {
            let mut point: f64 = random.random();
            let kind = chances.iter().position(|chance| {
                point -= chance;
                point < 0.0
            });
            tally += kinds[kind.unwrap_or(N - 1)];
            length += 1;
            match sprt.verdict(sprt.llr(&tally, N == 6)) {
                Verdict::Continue => {}
                Verdict::H0 => break,
                Verdict::H1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    (accepted, length / u64::from(TESTS))
}

/// At most the promised share of errors, and three deviations.
fn most_errors(chance: f64) -> u32 {
    let mean = f64::from(TESTS) * chance;
    (mean + 3.0 * (mean * (1.0 - chance)).sqrt()) as u32
}

fn check<const N: usize>(model: Model, elos: [f64; 2], kinds: [Tally; N], chances: [[f64; N]; 2]) {
    let [elo0, elo1] = elos;
    let settings = Settings { elo0, elo1, alpha: ALPHA, beta: BETA, model };
    let sprt = Sprt::new(settings).unwrap();
    let (wrong, length_0) = accepted(sprt, chances[0], kinds, 1);
    let (right, length_1) = accepted(sprt, chances[1], kinds, 2);
    assert!(wrong <= most_errors(ALPHA), "{settings:?}: {wrong} times H1 where H0 is true");
    let missed = TESTS - right;
    assert!(missed <= most_errors(BETA), "{settings:?}: {missed} times H0 where H1 is true");
    // A test that decides nothing but by chance would pass too.
    assert!(length_0 > 10 && length_1 > 10);
}

#[test]
fn tests_of_pairs_keep_their_promise() {
    let pair =
        |[ll, ld, wl, dd, wd, ww]: [u64; 6]| Tally { ll, ld, wl, dd, wd, ww, ..Tally::default() };
    let kinds =
        std::array::from_fn(|kind| pair(std::array::from_fn(|index| u64::from(index == kind))));
    let scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
    // 800 / ln 10, and two games in a pair.
    let nelo = |elo: f64| {
        move |mean: f64, variance: f64| {
            (mean - 0.5) / (2.0 * variance).sqrt() * 347.435_585_522_601_46 >= elo
        }
    };
    let elo = |elo: f64| move |mean: f64, _| mean >= 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let normalized = [0.0, 60.0].map(|value| tilted(EVEN_PAIRS, scores, nelo(value)));
    check(Model::Normalized, [0.0, 60.0], kinds, normalized);
    let logistic = [10.0, 60.0].map(|value| tilted(EVEN_PAIRS, scores, elo(value)));
    check(Model::Logistic, [10.0, 60.0], kinds, logistic);
}

#[test]
fn tests_of_games_keep_their_promise() {
    let kinds = [(0, 1, 0), (0, 0, 1), (1, 0, 0)];
    let kinds =
        kinds.map(|(wins, losses, draws)| Tally { wins, losses, draws, ..Tally::default() });
    let scores = [0.0, 0.5, 1.0];
    let nelo = |elo: f64| {
        move |mean: f64, variance: f64| {
            (mean - 0.5) / variance.sqrt() * 347.435_585_522_601_46 >= elo
        }
    };
    let normalized = [0.0, 60.0].map(|value| tilted(EVEN_GAMES, scores, nelo(value)));
    check(Model::Normalized, [0.0, 60.0], kinds, normalized);
    // BayesElo gives the chances themselves; this is the strength of draws in the even games.
    let draw_elo = 400.0 * (0.7_f64 / 0.3).log10();
    let bayes = |elo: f64| {
        let chance = |elo: f64| 1.0 / (1.0 + 10_f64.powf((draw_elo - elo) / 400.0));
        let (win, loss) = (chance(elo), chance(-elo));
        [loss, 1.0 - win - loss, win]
    };
    check(Model::Bayesian, [0.0, 80.0], kinds, [0.0, 80.0].map(bayes));
}
