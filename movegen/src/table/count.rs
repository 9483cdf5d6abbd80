//! Counting legal moves in bulk.
//!
//! Most pieces have no part in threats against their king: the number of their destinations is the
//! number of their legal moves. Those of them that only slide are counted together, because no two
//! of them slide to the same square in one direction.

use std::ops::ControlFlow;

use crate::piece::Methods;
use crate::position::table::Set;
use crate::{Bitboard, Direction, Game, GenType, Geometry, MoveGroup, PieceKind, Position, Square};

use super::acts::{has_acts, may_act};
use super::area::{allowed, area, restricted};
use super::ends::winning;
use super::freeze::freezers;
use super::generate::{Generator, Legality};
use super::pseudo_legal::{CommonDestinations, PseudoLegal};
use super::row::{Row, for_each_row, has, has_some, pieces_with, some_piece_has, with_king};

/// Number of legal moves.
#[inline]
pub fn count<G: Game>(position: &Position<G>) -> u64 {
    let mut count = 0;
    let mut add = |group: MoveGroup<G::Geometry>| {
        count += u64::from(group.destinations().len());
        ControlFlow::Continue(())
    };
    let generator = Generator::new(position);
    if const { may_act::<G>() } && has_acts::<G>(position.rules()) {
        let _ = generator.acts(GenType::All, &mut add);
    }
    if is_bulk(position) {
        return count + generator.count();
    }
    let _ = generator.moves(GenType::All, &mut add);
    count
}

/// Whether moves can be counted in bulk: every destination of a piece is one move.
#[inline]
fn is_bulk<G: Game>(position: &Position<G>) -> bool {
    const SEVERAL: Methods = Methods::SWAP.union(Methods::DESTROY).union(Methods::PROMOTE);
    let table = position.table();
    let has_several = has_some::<G>(position.rules(), SEVERAL);
    table.capture_only.is_none() && !has_several
}

