//! Tables of more than two players: the ranking as fastchess prints it, and behind it a cross-table
//! of who did what to whom.

use std::fmt::Write;

use super::elo::Estimate;
use super::report::{RULE, draw_percent, number, pentanomial};
use super::{Standings, Strength, Style, Tally};

/// Most players of a cross-table, which grows with their square.
const MOST_CROSSED: usize = 30;
/// Width of the names, at least.
const NAME: usize = 25;

/// The report of a tournament of more than two players, best one first. It has no empty line, which
/// some readers of our output take for its end.
pub(crate) fn ranking(standings: &Standings, penta: bool, style: Style) -> String {
    let rows = ranked(standings, penta && style == Style::Fastchess);
    let width = standings.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = width.max(NAME);
    let table = match style {
        Style::Fastchess => rank_table(&rows, width, Some(penta)),
        Style::Cutechess => rank_table(&rows, width, None),
    };
    let cross = match rows.len() {
        ..=MOST_CROSSED => cross_table(standings, &rows, width),
        players => {
            format!("The cross-table is left out: {players} players, at most {MOST_CROSSED}\n")
        }
    };
    match style {
        Style::Fastchess => format!("{RULE}{table}{cross}{RULE}"),
        Style::Cutechess => format!("{table}{cross}"),
    }
}

/// A player and what it did to all others.
struct Row<'a> {
    player: usize,
    name: &'a str,
    all: Tally,
    strength: Strength,
}

/// By score, which is the order of Elo too; those of whom nothing is known come last.
fn ranked(standings: &Standings, penta: bool) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = standings
        .names
        .iter()
        .enumerate()
        .map(|(player, name)| {
            let all = standings.all_of(player);
            Row { player, name, all, strength: Strength::of(&all, penta) }
        })
        .collect();
    let score = |row: &Row<'_>| row.strength.score.unwrap_or(-1.0);
    rows.sort_by(|a, b| score(b).total_cmp(&score(a)));
    rows
}

