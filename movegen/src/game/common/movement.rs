//! Pseudo-legal moves and their captures.

use crate::capture::{coordinate, leap, pincer, withdraw};
use crate::position::description::Set;
use crate::{Bitboard, Board, Color, Geometry, PieceKind, Position, Square};

use super::rules::CommonRules;

/// The inputs of the moves of one side, computed once per position.
pub struct Movement<'a, G: CommonRules> {
    pub board: &'a Board<G::Geometry>,
    rules: &'a G::Rules,
    side: Color,
    pub own: Set<G>,
    pub enemy: Set<G>,
    pub occupied: Set<G>,
}

/// Destinations of captures that are the same for all pieces of a kind, for certain targets.
#[derive(Clone, Copy)]
pub struct CommonDestinations<G: CommonRules> {
    /// The pieces to capture.
    targets: Set<G>,
    pawn: Set<G>,
    chameleon_as_pawn: Set<G>,
}

impl<'a, G: CommonRules> Movement<'a, G> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let (board, side) = (position.board(), position.side());
        Self::with_occupancy(board, position.rules(), side, board.color(side), board.color(!side))
    }

    /// For a side, with `own` and `enemy` in place of the board's occupancy. Kinds are those on the
    /// board: the king of the side, and pieces that a chameleon could capture by their method, must
    /// be on their squares there.
    #[inline(always)]
    pub fn with_occupancy(
        board: &'a Board<G::Geometry>,
        rules: &'a G::Rules,
        side: Color,
        own: Set<G>,
        enemy: Set<G>,
    ) -> Self {
        Self { board, rules, side, own, enemy, occupied: own | enemy }
    }

    /// The common part of the destinations of all pawns, and of all chameleons that capture like
    /// pawns.
    #[inline(always)]
    pub fn common(&self, targets: Set<G>) -> CommonDestinations<G> {
        let pawn = pincer::destinations::<G::Geometry>(self.own, targets);
        let chameleons = self.board.pieces(self.side, PieceKind::Chameleon);
        let chameleon_as_pawn = if pawn.is_empty() || chameleons.is_empty() {
            Bitboard::EMPTY
        } else {
            pincer::destinations::<G::Geometry>(
                self.own,
                targets & self.board.kind(PieceKind::Pawn),
            )
        };
        CommonDestinations { targets, pawn, chameleon_as_pawn }
    }

    /// All destinations of a piece that is not frozen, and those of them on which it captures some
    /// of the targets.
    ///
    /// On the other destinations it may capture pieces that are not targets.
    #[inline(always)]
    pub fn destinations(
        &self,
        kind: PieceKind,
        from: Square,
        common: &CommonDestinations<G>,
    ) -> (Set<G>, Set<G>) {
        let targets = common.targets;
        let (all, captures) = match kind {
            PieceKind::King => {
                let all = G::king_attacks(from) - self.own;
                return (all, all & targets);
            }
            PieceKind::Pawn => {
                let slides = G::Geometry::rook_attacks(from, self.occupied) - self.occupied;
                (slides, slides & common.pawn)
            }
            PieceKind::Leaper => {
                let attacks = G::Geometry::queen_attacks(from, self.occupied);
                // Every leap captures, so leaps over pieces that are not targets are destinations
                // too.
                let leaps = self.leaps(from, attacks, self.enemy);
                let over_targets =
                    if targets == self.enemy { leaps } else { self.over(from, leaps, targets) };
                ((attacks - self.occupied) | leaps, over_targets)
            }
            PieceKind::Chameleon => self.chameleon_destinations(from, common),
            PieceKind::Withdrawer | PieceKind::Coordinator | PieceKind::Immobilizer => {
                let slides = G::Geometry::queen_attacks(from, self.occupied) - self.occupied;
                let captures = match kind {
                    PieceKind::Withdrawer => withdraw::destinations::<G::Geometry>(from, targets),
                    PieceKind::Coordinator => self.corner_destinations(from, targets),
                    _ => Bitboard::EMPTY,
                };
                (slides, slides & captures)
            }
            _ => {
                let all = G::extra_destinations(kind, from, self.own, self.occupied);
                (all, all & targets)
            }
        };
        let reach = G::reach(self.rules, self.side, from);
        (all & reach, captures & reach)
    }

    /// A superset of the pieces that can capture some of the targets.
    #[inline(always)]
    pub fn attackers(&self, common: &CommonDestinations<G>) -> Set<G> {
        let own = |kind| self.own & self.board.kind(kind);
        let lines = common.targets.flat_map(G::Geometry::queen_lines);
        let pawns = common.pawn.flat_map(|to| G::Geometry::rook_attacks(to, self.occupied));
        // A chameleon may leap to the square from which it pinches.
        let as_pawns = common.chameleon_as_pawn.flat_map(G::Geometry::rook_lines);
        let corners = common.targets & self.king_lines();
        let as_coordinator = !(corners & self.board.kind(PieceKind::Coordinator)).is_empty();
        let chameleons = lines | as_pawns | (!Bitboard::EMPTY).masked(as_coordinator);
        let stepping = |&kind: &PieceKind| -> Set<G> {
            let steps = |&from: &Square| {
                G::extra_destinations(kind, from, self.own, self.occupied)
                    .intersects(common.targets)
            };
            own(kind).iter().filter(steps).collect()
        };
        G::STEPPERS.iter().map(stepping).fold(Bitboard::EMPTY, |all, pieces| all | pieces)
            | (own(PieceKind::Pawn) & pawns)
            | (own(PieceKind::Withdrawer) & G::Geometry::neighbours_of_all(common.targets))
            | (own(PieceKind::Leaper) & lines)
            | own(PieceKind::Coordinator).masked(!corners.is_empty())
            | (own(PieceKind::Chameleon) & chameleons)
    }

    /// The squares that may be corners for a coordinator.
    #[inline(always)]
    fn king_lines(&self) -> Set<G> {
        self.board.king(self.side).map_or(Bitboard::EMPTY, G::Geometry::rook_lines)
    }

    /// Destinations of a leaper, a chameleon or an additional kind that is not frozen.
    #[inline(always)]
    pub fn all_destinations(&self, kind: PieceKind, from: Square) -> Set<G> {
        if !matches!(kind, PieceKind::Leaper | PieceKind::Chameleon) {
            return G::extra_destinations(kind, from, self.own, self.occupied);
        }
        let attacks = G::Geometry::queen_attacks(from, self.occupied);
        let (targets, steps) = match kind {
            PieceKind::Leaper => (self.enemy, Bitboard::EMPTY),
            _ => (
                self.enemy & self.board.kind(PieceKind::Leaper),
                G::Geometry::neighbours(from) & self.enemy & G::stepped_on(self.board),
            ),
        };
        (attacks - self.occupied) | self.leaps(from, attacks, targets) | steps
    }

    /// A chameleon uses the method of every enemy kind on the pieces of that kind.
    #[inline(always)]
    fn chameleon_destinations(
        &self,
        from: Square,
        common: &CommonDestinations<G>,
    ) -> (Set<G>, Set<G>) {
        let targets_of = |kind| common.targets & self.board.kind(kind);
        let enemy_leapers = self.enemy & self.board.kind(PieceKind::Leaper);
        let attacks = G::Geometry::queen_attacks(from, self.occupied);
        let slides = attacks - self.occupied;
        let leaps = self.leaps(from, attacks, enemy_leapers);
        let steps = G::Geometry::neighbours(from) & self.enemy & G::stepped_on(self.board);
        let all = slides | leaps | steps;
        let passive =
            withdraw::destinations::<G::Geometry>(from, targets_of(PieceKind::Withdrawer))
                | self.corner_destinations(from, targets_of(PieceKind::Coordinator))
                | (common.chameleon_as_pawn & G::Geometry::rook_lines(from));
        // Leaps and steps onto the king capture by themselves, and combine with the other captures.
        let active = if common.targets == self.enemy {
            leaps | steps
        } else {
            (steps & common.targets) | self.over(from, leaps, targets_of(PieceKind::Leaper))
        };
        let pure_leaps = leaps.masked(G::pure_chameleon(self.rules));
        (all, ((all & passive) - pure_leaps) | active)
    }

    /// Destinations of leaps over some of the `victims`, the only pieces that may be jumped.
    #[inline(always)]
    fn leaps(&self, from: Square, attacks: Set<G>, victims: Set<G>) -> Set<G> {
        if !attacks.intersects(victims) {
            return Bitboard::EMPTY;
        }
        leap::destinations::<G::Geometry>(
            G::leap(self.rules),
            from,
            attacks,
            self.occupied,
            victims,
        )
    }

    /// Those of the leaps that jump over some of the targets.
    fn over(&self, from: Square, leaps: Set<G>, targets: Set<G>) -> Set<G> {
        leaps.iter().filter(|&to| G::Geometry::between(from, to).intersects(targets)).collect()
    }

    #[inline(always)]
    fn corner_destinations(&self, from: Square, targets: Set<G>) -> Set<G> {
        match self.board.king(self.side) {
            Some(king) if targets.intersects(G::Geometry::rook_lines(king)) => {
                coordinate::destinations::<G::Geometry>(from, king, targets, G::corners(self.rules))
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The pieces that a pseudo-legal move of the side captures.
    #[inline]
    pub fn victims(&self, kind: PieceKind, from: Square, to: Square) -> Set<G> {
        let displaced = Bitboard::from(to) & self.enemy;
        // Additional kinds need not move along a line.
        let Some(direction) = G::Geometry::direction(from, to) else {
            return displaced;
        };
        match kind {
            PieceKind::Pawn => pincer::victims::<G::Geometry>(to, self.own, self.enemy),
            PieceKind::Withdrawer => withdraw::victims::<G::Geometry>(from, direction, self.enemy),
            PieceKind::Leaper => leap::victims::<G::Geometry>(from, to, self.enemy),
            PieceKind::Coordinator => self.corner_victims(from, to, self.enemy),
            PieceKind::Chameleon => {
                let targets = |kind| self.enemy & self.board.kind(kind);
                let jumped = leap::victims::<G::Geometry>(from, to, targets(PieceKind::Leaper));
                if G::pure_chameleon(self.rules) && !jumped.is_empty() {
                    return jumped;
                }
                let pinched = if direction.is_orthogonal() {
                    pincer::victims::<G::Geometry>(to, self.own, targets(PieceKind::Pawn))
                } else {
                    Bitboard::EMPTY
                };
                let stepped_on = displaced & G::stepped_on(self.board);
                let withdrawn = withdraw::victims::<G::Geometry>(
                    from,
                    direction,
                    targets(PieceKind::Withdrawer),
                );
                let corners = self.corner_victims(from, to, targets(PieceKind::Coordinator));
                jumped | pinched | stepped_on | withdrawn | corners
            }
            _ => displaced,
        }
    }

    #[inline(always)]
    fn corner_victims(&self, from: Square, to: Square, targets: Set<G>) -> Set<G> {
        self.board.king(self.side).map_or(Bitboard::EMPTY, |king| {
            coordinate::victims::<G::Geometry>(from, to, king, targets, G::corners(self.rules))
        })
    }
}
