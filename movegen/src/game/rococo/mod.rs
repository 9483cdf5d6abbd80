//! Rococo by Peter Aronson and David Howe (rules, 4): 100 squares, of which the outer ring is for
//! captures only, cannon pawns, advancers and swappers.

use arrayvec::ArrayVec;

use super::Pieces;
use crate::piece::movement::Movement;
use crate::piece::table::PieceSpecs;
use crate::piece::{Methods, PieceSpec, Promotion};
use crate::table::{TableExecution, TableFunctions, TableGame};
use crate::{
    BoardTypes, ByKind, Game, GameTable, Move, OptionSwitch, PieceKind, Repetition, RuleFlags,
    Start, Variant,
};

mod board;

pub use board::Board10x10;

use board::{HIGHEST_RANKS, LOWEST_RANKS, RING};

/// Rococo by Peter Aronson and David Howe.
///
/// ```
/// use baroque_movegen::{Position, Rococo, RuleSwitches};
/// let start = Position::<Rococo>::start("rococo").unwrap();
/// assert_eq!(start.count_moves(), 25);
/// let enemies_only = start.rules().with_overrides("swapfriends=off").unwrap();
/// let start = Position::<Rococo>::from_fen(&start.to_fen(), enemies_only).unwrap();
/// assert_eq!(start.count_moves(), 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rococo;

/// The rules of Rococo.
pub type Rules = crate::Rules<Rococo>;

const START: &str = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w - - 0 1";

const PIECES: &[PieceSpec<u128>] = &[
    Pieces::KING,
    PieceSpec::new('P', "pawn", Movement::STEP.or_jump())
        .displacing_by(Movement::JUMP)
        .promoting(&PROMOTION),
    Pieces::WITHDRAWER,
    Pieces::LEAPER,
    Pieces::CHAMELEON.with_options(RuleFlags::ROYAL_ALONE),
    Pieces::IMMOBILIZER,
    Pieces::queen('A', "advancer").with(Methods::APPROACH),
    Pieces::queen('S', "swapper").with(Methods::SWAP.union(Methods::DESTROY)),
];

const TABLE: GameTable<Board10x10> = GameTable {
    capture_only: Some(RING),
    ..GameTable::new(
        Board10x10,
        PieceSpecs::new(PIECES),
        32,
        RuleFlags::SUICIDE
            .union(RuleFlags::NO_CHECK)
            .union(RuleFlags::LOST_WITHOUT_KING)
            .union(RuleFlags::SWAP_BAN),
    )
};

impl BoardTypes for Rococo {
    type Geometry = Board10x10;
    type Sets = [u128; 8];
    type Counts = [u8; 0];

    #[inline(always)]
    fn zobrist_row(kind: PieceKind) -> usize {
        const ROWS: [usize; 8] = [0, 1, 2, 3, 4, 5, 9, 10];
        ROWS[kind.index()]
    }
}

impl Game for Rococo {
    type Rules = Rules;
    /// 32 pieces with at most n moves on a line of n squares, except 2 on a line of one square and
    /// 3 on a line of two, because an adjacent piece can be swapped or destroyed, and then jumped.
    /// Pawns have at most five moves to squares of their last two ranks, each with seven choices,
    /// and three other moves.
    type MoveList = ArrayVec<Move, 1180>;
    type Execution = TableExecution;
    const PIECES: PieceSpecs<u128> = TABLE.pieces;
    const OPTIONS: RuleFlags = TABLE.options;
    const SWITCHES: &'static [OptionSwitch] =
        &[OptionSwitch::new("swapfriends", &["on", "off"], 1, RuleFlags::SWAP_ENEMIES)];
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "rococo",
        rules: Rules::new(RuleFlags::empty(), Repetition::Loss, 200),
        start: "standard",
    }];

    #[inline(always)]
    fn table(_: &Rules) -> &'static GameTable<Board10x10> {
        &TABLE
    }

    fn starts(_: &Self::Rules) -> Vec<Start> {
        Start::only(START)
    }
}

impl TableGame for Rococo {
    #[inline]
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<Rococo> = TableFunctions::new();
        &FUNCTIONS
    }
}

/// A pawn that moves to one of the two far ranks, ring squares included, may become a piece that its
/// side has lost: of which it has fewer than at the start.
const PROMOTION: Promotion<u128> = Promotion {
    zone: [HIGHEST_RANKS, LOWEST_RANKS],
    fewer_than: {
        let mut at_start = ByKind([0; PieceKind::MAX]);
        let mut row = 2;
        while row < 8 {
            at_start.0[row] = if row == 3 { 2 } else { 1 };
            row += 1;
        }
        at_start
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn invalid_setups_are_rejected() {
        let errors = |fen: &str| {
            let rules = Rococo::VARIANTS[0].rules;
            Position::<Rococo>::from_fen(fen, rules).map(|_| ()).map_err(|e| e.to_string())
        };
        let bare = "10/10/10/10/10/10/10/10/10";
        assert!(errors(&format!("{bare}/KK7k")).unwrap_err().contains("more than one king"));
        assert!(errors(&format!("{bare}/10")).unwrap_err().contains("both kings are missing"));
        assert!(errors(&format!("{bare}/9k")).is_ok());
        let crowd = ["PPPPPPPPPP"; 3].join("/");
        assert!(errors(&format!("{crowd}/10/10/10/10/10/10/PK7k")).is_ok());
        let error = errors(&format!("{crowd}/10/10/10/10/10/10/PPK6k")).unwrap_err();
        assert!(error.contains("more pieces than both sides"));
    }
}
