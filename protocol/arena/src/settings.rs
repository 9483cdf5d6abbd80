//! The settings of a match.

use baroque_formats::GameSpec;
use baroque_formats::Loaded;
use std::collections::BTreeMap;
use std::path::PathBuf;

use baroque_formats::text::is_hidden;
use baroque_training::shard::Shard;
use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::player::{EngineConfig, Timeouts};
use super::schedule::{Schedule, TournamentType};
use super::stats::{ReportStyle, Sprt};
use super::time_control::TimeControl;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub engines: Vec<EngineEntry>,
    /// Empty fields are filled in when the options are complete.
    pub rules: GameSpec,
    /// The games that can be played, and what was learned of them.
    #[serde(skip)]
    pub loaded: Loaded,
    /// Absolute paths of the files that describe the game; empty for compiled games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub game_files: Vec<String>,
    /// Absolute paths of studies that engines are to use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub studies: Vec<String>,
    pub form: TournamentType,
    /// How often all engines meet; `None` is the default, which depends on `sprt`.
    pub rounds: Option<u64>,
    /// Games per encounter, 1 or 2.
    pub games: u64,
    /// Whether engines keep their colours within an encounter.
    pub no_swap: bool,
    /// Whether the second engine of a pair begins with White.
    pub reverse: bool,
    /// Which encounters are played.
    pub shard: Shard,
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    pub adjudication: Adjudication,
    pub sprt: Option<Sprt>,
    pub run: RunOptions,
}

/// An engine, its time control, and how the match treats it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct EngineEntry {
    pub engine: EngineConfig,
    pub time: TimeControl,
    /// Whether it is restarted for every game.
    pub restart: bool,
    /// Whether it reports scores from White's side.
    pub white_view: bool,
    /// Whether results that it claims are accepted.
    pub trust: bool,
    /// Factor for [`RunOptions::timeouts`]; 1 if `None`.
    pub time_scale: Option<f64>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Openings {
    pub source: Source,
    /// Whether they are played in random order.
    pub shuffled: bool,
    /// Plies of each that are played; `None` is all of a file, or the default of random openings.
    pub plies: Option<usize>,
    /// The number of the first one, from 1.
    pub start: u64,
    /// Whether all games of a round have the same opening.
    pub by_round: bool,
}

/// The source of openings.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Only the start position.
    #[default]
    Start,
    /// Random legal moves.
    Random,
    /// A file of positions.
    Epd(PathBuf),
    /// A file of games.
    Pgn(PathBuf),
}

/// How a match is run and reported. These options do not affect the games, so they may change when
/// the match is resumed.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct RunOptions {
    /// Games at a time.
    pub concurrency: usize,
    /// Whether `concurrency` may exceed the number of processors.
    pub force: bool,
    /// The processors that games are bound to, in turn; empty means all, `None` that games are not
    /// bound.
    pub affinity: Option<Vec<usize>>,
    /// Milliseconds between games.
    pub wait: u64,
    /// Whether the match continues after an engine crashes or hangs.
    pub recover: bool,
    /// Whether a warning ends the match.
    pub strict: bool,
    /// Whether the output is for a testing framework: each warning on one line.
    pub test_env: bool,
    /// Whether the communication with engines is printed.
    pub debug: bool,
    /// Whether reports show the difference between measured time and the time that engines report.
    pub show_latency: bool,
    /// Time limits where no clock runs.
    pub timeouts: Timeouts,
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    pub style: ReportStyle,
    /// Whether statistics count pairs of games instead of games.
    pub penta: bool,
    /// Pairs (or games) between two reports; 0 for a report only at the end.
    pub rating_interval: u64,
    /// Games between two lines of scores; 0 for a line only at the end.
    pub score_interval: u64,
    /// Games between two lists of how games ended; 0 for a list only at the end, `None` for the
    /// default of the style.
    pub outcome_interval: Option<u64>,
    /// The columns of the table of more than two engines; the default table if empty.
    pub columns: Vec<String>,
    pub pgn: Option<PgnOut>,
    /// Final positions.
    pub epd: Option<FileOut>,
    /// Games as lines of JSON.
    pub json: Option<FileOut>,
    /// Whether the checksum of the PGN file is printed.
    pub crc: bool,
    pub log: Option<LogOut>,
    /// The file that keeps the state of the match.
    pub state: PathBuf,
    /// Games between two flushes of the state to the disk; 0 for none before the end.
    pub save_interval: u64,
}

/// A kind of file that games are written to.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    Pgn,
    /// Final positions, one line per game.
    Epd,
    /// One line per game.
    Json,
}

/// A file to write.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct FileOut {
    pub file: PathBuf,
    /// Whether its old contents are discarded.
    pub overwrite: bool,
}

/// A log file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct LogOut {
    pub out: FileOut,
    /// The least severe messages that are written.
    pub level: LogLevel,
    /// Whether the communication with engines is written too.
    pub engines: bool,
}

