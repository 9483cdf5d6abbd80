//! Renaissance by Matthew Monchalin (rules, 6): the pieces of Ultima with resurrectors, bombs,
//! pushers and pullers on 81 squares, and captured pieces that are dropped again.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::game::common::{Occupancy, Pieces, SpecialRules, Threat};
use crate::piece::table::PieceTable;
use crate::piece::{Methods, PieceInfo};
use crate::{
    Board, BoardTypes, Description, Game, GenType, Geometry, IllegalReason, Move, MoveGroup,
    Options, Piece, PieceKind, Position, Repetition, Setup, Square, Start, Table, Variant,
};

mod board;
mod chain;
mod explain;
mod forced_threats;
mod generate;
mod hands;
mod kinds;
mod move_kind;

pub use board::Board9x9;

use board::Set;
use move_kind::MoveKind;

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

const PIECES: &[PieceInfo<u128>] = &[
    Pieces::KING,
    Pieces::PAWN,
    Pieces::WITHDRAWER,
    Pieces::LEAPER.with_options(Options::SINGLE_LEAP),
    Pieces::CHAMELEON,
    Pieces::IMMOBILIZER,
    Pieces::COORDINATOR,
    Pieces::queen('R', "resurrector").with(Methods::LEAVE),
    Pieces::queen('B', "bomb").with(Methods::EXPLODE),
    Pieces::queen('U', "pusher").with(Methods::PUSH),
    Pieces::queen('Y', "puller").with(Methods::PULL),
];

const TABLE: Table<Board9x9> =
    Table::new(Board9x9, PieceTable(PIECES), 36, Options::HANDS.union(Options::LOST_WITHOUT_KING));

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

impl Description for Renaissance {
    type Rules = Rules;
    /// All 36 pieces except the enemy king, each with one move to each square of its queen lines. A
    /// resurrector can also leave any kind in hand behind on each step, and no other piece has as
    /// many additional moves, so a king, ten kinds in hand and 24 resurrectors have the most moves.
    type MoveList = ArrayVec<Move, 3170>;
    const TABLE: Option<&'static Table<Board9x9>> = Some(&TABLE);
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "renaissance",
        rules: Rules::new(Options::empty(), Repetition::Draw, 100),
        start: "a1i9",
    }];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("renaissance", baroque_perft_suites::RENAISSANCE)];

    /// The four combinations of the squares of the immobilizers, which name them: `a1i9`.
    fn starts() -> Vec<Start> {
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

impl Game for Renaissance {
    #[inline]
    fn generate(
        position: &Position<Self>,
        gen_type: GenType,
        visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        generate::generate(position, gen_type, visitor)
    }

    #[inline]
    fn count(position: &Position<Self>) -> u64 {
        generate::count(position)
    }

    fn is_legal(position: &Position<Self>, mv: Move) -> bool {
        move_kind::is_legal(position, mv)
    }

    fn is_pseudo_legal(position: &Position<Self>, mv: Move) -> bool {
        move_kind::is_pseudo_legal(position, mv)
    }

    fn illegal_movement(position: &Position<Self>, mv: Move) -> Option<IllegalReason> {
        explain::illegal_movement(position, mv)
    }

    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool {
        let mut captures = false;
        move_kind::play(position, mv, &mut next.board, |_, _| captures = true);
        captures || MoveKind::of(position.board(), mv).is_irreversible()
    }

    /// A piece captured after a push or a pull is on the square to which that moved it.
    fn victims(position: &Position<Self>, mv: Move) -> Set {
        move_kind::victims(position, mv)
    }

    fn for_each_capture(position: &Position<Self>, mv: Move, visitor: impl FnMut(Square, Piece)) {
        move_kind::play(position, mv, &mut position.board().clone(), visitor);
    }
}

impl SpecialRules for Renaissance {
    const MOVES_SEVERAL: bool = true;
    const CHAIN_LINK: Option<PieceKind> = Some(kinds::PULLER);

    #[inline(always)]
    fn extra_threats(
        board: &Board<Renaissance>,
        now: Occupancy<Board9x9>,
        free: Set,
    ) -> impl Iterator<Item = Threat<Board9x9>> {
        forced_threats::all(board, now, free)
            .filter(move |threat| threat.capture_squares.has(now.king))
            .map(|threat| Threat { checker: threat.by.into(), path: threat.path })
    }

    #[inline(always)]
    fn extra_check(board: &Board<Renaissance>, after: &Occupancy<Board9x9>, free: Set) -> bool {
        let occupied = after.own | after.enemy;
        forced_threats::all(board, *after, free).any(|threat| {
            threat.capture_squares.has(after.king) && !threat.path.intersects(occupied)
        })
    }

    #[inline(always)]
    fn extra_doubtful(board: &Board<Renaissance>, now: Occupancy<Board9x9>, free: Set) -> Set {
        forced_threats::all(board, now, free)
            .fold(Set::EMPTY, |doubtful, threat| doubtful | threat.capture_squares)
    }

    /// Next to another puller an own puller may be a link of a chain pulled by an enemy.
    #[inline(always)]
    fn chain_links(board: &Board<Renaissance>, free: Set, from: Option<Square>) -> Set {
        let pullers = board.kind(kinds::PULLER);
        if !free.intersects(pullers) {
            return Set::EMPTY;
        }
        Board9x9.neighbours_of_all(pullers - from.map_or(Set::EMPTY, Set::from))
    }
}
