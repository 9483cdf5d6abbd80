//! The players of a match: engines in processes of their own, which speak UCI (`uci`) or CECP
//! (`cecp`), and the engine of this program (`builtin`).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use baroque_engine::Limits;
use baroque_movegen::Move;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::output::quoted;
use crate::{AnyGame, Error, Place, variants};

mod builtin;
mod cecp;
mod offer;
mod process;
#[cfg(all(test, unix))]
mod tests;
mod told;
mod uci;

pub use told::Told;
pub use uci::go;

/// The command that stands for the engine of this program.
pub const BUILTIN: &str = "builtin";

/// How long an engine that was told to stop may take to name its move.
const LAST_CHANCE: Duration = Duration::from_secs(10);

/// How to start an engine, and what to tell it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// What it is called in this match.
    pub name: String,
    /// The program, or [`BUILTIN`].
    pub cmd: String,
    /// The folder that it runs in; a relative `cmd` is looked for there first. Empty: this one.
    pub dir: String,
    /// What stands behind the program on its command line.
    pub args: Vec<String>,
    /// What it speaks.
    pub proto: Protocol,
    /// Names and values of options, set in this order. Those that name the rules are passed over:
    /// [`GameRules`] tells them.
    pub options: Vec<(String, String)>,
    /// Lines that it is told right after its introduction.
    pub init: Vec<String>,
    /// The file behind which its stderr is written; nowhere if there is none.
    pub stderr: Option<PathBuf>,
    /// Whether it thinks on while its opponent does.
    pub ponder: bool,
}

/// A protocol between a runner and an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The universal chess interface.
    #[default]
    Uci,
    /// The chess engine communication protocol of XBoard, version 2.
    Xboard,
}

/// How long engines are waited for where no clock runs. The defaults are fastchess's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Patience {
    /// From the start of the program to the end of its introduction.
    pub startup: Duration,
    /// Until it is ready for a new game.
    pub new_game: Duration,
    /// Until it answers that it is ready.
    pub ping: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            new_game: Duration::from_secs(60),
            ping: Duration::from_secs(60),
        }
    }
}

impl Patience {
    /// So many times as long.
    pub fn times(self, factor: f64) -> Self {
        // What is too long for the type is for ever.
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

/// The rules that both sides are told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GameRules {
    /// The name of the rule set.
    pub variant: String,
    /// Switches laid over it, as `key=value` pairs.
    pub rules: String,
}

impl GameRules {
    /// A game under these rules, at its start.
    ///
    /// # Errors
    /// There are no such rules.
    pub fn open(&self) -> Result<Box<dyn AnyGame>, Error> {
        variants::open_with(&self.variant, &self.rules)
    }
}

/// Why a player did not do what was asked of it; the words stand behind its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// It could not be started, or cannot play this.
    #[error("{0}")]
    Start(String),
    /// It ended, or closed a pipe.
    #[error("disconnects")]
    Disconnected,
    /// It did not answer that it is ready.
    #[error("stalls")]
    Stalled,
    /// It named no move until the deadline.
    #[error("names no move")]
    NoMove,
    /// The flag was set that ends all waiting.
    #[error("interrupted")]
    Interrupted,
}

/// A move to be found.
pub struct Turn<'a> {
    /// The position with its history.
    pub game: &'a dyn AnyGame,
    /// The same in words, the moves in UCI text.
    pub place: &'a Place,
    /// What limits the search.
    pub limits: &'a Limits,
    /// How long to wait for an answer; for ever if there is none.
    pub deadline: Option<Duration>,
}

/// What a player does on its turn. Its words are clean and short, so that they can be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It names a move, which need not be legal. `(none)` and the like are passed on as they are.
    Move(String),
    /// It resigns.
    Resigns,
    /// It says how the game ended, or that the opponent's move is illegal, in these words.
    Claims(String),
}

impl Reply {
    /// The same as it can be printed, whatever an engine may have written.
    fn quoted(self) -> Self {
        match self {
            Self::Move(text) => Self::Move(quoted(&text)),
            Self::Resigns => Self::Resigns,
            Self::Claims(text) => Self::Claims(quoted(&text)),
        }
    }
}

/// The end of a player's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub reply: Reply,
    /// The time it took, from the moment when all it needed was written to it until its answer was read.
    pub elapsed: Duration,
    /// What it thought in the end.
    pub told: Told,
    /// All it told of this search.
    pub lines: Vec<String>,
}

