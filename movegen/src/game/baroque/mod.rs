//! What the games with Baroque's men and a king to be mated have in common: how the seven men move
//! and take (rules, 2), freezing, and check.
//!
//! Such a game says in the trait [`Baroque`] where it differs and what its own men do.

use crate::capture::coordinate::Corners;
use crate::capture::leap::LeapRules;
use crate::game::{BitsOf, Game, Set};
use crate::{
    Bitboard, Board, Color, Freeze, Geometry, Move, PieceKind, Position, PositionErrors, Setup,
    Square,
};

mod count;
mod explain;
mod generate;
mod movement;
mod safety;

pub use count::count;
pub use explain::objection;
pub use generate::{Generator, generate, is_legal, is_possible};
pub use movement::Movement;
pub use safety::{After, Threats};

/// The errors of a position, those of its men and of a king left in check: that is looked for only
/// where all else is right (see [`Game::errors`]).
pub fn errors<G: Baroque>(position: &Position<G>, mut errors: PositionErrors) -> PositionErrors {
    if errors.is_empty() {
        let left = G::in_check(position, !position.side()) && position.has_moves();
        errors.set(PositionErrors::KING_LEFT_IN_CHECK, left);
    }
    errors
}

/// See [`Game::play`].
#[inline]
pub fn play<G: Baroque>(position: &Position<G>, mv: Move, next: &mut Setup<G>) -> bool {
    let victims = victims(position, mv);
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    next.remove_all(!side, victims);
    if let Some(kind) = position.kind_at(from) {
        next.board.toggle(side, kind, from);
        if !mv.is_suicide() {
            next.board.toggle(side, kind, to);
        }
    }
    mv.is_suicide() || !victims.is_empty()
}

/// See [`Game::victims`].
#[inline]
pub fn victims<G: Baroque>(position: &Position<G>, mv: Move) -> Set<G> {
    match position.kind_at(mv.from()) {
        Some(kind) => Movement::new(position).victims(kind, mv.from(), mv.to()),
        None => Bitboard::EMPTY,
    }
}

/// See [`Game::in_check`].
pub fn in_check<G: Baroque>(position: &Position<G>, color: Color) -> bool {
    Threats::unscanned(position, color).is_some_and(|threats| threats.attacked(&threats.now()))
}

/// A game with Baroque's men. The defaults are those of the `baroque` rule set.
pub trait Baroque: Game {
    /// Whether a move can make several own men leave their squares.
    const MOVES_SEVERAL: bool = false;
    /// The kinds that Baroque does not have and that take what they land on.
    const STEPPERS: &'static [PieceKind] = &[];
    /// The kinds that Baroque does not have and that slide like a queen and take nothing by that.
    const SLIDERS: &'static [PieceKind] = &[];

    /// How leapers, and chameleons over leapers, leap.
    #[inline(always)]
    fn leap(_rules: &Self::Rules) -> LeapRules {
        LeapRules { several: true, slide_on: true }
    }

    /// Which corners coordinators take.
    #[inline(always)]
    fn corners(_rules: &Self::Rules) -> Corners {
        Corners::All
    }

    /// Whom immobilizers hold.
    #[inline(always)]
    fn freeze(_rules: &Self::Rules) -> Freeze {
        Freeze::Strict
    }

    /// Whether a chameleon that leaps takes nothing but what it jumps over.
    #[inline(always)]
    fn pure_chameleon(_rules: &Self::Rules) -> bool {
        false
    }

    /// Whether frozen men may be taken off the board instead of a move.
    fn suicide(rules: &Self::Rules) -> bool;

    /// Whether a king must not be left where it can be taken.
    #[inline(always)]
    fn has_check(_rules: &Self::Rules) -> bool {
        true
    }

    /// The squares that a man other than the king may go to at most.
    #[inline(always)]
    fn reach(_rules: &Self::Rules, _side: Color, _from: Square) -> Set<Self> {
        !Bitboard::EMPTY
    }

    /// Where a king goes on an empty board.
    #[inline(always)]
    fn king_leaps(from: Square) -> Set<Self> {
        Self::Geometry::neighbours(from)
    }

    /// Whether the ordinary moves of a kind ever take anything.
    #[inline(always)]
    fn takes(kind: PieceKind) -> bool {
        kind != PieceKind::Immobilizer
    }

    /// The men that chameleons take by stepping onto them.
    #[inline(always)]
    fn stepped_on(board: &Board<BitsOf<Self>>) -> Set<Self> {
        board.kind(PieceKind::King)
    }

    /// The men, kings aside, that take any king beside them.
    #[inline(always)]
    fn neighbour_takers(board: &Board<BitsOf<Self>>) -> Set<Self> {
        board.kind(PieceKind::Chameleon)
    }

    /// The men that nobody freezes.
    #[inline(always)]
    fn immune(_board: &Board<BitsOf<Self>>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Where a man that Baroque does not have may land; it takes what it lands on.
    #[inline(always)]
    fn own_landings(_movement: &Movement<Self>, _kind: PieceKind, _from: Square) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Tells the threats by men that Baroque does not have, but for those of neighbours.
    #[inline(always)]
    fn own_threats(_threats: &mut Threats<Self>) {}

    /// Whether a free one of these men takes the king after a move.
    #[inline(always)]
    fn own_takes(_threats: &Threats<Self>, _after: &After<Self>, _free: Set<Self>) -> bool {
        false
    }

    /// Of the empty squares `steps` at least those on which a free one of these men would take the
    /// king if it went there.
    #[inline(always)]
    fn own_reach(_threats: &Threats<Self>, _steps: Set<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The empty squares on which one of these men might take the king if it went there.
    #[inline(always)]
    fn own_doubts(_threats: &Threats<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares on which an own man of a kind can help a threat by more than making room; the man
    /// on `from`, if any, is about to move.
    #[inline(always)]
    fn links(_threats: &Threats<Self>, _kind: PieceKind, _from: Option<Square>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that the men of the side to move may go to as far as the position goes, but for
    /// those with bounds of their own.
    #[inline(always)]
    fn area(_position: &Position<Self>) -> Set<Self> {
        !Bitboard::EMPTY
    }

    /// The men to whom that does not apply, or whose reach is limited.
    #[inline(always)]
    fn bound(_position: &Position<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that one of these men may go to as far as the position goes.
    #[inline(always)]
    fn allowed(position: &Position<Self>, from: Square) -> Set<Self> {
        if Self::bound(position).has(from) { !Bitboard::EMPTY } else { Self::area(position) }
    }

    /// The squares on which the man wins at once, whatever happens to its king.
    #[inline(always)]
    fn winning(_position: &Position<Self>, _from: Square) -> Set<Self> {
        Bitboard::EMPTY
    }
}
