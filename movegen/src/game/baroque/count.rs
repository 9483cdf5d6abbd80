//! Counting legal moves without looking at each man.
//!
//! Most men have nothing to do with threats against their king: of them the number of landing
//! squares is the number of legal moves. And those of them that only slide need not even be told
//! apart, because in one direction no two of them slide to the same square.

use std::ops::ControlFlow;

use crate::game::{BitsOf, MoveGroup, Scope, Set};
use crate::{Bitboard, Direction, Geometry, PieceKind, Position, Square};

use super::Baroque;
use super::generate::{Generator, Regime};
use super::movement::Movement;

/// See [`Game::count`](crate::Game::count).
#[inline]
pub fn count<G: Baroque>(position: &Position<G>) -> u64 {
    match G::decided(position) {
        Some(_) => 0,
        None => Generator::new(position).count(),
    }
}

impl<G: Baroque> Generator<'_, G> {
    /// Number of ordinary moves and suicides.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        let (free, suicidal) = (self.free, self.suicidal());
        let kings = free & self.movement.board.kind(PieceKind::King);
        let unwatched = self.unwatched() - kings;
        let sliders = self.sliders() & free & unwatched;
        let others = (free & unwatched) - sliders;
        let king_moves = |king| u64::from(self.king_moves(king).len());
        let mut count = kings.iter().map(king_moves).sum::<u64>()
            + self.slides(sliders)
            + self.leaps(others)
            + u64::from((suicidal & unwatched).len());
        let (watched, suicidal) = (free - kings - unwatched, suicidal - unwatched);
        if !(watched | suicidal).is_empty() {
            count += self.one_by_one(watched, suicidal);
        }
        count
    }

    /// Number of moves of some men and of suicides of others. Kept apart from what is done for
    /// every position, which would else be a tenth slower.
    #[inline(never)]
    fn one_by_one(&self, men: Set<G>, suicidal: Set<G>) -> u64 {
        let mut count = 0;
        let mut add = |group: MoveGroup<BitsOf<G>>| {
            count += u64::from(group.landings().len());
            ControlFlow::Continue(())
        };
        let _ = self.moves_of(men, Scope::All, &mut add);
        let _ = self.suicides_of(suicidal, add);
        count
    }

    /// Where a king may go.
    #[inline(always)]
    fn king_moves(&self, from: Square) -> Set<G> {
        let all = G::king_leaps(from) - self.movement.own;
        let wanted = all & G::allowed(self.position, from);
        self.legal(PieceKind::King, from, wanted, all & self.movement.enemy)
            | (wanted & G::winning(self.position, from))
    }

    /// Squares of men, kings aside, all of whose moves are legal.
    #[inline(always)]
    fn unwatched(&self) -> Set<G> {
        let Movement { board, own, .. } = self.movement;
        let threats = match &self.threats {
            None => return !G::bound(self.position),
            Some(threats) if self.regime == Regime::Sheltered => threats,
            Some(_) => return Bitboard::EMPTY,
        };
        let immobilizers = own & board.kind(PieceKind::Immobilizer);
        let thaws = |&from: &Square| {
            self.may_thaw(PieceKind::Immobilizer, from) && self.uncovers(from, threats)
        };
        let thawing: Set<G> = immobilizers.iter().filter(thaws).collect();
        let mut watched = threats.opening | threats.pinned | thawing;
        watched |= G::bound(self.position);
        if let Some(exposing) = &self.exposing {
            watched |= self.movement.takers(exposing);
        }
        if !G::links(threats, PieceKind::Puller, None).is_empty() {
            watched |= board.kind(PieceKind::Puller);
        }
        !watched
    }

    /// Men of either side that only slide.
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

    /// Chameleons in line with leapers or beside men that they step onto.
    #[inline(always)]
    fn active_chameleons(&self) -> Set<G> {
        let (board, enemy) = (self.movement.board, self.movement.enemy);
        let steps = G::Geometry::neighbours_of_all(enemy & G::stepped_on(board));
        let leapers = enemy & board.kind(PieceKind::Leaper);
        let active = steps | leapers.union(G::Geometry::queen_lines);
        self.movement.own & board.kind(PieceKind::Chameleon) & active
    }

    /// Number of slides of some men.
    #[inline(always)]
    fn slides(&self, men: Set<G>) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let queens = men - self.movement.board.kind(PieceKind::Pawn);
        let area = G::area(self.position);
        let count = |men, direction| -> u64 {
            let empty = !self.movement.occupied;
            (G::Geometry::slides_of_all(men, empty, direction) & area).len().into()
        };
        let straight = count(men, North) + count(men, East) + count(men, South) + count(men, West);
        let diagonal = count(queens, NorthEast) + count(queens, SouthEast);
        straight + diagonal + count(queens, SouthWest) + count(queens, NorthWest)
    }

    /// Number of slides, leaps and steps of men that do not only slide, kings aside.
    #[inline(always)]
    fn leaps(&self, men: Set<G>) -> u64 {
        let area = G::area(self.position);
        let kinds = [PieceKind::Leaper, PieceKind::Chameleon];
        let landings =
            |(kind, from)| -> u64 { (self.movement.all_landings(kind, from) & area).len().into() };
        let of_kind =
            |kind| (men & self.movement.board.kind(kind)).iter().map(move |from| (kind, from));
        kinds.into_iter().chain(G::STEPPERS.iter().copied()).flat_map(of_kind).map(landings).sum()
    }
}
