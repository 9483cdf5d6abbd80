//! Move statistics: killers, and histories of the moves that failed high before.

use baroque_movegen::{Color, Game, Geometry, Move, PieceKind, Position};

use crate::eval::MAX_SQUARES;
use crate::gain::PickedMove;
use crate::params::{HISTORY_BASE, HISTORY_MAX_BONUS, HISTORY_SLOPE};
use crate::score::MAX_PLY;

/// Rows of the butterfly table: all squares, and the kinds of pieces in hand.
const ROWS: usize = MAX_SQUARES + PieceKind::MAX;
/// Greatest absolute value of a history score.
const MAX: i32 = 16_384;
/// Numbers of victims in capture history: one, two, more.
const VICTIMS: usize = 3;

/// Features of a position by which errors of the evaluation are recorded.
pub const CORRECTIONS: usize = 5;
/// Keys of each feature.
const KEYS: usize = 1 << 14;
/// Greatest absolute value of a recorded error.
const MAX_CORRECTION: i32 = 1024;

/// A position's key of each feature.
pub type CorrectionKeys = [u16; CORRECTIONS];

/// Kind and destination of a move, as an index of history tables.
pub type PieceTo = usize;

/// The moves 1, 2 and 4 plies before a node; `None` for null moves and before the root.
pub type Previous = [Option<PieceTo>; 3];

/// Whether the moves of [`Previous`] are the opponent's (0) or the own side's (1).
const RELATION: [usize; 3] = [0, 1, 1];

/// Killer moves (Huberman 1968), butterfly history by side, from and to square (Schaeffer 1983),
/// continuation history by kind and destination of a move and of an earlier one, and capture
/// history; errors of the evaluation (correction history). Scores are pulled towards zero with each update ("gravity").
pub struct History {
    /// Number of different [`PieceTo`].
    destinations: usize,
    kinds: usize,
    squares: usize,
    butterfly: Box<[[[i16; MAX_SQUARES]; ROWS]; 2]>,
    continuation: Vec<i16>,
    captures: Vec<i16>,
    killers: Box<[[Option<Move>; 2]; MAX_PLY + 1]>,
    /// Errors of the evaluation by side to move, feature and key.
    corrections: Vec<i16>,
}

impl History {
    /// Empty tables for a game.
    pub fn new<G: Game>(position: &Position<G>) -> Self {
        let (kinds, geometry) = (position.pieces().len(), position.geometry());
        let squares = geometry.files() * geometry.ranks();
        let destinations = kinds * squares;
        Self {
            destinations,
            kinds,
            squares,
            butterfly: Box::new([[[0; MAX_SQUARES]; ROWS]; 2]),
            continuation: vec![0; 4 * destinations * destinations],
            captures: vec![0; 2 * destinations * kinds * VICTIMS],
            killers: Box::new([[None; 2]; MAX_PLY + 1]),
            corrections: vec![0; 2 * CORRECTIONS * KEYS],
        }
    }

    /// Halves the butterfly history and clears the killers, before the next search of the same
    /// game.
    pub fn age(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|h| *h /= 2);
        self.killers.fill([None; 2]);
    }

    /// The index of a move of a piece of a kind.
    #[inline]
    pub fn piece_to(&self, kind: PieceKind, mv: Move) -> PieceTo {
        kind.index() * self.squares + mv.to().index()
    }

    /// The history score of a quiet move, within ±4 × [`MAX`].
    #[inline]
    pub fn quiet(&self, side: Color, kind: PieceKind, mv: Move, previous: &Previous) -> i32 {
        let to = self.piece_to(kind, mv);
        let mut score = i32::from(self.butterfly[side as usize][origin(mv)][mv.to().index()]);
        for (ply, relation) in previous.iter().zip(RELATION) {
            if let Some(earlier) = *ply {
                score += i32::from(self.continuation[self.follow_up(side, relation, earlier) + to]);
            }
        }
        score
    }

    /// The history score of a capture, within ±[`MAX`].
    #[inline]
    pub fn capture(&self, side: Color, picked: &PickedMove) -> i32 {
        i32::from(self.captures[self.capture_index(side, picked)])
    }

    /// The last two quiet moves that failed high at a ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    /// Remembers a quiet move that failed high at a ply.
    pub fn add_killer(&mut self, ply: usize, mv: Move) {
        let [first, second] = &mut self.killers[ply.min(MAX_PLY)];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    /// Rewards or penalizes a quiet move.
    pub fn update_quiet(&mut self, side: Color, picked: &PickedMove, previous: &Previous, by: i32) {
        let (mv, to) = (picked.mv, self.piece_to(picked.kind, picked.mv));
        add(&mut self.butterfly[side as usize][origin(mv)][mv.to().index()], by, MAX);
        for (ply, relation) in previous.iter().zip(RELATION) {
            if let Some(earlier) = *ply {
                let index = self.follow_up(side, relation, earlier) + to;
                add(&mut self.continuation[index], by, MAX);
            }
        }
    }

    /// Rewards or penalizes a capture.
    pub fn update_capture(&mut self, side: Color, picked: &PickedMove, by: i32) {
        let index = self.capture_index(side, picked);
        add(&mut self.captures[index], by, MAX);
    }

    /// The errors of the evaluation recorded for some keys, each a sum of errors weighted by depth that
    /// new ones pull towards zero, within ±1024.
    pub fn corrections(&self, side: Color, keys: &CorrectionKeys) -> [i32; CORRECTIONS] {
        let entry = |feature| i32::from(self.corrections[correction_index(side, keys, feature)]);
        std::array::from_fn(entry)
    }

    /// Records an error of the evaluation, in centipawns, that a search to a depth found.
    pub fn update_corrections(
        &mut self,
        side: Color,
        keys: &CorrectionKeys,
        error: i32,
        depth: i32,
    ) {
        let by = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        for feature in 0..CORRECTIONS {
            let value = &mut self.corrections[correction_index(side, keys, feature)];
            add(value, by, MAX_CORRECTION);
        }
    }

    /// The first index of the moves that follow an earlier one.
    #[inline]
    fn follow_up(&self, side: Color, relation: usize, earlier: PieceTo) -> usize {
        ((2 * side as usize + relation) * self.destinations + earlier) * self.destinations
    }

    #[inline]
    fn capture_index(&self, side: Color, picked: &PickedMove) -> usize {
        let to = self.piece_to(picked.kind, picked.mv);
        let victims = usize::from(picked.victims.saturating_sub(1)).min(VICTIMS - 1);
        let victim = picked.best_victim.map_or(0, PieceKind::index);
        ((side as usize * self.destinations + to) * self.kinds + victim) * VICTIMS + victims
    }
}

#[inline]
fn correction_index(side: Color, keys: &CorrectionKeys, feature: usize) -> usize {
    (side as usize * CORRECTIONS + feature) * KEYS + usize::from(keys[feature]) % KEYS
}

/// The bonus of a move that failed high at a depth in plies.
pub fn bonus(depth: i32) -> i32 {
    (HISTORY_SLOPE.get() * depth - HISTORY_BASE.get()).clamp(0, HISTORY_MAX_BONUS.get())
}

/// Adds to a value and pulls it towards zero, so that it stays within ±`most`.
fn add(value: &mut i16, by: i32, most: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / most) as i16;
}

/// The butterfly row of a move: its from square, or for a drop a row beyond the squares, by kind.
#[inline]
fn origin(mv: Move) -> usize {
    mv.dropped().map_or(mv.from().index(), |kind| MAX_SQUARES + kind.index())
}
