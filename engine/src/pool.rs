//! The threads of a search, and the tables kept from one search to the next.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use baroque_movegen::interrupt::interruptible;
use baroque_movegen::{Color, GameHistory, Move, Position};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::control::{Control, lock};
use crate::history::History;
use crate::limits::{Limits, Report, SearchOptions, SearchResult};
use crate::network::Evaluation;
use crate::params::TunedGame;
use crate::score::Score;
use crate::search::{NodeCounter, Progress, RootMove, Search, Shared, Team, elect};
use crate::strength::{Levels, Skill};
use crate::time::TimeBudget;
use crate::tt::{OutOfMemory, TranspositionTable};

/// Default size of the transposition table in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Longest time that a search without a limit of nodes or depth spends on the values of pieces.
const LONGEST_PREPARATION: Duration = Duration::from_secs(1);

/// Stack of a search thread in bytes: several times what a line of [`crate::MAX_PLY`] plies needs.
pub const STACK_SIZE: usize = 16 << 20;

/// Helper threads, transposition table and histories, allocated by the first search.
pub struct Pool {
    threads: usize,
    hash: usize,
    /// All search threads except the caller's; `None` if there are no others.
    helpers: Option<ThreadPool>,
    table: Option<TranspositionTable>,
    /// What the scores in table and histories depend on: game, rules, contempt and skill of the
    /// last search.
    basis: Option<Box<dyn Any + Send + Sync>>,
    /// Whether all entries of the table are of searches for mate, which prune nothing.
    proofs: bool,
    histories: Vec<Mutex<History>>,
    /// Nodes left on the node clock ([`SearchOptions::node_time`]).
    node_clock: Option<i64>,
}

/// What a search is to do.
pub struct Task<'a, G: TunedGame> {
    pub game: &'a GameHistory<G>,
    pub limits: &'a Limits,
    pub options: SearchOptions,
    /// What evaluates positions.
    pub evaluation: &'a Evaluation,
    /// Time since the start of the search at which it is interrupted.
    pub pause_at: Option<Duration>,
}

impl Pool {
    pub fn new() -> Self {
        Self {
            threads: 1,
            hash: DEFAULT_HASH,
            helpers: None,
            table: None,
            basis: None,
            proofs: false,
            histories: Vec::new(),
            node_clock: None,
        }
    }

