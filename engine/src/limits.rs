//! What a search is asked for, and what it tells.

use std::time::Duration;

use baroque_movegen::{ByColor, Move};
use bitflags::bitflags;

use crate::Score;

/// When a search ends. Whichever limit is reached first counts; without any it runs until it is
/// stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time left on the clocks, in milliseconds; negative is as good as nothing.
    pub time: ByColor<Option<i64>>,
    /// Increment a move, in milliseconds.
    pub increment: ByColor<i64>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions searched, by all threads together.
    pub nodes: Option<u64>,
    /// Ends when a win in so many moves is proved.
    pub mate: Option<u32>,
    /// Waits for a stop before it names a move.
    pub infinite: bool,
    /// Thinks on the opponent's time: clocks start at the ponder hit, and no move is named before.
    pub ponder: bool,
    /// Root moves to choose from; all if empty.
    pub search_moves: Vec<Move>,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many best lines to tell, from 1.
    pub multi_pv: usize,
    /// Milliseconds that a move needs on its way to the clock.
    pub move_overhead: u64,
    /// Percent of the usual time that is taken on the clock, from 10 to 1000.
    pub slow_mover: u64,
    /// Positions that count as a millisecond, so that games on the clock can be repeated; 0 if
    /// time is time. The clock is then that of the first search since [`crate::Engine::clear`], less
    /// what was searched and with the increments.
    pub node_time: u64,
    /// Centipawns by which the side that searches likes a draw less than an even position.
    pub contempt: i32,
    /// Parts of the engine in use, all of them but for experiments.
    pub features: Features,
}

bitflags! {
    /// Parts of the engine that an experiment may do without, to measure what they are worth.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Features: u8 {
        /// The transposition table.
        const TABLE = 1 << 0;
        /// Null moves.
        const NULL_MOVE = 1 << 1;
        /// Late move reductions.
        const REDUCTIONS = 1 << 2;
        /// Aspiration windows.
        const ASPIRATION = 1 << 3;
        /// The evaluation beyond material.
        const POSITIONAL = 1 << 4;
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead: 10,
            slow_mover: 100,
            node_time: 0,
            contempt: 0,
            features: Features::all(),
        }
    }
}

/// What a score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The score of the whole search.
    Exact,
}

/// One line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: u32,
    /// Greatest ply that was reached.
    pub seldepth: u32,
    /// Which best line this is, from 1.
    pub multi_pv: usize,
    /// Its score.
    pub score: Score,
    /// What the score is worth.
    pub bound: Bound,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Permille of the table's entries that this search has written, from a sample.
    pub hashfull: u32,
    /// The line of play.
    pub pv: Vec<Move>,
}

/// What a search tells while it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A line of play.
    Info(Info),
    /// The root move that is being looked at, told after the first second.
    CurrentMove {
        /// Depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// The end of the search, told once and last. No move if the game is over.
    Best {
        /// The move to play.
        best: Option<Move>,
        /// The answer expected.
        ponder: Option<Move>,
    },
}

/// The end of a search that the caller waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The last exact score, or else the last bound, for the side to move; `None` if the search
    /// ended before it had one.
    pub score: Option<Score>,
}
