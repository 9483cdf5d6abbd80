//! Searches in parts, for callers that have other things to do in between and no other thread.

use std::time::Duration;

use crate::limits::{Limits, SearchResult};
use crate::search::Progress;

/// A search in parts ([`Engine::search_part`](crate::Engine::search_part)): when it ends, how long a
/// part is, and how far it has come.
#[derive(Clone, Debug)]
pub struct Parts {
    pub(crate) limits: Limits,
    pub(crate) length: Duration,
    /// Where the next part goes on.
    pub(crate) progress: Option<Progress>,
    /// The result so far.
    pub(crate) result: SearchResult,
    /// Key of the position, and reading of the clock at the start of the first part.
    begun: Option<(u64, Duration)>,
}

impl Parts {
    /// A search that has not begun. A part ends after `length` or little later; only the first one
    /// may take longer, until there is a best move. [`Limits::infinite`] and [`Limits::ponder`] are
    /// ignored.
    pub fn new(limits: Limits, length: Duration) -> Self {
        Self { limits, length, progress: None, result: SearchResult::default(), begun: None }
    }

    /// Begins the next part, at a reading of the clock, for the position with a key. Returns the
    /// reading at the start of the search.
    pub(crate) fn begin(&mut self, key: u64, now: Duration) -> Duration {
        match self.begun {
            Some((known, started)) if known == key && self.progress.is_some() => started,
            _ => {
                self.progress = None;
                self.result = SearchResult::default();
                self.begun = Some((key, now));
                now
            }
        }
    }
}