    /// Replaces the table by an empty one of a size in MiB, at least 1. If there is no memory for it
    /// the old one stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        let table = TranspositionTable::new(mebibytes)?;
        self.discard_table();
        self.table = Some(table);
        self.hash = mebibytes;
        Ok(())
    }

    /// Sets the number of threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        if self.threads != threads.max(1) {
            self.threads = threads.max(1);
            self.helpers = None;
        }
    }

    /// Forgets all that searches have learned.
    pub fn clear(&mut self) {
        self.discard_table();
        self.basis = None;
        self.histories.clear();
        self.node_clock = None;
    }

    /// Drops the table; the next search allocates an empty one. Freeing gigabytes is slow, so
    /// another thread does it.
    fn discard_table(&mut self) {
        let old = self.table.take();
        if old.is_some() {
            // If no thread can be started, the table is dropped here with the closure.
            let _ = Builder::new().spawn(move || drop(old));
        }
    }

    /// Searches with all threads, the caller's included, until a limit or the control ends the
    /// search. Returns the result without its lines. Goes on from `progress`, where it also
    /// leaves how far the search has come if it was interrupted.
    pub fn search<G: TunedGame>(
        &mut self,
        task: &Task<G>,
        control: &Arc<Control>,
        progress: &mut Option<Progress>,
        report: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let &Task { game, limits, options, evaluation, pause_at } = task;
        let from = progress.take();
        // What other searches pruned could be a mate.
        if limits.mate.is_some() && !self.proofs {
            self.discard_table();
        }
        self.proofs = limits.mate.is_some();
        let levels = options.levels.unwrap_or_else(Levels::of::<G>);
        let skill = options.strength.skill(&levels, options.seed);
        let prepared = self.prepare(game.position(), options.contempt, skill, from.is_some());
        let Ok(()) = prepared else {
            // No memory for a table: any legal move is better than none.
            let moves = RootMove::all(game.position(), &limits.search_moves, Score::DRAW);
            let best = moves.first().map(|root_move| root_move.mv);
            return SearchResult { best, ..SearchResult::default() };
        };
        let limits = &mut self.with_node_clock(limits, options.node_time, game.position().side());
        limits.nodes = limits.nodes.into_iter().chain(skill.map(|skill| skill.nodes)).min();
        let Some(table) = &self.table else {
            return SearchResult::default();
        };
        let budget = TimeBudget::new(limits, &options, game.position().side());
        let hard = budget.hard.filter(|_| options.node_time == 0);
        // A search with a clock must not spend it on the values, nor one without an end make its user
        // wait. One that is to be repeated must know them all.
        let repeats = limits.nodes.is_some() || limits.depth.is_some() || options.node_time != 0;
        let share = match hard {
            Some(hard) => Some(LONGEST_PREPARATION.min(hard / 4)),
            None if repeats => None,
            None => Some(LONGEST_PREPARATION),
        };
        interruptible(deadline(control, share), || G::prepare(game.position().rules()));
        let counters: Vec<NodeCounter> =
            (0..self.threads).map(|_| NodeCounter::default()).collect();
        let shared = Shared {
            table,
            control,
            limits,
            budget,
            pause_at,
            options,
            skill,
            game,
            network: evaluation.network(game.position()),
            counters: &counters,
            team: Team::new(),
        };
        let run = |thread: usize, from: Option<Progress>, report: &mut dyn FnMut(Report)| {
            let mut history = lock(&self.histories[thread]);
            let run = || Search::new(&shared, &mut history, thread, report).run(from);
            match G::IS_CUSTOM {
                false => run(),
                true => interruptible(deadline(control, hard), run),
            }
        };
        let mut results: Vec<Vec<RootMove>> = vec![Vec::new(); self.threads];
        let (main, others) = results.split_at_mut(1);
        match &self.helpers {
            None => (main[0], *progress) = run(0, from, report),
            Some(helpers) => helpers.in_place_scope(|scope| {
                for (helper, result) in others.iter_mut().enumerate() {
                    let run = &run;
                    scope.spawn(move |_| *result = run(helper + 1, None, &mut |_| ()).0);
                }
                (main[0], *progress) = run(0, from, report);
            }),
        }
        let mut result = SearchResult { nodes: shared.nodes(), ..SearchResult::default() };
        if progress.is_some() {
            return result;
        }
        if let Some(left) = &mut self.node_clock {
            *left = left.saturating_sub_unsigned(result.nodes);
        }
        let best: Vec<&RootMove> = results.iter().filter_map(|moves| moves.first()).collect();
        if let Some(best) = elect(&best, &shared, report) {
            result.best = Some(best.mv);
            result.ponder = ponder_move(game, best, table);
        }
        result
    }

    /// Replaces the side's time by that of the node clock, on which `rate` nodes are a millisecond.
    fn with_node_clock(&mut self, limits: &Limits, rate: u64, side: Color) -> Limits {
        let mut limits = limits.clone();
        let nodes = |time: i64| time.saturating_mul(rate as i64);
        if rate == 0 {
            self.node_clock = None;
        } else if let Some(time) = &mut limits.time[side] {
            let left = match self.node_clock {
                None => nodes(*time),
                Some(left) => left.saturating_add(nodes(limits.increment[side])),
            };
            *time = left / rate as i64;
            self.node_clock = Some(left);
        }
        limits
    }

    /// Starts threads, allocates the tables, and ages them unless the search `goes_on`; clears them
    /// first if their scores mean something else.
    fn prepare<G: TunedGame>(
        &mut self,
        position: &Position<G>,
        contempt: i32,
        skill: Option<Skill>,
        goes_on: bool,
    ) -> Result<(), OutOfMemory> {
        // The text of rules does not name the game: all described games are of one type.
        let basis = (PhantomData::<G>, position.rules().clone(), contempt, skill);
        if self.basis.as_ref().is_some_and(|last| last.downcast_ref() != Some(&basis)) {
            self.clear();
        }
        self.basis = Some(Box::new(basis));
        while self.helpers.is_none() && self.threads > 1 {
            let builder =
                ThreadPoolBuilder::new().num_threads(self.threads - 1).stack_size(STACK_SIZE);
            match builder.build() {
                Ok(helpers) => self.helpers = Some(helpers),
                // Too many threads for the system: halve their number until it works.
                Err(_) => self.threads /= 2,
            }
        }
        let table = match self.table.take() {
            Some(table) => table,
            None => TranspositionTable::new(self.hash).or_else(|_| TranspositionTable::new(1))?,
        };
        let table = self.table.insert(table);
        if !goes_on {
            table.next_generation();
            self.histories.iter().for_each(|history| lock(history).age());
        }
        self.histories.resize_with(self.threads, || Mutex::new(History::new(position)));
        Ok(())
    }
}

/// Asks whether a search must be given up: it was stopped, or its clock has passed a time.
fn deadline(control: &Arc<Control>, hard: Option<Duration>) -> impl Fn() -> bool + use<> {
    let control = Arc::clone(control);
    move || control.is_stopped() || hard.is_some_and(|hard| control.is_past(hard))
}

/// The expected reply to a move: that of its pv, or the table's to a pv of one move. None if the same
/// side has the move again.
fn ponder_move<G: TunedGame>(
    game: &GameHistory<G>,
    best: &RootMove,
    table: &TranspositionTable,
) -> Option<Move> {
    let next = game.position().try_play(best.mv).ok()?;
    if next.side() == game.position().side() {
        return None;
    }
    let in_table = || table.probe(next.key())?.mv.filter(|&reply| next.is_legal(reply));
    best.pv.get(1).copied().or_else(in_table)
}
