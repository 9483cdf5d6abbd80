//! Quiescence search: captures, and in the first plies all check evasions.

use baroque_movegen::{GenType, Position};

use super::node::Node;
use super::{NodeType, Search, Window};
use crate::limits::Bound;
use crate::params::{DELTA_MARGIN, EVASION_PLIES, Evaluable, NARROW_MOVES, WIDE_PLIES};
use crate::picker::{KING, Picker};
use crate::score::Score;

const _: () = assert!(EVASION_PLIES <= WIDE_PLIES);

impl<G: Evaluable> Search<'_, G> {
    /// Searches captures, and check evasions, until the position is quiet. `qs_ply` counts plies
    /// from the start of quiescence; evasions and then captures are limited as it grows, so the
    /// search ends in every position.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        window: Window,
        qs_ply: i32,
    ) -> Score {
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }
        if self.nodes > self.quiescence_end {
            return self.evaluate(position);
        }
        let entry = self.probe(position, ply);
        if !N::PV
            && let Some(score) = entry.and_then(|e| e.cutoff(window.alpha, window.beta))
        {
            return score;
        }
        let checked = position.in_check();
        // Evasions are searched all or none: a mate among some of them proves nothing.
        let in_check = checked && qs_ply < EVASION_PLIES;
        let eval = match checked && !in_check {
            // The table's entry may be of a node in check, without a static evaluation.
            true => self.evaluate(position),
            false => self.static_eval(position, entry, in_check),
        };
        let tt_move = entry.and_then(|entry| entry.mv);
        if !in_check && eval >= window.beta {
            return eval;
        }
        let depth = -qs_ply;
        let node = Node { position, ply, depth, window, in_check, eval, tt_move };
        self.scoped(ply, |search| search.search_captures::<N>(&node))
    }

    /// Searches the captures of a node, or all its moves in check.
    fn search_captures<N: NodeType>(&mut self, node: &Node<G>) -> Score {
        let Node { position, ply, depth, window, in_check, eval, tt_move } = *node;
        let max_moves = if -depth < WIDE_PLIES { usize::MAX } else { NARROW_MOVES as usize };
        // Stand pat: captures are optional, so the static evaluation is a lower bound.
        let (gen_type, mut best) =
            if in_check { (GenType::All, Score::LOWEST) } else { (GenType::Captures, eval) };
        let mut alpha = window.alpha.max(best);
        let mut best_move = None;
        let buffer = std::mem::take(&mut self.move_buffers[ply]);
        let mut picker = Picker::new(position, gen_type, tt_move, [None; 2], buffer);
        let mut count = 0;
        while count < max_moves
            && let Some(picked) = picker.next(self.history)
        {
            count += 1;
            // Delta pruning.
            let optimistic = eval.plus(picked.gain + DELTA_MARGIN);
            if !in_check && picked.gain < KING && optimistic <= alpha {
                best = best.max(optimistic);
                continue;
            }
            let next = position.play_unchecked(picked.mv);
            let inner = Window { alpha, beta: window.beta }.negated();
            self.keys.push(position.key());
            let score = -self.quiescence::<N>(&next, ply + 1, inner, 1 - depth);
            self.keys.pop();
            if self.aborted {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(picked.mv);
                if N::PV {
                    self.update_pv(ply, picked.mv);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        self.move_buffers[ply] = picker.into_buffer();
        if in_check && count == 0 {
            return self.outcome_score(position, position.no_moves_outcome(), ply);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        if self.nodes <= self.quiescence_end {
            self.store_tt(node, best, bound, best_move);
        }
        best
    }
}
