//! The generator of tables: moves, captures and acts by the methods of each row of a game's piece
//! table, suicide, promotion, hands, freezing and check.
//!
//! It reads the [`GameTable`](crate::GameTable) of a game, and knows no game by name.

use std::ops::ControlFlow;

use crate::position::execution::{Execution, Visitor};
use crate::position::setup::sorted;
use crate::position::table::Set;
use crate::{
    Bitboard, Color, Game, GenType, Move, Outcome, Piece, Position, PositionErrors, Setup, Special,
    Square,
};

mod act_moves;
mod acts;
pub mod area;
mod chain;
mod count;
pub mod ends;
mod forced;
mod freeze;
mod generate;
pub mod hands;
mod king_context;
mod king_safety;
mod pseudo_legal;
mod ring;
mod row;
mod threats;

use acts::{Act, has_acts};
use hands::take;
use king_safety::KingSafety;
use pseudo_legal::PseudoLegal;
use row::some_piece_has;

/// The generators of one game, of all moves and of captures, and its tests of
/// moves and of check. They are called through a static, so that only the crate that has it compiles
/// them, not each crate that generates moves.
#[derive(Debug)]
pub struct TableFunctions<G: Game> {
    all: for<'a> fn(&'a Position<G>, Visitor<'a, G>) -> ControlFlow<()>,
    captures: for<'a> fn(&'a Position<G>, Visitor<'a, G>) -> ControlFlow<()>,
    captures_of: for<'a> fn(&'a Position<G>, Square, Visitor<'a, G>) -> ControlFlow<()>,
    is_legal: fn(&Position<G>, Move) -> bool,
    is_pseudo_legal: fn(&Position<G>, Move) -> bool,
    in_check: fn(&Position<G>, Color) -> bool,
}

impl<G: Game> TableFunctions<G> {
    /// Those of the game.
    #[expect(clippy::new_without_default, reason = "only statics hold them")]
    pub const fn new() -> Self {
        Self {
            all: |position, visitor| generate::generate(position, GenType::All, visitor),
            captures: |position, visitor| generate::generate(position, GenType::Captures, visitor),
            captures_of: |position, target, visitor| {
                generate::captures_of(position, target, visitor)
            },
            is_legal: |position, mv| generate::is_legal(position, mv),
            is_pseudo_legal: |position, mv| generate::is_pseudo_legal(position, mv),
            in_check: |position, color| {
                KingSafety::new(position, color).is_some_and(|view| view.in_check())
            },
        }
    }
}

/// A game of a table.
pub trait TableGame: Game {
    /// A static of the game.
    fn functions() -> &'static TableFunctions<Self>;
}

/// Executes the rules of tables.
pub struct TableExecution;

impl<G: TableGame> Execution<G> for TableExecution {
    #[inline]
    fn generate(position: &Position<G>, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()> {
        match gen_type {
            GenType::All => (G::functions().all)(position, visitor),
            GenType::Captures => (G::functions().captures)(position, visitor),
        }
    }

    #[inline]
    fn captures_of(position: &Position<G>, target: Square, visitor: Visitor<G>) -> ControlFlow<()> {
        match has_acts::<G>(position.rules()) {
            true => Self::generate(position, GenType::Captures, visitor),
            false => (G::functions().captures_of)(position, target, visitor),
        }
    }

    #[inline]
    fn has_moves(position: &Position<G>) -> bool {
        Self::generate(position, GenType::All, &mut |group| match group.destinations().is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
        .is_break()
    }

    #[inline]
    fn count(position: &Position<G>) -> u64 {
        count::count(position)
    }

    #[inline]
    fn is_legal(position: &Position<G>, mv: Move) -> bool {
        (G::functions().is_legal)(position, mv)
    }

    fn is_pseudo_legal(position: &Position<G>, mv: Move) -> bool {
        (G::functions().is_pseudo_legal)(position, mv)
    }

    #[inline(always)]
    fn play(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
        play(position, mv, next)
    }

    #[inline(always)]
    fn victims(position: &Position<G>, mv: Move) -> Set<G> {
        victims(position, mv)
    }

    #[inline]
    fn for_each_capture(position: &Position<G>, mv: Move, visitor: impl FnMut(Square, Piece)) {
        for_each_capture(position, mv, visitor);
    }

    #[inline]
    fn in_check(position: &Position<G>, color: Color) -> bool {
        (G::functions().in_check)(position, color)
    }

    #[inline]
    fn frozen(position: &Position<G>, color: Color) -> Set<G> {
        freeze::frozen(position, color)
    }

    #[inline]
    fn immediate_outcome(position: &Position<G>) -> Option<Outcome> {
        ends::immediate_outcome(position)
    }

    fn errors(position: &Position<G>) -> PositionErrors {
        ends::errors(position)
    }
}

/// Plays a legal move.
#[inline(always)]
fn play<G: Game>(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
    if let Some(act) = Act::of(position, mv) {
        let mut captures = false;
        act.play(position, mv, &mut next.board, |_, _| captures = true);
        return captures || act.is_irreversible();
    }
    let (board, rules) = (position.board(), position.rules());
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    let Some(kind) = position.kind_at(from) else {
        return false;
    };
    let leaves = mv.is_suicide()
        || some_piece_has!(G, rules, DESTROY) && mv.special() == Special::Destruction;
    let arriving = match mv.special() {
        Special::Piece(piece) if some_piece_has!(G, rules, PROMOTE) => piece,
        _ => kind,
    };
    // First, for what is written last has to be waited for when the position is copied.
    next.board.toggle(side, kind, from);
    if !leaves {
        next.board.toggle(side, arriving, to);
    }
    let victims = victims(position, mv);
    for square in victims {
        if let Some(piece) = board.piece_at(square) {
            take(rules, &mut next.board, side, piece, square);
        }
    }
    // A piece on the destination that is not captured is swapped.
    if some_piece_has!(G, rules, SWAP)
        && !leaves
        && (board.occupied() - victims).has(to)
        && let Some(partner) = board.piece_at(to)
    {
        next.board.toggle(partner.color, partner.kind, to);
        next.board.toggle(partner.color, partner.kind, from);
        next.swap_ban = Some(sorted([from, to]));
    }
    leaves || arriving != kind || !victims.is_empty()
}

/// The squares on which a legal move captures pieces.
#[inline(always)]
fn victims<G: Game>(position: &Position<G>, mv: Move) -> Set<G> {
    if let Some(act) = Act::of(position, mv) {
        let mut victims = Bitboard::EMPTY;
        let mut next = *position.board();
        act.play(position, mv, &mut next, |square, _| victims |= square.into());
        return victims;
    }
    if some_piece_has!(G, position.rules(), DESTROY) && mv.special() == Special::Destruction {
        return mv.to().into();
    }
    match position.kind_at(mv.from()) {
        Some(kind) => PseudoLegal::new(position).victims(kind, mv.from(), mv.to()),
        None => Bitboard::EMPTY,
    }
}

/// Calls the visitor with each piece that a legal move captures.
fn for_each_capture<G: Game>(
    position: &Position<G>,
    mv: Move,
    mut visitor: impl FnMut(Square, Piece),
) {
    if let Some(act) = Act::of(position, mv) {
        return act.play(position, mv, &mut position.board().clone(), visitor);
    }
    for square in victims(position, mv) {
        if let Some(piece) = position.board().piece_at(square) {
            visitor(square, piece);
        }
    }
}
