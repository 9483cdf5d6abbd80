//! Strength of the engine.

use std::fmt;
use std::mem::discriminant;

use baroque_engine::{LEVELS, Limits, Strength};
use baroque_formats::rejected;
use baroque_formats::text::quoted;

use super::clock::TimeControl;

/// The limit of the engine's searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineStrength {
    /// A level from 1 to [`LEVELS`].
    Level(u8),
    /// Milliseconds per move, at full strength.
    Time(u64),
    /// The clock of the game, which both players have; the engine plays at full strength.
    Clock(TimeControl),
}

/// Level of a game for which nothing else is chosen, as on the page.
pub const DEFAULT_LEVEL: u8 = 3;
/// Time of a hint, and of a move at the highest level, in milliseconds.
pub const DEFAULT_TIME: u64 = 1000;
/// Maximum of `--movetime` in milliseconds: a day.
pub const MAX_TIME: u64 = 86_400_000;

impl EngineStrength {
    /// The limits of a search, apart from those of a clock.
    pub fn limits(self) -> Limits {
        match self {
            Self::Level(LEVELS) => Limits { move_time: Some(DEFAULT_TIME), ..Limits::default() },
            Self::Time(milliseconds) => {
                Limits { move_time: Some(milliseconds), ..Limits::default() }
            }
            // The level has a limit of nodes.
            Self::Level(_) | Self::Clock(_) => Limits::default(),
        }
    }

    /// The strength of a search.
    pub fn strength(self) -> Strength {
        match self {
            Self::Level(level) => Strength::Level(level),
            Self::Time(_) | Self::Clock(_) => Strength::Full,
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
            "level" => LEVELS.into(),
            "movetime" => MAX_TIME,
            _ => return Err(format!("'{}' is no strength of the engine", quoted(word))),
        };
        if number.is_empty() {
            return Err(format!("{word} needs a number from 1 to {max}"));
        }
        let value = rejected::number(word, number, 1..=max, format_args!("1 to {max}"));
        let value = value.map_err(|error| error.to_string())?;
        Ok(match u8::try_from(value) {
            Ok(level) if word == "level" => Self::Level(level),
            _ => Self::Time(value),
        })
    }

    /// What it means for the engine's moves.
    pub fn description(self) -> String {
        match self {
            Self::Level(level) => format!("level {level} of {LEVELS}"),
            Self::Time(milliseconds) => format!("full strength, {milliseconds} ms per move"),
            Self::Clock(control) => format!("full strength, with clocks, {control}"),
        }
    }

    /// The description of a strength that takes the place of another one, which it names if it is of
    /// another kind: `level 3 of 8, instead of tc 5+3`.
    pub fn description_after(self, before: Self) -> String {
        let description = self.description();
        match discriminant(&self) == discriminant(&before) {
            true => description,
            false => format!("{description}, instead of {before}"),
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
        let levels = (1..=LEVELS).map(EngineStrength::Level);
        let clock = EngineStrength::Clock(TimeControl::parse("5+3").unwrap());
        let times = [EngineStrength::Time(1), EngineStrength::Time(MAX_TIME)];
        for strength in levels.chain(times).chain([clock]) {
            assert_eq!(EngineStrength::parse(&strength.to_string()), Ok(strength));
        }
        assert!(EngineStrength::parse("Elo 2000").is_err());
        assert_eq!(EngineStrength::Level(1).limits(), Limits::default());
        assert_eq!(EngineStrength::Level(LEVELS).limits().move_time, Some(DEFAULT_TIME));
    }
}
