//! Games of `baroque selfplay` as training data.
//!
//! [`TrainingGames`] reads the files of `baroque selfplay`, JSON lines or binary, and checks all of
//! them: damage and illegal moves are errors. The topic `shards` of `baroque help` describes both
//! formats.
//!
//! ```no_run
//! use baroque_formats::Rejected;
//! use baroque_games::Games;
//! use baroque_training::records::TrainingGames;
//! let games = TrainingGames::open("selfplay-1-of-1.bin", &Games::default())?;
//! let mut position = games.position();
//! for game in games {
//!     let game = game?;
//!     position.set_fen(&game.fen).unwrap();
//!     for (mv, score) in game.moves {
//!         println!("{} {} {score}", position.fen(), position.uci(mv));
//!         position.play(mv).unwrap();
//!     }
//! }
//! # Ok::<(), Rejected>(())
//! ```

mod binary;
mod format;
mod header;
mod lines;
mod options;
#[cfg(test)]
mod tests;

use std::path::Path;

use baroque_formats::Rejected;
use baroque_games::Games;
use baroque_movegen::{AnyGame, Color, Game, Move, Position};
use serde_json::Value;

pub(crate) use binary::read_record;
pub use format::{GameFormat, GameItems};
pub use header::GamesHeader;
pub use options::{Plies, Resign};

use crate::shard::{Shard, ShardReader};

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A finished game of the engine against itself, after its random opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The number of the game in its job, from 0.
    pub number: u64,
    /// Plies of the opening, which are not in `moves`.
    pub first_ply: u16,
    /// FEN of the position after the opening. The halfmove clock is the only trace of the opening:
    /// a repetition of its positions cannot be seen.
    pub fen: String,
    /// The winner, also of a game that was adjudicated; `None` for a draw.
    pub winner: Option<Color>,
    /// The moves of the engine, at least one, with the score of the search for the side to move: in
    /// centipawns, 32000 − n for a win in n plies, n − 32000 for a loss.
    pub moves: Vec<(Move, i16)>,
}

impl GameRecord {
    /// Whether the game only measures what others teach, as a tenth of all do: by its number in the job, so
    /// that it does not matter how files divide them. Multiples of the golden ratio are spread evenly, those
    /// of a single shard too.
    #[must_use]
    pub fn is_held_out(&self) -> bool {
        self.number.wrapping_mul(GOLDEN) > u64::MAX / 10 * 9
    }

    /// Plies of the whole game.
    ///
    /// # Errors
    /// The game has no move after its opening, or more than 65535 plies.
    fn plies(&self) -> Result<u16, String> {
        if self.moves.is_empty() {
            return Err("the game has no moves".to_owned());
        }
        let moves = u16::try_from(self.moves.len()).ok();
        let plies = moves.and_then(|moves| self.first_ply.checked_add(moves));
        plies.ok_or_else(|| format!("the game has more than {} plies", u16::MAX))
    }

    /// Plays the game and calls the visitor with each position, the move played in it and its
    /// score.
    ///
    /// # Errors
    /// The FEN is invalid or not as this program writes it, or a move is not legal.
    pub fn replay<G: Game>(
        &self,
        rules: G::Rules,
        mut visitor: impl FnMut(&Position<G>, Move, i16),
    ) -> Result<(), String> {
        let mut position =
            Position::<G>::from_fen(&self.fen, rules).map_err(|error| error.to_string())?;
        if position.to_fen() != self.fen {
            return Err(format!("the FEN is not '{}'", position.to_fen()));
        }
        for (&(mv, score), ply) in self.moves.iter().zip(u32::from(self.first_ply)..) {
            let next = position.try_play(mv);
            let next = next.map_err(|_| format!("the move at ply {ply} is not legal"))?;
            visitor(&position, mv, score);
            position = next;
        }
        Ok(())
    }
}

/// Reads the games of a file of `baroque selfplay`, in order. After an error there are no more.
pub struct TrainingGames {
    reader: ShardReader,
    header: GamesHeader,
    items: GameItems,
    shard: Shard,
    /// Number of games read.
    read: u64,
    has_ended: bool,
}

impl TrainingGames {
    /// Opens a file in either format and reads its header.
    ///
    /// # Errors
    /// The file cannot be read, or is not of `baroque selfplay` in a known version.
    pub fn open(path: impl AsRef<Path>, games: &Games) -> Result<Self, Rejected> {
        let mut reader = ShardReader::open(path.as_ref())?;
        let Some(header) = reader.line::<Value>()? else {
            return Err(reader.bad("the file has no header"));
        };
        let header: GamesHeader = serde_json::from_value(header)
            .map_err(|error| reader.bad(format!("not the header of self-play: {error}")))?;
        let (shard, items) = header.read_by(games).map_err(|reason| reader.bad(reason))?;
        Ok(Self { reader, header, items, shard, read: 0, has_ended: false })
    }

    /// The rules and options of the games.
    pub fn header(&self) -> &GamesHeader {
        &self.header
    }

    /// The start position of the games, before their random openings, under their rules.
    #[must_use]
    pub fn position(&self) -> AnyGame {
        self.items.start().clone()
    }

    /// [`Self::position`] with its type.
    ///
    /// # Errors
    /// The games are of another game.
    pub fn start<G: Game>(&self) -> Result<Position<G>, Rejected> {
        let history = self.items.start().history().of();
        let wrong = || self.reader.bad("the games are of another game");
        history.map(|history| history.position().clone()).ok_or_else(wrong)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.reader.path()
    }

    /// The format of the file.
    #[must_use]
    pub fn format(&self) -> GameFormat {
        self.items.format()
    }

    /// The games of the same job in a format.
    #[must_use]
    pub fn in_format(&self, format: GameFormat) -> GameItems {
        GameItems::new(format, &self.header, self.position())
    }

    /// The length of the header and of the games read, in bytes.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.reader.offset()
    }

    fn read_next(&mut self) -> Result<Option<GameRecord>, Rejected> {
        let game = self.items.read(&mut self.reader, self.shard.number(self.read))?;
        self.read += 1;
        match game {
            None if self.reader.is_truncated => {
                let reason = "the last game is incomplete, continue the shard with --resume";
                Err(self.reader.bad(reason))
            }
            game => Ok(game),
        }
    }
}

impl Iterator for TrainingGames {
    type Item = Result<GameRecord, Rejected>;

    /// The next game, with all its moves checked. A game that is incomplete because its process was
    /// killed is an error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let game = self.read_next().transpose();
        self.has_ended = !matches!(game, Some(Ok(_)));
        game
    }
}
