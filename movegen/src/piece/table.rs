//! The piece table of a game: one row for each kind of piece.

use super::{Methods, PieceSpec};
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
pub struct PieceSpecs<B: Bits> {
    /// The rows.
    pub rows: &'static [PieceSpec<B>],
    methods: Methods,
    sliders: Kinds,
    others: Kinds,
    rooks: Kinds,
    sliding_imitators: Kinds,
    freezers: Kinds,
    partial_freezers: Kinds,
    unfreezable: Kinds,
    pawn: Option<PieceKind>,
}

impl<B: Bits> PieceSpecs<B> {
    /// A table with some rows.
    pub const fn new(rows: &'static [PieceSpec<B>]) -> Self {
        let mut table = Self {
            rows,
            methods: Methods::empty(),
            sliders: Kinds::NONE,
            others: Kinds::NONE,
            rooks: Kinds::NONE,
            sliding_imitators: Kinds::NONE,
            freezers: Kinds::NONE,
            partial_freezers: Kinds::NONE,
            unfreezable: Kinds::NONE,
            pawn: None,
        };
        let mut index = 0;
        while index < rows.len() {
            let (row, kind) = (&rows[index], PieceKind::new(index));
            let [slides, freezes_all] = [row.only_slides(), row.freezes_all()];
            table.methods = table.methods.union(row.methods);
            table.sliders = table.sliders.with(kind, slides);
            table.others = table.others.with(kind, !slides);
            table.rooks = table.rooks.with(kind, slides && row.moves.is_rook());
            let imitates_as_queen = row.has(Methods::IMITATE) && row.moves.is_queen();
            table.sliding_imitators = table.sliding_imitators.with(kind, imitates_as_queen);
            table.freezers = table.freezers.with(kind, freezes_all);
            table.partial_freezers =
                table.partial_freezers.with(kind, !row.freezes.is_empty() && !freezes_all);
            table.unfreezable = table.unfreezable.with(kind, row.has(Methods::UNFREEZABLE));
            if row.letter == 'P' {
                table.pawn = Some(kind);
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

    /// The kinds that only slide ([`PieceSpec::only_slides`]).
    #[inline(always)]
    pub const fn sliders(self) -> Kinds {
        self.sliders
    }

    /// The kinds that do not only slide.
    #[inline(always)]
    pub const fn others(self) -> Kinds {
        self.others
    }

    /// The kinds that only slide, and only along files and ranks.
    #[inline(always)]
    pub const fn rooks(self) -> Kinds {
        self.rooks
    }

    /// The kinds that only slide, like a queen, unless they imitate a piece that moves otherwise.
    #[inline(always)]
    pub const fn sliding_imitators(self) -> Kinds {
        self.sliding_imitators
    }

    /// The kinds that freeze all kinds.
    #[inline(always)]
    pub const fn freezers(self) -> Kinds {
        self.freezers
    }

    /// The kinds that freeze some kinds only.
    #[inline(always)]
    pub const fn partial_freezers(self) -> Kinds {
        self.partial_freezers
    }

    /// The kinds that cannot be frozen.
    #[inline(always)]
    pub const fn unfreezable(self) -> Kinds {
        self.unfreezable
    }

    /// The kind with the letter P, which evaluations take for a pawn.
    #[inline(always)]
    pub const fn pawn(self) -> Option<PieceKind> {
        self.pawn
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

    /// The row of a kind; for one of another game, which a move may name, a row without methods.
    #[inline(always)]
    pub fn info(self, kind: PieceKind) -> &'static PieceSpec<B> {
        self.rows.get(kind.index()).unwrap_or(const { &PieceSpec::NONE })
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
