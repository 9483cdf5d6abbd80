//! Renaissance by Matthew Monchalin (rules, 6): the pieces of Ultima with resurrectors, bombs,
//! pushers and pullers on 81 squares, and captured pieces that are dropped again.

use arrayvec::ArrayVec;

use super::Pieces;
use crate::piece::table::PieceSpecs;
use crate::piece::{Methods, PieceSpec};
use crate::table::{TableExecution, TableFunctions, TableGame};
use crate::{BoardTypes, Game, GameTable, Move, PieceKind, Repetition, RuleFlags, Start, Variant};

mod board;

pub use board::Board9x9;

/// Renaissance by Matthew Monchalin.
///
/// ```
/// use baroque_movegen::{Position, Renaissance, read_move};
/// let rules = Position::<Renaissance>::variant("renaissance").unwrap().rules;
/// // The pushed pawn captures the leaper, which goes to White's hand.
/// let fen = "8k/9/9/9/9/9/2UP1lI2/9/K8[] w - - 0 1";
/// let position = Position::<Renaissance>::from_fen(fen, rules).unwrap();
/// let next = position.try_play(read_move(&position, "c3d3").unwrap()).unwrap();
/// assert_eq!(next.to_fen(), "8k/9/9/9/9/9/3UP1I2/9/K8[L] b - - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaissance;

/// The rules of Renaissance: repetition and move limit.
pub type Rules = crate::Rules<Renaissance>;

const RESURRECTOR: PieceKind = PieceKind::new(7);
const BOMB: PieceKind = PieceKind::new(8);
const PUSHER: PieceKind = PieceKind::new(9);
const PULLER: PieceKind = PieceKind::new(10);

const PIECES: &[PieceSpec<u128>] = &[
    Pieces::KING,
    Pieces::PAWN,
    Pieces::WITHDRAWER,
    Pieces::LEAPER.with_options(RuleFlags::SINGLE_LEAP),
    Pieces::CHAMELEON,
    Pieces::IMMOBILIZER,
    Pieces::COORDINATOR,
    Pieces::queen('R', "resurrector").with(Methods::LEAVE).hand_type(BOMB),
    Pieces::queen('B', "bomb").with(Methods::EXPLODE).hand_type(RESURRECTOR),
    Pieces::queen('U', "pusher").with(Methods::PUSH).hand_type(PULLER),
    Pieces::queen('Y', "puller").with(Methods::PULL).hand_type(PUSHER),
];

const TABLE: GameTable<Board9x9> = GameTable::new(
    Board9x9,
    PieceSpecs::new(PIECES),
    36,
    RuleFlags::HANDS.union(RuleFlags::FORCED_CAPTURES).union(RuleFlags::LOST_WITHOUT_KING),
);

impl BoardTypes for Renaissance {
    type Geometry = Board9x9;
    type Sets = [u128; 11];
    type Counts = [u8; 11];

    #[inline(always)]
    fn zobrist_row(kind: PieceKind) -> usize {
        const ROWS: [usize; 11] = [0, 1, 2, 3, 4, 5, 6, 11, 12, 13, 14];
        ROWS[kind.index()]
    }
}

impl Game for Renaissance {
    type Rules = Rules;
    /// All 36 pieces except the enemy king, each with one move to each square of its queen lines. A
    /// resurrector can also leave any kind in hand behind on each step, and no other piece has as
    /// many additional moves, so a king, ten kinds in hand and 24 resurrectors have the most moves.
    type MoveList = ArrayVec<Move, 3170>;
    type Execution = TableExecution;
    const PIECES: PieceSpecs<u128> = TABLE.pieces;
    const OPTIONS: RuleFlags = TABLE.options;
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "renaissance",
        rules: Rules::new(RuleFlags::empty(), Repetition::Draw, 100),
        start: "a1i9",
    }];

    #[inline(always)]
    fn table(_: &Rules) -> &'static GameTable<Board9x9> {
        &TABLE
    }

    /// The four combinations of the squares of the immobilizers, which name them: `a1i9`.
    fn starts(_: &Self::Rules) -> Vec<Start> {
        let mut starts = Vec::new();
        for (white_file, white) in [('a', "ILXWKBRUC"), ('i', "CLXWKBRUI")] {
            for (black_file, black) in [('a', "iurbkwxlc"), ('i', "curbkwxli")] {
                starts.push(Start {
                    name: format!("{white_file}1{black_file}9"),
                    fen: format!("{black}/ppppppppp/9/9/9/9/9/PPPPPPPPP/{white}[] w - - 0 1"),
                });
            }
        }
        starts
    }
}

impl TableGame for Renaissance {
    #[inline]
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<Renaissance> = TableFunctions::new();
        &FUNCTIONS
    }
}
