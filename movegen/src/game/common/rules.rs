//! Rules of single games that no table expresses, each with a default.

use super::freeze::Freeze;
use super::occupancy::{Occupancy, Threat};
use crate::capture::coordinate::Corners;
use crate::capture::leap::LeapRules;
use crate::position::description::Set;
use crate::{
    Bitboard, Board, Color, Description, IllegalReason, Move, Outcome, PieceKind, Position, Square,
};

/// Rules that the table of a game does not express. The defaults are those of most games.
pub trait SpecialRules: Description {
    /// Whether one move can vacate several squares of own pieces.
    const MOVES_SEVERAL: bool = false;
    /// The kind, if any, whose own pieces can take part in an enemy threat against their king.
    const CHAIN_LINK: Option<PieceKind> = None;

    /// How leapers leap, and chameleons over leapers.
    #[inline(always)]
    fn leap(_rules: &Self::Rules) -> LeapRules {
        LeapRules { several: true, slide_on: true }
    }

    /// On which corners coordinators capture.
    #[inline(always)]
    fn corners(_rules: &Self::Rules) -> Corners {
        Corners::All
    }

    /// Which pieces immobilizers freeze.
    #[inline(always)]
    fn freeze(_rules: &Self::Rules) -> Freeze {
        Freeze::Strict
    }

    /// Whether a leaping chameleon captures only the pieces that it jumps over.
    #[inline(always)]
    fn pure_chameleon(_rules: &Self::Rules) -> bool {
        false
    }

    /// Whether a chameleon that steps onto a king captures only the king.
    const ROYAL_ALONE: bool = false;
    /// Whether suicides are generated together with the other moves of a kind. Where there is
    /// check they are tested apart.
    const SUICIDES_BY_KIND: bool = false;

    /// The pieces of both sides with which pieces of the side to move may change places.
    #[inline(always)]
    fn swap_partners(_position: &Position<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Whether some squares may be entered only by captures ([`Self::restrict`]).
    const HAS_CAPTURE_ONLY_SQUARES: bool = false;

    /// Restricts all destinations of a piece and those of its captures to those that the game allows
    /// at all. `approached` are the enemies that it captures by moving straight up to them.
    #[inline(always)]
    fn restrict(
        _from: Square,
        all: Set<Self>,
        captures: Set<Self>,
        _occupied: Set<Self>,
        _approached: Set<Self>,
    ) -> (Set<Self>, Set<Self>) {
        (all, captures)
    }

    /// The squares on which pieces of a side that promote may do so.
    #[inline(always)]
    fn promotion_squares(_side: Color) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The kinds that pieces of the side to move may become.
    #[inline(always)]
    fn promotions(_board: &Board<Self>, _side: Color) -> impl Iterator<Item = PieceKind> {
        std::iter::empty()
    }

    /// Whether removing an own frozen piece is a move.
    fn suicide(rules: &Self::Rules) -> bool;

    /// Whether a king must not be left in check.
    #[inline(always)]
    fn has_check(_rules: &Self::Rules) -> bool {
        true
    }

    /// The squares within the reach of a piece other than the king.
    #[inline(always)]
    fn reach(_rules: &Self::Rules, _side: Color, _from: Square) -> Set<Self> {
        !Bitboard::EMPTY
    }

    /// Threats by additional kinds among the `free` enemies, by rules of one game.
    #[inline(always)]
    fn extra_threats(
        _board: &Board<Self>,
        _now: Occupancy<Self::Geometry>,
        _free: Set<Self>,
    ) -> impl Iterator<Item = Threat<Self::Geometry>> {
        std::iter::empty()
    }

    /// Whether such an enemy gives check in the given occupancy.
    #[inline(always)]
    fn extra_check(
        _board: &Board<Self>,
        _after: &Occupancy<Self::Geometry>,
        _free: Set<Self>,
    ) -> bool {
        false
    }

    /// The empty squares on which such an enemy might capture the king, so that a king move there
    /// needs the full test.
    #[inline(always)]
    fn extra_doubtful(
        _board: &Board<Self>,
        _now: Occupancy<Self::Geometry>,
        _free: Set<Self>,
    ) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares on which an own piece of the kind [`Self::CHAIN_LINK`] may take part in an enemy
    /// threat, not counting the piece on `from`, which is about to move.
    #[inline(always)]
    fn chain_links(_board: &Board<Self>, _free: Set<Self>, _from: Option<Square>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that pieces of the side to move may enter in this position, except
    /// [`Self::area_exempt`] pieces.
    #[inline(always)]
    fn area(_position: &Position<Self>) -> Set<Self> {
        !Bitboard::EMPTY
    }

    /// The squares of pieces that [`Self::area`] does not restrict, or whose [`Self::reach`] is
    /// limited. Their moves are counted one by one.
    #[inline(always)]
    fn area_exempt(_position: &Position<Self>) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// The squares that the piece on `from` may enter in this position.
    #[inline(always)]
    fn allowed(position: &Position<Self>, from: Square) -> Set<Self> {
        if Self::area_exempt(position).has(from) { !Bitboard::EMPTY } else { Self::area(position) }
    }

    /// The end of the game that is known without generating moves.
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome>;

    /// How a kind moves, as a predicate: "moves like a queen".
    fn manner(rules: &Self::Rules, kind: PieceKind) -> &'static str {
        Self::pieces(rules).info(kind).moves.manner()
    }

    /// Why a piece that is not frozen cannot reach a destination, apart from pieces in its way.
    fn extra_restriction(
        _position: &Position<Self>,
        _kind: PieceKind,
        _mv: Move,
    ) -> Option<IllegalReason> {
        None
    }

    /// The destinations on which the piece on `from` wins at once, even if its king is left in
    /// check.
    #[inline(always)]
    fn winning(_position: &Position<Self>, _from: Square) -> Set<Self> {
        Bitboard::EMPTY
    }
}
