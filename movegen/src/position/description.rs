//! The static description of a game: board, piece kinds, rule sets and start positions.

use crate::piece::table::PieceTable;
use crate::{Bitboard, BoardTypes, Grid, RuleSet};

/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<<G as BoardTypes>::Geometry>;

/// A named rule set (`UCI_Variant`).
///
/// ```
/// use baroque_movegen::{Freeze, Position, Ultima};
/// let vchess = Position::<Ultima>::variant("VChess").unwrap();
/// assert_eq!((vchess.name, vchess.start), ("vchess", "e1a1d8h8"));
/// assert_eq!(vchess.rules.freeze(), Freeze::Pure);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// Name as in `UCI_Variant`, in lower case.
    pub name: &'static str,
    /// Values of the switches.
    pub rules: R,
    /// Name of the start position that `startpos` means.
    pub start: &'static str,
}

/// A named start position.
///
/// ```
/// use baroque_movegen::{Description, Ultima};
/// let starts = Ultima::starts();
/// let start = starts.iter().find(|start| start.name == "e1a1e8h8").unwrap();
/// assert_eq!(start.fen, "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Name, such as `e1a1e8h8` or `standard`.
    pub name: String,
    /// FEN with all six fields.
    pub fen: String,
}

/// The static description of a game: its table. [`Game`](crate::Game) adds what no table expresses.
pub trait Description: BoardTypes {
    /// The values of the rule switches.
    type Rules: RuleSet;
    /// The piece table. Empty if it is not known before run time: then the rules carry it
    /// ([`Self::pieces`]).
    const PIECES: PieceTable<<Self::Geometry as Grid>::Bits>;
    /// The named rule sets, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Aliases of rule sets, each with the full name.
    const ALIASES: &'static [(&'static str, &'static str)];
    /// Perft suites: the name of a rule set and the text of an EPD file of typical positions.
    const SUITES: &'static [(&'static str, &'static str)];
    /// Whether captured pieces go to hands and can be dropped.
    const HANDS: bool = false;
    /// Whether a swap must not be reversed at once (the fourth FEN field).
    const SWAP_BAN: bool = false;

    /// The named start positions.
    fn starts() -> Vec<Start>;

    /// The board.
    fn geometry(rules: &Self::Rules) -> Self::Geometry;

    /// The piece table.
    #[inline(always)]
    fn pieces(_rules: &Self::Rules) -> PieceTable<<Self::Geometry as Grid>::Bits> {
        Self::PIECES
    }
}
