//! The search of one thread: iterative deepening, principal variation search, quiescence.
//!
//! One search serves all games; the differences are in [`baroque_movegen::Game`]. All threads
//! search the same root; thread 0 manages the time and reports.

mod node;
mod prune;
mod quiescence;
mod reduce;
mod root;
mod stats;
mod threads;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use baroque_movegen::interrupt::is_interrupted;
use baroque_movegen::{GameHistory, Move, Outcome, Position, Repetition, RuleSwitches};

use crate::control::Control;
use crate::evaluator::Evaluator;
use crate::history::{History, PieceTo, Previous};
use crate::limits::{Bound, Features, Limits, Report, SearchOptions};
use crate::network::Network;
use crate::params::TunedGame;
use crate::picker::MoveBuffer;
use crate::score::{MAX_PLY, Score};
use crate::strength::Skill;
use crate::time::TimeBudget;
use crate::tt::TranspositionTable;

pub use root::{Progress, RootMove};
pub use threads::{Team, elect};

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 1024;
/// The same in games from files, whose nodes may take a hundred times as long.
const CUSTOM_CHECK_INTERVAL: u64 = 16;

/// Input of a search and state shared by its threads.
pub struct Shared<'a, G: TunedGame> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub budget: TimeBudget,
    /// Time since the start of the search at which it is interrupted.
    pub pause_at: Option<Duration>,
    pub options: SearchOptions,
    /// The strength to play with, if it is not the full one.
    pub skill: Option<Skill>,
    pub game: &'a GameHistory<G>,
    /// The network that evaluates; without one the evaluation is hand-made.
    pub network: Option<&'a Network>,
    pub counters: &'a [NodeCounter],
    /// What the threads tell each other.
    pub team: Team,
}

/// Node counter of one thread; the alignment keeps counters on separate cache lines.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

impl<G: TunedGame> Shared<'_, G> {
    /// Nodes of all threads, as last published by [`Search::publish_nodes`].
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// The type of a node, a type parameter of the search.
trait NodeType {
    /// Whether the node is searched with an open window.
    const PV: bool;
    /// Whether the node is the root, whose moves keep their results ([`RootMove`]).
    const ROOT: bool = false;
    /// The type of the first node below it.
    type First: NodeType;
}

struct Root;
struct Pv;
struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type First = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    type First = Pv;
}

impl NodeType for NonPv {
    const PV: bool = false;
    type First = NonPv;
}

/// The search window: scores above `alpha` and below `beta` are exact.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The null window above `alpha`.
    fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// The bound of a score returned by a search with this window.
    fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The window from the other side's point of view.
    fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// Path dependence of a score that depends on no ancestor of its node.
const NO_ANCESTOR: i32 = i32::MAX;
/// Path dependence of a score that depends on positions before the root.
const BEFORE_ROOT: i32 = -1;

/// What the search remembers of a ply of the current line.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The static evaluation; `None` in check.
    eval: Option<Score>,
    /// The move played; `None` for a null move.
    played: Option<PieceTo>,
    /// Whether the position occurred before and its repetition would lose.
    repeated: bool,
}

/// The search of one thread.
pub struct Search<'a, G: TunedGame> {
    shared: &'a Shared<'a, G>,
    /// The root, whose rules no other thread counts.
    root: Position<G>,
    history: &'a mut History,
    evaluator: Evaluator<'a, G>,
    thread: usize,
    report: &'a mut dyn FnMut(Report),
    root_moves: Vec<RootMove>,
    /// Number of the first root move of the line that is searched, from 0.
    line: usize,
    /// Keys of the game's positions that may recur and of those on the path, the current one excepted.
    keys: Vec<u64>,
    /// Number of `keys` before the root.
    game_keys: usize,
    /// Number of `keys` before the last null move on the path.
    first_key: usize,
    stack: Vec<Frame>,
    pv_table: Vec<ArrayVec<Move, MAX_PLY>>,
    /// A move list for each ply, reused to avoid allocations.
    move_buffers: Vec<MoveBuffer<G>>,
    nodes: u64,
    next_check: u64,
    /// Number of nodes from which quiescence searches no captures.
    quiescence_end: u64,
    seldepth: usize,
    /// Least ply that the scores returned so far depend on, by repetition or move limit.
    path_dependence: i32,
    /// Depth of the iteration in plies.
    root_depth: usize,
    /// Iterations for which the best move has been the same.
    stable: i32,
    /// Null moves are tried from this ply on.
    null_from_ply: usize,
    aborted: bool,
    /// Whether it was interrupted before it reached a limit.
    paused: bool,
    /// Whether another thread finished the iteration first.
    overtaken: bool,
}

