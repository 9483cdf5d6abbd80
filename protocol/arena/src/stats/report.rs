//! Text reports of a match of two players in the formats of fastchess and cutechess, which scripts
//! parse.
//!
//! Unknown numbers are printed as `n/a`, where those programs print `nan` or `inf`.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::elo::ConfidenceInterval;
use super::text_table::number;
use super::{EloEstimate, Sprt, SprtOutcome, Tally};

/// The line before and after the reports of fastchess.
pub(super) const RULE: &str = "--------------------------------------------------\n";

/// The program whose report format is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportStyle {
    /// Reports of pairs or single games
    #[default]
    Fastchess,
    /// Reports of single games only
    Cutechess,
}

/// What the reports of a tournament contain.
#[derive(Clone, Copy)]
pub struct ReportOptions {
    pub style: ReportStyle,
    /// Whether pairs of games are counted if the style supports it.
    pub pairs: bool,
    pub sprt: Option<Sprt>,
}

impl ReportOptions {
    /// Whether pairs of games are counted, which the style of cutechess does not support.
    pub fn counts_pairs(&self) -> bool {
        self.pairs && self.style == ReportStyle::Fastchess
    }

    /// The report of a match of two players. `conditions` is the text in parentheses, such as
    /// `1+0.01, 1t, 16MB`, or empty.
    pub fn match_report(
        &self,
        (first, second): (&str, &str),
        conditions: &str,
        tally: &Tally,
    ) -> String {
        let sprt = self.sprt.map(|sprt| self.sprt_line(&sprt, tally)).unwrap_or_default();
        match self.style {
            ReportStyle::Cutechess => format!("{}{sprt}", cutechess_elo(tally)),
            ReportStyle::Fastchess => {
                let conditions = match conditions {
                    "" => String::new(),
                    _ => format!(" ({conditions})"),
                };
                let elo = fastchess_elo(tally, self.pairs);
                format!("{RULE}Results of {first} vs {second}{conditions}:\n{elo}{sprt}{RULE}")
            }
        }
    }

    /// The score line printed between two reports; empty in the style of fastchess.
    pub fn score_line(&self, (first, second): (&str, &str), tally: &Tally) -> String {
        if self.style == ReportStyle::Fastchess {
            return String::new();
        }
        let Tally { wins, losses, draws, .. } = tally;
        let (score, games) = (number(EloEstimate::new(tally, false).score, 3), tally.games());
        format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score}] {games}\n")
    }

    /// The last line of a match whose test is decided, in the format of fastchess.
    pub fn sprt_decision(&self, tally: &Tally) -> Option<String> {
        let sprt = self.sprt?;
        let accepted = accepted(&sprt, sprt.llr(tally, self.counts_pairs()))?;
        Some(format!("SPRT ({sprt}) completed - {accepted} was accepted\n"))
    }

    fn sprt_line(&self, sprt: &Sprt, tally: &Tally) -> String {
        let llr = sprt.llr(tally, self.counts_pairs());
        let (lower, upper, llr_text) = (sprt.lower(), sprt.upper(), number(Some(llr), 2));
        let percent = |fraction: f64| number(Some(fraction * 100.0), 1);
        match self.style {
            ReportStyle::Fastchess => {
                let percent = percent(sprt.fraction(llr));
                format!("LLR: {llr_text} ({percent}%) ({lower:.2}, {upper:.2}) {sprt}\n")
            }
            ReportStyle::Cutechess => {
                // The absolute value, as in cutechess.
                let percent = percent(sprt.fraction(llr).abs());
                let end = accepted(sprt, llr).map(|accepted| format!(" - {accepted} was accepted"));
                format!(
                    "SPRT: llr {llr_text} ({percent}%), lbound {lower:.2}, ubound {upper:.2}{}\n",
                    end.unwrap_or_default()
                )
            }
        }
    }
}

/// The hypothesis that a test accepts at a log-likelihood ratio.
pub(super) fn accepted(sprt: &Sprt, llr: f64) -> Option<&'static str> {
    match sprt.outcome(llr) {
        SprtOutcome::Continue => None,
        SprtOutcome::H0 => Some("H0"),
        SprtOutcome::H1 => Some("H1"),
    }
}

