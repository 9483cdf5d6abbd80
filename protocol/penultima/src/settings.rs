//! What a game is played by besides its rules.

/// What an illegal try costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
