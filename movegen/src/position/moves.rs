//! Moves, and groups of moves as generators produce them.

use std::fmt::Debug;
use std::num::NonZeroU32;
use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::{Bitboard, Grid, PieceKind, Square};

/// What a move does beyond its start and destination squares (rules, 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Special {
    /// An ordinary move.
    Normal,
    /// A swapper or chameleon destroys itself and the piece on the destination square.
    Destruction,
    /// A puller pulls the piece behind it.
    Pull,
    /// The piece jumps over others to take them.
    Leap,
    /// It changes places with the piece on the destination.
    Swap,
    /// It pushes the piece on the destination.
    Push,
    /// It takes the piece on the destination without moving.
    Rifle,
    /// It brings the piece on the destination nearer.
    Attract,
    /// It sends the piece on the destination away.
    Repel,
    /// It pushes all pieces in line from the destination on.
    Plow,
    /// The kind that a pawn promotes to, that a resurrector leaves behind or that is dropped.
    Piece(PieceKind),
}

impl Special {
    /// Number of codes.
    const NUM: u32 = 3 + PieceKind::MAX as u32 + Self::APART.len() as u32;
    /// Those of moves that share start and destination with an ordinary one, in the order in which the
    /// first of them needs no letter (rules, 10).
    pub const APART: [Self; 7] =
        [Self::Leap, Self::Swap, Self::Push, Self::Rifle, Self::Attract, Self::Repel, Self::Plow];
    const FIRST_APART: u32 = 3 + PieceKind::MAX as u32;

    #[inline(always)]
    const fn code(self) -> u32 {
        match self {
            Self::Normal => 0,
            Self::Destruction => 1,
            Self::Pull => 2,
            Self::Piece(kind) => 3 + kind.index() as u32,
            Self::Leap => Self::FIRST_APART,
            Self::Swap => Self::FIRST_APART + 1,
            Self::Push => Self::FIRST_APART + 2,
            Self::Rifle => Self::FIRST_APART + 3,
            Self::Attract => Self::FIRST_APART + 4,
            Self::Repel => Self::FIRST_APART + 5,
            Self::Plow => Self::FIRST_APART + 6,
        }
    }

    /// The special effect with a [`Self::letter`].
    pub fn with_letter(letter: char) -> Option<Self> {
        let mut all = [Self::Destruction, Self::Pull].into_iter().chain(Self::APART);
        all.find(|special| special.letter() == Some(letter))
    }

    /// The letter that the text of a move ends with to tell it from others with the same squares; for
    /// [`Self::Piece`] that of the kind.
    pub const fn letter(self) -> Option<char> {
        Some(match self {
            Self::Normal | Self::Piece(_) => return None,
            Self::Destruction => 'd',
            Self::Pull => 't',
            Self::Leap => 'l',
            Self::Swap => 'w',
            Self::Push => 'h',
            Self::Rifle => 'f',
            Self::Attract => 'a',
            Self::Repel => 'r',
            Self::Plow => 'o',
        })
    }

    #[inline(always)]
    const fn from_code(code: u32) -> Self {
        match code {
            0 => Self::Normal,
            1 => Self::Destruction,
            2 => Self::Pull,
            Self::FIRST_APART.. => {
                Self::APART[(code - Self::FIRST_APART) as usize % Self::APART.len()]
            }
            _ => Self::Piece(PieceKind::new((code as usize - 3) % PieceKind::MAX)),
        }
    }
}

/// A move: start square, destination square and [`Special`]. Equal squares mean suicide or
/// explosion, or a drop with [`Special::Piece`]. Victims are not stored, [`Position::victims`]
/// computes them. The text of a move depends on the board and its pieces: [`uci`], [`readable`].
///
/// [`Position::victims`]: crate::Position::victims
/// [`uci`]: crate::uci()
/// [`readable`]: crate::readable()
///
/// ```
/// use baroque_movegen::{Game, Move, Special, Square, Ultima};
/// let mv = Move::new(Square::new(12), Square::new(28));
/// assert_eq!((mv.from().index(), mv.to().index()), (12, 28));
/// assert_eq!(Move::try_from_bits(mv.to_bits()), Some(mv));
/// let leaper = Ultima::PIECES.kind('L').unwrap();
/// let drop = Move::drop(leaper, Square::new(28));
/// assert_eq!((drop.dropped(), mv.dropped()), (Some(leaper), None));
/// assert_eq!(drop.special(), Special::Piece(leaper));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4 && Special::NUM < 1 << 6);

impl Move {
    const TO_SHIFT: u32 = 7;
    const SQUARE: u32 = (1 << Self::TO_SHIFT) - 1;
    const SPECIAL_SHIFT: u32 = 2 * Self::TO_SHIFT;
    /// Number of bits that [`Self::to_bits`] uses.
    pub const BITS: u32 = Self::SPECIAL_SHIFT + 6;

