//! Rococo by Peter Aronson and David Howe (rules, 4): 100 squares, of which the outer ring is for
//! captures only, cannon pawns, advancers and swappers.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::capture::cannon;
use crate::game::play::{king_taken, mate_or_stalemate};
use crate::position::rules::{OnOffSwitch, OneSwitchRules};
use crate::position::setup::sorted;
use crate::{
    Color, Description, Freeze, Game, GenType, Geometry, IllegalReason, Move, MoveGroup, Outcome,
    PieceKind, Position, PositionErrors, Repetition, Setup, Special, Square, Start, Variant,
};

mod board;
mod explain;
mod generate;
mod movement;
mod promotion;
mod ring;

pub use board::Board10x10;

use board::{INNER, Set};
use movement::Movement;

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
        generate::generate(position, gen_type, visitor)
    }

    fn is_legal(position: &Position<Self>, mv: Move) -> bool {
        generate::is_legal(position, mv)
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
        let (side, from, to) = (position.side(), mv.from(), mv.to());
        let Some(kind) = position.kind_at(from) else {
            return false;
        };
        let victims = Movement::new(position).victims(kind, mv);
        next.remove_all(!side, victims);
        next.board.toggle(side, kind, from);
        if mv.is_suicide() || mv.special() == Special::Destruction {
            return true;
        }
        // A piece on the destination that is not captured is swapped.
        if next.board.occupied().has(to)
            && let Some(partner) = next.board.piece_at(to)
        {
            next.board.toggle(partner.color, partner.kind, to);
            next.board.toggle(partner.color, partner.kind, from);
            next.swap_ban = Some(sorted([from, to]));
        }
        let arriving = match mv.special() {
            Special::Piece(piece) => piece,
            _ => kind,
        };
        next.board.toggle(side, arriving, to);
        arriving != kind || !victims.is_empty()
    }

    #[inline]
    fn victims(position: &Position<Self>, mv: Move) -> Set {
        let kind = position.kind_at(mv.from());
        kind.map_or(Set::EMPTY, |kind| Movement::new(position).victims(kind, mv))
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
            PieceKind::Pawn => {
                let beyond = cannon::beyond::<Board10x10>(occupied);
                Board10x10::neighbours(from) | cannon::destinations::<Board10x10>(from, &beyond)
            }
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
