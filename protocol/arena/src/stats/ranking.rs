//! Reports of more than two players: the ranking in the format of fastchess, and below it a
//! cross-table.

use std::iter;

use super::report::{RULE, ReportOptions};
use super::text_table::{self, Column, number, percent};
use super::{EloEstimate, ReportStyle, Standings, Tally};

/// Maximal number of players in a cross-table, which grows with its square.
const MAX_CROSS_TABLE: usize = 30;
/// Minimal width of the column of names.
const NAME_WIDTH: usize = 25;

/// The report of a tournament of more than two players, best player first. It contains no empty
/// line, because OpenBench takes one for the end of the output.
pub fn ranking_report(standings: &Standings, options: &ReportOptions) -> String {
    let rows = ranked(standings, options.counts_pairs());
    let ranking = rank_table(&rows, options);
    let cross = match rows.len() {
        ..=MAX_CROSS_TABLE => cross_table(standings, &rows),
        players => {
            format!("The cross-table is left out: {players} players, at most {MAX_CROSS_TABLE}\n")
        }
    };
    match options.style {
        ReportStyle::Fastchess => format!("{RULE}{ranking}{cross}{RULE}"),
        ReportStyle::Cutechess => format!("{ranking}{cross}"),
    }
}

/// A player and its results against all others.
pub(super) struct RatingRow<'a> {
    pub player: usize,
    pub name: &'a str,
    pub tally: Tally,
    estimate: EloEstimate,
}

/// Sorted by score, which is the order of Elo too. Players without games come last.
pub(super) fn ranked(standings: &Standings, pairs: bool) -> Vec<RatingRow<'_>> {
    let players = standings.names.iter().enumerate();
    let rows = players.map(|(player, name)| {
        let tally = standings.all_of(player);
        RatingRow { player, name, tally, estimate: EloEstimate::new(&tally, pairs) }
    });
    let mut rows: Vec<RatingRow<'_>> = rows.collect();
    let score = |row: &RatingRow<'_>| row.estimate.score.unwrap_or(-1.0);
    rows.sort_by(|a, b| score(b).total_cmp(&score(a)));
    rows
}

