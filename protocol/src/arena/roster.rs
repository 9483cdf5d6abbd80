//! What is known of the engines of a tournament besides wins and losses.

use std::sync::Arc;

use baroque_movegen::{ByColor, Color};

use super::game::Played;
use super::schedule::Fixture;
use super::settings::Settings;
use super::verdict::Cause;
use super::worker::Equipment;

/// The engines.
pub struct Roster {
    settings: Arc<Settings>,
    conducts: Vec<Conduct>,
}

/// How an engine behaved.
#[derive(Clone, Default)]
struct Conduct {
    timeouts: u64,
    crashes: u64,
    latency: Latency,
    equipment: Equipment,
}

/// By how much our clock was ahead of the engine's.
#[derive(Clone, Copy, Default)]
struct Latency {
    /// Milliseconds of all moves.
    sum: i64,
    moves: u32,
    /// Milliseconds of one move.
    greatest: i64,
}

impl Latency {
    fn add(&mut self, milliseconds: i64) {
        self.sum += milliseconds;
        self.moves += 1;
        self.greatest = self.greatest.max(milliseconds);
    }
}

impl Roster {
    /// Before the first game.
    pub fn new(settings: Arc<Settings>) -> Self {
        let conducts = vec![Conduct::default(); settings.engines.len()];
        Self { settings, conducts }
    }

    /// Takes note of a game, and of what its engines have.
    pub fn note(&mut self, played: &Played, ByColor([white, black]): ByColor<Equipment>) {
        let sides = [(played.fixture.white, white), (played.fixture.black, black)];
        for (color, (index, equipment)) in Color::ALL.into_iter().zip(sides) {
            let Some(conduct) = self.conducts.get_mut(index) else { continue };
            conduct.equipment = equipment;
            if played.verdict.winner == Some(!color) {
                conduct.timeouts += u64::from(matches!(played.verdict.cause, Cause::Time(_)));
                conduct.crashes += u64::from(played.verdict.is_breakdown());
            }
        }
        let sides = match played.first {
            Color::White => [played.fixture.white, played.fixture.black],
            Color::Black => [played.fixture.black, played.fixture.white],
        };
        for (ply, &side) in played.moves.iter().zip(sides.iter().cycle()) {
            if let (Some(conduct), Some(theirs)) = (self.conducts.get_mut(side), ply.told.time) {
                conduct.latency.add(ply.elapsed.as_millis() as i64 - theirs.as_millis() as i64);
            }
        }
    }

    /// Faults, and latencies if they are wanted, as fastchess tells them in the end; empty if there
    /// is nothing to tell.
    pub fn last_words(&self) -> String {
        let mut text = String::new();
        for (name, conduct) in self.settings.names().iter().zip(&self.conducts) {
            let Conduct { timeouts, crashes, latency, .. } = conduct;
            if timeouts + crashes > 0 {
                text += &format!("Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n");
            }
            let Latency { sum, moves, greatest } = *latency;
            if self.settings.conduct.show_latency && moves > 0 {
                let mean = sum as f64 / f64::from(moves);
                text += &format!(
                    "Latency of {name}: mean {mean:.2} ms, greatest {greatest} ms, {moves} moves\n"
                );
            }
        }
        text
    }

    /// Who plays whom.
    pub fn names(&self, fixture: &Fixture) -> String {
        let entrant = |index: usize| self.settings.engines.get(index);
        let name = |index: usize| entrant(index).map_or("", |entrant| &entrant.engine.name);
        format!("{} vs {}", name(fixture.white), name(fixture.black))
    }

    /// What two engines play under, as fastchess has it: `8+0.08, 1t, 16MB, book.epd`.
    pub fn conditions(&self) -> String {
        let time = |index: usize| self.settings.engines.get(index).map(|e| e.time.to_string());
        let option = |index: usize, option: fn(&Equipment) -> &Option<String>, unit| {
            let value =
                self.conducts.get(index).and_then(|conduct| option(&conduct.equipment).as_ref());
            value.map_or_else(|| "NULL".to_owned(), |value| format!("{value}{unit}"))
        };
        let both = |text: &dyn Fn(usize) -> String| match (text(0), text(1)) {
            (first, second) if first == second => first,
            (first, second) => format!("{first} - {second}"),
        };
        let mut parts = vec![
            both(&|index| time(index).unwrap_or_default()),
            both(&|index| option(index, |equipment| &equipment.threads, "t")),
            both(&|index| option(index, |equipment| &equipment.hash, "MB")),
        ];
        parts.extend(self.settings.openings.name());
        parts.join(", ")
    }
}
