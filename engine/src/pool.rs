//! The threads of a search, and what they keep from one search to the next.

use std::sync::Mutex;
use std::thread::Builder;
use std::time::Instant;

use baroque_movegen::{Color, GameHistory, Move};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::control::Control;
use crate::history::History;
use crate::limits::{Limits, Options, Report};
use crate::params::Evaluable;
use crate::score::Score;
use crate::search::{NodeCounter, RootMove, Search, Shared};
use crate::tt::TranspositionTable;
use crate::{DEFAULT_HASH, OutOfMemory, lock};

/// Bytes of stack for each search thread: several times what nodes down to the last ply need.
const STACK: usize = 16 << 20;

/// Threads, table and histories. Threads and table are taken at the first search.
pub struct Pool {
    threads: usize,
    hash: usize,
    workers: Option<ThreadPool>,
    table: Option<TranspositionTable>,
    histories: Vec<Mutex<History>>,
    /// What is left on the clock if it counts positions ([`Options::node_time`]).
    node_clock: Option<i64>,
}

impl Pool {
    pub fn new() -> Self {
        Self {
            threads: 1,
            hash: DEFAULT_HASH,
            workers: None,
            table: None,
            histories: Vec::new(),
            node_clock: None,
        }
    }

    /// See [`crate::Engine::set_hash`].
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        let table = TranspositionTable::new(mebibytes)?;
        self.discard_table();
        self.table = Some(table);
        self.hash = mebibytes;
        Ok(())
    }

    /// See [`crate::Engine::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        if self.threads != threads.max(1) {
            self.threads = threads.max(1);
            self.workers = None;
        }
    }

    /// See [`crate::Engine::clear`].
    pub fn clear(&mut self) {
        self.discard_table();
        self.histories.clear();
        self.node_clock = None;
    }

    /// Lets go of the table; the next search takes a new one, which comes empty. Giving gigabytes
    /// back takes a while, so a thread of its own does it.
    fn discard_table(&mut self) {
        let old = self.table.take();
        if old.is_some() {
            // Where no thread can be had, the refused closure gives the table back here and now.
            let _ = Builder::new().spawn(move || drop(old));
        }
    }

    /// Searches with all threads until a limit or the control ends it. Returns the best move and
    /// the answer expected.
    pub fn search<G: Evaluable>(
        &mut self,
        game: &GameHistory<G>,
        limits: &Limits,
        options: Options,
        control: &Control,
        report: &mut (dyn FnMut(Report) + Send),
    ) -> (Option<Move>, Option<Move>) {
        let Ok(()) = self.prepare() else {
            // Nothing to search with: better any legal move than none.
            let moves = RootMove::all(game.position(), &limits.search_moves, Score::DRAW);
            return (moves.first().map(|root_move| root_move.mv), None);
        };
        let limits = &self.with_node_clock(limits, options.node_time, game.position().side());
        let (Some(table), Some(workers)) = (&self.table, &self.workers) else {
            return (None, None);
        };
        let counters: Vec<NodeCounter> =
            (0..workers.current_num_threads()).map(|_| NodeCounter::default()).collect();
        let shared = Shared {
            table,
            control,
            limits,
            options,
            game,
            counters: &counters,
            started: Instant::now(),
        };
        let report = Mutex::new(report);
        let mut results = workers.broadcast(|context| {
            let thread = context.index();
            let mut history = lock(&self.histories[thread]);
            let search = Search::new(&shared, &mut history, thread);
            // Only thread 0 reports, so nobody waits for this lock.
            match thread {
                0 => search.run(&mut **lock(&report)),
                _ => search.run(&mut |_| ()),
            }
        });
        if let Some(left) = &mut self.node_clock {
            *left = left.saturating_sub_unsigned(shared.nodes());
        }
        let main = results.swap_remove(0);
        let Some(best) = main.first() else {
            return (None, None);
        };
        (Some(best.mv), best.pv.get(1).copied().or_else(|| expected(game, best.mv, table)))
    }

    /// The limits, with the time of a clock that counts so many positions for a millisecond.
    fn with_node_clock(&mut self, limits: &Limits, rate: u64, side: Color) -> Limits {
        let mut limits = limits.clone();
        let positions = |time: i64| time.saturating_mul(rate as i64);
        if rate == 0 {
            self.node_clock = None;
        } else if let Some(time) = &mut limits.time[side] {
            let left = match self.node_clock {
                None => positions(*time),
                Some(left) => left.saturating_add(positions(limits.increment[side])),
            };
            *time = left / rate as i64;
            self.node_clock = Some(left);
        }
        limits
    }

    /// Makes sure that there are threads, a table and histories.
    fn prepare(&mut self) -> Result<(), OutOfMemory> {
        while self.workers.is_none() {
            let builder = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK);
            match builder.build() {
                Ok(workers) => self.workers = Some(workers),
                // The system gives no more threads: make do with fewer.
                Err(_) if self.threads > 1 => self.threads /= 2,
                Err(_) => return Err(OutOfMemory),
            }
        }
        let table = match self.table.take() {
            Some(table) => table,
            None => TranspositionTable::new(self.hash).or_else(|_| TranspositionTable::new(1))?,
        };
        self.table.insert(table).next_age();
        self.histories.iter().for_each(|history| lock(history).age());
        self.histories.resize_with(self.threads, || Mutex::new(History::new()));
        Ok(())
    }
}

/// The answer that the table knows to a move, where the line of play has none.
fn expected<G: Evaluable>(
    game: &GameHistory<G>,
    mv: Move,
    table: &TranspositionTable,
) -> Option<Move> {
    let next = game.position().try_play(mv).ok()?;
    table.probe(next.key())?.mv.filter(|&answer| next.is_legal(answer))
}
