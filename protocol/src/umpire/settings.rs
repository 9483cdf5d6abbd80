//! The settings of a game as options.

use baroque_penultima::settings::{self, TurnRule};
use clap::{Args, ValueEnum};

/// What a game is played by besides the rules.
#[derive(Args, Clone, Copy, Debug)]
pub struct Settings {
    /// Who plays White
    #[arg(long, value_enum, default_value_t = Player::Human)]
    white: Player,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = Player::Human)]
    black: Player,
    /// What an illegal try costs
    #[arg(long, value_enum, default_value_t = Illegal::Lose)]
    illegal: Illegal,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Player {
    /// A person at the terminal, or standard input
    Human,
    /// Guesses the rules from all answers, and searches
    Engine,
    /// Tries anything that the board allows, at random
    Random,
}

/// What an illegal try costs.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Illegal {
    /// The turn, as in the original game
    Lose,
    /// Nothing: the player tries again
    Retry,
}

impl From<Settings> for settings::Settings {
    fn from(options: Settings) -> Self {
        let player = |player| match player {
            Player::Human => settings::Player::Human,
            Player::Engine => settings::Player::Engine,
            Player::Random => settings::Player::Random,
        };
        let illegal = match options.illegal {
            Illegal::Lose => TurnRule::Lose,
            Illegal::Retry => TurnRule::Retry,
        };
        Self { white: player(options.white), black: player(options.black), illegal }
    }
}
