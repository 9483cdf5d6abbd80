//! A study at work: its game, its time, and how it is interrupted.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use baroque_engine::network::Evaluation;
use baroque_engine::{Engine, Limits, SearchResult};
use baroque_formats::{Loaded, Rejected, files};
use baroque_movegen::AnyGame;
use baroque_protocol::error::Error;
use baroque_protocol::tools::error::{ToolError, print_note};
use baroque_training::shard::Shard;

use crate::folder::{Folder, Journal};

/// Interval at which the journal and random games are written.
pub const SAVE: Duration = Duration::from_secs(1);

/// The stages, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Random games.
    Check,
    /// Self-play, training, and matches of networks.
    Learn,
    /// Matches of the learned player.
    Measure,
    /// First moves, openings and puzzles.
    Find,
    /// The report.
    Report,
}

impl Stage {
    /// What is done in it.
    fn name(self) -> &'static str {
        match self {
            Self::Check => "random games",
            Self::Learn => "learning",
            Self::Measure => "measuring",
            Self::Find => "openings and puzzles",
            Self::Report => "the report",
        }
    }

    /// The part of the time in which this stage and those before it end.
    fn end(self) -> f64 {
        match self {
            Self::Check => 0.02,
            Self::Learn => 0.60,
            Self::Measure => 0.90,
            Self::Find => 0.98,
            Self::Report => 1.00,
        }
    }
}

/// The time before the end of a search in which it may have been cut short.
const LATE: Duration = Duration::from_millis(50);

/// When searches end: at some moment, or when the user ends the call.
pub struct Deadline {
    stop: Arc<AtomicBool>,
    until: Instant,
}

impl Deadline {
    /// The end of a time from now on, unless a flag is set before.
    pub fn new(stop: Arc<AtomicBool>, time: Duration) -> Self {
        Self { stop, until: Instant::now() + time }
    }

    /// Whether a search may have been cut short: it ends some milliseconds before the moment.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() + LATE >= self.until
    }

    /// Searches a position within limits that do not name a time.
    pub fn search(&self, engine: &mut Engine, game: &AnyGame, limits: Limits) -> SearchResult {
        let left = self.until.saturating_duration_since(Instant::now()).as_millis();
        let limits = Limits { move_time: u64::try_from(left).ok(), ..limits };
        engine.search_any_with(game.history(), &limits, &self.stop, &mut |_| ())
    }
}

/// An engine with one thread and a table of some MiB.
///
/// # Errors
/// The table cannot be allocated.
pub fn engine(evaluation: &Evaluation, hash: usize) -> Result<Engine, ToolError> {
    let mut engine = Engine::new();
    engine.set_hash(hash).map_err(|_| Error::no_memory(hash as u64))?;
    engine.set_evaluation(evaluation.clone());
    Ok(engine)
}

/// A study at work.
pub struct Study {
    pub folder: Folder,
    pub journal: Journal,
    /// The start position.
    pub game: AnyGame,
    /// The games that can be played; with the file of the game, if it is one of a file.
    pub loaded: Loaded,
    pub threads: usize,
    /// The part of the games that this process plays.
    pub shard: Shard,
    /// Most rounds of learning.
    pub rounds: usize,
    /// Wall time of all stages and all calls.
    pub total: Duration,
    /// When this call began, and the last moment that the journal counts.
    counted: Instant,
    stage: Stage,
    stop: Arc<AtomicBool>,
    saved: Instant,
}

impl Study {
    /// A study that goes on after its journal.
    pub fn new(
        (folder, journal): (Folder, Journal),
        (game, loaded): (AnyGame, Loaded),
        (total, rounds): (Duration, usize),
        (threads, shard): (usize, Shard),
        stop: Arc<AtomicBool>,
    ) -> Self {
        let now = Instant::now();
        Self {
            folder,
            journal,
            game,
            loaded,
            threads,
            shard,
            rounds,
            total,
            counted: now,
            stage: Stage::Check,
            stop,
            saved: now,
        }
    }

