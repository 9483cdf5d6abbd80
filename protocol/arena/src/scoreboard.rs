//! What is counted in a tournament: its results, by pairs of games or by single games, how games ended,
//! and what the engines reported.

use std::collections::HashMap;
use std::sync::Arc;

use baroque_formats::pgn::GameResult;
use baroque_movegen::{ByColor, Color};

use super::game::FinishedGame;
use super::schedule::Pairing;
use super::settings::Settings;
use super::stats::result_format::{self, PlayerResults};
use super::stats::{ReportOptions, Standings, Tally, Wdl, ranking_report};
use super::worker::ReportedOptions;

/// The results of a tournament and its reports.
pub struct Scoreboard {
    settings: Arc<Settings>,
    standings: Standings,
    /// The first results of incomplete pairs, by encounter.
    half_pairs: HashMap<u64, Wdl>,
    options: ReportOptions,
    players: Vec<PlayerResults>,
    engines: Vec<EngineReports>,
    games: u64,
    /// Counted pairs, or games if pairs are not counted.
    counted: u64,
}

/// What an engine reported in the games of this run.
#[derive(Clone, Default)]
struct EngineReports {
    latency: Latency,
    /// `None` before its first game.
    options: Option<ReportedOptions>,
}

/// Differences between the measured time of a move and the time reported by the engine.
#[derive(Clone, Copy, Default)]
struct Latency {
    /// In milliseconds.
    sum: i64,
    moves: u32,
    /// In milliseconds.
    max: i64,
}

impl Latency {
    fn add(&mut self, milliseconds: i64) {
        self.sum += milliseconds;
        self.moves += 1;
        self.max = self.max.max(milliseconds);
    }
}

impl Scoreboard {
    pub fn new(settings: Arc<Settings>) -> Self {
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
            engines: vec![EngineReports::default(); settings.engines.len()],
            games: 0,
            counted: 0,
            settings,
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

    /// Adds what the engines of a game reported.
    pub fn add_reports(
        &mut self,
        played: &FinishedGame,
        ByColor([white, black]): ByColor<ReportedOptions>,
    ) {
        let mut sides = [played.pairing.white, played.pairing.black];
        for (side, options) in sides.into_iter().zip([white, black]) {
            let Some(engine) = self.engines.get_mut(side) else { continue };
            engine.options = Some(options);
        }
        if played.first == Color::Black {
            sides.reverse();
        }
        for (ply, &side) in played.moves.iter().zip(sides.iter().cycle()) {
            if let (Some(engine), Some(reported)) = (self.engines.get_mut(side), ply.info.time) {
                engine.latency.add(ply.elapsed.as_millis() as i64 - reported.as_millis() as i64);
            }
        }
    }

    /// Number of counted games, including those of incomplete pairs.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of complete pairs, or of games if pairs are not counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// The report of all results.
    pub fn report(&self) -> String {
        // The fields of the table of cutechess; empty for the ranking.
        let columns = &self.settings.run.columns;
        match self.standings.names.as_slice() {
            [first, second] => self.options.match_report(
                (first, second),
                &self.conditions(),
                &self.standings.between(0, 1),
            ),
            _ if columns.is_empty() => ranking_report(&self.standings, &self.options),
            _ => result_format::table(&self.players, columns),
        }
    }

    /// The terminations of games by player.
    pub fn outcomes(&self) -> String {
        self.players.iter().map(PlayerResults::outcomes).collect()
    }

    /// The timeouts and crashes of engines that have any, in the format of fastchess, and latencies if
    /// the settings ask for them.
    pub fn faults(&self) -> String {
        let mut text = String::new();
        for (player, engine) in self.players.iter().zip(&self.engines) {
            let (name, [timeouts, crashes]) = (&player.name, player.faults());
            if timeouts + crashes > 0 {
                text += &format!("Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n");
            }
            let Latency { sum, moves, max } = engine.latency;
            if self.settings.run.show_latency && moves > 0 {
                let mean = sum as f64 / f64::from(moves);
                text +=
                    &format!("Latency of {name}: mean {mean:.2} ms, max {max} ms, {moves} moves\n");
            }
        }
        text
    }

    /// The players of a game: `White vs Black`.
    pub fn names(&self, pairing: &Pairing) -> String {
        format!("{} vs {}", self.name(pairing.white), self.name(pairing.black))
    }

    fn name(&self, player: usize) -> &str {
        self.standings.names.get(player).map_or("", String::as_str)
    }

    /// The score line of two engines; empty in the style of fastchess.
    pub fn score(&self, pairing: &Pairing) -> String {
        let tally = self.standings.between(pairing.first, pairing.second);
        let names = (self.name(pairing.first), self.name(pairing.second));
        self.options.score_line(names, &tally)
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

    /// The conditions of a match of two engines in the format of fastchess:
    /// `8+0.08, 1t, 16MB, book.epd`. A value that is unknown of one engine is `NULL`; one that is
    /// unknown of both, or of an engine that has not played yet, is left out.
    fn conditions(&self) -> String {
        let time = |index: usize| self.settings.engines.get(index).map(|e| e.time.to_string());
        let both = |text: &dyn Fn(usize) -> Option<String>| match (text(0), text(1)) {
            (first, second) if first == second => first,
            (None, _) | (_, None) if !self.have_played() => None,
            sides => {
                let [first, second] =
                    <[_; 2]>::from(sides).map(|text| text.unwrap_or("NULL".into()));
                Some(format!("{first} - {second}"))
            }
        };
        let parts = [
            both(&time),
            both(&|index| Some(self.option(index, "Threads", |o| &o.threads)? + "t")),
            both(&|index| Some(self.option(index, "Hash", |o| &o.hash)? + "MB")),
            self.settings.openings.name(),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn have_played(&self) -> bool {
        self.engines.iter().all(|engine| engine.options.is_some())
    }

    /// The value of an option of an engine, as reported in a game of this run, or else as set.
    fn option(
        &self,
        index: usize,
        name: &str,
        reported: fn(&ReportedOptions) -> &Option<String>,
    ) -> Option<String> {
        let options = self.engines.get(index).and_then(|engine| engine.options.as_ref());
        let reported = options.and_then(|options| reported(options).as_ref());
        let set = || {
            let options = &self.settings.engines.get(index)?.engine.options;
            let set = options.iter().rfind(|(option, _)| option.eq_ignore_ascii_case(name))?;
            Some(&set.1)
        };
        reported.or_else(set).cloned()
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
        let mut board = Scoreboard::new(Arc::new(settings.clone()));
        assert!(!board.add(&pairing(1, 0), GameResult::WhiteWins, "x"));
        assert!(!board.add(&pairing(4, 1), GameResult::Draw, "x"));
        assert!(!board.add(&pairing(2, 1), GameResult::Unknown, "x"));
        assert_eq!((board.games(), board.counted()), (2, 0));
        assert!(board.add(&pairing(3, 0), GameResult::BlackWins, "x"));
        assert!(board.add(&pairing(2, 1), GameResult::BlackWins, "x"));
        assert_eq!((board.games(), board.counted(), &*board.summary()), (4, 2, "+2 =1 -1"));
        settings.run.penta = false;
        let mut board = Scoreboard::new(Arc::new(settings.clone()));
        assert!(board.add(&pairing(2, 1), GameResult::WhiteWins, "x"));
        assert_eq!(board.summary(), "+0 =0 -1");
    }
}
