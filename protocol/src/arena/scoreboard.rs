//! The results of a tournament as its reports count them: by pairs of games, or game by game.

use std::collections::HashMap;

use baroque_movegen::{ByColor, Color};

use super::outcomes::Outcomes;
use super::schedule::Fixture;
use super::settings::Settings;
use super::stats::columns::{self, Player};
use super::stats::{Sprt, Standings, Style, Tally, Wdl, report};
use crate::pgn::GameResult;

/// The results so far.
pub struct Scoreboard {
    standings: Standings,
    /// First results of pairs whose other game is still to come, by their meetings.
    halves: HashMap<u64, Wdl>,
    pairs: bool,
    style: Style,
    sprt: Option<Sprt>,
    outcomes: Outcomes,
    /// Each player's games with White and with Black.
    colors: Vec<ByColor<Tally>>,
    /// What each player may think.
    times: Vec<String>,
    columns: Vec<String>,
    games: u64,
    /// Pairs or games that were counted.
    counted: u64,
}

impl Scoreboard {
    /// Before the first game.
    pub fn new(settings: &Settings) -> Self {
        let mut standings = Standings::default();
        for name in settings.names() {
            standings.player(&name);
        }
        Self {
            standings,
            halves: HashMap::new(),
            pairs: settings.counts_pairs(),
            style: settings.conduct.style,
            sprt: settings.sprt,
            outcomes: Outcomes::new(settings.names()),
            colors: vec![ByColor::default(); settings.engines.len()],
            times: settings.engines.iter().map(|entrant| entrant.time.to_string()).collect(),
            columns: settings.conduct.columns.clone(),
            games: 0,
            counted: 0,
        }
    }

    /// Counts a game that ended for a reason. Returns whether it was the last one of its pair, or stands
    /// alone.
    pub fn add(&mut self, fixture: &Fixture, result: GameResult, reason: &str) -> bool {
        for (color, player) in [(Color::White, fixture.white), (Color::Black, fixture.black)] {
            let Some(result) = Wdl::of(result, color) else { return false };
            self.outcomes.add(player, result, reason);
            if let Some(tallies) = self.colors.get_mut(player) {
                tallies[color] += Tally::game(result);
            }
        }
        let color = if fixture.white == fixture.first { Color::White } else { Color::Black };
        let Some(result) = Wdl::of(result, color) else { return false };
        self.games += 1;
        let tally = match self.pairs {
            false => Tally::game(result),
            true => match self.halves.remove(&fixture.encounter) {
                None => {
                    self.halves.insert(fixture.encounter, result);
                    return false;
                }
                Some(other) => Tally::pair(other, result),
            },
        };
        self.standings.add(fixture.first, fixture.second, tally);
        self.counted += 1;
        true
    }

    /// Games that were played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Pairs, or games where pairs are not counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// The report of all that was counted.
    pub fn report(&self, conditions: &str) -> String {
        match self.standings.names.as_slice() {
            [first, second] => {
                let (names, tally) =
                    ((first.as_str(), second.as_str()), self.standings.between(0, 1));
                report::versus(
                    names,
                    conditions,
                    &tally,
                    self.sprt.as_ref(),
                    self.pairs,
                    self.style,
                )
            }
            _ if self.columns.is_empty() => {
                report::ranking(&self.standings, self.pairs, self.style)
            }
            _ => columns::table(self.players(), &self.columns),
        }
    }

    fn players(&self) -> Vec<Player<'_>> {
        let known = self.colors.iter().zip(&self.times).zip(self.outcomes.all());
        known
            .map(|((&ByColor([white, black]), time), (name, ends))| Player {
                name,
                time,
                white,
                black,
                ends,
            })
            .collect()
    }

    /// How games ended, player by player.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// The line of scores behind a game of two engines; empty if the style has none.
    pub fn score(&self, fixture: &Fixture) -> String {
        let name = |index: usize| self.standings.names.get(index).map_or("", String::as_str);
        let tally = self.standings.between(fixture.first, fixture.second);
        report::score((name(fixture.first), name(fixture.second)), &tally, self.style)
    }

    /// The line that ends a test, if it is decided.
    pub fn decision(&self) -> Option<String> {
        let tally = self.standings.between(0, 1);
        report::completed(self.sprt.as_ref()?, &tally, self.pairs, self.style)
    }

    /// The state of things on one short line.
    pub fn summary(&self) -> String {
        let tally = self.standings.between(0, 1);
        let mut text = match self.standings.names.len() {
            2 => format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses),
            engines => format!("{engines} engines"),
        };
        if let Some(sprt) = &self.sprt {
            let llr = sprt.llr(&tally, self.pairs);
            text += &format!(", LLR {llr:.2} ({:.2}, {:.2})", sprt.lower(), sprt.upper());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::player::EngineConfig;
    use super::super::settings::Entrant;
    use super::*;

    fn fixture(number: u64, white: usize) -> Fixture {
        let (round, encounter) = (number.div_ceil(2), number.div_ceil(2));
        Fixture { number, round, encounter, white, black: 1 - white, first: 0, second: 1 }
    }

    #[test]
    fn pairs_count_when_they_are_complete_in_any_order() {
        let engine = |name: &str| Entrant {
            engine: EngineConfig { name: name.to_owned(), ..EngineConfig::default() },
            ..Entrant::default()
        };
        let engines = vec![engine("A"), engine("B")];
        let mut settings = Settings { engines, ..Settings::default() };
        let mut board = Scoreboard::new(&settings);
        assert!(!board.add(&fixture(1, 0), GameResult::WhiteWins, "x"));
        assert!(!board.add(&fixture(4, 1), GameResult::Draw, "x"));
        assert!(!board.add(&fixture(2, 1), GameResult::Unknown, "x"));
        assert_eq!((board.games(), board.counted()), (2, 0));
        assert!(board.add(&fixture(3, 0), GameResult::BlackWins, "x"));
        assert!(board.add(&fixture(2, 1), GameResult::BlackWins, "x"));
        assert_eq!((board.games(), board.counted(), &*board.summary()), (4, 2, "+2 =1 -1"));
        settings.conduct.penta = false;
        let mut board = Scoreboard::new(&settings);
        assert!(board.add(&fixture(2, 1), GameResult::WhiteWins, "x"));
        assert_eq!(board.summary(), "+0 =0 -1");
    }
}
