//! What whoever makes a room chooses.

use baroque_formats::games::File;
use baroque_formats::side::letter;
use baroque_formats::text::{one_line, quoted};
use baroque_formats::{GameSpec, OpenError, Rejected};
use baroque_games::{Games, MAX_FILE};
use baroque_movegen::Color;
use baroque_penultima::draw::Table;
use baroque_penultima::settings::{Seed, TurnRule};
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::game::{Drawn, Game};

/// What is said of a setup that names no game, or two.
const ONE_GAME: &str = "a room has either a game or Penultima";

/// What whoever makes a room chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The game before its first move, if it is not Penultima.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameSpec>,
    /// Penultima, whose rules are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penultima: Option<Penultima>,
    /// The file that describes the game or the table, if it is not one of the program's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
    /// The time of the players.
    pub time: TimeControl,
    /// The maker's side in the first game.
    #[serde(with = "letter")]
    #[cfg_attr(test, ts(type = "'w' | 'b'"))]
    pub side: Color,
    /// Whether the players can write to each other.
    pub has_chat: bool,
}

/// How Penultima is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Penultima {
    /// What an illegal try costs.
    pub illegal: TurnRule,
    /// The seed of the first game's rules, if the maker chooses it. It is forgotten after the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

impl Setup {
    /// The games that can be played in the room: its own file's, if it has one, and others. Those of Penultima are
    /// not: they have no rules for players.
    ///
    /// # Errors
    /// The file is wrong.
    pub fn games(&self, games: &Games) -> Result<Games, Rejected> {
        let mut games = games.clone();
        if let Some(File { name, text }) = self.file.as_ref().filter(|_| self.penultima.is_none()) {
            if text.len() > MAX_FILE {
                return Err(Rejected(format!("the file has more than {MAX_FILE} bytes")));
            }
            games.add_file(&baroque_games::parse(&quoted(name), text)?);
        }
        Ok(games)
    }

    /// Draws the rules of another game, if they are drawn.
    ///
    /// # Errors
    /// The file has no table, or the draw makes no game.
    pub fn draw(&self) -> Result<Option<Drawn>, Rejected> {
        let Some(penultima) = self.penultima else { return Ok(None) };
        let table = Table::open(self.file.as_ref())?;
        let Seed(seed) = penultima.seed.unwrap_or_else(|| Seed(rand::random()));
        let secret = table.draw(seed).map_err(Rejected)?;
        Ok(Some(Drawn::new(secret, penultima.seed.is_some())))
    }

    /// The game before its first move. What was drawn is that of [`Self::draw`], the games those of [`Self::games`].
    ///
    /// # Errors
    /// Something in the setup is wrong.
    pub fn open(&self, drawn: Option<&Drawn>, games: &Games) -> Result<Game, Rejected> {
        match (&self.game, self.penultima, drawn) {
            (Some(game), None, None) if game.moves.is_empty() => {
                let opened = game.open(games);
                Ok(Game::Known(opened.map_err(|error: OpenError| Rejected(one_line(error)))?))
            }
            (Some(_), None, None) => {
                Err("a room begins without moves; begin with the position after them".into())
            }
            (None, Some(penultima), Some(drawn)) => drawn.open(penultima.illegal),
            _ => Err(ONE_GAME.into()),
        }
    }
}