/// The severity of a message.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Info,
    #[default]
    Warning,
    Error,
}

/// A PGN file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct PgnOut {
    pub out: FileOut,
    /// Whether moves are written in UCI notation; `None` means only for testing frameworks, which
    /// cannot parse our algebraic notation, and with `=` for the `@` of drops.
    pub uci: Option<bool>,
    /// Whether only moves and the most important tags are written.
    pub min: bool,
    /// Additions to the comments of moves, sorted.
    pub extras: Vec<Extra>,
    /// Regular expressions; lines of an engine that match go to the comment of its move.
    pub match_lines: Vec<String>,
}

impl PgnOut {
    /// Adds or removes an addition to the comments.
    pub fn set(&mut self, extra: Extra, wanted: bool) {
        self.extras.retain(|&other| other != extra);
        self.extras.extend(wanted.then_some(extra));
        self.extras.sort_unstable();
    }
}

/// An addition to the comment of a move, beside score, depth and time, in the order of the comment.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Extra {
    /// Time left on the clock.
    TimeLeft,
    /// Measured time minus the time that the engine reports.
    Latency,
    Nodes,
    SelDepth,
    /// Nodes per second.
    Nps,
    /// Use of the hash table in permille.
    HashFull,
    /// Tablebase hits.
    TbHits,
    /// The principal variation.
    Pv,
}

/// The default number of rounds, without and with a test, which usually ends much earlier.
const ROUNDS: u64 = 2;
const SPRT_ROUNDS: u64 = 500_000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            rules: GameSpec::default(),
            loaded: Loaded::default(),
            game_files: Vec::new(),
            studies: Vec::new(),
            form: TournamentType::RoundRobin,
            rounds: None,
            games: 2,
            no_swap: false,
            reverse: false,
            shard: Shard::WHOLE,
            openings: Openings { start: 1, ..Openings::default() },
            seed: 0,
            adjudication: Adjudication::default(),
            sprt: None,
            run: RunOptions::default(),
        }
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            concurrency: 1,
            force: false,
            affinity: None,
            wait: 0,
            recover: false,
            strict: false,
            test_env: false,
            debug: false,
            show_latency: false,
            timeouts: Timeouts::default(),
            event: "Baroque tournament".to_owned(),
            site: "?".to_owned(),
            style: ReportStyle::Fastchess,
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

impl RunOptions {
    /// The files that games are written to.
    pub fn files(&self) -> BTreeMap<FileKind, &FileOut> {
        let pgn = self.pgn.iter().map(|pgn| (FileKind::Pgn, &pgn.out));
        let epd = self.epd.iter().map(|out| (FileKind::Epd, out));
        pgn.chain(epd).chain(self.json.iter().map(|out| (FileKind::Json, out))).collect()
    }
}

impl Settings {
    pub fn schedule(&self) -> Schedule {
        let default = if self.sprt.is_some() { SPRT_ROUNDS } else { ROUNDS };
        let rounds = self.rounds.unwrap_or(default);
        let mut schedule = Schedule::new(self.engines.len(), self.form, rounds, self.games);
        (schedule.swaps, schedule.reversed) = (!self.no_swap, self.reverse);
        schedule.shard = self.shard;
        schedule
    }

    /// The engines with their commands, on one line.
    pub fn commands(&self) -> String {
        let engine = |EngineEntry { engine, .. }: &EngineEntry| {
            let words = std::iter::once(&engine.cmd).chain(&engine.args).map(String::as_str);
            // A word with NUL cannot be quoted, nor be passed to a program.
            let command = shlex::try_join(words).unwrap_or_default();
            let folder = match engine.dir.as_str() {
                "" => String::new(),
                dir => format!(" in {dir}"),
            };
            format!("{} ({command}{folder})", engine.name)
        };
        let engines: Vec<String> = self.engines.iter().map(engine).collect();
        engines.join(" vs ").replace(is_hidden, "?")
    }

    /// Whether statistics count pairs of games.
    pub fn counts_pairs(&self) -> bool {
        self.run.penta && self.games == 2 && self.run.style == ReportStyle::Fastchess
    }

    /// Games between two lists of how games ended; 0 for a list only at the end. The default is no
    /// list in fastchess's style, and one at the end in cutechess's.
    pub fn outcome_interval(&self) -> Option<u64> {
        let default = (self.run.style == ReportStyle::Cutechess).then_some(0);
        self.run.outcome_interval.or(default)
    }

    /// The names of the engines, in order.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|entry| entry.engine.name.clone()).collect()
    }

    /// The largest value of the option `Threads` of all engines.
    pub fn threads(&self) -> usize {
        let options = self.engines.iter().flat_map(|entry| &entry.engine.options);
        let threads = options.filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        threads.filter_map(|(_, value)| value.parse().ok()).max().unwrap_or(1)
    }
}

impl Openings {
    /// The name of the openings for reports; `None` without openings.
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
