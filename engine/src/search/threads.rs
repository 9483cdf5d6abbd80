//! How the threads of a search share the work, besides the transposition table: a move that one
//! thread is searching waits in the others (Kerrigan 2015, Simplified ABDADA), the thread that first
//! finishes an iteration finishes it for all, and at the end all vote for a move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use baroque_movegen::Move;

use super::node::Node;
use super::{RootMove, Search, Shared};
use crate::control::lock;
use crate::limits::{Limits, Report};
use crate::params::{SPLIT_DEPTH, TunedGame};
use crate::score::Score;

/// Slots for searches of moves that are under way.
const SLOTS: usize = 1 << 12;

/// What the threads of a search tell each other.
pub struct Team {
    /// Keys of the searches that are under way. Two may share a slot: an entry that is lost or left
    /// behind changes the order of moves, not their scores.
    under_way: Box<[AtomicU64]>,
    /// Depth of the last iteration that some thread finished.
    depth: AtomicU32,
    /// Its results.
    results: Mutex<Vec<RootMove>>,
}

impl Team {
    /// A team whose searches have not begun.
    pub fn new() -> Self {
        let under_way = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self { under_way, depth: AtomicU32::new(0), results: Mutex::default() }
    }

    /// Whether some thread has finished an iteration of a depth in plies or more.
    pub fn has_finished(&self, depth: usize) -> bool {
        self.depth.load(Ordering::Relaxed) as usize >= depth
    }

    fn slot(&self, search: u64) -> &AtomicU64 {
        &self.under_way[search as usize % SLOTS]
    }
}

impl<G: TunedGame> Search<'_, G> {
    /// The key of the search of a move, if other threads are to leave it to this one.
    pub(super) fn shared_search(&self, node: &Node<G>, mv: Move) -> Option<u64> {
        let shared = self.shared.counters.len() > 1 && node.depth >= SPLIT_DEPTH.get();
        let search = || u64::from(mv.to_bits()) << 7 | node.depth as u64 & 127;
        // Golden ratio: spreads the slots of the moves of a node.
        shared.then(|| node.position.key() ^ search().wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Whether another thread is searching a move that this one has not begun.
    pub(super) fn is_under_way(&self, node: &Node<G>, mv: Move) -> bool {
        self.shared_search(node, mv)
            .is_some_and(|search| self.shared.team.slot(search).load(Ordering::Relaxed) == search)
    }

    /// Tells the other threads what this one begins to search.
    pub(super) fn begin(&self, search: Option<u64>) {
        if let Some(search) = search {
            self.shared.team.slot(search).store(search, Ordering::Relaxed);
        }
    }

    /// Tells the other threads that a search has ended.
    pub(super) fn end(&self, search: Option<u64>) {
        if let Some(search) = search {
            let slot = self.shared.team.slot(search);
            // Another search may have taken the slot.
            let _ = slot.compare_exchange(search, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Hands the results of an iteration to the other threads, or takes those of the thread that
    /// was faster.
    pub(super) fn share_iteration(&mut self) {
        let team = &self.shared.team;
        let mut results = lock(&team.results);
        if self.overtaken {
            self.root_moves.clone_from(&results);
            drop(results);
            self.overtaken = false;
            self.aborted = self.shared.control.is_stopped();
            self.report_line(0);
        } else if !self.is_aborted() && !team.has_finished(self.root_depth) {
            results.clone_from(&self.root_moves);
            team.depth.store(self.root_depth as u32, Ordering::Relaxed);
        }
    }
}

/// Chooses among the best moves of all threads, the main thread's first, and reports the line if
/// it is another's. Each thread votes for its move (as in Stockfish). A win that the main thread did not
/// find is taken from another one; other wins and losses are not put to the vote, nor is a search to a
/// fixed depth or of several lines.
pub fn elect<'r, G: TunedGame>(
    threads: &[&'r RootMove],
    shared: &Shared<G>,
    report: &mut dyn FnMut(Report),
) -> Option<&'r RootMove> {
    let main = *threads.first()?;
    let Limits { depth, mate, .. } = *shared.limits;
    if depth.is_some() || mate.is_some() || shared.options.multi_pv > 1 {
        return Some(main);
    }
    let wins = threads.iter().filter(|best| best.is_proved() && !main.score().is_win());
    if let Some(&win) = wins.max_by_key(|best| best.score()) {
        report(win.report(0, shared));
        return Some(win);
    }
    if threads.iter().any(|best| best.score().is_decisive()) {
        return Some(main);
    }
    let least = threads.iter().map(|best| best.score()).min()?;
    let votes = |mv: Move| -> i64 {
        threads.iter().filter(|best| best.mv == mv).map(|best| weight(best, least)).sum()
    };
    // Among equals the first thread wins: of those, `max_by_key` takes the last.
    let best = threads.iter().rev().max_by_key(|best| votes(best.mv))?;
    if best.mv != main.mv {
        report(best.report(0, shared));
    }
    Some(best)
}

/// How much a thread's vote counts: more the deeper it searched and the more it likes its move.
fn weight(best: &RootMove, least: Score) -> i64 {
    i64::from(best.score().value() - least.value() + 10) * i64::from(best.depth())
}
