//! The results of a tournament, counted by pairs of games or by single games.

use std::collections::HashMap;

use baroque_formats::pgn::GameResult;
use baroque_movegen::Color;

use super::schedule::Pairing;
use super::settings::Settings;
use super::stats::result_format::{self, PlayerResults};
use super::stats::{ReportOptions, Standings, Tally, Wdl, ranking_report};

/// The results of a tournament and its reports.
pub struct Scoreboard {
    standings: Standings,
    /// The first results of incomplete pairs, by encounter.
    half_pairs: HashMap<u64, Wdl>,
    options: ReportOptions,
    players: Vec<PlayerResults>,
    /// The fields of the table of cutechess; empty for the ranking.
    columns: Vec<String>,
    games: u64,
    /// Counted pairs, or games if pairs are not counted.
    counted: u64,
}

impl Scoreboard {
    pub fn new(settings: &Settings) -> Self {
        let players = settings.engines.iter().map(|entry| PlayerResults {
            name: entry.engine.name.clone(),
            time_control: entry.time.to_string(),
            ..PlayerResults::default()
        });
        let mut standings = Standings::default();
        for name in settings.names() {
            standings.player(&name);
        }
        Self {
            standings,
            half_pairs: HashMap::new(),
            options: ReportOptions {
                style: settings.run.style,
                pairs: settings.counts_pairs(),
                sprt: settings.sprt,
            },
            players: players.collect(),
            columns: settings.run.columns.clone(),
            games: 0,
            counted: 0,
        }
    }

    /// Counts a game. Returns whether it completes its pair, which a single game always does.
    pub fn add(&mut self, pairing: &Pairing, result: GameResult, reason: &str) -> bool {
        for (color, player) in [(Color::White, pairing.white), (Color::Black, pairing.black)] {
            let Some(result) = Wdl::new(result, color) else { return false };
            if let Some(player) = self.players.get_mut(player) {
                player.add(color, result, reason);
            }
        }
        let color = if pairing.white == pairing.first { Color::White } else { Color::Black };
        let Some(result) = Wdl::new(result, color) else { return false };
        self.games += 1;
        let tally = match self.options.pairs {
            false => Tally::game(result),
            true => match self.half_pairs.remove(&pairing.encounter) {
                None => {
                    self.half_pairs.insert(pairing.encounter, result);
                    return false;
                }
                Some(other) => Tally::pair(other, result),
            },
        };
        self.standings.add(pairing.first, pairing.second, tally);
        self.counted += 1;
        true
    }

    /// Number of counted games, including those of incomplete pairs.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of complete pairs, or of games if pairs are not counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// The report of all results. `conditions` are those of a match of two engines.
    pub fn report(&self, conditions: &str) -> String {
        match self.standings.names.as_slice() {
            [first, second] => self.options.match_report(
                (first, second),
                conditions,
                &self.standings.between(0, 1),
            ),
            _ if self.columns.is_empty() => ranking_report(&self.standings, &self.options),
            _ => result_format::table(&self.players, &self.columns),
        }
    }

    /// The terminations of games by player.
    pub fn outcomes(&self) -> String {
        self.players.iter().map(PlayerResults::outcomes).collect()
    }

    /// The score line of two engines; empty in the style of fastchess.
    pub fn score(&self, pairing: &Pairing) -> String {
        let name = |index: usize| self.standings.names.get(index).map_or("", String::as_str);
        let tally = self.standings.between(pairing.first, pairing.second);
        self.options.score_line((name(pairing.first), name(pairing.second)), &tally)
    }

    /// The last line of a match whose SPRT is decided.
    pub fn decision(&self) -> Option<String> {
        self.options.sprt_decision(&self.standings.between(0, 1))
    }

    /// The results in a few words, for the status line.
    pub fn summary(&self) -> String {
        let tally = self.standings.between(0, 1);
        let mut text = match self.standings.names.len() {
            2 => format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses),
            engines => format!("{engines} engines"),
        };
        if let Some(sprt) = &self.options.sprt {
            let llr = sprt.llr(&tally, self.options.pairs);
            text += &format!(", LLR {llr:.2} ({:.2}, {:.2})", sprt.lower(), sprt.upper());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::player::EngineConfig;
    use super::super::settings::EngineEntry;
    use super::*;

    fn pairing(number: u64, white: usize) -> Pairing {
        let (round, encounter) = (number.div_ceil(2), number.div_ceil(2));
        Pairing { number, round, encounter, white, black: 1 - white, first: 0, second: 1 }
    }

    #[test]
    fn pairs_are_counted_when_complete_in_any_order() {
        let engine = |name: &str| EngineEntry {
            engine: EngineConfig { name: name.to_owned(), ..EngineConfig::default() },
            ..EngineEntry::default()
        };
        let engines = vec![engine("A"), engine("B")];
        let mut settings = Settings { engines, ..Settings::default() };
        let mut board = Scoreboard::new(&settings);
        assert!(!board.add(&pairing(1, 0), GameResult::WhiteWins, "x"));
        assert!(!board.add(&pairing(4, 1), GameResult::Draw, "x"));
        assert!(!board.add(&pairing(2, 1), GameResult::Unknown, "x"));
        assert_eq!((board.games(), board.counted()), (2, 0));
        assert!(board.add(&pairing(3, 0), GameResult::BlackWins, "x"));
        assert!(board.add(&pairing(2, 1), GameResult::BlackWins, "x"));
        assert_eq!((board.games(), board.counted(), &*board.summary()), (4, 2, "+2 =1 -1"));
        settings.run.penta = false;
        let mut board = Scoreboard::new(&settings);
        assert!(board.add(&pairing(2, 1), GameResult::WhiteWins, "x"));
        assert_eq!(board.summary(), "+0 =0 -1");
    }
}
