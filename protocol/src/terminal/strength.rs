//! Strength of the engine.

use std::fmt;

use baroque_engine::Limits;

use super::clock::TimeControl;
use crate::text::quoted;

/// The limit of the engine's searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineStrength {
    /// A level from 1, which is an index into [`LEVELS`].
    Level(usize),
    /// Milliseconds per move.
    Time(u64),
    /// The clock of the game, which both players have.
    Clock(TimeControl),
}

/// Nodes per move for each level. Levels are no ratings: their strength has not been measured.
pub const LEVELS: [u64; 8] = [50, 250, 1_000, 4_000, 15_000, 60_000, 250_000, 1_000_000];

/// Default of `--movetime` in milliseconds.
pub const DEFAULT_TIME: u64 = 1000;
/// Maximum of `--movetime` in milliseconds: a day.
pub const MAX_TIME: u64 = 86_400_000;

impl EngineStrength {
    /// The limits of a search, apart from those of a clock.
    pub fn limits(self) -> Limits {
        match self {
            Self::Level(level) => {
                let nodes = LEVELS.get(level.saturating_sub(1)).or(LEVELS.last()).copied();
                Limits { nodes, ..Limits::default() }
            }
            Self::Time(milliseconds) => {
                Limits { move_time: Some(milliseconds), ..Limits::default() }
            }
            Self::Clock(_) => Limits::default(),
        }
    }

    /// Parses `level N`, `movetime MS` or `tc MINUTES+SECONDS`.
    ///
    /// # Errors
    /// The number is missing or out of range; returns a message with the range.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (word, number) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let number = number.trim();
        if word == "tc" {
            return TimeControl::parse(number).map(Self::Clock);
        }
        let max = match word {
            "level" => LEVELS.len() as u64,
            "movetime" => MAX_TIME,
            _ => return Err(format!("'{}' is no strength of the engine", quoted(word))),
        };
        if number.is_empty() {
            return Err(format!("{word} needs a number from 1 to {max}"));
        }
        let value = number.parse::<u64>().ok().filter(|value| (1..=max).contains(value));
        let value = value.ok_or(format!("{word} is '{number}', allowed is 1 to {max}"))?;
        Ok(match usize::try_from(value) {
            Ok(level) if word == "level" => Self::Level(level),
            _ => Self::Time(value),
        })
    }

    /// What it means for the engine's moves.
    pub fn description(self) -> String {
        match self {
            Self::Level(level) => {
                let nodes = self.limits().nodes.unwrap_or_default();
                format!("level {level} ({nodes} nodes per move)")
            }
            Self::Time(milliseconds) => format!("{milliseconds} ms per move"),
            Self::Clock(control) => format!("with clocks, {control}"),
        }
    }
}

impl fmt::Display for EngineStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            Self::Time(milliseconds) => write!(f, "movetime {milliseconds}"),
            Self::Clock(control) => write!(f, "tc {control}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_round_trip_through_text() {
        let levels = (1..=LEVELS.len()).map(EngineStrength::Level);
        let clock = EngineStrength::Clock(TimeControl::parse("5+3").unwrap());
        let times = [EngineStrength::Time(1), EngineStrength::Time(MAX_TIME)];
        for strength in levels.chain(times).chain([clock]) {
            assert_eq!(EngineStrength::parse(&strength.to_string()), Ok(strength));
        }
        assert!(EngineStrength::parse("Elo 2000").is_err());
        assert_eq!(EngineStrength::Level(1).limits().nodes, Some(50));
        assert_eq!(EngineStrength::Level(8).limits().nodes, Some(1_000_000));
    }
}
