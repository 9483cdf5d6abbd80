//! Maxima by Roberto Lavieri (rules, 3): Baroque's men with mages and guards on 76 squares, a king
//! that leaps like a knight around a cylinder, and palaces to be invaded.

use std::ops::ControlFlow;

use crate::game::baroque::{self, After, Baroque, Movement, Threats};
use crate::game::{Game, MoveGroup, Outcome, Scope, Start, Variant, no_move};
use crate::rules::{FewRules, OnOff};
use crate::{
    Bitboard, Board, Color, EndReason, Freeze, Geometry, Move, PieceKind, Position, PositionErrors,
    Repetition, Setup, Square, WhyNot,
};

mod board;

pub use board::MaximaBoard;

type Set = Bitboard<u128>;

/// Maxima.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maxima;

/// The switch `suicide`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Suicide;

impl OnOff for Suicide {
    const KEY: Option<&'static str> = Some("suicide");
}

/// The rules of Maxima; the switch of its own is `suicide`.
pub type Rules = FewRules<Suicide>;

/// Men of both sides at the start: the most that one side may own.
const MOST_MEN: u32 = 36;

const START: &str =
    "***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/***2*** w - - 0 1";

impl Game for Maxima {
    type Geometry = MaximaBoard;
    type Rules = Rules;
    const VARIANTS: &'static [Variant<Rules>] = &[Variant {
        name: "maxima",
        rules: Rules::new(true, Repetition::Draw, 100),
        start: "standard",
    }];
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    const SUITES: &'static [(&'static str, &'static str)] =
        &[("maxima", include_str!("../../../../perft-suites/maxima.epd"))];
    const KINDS: &'static [PieceKind] = &[
        PieceKind::King,
        PieceKind::Pawn,
        PieceKind::Withdrawer,
        PieceKind::Leaper,
        PieceKind::Chameleon,
        PieceKind::Immobilizer,
        PieceKind::Coordinator,
        PieceKind::Mage,
        PieceKind::Guard,
    ];

    fn starts() -> Vec<Start> {
        vec![Start { name: "standard".to_owned(), fen: START.to_owned() }]
    }

    fn errors(position: &Position<Self>) -> PositionErrors {
        let board = position.board();
        let full = |&color: &Color| board::palace(color).is_subset(board.color(color));
        let mut errors = PositionErrors::of_numbers(board, MOST_MEN, false);
        errors.set(PositionErrors::OWN_PALACE_FULL, Color::ALL.iter().any(full));
        baroque::errors(position, errors)
    }

    #[inline]
    fn generate(
        position: &Position<Self>,
        scope: Scope,
        listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        baroque::generate(position, scope, listener)
    }

    #[inline]
    fn count(position: &Position<Self>) -> u64 {
        baroque::count(position)
    }

    fn is_legal(position: &Position<Self>, mv: Move) -> bool {
        baroque::is_legal(position, mv)
    }

    fn is_possible(position: &Position<Self>, mv: Move) -> bool {
        baroque::is_possible(position, mv)
    }

    fn manner(kind: PieceKind) -> &'static str {
        match kind {
            PieceKind::King => "leaps like a chess knight, also around the sides of the board",
            _ => crate::explain::manner(kind),
        }
    }

    fn objection(position: &Position<Self>, mv: Move) -> Option<WhyNot> {
        baroque::objection(position, mv)
    }

    #[inline]
    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool {
        baroque::play(position, mv, next)
    }

    #[inline]
    fn victims(position: &Position<Self>, mv: Move) -> Set {
        baroque::victims(position, mv)
    }

    #[inline]
    fn frozen(position: &Position<Self>, color: Color) -> Set {
        let board = position.board();
        Freeze::Strict.frozen::<MaximaBoard>(board, color) - Self::immune(board)
    }

    fn in_check(position: &Position<Self>, color: Color) -> bool {
        baroque::in_check(position, color)
    }

    /// An invasion by the side that just moved, then a bare king of the side to move, then one of
    /// the side that just moved.
    #[inline]
    fn decided(position: &Position<Self>) -> Option<Outcome> {
        let (board, side) = (position.board(), position.side());
        let ended = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        if board::palace(side).is_subset(board.color(!side)) {
            return ended(!side, EndReason::Invasion);
        }
        let is_bare = |color| board.color(color).is_subset(board.kind(PieceKind::King));
        match [side, !side].into_iter().find(|&color| is_bare(color) && board.men(color) > 0) {
            Some(bare) => ended(!bare, EndReason::BareKing),
            None => None,
        }
    }

    fn stuck(position: &Position<Self>) -> Outcome {
        no_move(position, true)
    }

    #[inline]
    fn slides(kind: PieceKind, from: Square, occupied: Set) -> Set {
        let sight = match kind {
            PieceKind::King => board::king_leaps(from),
            PieceKind::Guard => MaximaBoard::neighbours(from),
            PieceKind::Mage => board::mage_sight(from, occupied),
            PieceKind::Pawn => MaximaBoard::rook_sight(from, occupied),
            _ => MaximaBoard::queen_sight(from, occupied),
        };
        sight - occupied
    }

    #[inline]
    fn goal(_position: &Position<Self>, color: Color, _kind: PieceKind) -> Set {
        board::palace(!color)
    }
}

