//! What a game is.

use crate::piece::table::PieceSpecs;
use crate::position::execution::Execution;
use crate::position::table::GameTable;
use crate::{BoardTypes, Grid, MoveList, OptionSwitch, RuleFlags, RuleSwitches};

/// A named rule set (`UCI_Variant`).
///
/// ```
/// use baroque_movegen::{RuleFlags, Position, RuleSwitches, Ultima};
/// let vchess = Position::<Ultima>::variant("VChess").unwrap();
/// assert_eq!((vchess.name, vchess.start), ("vchess", "e1a1d8h8"));
/// assert_eq!(vchess.rules.options(), RuleFlags::PURE_FREEZE | RuleFlags::STALEMATE_DRAWS);
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
/// use baroque_movegen::{Game, Ultima};
/// let starts = Ultima::starts(&Default::default());
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

/// A game: its table, its rule sets, its start positions, and what executes its rules.
pub trait Game: BoardTypes {
    /// The values of the rule switches.
    type Rules: RuleSwitches;
    /// A list as long as that of the valid position with the most legal moves.
    type MoveList: MoveList;
    /// What executes the rules.
    type Execution: Execution<Self>;
    /// The pieces of the table; none if they are not known before run time.
    const PIECES: PieceSpecs<<Self::Geometry as Grid>::Bits>;
    /// The options of the table; none if they are not known before run time.
    const OPTIONS: RuleFlags;
    /// Whether the rules are not known before run time, as those of files are not.
    const IS_CUSTOM: bool = Self::PIECES.is_empty();
    /// The switches with two values, in the order in which rules are written. The first value is
    /// that of the default rule set.
    const SWITCHES: &'static [OptionSwitch] = &[];
    /// The named rule sets that are known at compile time, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Aliases of rule sets, each with the full name.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];

    /// The rules of the named rule set that some rules come from, whatever switches override it.
    fn usual(name: &str, rules: &Self::Rules) -> Self::Rules {
        let named = Self::VARIANTS.iter().find(|variant| variant.name == name);
        named.map_or(rules, |variant| &variant.rules).clone()
    }

    /// The same rules for the positions of another thread.
    fn for_thread(rules: &Self::Rules) -> Self::Rules {
        rules.clone()
    }

    /// The named start positions; those of a compiled game are the same under all rules.
    fn starts(rules: &Self::Rules) -> Vec<Start>;

    /// The table.
    fn table(rules: &Self::Rules) -> &GameTable<Self::Geometry>;

    /// The options that hold for all rows under some rules.
    #[inline(always)]
    fn options(rules: &Self::Rules) -> RuleFlags {
        Self::table(rules).options | (rules.options() & const { switchable(Self::SWITCHES) })
    }
}

/// The options that switches can set.
const fn switchable(switches: &[OptionSwitch]) -> RuleFlags {
    let (mut options, mut index) = (RuleFlags::empty(), 0);
    while index < switches.len() {
        options = options.union(switches[index].options);
        index += 1;
    }
    options
}
