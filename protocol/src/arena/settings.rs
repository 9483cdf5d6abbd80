//! Everything that is said about a tournament before it begins.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::player::{EngineConfig, GameRules, Patience};
use super::schedule::{Form, Schedule};
use super::stats::{Sprt, Style};
use super::time_control::TimeControl;

/// A tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(default)]
pub struct Settings {
    /// Who plays.
    pub engines: Vec<Entrant>,
    /// What is played; nothing is said yet where it is empty.
    pub rules: GameRules,
    /// Who plays whom.
    pub form: Form,
    /// How often they all meet; `None` is as often as usual.
    pub rounds: Option<u64>,
    /// Games whenever two meet, 1 or 2.
    pub games: u64,
    /// Whether colours stay as they are from game to game.
    pub no_swap: bool,
    /// Whether the second engine begins with White.
    pub reverse: bool,
    /// Where games begin.
    pub openings: Openings,
    /// What all chance follows from.
    pub seed: u64,
    /// When games are taken as decided.
    pub adjudication: Adjudication,
    /// When enough is known.
    pub sprt: Option<Sprt>,
    /// How it goes about, which may change when it is gone on with.
    pub conduct: Conduct,
}

/// An engine and what it may do.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub struct Entrant {
    /// How to start it.
    pub engine: EngineConfig,
    /// How long it may think.
    pub time: TimeControl,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it tells scores from White's side.
    pub white_view: bool,
    /// Whether a result that it claims is the result.
    pub trust: bool,
    /// How many times as long as others it is waited for where no clock runs; once if not given.
    pub patience: Option<f64>,
}

/// Where games begin.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub struct Openings {
    /// Where they come from.
    pub source: Source,
    /// Whether they come in random order.
    pub shuffled: bool,
    /// Plies of each that are played; all of a file's if not given.
    pub plies: Option<usize>,
    /// The first one, from 1.
    pub start: u64,
    /// Whether all games of a round begin alike.
    pub by_round: bool,
}

/// Where openings come from.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Only the start position is played.
    #[default]
    Start,
    /// Random legal moves.
    Random,
    /// A file of positions.
    Epd(PathBuf),
    /// A file of games.
    Pgn(PathBuf),
}

/// How a tournament goes about its games; nothing of it changes what is played.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(default)]
pub struct Conduct {
    /// Games at a time.
    pub concurrency: usize,
    /// Whether they may be more than there are processors.
    pub force: bool,
    /// The processors that games are bound to, in turn; all if the list is empty, `None` if games
    /// are not bound.
    pub affinity: Option<Vec<usize>>,
    /// Milliseconds between games.
    pub wait: u64,
    /// Whether it goes on when an engine breaks down.
    pub recover: bool,
    /// Whether anything to warn of ends it.
    pub strict: bool,
    /// Whether warnings are on one line each, as a testing framework wants them.
    pub test_env: bool,
    /// Whether the time between an engine's clock and ours is told.
    pub show_latency: bool,
    /// How long engines may take beside thinking.
    pub patience: Patience,
    /// The value of the tag `Event`.
    pub event: String,
    /// The value of the tag `Site`.
    pub site: String,
    /// Whose report is printed.
    pub style: Style,
    /// Whether pairs of games are counted rather than games.
    pub penta: bool,
    /// Pairs (or games) between two reports; 0 for none but the last.
    pub rating_interval: u64,
    /// Games between two lines of scores; 0 for none but the last.
    pub score_interval: u64,
    /// Games between two lists of how games ended; 0 for none but the last, `None` if it is as usual
    /// with the style of the reports.
    pub outcome_interval: Option<u64>,
    /// The columns of the table of more than two engines; the usual table if there are none.
    pub columns: Vec<String>,
    /// Where games go.
    pub pgn: Option<PgnOut>,
    /// Where final positions go.
    pub epd: Option<FileOut>,
    /// Where games go as lines of JSON.
    pub json: Option<FileOut>,
    /// Whether checksums of the file of games are told.
    pub crc: bool,
    /// Where messages and conversations go.
    pub log: Option<Log>,
    /// Where the state of the tournament is kept.
    pub state: PathBuf,
    /// Games between two times that the state is forced to the disk; 0 for never.
    pub save_interval: u64,
}