impl<G: Game> Generator<'_, G> {
    /// Number of ordinary moves and suicides.
    #[inline]
    pub fn count(&self) -> u64 {
        let (free, suicidal) = (self.free, self.suicidal());
        let kings = free & self.movement.board.kind(PieceKind::KING);
        let unrestricted = self.unrestricted() - kings;
        let sliders = self.sliders() & free & unrestricted;
        let others = (free & unrestricted) - sliders;
        let mut count =
            self.slides(sliders) + self.leaps(others) + u64::from((suicidal & unrestricted).len());
        for king in kings {
            count += u64::from(self.king_moves(king).len());
        }
        let (restricted, suicidal) = (free - kings - unrestricted, suicidal - unrestricted);
        if !(restricted | suicidal).is_empty() {
            count += self.one_by_one(restricted, suicidal);
        }
        count
    }

    /// Number of moves of some pieces and of suicides of others. Not inlined: inlining slows the
    /// common case by 10 %.
    #[inline(never)]
    fn one_by_one(&self, pieces: Set<G>, suicidal: Set<G>) -> u64 {
        let mut count = 0;
        let mut add = |group: MoveGroup<G::Geometry>| {
            count += u64::from(group.destinations().len());
            ControlFlow::Continue(())
        };
        let common = self.movement.common(self.movement.enemy);
        let _ = self.moves_of(pieces, GenType::All, &common, &mut add);
        let _ = self.suicides_of(suicidal, &mut add);
        count
    }

    /// Legal destinations of a king.
    #[inline]
    fn king_moves(&self, from: Square) -> Set<G> {
        let common = CommonDestinations::of(self.movement.enemy);
        let (all, captures) = with_king!(G, self.movement.rules, king => {
            self.movement.destinations(king, from, &common)
        });
        let wanted = all & allowed(self.position, from);
        with_king!(G, self.movement.rules, king => self.legal(king, from, wanted, captures))
            | (wanted & winning(self.position, from))
    }

    /// Squares of pieces other than kings all of whose pseudo-legal moves are legal.
    #[inline]
    fn unrestricted(&self) -> Set<G> {
        let PseudoLegal { board, own, .. } = self.movement;
        let threats = match &self.threats {
            None => return !restricted(self.position),
            Some(threats) if self.legality == Legality::PinAware => threats,
            Some(_) => return Bitboard::EMPTY,
        };
        let unfreezes = |&from: &Square| {
            self.movement.geometry.neighbours(from).intersects(self.movement.enemy)
                && self.discovers_check(from, threats)
        };
        let unfreezing: Set<G> =
            (own & freezers(self.movement.rules, board)).iter().filter(unfreezes).collect();
        let mut unsure = threats.discoverers | threats.pinned | unfreezing;
        unsure |= restricted(self.position);
        if let Some(exposing) = &self.exposing {
            unsure |= self.movement.attackers(exposing);
        }
        if some_piece_has!(G, self.movement.rules, PULL) && !threats.view.links(None).is_empty() {
            unsure |= pieces_with!(G, self.movement.rules, board, PULL);
        }
        !unsure
    }

    /// Pieces of both sides that only slide.
    #[inline]
    fn sliders(&self) -> Set<G> {
        let PseudoLegal { rules, board, .. } = self.movement;
        let mut sliders = Bitboard::EMPTY;
        for_each_row!(G, rules, row in sliders => sliders |= board.kind(Row::<G>::kind(row)));
        for_each_row!(G, rules, row in sliding_imitators => {
            sliders |= board.kind(Row::<G>::kind(row)) - self.active_imitators();
        });
        sliders
    }

    /// Squares from which imitators may leap or displace.
    #[inline]
    fn active_imitators(&self) -> Set<G> {
        let mut active = Bitboard::EMPTY;
        for_each_row!(G, self.movement.rules, row in others => active |= self.imitators_near(row));
        active
    }

    #[inline]
    fn imitators_near<R: Row<G>>(&self, row: R) -> Set<G> {
        let pieces = self.movement.enemy & self.movement.board.kind(row.kind());
        let mut active = Bitboard::EMPTY;
        if has!(G, row: R, LEAP) {
            active |= pieces.flat_map(|square| self.movement.geometry.queen_lines(square));
        }
        if has!(G, row: R, DISPLACE) {
            let movement = row.info().imitated_displacing();
            active |= pieces.flat_map(|square| movement.origins(self.movement.geometry, square));
        }
        active
    }

    /// Number of slides of some pieces.
    #[inline]
    fn slides(&self, pieces: Set<G>) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let mut rooks = Bitboard::EMPTY;
        for_each_row!(G, self.movement.rules, row in rooks => {
            rooks |= self.movement.board.kind(Row::<G>::kind(row));
        });
        let queens = pieces - rooks;
        let area = area(self.position);
        let count = |pieces, direction| -> u64 {
            let empty = !self.movement.occupied;
            (self.movement.geometry.slide_fill(pieces, empty, direction) & area).len().into()
        };
        let straight =
            count(pieces, North) + count(pieces, East) + count(pieces, South) + count(pieces, West);
        let diagonal = count(queens, NorthEast) + count(queens, SouthEast);
        straight + diagonal + count(queens, SouthWest) + count(queens, NorthWest)
    }

    /// Number of moves of pieces that do not only slide.
    #[inline]
    fn leaps(&self, pieces: Set<G>) -> u64 {
        let area = area(self.position);
        let mut count = 0;
        for_each_row!(G, self.movement.rules, row in others => {
            count += self.leaps_of(row, pieces, area);
        });
        count
    }

    #[inline]
    fn leaps_of<R: Row<G>>(&self, row: R, pieces: Set<G>, area: Set<G>) -> u64 {
        let mut count = 0;
        for from in pieces & self.movement.board.kind(row.kind()) {
            count += u64::from((self.movement.all_destinations(row, from) & area).len());
        }
        count
    }
}