impl<'a, G: TunedGame> Search<'a, G> {
    /// A search that has not begun. Only the first thread, number 0, reports.
    pub fn new(
        shared: &'a Shared<'a, G>,
        history: &'a mut History,
        thread: usize,
        report: &'a mut dyn FnMut(Report),
    ) -> Self {
        let game = shared.game;
        let earlier = game.playout().recurring_keys();
        let mut keys = Vec::with_capacity(earlier.len() + MAX_PLY + 1);
        keys.extend_from_slice(earlier);
        let mut evaluator = match shared.options.features.contains(Features::POSITIONAL) {
            true => Evaluator::new(shared.network),
            false => Evaluator::Material,
        };
        if let Some(skill) = shared.skill {
            evaluator = Evaluator::Weak(Box::new(evaluator), skill);
        }
        let eval = evaluator.evaluate(game.position(), 0);
        let mut search = Self {
            shared,
            root: game.position().for_thread(),
            history,
            evaluator,
            thread,
            report,
            line: 0,
            root_moves: RootMove::all(game.position(), &shared.limits.search_moves, eval),
            game_keys: keys.len(),
            keys,
            first_key: 0,
            stack: vec![Frame::default(); MAX_PLY + 2],
            pv_table: vec![ArrayVec::new(); MAX_PLY + 2],
            move_buffers: std::iter::repeat_with(MoveBuffer::default).take(MAX_PLY + 2).collect(),
            nodes: 0,
            next_check: 0,
            quiescence_end: u64::MAX,
            seldepth: 0,
            path_dependence: NO_ANCESTOR,
            root_depth: 0,
            stable: 0,
            null_from_ply: 0,
            aborted: false,
            paused: false,
            overtaken: false,
        };
        search.schedule_check();
        search
    }

    /// Whether a feature is on. A search for mate uses no forward pruning: its proof must be
    /// complete.
    fn uses(&self, feature: Features) -> bool {
        let selective = Features::NULL_MOVE | Features::REDUCTIONS | Features::PRUNING;
        self.shared.options.features.contains(feature)
            && !(self.proves() && selective.contains(feature))
    }

    /// Whether the search has to prove or to exclude a mate.
    fn proves(&self) -> bool {
        self.shared.limits.mate.is_some()
    }

    /// Counts a node and clears its pv. Returns its score if the game is over, the search was
    /// aborted, or the node is at [`MAX_PLY`].
    #[inline]
    fn enter_node(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        self.pv_table[ply].clear();
        if !self.aborted {
            self.count_node(ply);
        }
        if self.is_aborted() {
            return Some(Score::DRAW);
        }
        let end = self.end_of_game(position, ply);
        end.or_else(|| (ply >= MAX_PLY).then(|| self.evaluator.evaluate(position, ply)))
    }

    /// Whether what the search finds counts no more. The moves of a game from a file can take so long that
    /// their generator is interrupted between two nodes.
    #[inline]
    fn is_aborted(&self) -> bool {
        self.aborted || (G::IS_CUSTOM && is_interrupted())
    }

