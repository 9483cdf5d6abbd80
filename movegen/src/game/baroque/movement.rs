//! How the men move and what they take, own king's safety aside.

use crate::capture::{coordinate, leap, pincer, withdraw};
use crate::game::{BitsOf, Set};
use crate::{Bitboard, Board, Color, Geometry, PieceKind, Position, Square};

use super::Baroque;

/// What the moves of one side depend on, computed once a position.
pub struct Movement<'a, G: Baroque> {
    pub board: &'a Board<BitsOf<G>>,
    rules: &'a G::Rules,
    side: Color,
    pub own: Set<G>,
    pub enemy: Set<G>,
    pub occupied: Set<G>,
}

/// Landing squares of captures that are the same for every man of a kind, for certain prey.
#[derive(Clone, Copy)]
pub struct CommonLandings<G: Baroque> {
    /// What may be taken.
    prey: Set<G>,
    pawn: Set<G>,
    chameleon_as_pawn: Set<G>,
}

impl<'a, G: Baroque> Movement<'a, G> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let (board, side) = (position.board(), position.side());
        Self::displaced(board, position.rules(), side, board.color(side), board.color(!side))
    }

    /// For a side when some men stand elsewhere than on the board: none that a chameleon takes, and
    /// not the side's king.
    #[inline(always)]
    pub fn displaced(
        board: &'a Board<BitsOf<G>>,
        rules: &'a G::Rules,
        side: Color,
        own: Set<G>,
        enemy: Set<G>,
    ) -> Self {
        Self { board, rules, side, own, enemy, occupied: own | enemy }
    }

    /// What the landings of all pawns and of all pinching chameleons have in common.
    #[inline(always)]
    pub fn common(&self, prey: Set<G>) -> CommonLandings<G> {
        let pawn = pincer::landings::<G::Geometry>(self.own, prey);
        let chameleons = self.board.pieces(self.side, PieceKind::Chameleon);
        let chameleon_as_pawn = if pawn.is_empty() || chameleons.is_empty() {
            Bitboard::EMPTY
        } else {
            pincer::landings::<G::Geometry>(self.own, prey & self.board.kind(PieceKind::Pawn))
        };
        CommonLandings { prey, pawn, chameleon_as_pawn }
    }

    /// Where a free man may land, and on which of these squares it takes some of the prey.
    ///
    /// The other squares take nothing of the prey, but perhaps other men.
    #[inline(always)]
    pub fn landings(
        &self,
        kind: PieceKind,
        from: Square,
        common: &CommonLandings<G>,
    ) -> (Set<G>, Set<G>) {
        let prey = common.prey;
        let (all, captures) = match kind {
            PieceKind::King => {
                let all = G::king_leaps(from) - self.own;
                return (all, all & prey);
            }
            PieceKind::Pawn => {
                let slides = G::Geometry::rook_sight(from, self.occupied) - self.occupied;
                (slides, slides & common.pawn)
            }
            PieceKind::Leaper => {
                let sight = G::Geometry::queen_sight(from, self.occupied);
                // Every leap takes something, so leaps over other men than the prey count too.
                let leaps = self.leaps(from, sight, self.enemy);
                let over_prey =
                    if prey == self.enemy { leaps } else { self.over(from, leaps, prey) };
                ((sight - self.occupied) | leaps, over_prey)
            }
            PieceKind::Chameleon => self.chameleon_landings(from, common),
            PieceKind::Withdrawer | PieceKind::Coordinator | PieceKind::Immobilizer => {
                let slides = G::Geometry::queen_sight(from, self.occupied) - self.occupied;
                let captures = match kind {
                    PieceKind::Withdrawer => withdraw::landings::<G::Geometry>(from, prey),
                    PieceKind::Coordinator => self.corner_landings(from, prey),
                    _ => Bitboard::EMPTY,
                };
                (slides, slides & captures)
            }
            _ => {
                let all = G::own_landings(self, kind, from);
                (all, all & prey)
            }
        };
        let reach = G::reach(self.rules, self.side, from);
        (all & reach, captures & reach)
    }

    /// Men that perhaps can take some of the prey of these landings; others cannot.
    #[inline(always)]
    pub fn takers(&self, common: &CommonLandings<G>) -> Set<G> {
        let own = |kind| self.own & self.board.kind(kind);
        let lines = common.prey.union(G::Geometry::queen_lines);
        let pawns = common.pawn.union(|to| G::Geometry::rook_sight(to, self.occupied));
        // A chameleon may leap to where it pinches.
        let as_pawns = common.chameleon_as_pawn.union(G::Geometry::rook_lines);
        let corners = common.prey & self.king_lines();
        let as_coordinator = !(corners & self.board.kind(PieceKind::Coordinator)).is_empty();
        let chameleons = lines | as_pawns | (!Bitboard::EMPTY).only_if(as_coordinator);
        let stepping = |&kind: &PieceKind| -> Set<G> {
            let steps = |&from: &Square| G::own_landings(self, kind, from).meets(common.prey);
            own(kind).iter().filter(steps).collect()
        };
        G::STEPPERS.iter().map(stepping).fold(Bitboard::EMPTY, |all, men| all | men)
            | (own(PieceKind::Pawn) & pawns)
            | (own(PieceKind::Withdrawer) & G::Geometry::neighbours_of_all(common.prey))
            | (own(PieceKind::Leaper) & lines)
            | own(PieceKind::Coordinator).only_if(!corners.is_empty())
            | (own(PieceKind::Chameleon) & chameleons)
    }

    /// The squares that may be corners for a coordinator.
    #[inline(always)]
    fn king_lines(&self) -> Set<G> {
        self.board.king(self.side).map_or(Bitboard::EMPTY, G::Geometry::rook_lines)
    }

    /// Where a free leaper, a chameleon or a man that Baroque does not have may land.
    #[inline(always)]
    pub fn all_landings(&self, kind: PieceKind, from: Square) -> Set<G> {
        if !matches!(kind, PieceKind::Leaper | PieceKind::Chameleon) {
            return G::own_landings(self, kind, from);
        }
        let sight = G::Geometry::queen_sight(from, self.occupied);
        let (prey, steps) = match kind {
            PieceKind::Leaper => (self.enemy, Bitboard::EMPTY),
            _ => (
                self.enemy & self.board.kind(PieceKind::Leaper),
                G::Geometry::neighbours(from) & self.enemy & G::stepped_on(self.board),
            ),
        };
        (sight - self.occupied) | self.leaps(from, sight, prey) | steps
    }

    /// The chameleon uses the method of every enemy kind on the men of that kind.
    #[inline(always)]
    fn chameleon_landings(&self, from: Square, common: &CommonLandings<G>) -> (Set<G>, Set<G>) {
        let prey_of = |kind| common.prey & self.board.kind(kind);
        let enemy_leapers = self.enemy & self.board.kind(PieceKind::Leaper);
        let sight = G::Geometry::queen_sight(from, self.occupied);
        let slides = sight - self.occupied;
        let leaps = self.leaps(from, sight, enemy_leapers);
        let steps = G::Geometry::neighbours(from) & self.enemy & G::stepped_on(self.board);
        let all = slides | leaps | steps;
        let passive = withdraw::landings::<G::Geometry>(from, prey_of(PieceKind::Withdrawer))
            | self.corner_landings(from, prey_of(PieceKind::Coordinator))
            | (common.chameleon_as_pawn & G::Geometry::rook_lines(from));
        // Leaps and steps onto the king take something of their own, and what fits besides.
        let active = if common.prey == self.enemy {
            leaps | steps
        } else {
            (steps & common.prey) | self.over(from, leaps, prey_of(PieceKind::Leaper))
        };
        let pure_leaps = leaps.only_if(G::pure_chameleon(self.rules));
        (all, ((all & passive) - pure_leaps) | active)
    }

    /// Leaps over some of the `victims`, which are all that may be jumped.
    #[inline(always)]
    fn leaps(&self, from: Square, sight: Set<G>, victims: Set<G>) -> Set<G> {
        if !sight.meets(victims) {
            return Bitboard::EMPTY;
        }
        leap::landings::<G::Geometry>(G::leap(self.rules), from, sight, self.occupied, victims)
    }

    /// Those of the leaps that jump over some of the prey.
    fn over(&self, from: Square, leaps: Set<G>, prey: Set<G>) -> Set<G> {
        leaps.iter().filter(|&to| G::Geometry::between(from, to).meets(prey)).collect()
    }

    #[inline(always)]
    fn corner_landings(&self, from: Square, prey: Set<G>) -> Set<G> {
        match self.board.king(self.side) {
            Some(king) if prey.meets(G::Geometry::rook_lines(king)) => {
                coordinate::landings::<G::Geometry>(from, king, prey, G::corners(self.rules))
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// What a man of the side takes by going from one square to the other, which it may.
    #[inline]
    pub fn victims(&self, kind: PieceKind, from: Square, to: Square) -> Set<G> {
        let displaced = Bitboard::from(to) & self.enemy;
        // A man that is not Baroque's may go elsewhere than along a line.
        let Some(direction) = G::Geometry::direction(from, to) else {
            return displaced;
        };
        match kind {
            PieceKind::Pawn => pincer::victims::<G::Geometry>(to, self.own, self.enemy),
            PieceKind::Withdrawer => withdraw::victims::<G::Geometry>(from, direction, self.enemy),
            PieceKind::Leaper => leap::victims::<G::Geometry>(from, to, self.enemy),
            PieceKind::Coordinator => self.corner_victims(from, to, self.enemy),
            PieceKind::Chameleon => {
                let prey = |kind| self.enemy & self.board.kind(kind);
                let jumped = leap::victims::<G::Geometry>(from, to, prey(PieceKind::Leaper));
                if G::pure_chameleon(self.rules) && !jumped.is_empty() {
                    return jumped;
                }
                let pinched = if direction.is_orthogonal() {
                    pincer::victims::<G::Geometry>(to, self.own, prey(PieceKind::Pawn))
                } else {
                    Bitboard::EMPTY
                };
                let stepped_on = displaced & G::stepped_on(self.board);
                let withdrawn =
                    withdraw::victims::<G::Geometry>(from, direction, prey(PieceKind::Withdrawer));
                let corners = self.corner_victims(from, to, prey(PieceKind::Coordinator));
                jumped | pinched | stepped_on | withdrawn | corners
            }
            _ => displaced,
        }
    }

    #[inline(always)]
    fn corner_victims(&self, from: Square, to: Square, prey: Set<G>) -> Set<G> {
        self.board.king(self.side).map_or(Bitboard::EMPTY, |king| {
            coordinate::victims::<G::Geometry>(from, to, king, prey, G::corners(self.rules))
        })
    }
}
