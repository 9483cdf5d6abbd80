//! The root: iterative deepening with aspiration windows, over one or several best lines.

use std::cmp::Reverse;

use baroque_movegen::{Game, Move, Position};

use super::node::Node;
use super::{Pv, Search, Window};
use crate::limits::{Bound, Features, Info, Report};
use crate::params::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use crate::picker::Picked;
use crate::{MAX_PLY, Score, ScoreText, eval};

/// Milliseconds after which a search tells what it is looking at.
const LONG_SEARCH: u64 = 1000;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its line of play, itself first.
    pub line: Vec<Move>,
    /// Its score in this iteration; minus infinity if it is not among the best.
    score: Score,
    /// Its score in the last iteration.
    previous: Score,
    seldepth: usize,
}

impl RootMove {
    /// The legal moves among the `wanted`; all legal moves if there are none.
    pub fn all<G: Game>(position: &Position<G>, wanted: &[Move]) -> Vec<Self> {
        let legal = position.legal_moves();
        let chosen: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| wanted.contains(mv))
            .collect();
        let chosen = if chosen.is_empty() {
            legal.to_vec()
        } else {
            chosen
        };
        let unknown = Score::LOWEST;
        let root_move = |mv| Self {
            mv,
            line: vec![mv],
            score: unknown,
            previous: unknown,
            seldepth: 0,
        };
        chosen.into_iter().map(root_move).collect()
    }

    /// The score of this iteration, or of the last one if this one was cut short.
    fn known_score(&self) -> Option<Score> {
        [self.score, self.previous]
            .into_iter()
            .find(|&score| score > Score::LOWEST)
    }
}

impl<G: Game> Search<'_, G> {
    /// Deepens until a limit is reached, and returns the root moves, best first.
    pub fn run(mut self, report: &mut dyn FnMut(Report)) -> Vec<RootMove> {
        let most = self
            .shared
            .limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 1);
        // Helpers run ahead of each other, so that they do not all do the same.
        let first = 1 + (self.thread as u32 & 1);
        for depth in first.min(most)..=most {
            self.iteration(depth, report);
            if self.aborted || self.root_moves.is_empty() || self.is_enough(depth) {
                break;
            }
        }
        self.tell_nodes();
        if self.thread == 0 {
            self.shared.control.finish();
        }
        self.root_moves
    }

    /// Searches every wanted line to one depth and tells the lines.
    fn iteration(&mut self, depth: u32, report: &mut dyn FnMut(Report)) {
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
        }
        let lines = self
            .shared
            .options
            .multi_pv
            .max(1)
            .min(self.root_moves.len());
        for line in 0..lines {
            self.seldepth = 0;
            self.aspiration(line, depth, report);
            if self.aborted {
                break;
            }
        }
        // A later line may have turned out better than an earlier one.
        self.root_moves[..lines].sort_by_key(|root_move| Reverse(root_move.known_score()));
        if self.thread == 0 {
            for line in 0..lines {
                let info = self.info(line, depth, Bound::Exact);
                report(Report::Info(info));
            }
        }
    }

    /// Searches the best line from number `line` on, in a window around its last score that grows
    /// until the score lies inside.
    fn aspiration(&mut self, line: usize, depth: u32, report: &mut dyn FnMut(Report)) {
        let previous = self.root_moves[line].previous;
        let narrow = depth as i32 >= ASPIRATION_DEPTH
            && !previous.is_decisive()
            && self.uses(Features::ASPIRATION);
        let mut width = ASPIRATION_WINDOW;
        let mut window = if narrow {
            Window {
                alpha: previous.plus(-width),
                beta: previous.plus(width),
            }
        } else {
            Window::FULL
        };
        loop {
            let score = self.search_root(line, depth, window, report);
            // Stable, so that moves without a score of their own keep their order.
            self.root_moves[line..].sort_by_key(|root_move| Reverse(root_move.score));
            if self.aborted {
                return;
            }
            let bound = if score <= window.alpha {
                Bound::Upper
            } else if score >= window.beta {
                Bound::Lower
            } else {
                return;
            };
            if self.thread == 0 && self.elapsed() >= LONG_SEARCH {
                let info = self.info(line, depth, bound);
                report(Report::Info(info));
            }
            width *= 2;
            let open = width > 1000 || score.is_decisive();
            match bound {
                Bound::Upper if open => window.alpha = Window::FULL.alpha,
                Bound::Upper => window.alpha = score.plus(-width),
                _ if open => window.beta = Window::FULL.beta,
                _ => window.beta = score.plus(width),
            }
        }
    }

    /// Searches the root moves from number `line` on.
    fn search_root(
        &mut self,
        line: usize,
        depth: u32,
        window: Window,
        report: &mut dyn FnMut(Report),
    ) -> Score {
        let position = self.shared.game.position();
        let node = Node {
            position,
            ply: 0,
            depth: depth as i32,
            window,
            in_check: position.in_check(),
            eval: Score::DRAW,
            table_move: None,
        };
        for root_move in &mut self.root_moves[line..] {
            root_move.score = Score::LOWEST;
        }
        let mut best = Score::LOWEST;
        let mut alpha = window.alpha;
        for index in line..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            if self.thread == 0 && self.elapsed() >= LONG_SEARCH {
                report(Report::CurrentMove {
                    depth,
                    mv,
                    number: index + 1,
                });
            }
            let picked = Picked {
                mv,
                quiet: position.victims(mv).is_empty(),
            };
            let count = index - line + 1;
            let score = self.search_move::<Pv>(&node, picked, count, alpha);
            if self.aborted {
                break;
            }
            let leads = count == 1 || score > alpha;
            if leads {
                self.extend_line(0, mv);
                let root_move = &mut self.root_moves[index];
                root_move.score = score;
                root_move.line.clear();
                root_move.line.extend_from_slice(&self.lines[0]);
                root_move.seldepth = self.seldepth;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// Whether another iteration would be of no use.
    fn is_enough(&self, depth: u32) -> bool {
        let best = self.root_moves[0].score;
        let limits = self.shared.limits;
        let proved = |moves: u32| matches!(best.text(), ScoreText::Mate(found) if found > 0 && found as u32 <= moves);
        if limits.mate.is_some_and(proved) || self.is_past(self.budget.soft) {
            return true;
        }
        // On the clock there is no use in looking beyond a forced end or at a forced move.
        let forced = self.root_moves.len() == 1 || best.is_decisive() && proved(depth / 2);
        forced && self.budget.soft.is_some() && self.shared.control.clock_start().is_some()
    }

    fn elapsed(&self) -> u64 {
        self.shared.started.elapsed().as_millis() as u64
    }

    fn info(&self, line: usize, depth: u32, bound: Bound) -> Info {
        let root_move = &self.root_moves[line];
        self.tell_nodes();
        Info {
            depth,
            seldepth: root_move.seldepth.max(depth as usize) as u32,
            multi_pv: line + 1,
            score: root_move
                .known_score()
                .unwrap_or_else(|| eval::evaluate(self.shared.game.position())),
            bound,
            nodes: self.shared.nodes(),
            time: self.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: root_move.line.clone(),
        }
    }
}
