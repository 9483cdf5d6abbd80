//! Principal variation search: the node above quiescence.

use arrayvec::ArrayVec;
use baroque_movegen::{GenType, Move, Position, RuleSwitches};

use super::{NO_ANCESTOR, NodeType, NonPv, Pv, Search, Window};
use crate::gain::{PickedMove, Tried};
use crate::limits::{Bound, Features};
use crate::params::{DEEPER_MARGIN, NEAR_MOVE_LIMIT, TunedGame};
use crate::picker::{Hints, Picker};
use crate::score::Score;
use crate::tt::Entry;

/// A node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'p, G: TunedGame> {
    pub position: &'p Position<G>,
    pub ply: usize,
    /// Plies left to search; negative in quiescence, which counts on downwards.
    pub depth: i32,
    pub window: Window,
    /// Whether a null window search expects a score of at least beta.
    pub cut_node: bool,
    /// In quiescence false for a check whose evasions are not searched, and true where a repetition
    /// may lose and all moves are searched.
    pub in_check: bool,
    /// The static evaluation as the table keeps it; meaningless in check.
    pub raw_eval: Score,
    /// The static evaluation, corrected; meaningless in check.
    pub eval: Score,
    /// The evaluation, or the table's score where that is a better bound.
    pub estimate: Score,
    /// Whether it is better than it was before the side's last move.
    pub improving: bool,
    pub entry: Option<Entry>,
}

/// The moves of a node, as far as they were searched.
struct Moves<'p, G: TunedGame> {
    picker: Picker<'p, G>,
    count: usize,
    /// Moves that wait because another thread is searching them, with their numbers.
    waiting: ArrayVec<(PickedMove, usize), 32>,
}

impl<G: TunedGame> Node<'_, G> {
    /// The best move by the table.
    pub fn tt_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }
}