impl Baroque for Maxima {
    const STEPPERS: &'static [PieceKind] = &[PieceKind::Mage, PieceKind::Guard];

    #[inline(always)]
    fn suicide(rules: &Rules) -> bool {
        rules.is_on()
    }

    #[inline(always)]
    fn king_leaps(from: Square) -> Set {
        board::king_leaps(from)
    }

    #[inline(always)]
    fn stepped_on(board: &Board<u128>) -> Set {
        board.kind(PieceKind::King) | board.kind(PieceKind::Guard) | board.kind(PieceKind::Mage)
    }

    #[inline(always)]
    fn neighbour_takers(board: &Board<u128>) -> Set {
        board.kind(PieceKind::Chameleon) | board.kind(PieceKind::Guard)
    }

    #[inline(always)]
    fn immune(board: &Board<u128>) -> Set {
        board.kind(PieceKind::Mage)
    }

    #[inline(always)]
    fn own_landings(movement: &Movement<Self>, kind: PieceKind, from: Square) -> Set {
        let sight = match kind {
            PieceKind::Mage => board::mage_sight(from, movement.occupied),
            _ => MaximaBoard::neighbours(from),
        };
        sight - movement.own
    }

    #[inline(always)]
    fn own_threats(threats: &mut Threats<Self>) {
        let After { king, own, enemy, .. } = threats.now();
        for mage in threats.free & threats.board.kind(PieceKind::Mage) & board::mage_origins(king) {
            for way in board::mage_ways(mage, king) {
                threats.threat(mage.into(), way, own | enemy);
            }
        }
    }

    #[inline(always)]
    fn own_takes(threats: &Threats<Self>, after: &After<Self>, free: Set) -> bool {
        let occupied = after.own | after.enemy;
        let mages = free & threats.board.kind(PieceKind::Mage) & board::mage_origins(after.king);
        mages.iter().any(|mage| board::mage_ways(mage, after.king).any(|way| !way.meets(occupied)))
    }

    #[inline(always)]
    fn own_reach(threats: &Threats<Self>, steps: Set) -> Set {
        let After { king, own, enemy, .. } = threats.now();
        let occupied = (own | enemy) - king.into();
        (threats.free & threats.board.kind(PieceKind::Mage)).union(|mage| {
            // Where a mage goes from here is where one comes here from.
            let near = board::mage_origins(mage).meets(steps);
            if near { board::mage_sight(mage, occupied) } else { Set::EMPTY }
        })
    }

    /// Two own men in the own palace are forbidden: nobody but the man that is there may go there.
    #[inline(always)]
    fn area(position: &Position<Self>) -> Set {
        let palace = board::palace(position.side());
        !palace.only_if(palace.meets(position.board().color(position.side())))
    }

    #[inline(always)]
    fn bound(position: &Position<Self>) -> Set {
        board::palace(position.side())
    }

    /// The other square of an enemy palace that is half invaded. Anything, should it be invaded
    /// already in a position that was set up.
    #[inline(always)]
    fn winning(position: &Position<Self>, from: Square) -> Set {
        let palace = board::palace(!position.side());
        let others = position.board().color(position.side()) - from.into();
        if palace.is_subset(others) {
            return !Set::EMPTY;
        }
        (palace - others - from.into()).only_if(palace.meets(others))
    }
}