/// One side of a match. Dropped, it is told to quit, and killed if it does not.
pub trait Player {
    /// Gets ready for a new game.
    ///
    /// # Errors
    /// [`Failure::Start`] if it cannot play by these rules; all but [`Failure::NoMove`].
    fn new_game(&mut self, rules: &GameRules) -> Result<(), Failure>;
    /// Finds a move.
    ///
    /// # Errors
    /// [`Failure::Start`] if it knows no such limits; all others.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;
    /// Its opponent is to move: it thinks about the answer that it expects, if it is one that does.
    /// The limits are those of its own next turn, as far as they are known. Returns at once.
    ///
    /// # Errors
    /// All but [`Failure::NoMove`].
    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Failure>;
    /// Thinks no more, as it is when a game is over.
    ///
    /// # Errors
    /// All but [`Failure::Start`] and [`Failure::NoMove`].
    fn rest(&mut self) -> Result<(), Failure>;
    /// Answers when it has done all that it was told.
    ///
    /// # Errors
    /// All but [`Failure::Start`] and [`Failure::NoMove`].
    fn is_ready(&mut self) -> Result<(), Failure>;
    /// Its own list of legal moves in UCI text, to be compared with the referee's; `None` if it
    /// cannot tell. The place is the game's in words.
    fn legal_moves(&mut self, game: &dyn AnyGame, place: &Place) -> Option<Vec<String>>;
    /// The value in force of an option, by its name in any case of letters.
    fn option(&self, name: &str) -> Option<String>;
    /// Takes what was found wrong with options so far, a sentence each.
    fn warnings(&mut self) -> Vec<String>;
}

/// Which way a line goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the engine.
    To,
    /// From the engine.
    From,
}

/// Where conversations with engines are written down.
pub trait EngineLog: Send + Sync {
    /// A line between the runner and the engine of this name.
    fn line(&self, engine: &str, direction: Direction, line: &str);
}

/// What every player needs besides its own configuration.
#[derive(Clone, Default)]
pub struct Surroundings {
    /// How long it is waited for.
    pub patience: Patience,
    /// Set to give up waiting at once.
    pub stop: Arc<AtomicBool>,
    /// Where the conversation is written down, if anywhere.
    pub log: Option<Arc<dyn EngineLog>>,
}

/// Starts a player and lets it introduce itself.
///
/// # Errors
/// All but [`Failure::NoMove`].
pub fn start(
    config: &EngineConfig,
    surroundings: &Surroundings,
) -> Result<Box<dyn Player>, Failure> {
    if config.cmd == BUILTIN {
        return Ok(Box::new(builtin::Builtin::new(config, surroundings)?));
    }
    Ok(match config.proto {
        Protocol::Uci => Box::new(uci::Uci::start(config, surroundings)?),
        Protocol::Xboard => Box::new(cecp::Cecp::start(config, surroundings)?),
    })
}

/// Whether a rule set is the one that engines play which know no others.
fn is_default(variant: &str) -> bool {
    variant.eq_ignore_ascii_case(variants::DEFAULT)
}

/// A game under the rules, at its start.
fn opened(rules: &GameRules) -> Result<Box<dyn AnyGame>, Failure> {
    rules.open().map_err(cannot_follow)
}

/// Plays on in a game to where another one under the same rules stands, and passes on each move with
/// the position before it. Whether it had to begin anew, because it was none of its beginning.
fn follow(
    game: &mut dyn AnyGame,
    other: &dyn AnyGame,
    mut each: impl FnMut(&dyn AnyGame, Move),
) -> Result<bool, Failure> {
    let first = other.first_fen();
    let anew = game.first_fen() != first || !other.moves().starts_with(game.moves());
    if anew {
        let place = Place { fen: Some(first), moves: Vec::new() };
        game.set_place(&place).map_err(cannot_follow)?;
    }
    for &mv in other.moves().iter().skip(game.moves().len()) {
        each(game, mv);
        game.play(mv).map_err(cannot_follow)?;
    }
    Ok(anew)
}

/// The rules are not those of the game at hand.
fn cannot_follow(error: impl std::fmt::Display) -> Failure {
    Failure::Start(error.to_string())
}

/// Why an engine was not introduced up to this word.
fn unintroduced(name: &str, word: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Disconnected => Failure::Start(format!("'{name}' ended before it said {word}")),
        Failure::Stalled => Failure::Start(format!("'{name}' did not say {word} after its start")),
        other => other,
    }
}

/// The options in their order, but the number of threads before what is spread over them.
fn threads_first(options: &[(String, String)]) -> Vec<&(String, String)> {
    let mut options: Vec<_> = options.iter().collect();
    options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
    options
}
