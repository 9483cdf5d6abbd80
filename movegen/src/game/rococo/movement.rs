//! How the pieces of Rococo move and what they take (rules, 4).
//!
//! Landings that take nothing are inner ones or swaps; those that land on a piece or approach one are
//! as the ring rule leaves them, see [`super::ring`]; the others go through [`survivors`].

use crate::capture::leap::LeapRules;
use crate::capture::{approach, cannon, leap, swap, withdraw};
use crate::{
    Board, Board10x10 as B, Direction, Geometry, Move, PieceKind, Position, Special, Square,
};

use super::ring::survivors;
use super::{INNER, Rococo, Set};

/// Leapers, and chameleons over leapers, jump several times and slide on.
pub const LEAP: LeapRules = LeapRules { several: true, slide_on: true };

/// What the moves of one side depend on.
pub struct Movement<'a> {
    board: &'a Board<u128>,
    enemy: Set,
    occupied: Set,
    /// The squares beyond all pieces, for the leaps of pawns.
    beyond: [Set; 8],
    /// With whom swappers may change places.
    partners: Set,
    swap_ban: Option<[Square; 2]>,
}

impl<'a> Movement<'a> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<Rococo>) -> Self {
        let (board, side) = (position.board(), position.side());
        let (enemy, occupied) = (board.color(!side), board.occupied());
        let partners = if position.rules().is_on() { occupied } else { enemy };
        let beyond = cannon::beyond::<B>(occupied);
        Self { board, enemy, occupied, beyond, partners, swap_ban: position.swap_ban() }
    }

    /// The enemies of a kind.
    #[inline(always)]
    fn targets(&self, kind: PieceKind) -> Set {
        self.enemy & self.board.kind(kind)
    }

    /// Where a free piece may land without taking anything, and where it takes something.
    #[inline(always)]
    pub fn destinations(&self, kind: PieceKind, from: Square) -> (Set, Set) {
        match kind {
            PieceKind::King => self.king_destinations(from),
            PieceKind::Pawn => self.pawn_destinations(from),
            PieceKind::Chameleon => self.chameleon_destinations(from),
            _ => self.slider_destinations(kind, from),
        }
    }

    /// Whether enemies are near enough for the captures of [`Self::destinations`] to be worth a look.
    #[inline(always)]
    pub fn may_take(&self, kind: PieceKind, from: Square) -> bool {
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
        let ways = B::neighbours(from) | leaps;
        ((ways - self.occupied) & INNER, leaps & self.enemy)
    }

    #[inline(always)]
    fn slider_destinations(&self, kind: PieceKind, from: Square) -> (Set, Set) {
        let attacks = B::queen_attacks(from, self.occupied);
        let slides = attacks - self.occupied;
        let quiets = slides & INNER;
        let ringed = |captures| survivors(from, captures, self.occupied, Set::EMPTY);
        match kind {
            PieceKind::Withdrawer => {
                let captures = slides & withdraw::destinations::<B>(from, self.enemy);
                (quiets - captures, ringed(captures))
            }
            // Each approaches another piece, so the ring forbids none of them.
            PieceKind::Advancer => {
                let captures = approach::destinations::<B>(from, attacks, self.enemy);
                (quiets - captures, captures)
            }
            PieceKind::Leaper => {
                let captures = self.leaps(from, attacks, self.enemy);
                (quiets, ringed(captures))
            }
            PieceKind::Swapper => {
                let swaps = attacks & self.allowed_partners(from);
                (quiets | swaps, Set::EMPTY)
            }
            _ => (quiets, Set::EMPTY),
        }
    }

    /// The chameleon uses the method of every enemy kind on the pieces of that kind.
    #[inline(always)]
    fn chameleon_destinations(&self, from: Square) -> (Set, Set) {
        let attacks = B::queen_attacks(from, self.occupied);
        let slides = attacks - self.occupied;
        let advancers = self.targets(PieceKind::Advancer);
        let leaps = self.leaps(from, attacks, self.targets(PieceKind::Leaper));
        let passing = slides
            & (withdraw::destinations::<B>(from, self.targets(PieceKind::Withdrawer))
                | approach::destinations::<B>(from, attacks, advancers));
        let allowed = survivors(from, leaps | passing, self.occupied, advancers);
        let displacing = (B::neighbours(from) & self.targets(PieceKind::King))
            | (cannon::destinations::<B>(from, &self.beyond) & self.targets(PieceKind::Pawn));
        let (idle_swaps, taking_swaps) = self.chameleon_swaps(from, attacks, leaps);
        let quiets = ((slides - passing) & INNER) | idle_swaps;
        (quiets, allowed | displacing | taking_swaps)
    }

    /// Where a chameleon swaps without taking anything, and where it takes something besides.
    #[inline(always)]
    fn chameleon_swaps(&self, from: Square, attacks: Set, leaps: Set) -> (Set, Set) {
        let swappers = self.allowed_partners(from) & self.board.kind(PieceKind::Swapper);
        let swaps = swap::destinations::<B>(from, attacks, leaps, swappers);
        let takes = |&to: &Square| {
            let direction = B::direction(from, to);
            direction.is_some_and(|d| !self.chameleon_victims(from, to, d).is_empty())
        };
        let taking: Set = swaps.iter().filter(takes).collect();
        (swaps - taking, taking)
    }

    /// Leaps over some of the `victims`, which are all that may be jumped.
    #[inline(always)]
    fn leaps(&self, from: Square, attacks: Set, victims: Set) -> Set {
        if !attacks.intersects(victims) {
            return Set::EMPTY;
        }
        leap::destinations::<B>(LEAP, from, attacks, self.occupied, victims)
    }

    /// The partners with whom the swap_ban lets a piece on `from` swap.
    #[inline(always)]
    fn allowed_partners(&self, from: Square) -> Set {
        let banned = match self.swap_ban {
            Some([a, b]) if a == from => b.into(),
            Some([a, b]) if b == from => a.into(),
            _ => Set::EMPTY,
        };
        self.partners - banned
    }

    /// The enemies that a free piece on `from` may destroy together with itself.
    #[inline(always)]
    pub fn destructible(&self, kind: PieceKind, from: Square) -> Set {
        let beside = B::neighbours(from) & self.enemy;
        match kind {
            PieceKind::Swapper => beside,
            PieceKind::Chameleon => beside & self.targets(PieceKind::Swapper),
            _ => Set::EMPTY,
        }
    }

    /// What a legal move of a piece takes.
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

    /// Everything that fits, but a step onto the king takes nothing else. The leaper that a cannon
    /// leap mounts is taken as if it were jumped.
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
