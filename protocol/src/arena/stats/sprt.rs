//! The sequential probability ratio test: play until it is clear which of two hypotheses about the
//! strength of the first player is true (Wald, "Sequential Tests of Statistical Hypotheses", 1945).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Tally;
use super::elo::NELO;
use super::likelihood::{Statistic, log_ratio};
use super::sample::{Outcome, Sample};
use crate::output::quoted;

/// Elo of either hypothesis, at most. Farther from 0 the solver would need a better first guess;
/// and no such difference needs a test.
const MOST_ELO: f64 = 200.0;
/// What counts that are zero are taken for, as fishtest does it, so that whatever has not happened
/// yet is unlikely, not impossible.
const STAND_IN: f64 = 1e-3;

/// In what the hypotheses of a test are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Model {
    /// Normalized Elo.
    #[default]
    Normalized,
    /// Elo.
    Logistic,
    /// Elo of Rémi Coulom's BayesElo, where a draw has a strength of its own, which is taken from
    /// the games. It knows no pairs.
    Bayesian,
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        match text {
            "normalized" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            "bayesian" => Ok(Self::Bayesian),
            _ => Err(SprtError::Model(quoted(text))),
        }
    }
}

/// What a test is made from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Strength under H0, in Elo of the model.
    pub(crate) elo0: f64,
    /// Strength under H1.
    pub(crate) elo1: f64,
    /// Chance to accept H1 although H0 is true.
    pub(crate) alpha: f64,
    /// Chance to accept H0 although H1 is true.
    pub(crate) beta: f64,
    /// What the strengths mean.
    pub(crate) model: Model,
}

impl Default for Settings {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::default() }
    }
}

impl Settings {
    /// Names of the settings.
    pub(crate) const NAMES: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

    /// Gives a setting another value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), SprtError> {
        let number = match name {
            "elo0" => &mut self.elo0,
            "elo1" => &mut self.elo1,
            "alpha" => &mut self.alpha,
            "beta" => &mut self.beta,
            "model" => {
                self.model = value.parse()?;
                return Ok(());
            }
            _ => return Err(SprtError::Name(quoted(name))),
        };
        let bad = |_| SprtError::Number { name: name.to_owned(), value: quoted(value) };
        *number = value.parse().map_err(bad)?;
        Ok(())
    }
}

