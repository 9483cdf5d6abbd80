//! The piece table of a game: one row for each kind of piece.

use super::PieceInfo;
use crate::{Bits, Color, Piece, PieceKind};

/// The rows of a game's pieces, the king's first. A [`PieceKind`] is the number of a row.
///
/// ```
/// use baroque_movegen::{Game, PieceKind, Ultima};
/// let pawn = Ultima::PIECES.kind('P').unwrap();
/// assert_eq!((pawn.index(), Ultima::PIECES.info(pawn).name), (1, "pawn"));
/// assert_eq!(Ultima::PIECES.kind('K'), Some(PieceKind::KING));
/// ```
#[derive(Clone, Copy)]
pub struct PieceTable<B: Bits>(pub &'static [PieceInfo<B>]);

impl<B: Bits> PieceTable<B> {
    /// Number of kinds.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are no rows.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The kinds, in the order of the table.
    #[inline(always)]
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = PieceKind> + Clone {
        (0..self.len()).map(PieceKind::new)
    }

    /// The row of a kind; the king's for a kind of another game, which a move may name.
    #[inline(always)]
    pub fn info(self, kind: PieceKind) -> &'static PieceInfo<B> {
        self.0.get(kind.index()).unwrap_or(&self.0[0])
    }

    /// The kind with a capital letter.
    #[inline(always)]
    pub fn kind(self, letter: char) -> Option<PieceKind> {
        self.kinds().find(|&kind| self.info(kind).letter == letter)
    }

    /// The piece with a FEN letter, upper case for White.
    pub fn piece(self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        self.kind(letter.to_ascii_uppercase()).map(|kind| Piece { color, kind })
    }

    /// The FEN letter of a piece.
    pub fn letter(self, piece: Piece) -> char {
        let letter = self.info(piece.kind).letter;
        if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }
}
