//! Pieces on squares and in hands, with their Zobrist key.

pub mod bitboard;
pub mod color;
pub mod geometry;
pub mod hand;
pub mod piece;
pub mod square;
pub mod zobrist;

use crate::{Bitboard, Bits, ByColor, Color, Grid, Hand, Piece, PieceKind, Square};

/// Pieces on squares and in hands. All changes go through this type, which keeps the Zobrist key up
/// to date.
///
/// ```
/// use baroque_movegen::{Board, Board8x8, Color, PieceKind, Square};
/// let mut board = Board::<Board8x8>::default();
/// board.toggle(Color::White, PieceKind::King, Square::new(4));
/// assert_eq!(board.kind_at(Square::new(4)), Some(PieceKind::King));
/// board.toggle(Color::White, PieceKind::King, Square::new(4));
/// assert_eq!(board, Board::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<G: Grid> {
    /// A set of squares for each piece kind.
    pieces: <G::Bits as Bits>::Kinds,
    colors: ByColor<Bitboard<G>>,
    hands: ByColor<Hand>,
    key: u64,
}

impl<G: Grid> Default for Board<G> {
    fn default() -> Self {
        Self {
            pieces: G::Bits::NO_PIECES,
            colors: ByColor([Bitboard::EMPTY; Color::NUM]),
            hands: ByColor([Hand::default(); Color::NUM]),
            key: 0,
        }
    }
}

impl<G: Grid> Board<G> {
    /// Adds the piece to the square, or removes it if it is there. Does nothing for a kind that
    /// does not occur on boards of this width.
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        let bit = Bitboard::from(square);
        if let Some(pieces) = self.pieces.as_mut().get_mut(kind as usize) {
            *pieces = *pieces ^ bit.0;
            self.colors[color] ^= bit;
            self.key ^= zobrist::piece(color, kind, square);
        }
    }

    /// Sets the number of pieces of a kind in a hand; `None`, without a change, if the kind cannot
    /// be held.
    #[inline]
    pub fn set_hand(&mut self, color: Color, kind: PieceKind, count: u8) -> Option<()> {
        let before = self.hands[color].count(kind);
        self.hands[color].set(kind, count)?;
        self.key ^= zobrist::in_hand(color, kind, before) ^ zobrist::in_hand(color, kind, count);
        Some(())
    }

    /// The hand of a side.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// Squares of all pieces of a side.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard<G> {
        self.colors[color]
    }

    /// Squares of all pieces of a kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard<G> {
        self.pieces.as_ref().get(kind as usize).map_or(Bitboard::EMPTY, |&pieces| Bitboard(pieces))
    }

    /// Squares of the pieces of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard<G> {
        self.colors[color] & self.kind(kind)
    }

    /// Squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<G> {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The king of a side; of several kings the one on the lowest square.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceKind::King).first()
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        let index =
            self.pieces.as_ref().iter().position(|&pieces| Bitboard::<G>(pieces).has(square));
        index.and_then(|index| PieceKind::ALL.get(index).copied())
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[Color::White].has(square) { Color::White } else { Color::Black };
        self.kind_at(square).map(|kind| Piece { color, kind })
    }

    /// Number of pieces of a side, on squares and in hand.
    pub fn piece_count(&self, color: Color) -> u32 {
        self.color(color).len() + self.hand(color).len()
    }

    /// The Zobrist key of the placement and the hands.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }
}