/// What is wrong with the settings of a test.
#[derive(Clone, PartialEq, Debug, Error)]
pub(crate) enum SprtError {
    #[error("sprt has no setting '{0}', it has {names}", names = Settings::NAMES.join(", "))]
    Name(String),
    #[error("sprt {name} is '{value}', which is no number")]
    Number { name: String, value: String },
    #[error("sprt model is '{0}', allowed is normalized, logistic or bayesian")]
    Model(String),
    #[error("sprt {0} is {1}, allowed is -{MOST_ELO} to {MOST_ELO}")]
    Elo(&'static str, f64),
    #[error("sprt elo0 is {0} and elo1 is {1}, but elo0 must be less than elo1")]
    Order(f64, f64),
    #[error("sprt {0} is {1}, allowed is more than 0 and less than 1")]
    Chance(&'static str, f64),
    #[error("sprt alpha is {0} and beta is {1}, but their sum must be less than 1")]
    Sum(f64, f64),
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Nothing yet.
    Continue,
    /// The first player is not stronger than elo0.
    H0,
    /// It is at least as strong as elo1.
    H1,
}

/// A test whose settings make sense.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Settings", into = "Settings")]
pub(crate) struct Sprt {
    settings: Settings,
}

impl Sprt {
    /// # Errors
    /// The settings contradict each other, or one of them is out of its range.
    pub(crate) fn new(settings: Settings) -> Result<Self, SprtError> {
        let Settings { elo0, elo1, alpha, beta, .. } = settings;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(SprtError::Elo(name, elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (name, chance) in [("alpha", alpha), ("beta", beta)] {
            if !(chance > 0.0 && chance < 1.0) {
                return Err(SprtError::Chance(name, chance));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum(alpha, beta));
        }
        Ok(Self { settings })
    }

    /// Whether the test can count pairs. If not, it counts games whatever it is asked for.
    pub(crate) fn knows_pairs(&self) -> bool {
        self.settings.model != Model::Bayesian
    }

    /// The log-likelihood ratio at and below which H0 is accepted; negative.
    pub(crate) fn lower(&self) -> f64 {
        self.settings.beta.ln() - (-self.settings.alpha).ln_1p()
    }

    /// The log-likelihood ratio at and above which H1 is accepted; positive.
    pub(crate) fn upper(&self) -> f64 {
        (-self.settings.beta).ln_1p() - self.settings.alpha.ln()
    }

    /// The logarithm of the likelihood of a tally under H1 over that under H0, from its pairs or from
    /// its games.
    pub(crate) fn llr(&self, tally: &Tally, pairs: bool) -> f64 {
        let sample = Sample::new(tally, pairs && self.knows_pairs(), STAND_IN);
        let elos = [self.settings.elo0, self.settings.elo1];
        match self.settings.model {
            Model::Normalized => {
                // The score of a pair deviates less than that of a game, by the root of 2.
                let t = elos.map(|nelo| nelo / NELO * sample.games_each.sqrt());
                log_ratio(&sample, Statistic::TValue, t)
            }
            Model::Logistic => log_ratio(&sample, Statistic::Mean, elos.map(score_of_elo)),
            Model::Bayesian => {
                // fastchess says 0 until both players have won, so that one-sided matches never end.
                let draw = draw_elo(&sample);
                let scores = elos.map(|elo| score_of_bayes_elo(elo, draw));
                log_ratio(&sample, Statistic::Mean, scores)
            }
        }
    }

    /// How far a log-likelihood ratio has come to the bound on its side: 0 at the start, 1 at the
    /// upper and −1 at the lower bound.
    pub(crate) fn fraction(&self, llr: f64) -> f64 {
        match llr >= 0.0 {
            true => llr / self.upper(),
            false => -llr / self.lower(),
        }
    }

    /// What the test says at a log-likelihood ratio.
    pub(crate) fn verdict(&self, llr: f64) -> Verdict {
        if llr >= self.upper() {
            Verdict::H1
        } else if llr <= self.lower() {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

impl TryFrom<Settings> for Sprt {
    type Error = SprtError;

    fn try_from(settings: Settings) -> Result<Self, SprtError> {
        Self::new(settings)
    }
}

impl From<Sprt> for Settings {
    fn from(sprt: Sprt) -> Self {
        sprt.settings
    }
}

/// As fastchess writes a test: `[0.00, 10.00]`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}]", self.settings.elo0, self.settings.elo1)
    }
}

/// The chance, from 0 to 1, that is worth so much Elo.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The strength of a draw in games, in Elo: 200 log₁₀((1 − l) / l · (1 − w) / w) for shares w of
/// wins and l of losses (BayesElo, <https://www.remi-coulom.fr/Bayesian-Elo/>).
fn draw_elo(games: &Sample) -> f64 {
    let odds = |outcome: Option<&Outcome>| {
        outcome.map_or(1.0, |outcome| (1.0 - outcome.share) / outcome.share)
    };
    200.0 * (odds(games.outcomes.first()) * odds(games.outcomes.last())).log10()
}

/// The mean score of a player who is stronger by so much BayesElo, where draws have the given
/// strength.
fn score_of_bayes_elo(elo: f64, draw: f64) -> f64 {
    let (win, loss) = (score_of_elo(elo - draw), score_of_elo(-elo - draw));
    0.5 * (1.0 + win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(Settings { elo0, elo1, model, ..Settings::default() }).unwrap()
    }

    fn wdl(wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, losses, draws, ..Tally::default() }
    }

    fn penta([ll, ld, dd, wd, ww]: [u64; 5]) -> Tally {
        Tally { ll, ld, dd, wd, ww, ..Tally::default() }
    }

    /// Published ratios are rounded to two digits.
    fn check(test: Sprt, tally: Tally, pairs: bool, published: f64) {
        let llr = test.llr(&tally, pairs);
        assert!((llr - published).abs() < 0.0051, "{test:?} {tally:?}: {llr}, not {published}");
    }

    /// fastchess, app/tests/sprt_test.cpp, the trinomial cases.
    #[test]
    fn games_give_the_ratios_of_fastchess() {
        use Model::{Bayesian, Logistic, Normalized};
        for (tally, test, llr) in [
            (wdl(36433, 36027, 68692), sprt(0.0, 2.0, Normalized), 0.92),
            (wdl(10871, 10650, 20431), sprt(-1.75, 0.25, Normalized), 2.30),
            (wdl(21404, 21184, 40708), sprt(0.5, 2.5, Logistic), -1.57),
            (wdl(57433, 57030, 106593), sprt(0.0, 2.0, Logistic), -2.59),
            (wdl(68965, 68526, 128429), sprt(0.0, 2.0, Bayesian), -1.26),
            (wdl(21629, 21484, 41111), sprt(0.5, 2.5, Bayesian), -1.13),
        ] {
            check(test, tally, false, llr);
        }
    }

    /// fastchess, app/tests/sprt_test.cpp, the pentanomial cases.
    #[test]
    fn pairs_give_the_ratios_of_fastchess() {
        use Model::{Logistic, Normalized};
        for (pairs, test, llr) in [
            ([365, 16618, 36229, 16974, 390], sprt(0.0, 2.0, Normalized), 2.25),
            ([127, 4883, 10712, 5150, 104], sprt(-1.75, 0.25, Normalized), 3.01),
            ([223, 9863, 21279, 10037, 246], sprt(0.5, 2.5, Logistic), -3.07),
            ([871, 26175, 55983, 26678, 821], sprt(0.0, 2.0, Logistic), -4.98),
        ] {
            check(test, penta(pairs), true, llr);
        }
    }

    /// Tests of fishtest as they were published with changes of Stockfish, by the number of the
    /// pull request at github.com/official-stockfish/Stockfish.
    #[test]
    fn pairs_give_the_ratios_of_fishtest() {
        use Model::{Logistic, Normalized};
        for (pairs, test, llr) in [
            // 5712
            ([831, 31795, 68460, 32448, 834], sprt(0.0, 2.0, Normalized), 2.93),
            ([307, 54901, 140959, 56230, 281], sprt(0.5, 2.5, Normalized), 2.95),
            // 5867
            ([53, 6241, 15796, 6407, 63], sprt(-1.75, 0.25, Normalized), 2.94),
            ([279, 35053, 86156, 34945, 293], sprt(-1.75, 0.25, Normalized), 2.94),
            // 2971
            ([17, 253, 1042, 337, 39], sprt(-0.5, 1.5, Logistic), 2.96),
            ([11, 407, 3238, 513, 11], sprt(0.25, 1.75, Logistic), 2.93),
            // 2913
            ([2073, 13759, 27890, 13977, 1973], sprt(-1.5, 0.5, Logistic), 2.97),
        ] {
            check(test, penta(pairs), true, llr);
        }
    }

    /// The same, from before fishtest played pairs.
    #[test]
    fn games_give_the_ratios_of_fishtest() {
        for (tally, test, llr) in [
            // 595
            (wdl(16063, 15921, 54130), sprt(0.0, 4.0, Model::Bayesian), -2.96),
            (wdl(2025, 1896, 10426), sprt(-3.0, 1.0, Model::Bayesian), 2.95),
            // 360
            (wdl(6183, 5912, 19584), sprt(0.0, 4.0, Model::Bayesian), 2.95),
        ] {
            check(test, tally, false, llr);
        }
    }

    /// fishtest, server/fishtest/stats/LLRcalc.py at b8eecff, run for these counts. fastchess's tests
    /// have 120.56 and 111.82 for the first two, and allow 1 % off.
    #[test]
    fn zero_counts_give_the_ratios_of_fishtest() {
        use Model::{Logistic, Normalized};
        for (tally, pairs, test, llr) in [
            (wdl(4250, 0, 0), false, sprt(0.0, 10.0, Normalized), 120.548_268),
            (penta([0, 0, 0, 0, 5550]), true, sprt(0.0, 5.0, Normalized), 111.797_555),
            (penta([0, 0, 500, 0, 0]), true, sprt(0.0, 10.0, Normalized), -0.820_836),
            (penta([0, 0, 1, 0, 2]), true, sprt(0.0, 10.0, Normalized), 0.097_384),
            (penta([0, 0, 1, 0, 2]), true, sprt(0.0, 10.0, Logistic), 0.085_102),
            (penta([5, 0, 0, 0, 9]), true, sprt(0.0, 20.0, Normalized), 0.279_057),
        ] {
            let found = test.llr(&tally, pairs);
            assert!((found - llr).abs() < 1e-6, "{test:?} {tally:?}: {found}, not {llr}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let test = sprt(0.0, 10.0, Model::Normalized);
        assert_eq!(format!("{:.3} {:.3}", test.lower(), test.upper()), "-2.944 2.944");
        let uneven = Settings { elo1: 5.0, alpha: 0.01, beta: 0.2, ..Settings::default() };
        let uneven = Sprt::new(uneven).unwrap();
        assert!((uneven.lower() - (0.2_f64 / 0.99).ln()).abs() < 1e-12);
        assert!((uneven.upper() - (0.8_f64 / 0.01).ln()).abs() < 1e-12);
        for (llr, fraction, verdict) in [
            (uneven.upper(), 1.0, Verdict::H1),
            (uneven.lower(), -1.0, Verdict::H0),
            (uneven.upper() / 2.0, 0.5, Verdict::Continue),
            (uneven.lower() / 2.0, -0.5, Verdict::Continue),
        ] {
            assert_eq!((uneven.fraction(llr), uneven.verdict(llr)), (fraction, verdict));
        }
    }

    #[test]
    fn zero_counts_do_not_divide_by_zero() {
        for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
            let test = sprt(0.0, 10.0, model);
            for pairs in [true, false] {
                assert!(test.llr(&Tally::default(), pairs).abs() < 0.01);
                let even = Tally { wl: 500, wins: 500, losses: 500, ..Tally::default() };
                assert!(test.llr(&even, pairs) < 0.0, "{test:?}");
                let won = Tally { ww: 500, wins: 1000, ..Tally::default() };
                assert_eq!(test.verdict(test.llr(&won, pairs)), Verdict::H1);
                let lost = test.llr(&won.flipped(), pairs);
                assert_eq!(test.verdict(lost), Verdict::H0, "{lost}");
            }
        }
    }

    #[test]
    fn senseless_settings_are_refused() {
        let base = Settings { elo1: 10.0, ..Settings::default() };
        for (settings, error) in [
            (Settings { elo1: 0.0, ..base }, "sprt elo0 is 0 and elo1 is 0, but"),
            (Settings { elo1: 201.0, ..base }, "sprt elo1 is 201, allowed is -200 to 200"),
            (Settings { elo0: f64::NAN, ..base }, "sprt elo0 is NaN, allowed"),
            (Settings { alpha: 0.0, ..base }, "sprt alpha is 0, allowed is more than 0"),
            (Settings { beta: 1.0, ..base }, "sprt beta is 1, allowed"),
            (Settings { beta: f64::NAN, ..base }, "sprt beta is NaN, allowed"),
            (Settings { alpha: 0.5, beta: 0.5, ..base }, "sprt alpha is 0.5 and beta is 0.5, but"),
        ] {
            let told = Sprt::new(settings).unwrap_err().to_string();
            assert!(told.starts_with(error), "{told}");
        }
        let mut settings = base;
        for (name, value, error) in [
            ("elo2", "1", "sprt has no setting 'elo2', it has elo0, elo1, alpha, beta, model"),
            ("elo0", "1,5", "sprt elo0 is '1,5', which is no number"),
            (
                "model",
                "gauss",
                "sprt model is 'gauss', allowed is normalized, logistic or bayesian",
            ),
        ] {
            assert_eq!(settings.set(name, value).unwrap_err().to_string(), error);
        }
        assert_eq!(settings, base);
    }

    #[test]
    fn a_test_survives_json_only_if_it_makes_sense() {
        let test = sprt(-1.5, 3.0, Model::Bayesian);
        let json = serde_json::to_string(&test).unwrap();
        assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
        assert!(json.contains(r#""model":"bayesian""#), "{json}");
        let error = serde_json::from_str::<Sprt>(r#"{"elo0":3,"elo1":1}"#).unwrap_err();
        assert!(error.to_string().starts_with("sprt elo0 is 3 and elo1 is 1"), "{error}");
    }
}
