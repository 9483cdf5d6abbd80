//! How the men of the family move and what they take, own king's safety aside.

use crate::capture::{coordinate, leap, pincer, withdraw};
use crate::{Bitboard, Board8x8 as B, Color, Geometry, PieceKind, Position, Square};

use super::{Rules, Set, Switches, Ultima};

/// What the moves of one side depend on, computed once a position.
pub struct Movement<'a> {
    board: &'a crate::Board<u64>,
    rules: &'a Rules,
    side: Color,
    own: Set,
    enemy: Set,
    occupied: Set,
}

/// Landing squares of captures that are the same for every man of a kind, for certain prey.
#[derive(Clone, Copy)]
pub struct CommonLandings {
    /// What may be taken.
    prey: Set,
    pawn: Set,
    chameleon_as_pawn: Set,
}

impl<'a> Movement<'a> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<Ultima>) -> Self {
        let (board, side) = (position.board(), position.side());
        let (own, enemy) = (board.color(side), board.color(!side));
        Self { board, rules: position.rules(), side, own, enemy, occupied: own | enemy }
    }

    /// Squares of the enemy's men.
    pub fn enemy(&self) -> Set {
        self.enemy
    }

    /// What the landings of all pawns and of all pinching chameleons have in common.
    #[inline(always)]
    pub fn common(&self, prey: Set) -> CommonLandings {
        let pawn = pincer::landings::<B>(self.own, prey);
        let chameleons = self.board.pieces(self.side, PieceKind::Chameleon);
        let chameleon_as_pawn = if pawn.is_empty() || chameleons.is_empty() {
            Set::EMPTY
        } else {
            pincer::landings::<B>(self.own, prey & self.board.kind(PieceKind::Pawn))
        };
        CommonLandings { prey, pawn, chameleon_as_pawn }
    }

    /// Where a free man may land, and on which of these squares it takes some of the prey.
    ///
    /// The other squares take nothing of the prey, but perhaps other men.
    #[inline(always)]
    pub fn landings(&self, kind: PieceKind, from: Square, common: &CommonLandings) -> (Set, Set) {
        let prey = common.prey;
        let (all, captures) = match kind {
            PieceKind::King => {
                let all = B::neighbours(from) - self.own;
                return (all, all & prey);
            }
            PieceKind::Pawn => {
                let slides = B::rook_sight(from, self.occupied) - self.occupied;
                (slides, slides & common.pawn)
            }
            PieceKind::Leaper => {
                let sight = B::queen_sight(from, self.occupied);
                // Every leap takes something, so leaps over other men than the prey count too.
                let leaps = self.leaps(from, sight, self.enemy);
                let over_prey =
                    if prey == self.enemy { leaps } else { self.over(from, leaps, prey) };
                ((sight - self.occupied) | leaps, over_prey)
            }
            PieceKind::Chameleon => self.chameleon_landings(from, common),
            PieceKind::Withdrawer | PieceKind::Coordinator | PieceKind::Immobilizer => {
                let slides = B::queen_sight(from, self.occupied) - self.occupied;
                let captures = match kind {
                    PieceKind::Withdrawer => withdraw::landings::<B>(from, prey),
                    PieceKind::Coordinator => self.corner_landings(from, prey),
                    _ => Set::EMPTY,
                };
                (slides, slides & captures)
            }
        };
        let reach = self.reach(from);
        (all & reach, captures & reach)
    }

    /// The chameleon uses the method of every enemy kind on the men of that kind.
    #[inline(always)]
    fn chameleon_landings(&self, from: Square, common: &CommonLandings) -> (Set, Set) {
        let prey_of = |kind| common.prey & self.board.kind(kind);
        let enemy_leapers = self.enemy & self.board.kind(PieceKind::Leaper);
        let sight = B::queen_sight(from, self.occupied);
        let slides = sight - self.occupied;
        let leaps = self.leaps(from, sight, enemy_leapers);
        let steps = B::neighbours(from) & self.enemy & self.board.kind(PieceKind::King);
        let all = slides | leaps | steps;
        let passive = withdraw::landings::<B>(from, prey_of(PieceKind::Withdrawer))
            | self.corner_landings(from, prey_of(PieceKind::Coordinator))
            | (common.chameleon_as_pawn & B::rook_lines(from));
        // Leaps and steps onto the king take something of their own, and what fits besides.
        let active = if common.prey == self.enemy {
            leaps | steps
        } else {
            (steps & common.prey) | self.over(from, leaps, prey_of(PieceKind::Leaper))
        };
        let pure_leaps = leaps.only_if(self.rules.has(Switches::PURE_CHAMELEON));
        (all, ((all & passive) - pure_leaps) | active)
    }

    /// Leaps over some of the `victims`, which are all that may be jumped.
    #[inline(always)]
    fn leaps(&self, from: Square, sight: Set, victims: Set) -> Set {
        if !sight.meets(victims) {
            return Set::EMPTY;
        }
        leap::landings::<B>(self.rules.leap(), from, sight, self.occupied, victims)
    }

    /// Those of the leaps that jump over some of the prey.
    fn over(&self, from: Square, leaps: Set, prey: Set) -> Set {
        leaps.iter().filter(|&to| B::between(from, to).meets(prey)).collect()
    }

    #[inline(always)]
    fn corner_landings(&self, from: Square, prey: Set) -> Set {
        match self.board.king(self.side) {
            Some(king) if prey.meets(B::rook_lines(king)) => {
                coordinate::landings::<B>(from, king, prey, self.rules.corners())
            }
            _ => Set::EMPTY,
        }
    }

    /// Squares that the rank limit leaves to a man other than the king.
    #[inline(always)]
    fn reach(&self, from: Square) -> Set {
        if !self.rules.has(Switches::RANK_LIMIT) {
            return !Set::EMPTY;
        }
        B::within(from, rank_limit(self.side, from))
    }

    /// What a man of the side takes by going from one square to the other, which it may.
    #[inline]
    pub fn victims(&self, kind: PieceKind, from: Square, to: Square) -> Set {
        let Some(direction) = B::direction(from, to) else {
            return Set::EMPTY;
        };
        match kind {
            PieceKind::King => Bitboard::from(to) & self.enemy,
            PieceKind::Pawn => pincer::victims::<B>(to, self.own, self.enemy),
            PieceKind::Withdrawer => withdraw::victims::<B>(from, direction, self.enemy),
            PieceKind::Leaper => leap::victims::<B>(from, to, self.enemy),
            PieceKind::Immobilizer => Set::EMPTY,
            PieceKind::Coordinator => self.corner_victims(from, to, self.enemy),
            PieceKind::Chameleon => {
                let prey = |kind| self.enemy & self.board.kind(kind);
                let jumped = leap::victims::<B>(from, to, prey(PieceKind::Leaper));
                if self.rules.has(Switches::PURE_CHAMELEON) && !jumped.is_empty() {
                    return jumped;
                }
                let pinched = if direction.is_orthogonal() {
                    pincer::victims::<B>(to, self.own, prey(PieceKind::Pawn))
                } else {
                    Set::EMPTY
                };
                let king = Bitboard::from(to) & prey(PieceKind::King);
                let withdrawn =
                    withdraw::victims::<B>(from, direction, prey(PieceKind::Withdrawer));
                let corners = self.corner_victims(from, to, prey(PieceKind::Coordinator));
                jumped | pinched | king | withdrawn | corners
            }
        }
    }

    #[inline(always)]
    fn corner_victims(&self, from: Square, to: Square, prey: Set) -> Set {
        self.board.king(self.side).map_or(Set::EMPTY, |king| {
            coordinate::victims::<B>(from, to, king, prey, self.rules.corners())
        })
    }
}

/// How many squares a man may go under the rank limit: as many as the rank on which it stands
/// counts from its own side (Abbott 1968).
#[inline(always)]
pub fn rank_limit(side: Color, from: Square) -> usize {
    match side {
        Color::White => B::rank(from) + 1,
        Color::Black => B::RANKS - B::rank(from),
    }
}
