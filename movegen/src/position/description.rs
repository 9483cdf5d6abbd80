//! What a game consists of, as far as data can say it: board, pieces, rule sets and starts.

use std::fmt::Debug;

use crate::{Bitboard, Geometry, PieceKind, RuleSet};

/// The bits behind the board of a game.
pub(crate) type BitsOf<G> = <<G as Description>::Geometry as Geometry>::Bits;
/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<BitsOf<G>>;

/// A rule set with a name (`UCI_Variant`).
///
/// ```
/// use baroque_movegen::{Freeze, Position, Ultima};
/// let vchess = Position::<Ultima>::variant("VChess").unwrap();
/// assert_eq!((vchess.name, vchess.start), ("vchess", "e1a1d8h8"));
/// assert_eq!(vchess.rules.freeze(), Freeze::Pure);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// The name.
    pub name: &'static str,
    /// The switches.
    pub rules: R,
    /// Name of the start position that `startpos` means.
    pub start: &'static str,
}

/// A start position with a name.
///
/// ```
/// use baroque_movegen::{Game, Ultima};
/// let starts = Ultima::starts();
/// let start = starts.iter().find(|start| start.name == "e1a1e8h8").unwrap();
/// assert_eq!(start.fen, "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The name.
    pub name: String,
    /// FEN of the first move.
    pub fen: String,
}

/// Board, pieces and rule sets of a game. How its pieces move is in [`Game`](crate::Game).
pub trait Description: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// The rule switches.
    type Rules: RuleSet;
    /// Rule sets by name, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Other names of rule sets, and what they stand for.
    const ALIASES: &'static [(&'static str, &'static str)];
    /// For each rule set the text of a suite of typical positions with node counts.
    const SUITES: &'static [(&'static str, &'static str)];
    /// The kinds of pieces.
    const KINDS: &'static [PieceKind];
    /// Whether captured pieces go into hands, from which they are dropped.
    const HANDS: bool = false;
    /// Whether a swap must not be taken back at once: the FEN's fourth field.
    const SWAP_BAN: bool = false;

    /// Start positions by name.
    fn starts() -> Vec<Start>;
}
