//! Input and output of a search: limits, options and reports.

use std::time::Duration;

use baroque_movegen::{ByColor, Color, Move};
use bitflags::bitflags;

use crate::score::Score;
use crate::strength::{Levels, Strength};

/// When a search ends: at the first limit that is reached. Without limits it runs until it is
/// stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time left on the clocks, in milliseconds; a negative time counts as 0.
    pub time: ByColor<Option<i64>>,
    /// Increment per move, in milliseconds.
    pub increment: ByColor<i64>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Fixed time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched, by all threads together.
    pub nodes: Option<u64>,
    /// Ends the search when a mate in at most this many moves is proved or excluded. Such a search
    /// prunes and reduces nothing above quiescence.
    pub mate: Option<u32>,
    /// Holds the best move back until the search is stopped.
    pub infinite: bool,
    /// Searches on the opponent's time: the clock starts at the ponder hit, and the best move is
    /// held back until then.
    pub ponder: bool,
    /// Root moves to search; all if none of them is legal.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Whether a search for this side to move ends by itself, when it does not ponder.
    pub fn end_search(&self, side: Color) -> bool {
        let is_limited = self.time[side].is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        is_limited && !self.infinite
    }
}

/// Options that apply to every search until they are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Best root moves to report with a pv each, at least 1.
    pub multi_pv: usize,
    /// Milliseconds reserved per move for the delay between engine and clock.
    pub move_overhead: u64,
    /// Percent of the normal share of the clock to use, 10 to 1000.
    pub slow_mover: u64,
    /// Nodes that count as a millisecond, which makes timed games reproducible; 0 uses real time.
    /// The engine then keeps its own node clock: the time of the first search since
    /// [`crate::Engine::clear`], less the nodes searched, plus the increments.
    pub node_time: u64,
    /// Centipawns by which the searching side rates a draw below an even position.
    pub contempt: i32,
    /// How strong the engine plays.
    pub strength: Strength,
    /// The levels of the game; `None` for those of this build.
    pub levels: Option<Levels>,
    /// With another seed, play below full strength varies.
    pub seed: u64,
    /// Parts of search and evaluation in use: all of them except in experiments.
    pub features: Features,
}

bitflags! {
    /// Parts of search and evaluation that can be turned off to measure their effect.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Features: u8 {
        /// The transposition table.
        const TABLE = 1 << 0;
        /// Null move pruning.
        const NULL_MOVE = 1 << 1;
        /// Late move reductions.
        const REDUCTIONS = 1 << 2;
        /// Pruning of nodes and moves other than by null moves.
        const PRUNING = 1 << 3;
        /// Aspiration windows.
        const ASPIRATION = 1 << 4;
        /// The evaluation beyond material.
        const POSITIONAL = 1 << 5;
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead: 10,
            slow_mover: 100,
            node_time: 0,
            contempt: 0,
            strength: Strength::Full,
            levels: None,
            seed: 0,
            features: Features::all(),
        }
    }
}

/// How a score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

/// A principal variation with its score, as in UCI's `info`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Greatest ply that the search reached.
    pub seldepth: u32,
    /// Rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// Score for the side to move, as [`Score::reported`].
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Permille of the transposition table that this search has written, from a sample.
    pub hashfull: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// A report of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A principal variation with its score.
    Info(Info),
    /// The root move being searched; reported only after the first second.
    CurrentMove {
        /// Depth of the iteration in plies.
        depth: u32,
        /// The root move.
        mv: Move,
        /// Its number in the search order, from 1.
        number: usize,
    },
    /// There is no mate in at most [`Limits::mate`] moves; not reported with
    /// [`Limits::search_moves`].
    NoMate {
        /// That number of moves.
        moves: u32,
    },
    /// The result of the search, reported once and last.
    Best {
        /// The move to play; `None` if the game is over.
        best: Option<Move>,
        /// The expected reply.
        ponder: Option<Move>,
    },
}

/// The result of a blocking search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchResult {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The lines of [`SearchOptions::multi_pv`], the best first, each as it was last reported with an
    /// exact score, or first with a bound since its move changed; none if the search ended before that.
    pub lines: Vec<Info>,
}

impl SearchResult {
    /// The score of the best line for the side to move, as [`Score::reported`].
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Depth of the best line in plies; 0 if there is none.
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    /// The principal variation.
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }

    /// Keeps a line that was reported.
    pub(crate) fn note(&mut self, message: &Report) {
        let Report::Info(info) = message else { return };
        let count = self.lines.len();
        match self.lines.get_mut(info.multi_pv - 1) {
            Some(line) if info.bound == Bound::Exact || info.pv.first() != line.pv.first() => {
                line.clone_from(info);
            }
            None if info.multi_pv == count + 1 => self.lines.push(info.clone()),
            _ => {}
        }
    }
}
