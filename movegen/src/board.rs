//! Which piece stands where, and the hash key of that.

use crate::{Bitboard, Bits, ByColor, ByKind, Color, Piece, PieceKind, Square, zobrist};

/// Pieces on squares. The only type that can change a piece, and it changes the Zobrist key in the
/// same breath, so the key cannot drift.
///
/// ```
/// use baroque_movegen::{Board, Color, PieceKind, Square};
/// let mut board = Board::<u64>::default();
/// board.toggle(Color::White, PieceKind::King, Square::new(4));
/// assert_eq!(board.kind_at(Square::new(4)), Some(PieceKind::King));
/// board.toggle(Color::White, PieceKind::King, Square::new(4));
/// assert_eq!(board, Board::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<B: Bits> {
    kinds: ByKind<Bitboard<B>>,
    colors: ByColor<Bitboard<B>>,
    key: u64,
}

impl<B: Bits> Default for Board<B> {
    fn default() -> Self {
        Self {
            kinds: ByKind([Bitboard::EMPTY; PieceKind::NUM]),
            colors: ByColor([Bitboard::EMPTY; Color::NUM]),
            key: 0,
        }
    }
}

impl<B: Bits> Board<B> {
    /// Puts the piece on the square if it is not there, else takes it away.
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        let bit = Bitboard::from(square);
        self.kinds[kind] ^= bit;
        self.colors[color] ^= bit;
        self.key ^= zobrist::piece(color, kind, square);
    }

    /// Squares of all men of a side.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard<B> {
        self.colors[color]
    }

    /// Squares of all men of a kind, both sides'.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard<B> {
        self.kinds[kind]
    }

    /// Squares of the men of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard<B> {
        self.colors[color] & self.kinds[kind]
    }

    /// Squares of all men.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<B> {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The king of a side; the lowest one should there be several.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceKind::King).first()
    }

    /// The kind of the man on a square.
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|&kind| self.kinds[kind].has(square))
    }

    /// The man on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[Color::White].has(square) { Color::White } else { Color::Black };
        self.kind_at(square).map(|kind| Piece { color, kind })
    }

    /// The Zobrist key of the placement.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }
}
