//! The draw of the rules from the public table.

use baroque_formats::Rejected;
use baroque_formats::games::File;
use baroque_formats::text::quoted;
use baroque_games::{DescribedGame, Draw, FileErrors, SHIPPED};
use baroque_movegen::definition::Definition;
use baroque_movegen::interrupt::is_interrupted;
use thiserror::Error;

use crate::random::ShaRandom;
use crate::refuse::refusal;
use crate::secret::{Secret, hex};

/// The file from which the umpire draws unless another one is named.
pub const PENULTIMA: &str = "penultima.toml";
/// Bytes of the longest file that a player brings: what was drawn has it too, for each game.
pub const MAX_TABLE: usize = 16 << 10;
/// The most draws until one is not refused.
const MAX_DRAWS: usize = 1000;

/// Why a file has no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Something in it is wrong.
    #[error(transparent)]
    Contents(#[from] FileErrors),
    /// None of its games has a draw.
    #[error("none of its games has a draw")]
    None,
    /// Several of its games have a draw.
    #[error("several of its games have a draw")]
    Several,
}

/// A file with the table from which the umpire draws.
#[derive(Clone, Debug)]
pub struct Table {
    text: String,
    /// The name of the game.
    pub game: String,
    /// The game without the drawn kinds.
    pub base: Definition,
    /// What can be drawn.
    pub draw: Draw,
}

impl Table {
    /// Reads the file [`PENULTIMA`], which is part of the program.
    ///
    /// # Errors
    /// Never: the program's files are right.
    pub fn penultima() -> Result<Self, TableError> {
        let shipped = SHIPPED.iter().find(|(name, _)| *name == PENULTIMA);
        Self::parse(PENULTIMA, shipped.map_or("", |(_, text)| text))
    }

    /// Reads the file that a player brings, or else [`PENULTIMA`].
    ///
    /// # Errors
    /// The file is longer than [`MAX_TABLE`], or [`Self::parse`] refuses it.
    pub fn open(file: Option<&File>) -> Result<Self, Rejected> {
        let name = file.map_or_else(String::new, |file| quoted(&file.name));
        let table = match file {
            Some(File { text, .. }) if text.len() > MAX_TABLE => {
                return Err(Rejected(format!("a table has at most {MAX_TABLE} bytes")));
            }
            Some(File { text, .. }) => Self::parse(&name, text),
            None => Self::penultima(),
        };
        table.map_err(|error| match error {
            TableError::Contents(errors) => errors.into(),
            error => Rejected::at(&name, error),
        })
    }

    /// Reads the text of a file, whose name is for errors.
    ///
    /// # Errors
    /// Something in it is wrong, or not exactly one of its games has a draw.
    pub fn parse(file_name: &str, text: &str) -> Result<Self, TableError> {
        let games = baroque_games::parse(file_name, text)?.games;
        let mut drawn = games.into_iter().filter(|game| game.draw.is_some());
        match (drawn.next(), drawn.next()) {
            (Some(DescribedGame { name: game, definition: base, draw: Some(draw), .. }), None) => {
                Ok(Self { text: text.to_owned(), game, base, draw })
            }
            (_, Some(_)) => Err(TableError::Several),
            (_, None) => Err(TableError::None),
        }
    }

    /// Draws the rules of a seed.
    ///
    /// # Errors
    /// Every draw was refused, or the work was [given up](baroque_movegen::interrupt).
    pub fn draw(&self, seed: u64) -> Result<Secret, String> {
        let salt = hex(&ShaRandom::new("salt", seed).block());
        let mut random = ShaRandom::new("draw", seed);
        let mut games = ShaRandom::new("games", seed);
        let mut why = String::new();
        for _ in 0..MAX_DRAWS {
            if is_interrupted() {
                return Err("the draw takes too long".to_owned());
            }
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
        Err(format!("{MAX_DRAWS} draws were refused, the last one because {why}"))
    }
}
