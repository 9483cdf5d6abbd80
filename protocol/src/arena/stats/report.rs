//! Statistics in the words of fastchess and cutechess, which scripts look for.
//!
//! Where those programs print `nan` or `inf`, a number that is not known is `n/a` here.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::elo::Estimate;
pub(crate) use super::table::ranking;
use super::{Sprt, Strength, Tally, Verdict};

/// The line before and after a report of fastchess's.
pub(super) const RULE: &str = "--------------------------------------------------\n";

/// Whose words are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Style {
    /// Reports with or without pairs
    #[default]
    Fastchess,
    /// Reports that know single games only
    Cutechess,
}

/// The report of a match of two players. `conditions` say what they played under, such as
/// `1+0.01, 1t, 16MB`, or nothing; `penta` is whether pairs are counted, where the style can.
pub(crate) fn versus(
    names: (&str, &str),
    conditions: &str,
    tally: &Tally,
    sprt: Option<&Sprt>,
    penta: bool,
    style: Style,
) -> String {
    match style {
        Style::Cutechess => {
            let sprt = sprt.map(|sprt| cutechess_sprt(sprt, tally)).unwrap_or_default();
            format!("{}{sprt}", cutechess_elo(tally))
        }
        Style::Fastchess => {
            let (first, second) = names;
            let conditions = match conditions {
                "" => String::new(),
                _ => format!(" ({conditions})"),
            };
            let llr = sprt.map(|sprt| fastchess_sprt(sprt, tally, penta)).unwrap_or_default();
            let body = fastchess_body(tally, penta);
            format!("{RULE}Results of {first} vs {second}{conditions}:\n{body}{llr}{RULE}")
        }
    }
}

/// The score of a match as it is told between reports; fastchess says nothing there.
pub(crate) fn score(names: (&str, &str), tally: &Tally, style: Style) -> String {
    if style == Style::Fastchess {
        return String::new();
    }
    let (first, second) = names;
    let Tally { wins, losses, draws, .. } = tally;
    let (score, games) = (number(Strength::of(tally, false).score, 3), tally.games());
    format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score}] {games}\n")
}

/// The line with which fastchess ends a match that its test has decided.
pub(crate) fn completed(sprt: &Sprt, tally: &Tally, penta: bool, style: Style) -> Option<String> {
    let accepted = match sprt.verdict(sprt.llr(tally, penta && style == Style::Fastchess)) {
        Verdict::Continue => return None,
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    };
    Some(format!("SPRT ({sprt}) completed - {accepted} was accepted\n"))
}

fn fastchess_body(tally: &Tally, penta: bool) -> String {
    let strength = Strength::of(tally, penta);
    let los = percent(strength.los.map(|los| los * 100.0));
    let draws = percent(draw_percent(tally, penta));
    let pairs_ratio = match penta {
        true => format!(", PairsRatio: {}", number(tally.pairs_ratio(), 2)),
        false => String::new(),
    };
    let Tally { wins, losses, draws: drawn, .. } = tally;
    let (games, points) = (tally.games(), tally.points());
    let share = percent(tally.points_percent());
    let pairs = match penta {
        true => {
            let ratio = number(tally.wl_dd_ratio(), 2);
            format!("Ptnml(0-2): {}, WL/DD Ratio: {ratio}\n", pentanomial(tally))
        }
        false => String::new(),
    };
    format!(
        "Elo: {}, nElo: {}\n\
         LOS: {los}, DrawRatio: {draws}{pairs_ratio}\n\
         Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {drawn}, \
         Points: {points:.1} ({share})\n{pairs}",
        plus_minus(strength.elo),
        plus_minus(strength.nelo),
    )
}

fn fastchess_sprt(sprt: &Sprt, tally: &Tally, penta: bool) -> String {
    let llr = sprt.llr(tally, penta);
    format!(
        "LLR: {} ({}%) ({:.2}, {:.2}) {sprt}\n",
        number(Some(llr), 2),
        number(Some(sprt.fraction(llr) * 100.0), 1),
        sprt.lower(),
        sprt.upper(),
    )
}

