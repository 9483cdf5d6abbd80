//! Estimates of the Elo difference of two players.

use std::f64::consts::{LN_10, PI};

use serde::Serialize;

use super::Tally;
use super::sample::{Sample, moments};

/// Half-width of the central 95 % of the normal distribution, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Normalized Elo of a score one standard deviation above ½ (Van den Bergh, "Normalized Elo",
/// <https://www.cantate.be/Fishtest/normalized_elo.pdf>). With this factor normalized Elo equals Elo
/// for nearly equal players that never draw.
pub(super) const NELO: f64 = 800.0 / LN_10;

/// An estimate with its 95 % confidence interval. A number is `None` if the sample does not determine
/// it, for example without games or if one player won all of them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ConfidenceInterval {
    /// Maximum-likelihood value.
    pub value: Option<f64>,
    /// Half-width of the interval.
    pub error: Option<f64>,
}

impl ConfidenceInterval {
    fn new(lower: f64, value: f64, upper: f64) -> Self {
        Self { value: finite(value), error: finite((upper - lower) / 2.0) }
    }
}

/// The advantage of the first player of a tally over the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Mean score per game, from 0 to 1.
    pub score: Option<f64>,
    /// Logistic Elo: 400 log₁₀(s / (1 − s)) for a score of s.
    pub elo: ConfidenceInterval,
    /// Normalized Elo: the distance of the score from ½ in standard deviations of the score of one
    /// game, times 800 / ln 10. Unlike Elo it does not shrink with the share of draws.
    pub nelo: ConfidenceInterval,
    /// Likelihood of superiority: the probability that the first player is stronger.
    pub los: Option<f64>,
}

impl EloEstimate {
    /// The estimate from pairs or from single games, by the formulas of fastchess and fishtest, which
    /// assume that the mean score is normally distributed with the standard deviation of the sample.
    pub fn new(tally: &Tally, pairs: bool) -> Self {
        let sample = Sample::new(tally, pairs, 0.0);
        let (score, variance) = moments(&sample.distribution);
        let deviation = (variance / sample.size).sqrt();
        let [lower, upper] = [score - Z95 * deviation, score + Z95 * deviation];
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        // The score of a pair is the mean of two games and has half the variance of one game.
        let game_deviation = (sample.games_per_result * variance).sqrt();
        let nelo = |score: f64| (score - 0.5) / game_deviation * NELO;
        Self {
            score: finite(score),
            elo: ConfidenceInterval::new(elo(lower), elo(score), elo(upper)),
            nelo: ConfidenceInterval::new(nelo(lower), nelo(score), nelo(upper)),
            los: finite(normal_cdf((score - 0.5) / deviation)),
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The cumulative distribution function of the standard normal distribution, by the series
/// ½ + φ(z) (z + z³ / 3 + z⁵ / (3 · 5) + …) (Marsaglia, "Evaluating the Normal Distribution", 2004).
/// All terms have the same sign, so there is no cancellation.
fn normal_cdf(z: f64) -> f64 {
    /// Beyond this value the tail is smaller than any printed digit.
    const MAX_Z: f64 = 8.0;
    if z.abs() > MAX_Z {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / (2.0 * PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values: score, Elo and nElo with their errors, and LOS in percent.
    struct Published {
        score: f64,
        elo: Option<(f64, f64)>,
        nelo: (f64, f64),
        los: Option<&'static str>,
    }

    fn check(tally: &Tally, pairs: bool, published: &Published) {
        let estimate = EloEstimate::new(tally, pairs);
        let near = |value: Option<f64>, expected: f64, tolerance: f64| {
            let value = value.unwrap();
            assert!((value - expected).abs() <= tolerance, "{value} is not {expected}: {tally:?}");
        };
        near(estimate.score, published.score, 0.0006);
        near(estimate.nelo.value, published.nelo.0, 0.0051);
        near(estimate.nelo.error, published.nelo.1, 0.0051);
        if let Some((value, error)) = published.elo {
            near(estimate.elo.value, value, 0.0051);
            near(estimate.elo.error, error, 0.0051);
        }
        if let Some(los) = published.los {
            assert_eq!(format!("{:.2} %", estimate.los.unwrap() * 100.0), los);
        }
    }

    /// fastchess, app/tests/elo_test.cpp, "EloWDL 1" to "3".
    #[test]
    fn estimates_from_games_match_fastchess() {
        let wdl = |wins, losses, draws| Tally { wins, losses, draws, ..Tally::default() };
        for (tally, score, elo, nelo, los) in [
            (wdl(76, 89, 123), 0.477, None, (-20.76, 40.13), Some("15.53 %")),
            (wdl(136, 96, 111), 0.558, Some((40.70, 30.43)), (49.77, 36.77), Some("99.60 %")),
            (wdl(34, 356, 0), 0.087, None, (-508.44, 34.48), None),
        ] {
            check(&tally, false, &Published { score, elo, nelo, los });
        }
    }

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to "3".
    #[test]
    fn estimates_from_pairs_match_fastchess() {
        let penta = |ll, ld, wl, dd, wd, ww| Tally { ll, ld, wl, dd, wd, ww, ..Tally::default() };
        let long = penta(7895, 8757, 5485, 200, 568, 9999);
        for (tally, score, elo, nelo, los) in [
            (penta(34, 54, 31, 32, 64, 75), 0.579, (55.58, 27.65), (57.94, 28.28), "100.00 %"),
            (penta(332, 433, 457, 41, 333, 334), 0.488, (-8.64, 10.33), (-9.17, 10.96), "5.05 %"),
            (long, 0.470, (-21.04, 2.95), (-19.01, 2.65), "0.00 %"),
        ] {
            check(&tally, true, &Published { score, elo: Some(elo), nelo, los: Some(los) });
        }
    }

    #[test]
    fn undetermined_values_are_none() {
        let unknown = ConfidenceInterval { value: None, error: None };
        let none = EloEstimate::new(&Tally::default(), true);
        assert_eq!((none.elo, none.nelo), (unknown, unknown));
        assert_eq!((none.score, none.los), (None, None));
        let won = EloEstimate::new(&Tally { wins: 3, ww: 1, ..Tally::default() }, false);
        assert_eq!((won.elo, won.nelo), (unknown, unknown));
        assert_eq!((won.score, won.los), (Some(1.0), Some(1.0)));
        let drawn = EloEstimate::new(&Tally { draws: 4, dd: 2, ..Tally::default() }, true);
        assert_eq!(drawn.elo.error, Some(0.0));
        assert_eq!((drawn.score, drawn.nelo, drawn.los), (Some(0.5), unknown, None));
    }

    /// Table 26.1 of Abramowitz and Stegun, "Handbook of Mathematical Functions".
    #[test]
    fn normal_cdf_matches_published_tables() {
        for (z, below) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (f64::INFINITY, 1.0),
        ] {
            assert!((normal_cdf(z) - below).abs() < 1e-14, "{z}");
            assert!((normal_cdf(-z) - (1.0 - below)).abs() < 1e-14, "-{z}");
        }
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-15);
        assert!(normal_cdf(f64::NAN).is_nan());
    }
}
