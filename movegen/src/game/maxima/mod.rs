//! Maxima by Roberto Lavieri (rules, 3): the pieces of Ultima with mages and guards on 76 squares,
//! kings that leap like knights around a cylinder, and palaces to invade.

use arrayvec::ArrayVec;

use crate::game::common::{self, Pieces, SpecialRules};
use crate::game::play::mate_or_stalemate;
use crate::piece::movement::Movement;
use crate::piece::table::PieceTable;
use crate::piece::{Imitated, Methods, PieceInfo};
use crate::position::rules::{OnOffSwitch, OneSwitchRules};
use crate::{
    BoardTypes, Color, Description, EndReason, Game, Geometry, IllegalReason, Move, Outcome,
    PieceKind, Position, PositionErrors, Repetition, Square, Start, Variant,
};

mod board;

pub use board::MaximaBoard;

use board::Set;

/// Maxima by Roberto Lavieri.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maxima;

/// The switch `suicide`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Suicide;

impl OnOffSwitch for Suicide {
    const KEY: Option<&'static str> = Some("suicide");
}

/// The rules of Maxima, with the switch `suicide`.
pub type Rules = OneSwitchRules<Suicide>;

/// Number of pieces of both sides at the start, the maximum for one side.
const MAX_PIECES: u32 = 36;

const START: &str =
    "***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/***2*** w - - 0 1";

impl BoardTypes for Maxima {
    type Geometry = MaximaBoard;
    type Sets = [u128; 9];
    type Counts = [u8; 0];
}

impl Description for Maxima {
    type Rules = Rules;
    const PIECES: PieceTable<u128> = PieceTable(&[
        PieceInfo::new('K', "king", Movement::leaps(&board::KING_LEAPS))
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
    ]);
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "maxima",
        rules: Rules::new(true, Repetition::Draw, 100),
        start: "standard",
    }];
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("maxima", baroque_perft_suites::MAXIMA)];

    fn starts() -> Vec<Start> {
        vec![Start { name: "standard".to_owned(), fen: START.to_owned() }]
    }

    fn geometry(_rules: &Rules) -> MaximaBoard {
        MaximaBoard
    }
}

impl Game for Maxima {
    /// 36 pieces, each with at most one move to each square of its queen lines, a mage to each
    /// square of its paths; suicide replaces all other moves of a piece.
    type MoveList = ArrayVec<Move, 1006>;

    fn errors(position: &Position<Self>) -> PositionErrors {
        let board = position.board();
        let full = |&color: &Color| board::palace(color).is_subset(board.color(color));
        let mut errors = PositionErrors::of_piece_counts(&position.setup, MAX_PIECES, false);
        errors.set(PositionErrors::OWN_PALACE_FULL, Color::ALL.iter().any(full));
        common::with_check_error(position, errors)
    }

    fn no_moves_outcome(position: &Position<Self>) -> Outcome {
        mate_or_stalemate(position, true)
    }

    #[inline]
    fn goal(_position: &Position<Self>, color: Color, _kind: PieceKind) -> Set {
        board::palace(!color)
    }
}

impl SpecialRules for Maxima {
    /// Checked in this order: an invasion by the side that just moved, a bare king of the side to
    /// move, a bare king of the side that just moved.
    #[inline]
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome> {
        let (board, side) = (position.board(), position.side());
        let ended = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        if board::palace(side).is_subset(board.color(!side)) {
            return ended(!side, EndReason::Invasion);
        }
        let is_bare = |color| board.color(color).is_subset(board.kind(PieceKind::KING));
        match [side, !side]
            .into_iter()
            .find(|&color| is_bare(color) && board.piece_count(color) > 0)
        {
            Some(bare) => ended(!bare, EndReason::BareKing),
            None => None,
        }
    }

    fn manner(_rules: &Rules, kind: PieceKind) -> &'static str {
        match kind {
            PieceKind::KING => "leaps like a chess knight, also around the sides of the board",
            _ => Self::PIECES.info(kind).moves.manner(),
        }
    }

    #[inline(always)]
    fn suicide(rules: &Rules) -> bool {
        rules.is_switch_on()
    }

    /// Two own pieces in the own palace are forbidden: once one is there, only that piece may move
    /// within it.
    #[inline(always)]
    fn area(position: &Position<Self>) -> Set {
        let palace = board::palace(position.side());
        !palace.masked(palace.intersects(position.board().color(position.side())))
    }

    #[inline(always)]
    fn area_exempt(position: &Position<Self>) -> Set {
        board::palace(position.side())
    }

    fn extra_restriction(
        position: &Position<Self>,
        kind: PieceKind,
        mv: Move,
    ) -> Option<IllegalReason> {
        let (from, to) = (mv.from(), mv.to());
        // A piece on the destination would be captured, so it does not block.
        let others = position.board().occupied() - to.into();
        if Self::PIECES.info(kind).displaces.bends()
            && !Movement::BENT.attacks(MaximaBoard, from, others).has(to)
        {
            let to = MaximaBoard.name(to);
            return Some(IllegalReason::rule(format!("no path of the mage to {to} is free")));
        }
        let full = !Self::allowed(position, from).has(to);
        full.then(|| IllegalReason::rule("a side may have at most one piece in its own palace"))
    }

    /// The other square of an enemy palace that is half invaded. All squares if it is invaded
    /// already, which only a position from a FEN can be.
    #[inline(always)]
    fn winning(position: &Position<Self>, from: Square) -> Set {
        let palace = board::palace(!position.side());
        let others = position.board().color(position.side()) - from.into();
        if palace.is_subset(others) {
            return !Set::EMPTY;
        }
        (palace - others - from.into()).masked(palace.intersects(others))
    }
}
