//! The threads of a search, and what they keep from one search to the next.

use std::any::TypeId;
use std::sync::Mutex;
use std::thread::Builder;

use baroque_movegen::{Color, GameHistory, Move, Position};
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
pub const STACK: usize = 16 << 20;

/// Helper threads, table and histories. Threads and table are allocated by the first search.
pub struct Pool {
    threads: usize,
    hash: usize,
    /// All search threads but the caller's; `None` if there is only that one.
    helpers: Option<ThreadPool>,
    table: Option<TranspositionTable>,
    /// The game and the rules that table and histories belong to.
    rules: Option<(TypeId, String)>,
    histories: Vec<Mutex<History>>,
    /// What is left on the clock if it counts nodes ([`Options::node_time`]).
    node_clock: Option<i64>,
}

impl Pool {
    pub fn new() -> Self {
        Self {
            threads: 1,
            hash: DEFAULT_HASH,
            helpers: None,
            table: None,
            rules: None,
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
            self.helpers = None;
        }
    }

    /// See [`crate::Engine::clear`].
    pub fn clear(&mut self) {
        self.discard_table();
        self.rules = None;
        self.histories.clear();
        self.node_clock = None;
    }

    /// Drops the table; the next search allocates an empty one. Freeing gigabytes takes a while, so
    /// it happens on another thread.
    fn discard_table(&mut self) {
        let old = self.table.take();
        if old.is_some() {
            // Where no thread can be started, the closure is dropped here, and the table with it.
            let _ = Builder::new().spawn(move || drop(old));
        }
    }

    /// Searches with all threads, the caller's among them, until a limit or the control ends it.
    /// Returns the best move and the expected answer.
    pub fn search<G: Evaluable>(
        &mut self,
        game: &GameHistory<G>,
        limits: &Limits,
        options: Options,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> (Option<Move>, Option<Move>) {
        let Ok(()) = self.prepare(game.position()) else {
            // No memory to search with: better any legal move than none.
            let moves = RootMove::all(game.position(), &limits.search_moves, Score::DRAW);
            return (moves.first().map(|root_move| root_move.mv), None);
        };
        let limits = &self.with_node_clock(limits, options.node_time, game.position().side());
        let Some(table) = &self.table else {
            return (None, None);
        };
        let counters: Vec<NodeCounter> =
            (0..self.threads).map(|_| NodeCounter::default()).collect();
        let shared = Shared { table, control, limits, options, game, counters: &counters };
        let run = |thread: usize, report: &mut dyn FnMut(Report)| {
            let mut history = lock(&self.histories[thread]);
            Search::new(&shared, &mut history, thread).run(report)
        };
        let main = match &self.helpers {
            None => run(0, report),
            Some(helpers) => helpers.in_place_scope(|scope| {
                for thread in 1..self.threads {
                    let run = &run;
                    scope.spawn(move |_| drop(run(thread, &mut |_| ())));
                }
                run(0, report)
            }),
        };
        if let Some(left) = &mut self.node_clock {
            *left = left.saturating_sub_unsigned(shared.nodes());
        }
        let Some(best) = main.first() else {
            return (None, None);
        };
        (Some(best.mv), best.pv.get(1).copied().or_else(|| expected(game, best.mv, table)))
    }

    /// The limits, with the time of a clock on which `rate` nodes count as a millisecond.
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

    /// Allocates what is missing, and clears what belongs to other rules.
    fn prepare<G: Evaluable>(&mut self, position: &Position<G>) -> Result<(), OutOfMemory> {
        let rules = Some((TypeId::of::<G>(), position.rules().to_string()));
        if self.rules.is_some() && self.rules != rules {
            self.clear();
        }
        self.rules = rules;
        while self.helpers.is_none() && self.threads > 1 {
            let builder = ThreadPoolBuilder::new().num_threads(self.threads - 1).stack_size(STACK);
            match builder.build() {
                Ok(helpers) => self.helpers = Some(helpers),
                // The system refuses so many threads: make do with fewer.
                Err(_) => self.threads /= 2,
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

/// The answer to a move that the table knows, where the pv is too short to have one.
fn expected<G: Evaluable>(
    game: &GameHistory<G>,
    mv: Move,
    table: &TranspositionTable,
) -> Option<Move> {
    let next = game.position().try_play(mv).ok()?;
    table.probe(next.key())?.mv.filter(|&answer| next.is_legal(answer))
}
