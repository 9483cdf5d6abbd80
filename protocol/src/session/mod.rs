//! State shared by the UCI and CECP sessions: position, engine and options, and jobs on other
//! threads.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use baroque_engine::{
    Engine, LEVELS, LOWEST_ELO, Limits, Report, SearchOptions, SpeedTest, Strength, values,
};
use baroque_games::FileError;
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_movegen::{AnyGame, GameId, Move, StopFlag, with_history};

pub mod build_info;
pub mod output;
pub mod stdin_reader;

use crate::error::{Error, SessionError};
use crate::options::{DEFAULT_HASH, DEFAULT_THREADS, Setting};
use crate::tools::bench::BenchLine;
use crate::tools::count::PerftResult;
use crate::tools::genfens::GenFens;
use crate::tools::{bench, count};
use baroque_formats::{Loaded, files};
use stdin_reader::SessionEvent;

/// Position, engine and options of a session.
pub struct SessionState {
    /// The games that can be chosen, and what was learned of them.
    pub loaded: Loaded,
    /// The game.
    pub position: AnyGame,
    /// The engine.
    pub engine: Engine,
    /// The value of the option `EvalFile`.
    eval_file: String,
    hash: u64,
    threads: usize,
    options: SearchOptions,
    /// The value of the option `Contempt`, which [`SearchOptions::contempt`] gets only in games.
    contempt: i32,
    analyses: bool,
    plays_book: bool,
    /// The values of `Skill Level`, `UCI_LimitStrength` and `UCI_Elo`.
    level: u8,
    limits_strength: bool,
    elo: u32,
    /// What play below full strength depends on; another number for each game if `None`.
    seed: Option<u64>,
    events: Sender<SessionEvent>,
    searches: u64,
}

/// Longest time of a command that is answered at once, in a game from a file whose moves take long.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest time in which the values of pieces are estimated before a search.
const PREPARATION: Duration = Duration::from_millis(100);

/// Does what a command asks for at once.
///
/// # Errors
/// It has an error, or the moves of the game take too long and it was given up.
pub fn at_once(work: impl FnOnce() -> Result<(), SessionError>) -> Result<(), SessionError> {
    within(PATIENCE, || {
        let result = work();
        if is_interrupted() { Err(Error::takes_long().into()) } else { result }
    })
}

fn within<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    interruptible(move || start.elapsed() >= time, work)
}

/// Steps of the generator after which work is given up that also waits for a player or an engine, whose time
/// does not count: about five seconds, in a game from a file whose moves take long.
pub const MAX_STEPS: u64 = 20_000_000;

/// How often a session whose input has ended asks whether its output is closed.
const CLOSED_INTERVAL: Duration = Duration::from_millis(100);

