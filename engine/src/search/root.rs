//! The root: iterative deepening with aspiration windows and MultiPV.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_movegen::{GenType, Move, MoveGroup, Position};

use super::node::Node;
use super::{NO_ANCESTOR, Root, Search, Shared, Window};
use crate::gain::PickedMove;
use crate::limits::{Bound, Features, Info, Limits, Report};
use crate::params::{ASPIRATION_MAX, ASPIRATION_MIN_DEPTH, ASPIRATION_WINDOW, TunedGame};
use crate::score::{MAX_PLY, Score};
use crate::time::Confidence;

/// Time after which root moves and failed aspiration windows are reported.
const LONG_SEARCH: Duration = Duration::from_secs(1);

/// Nodes of quiescence after the first root move at depth 1. The n-th move gets an n-th of them, but
/// at least [`LATER_NODES`]: in a crowd the captures after one move could take all the time, and the
/// other moves would get no score.
const FIRST_NODES: u64 = 4096;
/// See [`FIRST_NODES`].
const LATER_NODES: u64 = 1024;

/// A root move and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
    /// The sort key of the current window: the score, or [`Score::LOWEST`] if the move was not
    /// searched or did not raise alpha.
    score: Score,
    /// The last result with a pv.
    result: RootScore,
    /// Nodes searched below it.
    nodes: u64,
}

/// The result of a root move, as reported.
#[derive(Clone, Copy, Debug)]
struct RootScore {
    score: Score,
    bound: Bound,
    /// Depth of the iteration in plies; 0 for the static evaluation.
    depth: u32,
    seldepth: u32,
}

impl RootMove {
    /// The legal moves among `wanted`, or all legal moves if there are none.
    pub fn all<G: TunedGame>(position: &Position<G>, wanted: &[Move], eval: Score) -> Vec<Self> {
        let mut legal = position.legal_moves().to_vec();
        if legal.is_empty() && is_interrupted() {
            legal.extend(interruptible(|| false, || first_move(position)));
        }
        let chosen: Vec<Move> = legal.iter().copied().filter(|mv| wanted.contains(mv)).collect();
        let chosen = if chosen.is_empty() { legal } else { chosen };
        let result = RootScore { score: eval, bound: Bound::Exact, depth: 0, seldepth: 0 };
        let root_move = |mv| Self { mv, pv: vec![mv], score: Score::LOWEST, result, nodes: 0 };
        chosen.into_iter().map(root_move).collect()
    }
}

