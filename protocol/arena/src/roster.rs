//! Faults, latencies and options of the engines of a tournament.

use std::sync::Arc;

use baroque_formats::pgn::GameResult;
use baroque_movegen::{ByColor, Color};

use super::game::FinishedGame;
use super::game_end::Fault;
use super::schedule::Pairing;
use super::settings::Settings;
use super::worker::ReportedOptions;

/// The engines of a tournament and their statistics besides results.
pub struct Roster {
    settings: Arc<Settings>,
    engines: Vec<EngineStats>,
}

#[derive(Clone, Default)]
struct EngineStats {
    timeouts: u64,
    crashes: u64,
    latency: Latency,
    /// `None` before its first game of this run.
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

impl Roster {
    pub fn new(settings: Arc<Settings>) -> Self {
        let engines = vec![EngineStats::default(); settings.engines.len()];
        Self { settings, engines }
    }

    /// Adds a game and the options that its engines reported.
    pub fn add(
        &mut self,
        played: &FinishedGame,
        ByColor([white, black]): ByColor<ReportedOptions>,
    ) {
        let sides = [(played.pairing.white, white), (played.pairing.black, black)];
        for (index, options) in sides {
            let Some(engine) = self.engines.get_mut(index) else { continue };
            engine.options = Some(options);
        }
        self.add_fault(&played.pairing, played.end.result(), played.end.fault());
        let sides = match played.first {
            Color::White => [played.pairing.white, played.pairing.black],
            Color::Black => [played.pairing.black, played.pairing.white],
        };
        for (ply, &side) in played.moves.iter().zip(sides.iter().cycle()) {
            if let (Some(engine), Some(reported)) = (self.engines.get_mut(side), ply.info.time) {
                engine.latency.add(ply.elapsed.as_millis() as i64 - reported.as_millis() as i64);
            }
        }
    }

    /// Counts a failure of the engine that lost a game.
    pub fn add_fault(&mut self, pairing: &Pairing, result: GameResult, fault: Option<Fault>) {
        let loser = match result {
            GameResult::WhiteWins => pairing.black,
            GameResult::BlackWins => pairing.white,
            GameResult::Draw | GameResult::Unknown => return,
        };
        let Some(engine) = self.engines.get_mut(loser) else { return };
        engine.timeouts += u64::from(fault == Some(Fault::Timeout));
        engine.crashes += u64::from(fault == Some(Fault::Crash));
    }

    /// The timeouts and crashes of engines that have any, in the format of fastchess, and latencies if
    /// the settings ask for them.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (name, engine) in self.settings.names().iter().zip(&self.engines) {
            let EngineStats { timeouts, crashes, latency, .. } = engine;
            if timeouts + crashes > 0 {
                text += &format!("Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n");
            }
            let Latency { sum, moves, max } = *latency;
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
        let entry = |index: usize| self.settings.engines.get(index);
        let name = |index: usize| entry(index).map_or("", |entry| &entry.engine.name);
        format!("{} vs {}", name(pairing.white), name(pairing.black))
    }

    /// The conditions of a match of two engines in the format of fastchess:
    /// `8+0.08, 1t, 16MB, book.epd`. A value that is unknown of one engine is `NULL`; one that is
    /// unknown of both, or of an engine that has not played yet, is left out.
    pub fn conditions(&self) -> String {
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