/// Waits for the next event of a session whose input has ended; `None` if its output is closed.
pub fn last_event<T>(events: &Receiver<T>, is_closed: impl Fn() -> bool) -> Option<T> {
    while !is_closed() {
        match events.recv_timeout(CLOSED_INTERVAL) {
            Ok(event) => return Some(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    None
}

/// The effect of a setting on the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The position is unchanged.
    Nothing,
    /// Rules or start changed; the position is the start position.
    Rules,
    /// There are other rule sets to choose; the position is unchanged. What is probably not intended in their
    /// file.
    Games(Vec<FileError>),
}

impl SessionState {
    /// The initial state: the default start of the default variant. Reports go to `events`.
    pub fn new(loaded: Loaded, events: Sender<SessionEvent>) -> Self {
        let mut engine = Engine::new();
        engine.set_evaluation(loaded.evaluation());
        Self {
            position: loaded.default_start(),
            loaded,
            engine,
            eval_file: String::new(),
            hash: DEFAULT_HASH,
            threads: clamped(DEFAULT_THREADS),
            options: SearchOptions { seed: rand::random(), ..SearchOptions::default() },
            contempt: SearchOptions::default().contempt,
            analyses: false,
            plays_book: false,
            level: LEVELS,
            limits_strength: false,
            elo: LOWEST_ELO,
            seed: None,
            events,
            searches: 0,
        }
    }

    /// Changes a setting. Call it only while no search runs.
    ///
    /// # Errors
    /// The value is invalid; nothing is changed.
    pub fn set(&mut self, setting: Setting) -> Result<Change, Error> {
        match setting {
            // These concern the output, not the engine.
            Setting::Ignored | Setting::Minimal(_) | Setting::ShowWdl(_) | Setting::Log(_) => {}
            Setting::ClearHash => self.engine.clear(),
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.threads = clamped(threads);
                self.engine.set_threads(self.threads);
            }
            // Without a path the games that are known stay.
            Setting::Games(path) if path.is_empty() => {}
            Setting::Games(path) => {
                return Ok(Change::Games(self.loaded.load_games(&path)?));
            }
            // Without a path what is known stays.
            Setting::Study(path) if path.is_empty() => {}
            Setting::Study(path) => {
                self.load_study(&path)?;
                return Ok(Change::Games(Vec::new()));
            }
            Setting::EvalFile(path) => self.load_network(&path)?,
            Setting::MultiPv(lines) => self.options.multi_pv = clamped(lines),
            Setting::MoveOverhead(milliseconds) => self.options.move_overhead = milliseconds,
            Setting::SlowMover(percent) => self.options.slow_mover = percent,
            Setting::NodeTime(rate) => self.options.node_time = rate,
            Setting::Contempt(centipawns) => self.contempt = centipawns as i32,
            Setting::OwnBook(plays) => self.plays_book = plays,
            Setting::Analyse(analyses) => self.analyses = analyses,
            Setting::SkillLevel(level) => self.level = level as u8,
            Setting::LimitStrength(limits) => self.limits_strength = limits,
            Setting::Elo(elo) => self.elo = elo as u32,
            Setting::Seed(seed) => {
                self.seed = (seed > 0).then_some(seed);
                self.choose_seed();
            }
            #[cfg(feature = "tune")]
            Setting::Param(param, value) => {
                param.set(value);
                self.engine.clear();
            }
            Setting::Variant(name) => {
                self.position = match name.as_str() {
                    "" => self.loaded.default_start(),
                    name => self.loaded.games.open(name)?,
                };
                self.engine.clear();
                return Ok(Change::Rules);
            }
            Setting::Rules(pairs) => {
                self.position.set_rules(&pairs)?;
                self.engine.clear();
                return Ok(Change::Rules);
            }
            Setting::Start(name) => {
                let default = self.position.default_start();
                self.position.set_start(if name.is_empty() { default } else { &name })?;
                return Ok(Change::Rules);
            }
        }
        self.options.contempt = if self.analyses { 0 } else { self.contempt };
        // A limit by rating goes before a level.
        self.options.strength = match self.limits_strength {
            true => Strength::Elo(self.elo),
            false => Strength::Level(self.level),
        };
        self.engine.set_options(self.options);
        Ok(Change::Nothing)
    }

    /// Begins a game from the start position, with an empty table. Below full strength the engine
    /// plays other moves than in the last game, unless a seed is set.
    pub fn new_game(&mut self) {
        self.engine.clear();
        self.position.reset();
        self.choose_seed();
        self.engine.set_options(self.options);
    }

    /// The CRC-32 of the network that evaluates the position; `None` if values are estimated.
    pub fn network(&self) -> Option<String> {
        with_history!(self.position.history(), history => {
            let network = self.engine.network(history.position());
            network.map(|network| format!("{:08x}", network.crc()))
        })
    }

    fn choose_seed(&mut self) {
        self.options.seed = self.seed.unwrap_or_else(rand::random);
    }

    /// Chooses what evaluates positions, see [`files::read_evaluation`]; with an empty path the networks of
    /// studies.
    fn load_network(&mut self, path: &str) -> Result<(), Error> {
        let evaluation = match path {
            "" => self.loaded.evaluation(),
            path => files::read_evaluation(path, &self.position)?,
        };
        self.engine.set_evaluation(evaluation);
        path.clone_into(&mut self.eval_file);
        Ok(())
    }

    /// Reads what a study learned. An explicit network stays.
    fn load_study(&mut self, path: &str) -> Result<(), Error> {
        let mut loaded = self.loaded.clone();
        let study = loaded.load_study(path)?;
        // The same name may be that of another game here.
        if study.start().variant() == self.position.variant() && !study.is_of(&self.position) {
            study.check(&self.position)?;
        }
        self.loaded = loaded;
        if self.eval_file.is_empty() {
            self.engine.set_evaluation(self.loaded.evaluation());
        }
        Ok(())
    }

    fn set_hash(&mut self, mebibytes: u64) -> Result<(), Error> {
        let error = Error::no_hash(mebibytes, self.hash);
        self.engine.set_hash(clamped(mebibytes)).map_err(|_| error)?;
        self.hash = mebibytes;
        Ok(())
    }

    /// Uses the time before a search to estimate the values of pieces.
    pub fn prepare(&self) {
        within(PREPARATION, || values::prepare(&self.position));
    }

    /// Starts a search and returns its number, which its [`SessionEvent::Report`]s carry. If no
    /// thread can be started, the best move is any legal one.
    pub fn go(&mut self, limits: Limits) -> u64 {
        self.options.levels = self.loaded.levels(&self.position);
        self.engine.set_options(self.options);
        self.searches += 1;
        let (number, events) = (self.searches, self.events.clone());
        let wanted = limits.search_moves.first().copied();
        let report = move |report| {
            // The receiver is gone when the program ends.
            let _ = events.send(SessionEvent::Report(number, Instant::now(), report));
        };
        if let Some(best) = self.book_move(&limits) {
            report(Report::Best { best: Some(best), ponder: None });
            return number;
        }
        if let Err(error) = self.engine.go_any(&self.position, limits, report.clone()) {
            let _ = self.events.send(SessionEvent::Failed(Error::no_threads(1, &error)));
            let best = wanted.or_else(|| self.position.legal_moves().first().copied());
            report(Report::Best { best, ponder: None });
        }
        number
    }

    /// A move of the book, for a search that is to end with a move to play.
    fn book_move(&self, limits: &Limits) -> Option<Move> {
        let plays = self.plays_book && !self.analyses && limits.mate.is_none();
        let is_game =
            plays && limits.search_moves.is_empty() && limits.end_search(self.position.side());
        let asks = is_game && !limits.ponder;
        asks.then(|| self.loaded.book_move(&self.position, self.options.seed)).flatten()
    }

    /// Starts a perft.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn count(&self, depth: u32) -> Result<StopFlag, Error> {
        let position = self.position.clone();
        let pool = count::pool(self.threads)?;
        self.start(move |stop, _| {
            let start = Instant::now();
            Ok(match pool.install(|| count::count(&position, depth, None, stop, |_| ())) {
                Some(count) => {
                    PerftResult::new(&position, depth, &count, start.elapsed(), true).to_string()
                }
                None => "info string go perft stopped".to_owned(),
            })
        })
    }

    /// Starts the bench of the game that has a rule set, or of all games.
    ///
    /// # Errors
    /// No rule set has this name, its game has no bench, or no thread can be started.
    pub fn bench(&self, variant: Option<&str>) -> Result<StopFlag, Error> {
        let games = bench::games(variant, &self.loaded.games)?;
        self.start(move |stop, print| {
            let sums = bench::bench(&games, stop, &mut |line| print(line.to_string()));
            Ok(sums.map_or("info string bench stopped".to_owned(), |sums| sums.to_string()))
        })
    }

    /// Starts the speed test of all games.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn speed_test(&self, test: SpeedTest) -> Result<StopFlag, Error> {
        self.start(move |stop, print| {
            let each = &mut |line: BenchLine| print(line.to_string());
            let sums = bench::speed_test(GameId::ALL, test, stop, each)?;
            Ok(sums.unwrap_or_else(|| "info string speedtest stopped".to_owned()))
        })
    }

    /// Starts printing random opening positions, of the current rules if no variant is given.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn generate_fens(&self, genfens: GenFens) -> Result<StopFlag, Error> {
        let (genfens, games) =
            (genfens.with_defaults_of(&self.position), self.loaded.games.clone());
        self.start(move |stop, print| {
            let last = genfens.run(&games, stop, print)?;
            Ok(last.unwrap_or_else(|| "info string genfens stopped".to_owned()))
        })
    }

    /// Starts a job on a new thread. It may print while it runs, and returns its last lines. The flag
    /// ends it as soon as possible; [`SessionEvent::Done`] follows.
    fn start(
        &self,
        job: impl FnOnce(&StopFlag, &mut dyn FnMut(String)) -> Result<String, Error> + Send + 'static,
    ) -> Result<StopFlag, Error> {
        let stop = StopFlag::default();
        let (flag, events) = (Arc::clone(&stop), self.events.clone());
        let run = move || {
            // The receiver is gone when the program ends.
            let last = job(&flag, &mut |text| drop(events.send(SessionEvent::Text(text))));
            let _ = events.send(SessionEvent::Done(last));
        };
        Builder::new().spawn(run).map_err(|error| Error::no_threads(1, &error))?;
        Ok(stop)
    }

    /// Abandons a search that did not end in time. The engine is leaked, because dropping it would
    /// wait for its threads.
    pub fn abandon(self) {
        self.engine.stop();
        std::mem::forget(self.engine);
    }
}

/// Converts an option's number, which its range keeps small, to `usize`.
fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
