//! Maxima by Roberto Lavieri (rules, 3): the pieces of Ultima with mages and guards on 76 squares,
//! kings that leap like knights around a cylinder, and palaces to invade.

use arrayvec::ArrayVec;

use super::Pieces;
use crate::piece::movement::Movement;
use crate::piece::table::PieceSpecs;
use crate::piece::{Imitated, Methods, PieceSpec};
use crate::table::{TableExecution, TableFunctions, TableGame};
use crate::{
    BoardTypes, ByColor, Game, GameTable, Goal, Kinds, Limit, Move, OptionSwitch, Repetition,
    RuleFlags, Start, Variant,
};

mod board;

pub use board::MaximaBoard;

use board::{BLACK_PALACE, WHITE_PALACE};

/// Maxima by Roberto Lavieri.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maxima;

/// The rules of Maxima.
pub type Rules = crate::Rules<Maxima>;

const START: &str =
    "***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/***2*** w - - 0 1";

const PIECES: &[PieceSpec<u128>] = &[
    PieceSpec::new('K', "king", LEAPS).with(Methods::ROYAL).displacing().imitated(Imitated::Step),
    Pieces::PAWN,
    Pieces::WITHDRAWER,
    Pieces::LEAPER,
    Pieces::CHAMELEON,
    Pieces::IMMOBILIZER,
    Pieces::COORDINATOR,
    PieceSpec::new('M', "mage", Movement::BENT)
        .with(Methods::UNFREEZABLE)
        .displacing()
        .imitated(Imitated::Step),
    PieceSpec::new('G', "guard", Movement::STEP).displacing(),
];

const TABLE: GameTable<MaximaBoard> = GameTable {
    // Two own pieces in the own palace are forbidden: once one is there, only that piece may
    // move within it.
    limit: Some(Limit { zone: ByColor([WHITE_PALACE, BLACK_PALACE]), pieces: 1, name: "palace" }),
    goal: Some(Goal {
        zone: ByColor([BLACK_PALACE, WHITE_PALACE]),
        kinds: Kinds::ALL,
        pieces: 2,
        before_check: true,
    }),
    ..GameTable::new(
        MaximaBoard,
        PieceSpecs::new(PIECES),
        36,
        RuleFlags::BARE_KING_LOSES.union(RuleFlags::STALEMATE_DRAWS),
    )
};

impl BoardTypes for Maxima {
    type Geometry = MaximaBoard;
    type Sets = [u128; 9];
    type Counts = [u8; 0];
}

impl Game for Maxima {
    type Rules = Rules;
    /// 36 pieces, each with at most one move to each square of its queen lines, a mage to each
    /// square of its paths; suicide replaces all other moves of a piece.
    type MoveList = ArrayVec<Move, 1006>;
    type Execution = TableExecution;
    const PIECES: PieceSpecs<u128> = TABLE.pieces;
    const OPTIONS: RuleFlags = TABLE.options;
    const SWITCHES: &'static [OptionSwitch] =
        &[OptionSwitch::new("suicide", &["on", "off"], 0, RuleFlags::SUICIDE)];
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "maxima",
        rules: Rules::new(RuleFlags::SUICIDE, Repetition::Draw, 100),
        start: "standard",
    }];

    #[inline(always)]
    fn table(_: &Rules) -> &'static GameTable<MaximaBoard> {
        &TABLE
    }

    fn starts(_: &Self::Rules) -> Vec<Start> {
        Start::only(START)
    }
}

impl TableGame for Maxima {
    #[inline]
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<Maxima> = TableFunctions::new();
        &FUNCTIONS
    }
}

const LEAPS: Movement<u128> = Movement::leaps(board::KING_VECTORS, &board::KING_LEAPS);
