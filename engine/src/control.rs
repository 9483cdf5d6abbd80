//! Stop and ponder-hit signals of one search, and its clock.
//!
//! Every search has its own [`Control`], so a late stop cannot end the next search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baroque_movegen::StopFlag;

/// A monotonic clock: returns the time since an arbitrary fixed moment.
pub type ClockFn = fn() -> Duration;

/// The clock of the operating system. Panics on targets without [`Instant`], such as
/// `wasm32-unknown-unknown`.
pub fn system_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The signals and the clock of one search.
#[derive(Debug)]
pub struct Control {
    clock: ClockFn,
    /// Clock reading at the start of the search.
    started: Duration,
    stopped: AtomicBool,
    /// The caller's flag, which stops the search too.
    stop_flag: Option<StopFlag>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// Whether the best move may be reported; not while pondering or in an infinite search.
    released: bool,
    /// Clock reading when the game clock started; `None` while pondering.
    clock_start: Option<Duration>,
    /// Whether the ponder hit ends the search.
    ends_at_hit: bool,
}

impl Control {
    /// A control for a search that starts now. An infinite search reports its best move after a
    /// stop, a ponder search after a stop or the ponder hit.
    pub fn new(clock: ClockFn, infinite: bool, ponder: bool) -> Self {
        let started = clock();
        let state = State {
            released: !infinite && !ponder,
            clock_start: (!ponder).then_some(started),
            ends_at_hit: false,
        };
        Self {
            clock,
            started,
            stopped: AtomicBool::new(false),
            stop_flag: None,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// A control for a blocking search, which also ends when the flag is set.
    pub fn with_stop_flag(clock: ClockFn, stop_flag: &StopFlag) -> Self {
        Self { stop_flag: Some(Arc::clone(stop_flag)), ..Self::new(clock, false, false) }
    }

    /// The control of a search that began earlier, at a reading of the clock.
    pub fn since(mut self, started: Duration) -> Self {
        self.started = started;
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner).clock_start = Some(started);
        self
    }

    /// Ends the search as soon as possible and releases its best move.
    pub fn stop(&self) {
        let mut state = self.state();
        self.stopped.store(true, Ordering::Relaxed);
        state.released = true;
        self.changed.notify_all();
    }

    /// Starts the game clock, and releases the best move unless the search is infinite.
    pub fn ponder_hit(&self, infinite: bool) {
        let mut state = self.state();
        state.clock_start.get_or_insert_with(self.clock);
        state.released |= !infinite;
        if state.ends_at_hit && !infinite {
            self.finish();
        }
        self.changed.notify_all();
    }

    /// Says that a search that ponders has taken the time of the move: the ponder hit will end it.
    pub fn end_at_hit(&self) {
        self.state().ends_at_hit = true;
    }

    /// Whether the search must end. Takes no lock.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.stop_flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Ends the search but does not release the best move: a limit was reached, perhaps while
    /// pondering.
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

    /// Whether the game clock has passed a time; never while pondering.
    pub fn is_past(&self, time: Duration) -> bool {
        self.clock_time().is_some_and(|passed| passed >= time)
    }

    /// Blocks until the best move may be reported.
    pub fn wait_until_released(&self) {
        let mut state = self.state();
        while !state.released {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Locks a mutex even if a thread panicked while holding it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
