//! Killers and history: quiet moves that failed high before.

use baroque_movegen::{Color, Move, PieceKind};

use crate::params::{HISTORY_BONUS, HISTORY_BONUS_MAX};
use crate::score::MAX_PLY;

/// Maximum number of squares.
const SQUARES: usize = 128;
/// Rows of the table: all squares, and the kinds of pieces in hand.
const ROWS: usize = SQUARES + PieceKind::MAX;
/// Greatest absolute value of a history score.
const MAX: i32 = 16_384;

/// Killer moves (Huberman 1968) and butterfly history by side, from and to square (Schaeffer 1983).
/// History scores are pulled towards zero with each update ("gravity").
pub struct History {
    butterfly: Box<[[[i16; SQUARES]; ROWS]; 2]>,
    killers: Box<[[Option<Move>; 2]; MAX_PLY + 1]>,
}

impl History {
    pub fn new() -> Self {
        Self {
            butterfly: Box::new([[[0; SQUARES]; ROWS]; 2]),
            killers: Box::new([[None; 2]; MAX_PLY + 1]),
        }
    }

    /// Halves the history and clears the killers, before the next search of the same game.
    pub fn age(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|h| *h /= 2);
        self.killers.fill([None; 2]);
    }

    /// The history score of a quiet move, within ±16,384.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[side as usize][origin(mv)][mv.to().index()])
    }

    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    /// Rewards a quiet move that failed high and penalizes the quiet moves searched before it.
    pub fn update(&mut self, side: Color, ply: usize, depth: u32, mv: Move, others: &[Move]) {
        let [first, second] = &mut self.killers[ply.min(MAX_PLY)];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
        let bonus = (HISTORY_BONUS * (depth * depth) as i32).min(HISTORY_BONUS_MAX);
        self.add(side, mv, bonus);
        for &other in others {
            self.add(side, other, -bonus);
        }
    }

    fn add(&mut self, side: Color, mv: Move, bonus: i32) {
        let value = &mut self.butterfly[side as usize][origin(mv)][mv.to().index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX) as i16;
    }
}

/// The row of a move: its from square, or for a drop a row beyond the squares, by kind.
#[inline]
fn origin(mv: Move) -> usize {
    mv.dropped().map_or(mv.from().index(), |kind| SQUARES + kind.index())
}