impl<G: TunedGame> Search<'_, G> {
    /// Searches a position to a depth in plies and returns a score for the side to move (fail-soft:
    /// outside the window it is a bound).
    pub(super) fn search<N: NodeType>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
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
        // First what needs no table, while its entry comes from memory.
        let in_check = position.in_check();
        let entry = self.probe(position, ply);
        if !N::PV
            && let Some(score) = self.table_cutoff(position, entry, depth, window)
        {
            return score;
        }
        let raw_eval = self.static_eval(position, ply, entry, in_check);
        let eval = if in_check { raw_eval } else { self.corrected(position, raw_eval) };
        self.stack[ply].eval = (!in_check).then_some(eval);
        let improving = self.is_improving(ply, in_check, eval);
        let depth = depth + i32::from(in_check);
        let node = Node {
            position,
            ply,
            depth,
            window,
            cut_node,
            in_check,
            raw_eval,
            eval,
            estimate: estimate(position, entry, eval),
            improving,
            entry,
        };
        self.scoped(ply, |search| match search.prune_node::<N>(&node) {
            Some(score) => score,
            None => search.search_moves::<N>(&node),
        })
    }

    /// Whether the static evaluation of a ply is better than two or four plies ago, or the side was in check
    /// in both.
    fn is_improving(&self, ply: usize, in_check: bool, eval: Score) -> bool {
        let before = |plies: usize| ply.checked_sub(plies).and_then(|ply| self.stack[ply].eval);
        !in_check && before(2).or_else(|| before(4)).is_none_or(|before| eval > before)
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
        &mut self,
        position: &Position<G>,
        ply: usize,
        entry: Option<Entry>,
        in_check: bool,
    ) -> Score {
        match entry {
            _ if in_check => Score::DRAW,
            Some(entry) => entry.eval,
            None => self.evaluator.evaluate(position, ply),
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
    pub(super) fn table_cutoff(
        &self,
        position: &Position<G>,
        entry: Option<Entry>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| entry.depth as i32 >= depth)?;
        if is_near_move_limit(position) {
            return None;
        }
        entry.cutoff(window.alpha, window.beta)
    }

    /// Searches the moves of a node in the order of the picker.
    pub(super) fn search_moves<N: NodeType>(&mut self, node: &Node<G>) -> Score {
        let Node { position, ply, window, .. } = *node;
        let hints = Hints {
            tt_move: if N::ROOT { self.best_root_move() } else { node.tt_move() },
            killers: self.history.killers(ply),
            previous: self.previous(ply),
        };
        let buffer = std::mem::take(&mut self.move_buffers[ply]);
        let picker = Picker::new(position, GenType::All, hints, buffer);
        let mut moves = Moves { picker, count: 0, waiting: ArrayVec::new() };
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut tried = Tried::default();
        while let Some((picked, number)) = self.next_move::<N>(node, &mut moves, best) {
            let score = match N::ROOT {
                true => self.search_root_move(node, picked, number, (alpha, best)),
                false => self.search_move::<N>(node, picked, number, (alpha, best)),
            };
            if self.is_aborted() {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(picked);
                if N::PV && !N::ROOT {
                    self.update_pv(ply, picked.mv);
                }
            }
            if alpha >= window.beta {
                self.reward(node, picked, &tried);
                break;
            }
            tried.add(picked);
        }
        let count = moves.count;
        self.move_buffers[ply] = moves.picker.into_buffer();
        if self.is_aborted() {
            return Score::DRAW;
        }
        if count == 0 {
            return self.outcome_score(position, position.no_moves_outcome(), ply);
        }
        let bound = window.bound_of(best);
        if !N::ROOT {
            self.learn_correction(node, best, bound, best_move);
        }
        if !N::ROOT || self.searches_all() {
            self.store_tt(node, best, bound, best_move.map(|picked| picked.mv));
        }
        best
    }

    /// The next move of a node to be searched, with its number from 1.
    fn next_move<N: NodeType>(
        &mut self,
        node: &Node<G>,
        moves: &mut Moves<G>,
        best: Score,
    ) -> Option<(PickedMove, usize)> {
        while let Some(picked) = moves.picker.next(self.history) {
            if N::ROOT && !self.place_root_move(picked.mv, moves.count) {
                continue;
            }
            moves.count += 1;
            let (count, picker) = (moves.count, &mut moves.picker);
            if !N::ROOT
                && best > Score::LOWEST
                && self.prunes::<N>(node, &picked, count, best, picker)
            {
                continue;
            }
            let waits = count > 1 && self.is_under_way(node, picked.mv);
            if !waits || moves.waiting.try_push((picked, count)).is_err() {
                return Some((picked, count));
            }
        }
        moves.waiting.pop_at(0)
    }

    /// Plays and searches the move number `count` of a node, given alpha and the best score so far.
    /// All moves but the first get a null window first, late moves a reduced depth before that; one
    /// that comes out far above the others then gets a ply more in its null window.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        node: &Node<G>,
        picked: PickedMove,
        count: usize,
        (alpha, best): (Score, Score),
    ) -> Score {
        let Node { position, ply, window, cut_node, .. } = *node;
        let search = self.shared_search(node, picked.mv);
        self.begin(search);
        let next = self.play(position, picked.mv);
        let depth = node.depth - 1;
        let (open, null) = (Window { alpha, beta: window.beta }, Window::null(alpha));
        self.stack[ply].played = Some(self.history.piece_to(picked.kind, picked.mv));
        let score = if count == 1 {
            self.search_child::<N::First>(node, &next, depth, open, !N::PV && !cut_node)
        } else {
            let reduction = self.reduction::<N>(node, &picked, count);
            let reduced = depth - reduction;
            let cut = reduction > 0 || !cut_node;
            let mut score = self.search_child::<NonPv>(node, &next, reduced, null, cut);
            if score > alpha && reduction > 0 {
                // Without a bound a line of surprises and checks would never end.
                let surprising =
                    score > best.plus(DEEPER_MARGIN.get()) && ply < 2 * self.root_depth;
                let depth = depth + i32::from(surprising);
                score = self.search_child::<NonPv>(node, &next, depth, null, !cut_node);
            }
            if N::PV && score > alpha && score < window.beta {
                score = self.search_child::<Pv>(node, &next, depth, open, false);
            }
            score
        };
        self.undo();
        self.end(search);
        score
    }

    /// Searches the position after a move of a node, in a window of the node's side, which may have
    /// the move again while pieces are placed.
    #[inline]
    fn search_child<N: NodeType>(
        &mut self,
        node: &Node<G>,
        next: &Position<G>,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Score {
        if next.side() == node.position.side() {
            return self.search::<N>(next, node.ply + 1, depth, window, cut_node);
        }
        -self.search::<N>(next, node.ply + 1, depth, window.negated(), cut_node)
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
        let Node { position, ply, depth, raw_eval, .. } = *node;
        let depends = self.path_dependence < ply as i32;
        // A path-dependent exact score, win or loss may be wrong on another path: a third
        // repetition, for instance, may lose. Other bounds are close enough to keep, except to
        // exclude a mate.
        let proof = bound == Bound::Exact || best.is_decisive() || self.proves();
        let bound = Some(bound).filter(|_| !(depends && proof));
        let score = best.root_to_node(ply);
        let depth = depth.max(0) as u32;
        let entry = Entry { mv: best_move, score, eval: raw_eval, depth, bound };
        self.shared.table.store(position.key(), entry);
    }
}

