//! Late move reductions.

use std::sync::LazyLock;

use super::node::Node;
use super::{NodeType, Search};
use crate::gain::PickedMove;
use crate::limits::Features;
use crate::params::{
    LMR_BASE, LMR_CUT_NODE, LMR_DIVISOR, LMR_FULL_MOVES, LMR_HISTORY, LMR_MIN_DEPTH,
    LMR_NOT_IMPROVING, LMR_PV, TunedGame,
};

impl<G: TunedGame> Search<'_, G> {
    /// The late move reduction of a move, in plies; 0 for captures, promotions and evasions. At most so
    /// many that quiescence searches the move.
    pub(super) fn reduction<N: NodeType>(
        &self,
        node: &Node<G>,
        picked: &PickedMove,
        count: usize,
    ) -> i32 {
        let late = count > LMR_FULL_MOVES.get() as usize && node.depth >= LMR_MIN_DEPTH.get();
        if !late || !picked.quiet || node.in_check || !self.uses(Features::REDUCTIONS) {
            return 0;
        }
        let logs = LOGARITHMS[node.depth.clamp(1, 127) as usize] * LOGARITHMS[count.min(127)];
        // In hundredths of a ply.
        let mut reduction = LMR_BASE.get() + logs / LMR_DIVISOR.get();
        reduction -= 100 * picked.history / LMR_HISTORY.get();
        if N::PV {
            reduction -= LMR_PV.get();
        }
        if node.cut_node {
            reduction += LMR_CUT_NODE.get();
        }
        if !node.improving {
            reduction += LMR_NOT_IMPROVING.get();
        }
        (reduction / 100).clamp(0, node.depth - 1)
    }
}

/// Natural logarithms of the numbers up to 127, in hundredths.
static LOGARITHMS: LazyLock<[i32; 128]> =
    LazyLock::new(|| std::array::from_fn(|number| (100.0 * (number.max(1) as f64).ln()) as i32));
