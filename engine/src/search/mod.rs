//! The search: iterative deepening, principal variation search, quiescence.
//!
//! One search for all games; what differs between games it asks of the position. Every thread
//! runs a [`Search`] of its own over the same root and talks to the others only through the table
//! ("lazy SMP"); thread 0 keeps the time and tells what it finds.

mod node;
mod quiescence;
mod root;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use baroque_movegen::{GameHistory, Move, Outcome, Position, Repetition, RuleSet};

use crate::control::Control;
use crate::eval;
use crate::history::History;
use crate::limits::{Bound, Features, Limits, Options};
use crate::params::Evaluable;
use crate::picker::ScoredMove;
use crate::time::TimeBudget;
use crate::tt::TranspositionTable;
use crate::{MAX_PLY, Score};

pub use root::RootMove;

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 1024;

/// What all threads of one search have in common.
pub struct Shared<'a, G: Evaluable> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control<'a>,
    pub limits: &'a Limits,
    pub options: Options,
    pub game: &'a GameHistory<G>,
    pub counters: &'a [NodeCounter],
}

/// Nodes of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

impl<G: Evaluable> Shared<'_, G> {
    /// Nodes of all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// Kinds of nodes, as types.
trait NodeType {
    /// Whether the node may belong to the principal variation.
    const PV: bool;
}

struct Pv;
struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

/// The scores that matter at a node: above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The smallest window, just above `alpha`.
    fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// What a score found in this window is worth.
    fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// As the other side sees it.
    fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A score depends on nothing above its node.
const NO_ANCESTOR: i32 = i32::MAX;
/// A score depends on what happened before the root.
const BEFORE_ROOT: i32 = -1;

/// The search of one thread.
pub struct Search<'a, G: Evaluable> {
    shared: &'a Shared<'a, G>,
    history: &'a mut History,
    thread: usize,
    budget: TimeBudget,
    root_moves: Vec<RootMove>,
    /// Keys of the positions before the one that is looked at, from the game on.
    keys: Vec<u64>,
    /// How many of them come before the root.
    game_keys: usize,
    pv_table: Vec<ArrayVec<Move, MAX_PLY>>,
    /// A list of moves for each ply, kept so that nodes need not allocate one.
    move_buffers: Vec<Vec<ScoredMove>>,
    nodes: u64,
    next_check: u64,
    seldepth: usize,
    /// Least ply whose position the scores found since then depend on, by repetition.
    path_dependence: i32,
    /// Whether the last move played was a null move.
    passed: bool,
    aborted: bool,
}

impl<'a, G: Evaluable> Search<'a, G> {
    pub fn new(shared: &'a Shared<'a, G>, history: &'a mut History, thread: usize) -> Self {
        let game = shared.game;
        let mut keys = Vec::with_capacity(game.recent_keys().len() + MAX_PLY + 1);
        keys.extend_from_slice(game.recent_keys());
        let eval = eval::evaluate(game.position());
        let mut search = Self {
            shared,
            history,
            thread,
            budget: TimeBudget::new(shared.limits, &shared.options, game.position().side()),
            root_moves: RootMove::all(game.position(), &shared.limits.search_moves, eval),
            game_keys: keys.len(),
            keys,
            pv_table: vec![ArrayVec::new(); MAX_PLY + 2],
            move_buffers: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            next_check: 0,
            seldepth: 0,
            path_dependence: NO_ANCESTOR,
            passed: false,
            aborted: false,
        };
        search.schedule_check();
        search
    }

    /// Whether a part of the engine is in use. To prove a mate no move may be cut short.
    fn uses(&self, feature: Features) -> bool {
        let selective = Features::NULL_MOVE | Features::REDUCTIONS;
        let proof = self.shared.limits.mate.is_some() && selective.contains(feature);
        self.shared.options.features.contains(feature) && !proof
    }

    /// Begins a node: an empty line of play, a node more. A score if there is nothing to search.
    #[inline]
    fn enter_node(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        self.pv_table[ply].clear();
        self.count_node(ply);
        if self.aborted {
            return Some(Score::DRAW);
        }
        let end = self.end_of_game(position, ply);
        end.or_else(|| (ply >= MAX_PLY).then(|| self.evaluate(position)))
    }

