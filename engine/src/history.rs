//! Which quiet moves have cut branches off before.

use baroque_movegen::{Color, Move, PieceKind};

use crate::MAX_PLY;
use crate::params::{HISTORY_BONUS, HISTORY_BONUS_MOST};

/// Rows for all squares, and for pieces in hand.
const SIZE: usize = 128;
/// Greatest absolute value of a history.
const MOST: i32 = 16_384;

/// Killer moves (Huberman 1968) and the history of quiet moves by side, start and landing square
/// (Schaeffer 1983), with values that age by themselves (gravity).
pub struct History {
    butterfly: Box<[[[i16; SIZE]; SIZE]; 2]>,
    killers: Box<[[Option<Move>; 2]; MAX_PLY + 1]>,
}

impl History {
    /// Nothing learned yet.
    pub fn new() -> Self {
        Self {
            butterfly: Box::new([[[0; SIZE]; SIZE]; 2]),
            killers: Box::new([[None; 2]; MAX_PLY + 1]),
        }
    }

    /// Halves what was learned, for the next search of the same game.
    pub fn age(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|h| *h /= 2);
        self.killers.fill([None; 2]);
    }

    /// The history of a quiet move, within ±16,384.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[side as usize][origin(mv)][mv.to().index()])
    }

    /// The killer moves of a ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    /// A quiet move refuted its predecessor after the `others` had failed to.
    pub fn update(&mut self, side: Color, ply: usize, depth: u32, mv: Move, others: &[Move]) {
        let [first, second] = &mut self.killers[ply.min(MAX_PLY)];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
        let bonus = (HISTORY_BONUS * (depth * depth) as i32).min(HISTORY_BONUS_MOST);
        self.add(side, mv, bonus);
        for &other in others {
            self.add(side, other, -bonus);
        }
    }

    fn add(&mut self, side: Color, mv: Move, bonus: i32) {
        let value = &mut self.butterfly[side as usize][origin(mv)][mv.to().index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}

/// The row of a move: the square where it starts, or for a drop one of those beyond every board, by
/// kind.
#[inline]
fn origin(mv: Move) -> usize {
    mv.dropped().map_or(mv.from().index(), |kind| SIZE - PieceKind::NUM + kind as usize)
}