/// Whether the move limit is so near that the table's scores may ignore it: its key does not contain
/// the halfmove clock.
pub(super) fn is_near_move_limit<G: TunedGame>(position: &Position<G>) -> bool {
    let limit = position.rules().end_rules().move_limit;
    limit != 0 && position.halfmove_clock().saturating_add(NEAR_MOVE_LIMIT.get() as u16) > limit
}

/// The evaluation, or the table's score where that is a better bound and may count.
pub(super) fn estimate<G: TunedGame>(
    position: &Position<G>,
    entry: Option<Entry>,
    eval: Score,
) -> Score {
    let entry = entry.filter(|_| !is_near_move_limit(position));
    entry.map_or(eval, |entry| entry.estimate(eval))
}

/// Mate distance pruning: no score is above a win with the next move or below a loss here.
fn mate_distance_window(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::loss_at(ply)),
        beta: window.beta.min(Score::win_at(ply + 1)),
    }
}

// With loom's table nothing can be searched.
#[cfg(all(test, not(loom)))]
mod tests {
    use baroque_movegen::{GameHistory, Position, Rococo, read_move};

    use crate::control::{Control, system_clock};
    use crate::history::History;
    use crate::limits::{Limits, SearchOptions};
    use crate::search::{NodeCounter, Pv, Search, Shared, Team, Window};
    use crate::time::TimeBudget;
    use crate::tt::TranspositionTable;

    /// White's king must shuttle between a8 and b8, or it is captured, while Black's last pawn
    /// shuttles too. In the game Black's king stepped aside, let it out, and came back.
    const TRAP: &str = "10/1K8/3p6/2kp6/10/10/8p1/10/10/10 b";
    const HISTORY: &str = "b6b5 a8b8 b5b6 b8a8 b6b5 a8b8 h3g3 b8c8 b5b6";

    /// The game, and then some moves.
    fn game(moves: &[&str]) -> GameHistory<Rococo> {
        let rules = Position::<Rococo>::variant("rococo").unwrap().rules;
        let mut game = GameHistory::new(Position::<Rococo>::from_fen(TRAP, rules).unwrap());
        for text in HISTORY.split(' ').chain(moves.iter().copied()) {
            game.push(read_move(game.position(), text).unwrap()).unwrap();
        }
        game
    }

    /// Calls a function with a search of the current position to depth 6 that has not begun.
    fn with_search(game: &GameHistory<Rococo>, run: impl FnOnce(Search<Rococo>)) {
        let table = TranspositionTable::new(1).unwrap();
        let control = Control::new(system_clock, false, false);
        let shared = Shared {
            table: &table,
            control: &control,
            limits: &Limits { depth: Some(6), ..Limits::default() },
            budget: TimeBudget::default(),
            pause_at: None,
            options: SearchOptions::default(),
            skill: None,
            game,
            network: None,
            counters: &[NodeCounter::default()],
            team: Team::new(),
        };
        run(Search::new(&shared, &mut History::new(game.position()), 0, &mut |_| ()));
    }

    #[test]
    fn a_loss_by_repetition_is_not_stored_as_a_loss() {
        let game = game(&[]);
        with_search(&game, |search| {
            let table = search.shared.table;
            search.run(None);
            // Back in the trap every move except a third repetition loses the king.
            let mut position = *game.position();
            for text in ["c8b8", "g3h3"] {
                position = position.try_play(read_move(&position, text).unwrap()).unwrap();
                let entry = table.probe(position.key()).unwrap();
                assert!(entry.bound.is_none() || !entry.score.is_decisive(), "{text}: {entry:?}");
            }
        });
    }

    #[test]
    fn a_side_whose_quiet_moves_may_lose_by_repetition_does_not_stand_pat() {
        let game = game(&["c8b8", "g3h3"]);
        with_search(&game, |mut search| {
            let score = search.quiescence::<Pv>(game.position(), 0, Window::FULL, 0);
            assert!(score.is_loss(), "{score:?}");
            assert!(search.shared.table.probe(game.position().key()).is_none());
        });
    }
}