/// The first legal move, for a search that was interrupted before it knew one.
fn first_move<G: TunedGame>(position: &Position<G>) -> Option<Move> {
    let mut first = None;
    let _ = position.generate(GenType::All, |group| {
        first = group.destinations().iter().next().map(|to| group.to(to));
        if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    first
}

/// Whether the side to move has a move that ends the game in its favour: a mate, or a win that the board
/// shows.
fn can_mate<G: TunedGame>(position: &Position<G>) -> bool {
    let wins = |mv| {
        let next = position.play_unchecked(mv);
        let outcome = next.immediate_outcome();
        let is_mate = || next.in_check() && !next.has_moves();
        match outcome.or_else(|| is_mate().then(|| next.no_moves_outcome())) {
            Some(outcome) => outcome.winner == Some(position.side()),
            None => false,
        }
    };
    let visit = |group: MoveGroup<G::Geometry>| match group
        .destinations()
        .iter()
        .any(|to| wins(group.to(to)))
    {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    position.generate(GenType::All, visit).is_break()
}

/// How far a search has come that was interrupted ([`Shared::pause_at`]).
#[derive(Clone, Debug)]
pub struct Progress {
    /// Depth of the iteration in which it was.
    depth: u32,
    /// Nodes of the first thread.
    nodes: u64,
    /// Iterations for which the best move has been the same.
    stable: i32,
    /// What the iterations before found; the best move so far first.
    root_moves: Vec<RootMove>,
}

impl<G: TunedGame> Search<'_, G> {
    /// Searches to increasing depth until a limit is reached; returns the root moves, best first. The
    /// first thread can go on from an earlier search that was interrupted. If it is interrupted
    /// itself, it returns how far it has come.
    pub fn run(mut self, from: Option<Progress>) -> (Vec<RootMove>, Option<Progress>) {
        let Limits { depth, mate, .. } = *self.shared.limits;
        // The last move of a mate in N is ply 2N - 1, and at depth 2N the node after it is searched.
        let enough = mate.map(|moves| moves.saturating_mul(2));
        let last = depth.into_iter().chain(enough).min().unwrap_or(u32::MAX);
        let last = last.clamp(1, MAX_PLY as u32 - 1);
        // Every second helper starts a ply deeper, so that the first iterations diverge.
        let mut depth = 1 + (self.thread as u32 & 1);
        if let Some(from) = from {
            depth = self.resume(from);
        }
        let mut progress = None;
        while depth <= last && !self.root_moves.is_empty() {
            let RootMove { mv: before, result: RootScore { score, .. }, .. } = self.root_moves[0];
            let finished = self.shared.pause_at.map(|_| self.root_moves.clone());
            self.iteration(depth);
            if self.paused {
                progress = finished.map(|moves| self.progress(depth, moves));
                break;
            }
            if self.shared.counters.len() > 1 && self.shared.options.multi_pv <= 1 {
                self.share_iteration();
            }
            let best = &self.root_moves[0];
            depth = depth.max(best.result.depth);
            self.stable = if best.mv == before { self.stable + 1 } else { 0 };
            let [before, after] = [score, best.result.score].map(|score| score.reported::<G>());
            let fall = before.value() - after.value();
            // Helpers search until the first thread ends the search.
            if self.is_aborted() || (self.thread == 0 && self.is_done(depth, fall)) {
                break;
            }
            if let Some(moves) = mate
                && self.thread == 0
                && enough == Some(depth)
                && self.shared.limits.search_moves.is_empty()
            {
                (self.report)(Report::NoMate { moves });
            }
            depth += 1;
        }
        self.publish_nodes();
        if self.thread == 0 {
            self.shared.control.finish();
        }
        (self.root_moves, progress)
    }

    /// Goes on from where a search was interrupted; returns the depth of its iteration, which is
    /// searched again: what it had finished is in the table.
    fn resume(&mut self, from: Progress) -> u32 {
        self.nodes = from.nodes;
        self.stable = from.stable;
        self.root_moves = from.root_moves;
        self.schedule_check();
        from.depth
    }

    /// How far the search has come, with the root moves before the iteration that was interrupted.
    fn progress(&self, depth: u32, mut root_moves: Vec<RootMove>) -> Progress {
        let first = root_moves[0].mv;
        for root_move in &mut root_moves {
            let same = self.root_moves.iter().find(|other| other.mv == root_move.mv);
            root_move.nodes = same.map_or(root_move.nodes, |same| same.nodes);
        }
        let best = &self.root_moves[0];
        let index = root_moves.iter().position(|root_move| root_move.mv == best.mv);
        // A loss is not proved: see [`Self::restore`].
        if let Some(index) = index.filter(|_| !best.result.score.is_loss()) {
            root_moves[index] = best.clone();
            root_moves[..=index].rotate_right(1);
        }
        let stable = if root_moves[0].mv == first { self.stable } else { 0 };
        Progress { depth, nodes: self.nodes, stable, root_moves }
    }

    /// Searches the best lines to one depth and reports them. If that was cut short, these are the
    /// lines that were finished, or the best of the moves that were searched, and then the best of
    /// the iteration before.
    fn iteration(&mut self, depth: u32) {
        let wanted = self.shared.options.multi_pv.max(1).min(self.root_moves.len());
        self.root_depth = depth as usize;
        let before = self.root_moves[..wanted].to_vec();
        let mut finished = 0;
        while finished < wanted {
            self.seldepth = 0;
            self.aspiration(finished, depth);
            if self.is_aborted() {
                break;
            }
            finished += 1;
        }
        if self.overtaken || self.paused {
            return;
        }
        if finished == 0 && self.root_moves[0].result.score.is_loss() {
            self.restore(before[0].clone());
        }
        if self.root_moves[0].result.depth == 0 {
            self.order_by_evaluation();
        }
        if depth == 1 && wanted == 1 {
            self.avoid_mates();
        }
        // A later line may have a better score than an earlier one.
        self.root_moves[..finished].sort_by_key(|root_move| Reverse(root_move.score));
        let finished = finished.max(1);
        for line in 0..finished {
            self.report_line(line);
        }
        if self.thread == 0 {
            let new = &self.root_moves[..finished];
            let is_other = |old: &&RootMove| new.iter().all(|root_move| root_move.mv != old.mv);
            let others = before.iter().filter(|old| old.result.depth > 0).filter(is_other);
            for (line, other) in (finished..wanted).zip(others) {
                (self.report)(other.report(line, self.shared));
            }
        }
    }

    /// Puts the best of the moves first that the opponent cannot answer by mate, if there is one: an
    /// iteration of one ply sees captures alone, and a tiny budget ends with it.
    fn avoid_mates(&mut self) {
        let (position, mut is_mated) = (self.root.clone(), false);
        let allows_none = |root_move: &RootMove| {
            let next = position.play_unchecked(root_move.mv);
            let allows = !root_move.result.score.is_win() && can_mate(&next);
            is_mated |= allows;
            !allows
        };
        let index = self.root_moves.iter().position(allows_none);
        let Some(index) = index.filter(|_| is_mated) else {
            return;
        };
        let first = self.root_moves[0].result;
        let result = &mut self.root_moves[index].result;
        if result.depth < first.depth {
            *result = RootScore { bound: Bound::Upper, ..first };
        }
        self.root_moves[..=index].rotate_right(1);
    }

    /// Restores the best move of the iteration before: in one that was cut short a loss is not
    /// proved, since the moves not yet searched may be better.
    fn restore(&mut self, before: RootMove) {
        let index = self.root_moves.iter().position(|root_move| root_move.mv == before.mv);
        let index = index.unwrap_or(0);
        self.root_moves[index] = before;
        self.root_moves[..=index].rotate_right(1);
    }

    /// Orders the root moves by the static evaluation after them, if none was searched in time.
    fn order_by_evaluation(&mut self) {
        let position = self.root.clone();
        let mut root_moves = std::mem::take(&mut self.root_moves);
        // The evaluation is the opponent's.
        root_moves.sort_by_cached_key(|root_move| {
            let next = position.play_unchecked(root_move.mv);
            match next.immediate_outcome() {
                Some(outcome) => self.outcome_score(&next, outcome, 1),
                None => self.evaluator.evaluate(&next, 1),
            }
        });
        self.root_moves = root_moves;
    }

    /// Searches the best of the root moves from number `line` on, in a window around the last score
    /// that is widened until the score is inside.
    fn aspiration(&mut self, line: usize, depth: u32) {
        let RootScore { score: last, depth: last_depth, .. } = self.root_moves[line].result;
        // A search that was interrupted may know the score of this depth.
        let is_last = last_depth + 1 == depth || line == 0 && last_depth == depth;
        let narrow = depth as i32 >= ASPIRATION_MIN_DEPTH.get()
            && is_last
            && !last.is_decisive()
            && self.uses(Features::ASPIRATION);
        let mut width = ASPIRATION_WINDOW.get();
        let mut window = match narrow {
            true => Window { alpha: last.plus(-width), beta: last.plus(width) },
            false => Window::FULL,
        };
        loop {
            self.search_root(line, depth, window);
            // A stable sort keeps the order of moves that did not raise alpha: that of the picker.
            self.root_moves[line..].sort_by_key(|root_move| Reverse(root_move.score));
            let RootScore { score, bound, .. } = self.root_moves[line].result;
            if self.is_aborted() || bound == Bound::Exact {
                return;
            }
            if self.shared.control.elapsed() >= LONG_SEARCH {
                self.report_line(line);
            }
            width *= 2;
            let open = width > ASPIRATION_MAX.get() || score.is_decisive();
            match bound {
                Bound::Upper if open => window.alpha = Window::FULL.alpha,
                Bound::Upper => window.alpha = score.plus(-width),
                _ if open => window.beta = Window::FULL.beta,
                _ => window.beta = score.plus(width),
            }
        }
    }

    /// Searches the root moves from number `line` on with one window.
    fn search_root(&mut self, line: usize, depth: u32, window: Window) {
        let position = &self.root.clone();
        let raw_eval = self.evaluator.evaluate(position, 0);
        let eval = self.corrected(position, raw_eval);
        self.path_dependence = NO_ANCESTOR;
        let node = Node {
            position,
            ply: 0,
            depth: depth as i32,
            window,
            cut_node: false,
            in_check: position.in_check(),
            raw_eval,
            eval,
            estimate: eval,
            improving: true,
            entry: None,
        };
        self.stack[0].eval = (!node.in_check).then_some(eval);
        for root_move in &mut self.root_moves[line..] {
            root_move.score = Score::LOWEST;
        }
        self.line = line;
        self.search_moves::<Root>(&node);
    }

    /// The best root move of the line so far.
    pub(super) fn best_root_move(&self) -> Option<Move> {
        self.root_moves.get(self.line).map(|root_move| root_move.mv)
    }

    /// Gives a root move the number, from 0, among those of the line; whether it is one that is left there.
    pub(super) fn place_root_move(&mut self, mv: Move, number: usize) -> bool {
        let left = &mut self.root_moves[self.line + number..];
        let index = left.iter().position(|root_move| root_move.mv == mv);
        if let Some(index) = index {
            left[..=index].rotate_right(1);
        }
        index.is_some()
    }

    /// Searches the root move with a number from 1 among those of the line, given alpha and the best
    /// score so far, and keeps its result if it raises alpha or is the first one.
    pub(super) fn search_root_move(
        &mut self,
        node: &Node<G>,
        picked: PickedMove,
        number: usize,
        (alpha, best): (Score, Score),
    ) -> Score {
        let (index, mv, depth) = (self.line + number - 1, picked.mv, self.root_depth);
        if self.thread == 0 && self.shared.control.elapsed() >= LONG_SEARCH {
            (self.report)(Report::CurrentMove { depth: depth as u32, mv, number: index + 1 });
        }
        self.quiescence_end = match depth {
            1 => self.nodes + (FIRST_NODES / number as u64).max(LATER_NODES),
            _ => u64::MAX,
        };
        let before = self.nodes;
        let score = self.search_move::<Root>(node, picked, number, (alpha, best));
        self.root_moves[index].nodes += self.nodes - before;
        if !self.is_aborted() && (number == 1 || score > alpha) {
            self.update_pv(0, mv);
            let (bound, seldepth) = (node.window.bound_of(score), self.seldepth.max(depth) as u32);
            let root_move = &mut self.root_moves[index];
            root_move.score = score;
            root_move.result = RootScore { score, bound, depth: depth as u32, seldepth };
            root_move.pv.clear();
            root_move.pv.extend_from_slice(&self.pv_table[0]);
        }
        score
    }

    /// Whether the result of the root is that of its position: of all its moves.
    pub(super) fn searches_all(&self) -> bool {
        self.line == 0 && self.shared.limits.search_moves.is_empty()
    }

    /// Whether to start no further iteration. `fall` are the reported centipawns by which the score fell
    /// in the last one.
    fn is_done(&self, depth: u32, fall: i32) -> bool {
        let proved = |moves: u32| self.root_moves[0].result.score.is_win_in(moves);
        // Another thread may have searched what this one took over.
        let nodes: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let effort = (100 * self.root_moves[0].nodes / nodes.max(1)) as i32;
        let confidence = Confidence { effort, stable: self.stable, fall };
        let soft = self.shared.budget.soft.map(|soft| soft * confidence.percent() as u32 / 100);
        if self.shared.limits.mate.is_some_and(proved) || self.is_past(soft) {
            return true;
        }
        let ponders = !self.clock_runs() && self.shared.options.node_time == 0;
        if ponders && soft.is_some_and(|soft| self.shared.control.elapsed() >= soft) {
            self.shared.control.end_at_hit();
        }
        // With a running clock, a mate within half the depth is good enough.
        proved(depth / 2) && self.shared.budget.soft.is_some() && self.clock_runs()
    }

    pub(super) fn report_line(&mut self, line: usize) {
        if self.thread == 0 {
            self.publish_nodes();
            (self.report)(self.root_moves[line].report(line, self.shared));
        }
    }
}

impl RootMove {
    /// The report of the last result.
    pub(super) fn report<G: TunedGame>(&self, line: usize, shared: &Shared<G>) -> Report {
        let Self { pv, result, .. } = self;
        Report::Info(Info {
            depth: result.depth,
            seldepth: result.seldepth,
            multi_pv: line + 1,
            score: result.score.reported::<G>(),
            bound: result.bound,
            nodes: shared.nodes(),
            time: shared.control.elapsed(),
            hashfull: shared.table.hashfull(),
            pv: pv.clone(),
        })
    }

    pub(super) fn score(&self) -> Score {
        self.result.score
    }

    /// Whether a search found that the move wins.
    pub(super) fn is_proved(&self) -> bool {
        self.result.depth > 0 && self.result.score.is_win() && self.result.bound != Bound::Upper
    }

    pub(super) fn depth(&self) -> u32 {
        self.result.depth
    }
}
