//! Rococo by Peter Aronson and David Howe (rules, 4): 100 squares, of which the outer ring is for
//! captures only, cannon pawns, advancers and swappers.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::game::common::{self, CommonRules, Pieces};
use crate::game::play::{king_taken, mate_or_stalemate};
use crate::piece::movement::Movement;
use crate::piece::{Methods, PieceInfo};
use crate::position::rules::{OnOffSwitch, OneSwitchRules};
use crate::{
    Board, Color, Description, Freeze, Game, GenType, Geometry, IllegalReason, Move, MoveGroup,
    Outcome, PieceKind, Position, PositionErrors, Repetition, Setup, Square, Start, Variant,
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

impl Description for Rococo {
    type Geometry = Board10x10;
    type Rules = Rules;
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "rococo",
        rules: Rules::new(true, Repetition::Loss, 200),
        start: "standard",
    }];
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("rococo", baroque_perft_suites::ROCOCO)];
    const KINDS: &'static [PieceKind] = &[
        PieceKind::King,
        PieceKind::Pawn,
        PieceKind::Withdrawer,
        PieceKind::Leaper,
        PieceKind::Chameleon,
        PieceKind::Immobilizer,
        PieceKind::Advancer,
        PieceKind::Swapper,
    ];
    const SWAP_BAN: bool = true;

    fn starts() -> Vec<Start> {
        vec![Start { name: "standard".to_owned(), fen: START.to_owned() }]
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
    fn generate(
        position: &Position<Self>,
        gen_type: GenType,
        visitor: impl FnMut(MoveGroup<Board10x10>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        common::generate(position, gen_type, visitor)
    }

    fn is_legal(position: &Position<Self>, mv: Move) -> bool {
        common::is_legal(position, mv)
    }

    fn manner(kind: PieceKind) -> &'static str {
        match kind {
            PieceKind::Pawn => "goes one step or leaps over an adjacent piece",
            _ => crate::position::illegal::manner(kind),
        }
    }

    fn illegal_movement(position: &Position<Self>, mv: Move) -> Option<IllegalReason> {
        explain::illegal_movement(position, mv)
    }

    #[inline]
    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool {
        common::play(position, mv, next)
    }

    #[inline]
    fn victims(position: &Position<Self>, mv: Move) -> Set {
        common::victims(position, mv)
    }

    #[inline]
    fn frozen(position: &Position<Self>, color: Color) -> Set {
        Freeze::Strict.frozen::<Board10x10>(position.board(), color)
    }

    /// Rococo has no check.
    #[inline]
    fn in_check(_position: &Position<Self>, _color: Color) -> bool {
        false
    }

    #[inline]
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome> {
        king_taken(position)
    }

    fn no_moves_outcome(position: &Position<Self>) -> Outcome {
        mate_or_stalemate(position, false)
    }

    #[inline]
    fn slides(kind: PieceKind, from: Square, occupied: Set) -> Set {
        let attacks = match kind {
            PieceKind::King => Board10x10::neighbours(from),
            PieceKind::Pawn => Movement::STEP.or_jump().attacks(from, occupied),
            _ => Board10x10::queen_attacks(from, occupied),
        };
        (attacks - occupied) & INNER
    }

    /// The promotion ranks, for pawns with at least one kind to promote to.
    #[inline]
    fn goal(position: &Position<Self>, color: Color, kind: PieceKind) -> Set {
        let promotes = || promotion::pieces(position.board(), color).next().is_some();
        promotion::ranks(color).masked(kind == PieceKind::Pawn && promotes())
    }
}

impl CommonRules for Rococo {
    const PIECES: &'static [PieceInfo<u128>] = &[
        Pieces::KING,
        PieceInfo::new(Movement::STEP.or_jump())
            .displacing_by(Movement::JUMP)
            .with(Methods::PROMOTE),
        Pieces::WITHDRAWER,
        Pieces::LEAPER,
        Pieces::CHAMELEON,
        Pieces::IMMOBILIZER,
        Pieces::QUEEN.with(Methods::APPROACH),
        Pieces::QUEEN.with(Methods::SWAP).with(Methods::DESTROY),
    ];
    const HAS_CAPTURE_ONLY_SQUARES: bool = true;
    const ROYAL_ALONE: bool = true;
    const SUICIDES_BY_KIND: bool = true;

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

    #[inline(always)]
    fn promotion_squares(side: Color) -> Set {
        promotion::ranks(side)
    }

    #[inline(always)]
    fn promotions(board: &Board<Board10x10>, side: Color) -> impl Iterator<Item = PieceKind> {
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
