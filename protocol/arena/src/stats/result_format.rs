//! The table of more than two players with selectable columns: option `-resultformat` of cutechess.

use std::collections::BTreeMap;

use baroque_movegen::Color;

use super::text_table::{self, Column, number, percent};
use super::{EloEstimate, Tally, Wdl};

/// The results of one player.
#[derive(Clone, Default)]
pub struct PlayerResults {
    pub name: String,
    pub time_control: String,
    /// The games with White.
    pub white: Tally,
    /// The games with Black.
    pub black: Tally,
    /// How often the player's games ended for which reason. Reasons of decisive games are prefixed
    /// with the result: `Loss: White resigns`.
    pub terminations: BTreeMap<String, u64>,
}

/// A column: its name on the command line, its title, its minimal width, and its cell for the player
/// on a rank.
type Field = (&'static str, &'static str, usize, fn(usize, &PlayerResults) -> String);

const FIELDS: &[Field] = &[
    ("Rank", "Rank", 4, |rank, _| rank.to_string()),
    (NAME, NAME, 25, |_, p| p.name.clone()),
    ("TC", "TC", 14, |_, p| p.time_control.clone()),
    ("Elo", "Elo", 7, |_, p| number(p.estimate().elo.value, 0)),
    ("Error", "+/-", 7, |_, p| number(p.estimate().elo.error, 0)),
    ("Games", "Games", 7, |_, p| p.all().games().to_string()),
    ("W", "Wins", 7, |_, p| p.all().wins.to_string()),
    ("L", "Losses", 7, |_, p| p.all().losses.to_string()),
    ("D", "Draws", 7, |_, p| p.all().draws.to_string()),
    ("Points", "Points", 8, |_, p| format!("{:.1}", p.all().points())),
    ("Score", "Score", 7, |_, p| percent(p.all().points_percent())),
    ("DScore", "Draw", 7, |_, p| percent(p.all().draw_percent())),
    ("wW", "WWins", 7, |_, p| p.white.wins.to_string()),
    ("wL", "WLoss.", 7, |_, p| p.white.losses.to_string()),
    ("wD", "WDraws", 7, |_, p| p.white.draws.to_string()),
    ("wScore", "White", 7, |_, p| percent(p.white.points_percent())),
    ("wDScore", "WDraw", 7, |_, p| percent(p.white.draw_percent())),
    ("bW", "BWins", 7, |_, p| p.black.wins.to_string()),
    ("bL", "BLoss.", 7, |_, p| p.black.losses.to_string()),
    ("bD", "BDraws", 7, |_, p| p.black.draws.to_string()),
    ("bScore", "Black", 7, |_, p| percent(p.black.points_percent())),
    ("bDScore", "BDraw", 7, |_, p| percent(p.black.draw_percent())),
    ("Time", "Time", 7, |_, p| p.count("Loss: ", &["loses on time"]).to_string()),
    ("Illegal", "Illegal", 7, |_, p| p.count("Loss: ", &["makes an illegal move"]).to_string()),
    ("Discon", "Discon", 7, |_, p| p.count("Loss: ", &["disconnects"]).to_string()),
    ("Stall", "Stall", 7, |_, p| p.count("Loss: ", &["connection stalls"]).to_string()),
    ("WrClaim", "WrClaim", 7, |_, p| p.count("Loss: ", &["result claim"]).to_string()),
    ("RegulL", "RegulL", 7, |_, p| rest(p.all().losses, p.count("Loss: ", FAULTS))),
    ("RegulW", "RegulW", 7, |_, p| rest(p.all().wins, p.count("Win: ", FAULTS))),
    ("OtherW", "OtherW", 7, |_, p| p.count("Win: ", FAULTS).to_string()),
    ("DStale", "DStale", 7, |_, p| p.count("Draw ", &["stalemate"]).to_string()),
    ("DRepet", "DRepet", 7, |_, p| p.count("Draw ", &["repetition"]).to_string()),
    ("DMoves", "DMoves", 7, |_, p| p.count("Draw ", &["move limit"]).to_string()),
    ("DAdj", "DAdj", 7, |_, p| p.count("Draw ", &["adjudication"]).to_string()),
    ("OtherD", "OtherD", 7, |_, p| rest(p.all().draws, p.count("Draw ", DRAWS))),
];

/// The only column that is aligned to the left.
const NAME: &str = "Name";
/// Terminations by a fault of the loser.
const FAULTS: &[&str] =
    &["loses on time", "makes an illegal move", "disconnects", "connection stalls", "result claim"];
/// Terminations of draws that have a column.
const DRAWS: &[&str] = &["stalemate", "repetition", "move limit", "adjudication"];

/// Names of several columns, without those of cutechess that it never prints and those for kinds of
/// draws that these games lack.
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

/// The names of the columns of a format, which is a comma-separated list of names of formats and
/// columns.
///
/// # Errors
/// The first name that is neither.
pub fn fields(format: &str) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    for word in format.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some((_, columns)) = FORMATS.iter().find(|(name, _)| *name == word) {
            fields.extend(self::fields(columns)?);
        } else if FIELDS.iter().any(|(name, ..)| *name == word) {
            fields.push(word.to_owned());
        } else {
            return Err(word.to_owned());
        }
    }
    Ok(fields)
}

/// The names of all formats and columns, for error messages.
pub fn known_names() -> String {
    let formats = FORMATS.iter().map(|(name, _)| *name);
    let names: Vec<&str> = formats.chain(FIELDS.iter().map(|(name, ..)| *name)).collect();
    names.join(", ")
}

