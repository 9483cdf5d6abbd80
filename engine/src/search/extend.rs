//! Extensions: singular moves are searched deeper.

use super::node::{Node, is_near_move_limit};
use super::{NodeType, NonPv, Search, Window};
use crate::limits::{Bound, Features};
use crate::params::{DOUBLE_MARGIN, Evaluable, SINGULAR_DEPTH, SINGULAR_MARGIN, SINGULAR_TT_DEPTH};
use crate::score::Score;

impl<G: Evaluable> Search<'_, G> {
    /// Singular extension (Anantharaman, Campbell and Hsu 1990): the plies by which to extend the
    /// table's move, if no other move comes near its score. If another one fails high too, that is
    /// enough to return a score (multi-cut, Björnsson and Marsland 1999).
    pub(super) fn singular<N: NodeType>(&mut self, node: &Node<G>) -> Result<i32, Score> {
        let Node { position, ply, depth, window, .. } = *node;
        let Some((entry, mv)) = node.entry.and_then(|entry| Some((entry, entry.mv?))) else {
            return Ok(0);
        };
        let tested = depth >= SINGULAR_DEPTH.get()
            && ply > 0
            && node.excluded.is_none()
            && entry.depth as i32 >= depth - SINGULAR_TT_DEPTH.get()
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !entry.score.is_decisive()
            && ply < 2 * self.root_depth
            && !is_near_move_limit(position)
            && self.uses(Features::PRUNING)
            && position.is_legal(mv);
        if !tested {
            return Ok(0);
        }
        let beta = entry.score.plus(-SINGULAR_MARGIN.get() * depth / 16);
        self.stack[ply].excluded = Some(mv);
        let null = Window::null(beta.before());
        let score = self.search::<NonPv>(position, ply, (depth - 1) / 2, null, node.cut_node);
        self.stack[ply].excluded = None;
        if self.aborted {
            return Err(Score::DRAW);
        }
        if score < beta {
            let double = !N::PV && score < beta.plus(-DOUBLE_MARGIN.get());
            return Ok(1 + i32::from(double));
        }
        if !N::PV && score >= window.beta && !score.is_decisive() {
            return Err(score);
        }
        Ok(if entry.score >= window.beta { -1 } else { 0 })
    }
}
