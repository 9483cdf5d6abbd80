//! Moves.

use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use crate::Square;

/// A move: where the piece starts and where it lands. Equal squares mean the suicide of a frozen
/// piece. What it captures follows from the position: [`Position::victims`].
///
/// [`Position::victims`]: crate::Position::victims
///
/// ```
/// use baroque_movegen::{Move, Square};
/// let mv = Move::new(Square::new(12), Square::new(28));
/// assert_eq!((mv.from().index(), mv.to().index()), (12, 28));
/// assert_eq!(Move::try_from_bits(mv.to_bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    const TO_SHIFT: u32 = 7;
    const SQUARE: u32 = (1 << Self::TO_SHIFT) - 1;
    /// Always set, so that no move is zero.
    const MARK: u32 = 1 << (2 * Self::TO_SHIFT);
    /// How many bits [`Self::to_bits`] may use, with room for the move kinds of further games.
    pub const BITS: u32 = 20;

    /// The move from one square to another; a suicide if they are the same.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        let squares = from.index() as u32 | (to.index() as u32) << Self::TO_SHIFT;
        // The mark alone is non-zero; adding the squares' bits below it keeps it so.
        Self(NonZeroU32::MIN.saturating_add(Self::MARK - 1 + squares))
    }

    /// Where the piece starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & Self::SQUARE) as usize)
    }

    /// Where the piece lands.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> Self::TO_SHIFT & Self::SQUARE) as usize)
    }

    /// Whether the piece takes itself off the board.
    #[inline(always)]
    pub fn is_suicide(self) -> bool {
        self.from() == self.to()
    }

    /// The move as a number below 2^[`Self::BITS`], never zero.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// The move of a number from [`Self::to_bits`]; `None` for zero. Any other number gives a
    /// move too, which need not be legal anywhere.
    #[inline(always)]
    pub fn try_from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }
}

/// No accepted position has more legal moves than this.
///
/// On 64 squares a side owns at most 32 men. Each moves only along its own queen lines, one move a
/// square at most, and a suicide replaces them all. The 32 squares with the longest queen lines
/// have 776 squares on them. A test recomputes this.
pub const MAX_MOVES: usize = 776;

/// Moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board8x8, Geometry};

    #[test]
    fn capacity_is_the_sum_of_the_longest_queen_lines() {
        let mut lines: Vec<u32> =
            Board8x8::squares().iter().map(|square| Board8x8::queen_lines(square).len()).collect();
        lines.sort_unstable();
        let longest: u32 = lines.iter().rev().take(32).sum();
        assert_eq!(longest as usize, MAX_MOVES);
    }
}
