//! Tables of more than two players with columns to choose, which are cutechess's of the option
//! `-resultformat`.

use std::collections::BTreeMap;

use super::report::number;
use super::{Strength, Tally};

/// A player of the table.
pub(crate) struct Player<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What it may think, in words.
    pub(crate) time: &'a str,
    /// Its games with White.
    pub(crate) white: Tally,
    /// Its games with Black.
    pub(crate) black: Tally,
    /// How often its games ended in which way. A win or a loss says so first: `Loss: White resigns`.
    pub(crate) ends: &'a BTreeMap<String, u64>,
}

/// A column: its name on the command line, its title, and what stands in it.
type Column = (&'static str, &'static str, Cell);

/// What stands in a column.
enum Cell {
    Rank,
    Name,
    Time,
    /// A number of games.
    Count(fn(&Player<'_>) -> u64),
    /// Points, to a tenth.
    Points,
    /// A number of whole Elo.
    Elo(fn(&Player<'_>) -> Option<f64>),
    /// A part of 100.
    Percent(fn(&Player<'_>) -> Option<f64>),
}

const COLUMNS: &[Column] = &[
    ("Rank", "Rank", Cell::Rank),
    ("Name", "Name", Cell::Name),
    ("TC", "TC", Cell::Time),
    ("Elo", "Elo", Cell::Elo(|player| player.strength().elo.value)),
    ("Error", "+/-", Cell::Elo(|player| player.strength().elo.error)),
    ("Games", "Games", Cell::Count(|player| player.all().games())),
    ("W", "Wins", Cell::Count(|player| player.all().wins)),
    ("L", "Losses", Cell::Count(|player| player.all().losses)),
    ("D", "Draws", Cell::Count(|player| player.all().draws)),
    ("Points", "Points", Cell::Points),
    ("Score", "Score", Cell::Percent(|player| player.all().points_percent())),
    ("DScore", "Draw", Cell::Percent(|player| player.all().draw_percent())),
    ("wW", "WWins", Cell::Count(|player| player.white.wins)),
    ("wL", "WLoss.", Cell::Count(|player| player.white.losses)),
    ("wD", "WDraws", Cell::Count(|player| player.white.draws)),
    ("wScore", "White", Cell::Percent(|player| player.white.points_percent())),
    ("wDScore", "WDraw", Cell::Percent(|player| player.white.draw_percent())),
    ("bW", "BWins", Cell::Count(|player| player.black.wins)),
    ("bL", "BLoss.", Cell::Count(|player| player.black.losses)),
    ("bD", "BDraws", Cell::Count(|player| player.black.draws)),
    ("bScore", "Black", Cell::Percent(|player| player.black.points_percent())),
    ("bDScore", "BDraw", Cell::Percent(|player| player.black.draw_percent())),
    ("Time", "Time", Cell::Count(|player| player.lost(&["loses on time"]))),
    ("Illegal", "Illegal", Cell::Count(|player| player.lost(&["makes an illegal move"]))),
    ("Discon", "Discon", Cell::Count(|player| player.lost(&["disconnects"]))),
    ("Stall", "Stall", Cell::Count(|player| player.lost(&["connection stalls"]))),
    ("WrClaim", "WrClaim", Cell::Count(|player| player.lost(&["result claim"]))),
    (
        "RegulL",
        "RegulL",
        Cell::Count(|player| player.all().losses.saturating_sub(player.lost(FAULTS))),
    ),
    (
        "RegulW",
        "RegulW",
        Cell::Count(|player| player.all().wins.saturating_sub(player.count("Win: ", FAULTS))),
    ),
    ("OtherW", "OtherW", Cell::Count(|player| player.count("Win: ", FAULTS))),
    ("DStale", "DStale", Cell::Count(|player| player.count("Draw ", &["stalemate"]))),
    ("DRepet", "DRepet", Cell::Count(|player| player.count("Draw ", &["repetition"]))),
    ("DMoves", "DMoves", Cell::Count(|player| player.count("Draw ", &["move limit"]))),
    ("DAdj", "DAdj", Cell::Count(|player| player.count("Draw ", &["adjudication"]))),
    (
        "OtherD",
        "OtherD",
        Cell::Count(|player| player.all().draws.saturating_sub(player.count("Draw ", DRAWS))),
    ),
];

/// What marks the end of a game that a fault of the loser decided.
const FAULTS: &[&str] =
    &["loses on time", "makes an illegal move", "disconnects", "connection stalls", "result claim"];
/// What marks a draw that has a column.
const DRAWS: &[&str] = &["stalemate", "repetition", "move limit", "adjudication"];

/// Names that stand for several columns. Of cutechess's those are left out that it does not print,
/// and those of draws that these games do not have.
const FORMATS: &[(&str, &str)] = &[
    ("minimal", "Rank,Name"),
    ("small", "Rank,Name,Games,Points"),
    ("short", "Rank,Name,Elo,Games"),
    ("concise", "Rank,Name,Elo,Error,Games"),
    ("default", "Rank,Name,Elo,Error,Games,Score,DScore"),
    ("with-points", "Rank,Name,Elo,Error,Games,Points,Score,DScore"),
    ("wide", "Rank,Name,Elo,Error,Games,W,L,D,Points,Score,DScore"),
    ("wide2", "Rank,Name,Elo,Error,Games,W,L,D,Points,Score,DScore,wScore,bScore"),
    ("wide3", "Rank,Name,TC,Elo,Error,Games,WLDStats,DrawStats,Terminations"),
    ("per-color", "Rank,Name,Elo,Error,Games,W,L,D,Points,wW,wL,wD,bW,bL,bD"),
    ("ordo", "Rank,Name,Elo,Points,Games,Score"),
    ("term", "Rank,Name,Elo,Error,Games,Score,Terminations"),
    ("draws", "Rank,Name,Elo,Error,Games,W,L,D,Points,Score,DrawStats"),
    ("WLDStats", "W,L,D,Points,Score,wW,wL,wD,wScore,bW,bL,bD,bScore"),
    ("DrawStats", "DScore,DStale,DRepet,DMoves,DAdj,OtherD"),
    ("Terminations", "Time,Illegal,Discon,Stall,WrClaim"),
];

/// The columns of a format: its name, or the names of columns, with commas.
///
/// # Errors
/// What is neither.
pub(crate) fn fields(format: &str) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    for word in format.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some((_, more)) = FORMATS.iter().find(|(name, _)| *name == word) {
            fields.extend(self::fields(more)?);
        } else if COLUMNS.iter().any(|(name, ..)| *name == word) {
            fields.push(word.to_owned());
        } else {
            return Err(word.to_owned());
        }
    }
    Ok(fields)
}

/// The names of formats and columns, for a message.
pub(crate) fn known() -> String {
    let formats = FORMATS.iter().map(|(name, _)| *name);
    let names: Vec<&str> = formats.chain(COLUMNS.iter().map(|(name, ..)| *name)).collect();
    names.join(", ")
}

/// The table, best player first.
pub(crate) fn table(mut players: Vec<Player<'_>>, fields: &[String]) -> String {
    let score = |player: &Player<'_>| player.all().points_percent().unwrap_or(-1.0);
    players.sort_by(|a, b| score(b).total_cmp(&score(a)));
    let named = |field: &String| COLUMNS.iter().find(|(name, ..)| name == field);
    let columns: Vec<&Column> = fields.iter().filter_map(named).collect();
    let mut lines = vec![String::new(); players.len() + 1];
    for (_, title, cell) in columns {
        let mut texts = vec![(*title).to_owned()];
        texts.extend((1..).zip(&players).map(|(rank, player)| cell.text(rank, player)));
        let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let width = widest.max(cell.width());
        for (line, text) in lines.iter_mut().zip(texts) {
            *line += &match cell {
                Cell::Name => format!("{text:<width$} "),
                _ => format!("{text:>width$} "),
            };
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

impl Cell {
    /// Its width at least.
    fn width(&self) -> usize {
        match self {
            Self::Rank => 4,
            Self::Name => 25,
            Self::Time => 14,
            Self::Points => 8,
            Self::Count(_) | Self::Elo(_) | Self::Percent(_) => 7,
        }
    }

    fn text(&self, rank: usize, player: &Player<'_>) -> String {
        match self {
            Self::Rank => rank.to_string(),
            Self::Name => player.name.to_owned(),
            Self::Time => player.time.to_owned(),
            Self::Points => format!("{:.1}", player.all().points()),
            Self::Count(count) => count(player).to_string(),
            Self::Elo(value) => number(value(player), 0),
            Self::Percent(value) => match value(player) {
                None => number(None, 1),
                value => format!("{}%", number(value, 1)),
            },
        }
    }
}

impl Player<'_> {
    fn all(&self) -> Tally {
        self.white + self.black
    }

    fn strength(&self) -> Strength {
        Strength::of(&self.all(), false)
    }

    /// Games whose end begins like this and has one of these words in it.
    fn count(&self, begin: &str, words: &[&str]) -> u64 {
        let fits =
            |end: &str| end.starts_with(begin) && words.iter().any(|word| end.contains(word));
        self.ends.iter().filter(|(end, _)| fits(end)).map(|(_, count)| count).sum()
    }

    fn lost(&self, words: &[&str]) -> u64 {
        self.count("Loss: ", words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(list: &[(&str, u64)]) -> BTreeMap<String, u64> {
        list.iter().map(|&(words, count)| (words.to_owned(), count)).collect()
    }

    fn print(format: &str) -> String {
        let none = Tally::default();
        let a = ends(&[
            ("Win: Black mates", 4),
            ("Win: White loses on time", 1),
            ("Loss: White makes an illegal move", 1),
            ("Draw by 3-fold repetition", 2),
            ("Draw by bare king", 2),
        ]);
        let b = ends(&[
            ("Loss: Black mates", 4),
            ("Loss: White loses on time", 1),
            ("Win: White makes an illegal move", 1),
            ("Draw by 3-fold repetition", 2),
            ("Draw by bare king", 2),
        ]);
        let players = vec![
            Player {
                name: "B",
                time: "8+0.08",
                white: Tally { losses: 5, ..none },
                black: Tally { wins: 1, draws: 4, ..none },
                ends: &b,
            },
            Player {
                name: "A",
                time: "8+0.08",
                white: Tally { losses: 1, draws: 4, ..none },
                black: Tally { wins: 5, ..none },
                ends: &a,
            },
        ];
        table(players, &fields(format).unwrap())
    }

    // Widths and titles are those of Tournament::results of cutechess 5e84232; 7 points of 10 are
    // 400 * log10(7 / 3) = 147 Elo.

    #[test]
    fn a_table_has_the_columns_that_were_chosen() {
        assert_eq!(print("minimal"), "Rank Name\n   1 A\n   2 B\n");
        let text = "\
Rank Name                        Games   Points
   1 A                              10      7.0
   2 B                              10      3.0
";
        assert_eq!(print("small"), text);
        let text = "\
Rank     Elo    Wins  Losses   Draws   Score    Draw             TC
   1     147       5       1       4   70.0%   40.0%         8+0.08
   2    -147       1       5       4   30.0%   40.0%         8+0.08
";
        assert_eq!(print("Rank,Elo,W, L,D,Score,DScore,TC"), text);
    }

    #[test]
    fn colours_and_ends_have_columns() {
        let text = "\
Rank   WWins  WLoss.  WDraws   BWins  BLoss.  BDraws
   1       0       1       4       5       0       0
   2       0       5       0       1       0       4
";
        assert_eq!(print("Rank,wW,wL,wD,bW,bL,bD"), text);
        let text = "\
Rank    Time Illegal  Discon   Stall WrClaim  RegulW  RegulL  OtherW
   1       0       1       0       0       0       4       0       1
   2       1       0       0       0       0       0       4       1
";
        assert_eq!(print("Rank,Terminations,RegulW,RegulL,OtherW"), text);
        let text = "\
Rank    Draw  DStale  DRepet  DMoves    DAdj  OtherD
   1   40.0%       0       2       0       0       2
   2   40.0%       0       2       0       0       2
";
        assert_eq!(print("Rank,DrawStats"), text);
    }

    #[test]
    fn every_format_is_made_of_columns() {
        for (name, _) in FORMATS {
            assert!(!fields(name).unwrap().is_empty(), "{name}");
        }
        assert_eq!(fields("Rank,Rang"), Err("Rang".to_owned()));
        assert_eq!(fields("").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn who_has_not_played_comes_last() {
        let ends = BTreeMap::new();
        let player = |name, wins| Player {
            name,
            time: "",
            white: Tally { losses: wins, ..Tally::default() },
            black: Tally::default(),
            ends: &ends,
        };
        let text = table(vec![player("none", 0), player("all", 2)], &fields("Name,Score").unwrap());
        let text: Vec<&str> = text.split_ascii_whitespace().collect();
        assert_eq!(text, ["Name", "Score", "all", "0.0%", "none", "n/a"]);
    }
}
