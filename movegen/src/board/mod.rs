//! Pieces on squares and in hands, with their Zobrist key.

pub mod bitboard;
pub mod color;
pub mod custom;
pub mod geometry;
pub mod hand;
pub mod piece;
pub mod square;
pub mod zobrist;

use std::fmt::Debug;

use crate::{Bitboard, ByColor, Color, Geometry, Grid, Hand, Kinds, Piece, PieceKind, Square};

/// What the boards of a game are made of.
pub trait BoardTypes: Copy + Eq + Debug + Send + Sync + 'static {
    /// The squares.
    type Geometry: Geometry;
    /// One set of squares for each kind of the game, such as `[u64; 7]`: a longer table makes
    /// every move slower.
    type Sets: Copy
        + Eq
        + Debug
        + Default
        + Send
        + Sync
        + AsRef<[<Self::Geometry as Grid>::Bits]>
        + AsMut<[<Self::Geometry as Grid>::Bits]>;
    /// One number for each kind in a hand, such as `[u8; 7]`; `[u8; 0]` in games without hands.
    type Counts: Copy + Eq + Debug + Default + Send + Sync + AsRef<[u8]> + AsMut<[u8]>;

    /// The row of a kind in the table of Zobrist numbers, below [`PieceKind::MAX`] and different
    /// for each kind. Recorded keys are valid as long as it does not change.
    #[inline(always)]
    fn zobrist_row(kind: PieceKind) -> usize {
        kind.index()
    }
}

/// Pieces on squares and in hands: at most one on a square. All changes go through this type, which
/// keeps the Zobrist key up to date.
///
/// ```
/// use baroque_movegen::{Board, Color, Piece, PieceKind, Square, Ultima};
/// let mut board = Board::<Ultima>::default();
/// let king = Piece { color: Color::White, kind: PieceKind::KING };
/// board.set(Square::new(4), king).unwrap();
/// assert_eq!(board.piece_at(Square::new(4)), Some(king));
/// assert_eq!(board.set(Square::new(100), king), None);
/// assert_eq!(board.remove(Square::new(4)), Some(king));
/// assert_eq!(board, Board::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<G: BoardTypes> {
    /// A set of squares for each piece kind.
    pieces: G::Sets,
    colors: ByColor<Bitboard<G::Geometry>>,
    hands: ByColor<Hand<G>>,
    key: u64,
}

impl<G: BoardTypes> Default for Board<G> {
    fn default() -> Self {
        Self {
            pieces: G::Sets::default(),
            colors: ByColor([Bitboard::EMPTY; Color::NUM]),
            hands: ByColor([Hand::default(); Color::NUM]),
            key: 0,
        }
    }
}

impl<G: BoardTypes> Board<G> {
    /// Puts a piece on a square, in place of the one there; `None`, without a change, if no board of
    /// the game has the square, or the game has not so many kinds.
    pub fn set(&mut self, square: Square, piece: Piece) -> Option<()> {
        let has_square = square.index() < G::Geometry::FILES * G::Geometry::RANKS;
        if !has_square || piece.kind.index() >= self.kind_count() {
            return None;
        }
        self.remove(square);
        self.toggle(piece.color, piece.kind, square);
        Some(())
    }

    /// Takes the piece on a square off the board.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(piece.color, piece.kind, square);
        Some(piece)
    }

    /// Adds the piece to the empty square, or removes it if it is there. The kind is one of the game.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        let bit = Bitboard::from(square);
        let pieces = &mut self.pieces.as_mut()[kind.index()];
        *pieces = *pieces ^ bit.0;
        self.colors[color] ^= bit;
        self.key ^= zobrist::piece(color, G::zobrist_row(kind), square);
    }

    /// Sets the number of pieces of a kind in a hand; `None`, without a change, if the game has no
    /// hands.
    #[inline]
    pub fn set_hand(&mut self, color: Color, kind: PieceKind, count: u8) -> Option<()> {
        let (before, row) = (self.hands[color].count(kind), G::zobrist_row(kind));
        self.hands[color].set(kind, count)?;
        self.key ^= zobrist::in_hand(color, row, before) ^ zobrist::in_hand(color, row, count);
        Some(())
    }

    /// The hand of a side.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand<G> {
        self.hands[color]
    }

    /// Squares of all pieces of a side.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard<G::Geometry> {
        self.colors[color]
    }

    /// Squares of all pieces of a kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard<G::Geometry> {
        Bitboard(self.pieces.as_ref()[kind.index()])
    }

    /// Squares of all pieces of some kinds, of both sides.
    #[inline(always)]
    pub fn kinds(&self, kinds: Kinds) -> Bitboard<G::Geometry> {
        if kinds.has_all() {
            return self.occupied();
        }
        let mut squares = Bitboard::EMPTY;
        for kind in kinds.iter() {
            squares |= self.kind(kind);
        }
        squares
    }

    /// Squares of the pieces of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard<G::Geometry> {
        self.colors[color] & self.kind(kind)
    }

    /// Squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<G::Geometry> {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// Number of kinds that the board holds.
    #[inline(always)]
    pub fn kind_count(&self) -> usize {
        self.pieces.as_ref().len()
    }

    /// The king of a side; of several kings the one on the lowest square.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceKind::KING).first()
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        let mut pieces = self.pieces.as_ref().iter();
        pieces.position(|&pieces| Bitboard::<G::Geometry>(pieces).has(square)).map(PieceKind::new)
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
