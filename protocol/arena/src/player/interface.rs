//! What a match knows of its engines: their configuration, the trait [`EnginePlayer`], and what they
//! answer.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use baroque_engine::Limits;
use baroque_formats::GameSpec;
use baroque_formats::Loaded;
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::text::quoted;
use baroque_movegen::AnyGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::info::EngineInfo;
use super::options::{EngineOptions, SetOption};

/// The value of `cmd` for the engine of this program.
pub const BUILTIN: &str = "builtin";

/// The option with the rule switches.
pub const RULES: &str = "Rules";
/// The option with a file of games, whose names the engine then knows.
pub const VARIANT_PATH: &str = "VariantPath";
/// The option for studies.
pub const STUDY: &str = "Study";

/// Maximum number of lines that are kept of a search, and maximum length of all of them in bytes,
/// unless the last one is longer.
const MAX_LINES: usize = 10_000;
const MAX_BYTES: usize = 256 << 10;
/// Maximum number of warnings about an engine between two calls of [`EnginePlayer::take_warnings`].
const MAX_WARNINGS: usize = 100;

/// Time from `stop` to the move, after which an engine is given up.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// Command and options of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// Its name in this match.
    pub name: String,
    /// The program, or [`BUILTIN`].
    pub cmd: String,
    /// Its working directory, in which a relative `cmd` is searched first. Empty: the current one.
    pub dir: String,
    /// Command-line arguments.
    pub args: Vec<String>,
    pub proto: Protocol,
    /// Names and values of options, in the order of the command line. Options for the rules are
    /// ignored: they are set from [`GameSpec`]. Files of games replace those of the match.
    pub options: Vec<(String, String)>,
    /// Lines that are sent after `uciok` or `done=1`.
    pub init: Vec<String>,
    /// File to which its stderr is appended; `None` discards it.
    pub stderr: Option<PathBuf>,
    /// Whether it ponders.
    pub ponder: bool,
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Universal Chess Interface.
    #[default]
    Uci,
    /// Chess Engine Communication Protocol of XBoard, version 2.
    Xboard,
}

/// Timeouts where no clock runs. The defaults are fastchess's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// From the start of the program to `uciok` or `done=1`.
    pub startup: Duration,
    /// From `ucinewgame` or `new` to `readyok` or `pong`.
    pub new_game: Duration,
    /// From any other `isready` or `ping` to `readyok` or `pong`.
    pub ping: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            new_game: Duration::from_secs(60),
            ping: Duration::from_secs(60),
        }
    }
}

impl Timeouts {
    /// Multiplies all timeouts by a factor.
    pub fn scaled(self, factor: f64) -> Self {
        // On overflow the engine is waited for without limit.
        let scaled = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
        };
        Self {
            startup: scaled(self.startup),
            new_game: scaled(self.new_game),
            ping: scaled(self.ping),
        }
    }
}

/// Failure of an engine. The message follows its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// It cannot be started, or does not support the rules or limits.
    #[error("{0}")]
    Start(String),
    /// It exited or closed a pipe.
    #[error("disconnects")]
    Disconnected,
    /// It did not respond within a timeout.
    #[error("stalls")]
    Stalled,
    /// It sent no move before the deadline.
    #[error("sends no move")]
    NoMove,
    /// The interrupt flag was set.
    #[error("interrupted")]
    Interrupted,
}

/// A position in which an engine is to move.
pub struct Turn<'a> {
    /// The position with its history.
    pub game: &'a AnyGame,
    /// The same as FEN and moves in UCI text.
    pub spec: &'a PositionSpec,
    pub limits: &'a Limits,
    /// Maximum time until the move is read; `None` waits without limit.
    pub deadline: Option<Duration>,
}

/// What an engine does when it is to move. Text is short and without control characters, so that it
/// can be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerAction {
    /// Plays a move, legal or not; also `(none)` and the like.
    Move(String),
    /// Resigns.
    Resign,
    /// Claims a result, or that the opponent's move is illegal.
    Claim(String),
}

impl PlayerAction {
    /// Makes the text printable.
    fn quoted(self) -> Self {
        match self {
            Self::Move(text) => Self::Move(quoted(&text)),
            Self::Resign => Self::Resign,
            Self::Claim(text) => Self::Claim(quoted(&text)),
        }
    }
}

/// The answer of an engine to a [`Turn`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnResult {
    pub action: PlayerAction,
    /// Time from the write of `go` (or its equivalent) to the read of the move.
    pub elapsed: Duration,
    /// The last information about its best line.
    pub info: EngineInfo,
    /// The lines of this search, only the last ones if there are very many.
    pub lines: Vec<String>,
}

/// Collects the lines of a search.
#[derive(Default)]
pub struct InfoCollector {
    pub info: EngineInfo,
    lines: VecDeque<String>,
    /// The length of all lines.
    bytes: usize,
}

impl InfoCollector {
    /// Adds a line. Above the maximum, the oldest lines are dropped.
    pub fn add(&mut self, line: String) {
        self.bytes += line.len();
        while self.lines.len() >= MAX_LINES || self.bytes > MAX_BYTES {
            let Some(oldest) = self.lines.pop_front() else { break };
            self.bytes -= oldest.len();
        }
        self.lines.push_back(line);
    }

