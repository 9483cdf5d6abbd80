//! The draw of the rules from the public table.

use baroque_formats::files;
use baroque_formats::games::GamesFileError;
use baroque_formats::text::quoted;
use baroque_games::{DescribedGame, Draw, SHIPPED};
use baroque_movegen::definition::Definition;

use super::random::ShaRandom;
use super::refuse::refusal;
use super::secret::{Secret, hex};
use crate::error::Error;
use crate::tools::error::ToolError;

/// The file from which the umpire draws unless another one is named.
const PENULTIMA: &str = "penultima.toml";
/// The most draws until one is not refused.
const MAX_DRAWS: usize = 1000;

/// A file with the table from which the umpire draws.
pub struct Table {
    path: String,
    text: String,
    /// The name of the game.
    pub game: String,
    /// The game without the drawn kinds.
    pub base: Definition,
    /// What can be drawn.
    pub draw: Draw,
}

impl Table {
    /// Reads a file, or the one that is part of the program.
    ///
    /// # Errors
    /// It cannot be read, something in it is wrong, or not exactly one of its games has a draw.
    pub fn read(path: Option<&str>) -> Result<Self, ToolError> {
        let shown = quoted(path.unwrap_or(PENULTIMA));
        let error = |reason: String| ToolError::file(&shown, reason);
        let text = match path {
            Some(path) => {
                let text = files::read_text(path, baroque_games::MAX_FILE as u64);
                text.map_err(|reason| error(reason.to_string()))?
            }
            None => {
                let shipped = SHIPPED.iter().find(|(name, _)| *name == PENULTIMA);
                shipped.map_or(String::new(), |(_, text)| (*text).to_owned())
            }
        };
        let games = baroque_games::parse(&shown, &text);
        let games = games.map_err(|errors| Error::from(GamesFileError::from(errors)))?;
        let mut drawn = games.games.into_iter().filter(|game| game.draw.is_some());
        match (drawn.next(), drawn.next()) {
            (Some(DescribedGame { name: game, definition: base, draw: Some(draw), .. }), None) => {
                Ok(Self { path: shown, text, game, base, draw })
            }
            (_, Some(_)) => Err(error("several of its games have a draw".to_owned())),
            (_, None) => Err(error("none of its games has a draw".to_owned())),
        }
    }

    /// Draws the rules of a seed.
    ///
    /// # Errors
    /// Every draw was refused.
    pub fn draw(&self, seed: u64) -> Result<Secret, ToolError> {
        let salt = hex(&ShaRandom::new("salt", seed).block());
        let mut random = ShaRandom::new("draw", seed);
        let mut games = ShaRandom::new("games", seed);
        let mut why = String::new();
        for _ in 0..MAX_DRAWS {
            let text = self.draw.drawn(&self.text, &self.game, |bound| random.below(bound));
            let secret = match Secret::new(text, salt.clone()) {
                Ok(secret) => secret,
                Err(error) => {
                    why = error;
                    continue;
                }
            };
            match refusal(&secret, self.draw.refuse, &mut games) {
                None => return Ok(secret),
                Some(reason) => reason.clone_into(&mut why),
            }
        }
        let reason = format!("{MAX_DRAWS} draws were refused, the last one because {why}");
        Err(ToolError::file(&self.path, reason))
    }
}
