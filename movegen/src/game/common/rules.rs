//! Rules of single games that no table expresses, each with a default.

use super::occupancy::{Occupancy, Threat};
use crate::position::description::Set;
use crate::{Bitboard, Board, Description, Options, PieceKind, Square};

/// Rules that the table of a game does not express. The defaults are those of most games.
pub trait SpecialRules: Description {
    /// Whether one move can vacate several squares of own pieces.
    const MOVES_SEVERAL: bool = false;
    /// The kind, if any, whose own pieces can take part in an enemy threat against their king.
    const CHAIN_LINK: Option<PieceKind> = None;
    /// Whether suicides are generated together with the other moves of a kind, as they can be where
    /// there is no check under any rule set.
    const SUICIDES_BY_KIND: bool = match Self::TABLE {
        Some(table) => table.options.contains(Options::NO_CHECK),
        None => false,
    };

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
}
