//! Principal variation search: the node above quiescence.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use baroque_movegen::{GenType, Move, Position, RuleSet};

use super::{NO_ANCESTOR, NodeType, NonPv, Pv, Search, Window};
use crate::limits::{Bound, Features};
use crate::params::{
    Evaluable, LMR_BASE, LMR_DIVISOR, LMR_FULL_MOVES, LMR_HISTORY, LMR_MIN_DEPTH, NEAR_MOVE_LIMIT,
    NULL_DEPTH_DIVISOR, NULL_MIN_DEPTH, NULL_REDUCTION,
};
use crate::picker::{PickedMove, Picker};
use crate::score::Score;
use crate::tt::Entry;

/// A node before its moves are searched.
pub(super) struct Node<'p, G: Evaluable> {
    pub position: &'p Position<G>,
    pub ply: usize,
    /// Plies left to search; negative in quiescence, which counts on downwards.
    pub depth: i32,
    pub window: Window,
    /// In quiescence false for a check whose evasions are not searched.
    pub in_check: bool,
    /// The static evaluation; meaningless in check.
    pub eval: Score,
    pub tt_move: Option<Move>,
}

impl<G: Evaluable> Search<'_, G> {
    /// Searches a position to a depth in plies and returns a score for the side to move (fail-soft:
    /// outside the window it is a bound).
    pub(super) fn search<N: NodeType>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<N>(position, ply, window, 0);
        }
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }
        let window = mate_distance_window(window, ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let entry = self.probe(position, ply);
        if !N::PV
            && let Some(score) = self.table_cutoff(position, entry, depth, window)
        {
            return score;
        }
        let in_check = position.in_check();
        let eval = self.static_eval(position, entry, in_check);
        let tt_move = entry.and_then(|entry| entry.mv);
        let depth = depth + i32::from(in_check);
        let node = Node { position, ply, depth, window, in_check, eval, tt_move };
        self.scoped(ply, |search| match search.null_move::<N>(&node) {
            Some(score) => score,
            None => search.search_moves::<N>(&node),
        })
    }

    /// Searches a subtree from a fresh [`Search::path_dependence`], and merges the result into the
    /// parent's afterwards.
    #[inline]
    pub(super) fn scoped(&mut self, ply: usize, search: impl FnOnce(&mut Self) -> Score) -> Score {
        let above = std::mem::replace(&mut self.path_dependence, NO_ANCESTOR);
        let score = search(self);
        // A dependence on this node or on its descendants ends here.
        let outside =
            if self.path_dependence < ply as i32 { self.path_dependence } else { NO_ANCESTOR };
        self.path_dependence = above.min(outside);
        score
    }

    /// The static evaluation, from the table if present. In check it is not used and not computed.
    pub(super) fn static_eval(
        &self,
        position: &Position<G>,
        entry: Option<Entry>,
        in_check: bool,
    ) -> Score {
        match entry {
            _ if in_check => Score::DRAW,
            Some(entry) => entry.eval,
            None => self.evaluate(position),
        }
    }

    /// The table's entry, with wins and losses counted from the root.
    pub(super) fn probe(&self, position: &Position<G>, ply: usize) -> Option<Entry> {
        if !self.uses(Features::TABLE) {
            return None;
        }
        let entry = self.shared.table.probe(position.key())?;
        Some(Entry { score: entry.score.node_to_root(ply), ..entry })
    }

    /// The table's score, if its depth and bound suffice for a cutoff.
    fn table_cutoff(
        &self,
        position: &Position<G>,
        entry: Option<Entry>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| entry.depth as i32 >= depth)?;
        // The key does not contain the halfmove clock, so the score may ignore the move limit.
        let limit = position.rules().end_rules().move_limit;
        if limit != 0 && position.halfmove_clock().saturating_add(NEAR_MOVE_LIMIT as u16) > limit {
            return None;
        }
        entry.cutoff(window.alpha, window.beta)
    }

    /// Null move pruning (Donninger 1993): returns a score at least beta if a reduced search after
    /// a pass fails high.
    fn null_move<N: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let Node { position, ply, depth, window, .. } = *node;
        let beta = window.beta;
        let allowed = !N::PV
            && !node.in_check
            && !self.after_null
            && depth >= NULL_MIN_DEPTH
            && node.eval >= beta
            && !beta.is_decisive()
            && self.uses(Features::NULL_MOVE)
            // A side without moves may have lost, which a pass would hide.
            && position.has_spare_moves()
            && position.has_moves();
        if !allowed {
            return None;
        }
        let reduced = depth - 1 - NULL_REDUCTION - depth / NULL_DEPTH_DIVISOR;
        let next = position.play_null();
        self.keys.push(position.key());
        self.after_null = true;
        let score =
            -self.search::<NonPv>(&next, ply + 1, reduced, Window::null(beta.before()).negated());
        self.after_null = false;
        self.keys.pop();
        if self.aborted {
            return Some(Score::DRAW);
        }
        // A win found after a pass is not proved.
        (score >= beta).then(|| if score.is_win() { beta } else { score })
    }

    /// Searches the moves of a node in the order of the picker.
    fn search_moves<N: NodeType>(&mut self, node: &Node<G>) -> Score {
        let Node { position, ply, depth, window, .. } = *node;
        let killers = self.history.killers(ply);
        let buffer = std::mem::take(&mut self.move_buffers[ply]);
        let mut picker = Picker::new(position, GenType::All, node.tt_move, killers, buffer);
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut quiets = ArrayVec::<Move, 64>::new();
        let mut count = 0;
        while let Some(picked) = picker.next(self.history) {
            count += 1;
            let score = self.search_move::<N>(node, picked, count, alpha);
            if self.aborted {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(picked.mv);
                    if N::PV {
                        self.update_pv(ply, picked.mv);
                    }
                }
            }
            if alpha >= window.beta {
                if picked.quiet {
                    let side = position.side();
                    self.history.update(side, ply, depth as u32, picked.mv, &quiets);
                }
                break;
            }
            if picked.quiet && !quiets.is_full() {
                quiets.push(picked.mv);
            }
        }
        self.move_buffers[ply] = picker.into_buffer();
        if count == 0 {
            return self.outcome_score(position, position.no_moves_outcome(), ply);
        }
        self.store_tt(node, best, window.bound_of(best), best_move);
        best
    }

    /// Plays and searches the move number `count` of a node. All moves but the first get a null
    /// window first, late quiet moves a reduced depth before that.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        node: &Node<G>,
        picked: PickedMove,
        count: usize,
        alpha: Score,
    ) -> Score {
        let Node { position, ply, window, .. } = *node;
        let next = position.play_unchecked(picked.mv);
        let depth = node.depth - 1;
        let open = Window { alpha, beta: window.beta }.negated();
        self.keys.push(position.key());
        let after_null = std::mem::replace(&mut self.after_null, false);
        let score = if count == 1 {
            -self.search::<N>(&next, ply + 1, depth, open)
        } else {
            let null = Window::null(alpha).negated();
            let reduction = self.reduction::<N>(node, picked, count);
            let mut score = -self.search::<NonPv>(&next, ply + 1, depth - reduction, null);
            if score > alpha && reduction > 0 {
                score = -self.search::<NonPv>(&next, ply + 1, depth, null);
            }
            if N::PV && score > alpha && score < window.beta {
                score = -self.search::<Pv>(&next, ply + 1, depth, open);
            }
            score
        };
        self.after_null = after_null;
        self.keys.pop();
        score
    }

    /// The late move reduction of a move, in plies.
    fn reduction<N: NodeType>(&self, node: &Node<G>, picked: PickedMove, count: usize) -> i32 {
        let late = count > LMR_FULL_MOVES as usize && node.depth >= LMR_MIN_DEPTH;
        if !late || !picked.quiet || node.in_check || !self.uses(Features::REDUCTIONS) {
            return 0;
        }
        let side = node.position.side();
        let base = BASE_REDUCTIONS[node.depth.min(63) as usize][count.min(63)];
        let by_history = self.history.quiet(side, picked.mv) / LMR_HISTORY;
        let reduction = i32::from(base) - by_history - i32::from(N::PV);
        reduction.clamp(0, node.depth - 2)
    }

    /// Stores the result of a node in the table.
    pub(super) fn store_tt(
        &self,
        node: &Node<G>,
        best: Score,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        if !self.uses(Features::TABLE) {
            return;
        }
        let Node { position, ply, depth, eval, .. } = *node;
        let depends = self.path_dependence < ply as i32;
        // A path-dependent exact score, win or loss may be wrong on another path: a third
        // repetition, for instance, may lose. Other bounds are close enough to keep.
        let proof = bound == Bound::Exact || best.is_decisive();
        let bound = Some(bound).filter(|_| !(depends && proof));
        let score = best.root_to_node(ply);
        let entry = Entry { mv: best_move, score, eval, depth: depth.max(0) as u32, bound };
        self.shared.table.store(position.key(), entry);
    }
}

