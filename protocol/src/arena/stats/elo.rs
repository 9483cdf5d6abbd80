//! How much stronger one player is than another.

use std::f64::consts::{LN_10, PI};

use super::Tally;
use super::sample::{Sample, moments};

/// Half the width of the interval that holds 95 % of a normal distribution, in deviations.
const Z95: f64 = 1.959_963_984_540_054;
/// Normalized Elo of one deviation from an even score (Van den Bergh, "Normalized Elo",
/// <https://www.cantate.be/Fishtest/normalized_elo.pdf>): chosen so that it is Elo for players who
/// never draw, as long as they are nearly even.
pub(super) const NELO: f64 = 800.0 / LN_10;

/// A number that is known from a sample. What the sample does not say, because a player has won
/// everything or nothing was played, is left open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// The most likely value.
    pub(crate) value: Option<f64>,
    /// Half the width of the interval around it that holds the true value with 95 %.
    pub(crate) error: Option<f64>,
}

impl Estimate {
    /// The values at the middle and at both ends of an interval.
    fn new(lower: f64, value: f64, upper: f64) -> Self {
        Self { value: finite(value), error: finite((upper - lower) / 2.0) }
    }
}

/// By how much the first player of a tally is stronger than the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strength {
    /// Mean score of a game, from 0 to 1.
    pub(crate) score: Option<f64>,
    /// In Elo: 400 log₁₀(s / (1 − s)) for a score of s.
    pub(crate) elo: Estimate,
    /// In normalized Elo: the score's distance from ½ in deviations of one game's score, times
    /// 800 / ln 10. Unlike Elo it does not shrink when openings or time make draws frequent.
    pub(crate) nelo: Estimate,
    /// Likelihood of superiority: how likely it is that the first player is the stronger one,
    /// from 0 to 1.
    pub(crate) los: Option<f64>,
}

impl Strength {
    /// The estimate from pairs or from single games, by the same formulas as fastchess and fishtest:
    /// the mean score of a sample is nearly normal, and its deviation is taken from the sample.
    pub(crate) fn of(tally: &Tally, pairs: bool) -> Self {
        let sample = Sample::new(tally, pairs, 0.0);
        let (score, variance) = moments(&sample.outcomes);
        let deviation = (variance / sample.size).sqrt();
        let [lower, upper] = [score - Z95 * deviation, score + Z95 * deviation];
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        // A pair's score is the mean of two games, whose variance is half that of one game.
        let of_one_game = (sample.games_each * variance).sqrt();
        let nelo = |score: f64| (score - 0.5) / of_one_game * NELO;
        Self {
            score: finite(score),
            elo: Estimate::new(elo(lower), elo(score), elo(upper)),
            nelo: Estimate::new(nelo(lower), nelo(score), nelo(upper)),
            los: finite(normal_cdf((score - 0.5) / deviation)),
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The part of the standard normal distribution that lies below a value, by the series
/// ½ + φ(z) (z + z³ / 3 + z⁵ / (3 · 5) + …) (Marsaglia, "Evaluating the Normal Distribution", 2004).
/// All of its terms have one sign, so that nothing cancels.
fn normal_cdf(z: f64) -> f64 {
    /// Beyond it the rest is smaller than any printed digit.
    const FAR: f64 = 8.0;
    if z.abs() > FAR {
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

    /// Expected: score, Elo, nElo with their errors, and LOS in percent, as far as they are known.
    struct Known {
        score: f64,
        elo: Option<(f64, f64)>,
        nelo: (f64, f64),
        los: Option<&'static str>,
    }

    fn check(tally: &Tally, pairs: bool, known: &Known) {
        let strength = Strength::of(tally, pairs);
        let near = |value: Option<f64>, wanted: f64, off: f64| {
            let value = value.unwrap();
            assert!((value - wanted).abs() <= off, "{value} is not {wanted}: {tally:?}");
        };
        near(strength.score, known.score, 0.0006);
        near(strength.nelo.value, known.nelo.0, 0.0051);
        near(strength.nelo.error, known.nelo.1, 0.0051);
        if let Some((value, error)) = known.elo {
            near(strength.elo.value, value, 0.0051);
            near(strength.elo.error, error, 0.0051);
        }
        if let Some(los) = known.los {
            assert_eq!(format!("{:.2} %", strength.los.unwrap() * 100.0), los);
        }
    }

    /// fastchess, app/tests/elo_test.cpp, "EloWDL 1" to "3".
    #[test]
    fn games_give_the_figures_of_fastchess() {
        let wdl = |wins, losses, draws| Tally { wins, losses, draws, ..Tally::default() };
        for (tally, score, elo, nelo, los) in [
            (wdl(76, 89, 123), 0.477, None, (-20.76, 40.13), Some("15.53 %")),
            (wdl(136, 96, 111), 0.558, Some((40.70, 30.43)), (49.77, 36.77), Some("99.60 %")),
            (wdl(34, 356, 0), 0.087, None, (-508.44, 34.48), None),
        ] {
            check(&tally, false, &Known { score, elo, nelo, los });
        }
    }

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to "3".
    #[test]
    fn pairs_give_the_figures_of_fastchess() {
        let penta = |ll, ld, wl, dd, wd, ww| Tally { ll, ld, wl, dd, wd, ww, ..Tally::default() };
        for (tally, score, elo, nelo, los) in [
            (penta(34, 54, 31, 32, 64, 75), 0.579, (55.58, 27.65), (57.94, 28.28), "100.00 %"),
            (penta(332, 433, 457, 41, 333, 334), 0.488, (-8.64, 10.33), (-9.17, 10.96), "5.05 %"),
            (
                penta(7895, 8757, 5485, 200, 568, 9999),
                0.470,
                (-21.04, 2.95),
                (-19.01, 2.65),
                "0.00 %",
            ),
        ] {
            check(&tally, true, &Known { score, elo: Some(elo), nelo, los: Some(los) });
        }
    }

    #[test]
    fn what_a_sample_does_not_say_is_left_open() {
        let unknown = Estimate { value: None, error: None };
        let nothing = Strength::of(&Tally::default(), true);
        assert_eq!((nothing.elo, nothing.nelo), (unknown, unknown));
        assert_eq!((nothing.score, nothing.los), (None, None));
        let won = Strength::of(&Tally { wins: 3, ww: 1, ..Tally::default() }, false);
        assert_eq!((won.elo, won.nelo), (unknown, unknown));
        assert_eq!((won.score, won.los), (Some(1.0), Some(1.0)));
        let drawn = Strength::of(&Tally { draws: 4, dd: 2, ..Tally::default() }, true);
        assert_eq!(drawn.elo.error, Some(0.0));
        assert_eq!((drawn.score, drawn.nelo, drawn.los), (Some(0.5), unknown, None));
    }

    /// Table 26.1 of Abramowitz and Stegun, "Handbook of Mathematical Functions".
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
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
