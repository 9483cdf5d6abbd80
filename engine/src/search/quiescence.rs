//! Quiescence: captures are searched to the end before a position is judged.

use baroque_movegen::{Position, Scope};

use super::node::Node;
use super::{NodeType, Search, Window, outcome_score};
use crate::Score;
use crate::limits::{Bound, Features};
use crate::params::{DELTA, Valued};
use crate::picker::{KING, Picker};
use crate::table::Entry;

impl<G: Valued> Search<'_, G> {
    /// The score of a position when only captures are played on, and every move out of check.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        window: Window,
    ) -> Score {
        if let Some(score) = self.arrive(position, ply) {
            return score;
        }
        let entry = self.probe(position, ply);
        if !N::PV
            && let Some(score) = entry.and_then(|e| e.answers(window.alpha, window.beta))
        {
            return score;
        }
        let in_check = G::king_hangs(position, position.side());
        let eval = self.static_eval(position, entry, in_check);
        let table_move = entry.and_then(|entry| entry.mv);
        if !in_check && eval >= window.beta {
            return eval;
        }
        self.search_captures::<N>(Node {
            position,
            ply,
            depth: 0,
            window,
            in_check,
            eval,
            table_move,
        })
    }

    /// Searches the captures of a node, or all moves out of check.
    fn search_captures<N: NodeType>(&mut self, node: Node<G>) -> Score {
        let Node { position, ply, window, in_check, eval, table_move, .. } = node;
        // Nobody has to capture, so the score is not below that of standing still.
        let (scope, mut best) =
            if in_check { (Scope::All, Score::LOWEST) } else { (Scope::Captures, eval) };
        let mut alpha = window.alpha.max(best);
        let mut best_move = None;
        let mut stuck = in_check;
        let room = std::mem::take(&mut self.rooms[ply]);
        let mut picker = Picker::new(position, scope, table_move, [None; 2], room);
        while let Some(picked) = picker.next(self.history) {
            stuck = false;
            // Even all that is taken, and some more, would not raise the score far enough.
            let most = eval.plus(picked.prize + DELTA);
            if !in_check && picked.prize < KING && most <= alpha {
                best = best.max(most);
                continue;
            }
            let next = position.play_unchecked(picked.mv);
            let inner = Window { alpha, beta: window.beta }.reversed();
            self.keys.push(position.key());
            let score = -self.quiescence::<N>(&next, ply + 1, inner);
            self.keys.pop();
            if self.aborted {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(picked.mv);
                if N::PV {
                    self.extend_line(ply, picked.mv);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        self.rooms[ply] = picker.into_room();
        if stuck {
            return outcome_score(position, G::stuck(position), ply);
        }
        if self.uses(Features::TABLE) {
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            let score = best.from_root_to_node(ply);
            let entry = Entry { mv: best_move, score, eval, depth: 0, bound: Some(bound) };
            self.shared.table.store(position.key(), entry);
        }
        best
    }
}
