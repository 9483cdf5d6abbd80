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

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use baroque_movegen::GameHistory;

pub use bench::{BenchResult, SpeedTest, bench, bench_with, speed_test};
pub use eval::{Term, evaluate, trace};
pub use limits::{Bound, Features, Info, Limits, Options, Report};
pub use params::Evaluable;
pub use score::{MAX_PLY, Score, ScoreText};

use control::Control;
use pool::Pool;

/// Size of the table in MiB unless somebody wants another.
pub const DEFAULT_HASH: usize = 16;

/// A table of the wanted size cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// The engine: a table, search threads, and what they learned in this game.
pub struct Engine<G: Evaluable> {
    options: Options,
    pool: Arc<Mutex<Pool>>,
    running: Option<Running>,
    game: std::marker::PhantomData<G>,
}

/// A search that has begun.
struct Running {
    control: Arc<Control>,
    infinite: bool,
    thread: JoinHandle<()>,
}

impl<G: Evaluable> Engine<G> {
    /// An engine with one thread and a table of [`DEFAULT_HASH`] MiB, which it takes at the first
    /// search.
    pub fn new() -> Self {
        Self {
            options: Options::default(),
            pool: Arc::new(Mutex::new(Pool::new())),
            running: None,
            game: std::marker::PhantomData,
        }
    }

    /// Gives the table a new size in MiB, from 1, and empties it. Waits for a running search.
    ///
    /// # Errors
    /// There is not so much memory; the old table is kept.
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

    /// Starts to search the game's current position and returns at once. The callback gets every
    /// report, [`Report::Best`] exactly once and last. A search that is still running is stopped
    /// first.
    pub fn go(
        &mut self,
        game: &GameHistory<G>,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.stop();
        self.wait();
        let infinite = limits.infinite;
        let control = Arc::new(Control::new(infinite, limits.ponder));
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
        match Builder::new().name("search".to_owned()).spawn(search) {
            Ok(thread) => self.running = Some(Running { control, infinite, thread }),
            // No thread to be had: better any legal move than no answer.
            Err(_) => {
                let best = game.position().legal_moves().first().copied();
                lock(&report)(Report::Best { best, ponder: None });
            }
        }
    }

    /// Stops the running search, if any: it answers at once.
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

    /// Waits until the running search, if any, has answered.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has already told so on stderr.
            let _ = running.thread.join();
        }
    }

    fn idle_pool(&mut self) -> MutexGuard<'_, Pool> {
        self.wait();
        lock(&self.pool)
    }
}

impl<G: Evaluable> Default for Engine<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Evaluable> Drop for Engine<G> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