/// A file that is written.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub struct FileOut {
    /// The file.
    pub file: PathBuf,
    /// Whether what it holds is written anew.
    pub overwrite: bool,
}

/// A file of messages.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub struct Log {
    /// The file.
    pub out: FileOut,
    /// What is written.
    pub level: Level,
    /// Whether conversations with engines are written too.
    pub engines: bool,
}

/// How much a message matters.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It goes as it should.
    Info,
    /// Something is odd.
    #[default]
    Warning,
    /// It cannot go on.
    Error,
}

/// A file of games.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub struct PgnOut {
    /// The file.
    pub out: FileOut,
    /// Whether moves are written in UCI text; `None` is only for testing frameworks, which cannot read our own.
    pub uci: Option<bool>,
    /// Whether only moves and the most needed tags are written.
    pub min: bool,
    /// What else is told of each move.
    pub extras: Vec<Extra>,
    /// Lines of an engine that go to its move: regular expressions.
    pub match_lines: Vec<String>,
}

/// What can be told of a move besides score, depth and time.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Extra {
    /// Time left on the clock.
    TimeLeft,
    /// The difference between our time and the engine's.
    Latency,
    /// Positions searched.
    Nodes,
    /// Greatest ply reached.
    SelDepth,
    /// Positions a second.
    Nps,
    /// Permille of the hash table in use.
    HashFull,
    /// Tablebase hits.
    TbHits,
    /// The line of play.
    Pv,
}

/// Rounds of a tournament without a test, and with one, which ends long before.
const ROUNDS: u64 = 2;
const ROUNDS_OF_A_TEST: u64 = 500_000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            rules: GameRules::default(),
            form: Form::RoundRobin,
            rounds: None,
            games: 2,
            no_swap: false,
            reverse: false,
            openings: Openings { start: 1, ..Openings::default() },
            seed: 0,
            adjudication: Adjudication::default(),
            sprt: None,
            conduct: Conduct::default(),
        }
    }
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            concurrency: 1,
            force: false,
            affinity: None,
            wait: 0,
            recover: false,
            strict: false,
            test_env: false,
            show_latency: false,
            patience: Patience::default(),
            event: "Baroque tournament".to_owned(),
            site: "?".to_owned(),
            style: Style::Fastchess,
            penta: true,
            rating_interval: 10,
            score_interval: 1,
            outcome_interval: None,
            columns: Vec::new(),
            pgn: None,
            epd: None,
            json: None,
            crc: false,
            log: None,
            state: PathBuf::from("config.json"),
            save_interval: 20,
        }
    }
}

impl Settings {
    /// Who plays whom.
    pub fn schedule(&self) -> Schedule {
        let usual = if self.sprt.is_some() { ROUNDS_OF_A_TEST } else { ROUNDS };
        let rounds = self.rounds.unwrap_or(usual);
        let schedule = Schedule::new(self.engines.len(), self.form, rounds, self.games);
        schedule.with_colors(!self.no_swap, self.reverse)
    }

    /// Whether results are counted by pairs of games.
    pub fn counts_pairs(&self) -> bool {
        self.conduct.penta && self.games == 2 && self.conduct.style == Style::Fastchess
    }

    /// Games between two lists of how games ended; 0 for none but the last, `None` for none at all,
    /// which is fastchess's way, while cutechess always tells the last.
    pub fn outcome_interval(&self) -> Option<u64> {
        let usual = (self.conduct.style == Style::Cutechess).then_some(0);
        self.conduct.outcome_interval.or(usual)
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|entrant| entrant.engine.name.clone()).collect()
    }

    /// The most search threads that an engine is told to use.
    pub fn threads(&self) -> usize {
        let options = self.engines.iter().flat_map(|entrant| &entrant.engine.options);
        let threads = options.filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        threads.filter_map(|(_, value)| value.parse().ok()).max().unwrap_or(1)
    }

    /// The time between games.
    pub fn wait(&self) -> Duration {
        Duration::from_millis(self.conduct.wait)
    }
}

impl Openings {
    /// The name of the book, if there is one.
    pub fn name(&self) -> Option<String> {
        match &self.source {
            Source::Start => None,
            Source::Random => Some("random".to_owned()),
            Source::Epd(path) | Source::Pgn(path) => {
                path.file_name().map(|name| name.to_string_lossy().into_owned())
            }
        }
    }
}