    /// Counts a node and checks the limits when due.
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
        let past = self.is_past(self.shared.budget.hard);
        if self.thread == 0 && (past || self.out_of_nodes() || self.is_forced()) {
            self.shared.control.finish();
        } else if self.thread == 0 && self.is_to_pause() {
            self.paused = !self.shared.control.is_stopped();
            self.shared.control.finish();
        }
        self.overtaken = self.shared.team.has_finished(self.root_depth);
        self.aborted |= self.overtaken || self.shared.control.is_stopped();
        self.schedule_check();
    }

    /// Whether the search is to be interrupted. The first iteration is not: it searches less than
    /// others, and after it there is a best move.
    fn is_to_pause(&self) -> bool {
        let is_over = |time| self.root_depth > 1 && self.shared.control.elapsed() >= time;
        self.shared.pause_at.is_some_and(is_over)
    }

    /// Publishes this thread's node count.
    fn publish_nodes(&self) {
        self.shared.counters[self.thread].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Schedules the next check, no later than at the node limit, so that node limits are exact.
    fn schedule_check(&mut self) {
        let limit = self.shared.limits.nodes.unwrap_or(u64::MAX).max(self.nodes + 1);
        let interval = if G::IS_CUSTOM { CUSTOM_CHECK_INTERVAL } else { CHECK_INTERVAL };
        self.next_check = (self.nodes + interval).min(limit);
    }

    fn out_of_nodes(&self) -> bool {
        self.shared.limits.nodes.is_some_and(|limit| self.shared.nodes() >= limit)
    }

    /// Whether the game clock runs although there is only one legal move.
    fn is_forced(&self) -> bool {
        self.root_moves.len() == 1 && self.shared.budget.soft.is_some() && self.clock_runs()
    }

    /// Whether the game clock runs: always except while pondering.
    fn clock_runs(&self) -> bool {
        self.shared.control.clock_time().is_some()
    }

    /// Whether the game clock has passed a time limit; never while pondering.
    fn is_past(&self, limit: Option<Duration>) -> bool {
        limit.is_some_and(|limit| match self.shared.options.node_time {
            0 => self.shared.control.is_past(limit),
            rate => self.clock_runs() && Duration::from_millis(self.shared.nodes() / rate) >= limit,
        })
    }

    /// The score if the game is over or counts as over: by the position itself, by repetition, or
    /// by the move limit, in this order. The caller detects a side without moves.
    #[inline]
    fn end_of_game(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.immediate_outcome() {
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
            self.outcome_score(position, position.no_moves_outcome(), ply)
        })
    }

    /// The score of a repetition, on which the path dependence then depends. Where repetition draws, the
    /// second occurrence counts, whether the first is in the search or in the game. Where the repeating side
    /// loses, only the third counts; the ply remembers a second one.
    #[inline]
    fn repetition(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        let reach = position.recurring(&self.keys[self.first_key..]).len();
        self.stack[ply].repeated = false;
        if reach < 4 {
            return None;
        }
        let rule = position.rules().end_rules().repetition;
        let key = position.key();
        let oldest = self.keys.len() - reach;
        let mut earlier = 0;
        // Only every second position has the same side to move.
        for index in (oldest..self.keys.len() - 1).rev().step_by(2) {
            if self.keys[index] != key {
                continue;
            }
            earlier += 1;
            let score = match rule {
                // A mate may lead through a position that occurred once in the game.
                Repetition::Draw if !self.proves() || earlier == 2 || index >= self.game_keys => {
                    self.draw(position)
                }
                // The opponent repeated the position, so the side to move wins.
                Repetition::Loss if earlier == 2 => Score::win_at(ply),
                Repetition::Loss => {
                    self.stack[ply].repeated = true;
                    continue;
                }
                _ => continue,
            };
            let ply_of = |index: usize| index as i32 - self.game_keys as i32;
            self.path_dependence = self.path_dependence.min(ply_of(index).max(BEFORE_ROOT));
            return Some(score);
        }
        None
    }

    /// The score of a draw, with contempt, for the side to move.
    #[inline]
    fn draw(&self, position: &Position<G>) -> Score {
        let score = Score::cp(self.shared.options.contempt).unreported::<G>();
        if position.side() == self.root.side() { -score } else { score }
    }

    /// The score of an outcome at `ply`, for the side to move.
    fn outcome_score(&self, position: &Position<G>, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => self.draw(position),
            Some(winner) if winner == position.side() => Score::win_at(ply),
            Some(_) => Score::loss_at(ply),
        }
    }

    /// Plays a move below a node, while the table's entry of the next position is on its way.
    /// [`Self::undo`] ends the line.
    #[inline]
    fn play(&mut self, position: &Position<G>, mv: Move) -> Position<G> {
        let next = position.play_unchecked(mv);
        self.shared.table.prefetch(next.key());
        self.keys.push(position.key());
        next
    }

    /// Takes back [`Self::play`].
    #[inline]
    fn undo(&mut self) {
        self.keys.pop();
    }

    /// The moves before a ply, as continuation history needs them.
    fn previous(&self, ply: usize) -> Previous {
        let before = |plies: usize| ply.checked_sub(plies).and_then(|ply| self.stack[ply].played);
        [before(1), before(2), before(4)]
    }

    /// Sets the pv of a ply to a move followed by the next ply's pv.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pv_table.split_at_mut(ply + 1);
        let pv = &mut head[ply];
        pv.clear();
        pv.push(mv);
        let capacity = pv.remaining_capacity();
        pv.extend(tail[0].iter().copied().take(capacity));
    }
}
