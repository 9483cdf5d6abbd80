//! The game of a room: one whose rules all know, or one before the umpire, whose rules are drawn.

use std::fmt;
use std::sync::Arc;

use baroque_formats::{GameSpec, Rejected};
use baroque_movegen::{AnyGame, Color};
use baroque_penultima::game::UmpiredGame;
use baroque_penultima::secret::Secret;
use baroque_penultima::settings::{Player, Settings, TurnRule};
use serde::{Deserialize, Serialize};

/// Rules that were drawn. Nobody but the store is told of them until the game is over, nor is its `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The file that is revealed.
    text: String,
    /// The salt of the hash that is announced.
    salt: String,
    /// Whether the maker chose the seed, and so can know the rules.
    is_chosen: bool,
}

/// The game of a room.
#[derive(Clone, Debug)]
pub enum Game {
    /// One whose rules all know: moves are made.
    Known(AnyGame),
    /// One before the umpire: moves are tried.
    Umpired {
        /// The game.
        game: UmpiredGame,
        /// Whether the maker of the room can know the rules.
        is_chosen: bool,
    },
}

impl Drawn {
    /// What was drawn, perhaps from a seed that the maker of the room chose.
    pub fn new(secret: Secret, is_chosen: bool) -> Self {
        Self { text: secret.text, salt: secret.salt, is_chosen }
    }

    /// The game by these rules before its first move.
    ///
    /// # Errors
    /// This version does not know such rules.
    pub fn open(&self, illegal: TurnRule) -> Result<Game, Rejected> {
        let secret = Secret::new(self.text.clone(), self.salt.clone());
        let secret = secret
            .map_err(|_| Rejected::from("this version does not know the rules that were drawn"))?;
        let settings = Settings { white: Player::Human, black: Player::Human, illegal };
        let game = UmpiredGame::new(Arc::new(secret), settings);
        Ok(Game::Umpired { game, is_chosen: self.is_chosen })
    }
}

impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drawn")
    }
}

impl Game {
    /// The side to move.
    pub fn side(&self) -> Color {
        match self {
            Self::Known(game) => game.side(),
            Self::Umpired { game, .. } => game.position().side(),
        }
    }

    /// The game as it may be named, if its rules are known.
    pub fn spec(&self) -> Option<GameSpec> {
        match self {
            Self::Known(game) => Some(GameSpec::of(game)),
            Self::Umpired { .. } => None,
        }
    }
}
