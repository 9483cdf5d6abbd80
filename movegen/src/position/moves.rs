//! Moves, and groups of moves as generators produce them.

use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use crate::{Bitboard, Bits, PieceKind, Square};

/// What a move does that start and destination square do not tell (rules, 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Special {
    /// Nothing.
    Nothing,
    /// A swapper or chameleon destroys itself and the piece on the destination square.
    Destruction,
    /// A puller pulls what stands behind it.
    Pull,
    /// A pawn becomes such a piece, a resurrector leaves it behind, or it is dropped.
    Piece(PieceKind),
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
            Self::Piece(kind) => 3 + kind as u32,
        }
    }

    #[inline(always)]
    const fn of_number(number: u32) -> Self {
        match number {
            0 => Self::Nothing,
            1 => Self::Destruction,
            2 => Self::Pull,
            _ => Self::Piece(PieceKind::ALL[(number as usize - 3) % PieceKind::NUM]),
        }
    }
}

/// A move: where the piece starts, where it lands, and what else it does. Equal squares mean that a
/// piece takes itself off the board (suicide, explosion), or with [`Special::Piece`] a drop. What it
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
/// assert_eq!(drop.special(), Special::Piece(PieceKind::Leaper));
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

    /// The drop of a piece from the hand.
    #[inline(always)]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::with(to, to, Special::Piece(kind))
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
            Special::Piece(kind) if self.from() == self.to() => Some(kind),
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

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// All legal moves.
    All,
    /// Only those that take something.
    Captures,
}

/// Moves of one piece that do the same special thing, if any: where it can land without taking
/// anything, and where it takes something. A suicide or an explosion lands on its own square.
///
/// ```
/// use std::ops::ControlFlow;
/// use baroque_movegen::{Position, GenType, Ultima, bitboard, ultima::Rules};
/// let fen = "8/8/8/8/3W4/2p5/8/8";
/// let position = Position::<Ultima>::from_fen(fen, Rules::default()).unwrap();
/// let mut groups = Vec::new();
/// let _ = position.generate(GenType::All, |group| {
///     groups.push(group);
///     ControlFlow::Continue(())
/// });
/// groups.retain(|group| !group.destinations().is_empty());
/// assert_eq!(groups[0].captures, bitboard! {
///     . . . . . . . X
///     . . . . . . X .
///     . . . . . X . .
///     . . . . X . . .
///     . . . W . . . .
///     . . p . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!(groups[0].quiets, bitboard! {
///     . . . X . . . .
///     X . . X . . . .
///     . X . X . . . .
///     . . X X . . . .
///     X X X W X X X X
///     . . p X X . . .
///     . . . X . X . .
///     . . . X . . X .
/// });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveGroup<B: Bits> {
    /// What moves.
    pub kind: PieceKind,
    /// Where it starts; `None` for a piece in hand.
    pub from: Option<Square>,
    /// What it does besides.
    pub special: Special,
    /// Landing squares of moves that take nothing.
    pub quiets: Bitboard<B>,
    /// Landing squares of moves that take something.
    pub captures: Bitboard<B>,
}

impl<B: Bits> MoveGroup<B> {
    /// Moves of a piece on the board that do nothing special.
    #[inline(always)]
    pub fn plain(
        kind: PieceKind,
        from: Square,
        quiets: Bitboard<B>,
        captures: Bitboard<B>,
    ) -> Self {
        Self { kind, from: Some(from), special: Special::Nothing, quiets, captures }
    }

    /// The move to one of the destination squares.
    #[inline(always)]
    pub fn to(&self, to: Square) -> Move {
        match self.from {
            Some(from) => Move::with(from, to, self.special),
            None => Move::drop(self.kind, to),
        }
    }

    /// All destination squares.
    #[inline(always)]
    pub fn destinations(&self) -> Bitboard<B> {
        self.quiets | self.captures
    }
}

/// No accepted position has more legal moves than this.
///
/// Baroque, Maxima: a side owns at most 32 or 36 pieces. Each moves only along its own queen lines, a
/// mage along its own ways, one move a square at most, and a suicide replaces them all.
/// Rococo: 32 pieces, and on a line of n squares from a piece at most n moves; but 2 on one of one square
/// and 3 on one of two, for a neighbour may be swapped with or destroyed, and then jumped. Pawns
/// have at most five ways on to their last two ranks, with seven moves each, and three back.
/// Renaissance: 36 pieces, one move a square on the queen lines of each. A resurrector can besides leave
/// every kind in hand behind on each of its steps, and no other piece can do as much besides. So a
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

    /// The most moves of so many pieces that have `count` moves where they stand.
    fn most<G: Geometry>(pieces: usize, count: impl Fn(Square) -> u32) -> usize {
        let mut counts: Vec<u32> = G::squares().iter().map(count).collect();
        counts.sort_unstable();
        counts.iter().rev().take(pieces).sum::<u32>() as usize
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
