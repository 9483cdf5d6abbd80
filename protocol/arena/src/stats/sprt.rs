//! The sequential probability ratio test of two hypotheses about the Elo difference of two players
//! (Wald, "Sequential Tests of Statistical Hypotheses", 1945).

use std::fmt;

use baroque_formats::Rejected;
use baroque_formats::text::quoted;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::Tally;
use super::elo::NELO;
use super::likelihood::{Statistic, log_ratio};
use super::sample::{Sample, ScoreProbability};

/// Maximal absolute Elo of a hypothesis. Beyond it the solver for the other models would need a
/// better first guess.
const MAX_ELO: f64 = 200.0;
/// The same for logistic Elo. The better player loses one of a hundred thousand games.
const MAX_LOGISTIC_ELO: f64 = 2000.0;
/// Replaces counts of zero, as in fishtest: results that have not occurred yet are improbable, not
/// impossible.
const ZERO_COUNT: f64 = 1e-3;

/// The unit of the hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalized Elo.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
    /// BayesElo of Rémi Coulom, which models draws by a second parameter, estimated from the games. It
    /// does not support pairs.
    Bayesian,
}

/// The unchecked settings of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SprtSettings {
    /// Elo difference under H0, in the unit of the model.
    pub elo0: f64,
    /// Elo difference under H1.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// What Elo means.
    pub model: EloModel,
}

impl Default for SprtSettings {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }
}

impl SprtSettings {
    /// The names of the settings.
    pub const NAMES: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

    /// Parses and sets one setting.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Rejected> {
        let number = match name {
            "elo0" => &mut self.elo0,
            "elo1" => &mut self.elo1,
            "alpha" => &mut self.alpha,
            "beta" => &mut self.beta,
            "model" => {
                self.model = EloModel::from_str(value, false).map_err(|_| {
                    let allowed = "must be normalized, logistic or bayesian";
                    Rejected(format!("sprt model is '{}', {allowed}", quoted(value)))
                })?;
                return Ok(());
            }
            _ => {
                let (name, names) = (quoted(name), Self::NAMES.join(", "));
                let reason = format!("unknown sprt setting '{name}', must be one of {names}");
                return Err(Rejected(reason));
            }
        };
        let error = |_| Rejected(format!("sprt {name} is '{}', must be a number", quoted(value)));
        *number = value.parse().map_err(error)?;
        Ok(())
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtOutcome {
    /// Neither hypothesis is accepted yet.
    Continue,
    /// The Elo difference is at most elo0.
    H0,
    /// The Elo difference is at least elo1.
    H1,
}

/// A test with valid settings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SprtSettings", into = "SprtSettings")]
pub struct Sprt {
    settings: SprtSettings,
}

impl Sprt {
    /// # Errors
    /// A setting is out of range, or elo0 and elo1 or alpha and beta contradict each other.
    pub fn new(settings: SprtSettings) -> Result<Self, Rejected> {
        let SprtSettings { elo0, elo1, alpha, beta, model } = settings;
        let max = if model == EloModel::Logistic { MAX_LOGISTIC_ELO } else { MAX_ELO };
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-max..=max).contains(&elo) {
                return Err(Rejected(format!("sprt {name} is {elo}, must be -{max} to {max}")));
            }
        }
        if elo0 >= elo1 {
            let order = "elo0 must be less than elo1";
            return Err(Rejected(format!("sprt elo0 is {elo0} and elo1 is {elo1}, but {order}")));
        }
        for (name, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(probability > 0.0 && probability < 1.0) {
                let allowed = "must be more than 0 and less than 1";
                return Err(Rejected(format!("sprt {name} is {probability}, {allowed}")));
            }
        }
        if alpha + beta >= 1.0 {
            let sum = "their sum must be less than 1";
            return Err(Rejected(format!("sprt alpha is {alpha} and beta is {beta}, but {sum}")));
        }
        Ok(Self { settings })
    }

    /// Whether the model supports pairs. Otherwise [`Self::llr`] always counts games.
    pub fn supports_pairs(&self) -> bool {
        self.settings.model != EloModel::Bayesian
    }

    /// H0 is accepted at log-likelihood ratios up to this negative bound.
    pub fn lower(&self) -> f64 {
        self.settings.beta.ln() - (-self.settings.alpha).ln_1p()
    }

    /// H1 is accepted at log-likelihood ratios from this positive bound.
    pub fn upper(&self) -> f64 {
        (-self.settings.beta).ln_1p() - self.settings.alpha.ln()
    }

    /// The log-likelihood ratio of H1 to H0 for the pairs or the games of a tally.
    pub fn llr(&self, tally: &Tally, pairs: bool) -> f64 {
        let sample = Sample::new(tally, pairs && self.supports_pairs(), ZERO_COUNT);
        let elos = [self.settings.elo0, self.settings.elo1];
        match self.settings.model {
            EloModel::Normalized => {
                // The standard deviation of a pair is that of a game divided by √2.
                let t = elos.map(|nelo| nelo / NELO * sample.games_per_result.sqrt());
                log_ratio(&sample, Statistic::TValue, t)
            }
            EloModel::Logistic => log_ratio(&sample, Statistic::Mean, elos.map(score_of_elo)),
            EloModel::Bayesian => {
                // fastchess returns 0 until both players have won, so one-sided matches never end.
                let draw = draw_elo(&sample);
                let scores = elos.map(|elo| score_of_bayes_elo(elo, draw));
                log_ratio(&sample, Statistic::Mean, scores)
            }
        }
    }

    /// A log-likelihood ratio relative to the bound of its sign: 1 at the upper and −1 at the lower
    /// bound.
    pub fn fraction(&self, llr: f64) -> f64 {
        match llr >= 0.0 {
            true => llr / self.upper(),
            false => -llr / self.lower(),
        }
    }

    /// The decision at a log-likelihood ratio.
    pub fn outcome(&self, llr: f64) -> SprtOutcome {
        if llr >= self.upper() {
            SprtOutcome::H1
        } else if llr <= self.lower() {
            SprtOutcome::H0
        } else {
            SprtOutcome::Continue
        }
    }
}