fn fastchess_elo(tally: &Tally, pairs: bool) -> String {
    let estimate = EloEstimate::new(tally, pairs);
    let (elo, nelo, los) = (plus_minus(estimate.elo), plus_minus(estimate.nelo), los(&estimate));
    let draw_ratio = percent(tally.draw_ratio(pairs));
    let unknown = || [(); 3].map(|()| number(None, 0));
    let counts = tally.wdl().map(|counts| counts.map(|count| count.to_string()));
    let [wins, losses, draws] = counts.unwrap_or_else(unknown);
    let (games, points, score) = (tally.games(), tally.points(), percent(tally.points_percent()));
    let (mut pairs_ratio, mut pentanomial) = (String::new(), String::new());
    if pairs {
        pairs_ratio = format!(", PairsRatio: {}", number(tally.pairs_ratio(), 2));
        let (counts, ratio) = (tally.pentanomial(), number(tally.wl_dd_ratio(), 2));
        pentanomial = format!("Ptnml(0-2): {counts:?}, WL/DD Ratio: {ratio}\n");
    }
    format!(
        "Elo: {elo}, nElo: {nelo}\n\
         LOS: {los}, DrawRatio: {draw_ratio}{pairs_ratio}\n\
         Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
         Points: {points:.1} ({score})\n{pentanomial}"
    )
}

fn cutechess_elo(tally: &Tally) -> String {
    let estimate = EloEstimate::new(tally, false);
    let (elo, los, draws) =
        (plus_minus(estimate.elo), los(&estimate), percent(tally.draw_percent()));
    format!("Elo difference: {elo}, LOS: {los}, DrawRatio: {draws}\n")
}

fn los(estimate: &EloEstimate) -> String {
    percent(estimate.los.map(|los| los * 100.0))
}

/// A percentage with two decimals. Unlike in tables, a space precedes the unit.
fn percent(value: Option<f64>) -> String {
    let unit = if value.is_some() { " %" } else { "" };
    number(value, 2) + unit
}

