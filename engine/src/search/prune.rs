//! Pruning: nodes and moves that are given up because a cheap test says that they cannot matter.

use baroque_movegen::GenType;

use super::node::Node;
use super::{NodeType, NonPv, Search, Window};
use crate::exchange;
use crate::gain::PickedMove;
use crate::limits::Features;
use crate::params::{
    CHECKS_DEPTH, FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_SLOPE, HISTORY_PRUNING_DEPTH,
    HISTORY_PRUNING_SLOPE, LMP_BASE, LMP_DEPTH, LOSING_BASE, LOSING_DEPTH, MOVE_PRUNING_PLY,
    NULL_DEPTH_DIVISOR, NULL_MIN_DEPTH, NULL_REDUCTION, NULL_VERIFY_DEPTH, PROBCUT_DEPTH,
    PROBCUT_MARGIN, PROBCUT_REDUCTION, PRUNING_PLY, RAZORING_BASE, RAZORING_DEPTH, RAZORING_SLOPE,
    REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_SLOPE, TunedGame,
};
use crate::picker::{Hints, Picker};
use crate::score::Score;

impl<G: TunedGame> Search<'_, G> {
    /// Returns the score of a node whose moves need not be searched.
    pub(super) fn prune_node<N: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let beta = node.window.beta;
        if N::PV || node.in_check || beta.is_decisive() {
            return None;
        }
        self.reverse_futility(node)
            .or_else(|| self.razoring(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// Reverse futility pruning: so far above beta that a pass is enough, unless the opponent then
    /// captures about as much, which the static evaluation does not see.
    fn reverse_futility(&mut self, node: &Node<G>) -> Option<Score> {
        let Node { position, ply, depth, window, estimate, .. } = *node;
        let surplus = estimate.value() - window.beta.value();
        let margin = REVERSE_FUTILITY_SLOPE.get() * (depth - i32::from(node.improving));
        let safe = depth <= REVERSE_FUTILITY_DEPTH.get()
            && surplus >= margin
            && ply >= PRUNING_PLY.get() as usize
            && self.uses(Features::PRUNING)
            && self.may_pass(node)
            && !exchange::threatens(&position.play_null(), surplus - margin / 2);
        safe.then_some(estimate)
    }

    /// Whether a pass hides nothing: neither that the side has few moves, which may all be bad, nor that by the
    /// rules it loses, without a move or by a repetition.
    fn may_pass(&self, node: &Node<G>) -> bool {
        let Node { position, ply, .. } = *node;
        !self.stack[ply].repeated && position.has_spare_moves() && position.has_moves()
    }

    /// Razoring (Heinz 1998): far below alpha only captures can help, so quiescence decides.
    fn razoring(&mut self, node: &Node<G>) -> Option<Score> {
        let Node { position, ply, depth, window, estimate, .. } = *node;
        let margin = RAZORING_BASE.get() + RAZORING_SLOPE.get() * depth;
        let hopeless = depth <= RAZORING_DEPTH.get() && estimate.plus(margin) <= window.alpha;
        if !hopeless
            || ply < PRUNING_PLY.get() as usize
            || !self.uses(Features::PRUNING)
            || window.alpha.is_decisive()
        {
            return None;
        }
        let score = self.quiescence::<NonPv>(position, ply, window, 0);
        (self.is_aborted() || score <= window.alpha).then_some(score)
    }

    /// Null move pruning (Donninger 1993): returns a score at least beta if a reduced search after
    /// a pass fails high.
    fn null_move(&mut self, node: &Node<G>) -> Option<Score> {
        let Node { position, ply, depth, window, .. } = *node;
        let beta = window.beta;
        let allowed = depth >= NULL_MIN_DEPTH.get()
            && node.estimate >= beta
            && ply >= self.null_from_ply
            && ply.checked_sub(1).is_none_or(|before| self.stack[before].played.is_some())
            && self.uses(Features::NULL_MOVE)
            && self.may_pass(node);
        if !allowed {
            return None;
        }
        let reduction = NULL_REDUCTION.get() + depth / NULL_DEPTH_DIVISOR.of::<G>();
        let reduced = depth - 1 - reduction;
        let next = position.play_null();
        let null = Window::null(beta.before());
        self.keys.push(position.key());
        // Positions on both sides of a pass are no repetitions.
        let before = std::mem::replace(&mut self.first_key, self.keys.len());
        self.stack[ply].played = None;
        let score = -self.search::<NonPv>(&next, ply + 1, reduced, null.negated(), !node.cut_node);
        self.first_key = before;
        self.keys.pop();
        if self.is_aborted() {
            return Some(Score::DRAW);
        }
        if score < beta {
            return None;
        }
        // A win found after a pass is not proved.
        let score = if score.is_win() { beta } else { score };
        self.verified(node, reduced).then_some(score)
    }

    /// Whether a node at which a pass failed high does so without one. Verified is where pieces are
    /// frozen: there a pass can be better than any move, since the piece that freezes or guards
    /// must stay where it is.
    fn verified(&mut self, node: &Node<G>, reduced: i32) -> bool {
        let Node { position, ply, depth, window, .. } = *node;
        let zugzwang =
            || !(position.frozen(!position.side()) | position.frozen(position.side())).is_empty();
        if depth < NULL_VERIFY_DEPTH.get() || self.null_from_ply > 0 || !zugzwang() {
            return true;
        }
        let null = Window::null(window.beta.before());
        self.null_from_ply = ply + 1 + (3 * reduced.max(0) / 4) as usize;
        let score = self.search::<NonPv>(position, ply, reduced, null, false);
        self.null_from_ply = 0;
        score >= window.beta
    }

    /// ProbCut (Buro 1995): a capture that fails high with a margin at reduced depth would fail
    /// high at full depth.
    fn probcut(&mut self, node: &Node<G>) -> Option<Score> {
        let Node { position, ply, depth, window, .. } = *node;
        let raised = window.beta.plus(PROBCUT_MARGIN.get());
        let reduced = depth - PROBCUT_REDUCTION.get();
        let doubtful =
            node.entry.is_some_and(|entry| entry.depth as i32 >= reduced && entry.score < raised);
        if depth < PROBCUT_DEPTH.get() || doubtful || !self.uses(Features::PRUNING) {
            return None;
        }
        let null = Window::null(raised.before()).negated();
        let buffer = std::mem::take(&mut self.move_buffers[ply]);
        let hints = Hints { tt_move: node.tt_move(), ..Hints::default() };
        let mut picker = Picker::new(position, GenType::Captures, hints, buffer);
        let mut found = None;
        while let Some(picked) = picker.next(self.history) {
            if node.eval.plus(picked.gain) < raised || exchange::loses(position, &picked) {
                continue;
            }
            let next = self.play(position, picked.mv);
            self.stack[ply].played = Some(self.history.piece_to(picked.kind, picked.mv));
            let mut score = -self.quiescence::<NonPv>(&next, ply + 1, null, 0);
            if score >= raised && !self.is_aborted() {
                score = -self.search::<NonPv>(&next, ply + 1, reduced - 1, null, !node.cut_node);
            }
            self.undo();
            if self.is_aborted() || score >= raised {
                found = Some(score);
                break;
            }
        }
        self.move_buffers[ply] = picker.into_buffer();
        found
    }

    /// Whether to leave out a move that is not the first, perhaps with all quiet ones that follow.
    pub(super) fn prunes<N: NodeType>(
        &self,
        node: &Node<G>,
        picked: &PickedMove,
        count: usize,
        best: Score,
        picker: &mut Picker<G>,
    ) -> bool {
        let Node { position, depth, window, in_check, eval, improving, .. } = *node;
        if best.is_loss()
            || in_check
            || node.ply < MOVE_PRUNING_PLY.get() as usize
            || !self.uses(Features::PRUNING)
        {
            return false;
        }
        // So near to the root, what checks or ends the game counts more than the nodes.
        let is_near = node.ply < PRUNING_PLY.get() as usize;
        let is_spared = || {
            let next = position.play_unchecked(picked.mv);
            next.in_check() || is_near && !next.has_moves()
        };
        if !picked.quiet {
            let margin = picked.gain + LOSING_BASE.get() + FUTILITY_SLOPE.get() * depth;
            return picker.is_losing()
                && depth <= LOSING_DEPTH.get()
                && eval.plus(margin) <= window.alpha
                && !is_spared();
        }
        let late = LMP_BASE.of::<G>() + depth * depth;
        let late = if improving { late } else { late * 2 / 3 };
        let too_late = depth <= LMP_DEPTH.get() && count as i32 > late;
        let reduced = depth - self.reduction::<N>(node, picked, count);
        let margin = FUTILITY_BASE.get() + FUTILITY_SLOPE.get() * reduced;
        let futile = reduced <= FUTILITY_DEPTH.get() && eval.plus(margin) <= window.alpha;
        if (too_late || futile) && depth < CHECKS_DEPTH.of::<G>() && !is_near {
            picker.skip_quiets();
            return true;
        }
        let hopeless = too_late
            || futile
            || (reduced <= HISTORY_PRUNING_DEPTH.get()
                && picked.history < -HISTORY_PRUNING_SLOPE.get() * reduced);
        hopeless && !is_spared()
    }
}
