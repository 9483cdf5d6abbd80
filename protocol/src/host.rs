//! The game at hand with its engine, the settings that outlive it, and work on threads of its
//! own: what both protocols need, whatever their words.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use baroque_engine::{Limits, Options, SpeedTest};

use crate::error::Error;
use crate::game::AnyGame;
use crate::genfens::GenFens;
use crate::input::Event;
use crate::option::{DEFAULT_HASH, DEFAULT_THREADS, Setting};
use crate::output::one_line;
use crate::{bench, counting, variants};

/// The game at hand, and how to work on it.
pub struct Host {
    /// The game.
    pub game: Box<dyn AnyGame>,
    hash: u64,
    threads: usize,
    options: Options,
    /// The wish for [`Options::contempt`], which counts in games only.
    contempt: i32,
    analyses: bool,
    events: Sender<Event>,
    searches: u64,
}

/// What a new setting changed besides itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// Rules or start: the game went to the start position. The error, if any, says which setting
    /// the new game could not be given.
    Rules(Option<Error>),
}

/// A count, a bench or other work on a thread of its own.
pub struct Job(Arc<AtomicBool>);

impl Job {
    /// Ends it as soon as may be.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Host {
    /// A host of the default game that reports to these events.
    ///
    /// # Errors
    /// There is no default game.
    pub fn new(events: Sender<Event>) -> Result<Self, Error> {
        Ok(Self {
            game: variants::open(variants::DEFAULT)?,
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
    /// The setting cannot be; nothing has changed then.
    pub fn set(&mut self, setting: Setting) -> Result<Change, Error> {
        match setting {
            // The last two are about what is told, and by whom.
            Setting::Ignored | Setting::Minimal(_) | Setting::Log(_) => {}
            Setting::ClearHash => self.game.clear(),
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.threads = clamped(threads);
                self.game.set_threads(self.threads);
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
                self.game = variants::open(&name)?;
                return Ok(Change::Rules(self.equip().err()));
            }
            Setting::Rules(pairs) => {
                self.game.set_rules(&pairs)?;
                return Ok(Change::Rules(None));
            }
            Setting::Start(name) => {
                let default = self.game.default_start().to_owned();
                self.game.set_start(if name.is_empty() { &default } else { &name })?;
                return Ok(Change::Rules(None));
            }
        }
        self.game.set_options(self.options);
        Ok(Change::Nothing)
    }

    /// What was learned about draws of another worth is of no use any more.
    fn apply_contempt(&mut self) {
        let contempt = if self.analyses { 0 } else { self.contempt };
        if self.options.contempt != contempt {
            self.options.contempt = contempt;
            self.game.clear();
        }
    }

    fn set_hash(&mut self, mebibytes: u64) -> Result<(), Error> {
        let refused = Error::Memory { wanted: mebibytes, kept: self.hash };
        self.game.set_hash(clamped(mebibytes)).map_err(|_| refused)?;
        self.hash = mebibytes;
        Ok(())
    }

    /// Gives a new game the settings of the old one.
    fn equip(&mut self) -> Result<(), Error> {
        self.game.set_threads(self.threads);
        self.game.set_options(self.options);
        match std::mem::replace(&mut self.hash, DEFAULT_HASH) {
            DEFAULT_HASH => Ok(()),
            hash => self.set_hash(hash),
        }
    }

    /// Starts a search and returns its number, which its reports carry.
    pub fn go(&mut self, limits: Limits) -> u64 {
        self.searches += 1;
        let (number, events) = (self.searches, self.events.clone());
        let listener = move |report| {
            // Nobody listens any more when the program ends.
            let _ = events.send(Event::Report(number, report));
        };
        self.game.go(limits, Box::new(listener));
        number
    }

    /// Starts to count nodes.
    ///
    /// # Errors
    /// There are no threads to be had.
    pub fn count(&self, depth: u32) -> Result<Job, Error> {
        let counting = self.game.counting(depth, None);
        let pool = counting::pool(self.threads)?;
        Ok(self.start(move |stop, _| {
            let start = Instant::now();
            match pool.install(|| counting(stop)) {
                Some(count) => counting::text(&count, start.elapsed(), true),
                None => "info string go perft stopped".to_owned(),
            }
        }))
    }

    /// Starts the bench of a game, or of all.
    ///
    /// # Errors
    /// There is no such game.
    pub fn bench(&self, variant: Option<&str>) -> Result<Job, Error> {
        let games = variants::games(variant)?;
        Ok(self.start(move |stop, tell| {
            bench::run(games, stop, tell).unwrap_or_else(|| "info string bench stopped".to_owned())
        }))
    }

    /// Starts the speed test of all games.
    pub fn speed_test(&self, test: SpeedTest) -> Job {
        self.start(move |stop, tell| match bench::speed_test(variants::GAMES, test, stop, tell) {
            Ok(text) => text.unwrap_or_else(|| "info string speedtest stopped".to_owned()),
            Err(error) => format!("info string error {error}"),
        })
    }

    /// Starts to tell positions after random openings, of the game at hand if no other is wanted.
    pub fn generate_fens(&self, wanted: GenFens) -> Job {
        let wanted = wanted.of_game(self.game.as_ref());
        self.start(move |stop, tell| match wanted.run(stop, tell) {
            Ok(last) => last.unwrap_or_else(|| "info string genfens stopped".to_owned()),
            Err(error) => format!("info string error {}", one_line(error)),
        })
    }

    /// Starts a job that may tell something on its way, and returns its last words.
    fn start(
        &self,
        job: impl FnOnce(&AtomicBool, &mut dyn FnMut(String)) -> String + Send + 'static,
    ) -> Job {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, events) = (Arc::clone(&stop), self.events.clone());
        thread::spawn(move || {
            // Nobody listens any more when the program ends.
            let last = job(&flag, &mut |text| drop(events.send(Event::Text(text))));
            let _ = events.send(Event::Done(last));
        });
        Job(stop)
    }

    /// Lets go of a search that did not end in time. The engine is left to the end of the process,
    /// because taking it apart would wait for its threads.
    pub fn abandon(self) {
        self.game.stop();
        std::mem::forget(self.game);
    }
}

/// A number of an option, which its range keeps small enough for every machine.
fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
