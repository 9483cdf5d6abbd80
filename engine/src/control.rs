//! The strings that pull on a running search: stop and ponder hit.
//!
//! Every search gets a control of its own, so that a stop meant for one can never hit another.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Control of one search.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// Neither pondering nor asked to wait for a stop.
    released: bool,
    /// When the clock started to run; `None` while it stands still.
    clock_start: Option<Instant>,
}

impl Control {
    /// For a search that starts now. An infinite one may not answer before it is stopped, a
    /// pondering one not before the ponder hit.
    pub fn new(infinite: bool, ponder: bool) -> Self {
        let clock_start = (!ponder).then(Instant::now);
        Self {
            stopped: AtomicBool::new(false),
            state: Mutex::new(State { released: !infinite && !ponder, clock_start }),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as may be.
    pub fn stop(&self) {
        let mut state = self.state();
        self.stopped.store(true, Ordering::Relaxed);
        state.released = true;
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the clock starts to run.
    pub fn ponder_hit(&self, infinite: bool) {
        let mut state = self.state();
        state.clock_start.get_or_insert_with(Instant::now);
        state.released |= !infinite;
        self.changed.notify_all();
    }

    /// Whether the search must end. Cheap.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Ends the search from within: the threads stop, but the answer may still have to wait.
    pub fn finish(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// When the clock started to run; `None` while pondering.
    pub fn clock_start(&self) -> Option<Instant> {
        self.state().clock_start
    }

    /// Sleeps until the answer may be given.
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