impl TryFrom<SprtSettings> for Sprt {
    type Error = Rejected;

    fn try_from(settings: SprtSettings) -> Result<Self, Rejected> {
        Self::new(settings)
    }
}

impl From<Sprt> for SprtSettings {
    fn from(sprt: Sprt) -> Self {
        sprt.settings
    }
}

/// The format of fastchess: `[0.00, 10.00]`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}]", self.settings.elo0, self.settings.elo1)
    }
}

/// The expected score for a difference in logistic Elo.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The draw parameter of BayesElo: 200 log₁₀((1 − l) / l · (1 − w) / w) for the probabilities w of a
/// win and l of a loss (<https://www.remi-coulom.fr/Bayesian-Elo/>).
fn draw_elo(games: &Sample) -> f64 {
    let odds = |point: Option<&ScoreProbability>| {
        point.map_or(1.0, |point| (1.0 - point.probability) / point.probability)
    };
    200.0 * (odds(games.distribution.first()) * odds(games.distribution.last())).log10()
}

/// The expected score for a difference in BayesElo and a draw parameter.
fn score_of_bayes_elo(elo: f64, draw: f64) -> f64 {
    let (win, loss) = (score_of_elo(elo - draw), score_of_elo(-elo - draw));
    0.5 * (1.0 + win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).unwrap()
    }

    fn wdl(wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, losses, draws, ..Tally::default() }
    }

    fn penta([ll, ld, dd, wd, ww]: [u64; 5]) -> Tally {
        Tally { ll, ld, dd, wd, ww, ..Tally::default() }
    }

    /// Published ratios have two decimals.
    fn check(test: Sprt, tally: Tally, pairs: bool, published: f64) {
        let llr = test.llr(&tally, pairs);
        assert!((llr - published).abs() < 0.0051, "{test:?} {tally:?}: {llr}, not {published}");
    }

    #[test]
    fn llr_of_games_is_the_published_one() {
        use EloModel::{Bayesian, Logistic, Normalized};
        for (tally, test, llr) in [
            // fastchess, app/tests/sprt_test.cpp, the trinomial cases.
            (wdl(36433, 36027, 68692), sprt(0.0, 2.0, Normalized), 0.92),
            (wdl(10871, 10650, 20431), sprt(-1.75, 0.25, Normalized), 2.30),
            (wdl(21404, 21184, 40708), sprt(0.5, 2.5, Logistic), -1.57),
            (wdl(57433, 57030, 106593), sprt(0.0, 2.0, Logistic), -2.59),
            (wdl(68965, 68526, 128429), sprt(0.0, 2.0, Bayesian), -1.26),
            (wdl(21629, 21484, 41111), sprt(0.5, 2.5, Bayesian), -1.13),
            // fishtest, before it counted pairs: pull requests 595, twice, and 360 of Stockfish.
            (wdl(16063, 15921, 54130), sprt(0.0, 4.0, Bayesian), -2.96),
            (wdl(2025, 1896, 10426), sprt(-3.0, 1.0, Bayesian), 2.95),
            (wdl(6183, 5912, 19584), sprt(0.0, 4.0, Bayesian), 2.95),
        ] {
            check(test, tally, false, llr);
        }
    }

    /// Comments are the numbers of pull requests at github.com/official-stockfish/Stockfish.
    #[test]
    fn llr_of_pairs_is_the_published_one() {
        use EloModel::{Logistic, Normalized};
        for (pairs, test, llr) in [
            // fastchess, app/tests/sprt_test.cpp, the pentanomial cases.
            ([365, 16618, 36229, 16974, 390], sprt(0.0, 2.0, Normalized), 2.25),
            ([127, 4883, 10712, 5150, 104], sprt(-1.75, 0.25, Normalized), 3.01),
            ([223, 9863, 21279, 10037, 246], sprt(0.5, 2.5, Logistic), -3.07),
            ([871, 26175, 55983, 26678, 821], sprt(0.0, 2.0, Logistic), -4.98),
            // fishtest: 5712
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

    /// Without draws the probability of a win is the score, so the ratio is known.
    #[test]
    fn logistic_hypotheses_may_be_far_apart() {
        for (elo0, elo1) in [(0.0, 400.0), (-500.0, 500.0), (-2000.0, 2000.0), (300.0, 2000.0)] {
            let test = sprt(elo0, elo1, EloModel::Logistic);
            for (wins, losses) in [(90, 10), (10, 90), (50, 50), (1, 1)] {
                let [s0, s1] = [elo0, elo1].map(score_of_elo);
                let win = wins as f64 * (s1 / s0).ln();
                let llr = win + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
                let found = test.llr(&wdl(wins, losses, 0), false);
                assert!((found - llr).abs() < 0.02, "{test:?} {wins} {losses}: {found}, not {llr}");
            }
        }
    }

    /// Results of fishtest, server/fishtest/stats/LLRcalc.py at b8eecff, for these counts. The tests of
    /// fastchess have 120.56 and 111.82 for the first two, with a tolerance of 1 %.
    #[test]
    fn llr_of_zero_counts_matches_fishtest() {
        use EloModel::{Logistic, Normalized};
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
    fn bounds_match_wald() {
        let test = sprt(0.0, 10.0, EloModel::Normalized);
        assert_eq!(format!("{:.3} {:.3}", test.lower(), test.upper()), "-2.944 2.944");
        let uneven = SprtSettings { elo1: 5.0, alpha: 0.01, beta: 0.2, ..SprtSettings::default() };
        let uneven = Sprt::new(uneven).unwrap();
        assert!((uneven.lower() - (0.2_f64 / 0.99).ln()).abs() < 1e-12);
        assert!((uneven.upper() - (0.8_f64 / 0.01).ln()).abs() < 1e-12);
        for (llr, fraction, outcome) in [
            (uneven.upper(), 1.0, SprtOutcome::H1),
            (uneven.lower(), -1.0, SprtOutcome::H0),
            (uneven.upper() / 2.0, 0.5, SprtOutcome::Continue),
            (uneven.lower() / 2.0, -0.5, SprtOutcome::Continue),
        ] {
            assert_eq!((uneven.fraction(llr), uneven.outcome(llr)), (fraction, outcome));
        }
    }

    #[test]
    fn zero_counts_do_not_divide_by_zero() {
        for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
            let test = sprt(0.0, 10.0, model);
            for pairs in [true, false] {
                assert!(test.llr(&Tally::default(), pairs).abs() < 0.01);
                let even = Tally { wl: 500, wins: 500, losses: 500, ..Tally::default() };
                assert!(test.llr(&even, pairs) < 0.0, "{test:?}");
                let won = Tally { ww: 500, wins: 1000, ..Tally::default() };
                assert_eq!(test.outcome(test.llr(&won, pairs)), SprtOutcome::H1);
                let lost = test.llr(&won.flipped(), pairs);
                assert_eq!(test.outcome(lost), SprtOutcome::H0, "{lost}");
            }
        }
    }

    #[test]
    fn invalid_settings_are_rejected() {
        let base = SprtSettings { elo1: 10.0, ..SprtSettings::default() };
        let logistic = SprtSettings { model: EloModel::Logistic, ..base };
        let half = SprtSettings { beta: 0.5, ..base };
        for (settings, error) in [
            (SprtSettings { elo1: 0.0, ..base }, "sprt elo0 is 0 and elo1 is 0, but"),
            (SprtSettings { elo1: 201.0, ..base }, "sprt elo1 is 201, must be -200 to 200"),
            (SprtSettings { elo0: f64::NAN, ..base }, "sprt elo0 is NaN, must"),
            (
                SprtSettings { elo0: -2001.0, ..logistic },
                "sprt elo0 is -2001, must be -2000 to 2000",
            ),
            (SprtSettings { alpha: 0.0, ..base }, "sprt alpha is 0, must be more than 0"),
            (SprtSettings { beta: 1.0, ..base }, "sprt beta is 1, must"),
            (SprtSettings { beta: f64::NAN, ..base }, "sprt beta is NaN, must"),
            (SprtSettings { alpha: 0.5, ..half }, "sprt alpha is 0.5 and beta is 0.5, but"),
        ] {
            let message = Sprt::new(settings).unwrap_err().to_string();
            assert!(message.starts_with(error), "{message}");
        }
        let mut settings = base;
        let unknown = "unknown sprt setting 'elo2', must be one of elo0, elo1, alpha, beta, model";
        for (name, value, error) in [
            ("elo2", "1", unknown),
            ("elo0", "1,5", "sprt elo0 is '1,5', must be a number"),
            ("model", "gauss", "sprt model is 'gauss', must be normalized, logistic or bayesian"),
        ] {
            assert_eq!(settings.set(name, value).unwrap_err().to_string(), error);
        }
        assert_eq!(settings, base);
    }

    #[test]
    fn json_round_trip_checks_settings() {
        let test = sprt(-1.5, 3.0, EloModel::Bayesian);
        let json = serde_json::to_string(&test).unwrap();
        assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
        assert!(json.contains(r#""model":"bayesian""#), "{json}");
        let error = serde_json::from_str::<Sprt>(r#"{"elo0":3,"elo1":1}"#).unwrap_err();
        assert!(error.to_string().starts_with("sprt elo0 is 3 and elo1 is 1"), "{error}");
    }
}
