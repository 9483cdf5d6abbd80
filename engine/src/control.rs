//! Stop and ponder-hit signals of one search, and its clock.
//!
//! Every search has a control of its own, so that a stop never hits the wrong search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A monotonic clock: the time since an arbitrary moment that stays the same.
pub type Clock = fn() -> Duration;

/// The clock of the operating system. It panics on targets without [`Instant`], such as
/// `wasm32-unknown-unknown`.
pub fn system_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Control of one search.
#[derive(Debug)]
pub struct Control<'a> {
    clock: Clock,
    /// When the search started.
    started: Duration,
    stopped: AtomicBool,
    /// A flag of the caller that stops the search, too.
    stop_flag: Option<&'a AtomicBool>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// Whether the best move may be reported: not while pondering or in an infinite search.
    released: bool,
    /// When the game clock started to run; `None` while pondering.
    clock_start: Option<Duration>,
}

impl<'a> Control<'a> {
    /// For a search that starts now. The best move of an infinite search is held back until a stop,
    /// that of a pondering one until the ponder hit.
    pub fn new(clock: Clock, infinite: bool, ponder: bool) -> Self {
        let started = clock();
        let state =
            State { released: !infinite && !ponder, clock_start: (!ponder).then_some(started) };
        Self {
            clock,
            started,
            stopped: AtomicBool::new(false),
            stop_flag: None,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// For a search that its caller waits for, and that ends when the flag is set.
    pub fn with_stop_flag(clock: Clock, stop_flag: &'a AtomicBool) -> Self {
        Self { stop_flag: Some(stop_flag), ..Self::new(clock, false, false) }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let mut state = self.state();
        self.stopped.store(true, Ordering::Relaxed);
        state.released = true;
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the clock starts to run.
    pub fn ponder_hit(&self, infinite: bool) {
        let mut state = self.state();
        state.clock_start.get_or_insert_with(self.clock);
        state.released |= !infinite;
        self.changed.notify_all();
    }

    /// Whether the search must end. Cheap.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.stop_flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Ends the search from within: the threads stop, but the best move may still be held back.
    pub fn finish(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.started)
    }

    /// Time on the game clock; `None` while pondering.
    pub fn clock_time(&self) -> Option<Duration> {
        let start = self.state().clock_start?;
        Some((self.clock)().saturating_sub(start))
    }

    /// Sleeps until the best move may be reported.
    pub fn wait_until_released(&self) {
        let mut state = self.state();
        while !state.released {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