fn plus_minus(interval: ConfidenceInterval) -> String {
    format!("{} +/- {}", number(interval.value, 2), number(interval.error, 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sprt::{EloModel, SprtSettings};
    use super::super::{Standings, ranking::ranking_report};
    use super::*;

    const NAMES: (&str, &str) = ("A", "B");

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).unwrap()
    }

    fn options(style: ReportStyle, pairs: bool, sprt: Option<Sprt>) -> ReportOptions {
        ReportOptions { style, pairs, sprt }
    }

    // The texts are output of fastchess alpha 1.8.2 20260729-74deac23 for the same results, except for
    // unknown numbers.

    #[test]
    fn match_report_matches_fastchess() {
        let tally =
            Tally { wins: 7, losses: 6, draws: 11, ld: 2, wl: 4, dd: 3, wd: 3, ..Tally::default() };
        let text = "\
--------------------------------------------------
Results of A vs B (10+0.1, 1t, 16MB):
Elo: 14.48 +/- 63.73, nElo: 31.98 +/- 139.00
LOS: 67.40 %, DrawRatio: 58.33 %, PairsRatio: 1.50
Games: 24, Wins: 7, Losses: 6, Draws: 11, Points: 12.5 (52.08 %)
Ptnml(0-2): [0, 2, 7, 3, 0], WL/DD Ratio: 1.33
LLR: 0.05 (1.8%) (-2.94, 2.94) [0.00, 10.00]
--------------------------------------------------
";
        let test = sprt(0.0, 10.0, EloModel::Normalized);
        let options_with = options(ReportStyle::Fastchess, true, Some(test));
        assert_eq!(options_with.match_report(NAMES, "10+0.1, 1t, 16MB", &tally), text);
        assert_eq!(options(ReportStyle::Fastchess, true, None).score_line(NAMES, &tally), "");
        assert_eq!(options_with.sprt_decision(&tally), None);
    }

    #[test]
    fn match_report_of_single_games_matches_fastchess() {
        let tally = Tally { wins: 4, losses: 2, draws: 10, ..Tally::default() };
        let text = "\
--------------------------------------------------
Results of A vs B (10+0.1, 1t, 16MB):
Elo: 43.66 +/- 107.10, nElo: 72.45 +/- 170.24
LOS: 79.79 %, DrawRatio: 62.50 %
Games: 16, Wins: 4, Losses: 2, Draws: 10, Points: 9.0 (56.25 %)
LLR: 0.13 (4.5%) (-2.94, 2.94) [-5.00, 10.00]
--------------------------------------------------
";
        let test = sprt(-5.0, 10.0, EloModel::Bayesian);
        let report = options(ReportStyle::Fastchess, false, Some(test));
        assert_eq!(report.match_report(NAMES, "10+0.1, 1t, 16MB", &tally), text);
        let bare = options(ReportStyle::Fastchess, false, None).match_report(NAMES, "", &tally);
        assert!(bare.contains("\nResults of A vs B:\nElo: 43.66"), "{bare}");
        assert!(!bare.contains("LLR"), "{bare}");
    }

    #[test]
    fn match_report_matches_cutechess() {
        let tally = Tally { wins: 9, losses: 1, draws: 14, ww: 12, ..Tally::default() };
        let test = sprt(0.0, 10.0, EloModel::Logistic);
        let report = options(ReportStyle::Cutechess, true, Some(test));
        let score = "Score of A vs B: 9 - 1 - 14  [0.667] 24\n";
        assert_eq!(report.score_line(NAMES, &tally), score);
        let text = "Elo difference: 120.41 +/- 88.97, LOS: 99.84 %, DrawRatio: 58.33 %\n\
                    SPRT: llr 0.54 (18.3%), lbound -2.94, ubound 2.94\n";
        assert_eq!(report.match_report(NAMES, "any", &tally), text);
    }

    #[test]
    fn decided_tests_are_reported() {
        let won = Tally { wins: 800, draws: 200, ww: 300, wd: 200, ..Tally::default() };
        let test = sprt(0.0, 10.0, EloModel::Normalized);
        for (tally, end) in [(won, "H1"), (won.flipped(), "H0")] {
            let decision = format!("SPRT ([0.00, 10.00]) completed - {end} was accepted\n");
            for style in [ReportStyle::Fastchess, ReportStyle::Cutechess] {
                let report = options(style, true, Some(test)).sprt_decision(&tally).unwrap();
                assert_eq!(report, decision);
            }
            let report =
                options(ReportStyle::Cutechess, true, Some(test)).match_report(NAMES, "", &tally);
            assert!(report.ends_with(&format!("ubound 2.94 - {end} was accepted\n")), "{report}");
        }
    }

    /// Zeros and small counts are as probable as large ones.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![3 => Just(0), 3 => 0..5_u64, 2 => 0..1000_u64, 1 => 0..10_000_000_u64]
    }

    fn tally() -> impl Strategy<Value = Tally> {
        (prop::array::uniform6(count()), prop::array::uniform3(count())).prop_map(
            |(pairs, games)| {
                let ([ll, ld, wl, dd, wd, ww], [wins, losses, draws]) = (pairs, games);
                let wins = wins + wl + wd + 2 * ww;
                let (losses, draws) = (losses + 2 * ll + ld + wl, draws + ld + 2 * dd + wd);
                Tally { wins, losses, draws, ll, ld, wl, dd, wd, ww, even: 0 }
            },
        )
    }

    proptest! {
        /// The range of Elo is that of [`Sprt::new`].
        #[test]
        fn reports_contain_neither_nan_nor_inf(
            ab in tally(), bc in tally(), elo0 in -200.0..199.0_f64, more in 0.01..50.0_f64,
            penta: bool, cutechess: bool,
        ) {
            let style = if cutechess { ReportStyle::Cutechess } else { ReportStyle::Fastchess };
            let mut standings = Standings::default();
            let [a, b, c] = ["A", "B", "C"].map(|name| standings.player(name));
            standings.add(a, b, ab);
            standings.add(c, b, bc);
            let mut text = ranking_report(&standings, &options(style, penta, None)) + &options(style, true, None).score_line(NAMES, &ab);
            for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
                let test = sprt(elo0, (elo0 + more).min(200.0), model);
                text += &options(style, penta, Some(test)).match_report(NAMES, "", &ab);
                // Swapping the players and the hypotheses changes the sign.
                let (llr, games) = (test.llr(&ab, penta), ab.games().max(1) as f64);
                let mirror = sprt(-(elo0 + more).min(200.0), -elo0, model);
                let back = mirror.llr(&ab.flipped(), penta);
                prop_assert!((llr + back).abs() < 1e-7 * games, "{llr} {back} {test:?}");
            }
            let low = text.to_lowercase();
            prop_assert!(!low.contains("nan") && !low.contains("inf"), "{text}");
        }
    }
}