    /// The move from one square to another with [`Special::Normal`]; a suicide or an explosion if
    /// the squares are equal.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::with(from, to, Special::Normal)
    }

    /// The move from one square to another with a [`Special`].
    #[inline(always)]
    pub const fn with(from: Square, to: Square, special: Special) -> Self {
        let squares = from.index() as u32 | (to.index() as u32) << Self::TO_SHIFT;
        let special = special.code() << Self::SPECIAL_SHIFT;
        // One more than the encoded parts, so that no move is zero.
        Self(NonZeroU32::MIN.saturating_add(squares | special))
    }

    /// The drop of a piece from the hand.
    #[inline(always)]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::with(to, to, Special::Piece(kind))
    }

    /// The start square; for a drop the destination.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::of_bit((self.code() & Self::SQUARE) as usize)
    }

    /// The destination square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::of_bit((self.code() >> Self::TO_SHIFT & Self::SQUARE) as usize)
    }

    /// The special effect.
    #[inline(always)]
    pub const fn special(self) -> Special {
        Special::from_code(self.code() >> Self::SPECIAL_SHIFT)
    }

    /// The kind that is dropped; `None` for moves of pieces on the board.
    #[inline(always)]
    pub fn dropped(self) -> Option<PieceKind> {
        match self.special() {
            Special::Piece(kind) if self.from() == self.to() => Some(kind),
            _ => None,
        }
    }

    /// Whether the move is a suicide or an explosion: the piece leaves the board from its square.
    #[inline(always)]
    pub fn is_suicide(self) -> bool {
        self.from() == self.to() && self.special() == Special::Normal
    }

    /// The encoded parts.
    #[inline(always)]
    const fn code(self) -> u32 {
        self.0.get() - 1
    }

    /// The move as a number below 2^[`Self::BITS`], never zero.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// The move with the bits of [`Self::to_bits`]; it need not be legal in any position. `None`
    /// for bits that encode no move.
    #[inline(always)]
    pub fn try_from_bits(bits: u32) -> Option<Self> {
        let mv = NonZeroU32::new(bits).map(Self)?;
        (mv.code() >> Self::SPECIAL_SHIFT < Special::NUM).then_some(mv)
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// All legal moves.
    All,
    /// Only captures.
    Captures,
}

/// The moves of one piece with one [`Special`], as sets of destinations. A suicide or an explosion
/// has its own square as destination.
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
pub struct MoveGroup<G: Grid> {
    /// Kind of the moving piece.
    pub kind: PieceKind,
    /// The start square; `None` for a drop.
    pub from: Option<Square>,
    /// Special effect of all moves of the group.
    pub special: Special,
    /// Destinations of moves that capture nothing.
    pub quiets: Bitboard<G>,
    /// Destinations of captures.
    pub captures: Bitboard<G>,
}

impl<G: Grid> MoveGroup<G> {
    /// Moves of a piece on the board with [`Special::Normal`].
    #[inline(always)]
    pub fn plain(
        kind: PieceKind,
        from: Square,
        quiets: Bitboard<G>,
        captures: Bitboard<G>,
    ) -> Self {
        Self { kind, from: Some(from), special: Special::Normal, quiets, captures }
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
    pub fn destinations(&self) -> Bitboard<G> {
        self.quiets | self.captures
    }
}

/// The legal moves of a position, as a slice, in compiled games not on the heap ([`Game::MoveList`]).
///
/// [`Game::MoveList`]: crate::Game::MoveList
///
/// ```
/// use baroque_movegen::{Game, MoveList, Position, Ultima};
/// let moves = Position::<Ultima>::default().legal_moves();
/// assert_eq!((moves.len(), moves.first()), (32, Some(&moves[0])));
/// assert!(moves.len() <= <Ultima as Game>::MoveList::MAX);
/// assert!(moves.into_iter().all(|mv| mv.dropped().is_none()));
/// ```
pub trait MoveList:
    Clone + Debug + Default + Deref<Target = [Move]> + Extend<Move> + IntoIterator<Item = Move>
{
    /// The greatest number of moves that the list can hold.
    const MAX: usize;
}

impl MoveList for Vec<Move> {
    const MAX: usize = usize::MAX;
}

impl<const MAX: usize> MoveList for ArrayVec<Move, MAX> {
    const MAX: usize = MAX;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Board8x8, Board9x9, Board10x10, Direction, Game, Geometry, Maxima, MaximaBoard,
        Renaissance, Rococo, Ultima,
    };

    /// The maximum number of moves of `pieces` pieces, each with `count` moves on its square.
    fn max_moves<G: Geometry>(geometry: G, pieces: usize, count: impl Fn(Square) -> u32) -> usize {
        let mut counts: Vec<u32> = geometry.squares().iter().map(count).collect();
        counts.sort_unstable();
        counts.iter().rev().take(pieces).sum::<u32>() as usize
    }

    #[test]
    fn no_position_has_more_moves() {
        let ultima = max_moves(Board8x8, 32, |square| Board8x8.queen_lines(square).len());
        let (rules, mage) = (Maxima::VARIANTS[0].rules, Maxima::PIECES.kind('M').unwrap());
        let maxima = max_moves(MaximaBoard, 36, |square| {
            let mage = Maxima::table(&rules).slides(mage, square, crate::Bitboard::EMPTY).to;
            MaximaBoard.queen_lines(square).len().max(mage.len())
        });
        let rococo = max_moves(Board10x10, 32, |square| {
            let line = |direction| match Board10x10.ray(square, direction).len() {
                length @ (1 | 2) => length + 1,
                length => length,
            };
            let promoting = if Board10x10.rank(square) >= Board10x10::RANKS - 2 { 38 } else { 0 };
            Direction::ALL.into_iter().map(line).sum::<u32>().max(promoting)
        });
        let kinds = Renaissance::PIECES.len() - 1;
        let resurrectors = 36 - 2 - kinds;
        let steps = 8 * (resurrectors * kinds + 1);
        let drops = kinds * (81 - 2 - resurrectors);
        let slides = max_moves(Board9x9, resurrectors, |square| Board9x9.queen_lines(square).len());
        let renaissance = slides + steps + drops;
        assert_eq!(ultima, <Ultima as Game>::MoveList::MAX);
        assert_eq!(maxima, <Maxima as Game>::MoveList::MAX);
        assert_eq!(rococo, <Rococo as Game>::MoveList::MAX);
        assert_eq!(renaissance, <Renaissance as Game>::MoveList::MAX);
    }
}
