//! The moves of Rococo's pieces and their captures (rules, 4).
//!
//! Destinations without captures are inner squares or swaps. Of captures, the ring rule allows all
//! that land on a piece and all approaches by advancers (see [`super::ring`]); the others are
//! filtered by [`allowed_by_ring`].

use crate::capture::leap::LeapRules;
use crate::capture::{approach, cannon, leap, swap, withdraw};
use crate::{
    Board, Board10x10 as B, Direction, Geometry, Move, PieceKind, Position, Special, Square,
};

use super::Rococo;
use super::board::{INNER, Set};
use super::ring::allowed_by_ring;

/// Leapers, and chameleons over leapers, may jump several times and slide on.
pub const LEAP: LeapRules = LeapRules { several: true, slide_on: true };

/// The inputs of the moves of one side.
pub struct Movement<'a> {
    board: &'a Board<B>,
    enemy: Set,
    occupied: Set,
    /// The squares beyond all pieces, for cannon leaps.
    beyond: [Set; 8],
    /// The pieces with which swappers may change places.
    partners: Set,
    swap_ban: Option<[Square; 2]>,
}

impl<'a> Movement<'a> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<Rococo>) -> Self {
        let (board, side) = (position.board(), position.side());
        let (enemy, occupied) = (board.color(!side), board.occupied());
        let partners = if position.rules().is_switch_on() { occupied } else { enemy };
        let beyond = cannon::beyond::<B>(occupied);
        Self { board, enemy, occupied, beyond, partners, swap_ban: position.swap_ban() }
    }

    /// The enemies of a kind.
    #[inline(always)]
    fn targets(&self, kind: PieceKind) -> Set {
        self.enemy & self.board.kind(kind)
    }

    /// Destinations without captures and of captures, for a piece that is not frozen.
    #[inline(always)]
    pub fn destinations(&self, kind: PieceKind, from: Square) -> (Set, Set) {
        match kind {
            PieceKind::King => self.king_destinations(from),
            PieceKind::Pawn => self.pawn_destinations(from),
            PieceKind::Chameleon => self.chameleon_destinations(from),
            _ => self.slider_destinations(kind, from),
        }
    }

    /// Whether an enemy is near enough for captures: if not, [`Self::destinations`] has none.
    #[inline(always)]
    pub fn may_capture(&self, kind: PieceKind, from: Square) -> bool {
        let near = match kind {
            PieceKind::King | PieceKind::Withdrawer => B::neighbours(from),
            PieceKind::Pawn => B::within(from, 2),
            PieceKind::Immobilizer | PieceKind::Swapper => Set::EMPTY,
            _ => B::queen_lines(from),
        };
        near.intersects(self.enemy)
    }

    #[inline(always)]
    fn king_destinations(&self, from: Square) -> (Set, Set) {
        let steps = B::neighbours(from);
        ((steps - self.occupied) & INNER, steps & self.enemy)
    }

    #[inline(always)]
    fn pawn_destinations(&self, from: Square) -> (Set, Set) {
        let leaps = cannon::destinations::<B>(from, &self.beyond);
        let attacks = B::neighbours(from) | leaps;
        ((attacks - self.occupied) & INNER, leaps & self.enemy)
    }

    #[inline(always)]
    fn slider_destinations(&self, kind: PieceKind, from: Square) -> (Set, Set) {
        let attacks = B::queen_attacks(from, self.occupied);
        let slides = attacks - self.occupied;
        let quiets = slides & INNER;
        let filtered = |captures| allowed_by_ring(from, captures, self.occupied, Set::EMPTY);
        match kind {
            PieceKind::Withdrawer => {
                let captures = slides & withdraw::destinations::<B>(from, self.enemy);
                (quiets - captures, filtered(captures))
            }
            // Each approaches another piece, so the ring forbids none of them.
            PieceKind::Advancer => {
                let captures = approach::destinations::<B>(from, attacks, self.enemy);
                (quiets - captures, captures)
            }
            PieceKind::Leaper => {
                let captures = self.leaps(from, attacks, self.enemy);
                (quiets, filtered(captures))
            }
            PieceKind::Swapper => {
                let swaps = attacks & self.allowed_partners(from);
                (quiets | swaps, Set::EMPTY)
            }
            _ => (quiets, Set::EMPTY),
        }
    }

    /// A chameleon uses the method of every enemy kind on the pieces of that kind.
    #[inline(always)]
    fn chameleon_destinations(&self, from: Square) -> (Set, Set) {
        let attacks = B::queen_attacks(from, self.occupied);
        let slides = attacks - self.occupied;
        let advancers = self.targets(PieceKind::Advancer);
        let leaps = self.leaps(from, attacks, self.targets(PieceKind::Leaper));
        let passing = slides
            & (withdraw::destinations::<B>(from, self.targets(PieceKind::Withdrawer))
                | approach::destinations::<B>(from, attacks, advancers));
        let allowed = allowed_by_ring(from, leaps | passing, self.occupied, advancers);
        let displacing = (B::neighbours(from) & self.targets(PieceKind::King))
            | (cannon::destinations::<B>(from, &self.beyond) & self.targets(PieceKind::Pawn));
        let (quiet_swaps, capturing_swaps) = self.chameleon_swaps(from, attacks, leaps);
        let quiets = ((slides - passing) & INNER) | quiet_swaps;
        (quiets, allowed | displacing | capturing_swaps)
    }

    /// Swaps of a chameleon that capture nothing, and swaps that capture.
    #[inline(always)]
    fn chameleon_swaps(&self, from: Square, attacks: Set, leaps: Set) -> (Set, Set) {
        let swappers = self.allowed_partners(from) & self.board.kind(PieceKind::Swapper);
        let swaps = swap::destinations::<B>(from, attacks, leaps, swappers);
        let captures = |&to: &Square| {
            let direction = B::direction(from, to);
            direction.is_some_and(|d| !self.chameleon_victims(from, to, d).is_empty())
        };
        let capturing: Set = swaps.iter().filter(captures).collect();
        (swaps - capturing, capturing)
    }

    /// Destinations of leaps over some of the `victims`, the only pieces that may be jumped.
    #[inline(always)]
    fn leaps(&self, from: Square, attacks: Set, victims: Set) -> Set {
        if !attacks.intersects(victims) {
            return Set::EMPTY;
        }
        leap::destinations::<B>(LEAP, from, attacks, self.occupied, victims)
    }

    /// The partners with which the swap ban lets a piece on `from` swap.
    #[inline(always)]
    fn allowed_partners(&self, from: Square) -> Set {
        let banned = match self.swap_ban {
            Some([a, b]) if a == from => b.into(),
            Some([a, b]) if b == from => a.into(),
            _ => Set::EMPTY,
        };
        self.partners - banned
    }

    /// The enemies that a piece on `from`, which is not frozen, may destroy together with itself.
    #[inline(always)]
    pub fn destructible(&self, kind: PieceKind, from: Square) -> Set {
        let beside = B::neighbours(from) & self.enemy;
        match kind {
            PieceKind::Swapper => beside,
            PieceKind::Chameleon => beside & self.targets(PieceKind::Swapper),
            _ => Set::EMPTY,
        }
    }

    /// The pieces that a legal move captures.
    #[inline]
    pub fn victims(&self, kind: PieceKind, mv: Move) -> Set {
        let (from, to) = (mv.from(), mv.to());
        if mv.special() == Special::Destruction {
            return to.into();
        }
        let Some(direction) = B::direction(from, to) else {
            return Set::EMPTY;
        };
        match kind {
            PieceKind::King | PieceKind::Pawn => Set::from(to) & self.enemy,
            PieceKind::Withdrawer => withdraw::victims::<B>(from, direction, self.enemy),
            PieceKind::Advancer => approach::victims::<B>(to, direction, self.enemy),
            PieceKind::Leaper => leap::victims::<B>(from, to, self.enemy),
            PieceKind::Chameleon => self.chameleon_victims(from, to, direction),
            _ => Set::EMPTY,
        }
    }

    /// All captures that apply; a step onto the king captures nothing else. The leaper that a
    /// cannon leap uses as its mount is captured as if it were jumped.
    #[inline]
    fn chameleon_victims(&self, from: Square, to: Square, direction: Direction) -> Set {
        let displaced = Set::from(to);
        if displaced.intersects(self.targets(PieceKind::King)) {
            return displaced;
        }
        (displaced & self.targets(PieceKind::Pawn))
            | withdraw::victims::<B>(from, direction, self.targets(PieceKind::Withdrawer))
            | leap::victims::<B>(from, to, self.targets(PieceKind::Leaper))
            | approach::victims::<B>(to, direction, self.targets(PieceKind::Advancer))
    }
}
