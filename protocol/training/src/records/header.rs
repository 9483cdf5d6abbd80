//! The header of a file of games.

use baroque_engine::Score;
use baroque_formats::GameSpec;
use baroque_games::Games;
use serde::{Deserialize, Serialize};

use super::format::{GameFormat, GameItems};
use super::options::{Plies, Resign};
use crate::shard::Shard;

/// The scale of scores that are those of the evaluation, as in files without the field.
fn same_scale() -> u16 {
    100
}

/// The rules and options of the games of a file. Unknown fields are errors, because a conversion
/// would lose them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesHeader {
    /// [`Self::JOB`].
    pub job: String,
    /// The version of the program.
    pub version: String,
    /// The rule set, a name of [`Games::names`].
    pub variant: String,
    /// The hash of the game's definition; `None` for compiled games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// All rule switches, as `key=value` pairs.
    pub rules: String,
    /// Number of games of all shards.
    pub games: u64,
    /// Nodes searched for each move, if limited.
    pub nodes: Option<u64>,
    /// Depth in plies searched for each move, if limited.
    pub depth: Option<u32>,
    /// Random plies at the beginning of each game.
    pub plies: Plies,
    /// Adjudication of decided games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// The check value of the network's file in hexadecimal digits, unless the games were played
    /// by the hand-made evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Centipawns of the evaluation in 100 of the scores.
    #[serde(default = "same_scale")]
    pub scale: u16,
    /// The seed of the random openings.
    pub seed: u64,
    /// The number of the file's shard, from 1.
    pub shard: u64,
    /// The number of shards.
    pub shards: u64,
    /// Version of the binary format; `None` for JSON lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<u32>,
}

impl GamesHeader {
    /// The name of the job and of its files.
    pub const JOB: &str = "selfplay";

    /// A score of the games in centipawns of the evaluation, which mean something else in each game.
    /// Those of the scores depend on the program's version.
    #[must_use]
    pub fn evaluation(&self, score: i16) -> Score {
        Score::from_value(score.into()).scaled(self.scale.into(), 100)
    }

    /// The header of the same games in a format.
    pub fn with(&self, format: GameFormat) -> Self {
        Self { format: format.version(), ..self.clone() }
    }

    /// The shard and the items of the file.
    ///
    /// # Errors
    /// The header is of another job, version or game.
    pub(super) fn read_by(&self, games: &Games) -> Result<(Shard, GameItems), String> {
        let &Self { shard: index, shards: of, .. } = self;
        if self.job != Self::JOB || !(1..=of).contains(&index) {
            return Err("not the header of self-play".to_owned());
        }
        let format = GameFormat::of(self.format).ok_or_else(|| {
            let version = self.format.unwrap_or_default();
            format!("version {version} of the binary format is unknown")
        })?;
        let definition = self.definition.clone();
        let spec = GameSpec { definition, ..GameSpec::new(&self.variant, &self.rules) };
        let start = spec.open(games).map_err(|error| error.to_string())?;
        Ok((Shard { index, of }, GameItems::new(format, self, start)))
    }
}
