//! Maxima by Roberto Lavieri (rules, 3): the pieces of Ultima with mages and guards on 76 squares,
//! kings that leap like knights around a cylinder, and palaces to invade.

use arrayvec::ArrayVec;

use super::Pieces;
use crate::piece::movement::Movement;
use crate::piece::table::PieceTable;
use crate::piece::{Imitated, Methods, PieceInfo};
use crate::table::TableExecution;
use crate::{
    BoardTypes, ByColor, Game, Goal, Kinds, Limit, Move, OptionSwitch, Options, Repetition, Start,
    Table, Variant,
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

const PIECES: &[PieceInfo<u128>] = &[
    PieceInfo::new('K', "king", Movement::leaps(&board::KING_LEAPS, KING_LEAPS))
        .with(Methods::ROYAL)
        .displacing()
        .imitated(Imitated::Step),
    Pieces::PAWN,
    Pieces::WITHDRAWER,
    Pieces::LEAPER,
    Pieces::CHAMELEON,
    Pieces::IMMOBILIZER,
    Pieces::COORDINATOR,
    PieceInfo::new('M', "mage", Movement::BENT)
        .with(Methods::UNFREEZABLE)
        .displacing()
        .imitated(Imitated::Step),
    PieceInfo::new('G', "guard", Movement::STEP).displacing(),
];

const TABLE: Table<MaximaBoard> = Table {
    // Two own pieces in the own palace are forbidden: once one is there, only that piece may
    // move within it.
    limit: Some(Limit { zone: ByColor([WHITE_PALACE, BLACK_PALACE]), pieces: 1, name: "palace" }),
    goal: Some(Goal {
        zone: ByColor([BLACK_PALACE, WHITE_PALACE]),
        kinds: Kinds::ALL,
        pieces: 2,
        before_check: true,
    }),
    ..Table::new(
        MaximaBoard,
        PieceTable::new(PIECES),
        36,
        Options::BARE_KING_LOSES.union(Options::STALEMATE_DRAWS),
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
    const PIECES: PieceTable<u128> = TABLE.pieces;
    const OPTIONS: Options = TABLE.options;
    const SWITCHES: &'static [OptionSwitch] =
        &[OptionSwitch::new("suicide", &["on", "off"], 0, Options::SUICIDE)];
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "maxima",
        rules: Rules::new(Options::SUICIDE, Repetition::Draw, 100),
        start: "standard",
    }];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("maxima", baroque_perft_suites::MAXIMA)];

    #[inline(always)]
    fn table(_: &Rules) -> &'static Table<MaximaBoard> {
        &TABLE
    }

    fn starts(_: &Self::Rules) -> Vec<Start> {
        Start::only(START)
    }
}

const KING_LEAPS: &str = "leaps like a chess knight, also around the sides of the board";