/// The columns that both tables begin with.
fn rank_and_name(rows: &[RatingRow<'_>]) -> Vec<Column> {
    let ranks = (1..=rows.len()).map(|rank| rank.to_string());
    let names = rows.iter().map(|row| row.name.to_owned());
    vec![Column::right("Rank", 4, ranks), Column::left("Name", NAME_WIDTH, names).fitted()]
}

fn rank_table(rows: &[RatingRow<'_>], options: &ReportOptions) -> String {
    let pairs = options.counts_pairs();
    let column = |title: &str, text: &dyn Fn(&RatingRow<'_>) -> String| {
        Column::right(title, 10, rows.iter().map(text))
    };
    let mut columns = rank_and_name(rows);
    columns.extend([
        column("Elo", &|row| number(row.estimate.elo.value, 2)),
        column("+/-", &|row| number(row.estimate.elo.error, 2)),
        column("nElo", &|row| number(row.estimate.nelo.value, 2)),
        column("+/-", &|row| number(row.estimate.nelo.error, 2)),
        column("Games", &|row| row.tally.games().to_string()),
        column("Score", &|row| percent(row.tally.points_percent())),
        column("Draw", &|row| percent(row.tally.draw_ratio(pairs))),
    ]);
    if options.style == ReportStyle::Fastchess {
        let counts = |row: &RatingRow<'_>| match pairs {
            true => format!("{:?}", row.tally.pentanomial()),
            false => String::new(),
        };
        columns.push(Column::right("Ptnml(0-2)", 20, rows.iter().map(counts)));
    }
    text_table::lines(&columns).collect()
}

/// Results of each player against each other: points/games (wins-draws-losses). The columns are
/// titled with the ranks.
fn cross_table(standings: &Standings, rows: &[RatingRow<'_>]) -> String {
    let cells = |opponent: &RatingRow<'_>| -> Vec<String> {
        rows.iter().map(|row| cross_cell(standings.between(row.player, opponent.player))).collect()
    };
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut columns = rank_and_name(rows);
    for (rank, cells) in (1..).zip(cells) {
        columns.push(Column::right(&format!(" {rank}"), width, cells.into_iter()));
    }
    let title = "Points/games (wins-draws-losses)\n".to_owned();
    iter::once(title).chain(text_table::lines(&columns)).collect()
}

/// Begins with a space, so that two spaces separate the columns.
fn cross_cell(tally: Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    match tally.games() {
        0 => " -".to_owned(),
        games => format!(" {:.1}/{games} ({wins}-{draws}-{losses})", tally.points()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports without SPRT.
    fn options(style: ReportStyle, pairs: bool) -> ReportOptions {
        ReportOptions { style, pairs, sprt: None }
    }

    fn standings(results: [(&str, &str, Tally); 3]) -> Standings {
        let mut standings = Standings::default();
        for (first, second, tally) in results {
            let [first, second] = [first, second].map(|name| standings.player(name));
            standings.add(first, second, tally);
        }
        standings
    }

    // Both rankings are output of fastchess alpha 1.8.2 20260729-74deac23 for the same results.

    #[test]
    fn ranking_matches_fastchess() {
        let tally = |[wins, losses, draws]: [u64; 3], [ll, ld, wl, dd, wd, ww]: [u64; 6]| Tally {
            wins,
            losses,
            draws,
            ll,
            ld,
            wl,
            dd,
            wd,
            ww,
            even: 0,
        };
        let standings = standings([
            ("LongerName", "A", tally([4, 13, 3], [4, 2, 3, 0, 1, 0])),
            ("A", "B", tally([7, 4, 9], [0, 1, 3, 2, 4, 0])),
            ("B", "LongerName", tally([13, 6, 1], [0, 1, 5, 0, 0, 4])),
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
        assert_eq!(ranking_report(&standings, &options(ReportStyle::Fastchess, true)), text);
    }

    #[test]
    fn ranking_of_single_games_has_no_column_of_pairs() {
        let none = Tally::default();
        let standings = standings([
            ("A", "B", Tally { wins: 4, losses: 1, draws: 5, ..none }),
            ("A", "LongerName", Tally { wins: 8, draws: 2, ..none }),
            ("B", "LongerName", Tally { wins: 7, losses: 2, draws: 1, ..none }),
        ]);
        let text = ranking_report(&standings, &options(ReportStyle::Cutechess, true));
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
    fn cross_table_is_omitted_for_many_players() {
        let mut standings = Standings::default();
        let first = standings.player("P1");
        for number in 2..=31 {
            let other = standings.player(&format!("P{number}"));
            standings.add(first, other, Tally { wins: 1, ..Tally::default() });
            let text = ranking_report(&standings, &options(ReportStyle::Fastchess, false));
            assert_eq!(text.contains("\nPoints/games "), number <= 30);
            let ruled = text.lines().filter(|line| line.starts_with("---")).count();
            assert_eq!((text.lines().count() > number + 4, ruled), (number <= 30, 2));
        }
        let text = ranking_report(&standings, &options(ReportStyle::Cutechess, false));
        let note = "\nThe cross-table is left out: 31 players, at most 30\n";
        assert!(text.ends_with(note), "{text}");
    }

    #[test]
    fn cross_table_marks_unplayed_pairs_and_aligns_long_names() {
        let win = Tally { wins: 1, ..Tally::default() };
        let name = "an engine whose name is é longer than most";
        let standings = standings([("A", "B", win), ("A", name, win), ("A", "B", win)]);
        let text = ranking_report(&standings, &options(ReportStyle::Fastchess, false));
        let lines: Vec<&str> = text.lines().collect();
        let unknown = " n/a        n/a        n/a        n/a          3     100.0%";
        assert!(lines[2].contains(unknown), "{text}");
        let [b, other] = [1, 2].map(|player| standings.names[player].as_str());
        let row = |name: &str| lines.iter().rfind(|line| line.contains(name)).unwrap();
        for (name, points) in [(&*format!(" {b} "), "0.0/2 (0-0-2)"), (other, "0.0/1 (0-0-1)")] {
            let end = format!("{points}              -              -");
            assert!(row(name).ends_with(&end), "{text}");
        }
        let lengths: Vec<usize> = lines[7..10].iter().map(|line| line.chars().count()).collect();
        assert!(lengths.iter().all(|&length| length == lengths[0]), "{text}");
    }
}
