//! Quiescence search: captures, and in the first plies all check evasions.

use baroque_movegen::{GenType, Move, Position};

use super::node::{Node, estimate};
use super::{NodeType, Search, Window};
use crate::exchange;
use crate::limits::Bound;
use crate::params::{DELTA_MARGIN, EVASION_PLIES, NARROW_MOVES, TunedGame, WIDE_PLIES};
use crate::picker::{Hints, Picker};
use crate::score::Score;

impl<G: TunedGame> Search<'_, G> {
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
            return self.evaluator.evaluate(position, ply);
        }
        // First what needs no table, while its entry comes from memory.
        let checked = position.in_check();
        // On this path all quiet moves may be repetitions that lose, so none allows to stand pat.
        let forced = !checked && self.stack[ply].repeated;
        let must_move = checked || forced;
        let entry = self.probe(position, ply);
        if !N::PV
            && !forced
            && let Some(score) = self.table_cutoff(position, entry, 0, window)
        {
            return score;
        }
        // Evasions are searched all or none: a mate among some of them proves nothing.
        let in_check = must_move && qs_ply < EVASION_PLIES.of::<G>();
        if !in_check && !position.has_spare_moves() && !position.has_moves() {
            return self.outcome_score(position, position.no_moves_outcome(), ply);
        }
        let raw_eval = match checked && !in_check {
            // The table's entry may be of a node in check, without a static evaluation.
            true => self.evaluator.evaluate(position, ply),
            false => self.static_eval(position, ply, entry, checked),
        };
        let eval = if in_check { raw_eval } else { self.corrected(position, raw_eval) };
        let estimate = estimate(position, entry, eval);
        if !in_check && estimate >= window.beta {
            return estimate;
        }
        let node = Node {
            position,
            ply,
            depth: -qs_ply,
            window,
            cut_node: false,
            in_check,
            raw_eval,
            eval,
            estimate,
            improving: false,
            entry,
        };
        let whole = must_move == in_check && !forced && qs_ply < WIDE_PLIES.of::<G>();
        self.scoped(ply, |search| search.search_captures::<N>(&node, whole))
    }

    /// Searches the captures of a node that lose no material, or all its moves in check. `whole`
    /// says that the node is not so deep that evasions or captures are left out, and that it may
    /// stand pat on every path or on none.
    fn search_captures<N: NodeType>(&mut self, node: &Node<G>, whole: bool) -> Score {
        let Node { position, ply, depth, window, in_check, eval, estimate, .. } = *node;
        let narrow = -depth >= WIDE_PLIES.of::<G>();
        let max_moves = if narrow { NARROW_MOVES.get() as usize } else { usize::MAX };
        // Stand pat: captures are optional, so the static evaluation is a lower bound.
        let (gen_type, mut best) =
            if in_check { (GenType::All, Score::LOWEST) } else { (GenType::Captures, estimate) };
        let mut alpha = window.alpha.max(best);
        let mut best_move = None;
        let buffer = std::mem::take(&mut self.move_buffers[ply]);
        let hints = Hints { tt_move: node.tt_move(), ..Hints::default() };
        let mut picker = Picker::new(position, gen_type, hints, buffer);
        let mut count = 0;
        while count < max_moves
            && let Some(picked) = picker.next(self.history)
        {
            // Delta pruning.
            let optimistic = eval.plus(picked.gain + DELTA_MARGIN.get());
            if !in_check && optimistic <= alpha && !picked.wins() && !frees(position, picked.mv) {
                best = best.max(optimistic);
                continue;
            }
            if !in_check && exchange::loses(position, &picked) {
                continue;
            }
            count += 1;
            let next = self.play(position, picked.mv);
            let inner = Window { alpha, beta: window.beta }.negated();
            let score = -self.quiescence::<N>(&next, ply + 1, inner, 1 - depth);
            self.undo();
            if self.is_aborted() {
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
        if self.is_aborted() {
            return Score::DRAW;
        }
        if in_check && count == 0 {
            return self.outcome_score(position, position.no_moves_outcome(), ply);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        // What a truncated search did not find may exist.
        if (whole || bound == Bound::Lower) && self.nodes <= self.quiescence_end {
            self.store_tt(node, best, bound, best_move);
        }
        best
    }
}

/// Whether fewer own pieces are frozen after a move.
fn frees<G: TunedGame>(position: &Position<G>, mv: Move) -> bool {
    let frozen = position.frozen(position.side());
    let after = || position.play_unchecked(mv).frozen(position.side());
    !frozen.is_empty() && after().len() < frozen.len()
}
