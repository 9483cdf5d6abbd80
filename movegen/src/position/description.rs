//! The static description of a game: board, piece kinds, rule sets and start positions.

use crate::piece::table::PieceTable;
use crate::{Bitboard, BoardTypes, ByColor, Grid, Kinds, MoveList, OptionSwitch, Options, RuleSet};

/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<<G as BoardTypes>::Geometry>;

/// A named rule set (`UCI_Variant`).
///
/// ```
/// use baroque_movegen::{Options, Position, RuleSet, Ultima};
/// let vchess = Position::<Ultima>::variant("VChess").unwrap();
/// assert_eq!((vchess.name, vchess.start), ("vchess", "e1a1d8h8"));
/// assert_eq!(vchess.rules.options(), Options::PURE_FREEZE | Options::STALEMATE_DRAWS);
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

impl Start {
    /// The only start position of a game.
    pub fn only(fen: &str) -> Vec<Self> {
        vec![Self { name: "standard".to_owned(), fen: fen.to_owned() }]
    }
}

/// A set of squares for each side, such as the ranks on which its pieces promote.
pub type Zone<G> = ByColor<Bitboard<G>>;

/// The end of a game by reaching squares.
#[derive(Clone, Copy)]
pub struct Goal<G: Grid> {
    /// The squares that each side wants to reach.
    pub zone: Zone<G>,
    /// The kinds that count there.
    pub kinds: Kinds,
    /// Number of pieces of these kinds that must stand there.
    pub pieces: u32,
    /// Whether a move that reaches it wins even if it leaves the own king in check.
    pub before_check: bool,
}

/// A limit of the number of own pieces in some squares.
#[derive(Clone, Copy)]
pub struct Limit<G: Grid> {
    /// The squares of each side.
    pub zone: Zone<G>,
    /// The greatest number of own pieces there.
    pub pieces: u32,
    /// What the squares are called, in explanations.
    pub name: &'static str,
}

/// What the generator reads of a game: board, pieces, zones, ends. A game that is described at run
/// time is a value of this type.
#[derive(Clone, Copy)]
pub struct Table<G: Grid> {
    /// The board.
    pub geometry: G,
    /// What each kind of piece is.
    pub pieces: PieceTable<G::Bits>,
    /// Options that hold under all rule sets.
    pub options: Options,
    /// Number of pieces of both sides at the start: the maximum for one side, in hand included; in
    /// games with hands for both together. No move leads to more.
    pub max_pieces: u32,
    /// Squares that may be entered or crossed only to capture (rules, 4).
    pub only_to_take: Option<Bitboard<G>>,
    /// Squares that few own pieces may be on (Maxima's palace).
    pub limit: Option<Limit<G>>,
    /// The end by reaching squares.
    pub goal: Option<Goal<G>>,
}

impl<G: Grid> Table<G> {
    /// A game with some pieces on a board and no special squares.
    pub const fn new(
        geometry: G,
        pieces: PieceTable<G::Bits>,
        max_pieces: u32,
        options: Options,
    ) -> Self {
        Self { geometry, pieces, options, max_pieces, only_to_take: None, limit: None, goal: None }
    }
}

/// The description of a game.
pub trait Description: BoardTypes {
    /// The values of the rule switches.
    type Rules: RuleSet;
    /// A list as long as that of the valid position with the most legal moves.
    type MoveList: MoveList;
    /// The table; `None` if it is not known before run time ([`Self::table`]).
    const TABLE: Option<&'static Table<Self::Geometry>>;
    /// The pieces of the table.
    const PIECES: PieceTable<<Self::Geometry as Grid>::Bits> = match Self::TABLE {
        Some(table) => table.pieces,
        None => PieceTable(&[]),
    };
    /// The switches with two values, in the order in which rules are written. The first value is
    /// that of the default rule set.
    const SWITCHES: &'static [OptionSwitch] = &[];
    /// The named rule sets, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Aliases of rule sets, each with the full name.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// Perft suites: the name of a rule set and the text of an EPD file of typical positions.
    const SUITES: &'static [(&'static str, &'static str)] = &[];

    /// The named start positions.
    fn starts() -> Vec<Start>;

    /// The table; with a [`Self::TABLE`] that one.
    #[inline(always)]
    fn table(_rules: &Self::Rules) -> &'static Table<Self::Geometry> {
        Self::TABLE.expect("a game without TABLE defines this function")
    }

    /// The options that hold for all rows under some rules.
    #[inline(always)]
    fn options(rules: &Self::Rules) -> Options {
        Self::table(rules).options | (rules.options() & const { switchable(Self::SWITCHES) })
    }
}

/// The options that switches can set.
const fn switchable(switches: &[OptionSwitch]) -> Options {
    let (mut options, mut index) = (Options::empty(), 0);
    while index < switches.len() {
        options = options.union(switches[index].options);
        index += 1;
    }
    options
}
