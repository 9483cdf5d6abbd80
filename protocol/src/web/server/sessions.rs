//! What all sessions together may use.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::message::EngineBounds;
use crate::tools::args::processors;

/// Most sessions at a time.
const MAX_SESSIONS: usize = 64;
/// MiB of the transposition table of a new session.
pub const HASH: usize = 16;
/// Most MiB of a session's table.
const MAX_HASH: usize = 1024;
/// Most MiB that all tables together have beyond [`HASH`] each.
const MAX_MEMORY: usize = 1024;
/// Longest search in milliseconds.
const MAX_TIME: u64 = 600_000;

/// The sessions of a server.
#[derive(Debug, Default)]
pub struct Sessions {
    count: AtomicUsize,
    /// MiB of all tables beyond [`HASH`] each.
    memory: AtomicUsize,
}

/// The right to a session, with the memory of its table, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    sessions: Arc<Sessions>,
    /// MiB beyond [`HASH`].
    memory: usize,
}

impl Sessions {
    /// Lets a session in; `None` if there are too many.
    pub fn enter(self: &Arc<Self>) -> Option<Permit> {
        let is_free = take(&self.count, 1, MAX_SESSIONS);
        is_free.then(|| Permit { sessions: Arc::clone(self), memory: 0 })
    }
}

impl Permit {
    /// What the engine of a session may be set to.
    pub fn bounds() -> EngineBounds {
        EngineBounds { hash: MAX_HASH, threads: processors(), time: MAX_TIME }
    }

    /// Changes the size of the table, if all tables together have room for it.
    pub fn resize(&mut self, mebibytes: usize) -> bool {
        let wanted = mebibytes.saturating_sub(HASH);
        let more = wanted.saturating_sub(self.memory);
        if more > 0 && !take(&self.sessions.memory, more, MAX_MEMORY) {
            return false;
        }
        let less = self.memory.saturating_sub(wanted);
        self.sessions.memory.fetch_sub(less, Ordering::Relaxed);
        self.memory = wanted;
        true
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.sessions.memory.fetch_sub(self.memory, Ordering::Relaxed);
        self.sessions.count.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Adds to a counter unless it would exceed its bound.
fn take(counter: &AtomicUsize, amount: usize, most: usize) -> bool {
    let sum = |now: usize| now.checked_add(amount).filter(|&sum| sum <= most);
    counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_and_memory_are_bounded_and_given_back() {
        let sessions = Arc::new(Sessions::default());
        let mut first = sessions.enter().unwrap();
        assert!(first.resize(MAX_HASH));
        let mut second = sessions.enter().unwrap();
        assert!(!second.resize(MAX_HASH) && second.resize(2 * HASH) && second.resize(1));
        let others: Vec<Permit> = std::iter::from_fn(|| sessions.enter()).collect();
        assert_eq!(others.len(), MAX_SESSIONS - 2);
        drop((first, others));
        assert!(second.resize(MAX_HASH) && sessions.enter().is_some());
        drop(second);
        assert_eq!(sessions.count.load(Ordering::Relaxed), 0);
        assert_eq!(sessions.memory.load(Ordering::Relaxed), 0);
    }
}
