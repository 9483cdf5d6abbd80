//! Where a piece may go at all: the rank limit, and zones with few own pieces.

use crate::position::table::{Limit, Set};
use crate::{Bitboard, Color, Game, Geometry, Position, RuleFlags, Square};

/// The squares within the reach of a piece other than the king under the rank limit.
#[inline(always)]
pub fn reach<G: Game>(rules: &G::Rules, side: Color, from: Square) -> Set<G> {
    if !G::options(rules).contains(RuleFlags::RANK_LIMIT) {
        return !Bitboard::EMPTY;
    }
    let geometry = G::table(rules).geometry;
    geometry.within(from, relative_rank(geometry, side, from))
}

/// The rank of a square as seen by a side, from 1.
#[inline(always)]
pub fn relative_rank<G: Geometry>(geometry: G, side: Color, square: Square) -> usize {
    match side {
        Color::White => geometry.rank(square) + 1,
        Color::Black => geometry.ranks() - geometry.rank(square),
    }
}

/// The squares that pieces of the side to move may enter, except those of
/// [`exempt_from_area`]: not a zone that holds as many of them as it may.
#[inline(always)]
pub fn area<G: Game>(position: &Position<G>) -> Set<G> {
    match position.table().limit {
        Some(Limit { zone, pieces, .. }) => {
            let zone = zone[position.side()];
            let full = (zone & position.board().color(position.side())).has_at_least(pieces);
            !zone.masked(full)
        }
        None => !Bitboard::EMPTY,
    }
}

/// The squares of pieces that [`area`] does not restrict.
#[inline(always)]
fn exempt_from_area<G: Game>(position: &Position<G>) -> Set<G> {
    position.table().limit.map_or(Bitboard::EMPTY, |limit| limit.zone[position.side()])
}

/// The squares of pieces whose destinations do not only depend on [`area`].
#[inline(always)]
pub fn restricted<G: Game>(position: &Position<G>) -> Set<G> {
    let ranks = position.options().contains(RuleFlags::RANK_LIMIT);
    exempt_from_area(position) | position.board().color(position.side()).masked(ranks)
}

/// The squares that the piece on `from` may enter in this position.
#[inline(always)]
pub fn allowed<G: Game>(position: &Position<G>, from: Square) -> Set<G> {
    if exempt_from_area(position).has(from) { !Bitboard::EMPTY } else { area(position) }
}
