//! The folder of a study: its files, the journal of what was done, and the lock that keeps a second
//! process away, unless it assists the first one.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use baroque_formats::files;
use baroque_formats::json::read_versioned;
use baroque_formats::{GameSpec, Rejected};
use baroque_protocol::session::build_info::COMMIT;
use baroque_training::shard::Shard;
use serde::{Deserialize, Serialize};

/// The file of the journal.
const JOURNAL: &str = "study.json";
/// Most bytes of a journal.
const MAX_JOURNAL: u64 = 1 << 20;
/// The version of the journal.
const FORMAT: u32 = 3;

/// What was done in a study so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    format: u32,
    /// The version of the program that began the study.
    pub baroque: String,
    /// Its commit.
    pub commit: String,
    /// The game, with the hash of its definition if it is one of a file.
    pub game: GameSpec,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of shards that its games are divided into.
    pub shards: u64,
    /// Seconds of each stage so far.
    pub seconds: Seconds,
    /// The rounds of learning that are finished.
    pub rounds: Vec<Round>,
    /// What is done of the next one.
    pub next: NextRound,
}

/// What is done of a round of learning.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextRound {
    /// Seconds of its self-play so far.
    pub seconds: f64,
    /// The games of self-play, when it is over.
    pub games: Option<u64>,
    /// The positions that its network was trained with, when that is over.
    pub positions: Option<u64>,
}

/// Wall time by stage, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seconds {
    /// Random games.
    pub check: f64,
    /// Self-play, training and the matches of networks.
    pub learn: f64,
    /// Matches of the learned player.
    pub measure: f64,
    /// First moves, openings and puzzles.
    pub find: f64,
    /// The report.
    pub report: f64,
}

impl Seconds {
    /// Those of all stages.
    pub fn sum(self) -> f64 {
        self.check + self.learn + self.measure + self.find + self.report
    }
}

/// A round of learning: games, a network trained with them and those before, and its match against
/// the best player so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Games of self-play in this round.
    pub games: u64,
    /// Positions that the network was trained with, of all rounds.
    pub positions: u64,
    /// Wins, draws and losses of the new network.
    pub score: [u64; 3],
    /// Whether the network is the best player from now on.
    pub is_better: bool,
}

impl Journal {
    /// The journal of a new study.
    pub fn new(game: GameSpec, seed: u64, shards: u64) -> Self {
        Self {
            format: FORMAT,
            baroque: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.to_owned(),
            game,
            seed,
            shards,
            seconds: Seconds::default(),
            rounds: Vec::new(),
            next: NextRound::default(),
        }
    }

    /// Checks that the study is of a game, has a seed, if one is wanted, and is divided as this shard is.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, game: &GameSpec, seed: Option<u64>, shard: Shard) -> Result<(), Rejected> {
        if self.game != *game {
            return Err("the folder has a study of another game or of other rules".into());
        }
        if let Some(seed) = seed.filter(|&seed| seed != self.seed) {
            return Err(Rejected(format!("the study has the seed {}, not {seed}", self.seed)));
        }
        if self.shards != shard.of {
            let (divided, of) = (self.shards, shard.of);
            return Err(Rejected(format!("the study is divided into {divided} shards, not {of}")));
        }
        Ok(())
    }

    /// The number of the round whose network is the best player, from 1; `None` if that has none.
    pub fn best_round(&self) -> Option<usize> {
        self.rounds.iter().rposition(|round| round.is_better).map(|index| index + 1)
    }
}

/// The folder of a study. That of the process that leads the study is locked as long as this lives.
pub struct Folder {
    path: PathBuf,
    _lock: Option<File>,
}

impl Folder {
    /// Opens a folder, which is made if it is missing, and locks it.
    ///
    /// # Errors
    /// It cannot be made or written, or another process has locked it.
    pub fn open(path: &Path) -> Result<Self, Rejected> {
        let bad = |reason: &dyn std::fmt::Display| Rejected::at(path.display(), reason);
        fs::create_dir_all(path).map_err(|error| bad(&error))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        let lock = files::open_regular(&options, path.join("lock")).map_err(|error| bad(&error))?;
        if !files::claim(&lock) {
            return Err(bad(&"another process is at work on this study"));
        }
        let folder = Self { path: path.to_owned(), _lock: Some(lock) };
        // Other files than those of a study are not ours.
        if folder.file(JOURNAL).exists() {
            files::remove_leftovers(path);
        }
        Ok(folder)
    }

    /// The folder for a process that assists the one that leads.
    pub fn assisted(path: &Path) -> Self {
        Self { path: path.to_owned(), _lock: None }
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The journal; `None` in a new folder.
    ///
    /// # Errors
    /// The file cannot be read or is no journal of this version.
    pub fn journal(&self) -> Result<Option<Journal>, Rejected> {
        let path = self.file(JOURNAL);
        if !path.exists() {
            return Ok(None);
        }
        let bad = |reason: &dyn std::fmt::Display| Rejected::at(path.display(), reason);
        let text = files::read_text(&path, MAX_JOURNAL).map_err(|error| bad(&error))?;
        let journal = read_versioned(text.as_bytes(), FORMAT, "journal of a study");
        journal.map(Some).map_err(|error| bad(&error))
    }

    /// Writes the journal; the old one stays if that fails.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, journal: &Journal) -> Result<(), Rejected> {
        let text = serde_json::to_string_pretty(journal).unwrap_or_default() + "\n";
        self.write(JOURNAL, &text)
    }

    /// Writes a file of the folder, under a temporary name first.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Rejected> {
        let path = self.file(name);
        files::write_atomically(&path, text).map_err(|error| Rejected::at(path.display(), error))
    }

    /// Makes a folder in it.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self, name: &str) -> Result<PathBuf, Rejected> {
        let path = self.file(name);
        fs::create_dir_all(&path).map_err(|error| Rejected::at(path.display(), error))?;
        files::remove_leftovers(&path);
        Ok(path)
    }
}
