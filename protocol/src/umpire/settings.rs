//! What a game is played by besides its rules.

use clap::{Args, ValueEnum};

/// What an illegal try costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TurnRule {
    /// The turn, as in the original game
    Lose,
    /// Nothing: the player tries again
    Retry,
}

/// What a game is played by besides the rules.
#[derive(Args, Clone, Copy, Debug)]
pub struct Settings {
    /// Who plays White
    #[arg(long, value_enum, default_value_t = Player::Human)]
    pub white: Player,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = Player::Human)]
    pub black: Player,
    /// What an illegal try costs
    #[arg(long, value_enum, default_value_t = TurnRule::Lose)]
    pub illegal: TurnRule,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Player {
    /// A person at the terminal, or standard input
    Human,
    /// Guesses the rules from all answers, and searches
    Engine,
    /// Tries anything that the board allows, at random
    Random,
}