fn cutechess_elo(tally: &Tally) -> String {
    let strength = Strength::of(tally, false);
    format!(
        "Elo difference: {}, LOS: {}, DrawRatio: {}\n",
        plus_minus(strength.elo),
        percent(strength.los.map(|los| los * 100.0)),
        percent(tally.draw_percent()),
    )
}

fn cutechess_sprt(sprt: &Sprt, tally: &Tally) -> String {
    let llr = sprt.llr(tally, false);
    let accepted = match sprt.verdict(llr) {
        Verdict::Continue => "",
        Verdict::H0 => " - H0 was accepted",
        Verdict::H1 => " - H1 was accepted",
    };
    format!(
        "SPRT: llr {} ({}%), lbound {:.2}, ubound {:.2}{accepted}\n",
        number(Some(llr), 2),
        // Positive towards either bound.
        number(Some(sprt.fraction(llr).abs() * 100.0), 1),
        sprt.lower(),
        sprt.upper(),
    )
}

/// Drawn games, or even pairs if pairs are counted.
pub(super) fn draw_percent(tally: &Tally, penta: bool) -> Option<f64> {
    match penta {
        true => tally.even_pairs_percent(),
        false => tally.draw_percent(),
    }
}

/// `[0, 0, 1, 0, 2]`
pub(super) fn pentanomial(tally: &Tally) -> String {
    format!("{:?}", tally.pentanomial())
}

/// A number with so many decimals. Zero has no sign.
pub(super) fn number(value: Option<f64>, decimals: usize) -> String {
    let Some(value) = value else { return "n/a".to_owned() };
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_owned(),
        _ => text,
    }
}

fn percent(value: Option<f64>) -> String {
    match value {
        Some(_) => format!("{} %", number(value, 2)),
        None => number(None, 2),
    }
}