/// The ranking. `penta` is whether pairs are counted, and nothing where there is no column for them.
fn rank_table(rows: &[Row<'_>], width: usize, penta: Option<bool>) -> String {
    let mut text = format!("{:<4} {:<width$}", "Rank", "Name");
    for title in ["Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"] {
        let _ = write!(text, " {title:>10}");
    }
    text.push_str(&penta.map(|_| format!(" {:>20}\n", "Ptnml(0-2)")).unwrap_or("\n".into()));
    for (rank, row) in (1..).zip(rows) {
        let _ = write!(text, "{rank:>4} {:<width$}", row.name);
        for Estimate { value, error } in [row.strength.elo, row.strength.nelo] {
            let _ = write!(text, " {:>10} {:>10}", number(value, 2), number(error, 2));
        }
        let points = percent(row.all.points_percent());
        let draws = percent(draw_percent(&row.all, penta == Some(true)));
        let _ = write!(text, " {:>10} {points:>10} {draws:>10}", row.all.games());
        text.push_str(&match penta {
            Some(true) => format!(" {:>20}\n", pentanomial(&row.all)),
            Some(false) => format!(" {:>20}\n", ""),
            None => "\n".to_owned(),
        });
    }
    text
}

/// What each player did to each other one: points of games (wins-draws-losses). The columns are
/// named by rank.
fn cross_table(standings: &Standings, rows: &[Row<'_>], width: usize) -> String {
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| rows.iter().map(|column| cell(standings, row.player, column.player)).collect())
        .collect();
    let widest = cells.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut text = format!("Points/games (wins-draws-losses)\n{:<4} {:<width$}", "Rank", "Name");
    for rank in 1..=rows.len() {
        let _ = write!(text, "  {rank:>widest$}");
    }
    text.push('\n');
    for (rank, (row, cells)) in (1..).zip(rows.iter().zip(&cells)) {
        let _ = write!(text, "{rank:>4} {:<width$}", row.name);
        for cell in cells {
            let _ = write!(text, "  {cell:>widest$}");
        }
        text.push('\n');
    }
    text
}

fn cell(standings: &Standings, player: usize, opponent: usize) -> String {
    let tally = standings.between(player, opponent);
    let (points, games) = (tally.points(), tally.games());
    match games {
        0 => "-".to_owned(),
        _ => format!("{points:.1}/{games} ({}-{}-{})", tally.wins, tally.draws, tally.losses),
    }
}

fn percent(value: Option<f64>) -> String {
    match value {
        Some(_) => format!("{}%", number(value, 1)),
        None => number(None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(results: [(&str, &str, Tally); 3]) -> Standings {
        let mut standings = Standings::default();
        for (first, second, tally) in results {
            let [first, second] = [first, second].map(|name| standings.player(name));
            standings.add(first, second, tally);
        }
        standings
    }

    // Both rankings are what fastchess alpha 1.8.2 20260729-74deac23 printed after such games.

    #[test]
    fn a_ranking_is_that_of_fastchess_with_a_cross_table() {
        let none = Tally::default();
        let standings = standings([
            (
                "LongerName",
                "A",
                Tally { wins: 4, losses: 13, draws: 3, ll: 4, ld: 2, wl: 3, wd: 1, ..none },
            ),
            ("A", "B", Tally { wins: 7, losses: 4, draws: 9, ld: 1, wl: 3, dd: 2, wd: 4, ..none }),
            (
                "B",
                "LongerName",
                Tally { wins: 13, losses: 6, draws: 1, ld: 1, wl: 5, ww: 4, ..none },
            ),
        ]);
        let text = "\
--------------------------------------------------
Rank Name                             Elo        +/-       nElo        +/-      Games      Score       Draw           Ptnml(0-2)
   1 A                             107.54      78.33     160.83     107.67         40      65.0%      40.0%      [0, 2, 8, 6, 4]
   2 B                              34.86      80.64      47.72     107.67         40      55.0%      50.0%     [0, 5, 10, 1, 4]
   3 LongerName                   -147.19     101.79    -182.48     107.67         40      30.0%      40.0%      [8, 2, 8, 2, 0]
Points/games (wins-draws-losses)
Rank Name                                      1                 2                 3
   1 A                                         -   11.5/20 (7-9-4)  14.5/20 (13-3-4)
   2 B                            8.5/20 (4-9-7)                 -  13.5/20 (13-1-6)
   3 LongerName                  5.5/20 (4-3-13)   6.5/20 (6-1-13)                 -
--------------------------------------------------
";
        assert_eq!(ranking(&standings, true, Style::Fastchess), text);
    }

    #[test]
    fn a_ranking_of_single_games_is_that_of_cutechess() {
        let none = Tally::default();
        let standings = standings([
            ("A", "B", Tally { wins: 4, losses: 1, draws: 5, ..none }),
            ("A", "LongerName", Tally { wins: 8, draws: 2, ..none }),
            ("B", "LongerName", Tally { wins: 7, losses: 2, draws: 1, ..none }),
        ]);
        let text = ranking(&standings, true, Style::Cutechess);
        let table = "\
Rank Name                             Elo        +/-       nElo        +/-      Games      Score       Draw
   1 A                             214.85     142.78     324.16     152.27         20      77.5%      35.0%
   2 B                              34.86     134.27      41.83     152.27         20      55.0%      30.0%
   3 LongerName                   -269.37     230.76    -345.40     152.27         20      17.5%      15.0%
Points/games (wins-draws-losses)
";
        assert!(text.starts_with(table), "{text}");
    }

    #[test]
    fn there_is_no_cross_table_of_very_many_players() {
        let mut standings = Standings::default();
        let first = standings.player("P1");
        for number in 2..=31 {
            let other = standings.player(&format!("P{number}"));
            standings.add(first, other, Tally { wins: 1, ..Tally::default() });
            let text = ranking(&standings, false, Style::Fastchess);
            assert_eq!(text.contains("\nPoints/games "), number <= 30);
            let ruled = text.lines().filter(|line| line.starts_with("---")).count();
            assert_eq!((text.lines().count() > number + 4, ruled), (number <= 30, 2));
        }
        let text = ranking(&standings, false, Style::Cutechess);
        assert!(
            text.ends_with("\nThe cross-table is left out: 31 players, at most 30\n"),
            "{text}"
        );
    }

    #[test]
    fn who_did_not_meet_has_a_dash_and_long_names_keep_the_columns() {
        let win = Tally { wins: 1, ..Tally::default() };
        let name = "an engine whose name is é longer than most";
        let standings = standings([("A", "B", win), ("A", name, win), ("A", "B", win)]);
        let text = ranking(&standings, false, Style::Fastchess);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[2].contains(" n/a        n/a        n/a        n/a          3     100.0%"),
            "{text}"
        );
        let [b, other] = [1, 2].map(|player| standings.names[player].as_str());
        let row = |name: &str| lines.iter().rfind(|line| line.contains(name)).unwrap();
        assert!(
            row(&format!(" {b} ")).ends_with("0.0/2 (0-0-2)              -              -"),
            "{text}"
        );
        assert!(row(other).ends_with("0.0/1 (0-0-1)              -              -"), "{text}");
        let lengths: Vec<usize> = lines[7..10].iter().map(|line| line.chars().count()).collect();
        assert!(lengths.iter().all(|&length| length == lengths[0]), "{text}");
    }
}
