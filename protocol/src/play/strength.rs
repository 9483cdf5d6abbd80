//! How strongly the engine plays.

use std::fmt;

use baroque_engine::Limits;

/// What the engine may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A level, from 1: so many positions as [`LEVELS`] says.
    Level(usize),
    /// Milliseconds.
    Time(u64),
}

/// Positions searched for a move, level by level. They are no ratings: nobody has measured how
/// strong players these levels match.
pub const LEVELS: [u64; 8] = [50, 250, 1_000, 4_000, 15_000, 60_000, 250_000, 1_000_000];

/// Milliseconds a move unless somebody wants something else.
pub const DEFAULT_TIME: u64 = 1000;
/// Most milliseconds a move: a day.
pub const MAX_TIME: u64 = 86_400_000;

impl Strength {
    /// When a search ends.
    pub fn limits(self) -> Limits {
        match self {
            Self::Level(level) => {
                let nodes = LEVELS.get(level.saturating_sub(1)).or(LEVELS.last()).copied();
                Limits { nodes, ..Limits::default() }
            }
            Self::Time(milliseconds) => {
                Limits { move_time: Some(milliseconds), ..Limits::default() }
            }
        }
    }

    /// Reads `level N` or `movetime MS`.
    ///
    /// # Errors
    /// A sentence with what is allowed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (word, number) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let number = number.trim();
        let most = if word == "level" { LEVELS.len() as u64 } else { MAX_TIME };
        let value = number.parse::<u64>().ok().filter(|value| (1..=most).contains(value));
        let value = value.ok_or(format!("{word} is '{number}', allowed is 1 to {most}"))?;
        Ok(match usize::try_from(value) {
            Ok(level) if word == "level" => Self::Level(level),
            _ => Self::Time(value),
        })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            Self::Time(milliseconds) => write!(f, "movetime {milliseconds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_is_read_as_it_is_written() {
        let levels = (1..=LEVELS.len()).map(Strength::Level);
        for strength in levels.chain([Strength::Time(1), Strength::Time(MAX_TIME)]) {
            assert_eq!(Strength::parse(&strength.to_string()), Ok(strength));
        }
        assert_eq!(Strength::Level(1).limits().nodes, Some(50));
        assert_eq!(Strength::Level(8).limits().nodes, Some(1_000_000));
    }
}
