//! The piece table of a game: one row for each kind of piece.

use super::{Methods, PieceInfo};
use crate::{Bits, Color, Kinds, Piece, PieceKind};

/// The rows of a game's pieces, the king's first. A [`PieceKind`] is the number of a row.
///
/// ```
/// use baroque_movegen::{Game, PieceKind, Ultima};
/// let pawn = Ultima::PIECES.kind('P').unwrap();
/// assert_eq!((pawn.index(), Ultima::PIECES.info(pawn).name), (1, "pawn"));
/// assert_eq!(Ultima::PIECES.kind('K'), Some(PieceKind::KING));
/// ```
#[derive(Clone, Copy)]
pub struct PieceTable<B: Bits> {
    /// The rows.
    pub rows: &'static [PieceInfo<B>],
    methods: Methods,
    freezes_some: bool,
    sliders: Kinds,
    freezers: Kinds,
    unfreezable: Kinds,
}

impl<B: Bits> PieceTable<B> {
    /// A table with some rows.
    pub const fn new(rows: &'static [PieceInfo<B>]) -> Self {
        let (methods, freezes_some) = (Methods::empty(), false);
        let [sliders, freezers, unfreezable] = [Kinds::NONE; 3];
        let mut table = Self { rows, methods, freezes_some, sliders, freezers, unfreezable };
        let mut index = 0;
        while index < rows.len() {
            let (row, kind) = (&rows[index], Kinds::one(PieceKind::new(index)));
            table.methods = table.methods.union(row.methods);
            table.freezes_some |= !row.freezes.is_empty() && !row.freezes.has_all();
            if row.only_slides() {
                table.sliders = table.sliders.union(kind);
            }
            if row.freezes_all() {
                table.freezers = table.freezers.union(kind);
            }
            if row.has(Methods::UNFREEZABLE) {
                table.unfreezable = table.unfreezable.union(kind);
            }
            index += 1;
        }
        table
    }

    /// The methods of all rows together.
    #[inline(always)]
    pub const fn methods(self) -> Methods {
        self.methods
    }

    /// Whether there are rows that freeze some kinds only.
    #[inline(always)]
    pub const fn freezes_some(self) -> bool {
        self.freezes_some
    }

    /// The kinds that only slide ([`PieceInfo::only_slides`]).
    #[inline(always)]
    pub const fn sliders(self) -> Kinds {
        self.sliders
    }

    /// The kinds that freeze all kinds.
    #[inline(always)]
    pub const fn freezers(self) -> Kinds {
        self.freezers
    }

    /// The kinds that cannot be frozen.
    #[inline(always)]
    pub const fn unfreezable(self) -> Kinds {
        self.unfreezable
    }

    /// Number of kinds.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.rows.is_empty()
    }

    /// The kinds, in the order of the table.
    #[inline(always)]
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = PieceKind> + Clone {
        (0..self.len()).map(PieceKind::new)
    }

    /// The row of a kind; the king's for a kind of another game, which a move may name.
    #[inline(always)]
    pub fn info(self, kind: PieceKind) -> &'static PieceInfo<B> {
        self.rows.get(kind.index()).unwrap_or(&self.rows[0])
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
