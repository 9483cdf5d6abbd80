//! What a game is played by besides its rules.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an illegal try costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TurnRule {
    /// The turn, as in the original game.
    Lose,
    /// Nothing: the player tries again.
    Retry,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person.
    Human,
    /// Guesses the rules from all answers, and searches.
    Engine,
    /// Tries anything that the board allows, at random.
    Random,
}

/// What a game is played by besides the rules.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// What an illegal try costs.
    pub illegal: TurnRule,
}

/// The seed of a draw. It is as secret as what is drawn, so its `Debug` does not tell it. In messages it is a decimal
/// text: the numbers of JavaScript are not exact from 2⁵³ on.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub u64);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed")
    }
}

impl From<Seed> for String {
    fn from(Seed(number): Seed) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self).map_err(|_| "a seed is the text of a number less than 2^64")
    }
}

impl TurnRule {
    const ALL: [Self; 2] = [Self::Lose, Self::Retry];

    /// Its word in options and logs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lose => "lose",
            Self::Retry => "retry",
        }
    }

    /// The one with a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }
}

impl Player {
    const ALL: [Self; 3] = [Self::Human, Self::Engine, Self::Random];

    /// Its word in options and logs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Engine => "engine",
            Self::Random => "random",
        }
    }

    /// The one with a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.word() == word)
    }
}
