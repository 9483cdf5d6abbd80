//! Piece kinds and pieces.

use std::ops::{Index, IndexMut};

use crate::Color;

/// How a piece moves and captures (rules, 1: the table of letters).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PieceKind {
    /// K: one king step (Maxima: a knight's leap), captures by displacement.
    King,
    /// P: moves like a rook, captures by pincer; in Rococo the cannon pawn.
    Pawn,
    /// W: captures the piece that it moves straight away from.
    Withdrawer,
    /// L: captures the pieces that it jumps over.
    Leaper,
    /// X: captures each enemy by that enemy's own method.
    Chameleon,
    /// I: captures nothing, freezes adjacent enemies.
    Immobilizer,
    /// C: captures on the corners of the rectangle that it spans with its own king.
    Coordinator,
    /// M: one diagonal step, then optionally straight on; captures by displacement (Maxima).
    Mage,
    /// G: one king step, captures by displacement (Maxima).
    Guard,
    /// A: captures the piece that it moves straight up to (Rococo).
    Advancer,
    /// S: changes places with the first piece on a line, or destroys itself and an adjacent enemy
    /// (Rococo).
    Swapper,
    /// R: trades places with an adjacent piece, or leaves a piece of its hand behind (Renaissance).
    Resurrector,
    /// B: explodes and removes itself and all adjacent pieces (Renaissance).
    Bomb,
    /// U: pushes an adjacent piece one square on (Renaissance).
    Pusher,
    /// Y: pulls the adjacent piece behind it one square along (Renaissance).
    Puller,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [Self; Self::NUM] = [
        Self::King,
        Self::Pawn,
        Self::Withdrawer,
        Self::Leaper,
        Self::Chameleon,
        Self::Immobilizer,
        Self::Coordinator,
        Self::Mage,
        Self::Guard,
        Self::Advancer,
        Self::Swapper,
        Self::Resurrector,
        Self::Bomb,
        Self::Pusher,
        Self::Puller,
    ];
    /// Number of kinds.
    pub const NUM: usize = 15;

    /// The capital letter of the kind, in FEN and in move text.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Pawn => 'P',
            Self::Withdrawer => 'W',
            Self::Leaper => 'L',
            Self::Chameleon => 'X',
            Self::Immobilizer => 'I',
            Self::Coordinator => 'C',
            Self::Mage => 'M',
            Self::Guard => 'G',
            Self::Advancer => 'A',
            Self::Swapper => 'S',
            Self::Resurrector => 'R',
            Self::Bomb => 'B',
            Self::Pusher => 'U',
            Self::Puller => 'Y',
        }
    }

    /// The name of the kind, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Pawn => "pawn",
            Self::Withdrawer => "withdrawer",
            Self::Leaper => "long-leaper",
            Self::Chameleon => "chameleon",
            Self::Immobilizer => "immobilizer",
            Self::Coordinator => "coordinator",
            Self::Mage => "mage",
            Self::Guard => "guard",
            Self::Advancer => "advancer",
            Self::Swapper => "swapper",
            Self::Resurrector => "resurrector",
            Self::Bomb => "bomb",
            Self::Pusher => "pusher",
            Self::Puller => "puller",
        }
    }
}

const _: () = assert!(size_of::<Option<PieceKind>>() == 1);

/// A piece: its kind and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Owner.
    pub color: Color,
    /// Kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The piece of a FEN letter, upper case for White.
    ///
    /// ```
    /// use baroque_movegen::{Color, Piece, PieceKind};
    /// let leaper = Piece { color: Color::Black, kind: PieceKind::Leaper };
    /// assert_eq!(Piece::try_from_letter('l'), Some(leaper));
    /// assert_eq!(Piece::try_from_letter('?'), None);
    /// ```
    pub fn try_from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let capital = letter.to_ascii_uppercase();
        let kind = PieceKind::ALL.into_iter().find(|kind| kind.letter() == capital)?;
        Some(Self { color, kind })
    }

    /// The FEN letter of the piece.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

/// One value for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByKind<T>(pub [T; PieceKind::NUM]);

impl<T> Index<PieceKind> for ByKind<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, kind: PieceKind) -> &T {
        &self.0[kind as usize]
    }
}

impl<T> IndexMut<PieceKind> for ByKind<T> {
    #[inline(always)]
    fn index_mut(&mut self, kind: PieceKind) -> &mut T {
        &mut self.0[kind as usize]
    }
}