    /// Counts a node and looks at the clock from time to time.
    #[inline]
    fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_check {
            self.check_limits();
        }
    }

    #[cold]
    fn check_limits(&mut self) {
        self.publish_nodes();
        let past = self.is_past(self.budget.hard);
        if self.thread == 0 && (past || self.out_of_nodes() || self.is_forced()) {
            self.shared.control.finish();
        }
        self.aborted |= self.shared.control.is_stopped();
        self.schedule_check();
    }

    /// Tells the other threads how many nodes this one has searched.
    fn publish_nodes(&self) {
        self.shared.counters[self.thread].0.store(self.nodes, Ordering::Relaxed);
    }

    /// The next check comes after some nodes, but not after the last one that is allowed.
    fn schedule_check(&mut self) {
        let most = self.shared.limits.nodes.unwrap_or(u64::MAX).max(self.nodes + 1);
        self.next_check = (self.nodes + CHECK_INTERVAL).min(most);
    }

    fn out_of_nodes(&self) -> bool {
        self.shared.limits.nodes.is_some_and(|most| self.shared.nodes() >= most)
    }

    /// Whether the clock runs although there is nothing to choose.
    fn is_forced(&self) -> bool {
        self.root_moves.len() == 1 && self.budget.soft.is_some() && self.clock_runs()
    }

    /// Whether the clock runs: always but while pondering.
    fn clock_runs(&self) -> bool {
        self.shared.control.clock_time().is_some()
    }

    /// Whether more time than this has passed on the clock; never while pondering.
    fn is_past(&self, limit: Option<Duration>) -> bool {
        let spent = |time: Duration| match self.shared.options.node_time {
            0 => time,
            rate => Duration::from_millis(self.shared.nodes() / rate),
        };
        limit.is_some_and(|limit| {
            self.shared.control.clock_time().is_some_and(|time| spent(time) >= limit)
        })
    }

    /// The score of a game that is over here, or taken for over: what the position shows comes
    /// first, then repetition, then the move limit. A side without moves is found by the caller.
    #[inline]
    fn end_of_game(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        if let Some(outcome) = G::immediate_outcome(position) {
            return Some(self.outcome_score(position, outcome, ply));
        }
        if let Some(score) = self.repetition(position, ply) {
            return Some(score);
        }
        if !position.at_move_limit() {
            return None;
        }
        self.path_dependence = BEFORE_ROOT;
        Some(if position.has_moves() {
            self.draw(position)
        } else {
            self.outcome_score(position, G::no_moves_outcome(position), ply)
        })
    }

    /// A draw: the second occurrence, be the first one in the search or in the game before it.
    /// Where the repeater loses, only the true third occurrence counts.
    #[inline]
    fn repetition(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        let clock = usize::from(position.halfmove_clock()).min(self.keys.len());
        if clock < 4 {
            return None;
        }
        let rule = position.rules().end_rules().repetition;
        let key = position.key();
        let oldest = self.keys.len() - clock;
        let mut earlier = 0;
        // The side to move is the same only in every second position.
        for index in (oldest..self.keys.len() - 1).rev().step_by(2) {
            if self.keys[index] != key {
                continue;
            }
            earlier += 1;
            let score = match rule {
                Repetition::Draw => self.draw(position),
                // The side to move did not make the move that repeats.
                Repetition::Loss if earlier == 2 => Score::win_at(ply),
                _ => continue,
            };
            let ply_of = |index: usize| index as i32 - self.game_keys as i32;
            self.path_dependence = self.path_dependence.min(ply_of(index).max(BEFORE_ROOT));
            return Some(score);
        }
        None
    }

    /// What a draw is worth to the side to move.
    #[inline]
    fn draw(&self, position: &Position<G>) -> Score {
        let score = Score::cp(self.shared.options.contempt);
        if position.side() == self.shared.game.position().side() { -score } else { score }
    }

    /// The score of an end of the game after `ply` plies, for the side to move.
    fn outcome_score(&self, position: &Position<G>, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => self.draw(position),
            Some(winner) if winner == position.side() => Score::win_at(ply),
            Some(_) => Score::loss_at(ply),
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position<G>) -> Score {
        if self.uses(Features::POSITIONAL) {
            eval::evaluate(position)
        } else {
            eval::material(position)
        }
    }

    /// Puts a move in front of the line found behind it.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, behind) = self.pv_table.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        let buffer = line.remaining_capacity();
        line.extend(behind[0].iter().copied().take(buffer));
    }
}