/// The table of the given columns, best player first.
pub fn table(players: &[PlayerResults], fields: &[String]) -> String {
    let score = |player: &PlayerResults| player.all().points_percent().unwrap_or(-1.0);
    let mut players: Vec<&PlayerResults> = players.iter().collect();
    players.sort_by(|a, b| score(b).total_cmp(&score(a)));
    let fields = fields.iter().filter_map(|name| FIELDS.iter().find(|field| field.0 == name));
    let columns = fields.map(|&(name, title, width, cell)| {
        let cells = (1..).zip(&players).map(|(rank, player)| cell(rank, player));
        match name {
            NAME => Column::left(title, width, cells).fitted(),
            _ => Column::right(title, width, cells).fitted(),
        }
    });
    let columns: Vec<Column> = columns.collect();
    text_table::lines(&columns).map(|line| format!("{}\n", line.trim_end())).collect()
}

impl PlayerResults {
    /// Counts a game. An empty reason, which is an unknown one, is not counted.
    pub fn add(&mut self, color: Color, result: Wdl, reason: &str) {
        match color {
            Color::White => self.white += Tally::game(result),
            Color::Black => self.black += Tally::game(result),
        }
        if reason.is_empty() {
            return;
        }
        let termination = match result {
            Wdl::Win => format!("Win: {reason}"),
            Wdl::Draw => reason.to_owned(),
            Wdl::Loss => format!("Loss: {reason}"),
        };
        *self.terminations.entry(termination).or_default() += 1;
    }

    /// The terminations in the format of cutechess.
    pub fn outcomes(&self) -> String {
        let line = |(termination, count)| format!("   \"{termination}\": {count}\n");
        let lines: String = self.terminations.iter().map(line).collect();
        format!("Player: {}\n{lines}", self.name)
    }

    fn all(&self) -> Tally {
        self.white + self.black
    }

    fn estimate(&self) -> EloEstimate {
        EloEstimate::new(&self.all(), false)
    }

    /// The player's timeouts, and how often it crashed or stalled.
    pub fn faults(&self) -> [u64; 2] {
        [&["loses on time"][..], &["disconnects", "connection stalls"]]
            .map(|reasons| self.count("Loss: ", reasons))
    }

    /// Games whose termination has the prefix and contains one of the reasons.
    fn count(&self, prefix: &str, reasons: &[&str]) -> u64 {
        let fits = |termination: &str| {
            termination.starts_with(prefix)
                && reasons.iter().any(|reason| termination.contains(reason))
        };
        self.terminations.iter().filter(|(text, _)| fits(text)).map(|(_, count)| count).sum()
    }
}

/// The games that other columns do not count. It saturates, because the terminations may come from
/// a state file with any contents.
fn rest(games: u64, counted: u64) -> String {
    games.saturating_sub(counted).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminations(list: &[(&str, u64)]) -> BTreeMap<String, u64> {
        list.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect()
    }

    fn print(format: &str) -> String {
        let none = Tally::default();
        let a = terminations(&[
            ("Win: Black mates", 4),
            ("Win: White loses on time", 1),
            ("Loss: White makes an illegal move", 1),
            ("Draw by 3-fold repetition", 2),
            ("Draw by bare king", 2),
        ]);
        let b = terminations(&[
            ("Loss: Black mates", 4),
            ("Loss: White loses on time", 1),
            ("Win: White makes an illegal move", 1),
            ("Draw by 3-fold repetition", 2),
            ("Draw by bare king", 2),
        ]);
        let players = vec![
            PlayerResults {
                name: "B".to_owned(),
                time_control: "8+0.08".to_owned(),
                white: Tally { losses: 5, ..none },
                black: Tally { wins: 1, draws: 4, ..none },
                terminations: b,
            },
            PlayerResults {
                name: "A".to_owned(),
                time_control: "8+0.08".to_owned(),
                white: Tally { losses: 1, draws: 4, ..none },
                black: Tally { wins: 5, ..none },
                terminations: a,
            },
        ];
        table(&players, &fields(format).unwrap())
    }

    // Widths and titles match Tournament::results of cutechess 5e84232; 7 points of 10 are
    // 400 * log10(7 / 3) = 147 Elo.

    #[test]
    fn table_has_the_selected_columns() {
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
    fn colours_and_terminations_have_columns() {
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
    fn formats_consist_of_columns() {
        for (name, _) in FORMATS {
            assert!(!fields(name).unwrap().is_empty(), "{name}");
        }
        assert_eq!(fields("Rank,Rang"), Err("Rang".to_owned()));
        assert_eq!(fields("").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn players_without_games_come_last() {
        let player = |name: &str, wins| PlayerResults {
            name: name.to_owned(),
            white: Tally { losses: wins, ..Tally::default() },
            ..PlayerResults::default()
        };
        let players = [player("none", 0), player("all", 2)];
        let text = table(&players, &fields("Name,Score").unwrap());
        let text: Vec<&str> = text.split_ascii_whitespace().collect();
        assert_eq!(text, ["Name", "Score", "all", "0.0%", "none", "n/a"]);
    }

    #[test]
    fn terminations_are_listed_as_in_cutechess() {
        let mut player = PlayerResults { name: "A".to_owned(), ..PlayerResults::default() };
        for (result, reason) in [
            (Wdl::Win, "White mates"),
            (Wdl::Loss, "White loses on time"),
            (Wdl::Draw, "Draw by stalemate"),
            (Wdl::Win, "White mates"),
            (Wdl::Win, ""),
        ] {
            player.add(Color::White, result, reason);
        }
        // The format of Tournament::outcomes of cutechess 5e84232.
        let text = "\
Player: A
   \"Draw by stalemate\": 1
   \"Loss: White loses on time\": 1
   \"Win: White mates\": 2
";
        assert_eq!(player.outcomes(), text);
        assert_eq!((player.white.games(), player.black.games()), (5, 0));
    }
}
