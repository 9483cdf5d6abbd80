//! Quiescence: captures are searched to the end before a position is judged.

use baroque_movegen::{Position, Scope};

use super::node::Node;
use super::{NodeType, Search, Window};
use crate::Score;
use crate::limits::Bound;
use crate::params::{DELTA, EVASION_PLIES, NARROW_MOVES, Valued, WIDE_PLIES};
use crate::picker::{KING, Picker};

const _: () = assert!(EVASION_PLIES <= WIDE_PLIES);

impl<G: Valued> Search<'_, G> {
    /// The score of a position when only captures are played on, and every move out of check.
    /// `since` counts the plies of quiescence before this one: the longer it lasts the less is
    /// looked at, so that it ends in any position.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        window: Window,
        since: i32,
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
        let checked = position.in_check();
        // All ways out of check are looked at or none: a mate among some of them would be no mate.
        let in_check = checked && since < EVASION_PLIES;
        let eval = match checked && !in_check {
            // The table may know this position as one in check, without an evaluation.
            true => self.evaluate(position),
            false => self.static_eval(position, entry, in_check),
        };
        let table_move = entry.and_then(|entry| entry.mv);
        if !in_check && eval >= window.beta {
            return eval;
        }
        let depth = -since;
        let node = Node { position, ply, depth, window, in_check, eval, table_move };
        self.below(ply, |search| search.search_captures::<N>(&node))
    }

    /// Searches the captures of a node, or all moves out of check.
    fn search_captures<N: NodeType>(&mut self, node: &Node<G>) -> Score {
        let Node { position, ply, depth, window, in_check, eval, table_move } = *node;
        let most_moves = if -depth < WIDE_PLIES { usize::MAX } else { NARROW_MOVES as usize };
        // Nobody has to capture, so the score is not below that of standing still.
        let (scope, mut best) =
            if in_check { (Scope::All, Score::LOWEST) } else { (Scope::Captures, eval) };
        let mut alpha = window.alpha.max(best);
        let mut best_move = None;
        let mut stuck = in_check;
        let room = std::mem::take(&mut self.rooms[ply]);
        let mut picker = Picker::new(position, scope, table_move, [None; 2], room);
        let mut count = 0;
        while count < most_moves
            && let Some(picked) = picker.next(self.history)
        {
            count += 1;
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
                    self.extend_line(ply, picked.mv);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        self.rooms[ply] = picker.into_room();
        if stuck {
            return self.outcome_score(position, G::stuck(position), ply);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        self.remember(node, best, bound, best_move);
        best
    }
}