    /// Begins a stage, and counts the time until now for the one before.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn begin(&mut self, stage: Stage) -> Result<(), ToolError> {
        self.save()?;
        self.stage = stage;
        let minutes = |seconds: f64| (seconds / 60.0).max(0.0);
        let total = self.total.as_secs_f64();
        let left = total - self.journal.seconds.sum();
        print_note(format_args!(
            "{}: {}, {:.1} of {:.1} minutes left",
            self.game.variant(),
            stage.name(),
            minutes(left),
            minutes(total)
        ));
        Ok(())
    }

    /// The time that is left for the stage.
    pub fn left(&self) -> Duration {
        let seconds = &self.journal.seconds;
        // Random games have their own time, also where a call with more hours follows.
        let before = if self.stage == Stage::Check { seconds.check } else { seconds.sum() };
        let spent = before + self.counted.elapsed().as_secs_f64();
        let left = self.total.as_secs_f64() * self.stage.end() - spent;
        Duration::try_from_secs_f64(left).unwrap_or_default()
    }

    /// The time of the stage and of those before it, in all calls.
    pub fn allowed(&self) -> Duration {
        self.total.mul_f64(self.stage.end())
    }

    /// The command that repeats the study.
    pub fn command(&self) -> String {
        let spec = &self.journal.game;
        let mut command = format!("baroque study --variant {}", spec.variant);
        if !spec.rules.is_empty() {
            command += &format!(" --rules {}", spec.rules);
        }
        if !self.loaded.files.is_empty() {
            command += " game.toml";
        }
        if self.rounds < usize::MAX {
            command += &format!(" --rounds {}", self.rounds);
        }
        let hours = self.total.as_secs_f64() / 3600.0;
        command + &format!(" --hours {hours} --seed {} --out study", self.journal.seed)
    }

    /// The end of a time from now on, or of the call.
    pub fn deadline(&self, time: Duration) -> Deadline {
        Deadline::new(self.stop(), time)
    }

    /// The flag by which the user ends the call.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Writes the journal if that is due.
    ///
    /// # Errors
    /// It cannot be written, or the user ends the call.
    pub fn tick(&mut self) -> Result<(), ToolError> {
        if self.saved.elapsed() >= SAVE {
            self.save()?;
        }
        self.check()
    }

    /// Whether the call goes on.
    ///
    /// # Errors
    /// The user ends it.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.stop.load(Ordering::Relaxed) { Err(ToolError::Interrupted) } else { Ok(()) }
    }

    /// Writes the journal, with the time until now.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&mut self) -> Result<(), ToolError> {
        let now = Instant::now();
        let spent = (now - self.counted).as_secs_f64();
        let seconds = &mut self.journal.seconds;
        *match self.stage {
            Stage::Check => &mut seconds.check,
            Stage::Learn => &mut seconds.learn,
            Stage::Measure => &mut seconds.measure,
            Stage::Find => &mut seconds.find,
            Stage::Report => &mut seconds.report,
        } += spent;
        (self.counted, self.saved) = (now, now);
        Ok(self.folder.save(&self.journal)?)
    }

    /// The name in the folder of a round's network, from 1.
    pub fn network_name(round: usize) -> String {
        format!("networks/{round}.nnue")
    }

    /// The file of the best player's network; `None` if it evaluates by what the game has without a study.
    pub fn best(&self) -> Option<PathBuf> {
        let round = self.journal.best_round()?;
        Some(self.folder.file(&Self::network_name(round)))
    }

    /// What the best player evaluates by.
    ///
    /// # Errors
    /// Its network cannot be read.
    pub fn evaluation(&self) -> Result<Evaluation, Rejected> {
        let path = self.best().unwrap_or_default();
        files::read_evaluation(&path.display().to_string(), &self.game)
    }
}