    /// Ends the search that began at `start` with an action that was read at `at`.
    pub fn finish(self, action: PlayerAction, at: Instant, start: Instant) -> TurnResult {
        let elapsed = at.saturating_duration_since(start);
        let lines = self.lines.into();
        TurnResult { action: action.quoted(), elapsed, info: self.info, lines }
    }
}

/// A running engine. Dropping it sends `quit`, and kills it if it does not exit.
pub trait EnginePlayer {
    /// Prepares for a new game.
    ///
    /// # Errors
    /// [`PlayerError::Start`] if it does not support the rules; all but [`PlayerError::NoMove`].
    fn new_game(&mut self, rules: &GameSpec) -> Result<(), PlayerError>;
    /// Searches for a move.
    ///
    /// # Errors
    /// [`PlayerError::Start`] if it does not support the limits; all others.
    fn choose_move(&mut self, turn: &Turn<'_>) -> Result<TurnResult, PlayerError>;
    /// Starts to ponder on the expected move of the opponent, if this engine ponders, and returns at
    /// once. `turn` is the opponent's, with the limits of this engine's next search. In CECP engines
    /// ponder by themselves.
    ///
    /// # Errors
    /// All but [`PlayerError::NoMove`].
    fn ponder(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        Ok(())
    }
    /// Stops pondering at the end of a game.
    ///
    /// # Errors
    /// All but [`PlayerError::Start`] and [`PlayerError::NoMove`].
    fn stop_pondering(&mut self) -> Result<(), PlayerError>;
    /// Waits until it has processed all commands.
    ///
    /// # Errors
    /// All but [`PlayerError::Start`] and [`PlayerError::NoMove`].
    fn ping(&mut self) -> Result<(), PlayerError>;
    /// Returns its own list of legal moves in UCI text, or `None` if it does not report them. `spec`
    /// is the position of `game`.
    fn legal_moves(&mut self, _game: &AnyGame, _spec: &PositionSpec) -> Option<Vec<String>> {
        None
    }
    /// Returns the current value of an option. Case in `name` is ignored.
    fn option_value(&self, name: &str) -> Option<String>;
    /// The name of its network for the game, if it reports one.
    fn network(&self) -> Option<&str> {
        None
    }
    /// Takes the error messages of the engine and the problems with its options since the last call.
    fn take_warnings(&mut self) -> Vec<String>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the engine.
    To,
    /// From the engine.
    From,
}

/// A log of the lines to and from engines.
pub trait EngineLog: Send + Sync {
    /// Logs a line to or from the engine with this name.
    fn line(&self, engine: &str, direction: Direction, line: &str);
}

/// What all engines of a match share.
#[derive(Clone, Default)]
pub struct EngineContext {
    pub timeouts: Timeouts,
    /// The games that can be played, and what was learned of them.
    pub loaded: Loaded,
    /// Absolute paths of files that describe games.
    pub game_files: Vec<String>,
    /// Absolute paths of studies.
    pub studies: Vec<String>,
    /// Interrupt flag: set to end all waits at once.
    pub stop: Arc<AtomicBool>,
    pub logs: Vec<Arc<dyn EngineLog>>,
}

/// Sets the options for the files of games and the studies that an engine with these options is to read: its own,
/// or else those of the match. The built-in engine knows the latter. What is wrong becomes a warning.
pub fn set_files(
    config: &EngineConfig,
    context: &EngineContext,
    options: &mut EngineOptions,
    warnings: &mut Vec<String>,
) -> Vec<SetOption> {
    let mut commands = Vec::new();
    for (option, shared) in [(VARIANT_PATH, &context.game_files), (STUDY, &context.studies)] {
        let own = config.options.iter().filter(|(name, _)| name.eq_ignore_ascii_case(option));
        let mut files: Vec<&String> = own.map(|(_, path)| path).collect();
        if files.is_empty() && config.cmd != BUILTIN && options.value(option).is_some() {
            files.extend(shared);
        }
        for file in files {
            match options.set(&config.name, option, file) {
                Ok(command) => commands.extend(command),
                Err(warning) => warnings.push(warning),
            }
        }
    }
    commands
}

/// Whether this is the rule set of engines without an option for it.
pub fn is_default(variant: &str) -> bool {
    variant.eq_ignore_ascii_case(AnyGame::DEFAULT_VARIANT)
}

/// Adds a warning, unless there are very many already.
pub fn warn(warnings: &mut Vec<String>, warning: String) {
    if warnings.len() < MAX_WARNINGS {
        warnings.push(warning);
    }
}

/// Adds the name to the failure of an engine that did not send `expected` after its start.
pub fn startup_error(name: &str, expected: &str, error: PlayerError) -> PlayerError {
    match error {
        PlayerError::Disconnected => {
            PlayerError::Start(format!("'{name}' exited before it sent {expected}"))
        }
        PlayerError::Stalled => {
            PlayerError::Start(format!("'{name}' did not send {expected} after its start"))
        }
        other => other,
    }
}

/// Sorts `Threads` before the other options: engines clear the hash table with all their threads.
pub fn threads_first(options: &[(String, String)]) -> Vec<&(String, String)> {
    let mut options: Vec<_> = options.iter().collect();
    options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
    options
}
