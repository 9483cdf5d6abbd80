//! Rococo by Peter Aronson and David Howe (rules, 4): 100 squares, of which the outer ring is for
//! captures only, cannon pawns, advancers and swappers.

use arrayvec::ArrayVec;

use crate::game::common::{Pieces, SpecialRules};
use crate::game::play::king_taken;
use crate::piece::movement::Movement;
use crate::piece::table::PieceTable;
use crate::piece::{Methods, PieceInfo};
use crate::position::rules::{OnOffSwitch, OneSwitchRules};
use crate::{
    Board, BoardTypes, Color, Description, Game, IllegalReason, Move, Outcome, PieceKind, Position,
    PositionErrors, Repetition, Square, Start, Variant,
};

mod board;
mod explain;
mod promotion;
mod ring;

pub use board::Board10x10;

use board::{INNER, Set};
use ring::allowed_by_ring;

/// Rococo by Peter Aronson and David Howe.
///
/// ```
/// use baroque_movegen::{Position, Rococo, RuleSet};
/// let start = Position::<Rococo>::start("rococo").unwrap();
/// assert_eq!(start.count_moves(), 25);
/// let enemies_only = start.rules().with_overrides("swapfriends=off").unwrap();
/// let start = Position::<Rococo>::from_fen(&start.to_fen(), enemies_only).unwrap();
/// assert_eq!(start.count_moves(), 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rococo;

/// The switch `swapfriends`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SwapFriends;

impl OnOffSwitch for SwapFriends {
    const KEY: Option<&'static str> = Some("swapfriends");
}

/// The rules of Rococo, with the switch `swapfriends`.
pub type Rules = OneSwitchRules<SwapFriends>;

/// Number of pieces of both sides at the start, the maximum for one side.
const MAX_PIECES: u32 = 32;

const START: &str = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w - - 0 1";

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

impl Description for Rococo {
    type Rules = Rules;
    const PIECES: PieceTable<u128> = PieceTable(&[
        Pieces::KING,
        PieceInfo::new('P', "pawn", Movement::STEP.or_jump())
            .displacing_by(Movement::JUMP)
            .with(Methods::PROMOTE),
        Pieces::WITHDRAWER,
        Pieces::LEAPER,
        Pieces::CHAMELEON,
        Pieces::IMMOBILIZER,
        Pieces::queen('A', "advancer").with(Methods::APPROACH),
        Pieces::queen('S', "swapper").with(Methods::SWAP.union(Methods::DESTROY)),
    ]);
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "rococo",
        rules: Rules::new(true, Repetition::Loss, 200),
        start: "standard",
    }];
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("rococo", baroque_perft_suites::ROCOCO)];
    const SWAP_BAN: bool = true;

    fn starts() -> Vec<Start> {
        vec![Start { name: "standard".to_owned(), fen: START.to_owned() }]
    }

    fn geometry(_rules: &Rules) -> Board10x10 {
        Board10x10
    }
}

impl Game for Rococo {
    /// 32 pieces with at most n moves on a line of n squares, except 2 on a line of one square and
    /// 3 on a line of two, because an adjacent piece can be swapped or destroyed, and then jumped.
    /// Pawns have at most five moves to squares of their last two ranks, each with seven choices,
    /// and three other moves.
    type MoveList = ArrayVec<Move, 1180>;

    fn errors(position: &Position<Self>) -> PositionErrors {
        PositionErrors::of_piece_counts(&position.setup, MAX_PIECES, true)
    }

    #[inline]
    fn slides(_rules: &Rules, kind: PieceKind, from: Square, occupied: Set) -> Set {
        (Self::PIECES.info(kind).moves.attacks(Board10x10, from, occupied) - occupied) & INNER
    }

    /// The promotion ranks, for pawns with at least one kind to promote to.
    #[inline]
    fn goal(position: &Position<Self>, color: Color, kind: PieceKind) -> Set {
        let promotes = || promotion::pieces(position.board(), color).next().is_some();
        promotion::ranks(color).masked(Self::PIECES.info(kind).has(Methods::PROMOTE) && promotes())
    }
}

impl SpecialRules for Rococo {
    const HAS_CAPTURE_ONLY_SQUARES: bool = true;
    const ROYAL_ALONE: bool = true;
    const SUICIDES_BY_KIND: bool = true;

    #[inline]
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome> {
        king_taken(position)
    }

    #[inline(always)]
    fn suicide(_rules: &Rules) -> bool {
        true
    }

    #[inline(always)]
    fn has_check(_rules: &Rules) -> bool {
        false
    }

    #[inline(always)]
    fn swap_partners(position: &Position<Self>) -> Set {
        let board = position.board();
        match position.rules().is_switch_on() {
            true => board.occupied(),
            false => board.color(!position.side()),
        }
    }

    #[inline(always)]
    fn restrict(
        from: Square,
        all: Set,
        captures: Set,
        occupied: Set,
        approached: Set,
    ) -> (Set, Set) {
        let quiets = all - captures;
        let passing = allowed_by_ring(from, captures - occupied, occupied, approached);
        let captures = (captures & occupied) | passing;
        ((quiets & (INNER | occupied)) | captures, captures)
    }

    fn extra_restriction(
        position: &Position<Self>,
        _kind: PieceKind,
        mv: Move,
    ) -> Option<IllegalReason> {
        explain::ring_reason(position, mv)
    }

    #[inline(always)]
    fn promotion_squares(side: Color) -> Set {
        promotion::ranks(side)
    }

    #[inline(always)]
    fn promotions(board: &Board<Self>, side: Color) -> impl Iterator<Item = PieceKind> {
        promotion::pieces(board, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