/// Late move reductions in plies by depth and move number.
static BASE_REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let log = |number: usize| (number.max(1) as f64).ln();
    let plies = |depth, count| {
        let product = log(depth) * log(count) * 10_000.0 / f64::from(LMR_DIVISOR);
        ((f64::from(LMR_BASE) + product) / 100.0) as u8
    };
    std::array::from_fn(|depth| std::array::from_fn(|count| plies(depth, count)))
});

/// Mate distance pruning: no score is above a win with the next move or below a loss here.
fn mate_distance_window(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::loss_at(ply)),
        beta: window.beta.min(Score::win_at(ply + 1)),
    }
}

#[cfg(test)]
mod tests {
    use baroque_movegen::{GameHistory, Position, Rococo, read_move};

    use crate::control::{Control, system_clock};
    use crate::history::History;
    use crate::limits::{Limits, Options};
    use crate::search::{NodeCounter, Search, Shared};
    use crate::tt::TranspositionTable;

    /// White's king must shuttle between a8 and b8, or it is captured, while Black's last pawn
    /// shuttles too. In the game Black's king stepped aside, let it out, and came back.
    const TRAP: &str = "10/1K8/3p6/2kp6/10/10/8p1/10/10/10 b";
    const HISTORY: &str = "b6b5 a8b8 b5b6 b8a8 b6b5 a8b8 h3g3 b8c8 b5b6";

    #[test]
    fn a_loss_by_repetition_is_not_stored_as_a_loss() {
        let rules = Position::<Rococo>::variant("rococo").unwrap().rules;
        let mut game = GameHistory::new(Position::<Rococo>::from_fen(TRAP, rules).unwrap());
        for text in HISTORY.split(' ') {
            game.push(read_move(game.position(), text).unwrap()).unwrap();
        }
        let table = TranspositionTable::new(1).unwrap();
        let control = Control::new(system_clock, false, false);
        let shared = Shared {
            table: &table,
            control: &control,
            limits: &Limits { depth: Some(4), ..Limits::default() },
            options: Options::default(),
            game: &game,
            counters: &[NodeCounter::default()],
        };
        Search::new(&shared, &mut History::new(), 0).run(&mut |_| ());
        // Back in the trap every move except a third repetition loses the king.
        let mut position = *game.position();
        for text in ["c8b8", "g3h3"] {
            position = position.try_play(read_move(&position, text).unwrap()).unwrap();
            let entry = table.probe(position.key()).unwrap();
            assert!(entry.bound.is_none() || !entry.score.is_decisive(), "{text}: {entry:?}");
        }
    }
}
