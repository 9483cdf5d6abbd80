//! Counting legal moves in bulk.
//!
//! Most pieces have no part in threats against their king: the number of their destinations is the
//! number of their legal moves. Those of them that only slide are counted together, because no two
//! of them slide to the same square in one direction.

use std::ops::ControlFlow;

use crate::position::description::Set;
use crate::{Bitboard, Direction, GenType, Geometry, MoveGroup, PieceKind, Position, Square};

use super::generate::{Generator, Legality};
use super::movement::Movement;
use super::rules::CommonRules;

/// See [`Game::count`](crate::Game::count).
#[inline]
pub fn count<G: CommonRules>(position: &Position<G>) -> u64 {
    match G::immediate_outcome(position) {
        Some(_) => 0,
        None => Generator::new(position).count(),
    }
}

impl<G: CommonRules> Generator<'_, G> {
    /// Number of ordinary moves and suicides.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        let (free, suicidal) = (self.free, self.suicidal());
        let kings = free & self.movement.board.kind(PieceKind::King);
        let unrestricted = self.unrestricted() - kings;
        let sliders = self.sliders() & free & unrestricted;
        let others = (free & unrestricted) - sliders;
        let king_moves = |king| u64::from(self.king_moves(king).len());
        let mut count = kings.iter().map(king_moves).sum::<u64>()
            + self.slides(sliders)
            + self.leaps(others)
            + u64::from((suicidal & unrestricted).len());
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
        let _ = self.moves_of(pieces, GenType::All, &mut add);
        let _ = self.suicides_of(suicidal, add);
        count
    }

    /// Legal destinations of a king.
    #[inline(always)]
    fn king_moves(&self, from: Square) -> Set<G> {
        let all = G::king_attacks(from) - self.movement.own;
        let wanted = all & G::allowed(self.position, from);
        self.legal(PieceKind::King, from, wanted, all & self.movement.enemy)
            | (wanted & G::winning(self.position, from))
    }

    /// Squares of pieces other than kings all of whose pseudo-legal moves are legal.
    #[inline(always)]
    fn unrestricted(&self) -> Set<G> {
        let Movement { board, own, .. } = self.movement;
        let threats = match &self.threats {
            None => return !G::area_exempt(self.position),
            Some(threats) if self.legality == Legality::PinAware => threats,
            Some(_) => return Bitboard::EMPTY,
        };
        let immobilizers = own & board.kind(PieceKind::Immobilizer);
        let unfreezes = |&from: &Square| {
            self.may_unfreeze(PieceKind::Immobilizer, from) && self.discovers_check(from, threats)
        };
        let unfreezing: Set<G> = immobilizers.iter().filter(unfreezes).collect();
        let mut restricted = threats.discoverers | threats.pinned | unfreezing;
        restricted |= G::area_exempt(self.position);
        if let Some(exposing) = &self.exposing {
            restricted |= self.movement.attackers(exposing);
        }
        if let Some(kind) = G::CHAIN_LINK
            && !threats.chain_links(kind, None).is_empty()
        {
            restricted |= board.kind(kind);
        }
        !restricted
    }

    /// Pieces of both sides that only slide.
    #[inline(always)]
    fn sliders(&self) -> Set<G> {
        let kind = |kind| self.movement.board.kind(kind);
        kind(PieceKind::Pawn)
            | kind(PieceKind::Withdrawer)
            | kind(PieceKind::Coordinator)
            | kind(PieceKind::Immobilizer)
            | G::SLIDERS.iter().fold(Bitboard::EMPTY, |all, &own| all | kind(own))
            | (kind(PieceKind::Chameleon) - self.active_chameleons())
    }

    /// Chameleons on a queen line with enemy leapers, or adjacent to pieces that they step onto.
    #[inline(always)]
    fn active_chameleons(&self) -> Set<G> {
        let (board, enemy) = (self.movement.board, self.movement.enemy);
        let steps = G::Geometry::neighbours_of_all(enemy & G::stepped_on(board));
        let leapers = enemy & board.kind(PieceKind::Leaper);
        let active = steps | leapers.flat_map(G::Geometry::queen_lines);
        self.movement.own & board.kind(PieceKind::Chameleon) & active
    }

    /// Number of slides of some pieces.
    #[inline(always)]
    fn slides(&self, pieces: Set<G>) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let queens = pieces - self.movement.board.kind(PieceKind::Pawn);
        let area = G::area(self.position);
        let count = |pieces, direction| -> u64 {
            let empty = !self.movement.occupied;
            (G::Geometry::slide_fill(pieces, empty, direction) & area).len().into()
        };
        let straight =
            count(pieces, North) + count(pieces, East) + count(pieces, South) + count(pieces, West);
        let diagonal = count(queens, NorthEast) + count(queens, SouthEast);
        straight + diagonal + count(queens, SouthWest) + count(queens, NorthWest)
    }

    /// Number of moves of leapers, chameleons and [`CommonRules::STEPPERS`].
    #[inline(always)]
    fn leaps(&self, pieces: Set<G>) -> u64 {
        let area = G::area(self.position);
        let kinds = [PieceKind::Leaper, PieceKind::Chameleon];
        let destinations = |(kind, from)| -> u64 {
            (self.movement.all_destinations(kind, from) & area).len().into()
        };
        let of_kind =
            |kind| (pieces & self.movement.board.kind(kind)).iter().map(move |from| (kind, from));
        kinds
            .into_iter()
            .chain(G::STEPPERS.iter().copied())
            .flat_map(of_kind)
            .map(destinations)
            .sum()
    }
}
