//! What both protocols share: the position, the engine, the settings that outlive a game, and work on
//! other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use baroque_engine::{Engine, Limits, Options, SpeedTest};
use baroque_movegen::{AnyPosition, GameId};

pub mod build_info;
pub mod output;
pub mod stdin_reader;

use crate::error::Error;
use crate::options::{DEFAULT_HASH, DEFAULT_THREADS, Setting};
use crate::text::one_line;
use crate::tools::genfens::GenFens;
use crate::tools::{bench, count};
use stdin_reader::Event;

/// Position, engine and settings of a session.
pub struct SessionState {
    /// The position.
    pub position: AnyPosition,
    /// The engine.
    pub engine: Engine,
    hash: u64,
    threads: usize,
    options: Options,
    /// The value of the option for [`Options::contempt`], which counts in games only.
    contempt: i32,
    analyses: bool,
    events: Sender<Event>,
    searches: u64,
}

/// What a new setting changed besides itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// Rules or start: the position is the start position.
    Rules,
}

/// A count, a bench or other work on another thread.
pub struct Job(Arc<AtomicBool>);

impl Job {
    /// Ends it as soon as possible.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SessionState {
    /// The state at the beginning: the default start of the default variant. Reports go to `events`.
    ///
    /// # Errors
    /// There is no default variant.
    pub fn new(events: Sender<Event>) -> Result<Self, Error> {
        Ok(Self {
            position: AnyPosition::new(AnyPosition::DEFAULT_VARIANT)?,
            engine: Engine::new(),
            hash: DEFAULT_HASH,
            threads: clamped(DEFAULT_THREADS),
            options: Options::default(),
            contempt: Options::default().contempt,
            analyses: false,
            events,
            searches: 0,
        })
    }

    /// Changes a setting, while no search runs.
    ///
    /// # Errors
    /// The value is not possible; nothing has changed then.
    pub fn set(&mut self, setting: Setting) -> Result<Change, Error> {
        match setting {
            // The last two concern the output, not the engine.
            Setting::Ignored | Setting::Minimal(_) | Setting::Log(_) => {}
            Setting::ClearHash => self.engine.clear(),
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.threads = clamped(threads);
                self.engine.set_threads(self.threads);
            }
            Setting::MultiPv(lines) => self.options.multi_pv = clamped(lines),
            Setting::MoveOverhead(milliseconds) => self.options.move_overhead = milliseconds,
            Setting::SlowMover(percent) => self.options.slow_mover = percent,
            Setting::NodeTime(rate) => self.options.node_time = rate,
            Setting::Contempt(centipawns) => {
                self.contempt = centipawns as i32;
                self.apply_contempt();
            }
            Setting::Analyse(analyses) => {
                self.analyses = analyses;
                self.apply_contempt();
            }
            Setting::Variant(name) => {
                self.position = AnyPosition::new(&name)?;
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
        self.engine.set_options(self.options);
        Ok(Change::Nothing)
    }

    /// Clears what was learned with a different value of a draw.
    fn apply_contempt(&mut self) {
        let contempt = if self.analyses { 0 } else { self.contempt };
        if self.options.contempt != contempt {
            self.options.contempt = contempt;
            self.engine.clear();
        }
    }

    fn set_hash(&mut self, mebibytes: u64) -> Result<(), Error> {
        let refused = Error::Memory { wanted: mebibytes, kept: self.hash };
        self.engine.set_hash(clamped(mebibytes)).map_err(|_| refused)?;
        self.hash = mebibytes;
        Ok(())
    }

    /// Starts a search and returns its number, which its reports carry.
    pub fn go(&mut self, limits: Limits) -> u64 {
        self.searches += 1;
        let (number, events) = (self.searches, self.events.clone());
        self.engine.go_any(&self.position, limits, move |report| {
            // The receiver is gone when the program ends.
            let _ = events.send(Event::Report(number, Instant::now(), report));
        });
        number
    }

    /// Starts to count nodes.
    ///
    /// # Errors
    /// There are no threads to be had.
    pub fn count(&self, depth: u32) -> Result<Job, Error> {
        let position = self.position.clone();
        let pool = count::pool(self.threads)?;
        Ok(self.start(move |stop, _| {
            let start = Instant::now();
            match pool.install(|| count::count(&position, depth, None, stop)) {
                Some(count) => count::text(&count, start.elapsed(), true),
                None => "info string go perft stopped".to_owned(),
            }
        }))
    }

    /// Starts the bench of the game that has a rule set, or of all games.
    ///
    /// # Errors
    /// No rule set has this name.
    pub fn bench(&self, variant: Option<&str>) -> Result<Job, Error> {
        let games = bench::games(variant)?;
        Ok(self.start(move |stop, print| {
            bench::run(&games, stop, print)
                .unwrap_or_else(|| "info string bench stopped".to_owned())
        }))
    }

    /// Starts the speed test of all games.
    pub fn speed_test(&self, test: SpeedTest) -> Job {
        self.start(move |stop, print| match bench::speed_test(GameId::ALL, test, stop, print) {
            Ok(text) => text.unwrap_or_else(|| "info string speedtest stopped".to_owned()),
            Err(error) => format!("info string error {error}"),
        })
    }

    /// Starts to print positions after random openings, of the current rules if no others are given.
    pub fn generate_fens(&self, wanted: GenFens) -> Job {
        let wanted = wanted.with_defaults_of(&self.position);
        self.start(move |stop, print| match wanted.run(stop, print) {
            Ok(last) => last.unwrap_or_else(|| "info string genfens stopped".to_owned()),
            Err(error) => format!("info string error {}", one_line(error)),
        })
    }

    /// Starts a job that may print on its way, and returns its last lines.
    fn start(
        &self,
        job: impl FnOnce(&AtomicBool, &mut dyn FnMut(String)) -> String + Send + 'static,
    ) -> Job {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, events) = (Arc::clone(&stop), self.events.clone());
        thread::spawn(move || {
            // The receiver is gone when the program ends.
            let last = job(&flag, &mut |text| drop(events.send(Event::Text(text))));
            let _ = events.send(Event::Done(last));
        });
        Job(stop)
    }

    /// Abandons a search that did not end in time. The engine is leaked, because dropping it would
    /// wait for its threads.
    pub fn abandon(self) {
        self.engine.stop();
        std::mem::forget(self.engine);
    }
}

/// A number of an option, which its range keeps small enough for every machine.
fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
