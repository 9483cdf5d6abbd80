//! What a game with the common rules has to define, and the defaults.

use super::occupancy::{Occupancy, Threat};
use crate::capture::coordinate::Corners;
use crate::capture::leap::LeapRules;
use crate::position::description::{BitsOf, Set};
use crate::{
    Bitboard, Board, Color, Freeze, Game, Geometry, IllegalReason, Move, PieceKind, Position,
    Square,
};

/// A game with Baroque's pieces. The defaults are those of the `baroque` rule set.
pub trait CommonRules: Game {
    /// Whether a move can make several own pieces leave their squares.
    const MOVES_SEVERAL: bool = false;
    /// The kinds that Baroque does not have and that take what they land on.
    const STEPPERS: &'static [PieceKind] = &[];
    /// The kinds that Baroque does not have and that slide like a queen and take nothing by that.
    const SLIDERS: &'static [PieceKind] = &[];

    /// The kind, if any, that can help a threat against its own king by more than making room.
    const CHAIN_LINK: Option<PieceKind> = None;

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

    /// Whether frozen pieces may be taken off the board instead of a move.
    fn suicide(rules: &Self::Rules) -> bool;

    /// Whether a king must not be left where it can be taken.
    #[inline(always)]
    fn has_check(_rules: &Self::Rules) -> bool {
        true
    }

    /// The squares that a piece other than the king may go to at most.
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

    /// The pieces that chameleons take by stepping onto them.
    #[inline(always)]
    fn stepped_on(board: &Board<BitsOf<Self>>) -> Set<Self> {
        board.kind(PieceKind::King)
    }

    /// The pieces, kings aside, that take any king beside them.
    #[inline(always)]
    fn contact_attackers(board: &Board<BitsOf<Self>>) -> Set<Self> {
        board.kind(PieceKind::Chameleon)
    }

    /// The pieces that nobody freezes.
    #[inline(always)]
    fn immune(_board: &Board<BitsOf<Self>>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Where an additional kind may go; it captures by displacement.
    #[inline(always)]
    fn extra_destinations(
        _kind: PieceKind,
        _from: Square,
        _own: Set<Self>,
        _occupied: Set<Self>,
    ) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Threats by the free enemies of additional kinds, but for those of [`Self::contact_attackers`].
    #[inline(always)]
    fn extra_threats(
        _board: &Board<BitsOf<Self>>,
        _now: Occupancy<BitsOf<Self>>,
        _free: Set<Self>,
    ) -> impl Iterator<Item = Threat<BitsOf<Self>>> {
        std::iter::empty()
    }

    /// Whether one of these enemies captures the king in the given occupancy.
    #[inline(always)]
    fn extra_attack(
        _board: &Board<BitsOf<Self>>,
        _after: &Occupancy<BitsOf<Self>>,
        _free: Set<Self>,
    ) -> bool {
        false
    }

    /// Of the empty squares `steps` at least those on which one of these enemies would capture the
    /// king if it went there.
    #[inline(always)]
    fn extra_attacked(
        _board: &Board<BitsOf<Self>>,
        _now: &Occupancy<BitsOf<Self>>,
        _free: Set<Self>,
        _steps: Set<Self>,
    ) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The empty squares on which one of these enemies might capture the king if it went there.
    #[inline(always)]
    fn extra_doubtful(
        _board: &Board<BitsOf<Self>>,
        _now: Occupancy<BitsOf<Self>>,
        _free: Set<Self>,
    ) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares on which an own piece of the kind [`Self::CHAIN_LINK`] may help an enemy's threat;
    /// the piece on `from`, if any, is about to move.
    #[inline(always)]
    fn chain_links(
        _board: &Board<BitsOf<Self>>,
        _free: Set<Self>,
        _from: Option<Square>,
    ) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that the pieces of the side to move may go to as far as the position goes, but for
    /// those with bounds of their own.
    #[inline(always)]
    fn area(_position: &Position<Self>) -> Set<Self> {
        !Bitboard::EMPTY
    }

    /// The pieces to whom that does not apply, or whose reach is limited.
    #[inline(always)]
    fn bound(_position: &Position<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that one of these pieces may go to as far as the position goes.
    #[inline(always)]
    fn allowed(position: &Position<Self>, from: Square) -> Set<Self> {
        if Self::bound(position).has(from) { !Bitboard::EMPTY } else { Self::area(position) }
    }

    /// What keeps a free piece from a destination, besides the pieces that stand in its way.
    fn extra_restriction(
        _position: &Position<Self>,
        _kind: PieceKind,
        _mv: Move,
    ) -> Option<IllegalReason> {
        None
    }

    /// The squares on which the piece wins at once, whatever happens to its king.
    #[inline(always)]
    fn winning(_position: &Position<Self>, _from: Square) -> Set<Self> {
        Bitboard::EMPTY
    }
}
