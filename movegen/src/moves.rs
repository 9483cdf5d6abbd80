//! Moves.

use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use crate::{PieceKind, Square};

/// What a move does that start and landing square do not tell (rules, 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Special {
    /// Nothing.
    Nothing,
    /// A swapper or chameleon destroys itself and the man on the landing square.
    Destruction,
    /// A puller pulls what stands behind it.
    Pull,
    /// A pawn becomes such a man, a resurrector leaves it behind, or it is dropped.
    Man(PieceKind),
}

impl Special {
    /// How many there are.
    const NUM: u32 = 3 + PieceKind::NUM as u32;

    #[inline(always)]
    const fn number(self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Destruction => 1,
            Self::Pull => 2,
            Self::Man(kind) => 3 + kind as u32,
        }
    }

    #[inline(always)]
    const fn of_number(number: u32) -> Self {
        match number {
            0 => Self::Nothing,
            1 => Self::Destruction,
            2 => Self::Pull,
            _ => Self::Man(PieceKind::ALL[(number as usize - 3) % PieceKind::NUM]),
        }
    }
}

/// A move: where the piece starts, where it lands, and what else it does. Equal squares mean that a
/// man takes itself off the board (suicide, explosion), or with [`Special::Man`] a drop. What it
/// captures follows from the position: [`Position::victims`].
///
/// [`Position::victims`]: crate::Position::victims
///
/// ```
/// use baroque_movegen::{Move, PieceKind, Special, Square};
/// let mv = Move::new(Square::new(12), Square::new(28));
/// assert_eq!((mv.from().index(), mv.to().index()), (12, 28));
/// assert_eq!(Move::try_from_bits(mv.to_bits()), Some(mv));
/// let drop = Move::drop(PieceKind::Leaper, Square::new(28));
/// assert_eq!((drop.dropped(), mv.dropped()), (Some(PieceKind::Leaper), None));
/// assert_eq!(drop.special(), Special::Man(PieceKind::Leaper));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    const TO_SHIFT: u32 = 7;
    const SQUARE: u32 = (1 << Self::TO_SHIFT) - 1;
    /// Always set, so that no move is zero.
    const MARK: u32 = 1 << (2 * Self::TO_SHIFT);
    const SPECIAL_SHIFT: u32 = 2 * Self::TO_SHIFT + 1;
    /// How many bits [`Self::to_bits`] uses.
    pub const BITS: u32 = Self::SPECIAL_SHIFT + 5;

    /// The move from one square to another that does nothing special; a suicide or an explosion if
    /// they are the same.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::with(from, to, Special::Nothing)
    }

    /// The move from one square to another that does something special.
    #[inline(always)]
    pub const fn with(from: Square, to: Square, special: Special) -> Self {
        let squares = from.index() as u32 | (to.index() as u32) << Self::TO_SHIFT;
        let special = special.number() << Self::SPECIAL_SHIFT;
        // The mark alone is non-zero; adding the other bits around it keeps it so.
        Self(NonZeroU32::MIN.saturating_add((Self::MARK - 1 + squares) | special))
    }

    /// The drop of a man from the hand.
    #[inline(always)]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::with(to, to, Special::Man(kind))
    }

    /// Where the piece starts; for a drop where it lands.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & Self::SQUARE) as usize)
    }

    /// Where the piece lands.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> Self::TO_SHIFT & Self::SQUARE) as usize)
    }

    /// What else it does.
    #[inline(always)]
    pub const fn special(self) -> Special {
        Special::of_number(self.0.get() >> Self::SPECIAL_SHIFT)
    }

    /// What is dropped, if anything is.
    #[inline(always)]
    pub fn dropped(self) -> Option<PieceKind> {
        match self.special() {
            Special::Man(kind) if self.from() == self.to() => Some(kind),
            _ => None,
        }
    }

    /// Whether the piece takes itself off the board without going anywhere: suicide, explosion.
    #[inline(always)]
    pub fn is_suicide(self) -> bool {
        self.from() == self.to() && self.special() == Special::Nothing
    }

    /// The move as a number below 2^[`Self::BITS`], never zero.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// The move of a number from [`Self::to_bits`], which need not be legal anywhere; `None` for
    /// all other numbers.
    #[inline(always)]
    pub fn try_from_bits(bits: u32) -> Option<Self> {
        let formed = bits & Self::MARK != 0 && bits >> Self::SPECIAL_SHIFT < Special::NUM;
        NonZeroU32::new(bits).filter(|_| formed).map(Self)
    }
}

/// No accepted position has more legal moves than this.
///
/// Baroque, Maxima: a side owns at most 32 or 36 men. Each moves only along its own queen lines, a
/// mage along its own ways, one move a square at most, and a suicide replaces them all.
/// Rococo: 32 men, and on a line of n squares from a man at most n moves; but 2 on one of one square
/// and 3 on one of two, for a neighbour may be swapped with or destroyed, and then jumped. Pawns
/// have at most five ways on to their last two ranks, with seven moves each, and three back.
/// Renaissance: 36 men, one move a square on the queen lines of each. A resurrector can besides leave
/// every kind in hand behind on each of its steps, and no other man can do as much besides. So a
/// king, ten kinds in hand and 25 resurrectors have the most moves.
/// A test recomputes all this.
pub const MAX_MOVES: usize = 3268;

/// Moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Board8x8, Board9x9, Board10x10, Direction, Game, Geometry, Hand, Maxima, MaximaBoard,
    };

    /// The most moves of so many men that have `count` moves where they stand.
    fn most<G: Geometry>(men: usize, count: impl Fn(Square) -> u32) -> usize {
        let mut counts: Vec<u32> = G::squares().iter().map(count).collect();
        counts.sort_unstable();
        counts.iter().rev().take(men).sum::<u32>() as usize
    }

    #[test]
    fn no_position_has_more_moves() {
        let baroque = most::<Board8x8>(32, |square| Board8x8::queen_lines(square).len());
        let maxima = most::<MaximaBoard>(36, |square| {
            let mage = Maxima::slides(PieceKind::Mage, square, crate::Bitboard::EMPTY);
            MaximaBoard::queen_lines(square).len().max(mage.len())
        });
        let rococo = most::<Board10x10>(32, |square| {
            let line = |direction| match Board10x10::ray(square, direction).len() {
                length @ (1 | 2) => length + 1,
                length => length,
            };
            let promoting = if Board10x10::rank(square) >= Board10x10::RANKS - 2 { 38 } else { 0 };
            Direction::ALL.into_iter().map(line).sum::<u32>().max(promoting)
        });
        let kinds = Hand::KINDS.len();
        let resurrectors = 36 - 1 - kinds;
        let steps = 8 * (resurrectors * kinds + 1);
        let drops = kinds * (81 - 2 - resurrectors);
        let slides = most::<Board9x9>(resurrectors, |square| Board9x9::queen_lines(square).len());
        let renaissance = slides + steps + drops;
        assert_eq!([baroque, maxima, rococo, renaissance].into_iter().max(), Some(MAX_MOVES));
    }
}
