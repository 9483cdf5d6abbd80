//! The formats of games.

use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, with_history};

use super::{GameRecord, GamesHeader, Plies, binary, lines};
use crate::shard::ShardReader;

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFormat {
    /// One line for each position.
    Json,
    /// About six bytes for each position.
    Binary,
}

impl GameFormat {
    /// The extension of the files' names.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "jsonl",
            Self::Binary => "bin",
        }
    }

    /// The other format.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Json => Self::Binary,
            Self::Binary => Self::Json,
        }
    }

    /// The value of the header's field.
    pub(super) fn version(self) -> Option<u32> {
        match self {
            Self::Json => None,
            Self::Binary => Some(binary::VERSION),
        }
    }

    /// The format with this value in its header.
    pub(super) fn of(version: Option<u32>) -> Option<Self> {
        [Self::Json, Self::Binary].into_iter().find(|format| format.version() == version)
    }
}

/// The games of a job in a format.
pub struct GameItems {
    format: GameFormat,
    /// The start position under the rules of the job.
    start: AnyGame,
    /// Random plies at the beginning of each game.
    plies: Plies,
    seed: u64,
}

impl GameItems {
    /// The games of the job of a header, with its start position.
    pub fn new(format: GameFormat, header: &GamesHeader, start: AnyGame) -> Self {
        Self { format, start, plies: header.plies, seed: header.seed }
    }

    /// The format.
    pub fn format(&self) -> GameFormat {
        self.format
    }

    /// The start position under the rules of the job.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// A game as bytes of a file.
    ///
    /// # Errors
    /// The game is not one of the job's rules, or too long.
    pub fn write(&self, game: &GameRecord) -> Result<Vec<u8>, String> {
        with_history!(self.start.history(), start => match self.format {
            GameFormat::Json => lines::write(game, start.position()),
            GameFormat::Binary => binary::write(game, start.position()),
        })
    }

    /// Reads and checks the game that must have this number; `None` if the file ends before its
    /// end.
    ///
    /// # Errors
    /// The file cannot be read or is damaged, or the game is another one.
    pub fn read(
        &self,
        reader: &mut ShardReader,
        number: u64,
    ) -> Result<Option<GameRecord>, Rejected> {
        let game = with_history!(self.start.history(), start => match self.format {
            GameFormat::Json => lines::read_lines(reader, number, self.plies.of(self.seed, number))?
                .map(|lines| lines::read(&lines, start.position())),
            GameFormat::Binary => binary::read_record(reader, number)?
                .map(|contents| binary::read(&contents, start.position())),
        });
        game.transpose().map_err(|reason| reader.bad(reason))
    }
}
