//! Search and evaluation of Baroque chess (Ultima), Maxima, Rococo and Renaissance: of any
//! [`Game`](baroque_movegen::Game) whose pieces have values ([`Evaluable`]).
//!
//! An [`Engine`] searches one position at a time on threads of its own and tells what it finds
//! through a callback. It prints nothing and reads nothing.
//!
//! ```
//! use std::sync::mpsc;
//! use baroque_engine::{Engine, Limits, Report};
//! use baroque_movegen::{Position, GameHistory, Ultima};
//! let game = GameHistory::new(Position::<Ultima>::start("baroque").unwrap());
//! let (sender, reports) = mpsc::channel();
//! let mut engine = Engine::new();
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! engine.go(&game, limits, move |report| sender.send(report).unwrap());
//! assert!(matches!(reports.iter().last(), Some(Report::Best { best: Some(_), .. })));
//! ```
#![deny(missing_docs)]

mod bench;
mod control;
mod eval;
mod history;
mod limits;
pub mod params;
mod picker;
mod pool;
mod score;
mod search;
mod time;
mod tt;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use baroque_movegen::{AnyPosition, GameHistory, with_history};

pub use bench::{BenchResult, SpeedTest, bench, bench_with, speed_test};
pub use control::{Clock, system_clock};
pub use eval::{Term, evaluate, trace};
pub use limits::{Bound, Features, Info, Limits, Options, Report, SearchResult};
pub use params::Evaluable;
pub use score::{MAX_PLY, Score, ScoreText};

use control::Control;
use pool::{Pool, STACK};

/// Size of the table in MiB unless somebody wants another.
pub const DEFAULT_HASH: usize = 16;

/// A table of the wanted size cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// A transposition table, search threads, and what they learned in this game. One engine searches
/// positions of all games; what belongs to another game or other rules is cleared.
pub struct Engine {
    options: Options,
    clock: Clock,
    pool: Arc<Mutex<Pool>>,
    running: Option<Running>,
}

/// A search that was started by [`Engine::go`].
struct Running {
    control: Arc<Control<'static>>,
    infinite: bool,
    thread: JoinHandle<()>,
}

impl Engine {
    /// An engine with one thread and a table of [`DEFAULT_HASH`] MiB, which the first search
    /// allocates.
    pub fn new() -> Self {
        Self::with_clock(system_clock)
    }

    /// The same with a clock of the caller, for targets without [`std::time::Instant`].
    pub fn with_clock(clock: Clock) -> Self {
        let (options, pool) = (Options::default(), Arc::new(Mutex::new(Pool::new())));
        Self { options, clock, pool, running: None }
    }

    /// Sets the size of the table in MiB, from 1, and empties it. Waits for a running search.
    ///
    /// # Errors
    /// The memory cannot be allocated; the old table is kept.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        self.idle_pool().set_hash(mebibytes)
    }

    /// Sets the number of search threads, from 1. Waits for a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.idle_pool().set_threads(threads);
    }

    /// Sets how to search, from the next search on.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Forgets the game: empties the table and the histories. Waits for a running search.
    pub fn clear(&mut self) {
        self.idle_pool().clear();
    }

    /// Searches the current position of a game and returns when a limit ends the search or `stop` is
    /// set. The caller's thread is one of the search threads, with one thread the only one.
    /// [`Limits::infinite`] and [`Limits::ponder`] make no difference here. The callback gets all
    /// reports but [`Report::Best`]. A search that is still running is stopped first.
    ///
    /// With one thread, limits of nodes or depth and an engine that was just cleared the result is
    /// the same on every machine.
    pub fn search<G: Evaluable>(
        &mut self,
        game: &GameHistory<G>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Report),
    ) -> SearchResult {
        self.stop();
        let (options, control) = (self.options, Control::with_stop_flag(self.clock, stop));
        let mut score = None;
        let mut report = |message: Report| {
            if let Report::Info(info) = &message
                && info.multi_pv == 1
                // A bound counts only as long as no exact score is known.
                && (info.bound == Bound::Exact || score.is_none())
            {
                score = Some(info.score);
            }
            report(message);
        };
        let (best, ponder) = self.idle_pool().search(game, limits, options, &control, &mut report);
        SearchResult { best, ponder, score }
    }

    /// [`Self::search`] of a position of any game.
    pub fn search_any(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Report),
    ) -> SearchResult {
        with_history!(position.history(), game => self.search(game, limits, stop, report))
    }

    /// Starts to search the current position of a game on another thread and returns at once. The
    /// callback gets every report, [`Report::Best`] exactly once and last. A search that is still
    /// running is stopped first.
    pub fn go<G: Evaluable>(
        &mut self,
        game: &GameHistory<G>,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.stop();
        self.wait();
        let infinite = limits.infinite;
        let control = Arc::new(Control::new(self.clock, infinite, limits.ponder));
        let report = Arc::new(Mutex::new(report));
        let search = {
            let (pool, control) = (Arc::clone(&self.pool), Arc::clone(&control));
            let (game, options, report) = (game.clone(), self.options, Arc::clone(&report));
            move || {
                let report = &mut *lock(&report);
                let (best, ponder) = lock(&pool).search(&game, &limits, options, &control, report);
                control.wait_until_released();
                report(Report::Best { best, ponder });
            }
        };
        match Builder::new().name("search".to_owned()).stack_size(STACK).spawn(search) {
            Ok(thread) => self.running = Some(Running { control, infinite, thread }),
            // No thread can be started: better any legal move than no answer.
            Err(_) => {
                let best = game.position().legal_moves().first().copied();
                lock(&report)(Report::Best { best, ponder: None });
            }
        }
    }

    /// [`Self::go`] with a position of any game.
    pub fn go_any(
        &mut self,
        position: &AnyPosition,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        with_history!(position.history(), game => self.go(game, limits, report));
    }

    /// Stops the running search, if any: it reports its best move at once.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The opponent played the move that the running search ponders on.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit(running.infinite);
        }
    }

    /// Waits until the running search, if any, has reported its best move.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has already printed so on stderr.
            let _ = running.thread.join();
        }
    }

    fn idle_pool(&mut self) -> MutexGuard<'_, Pool> {
        self.wait();
        lock(&self.pool)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