fn plus_minus(estimate: Estimate) -> String {
    format!("{} +/- {}", number(estimate.value, 2), number(estimate.error, 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Standings;
    use super::super::sprt::{Model, Settings};
    use super::*;

    const NAMES: (&str, &str) = ("A", "B");

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(Settings { elo0, elo1, model, ..Settings::default() }).unwrap()
    }

    // The texts are what fastchess alpha 1.8.2 20260729-74deac23 printed after such games, but for
    // numbers that it did not know.

    #[test]
    fn a_match_is_told_as_fastchess_does() {
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
        let test = sprt(0.0, 10.0, Model::Normalized);
        let conditions = "10+0.1, 1t, 16MB";
        let told = versus(NAMES, conditions, &tally, Some(&test), true, Style::Fastchess);
        assert_eq!(told, text);
        assert_eq!(score(NAMES, &tally, Style::Fastchess), "");
        assert_eq!(completed(&test, &tally, true, Style::Fastchess), None);
    }

    #[test]
    fn what_fastchess_does_not_know_is_told_so() {
        let tally = Tally { wins: 5, losses: 1, wl: 1, ww: 2, ..Tally::default() };
        let text = "\
--------------------------------------------------
Results of A vs B (1+0.01, 1t, 16MB):
Elo: 279.59 +/- n/a, nElo: 347.44 +/- 278.00
LOS: 99.28 %, DrawRatio: 33.33 %, PairsRatio: n/a
Games: 6, Wins: 5, Losses: 1, Draws: 0, Points: 5.0 (83.33 %)
Ptnml(0-2): [0, 0, 1, 0, 2], WL/DD Ratio: n/a
LLR: 0.10 (3.3%) (-2.94, 2.94) [0.00, 10.00]
--------------------------------------------------
";
        let test = sprt(0.0, 10.0, Model::Normalized);
        let conditions = "1+0.01, 1t, 16MB";
        let told = versus(NAMES, conditions, &tally, Some(&test), true, Style::Fastchess);
        assert_eq!(told, text);
    }

    #[test]
    fn a_match_of_single_games_is_told_as_fastchess_does() {
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
        let test = sprt(-5.0, 10.0, Model::Bayesian);
        let conditions = "10+0.1, 1t, 16MB";
        let told = versus(NAMES, conditions, &tally, Some(&test), false, Style::Fastchess);
        assert_eq!(told, text);
        let bare = versus(NAMES, "", &tally, None, false, Style::Fastchess);
        assert!(bare.contains("\nResults of A vs B:\nElo: 43.66"), "{bare}");
        assert!(!bare.contains("LLR"), "{bare}");
    }

    #[test]
    fn a_match_is_told_as_cutechess_does() {
        let tally = Tally { wins: 9, losses: 1, draws: 14, ww: 12, ..Tally::default() };
        let test = sprt(0.0, 10.0, Model::Logistic);
        assert_eq!(
            score(NAMES, &tally, Style::Cutechess),
            "Score of A vs B: 9 - 1 - 14  [0.667] 24\n"
        );
        assert_eq!(
            versus(NAMES, "any", &tally, Some(&test), true, Style::Cutechess),
            "Elo difference: 120.41 +/- 88.97, LOS: 99.84 %, DrawRatio: 58.33 %\n\
             SPRT: llr 0.54 (18.3%), lbound -2.94, ubound 2.94\n"
        );
    }

    #[test]
    fn a_test_that_is_over_is_told() {
        let won = Tally { wins: 800, draws: 200, ww: 300, wd: 200, ..Tally::default() };
        let test = sprt(0.0, 10.0, Model::Normalized);
        for (tally, end) in [(won, "H1"), (won.flipped(), "H0")] {
            for style in [Style::Fastchess, Style::Cutechess] {
                let told = completed(&test, &tally, true, style).unwrap();
                assert_eq!(told, format!("SPRT ([0.00, 10.00]) completed - {end} was accepted\n"));
            }
            let told = versus(NAMES, "", &tally, Some(&test), true, Style::Cutechess);
            assert!(told.ends_with(&format!("ubound 2.94 - {end} was accepted\n")), "{told}");
        }
    }

    #[test]
    fn zero_has_no_sign() {
        for (value, text) in [(-0.0, "0.00"), (-0.004, "0.00"), (-0.006, "-0.01"), (12.0, "12.00")]
        {
            assert_eq!(number(Some(value), 2), text);
        }
    }

    /// Small counts and zeros are as likely as large ones.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![3 => Just(0), 3 => 0..5_u64, 2 => 0..1000_u64, 1 => 0..10_000_000_u64]
    }

    fn tally() -> impl Strategy<Value = Tally> {
        (prop::array::uniform6(count()), prop::array::uniform3(count())).prop_map(
            |(pairs, games)| {
                let ([ll, ld, wl, dd, wd, ww], [wins, losses, draws]) = (pairs, games);
                let wins = wins + wl + wd + 2 * ww;
                let (losses, draws) = (losses + 2 * ll + ld + wl, draws + ld + 2 * dd + wd);
                Tally { wins, losses, draws, ll, ld, wl, dd, wd, ww }
            },
        )
    }

    proptest! {
        /// The bounds of Elo are those of [`Sprt::new`].
        #[test]
        fn no_report_has_a_number_that_is_none(
            ab in tally(), bc in tally(), elo0 in -200.0..199.0_f64, more in 0.01..50.0_f64,
            penta: bool, cutechess: bool,
        ) {
            let style = if cutechess { Style::Cutechess } else { Style::Fastchess };
            let mut standings = Standings::default();
            let [a, b, c] = ["A", "B", "C"].map(|name| standings.player(name));
            standings.add(a, b, ab);
            standings.add(c, b, bc);
            let mut text = ranking(&standings, penta, style) + &score(NAMES, &ab, style);
            for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
                let test = sprt(elo0, (elo0 + more).min(200.0), model);
                text += &versus(NAMES, "", &ab, Some(&test), penta, style);
                // What speaks for one player speaks against the other.
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
