//! Pseudo-legal moves and their captures.

use crate::capture::{CaptureContext, Landing, leap, pincer, swap};
use crate::piece::Methods;
use crate::position::table::Set;
use crate::{Bitboard, Board, Color, Game, Geometry, PieceKind, Position, RuleFlags, Square};

use super::area::reach;
use super::ring::restrict;
use super::row::{Row, by_row, for_each_landing, for_each_row, has, some_piece_has, with_row};

/// The inputs of the moves of one side, computed once per position.
pub struct PseudoLegal<'a, G: Game> {
    pub board: &'a Board<G>,
    pub(super) rules: &'a G::Rules,
    pub(super) geometry: G::Geometry,
    side: Color,
    pub own: Set<G>,
    pub enemy: Set<G>,
    pub occupied: Set<G>,
    pub(super) swap_partners: Set<G>,
    swap_ban: Option<[Square; 2]>,
}

/// Destinations of captures that are the same for all pieces of a kind, for certain targets.
#[derive(Clone, Copy)]
pub struct CommonDestinations<G: Game> {
    /// The pieces to capture.
    targets: Set<G>,
    /// Where a piece that captures by pincer captures some of them.
    pincer: Set<G>,
}

impl<G: Game> CommonDestinations<G> {
    /// For pieces that do not capture by pincer.
    #[inline(always)]
    pub fn of(targets: Set<G>) -> Self {
        Self { targets, pincer: Bitboard::EMPTY }
    }
}

/// The captures and swaps of a piece by imitation.
struct Imitation<G: Game> {
    /// Pieces with which it may change places.
    swapped: Set<G>,
    /// Pieces that it captures by moving straight up to them.
    approached: Set<G>,
    /// Pieces that it may displace.
    displaced: Set<G>,
    /// Pieces that it may jump.
    jumped: Set<G>,
    /// The options of the kinds that leap, the strictest of all.
    leap: RuleFlags,
    /// Where they can leap.
    leap_lines: Set<G>,
    /// Destinations of captures that need no special move.
    passive: Set<G>,
}

impl<'a, G: Game> PseudoLegal<'a, G> {
    /// For the side to move.
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let (board, side) = (position.board(), position.side());
        let (own, enemy) = (board.color(side), board.color(!side));
        let mut movement = Self::with_occupancy(board, position.rules(), side, own, enemy);
        if some_piece_has!(G, position.rules(), SWAP) {
            movement.swap_ban = position.swap_ban();
            for_each_row!(G, position.rules(), row => {
                movement.swap_partners |= movement.swap_partners_of(row);
            });
        }
        movement
    }

    /// For a side, with `own` and `enemy` in place of the board's occupancy. Kinds are those on the
    /// board: the king of the side, and pieces that a chameleon could capture by their method, must
    /// be on their squares there.
    #[inline(always)]
    pub fn with_occupancy(
        board: &'a Board<G>,
        rules: &'a G::Rules,
        side: Color,
        own: Set<G>,
        enemy: Set<G>,
    ) -> Self {
        let (swap_partners, swap_ban) = (Bitboard::EMPTY, None);
        let geometry = G::table(rules).geometry;
        Self {
            board,
            rules,
            geometry,
            side,
            own,
            enemy,
            occupied: own | enemy,
            swap_partners,
            swap_ban,
        }
    }

    /// The pieces with which the pieces of a kind may change places.
    #[inline(always)]
    fn swap_partners_of<R: Row<G>>(&self, row: R) -> Set<G> {
        let enemies_only = row.options(self.rules).contains(RuleFlags::SWAP_ENEMIES);
        let partners = if enemies_only { self.enemy } else { self.occupied };
        partners.masked(has!(G, row: R, SWAP))
    }

    /// The common part of the destinations of all pieces that capture by pincer.
    #[inline(always)]
    pub fn common(&self, targets: Set<G>) -> CommonDestinations<G> {
        if !some_piece_has!(G, self.rules, PINCER) {
            return CommonDestinations::of(targets);
        }
        let pincer = pincer::destinations(self.geometry, self.own, targets);
        CommonDestinations { targets, pincer }
    }

    /// All destinations of a piece that is not frozen, and those of them on which it captures some
    /// of the targets.
    ///
    /// On the other destinations it may capture pieces that are not targets.
    #[inline(always)]
    pub fn destinations<R: Row<G>>(
        &self,
        row: R,
        from: Square,
        common: &CommonDestinations<G>,
    ) -> (Set<G>, Set<G>) {
        by_row!(G, {
            let piece = row.info();
            let targets = common.targets;
            let attacks = piece.moves.attacks(self.geometry, from, self.occupied);
            // As far as a piece sees that can go straight up to another one.
            let sight = match piece.moves.is_far_reaching() {
                true => attacks,
                false => self.geometry.queen_attacks(from, self.occupied),
            };
            let mut all = attacks - self.occupied;
            // Captures by any move, and by moves that are made only to capture.
            let (mut passive, mut active) = (Bitboard::EMPTY, Bitboard::EMPTY);
            let mut approached = Bitboard::EMPTY;
            // Destinations of moves over or onto pieces.
            let mut beyond = Bitboard::EMPTY;
            if has!(G, row: R, DISPLACE) {
                let displaced =
                    piece.displacing_attacks(self.geometry, from, attacks, self.occupied)
                        & self.enemy;
                all |= displaced;
                active |= displaced & targets;
            }
            if has!(G, row: R, PINCER) {
                passive |= common.pincer;
            }
            if has!(G, row: R, APPROACH) {
                approached = self.enemy;
            }
            if has!(G, row: R, SWAP) {
                all |= attacks & self.swap_partners(from);
            }
            if !targets.is_empty() {
                let context = self.context(row);
                for_each_landing!(G, row: R, M => passive |= M::destinations(&context, from, sight, targets));
            }
            if has!(G, row: R, LEAP) {
                // Every leap captures, so leaps over pieces that are not targets are destinations too.
                let leaps = self.leaps(row.options(self.rules), from, attacks, self.enemy)
                    & piece.moves.lines(self.geometry, from);
                all |= leaps;
                active |= self.over(from, leaps, self.enemy, targets);
                beyond |= leaps;
            }
            if has!(G, row: R, IMITATE) {
                let imitation = self.imitate(from, sight, common);
                let leaps = self.leaps(imitation.leap, from, attacks, imitation.jumped)
                    & imitation.leap_lines
                    & piece.moves.lines(self.geometry, from);
                all |= leaps | imitation.displaced;
                // Leaps and displacement combine with the other captures.
                let pure_leaps =
                    leaps.masked(row.options(self.rules).contains(RuleFlags::LEAP_ALONE));
                passive |= imitation.passive - pure_leaps;
                active |= self.over(from, leaps, imitation.jumped, targets & imitation.jumped)
                    | (imitation.displaced & targets);
                beyond |= leaps | imitation.displaced;
                approached = imitation.approached;
                if some_piece_has!(G, self.rules, SWAP) {
                    let partners = self.swap_partners(from) & imitation.swapped;
                    let swaps = swap::destinations(self.geometry, from, attacks, leaps, partners);
                    all |= swaps;
                    for to in swaps {
                        let captures = self.victims_of(row, from, to).intersects(targets);
                        active |= Bitboard::from(to).masked(captures);
                    }
                }
            }
            if !targets.is_empty() && targets != self.enemy {
                // The piece that such a move passes or takes may hide another one that it captures too.
                for to in beyond - active {
                    let captures = self.victims_of(row, from, to).intersects(targets);
                    active |= Bitboard::from(to).masked(captures);
                }
            }
            self.confined(row, from, [all, (all & passive) | active], approached)
        })
    }

    /// Those of the destinations of a piece, all of them and captures, that it may enter.
    #[inline(always)]
    fn confined<R: Row<G>>(
        &self,
        row: R,
        from: Square,
        destinations: [Set<G>; 2],
        approached: Set<G>,
    ) -> (Set<G>, Set<G>) {
        let [all, captures] = match G::table(self.rules).capture_only {
            Some(ring) => {
                restrict(self.geometry, ring, from, destinations, self.occupied, approached)
            }
            None => destinations,
        };
        if has!(G, row: R, ROYAL) {
            return (all, captures);
        }
        let reach = reach::<G>(self.rules, self.side, from);
        (all & reach, captures & reach)
    }

    /// Captures by the methods of all enemy kinds, each on the pieces of that kind and within its
    /// way of moving.
    #[inline(always)]
    fn imitate(&self, from: Square, sight: Set<G>, common: &CommonDestinations<G>) -> Imitation<G> {
        let mut imitation = Imitation {
            swapped: Bitboard::EMPTY,
            approached: Bitboard::EMPTY,
            displaced: Bitboard::EMPTY,
            jumped: Bitboard::EMPTY,
            leap: RuleFlags::empty(),
            leap_lines: Bitboard::EMPTY,
            passive: Bitboard::EMPTY,
        };
        for_each_row!(G, self.rules, row => {
            self.imitate_row(row, from, sight, common, &mut imitation);
        });
        imitation
    }

    #[inline(always)]
    fn imitate_row<R: Row<G>>(
        &self,
        row: R,
        from: Square,
        sight: Set<G>,
        common: &CommonDestinations<G>,
        imitation: &mut Imitation<G>,
    ) {
        let (piece, kind) = (row.info(), row.kind());
        let enemies = self.enemy & self.board.kind(kind);
        let targets = common.targets & self.board.kind(kind);
        if has!(G, row: R, DISPLACE) {
            let movement = piece.imitated_displacing();
            imitation.displaced |= movement.attacks(self.geometry, from, self.occupied) & enemies;
        }
        if has!(G, row: R, LEAP) {
            imitation.jumped |= enemies;
            imitation.leap |= row.options(self.rules);
            imitation.leap_lines |= piece.moves.lines(self.geometry, from);
        }
        if has!(G, row: R, SWAP) {
            imitation.swapped |= self.board.kind(kind);
        }
        if has!(G, row: R, APPROACH) {
            imitation.approached |= enemies;
        }
        let lines = piece.moves.lines(self.geometry, from);
        if has!(G, row: R, PINCER) && !common.pincer.is_empty() {
            imitation.passive |= pincer::destinations(self.geometry, self.own, targets) & lines;
        }
        if !targets.is_empty() {
            let context = self.context(row);
            for_each_landing!(G, row: R, M => {
                imitation.passive |= M::destinations(&context, from, sight, targets) & lines;
            });
        }
    }

    /// What the methods of a kind depend on.
    #[inline(always)]
    fn context<R: Row<G>>(&self, row: R) -> CaptureContext<G::Geometry> {
        let king = self.board.king(self.side);
        CaptureContext { geometry: self.geometry, king, options: row.options(self.rules) }
    }

    /// The partners with which the swap ban lets a piece swap.
    #[inline(always)]
    fn swap_partners(&self, from: Square) -> Set<G> {
        let banned = match self.swap_ban {
            Some([a, b]) if a == from => b.into(),
            Some([a, b]) if b == from => a.into(),
            _ => Bitboard::EMPTY,
        };
        self.swap_partners - banned
    }

    /// The enemies that a piece that is not frozen may destroy together with itself.
    #[inline(always)]
    pub fn destructible<R: Row<G>>(&self, row: R, from: Square) -> Set<G> {
        let beside = self.geometry.neighbours(from) & self.enemy;
        if has!(G, row: R, DESTROY) {
            return beside;
        }
        let mut destroyers = Bitboard::EMPTY;
        if has!(G, row: R, IMITATE) {
            for_each_row!(G, self.rules, other => {
                if Row::<G>::info(other).has(Methods::DESTROY) {
                    destroyers |= self.board.kind(Row::<G>::kind(other));
                }
            });
        }
        beside & destroyers
    }

    /// Whether an enemy is near enough for a capture by a move of the piece.
    #[inline(always)]
    pub fn may_capture<R: Row<G>>(&self, row: R, from: Square) -> bool {
        by_row!(G, {
            let imitates_from_afar = has!(G, row: R, IMITATE)
                && (some_piece_has!(G, self.rules, PINCER)
                    || some_piece_has!(G, self.rules, COORDINATE));
            if has!(G, row: R, PINCER) || imitates_from_afar {
                return true;
            }
            let mut near = Bitboard::EMPTY;
            if has!(G, row: R, DISPLACE) {
                near |= row.info().displaces.origins(self.geometry, from);
            }
            let context = self.context(row);
            for_each_landing!(G, row: R, M => near |= M::reach(&context, from));
            if has!(G, row: R, LEAP | IMITATE) {
                near |= self.geometry.queen_lines(from);
            }
            if near.intersects(self.enemy) {
                return true;
            }
            let mut off_lines = Bitboard::EMPTY;
            if has!(G, row: R, IMITATE) {
                for_each_row!(G, self.rules, other => off_lines |= self.displaced_off_lines(other, from));
            }
            off_lines.intersects(self.enemy)
        })
    }

    /// The squares off the queen's lines, and maybe others, from which and to which an imitator displaces pieces of
    /// a kind.
    #[inline(always)]
    fn displaced_off_lines<R: Row<G>>(&self, row: R, from: Square) -> Set<G> {
        let movement = row.info().imitated_displacing();
        match has!(G, row: R, DISPLACE) && !movement.is_none() && !movement.only_slides() {
            true => movement.origins(self.geometry, from),
            false => Bitboard::EMPTY,
        }
    }

    /// A superset of the pieces that can capture some of the targets.
    #[inline(always)]
    pub fn attackers(&self, common: &CommonDestinations<G>) -> Set<G> {
        let mut attackers = Bitboard::EMPTY;
        for_each_row!(G, self.rules, row => attackers |= self.attackers_of_row(row, common));
        attackers
    }

    #[inline(always)]
    fn attackers_of_row<R: Row<G>>(&self, row: R, common: &CommonDestinations<G>) -> Set<G> {
        by_row!(G, {
            let piece = row.info();
            let mut attackers = Bitboard::EMPTY;
            if has!(G, row: R, DISPLACE) {
                attackers |=
                    common.targets.flat_map(|to| piece.displaces.origins(self.geometry, to));
            }
            if has!(G, row: R, PINCER) {
                attackers |= common
                    .pincer
                    .flat_map(|to| piece.moves.attacks(self.geometry, to, self.occupied));
            }
            if has!(G, row: R, LEAP) {
                attackers |= common.targets.flat_map(|square| self.geometry.queen_lines(square));
            }
            let context = self.context(row);
            for_each_landing!(G, row: R, M => {
                attackers |= common.targets.flat_map(|target| M::near(&context, target));
            });
            if has!(G, row: R, IMITATE) {
                for_each_row!(G, self.rules, row => attackers |= self.imitators_of_row(row, common));
            }
            attackers & self.own & self.board.kind(row.kind())
        })
    }

    #[inline(always)]
    fn imitators_of_row<R: Row<G>>(&self, row: R, common: &CommonDestinations<G>) -> Set<G> {
        let targets = common.targets & self.board.kind(row.kind());
        let mut attackers = Bitboard::EMPTY;
        if has!(G, row: R, DISPLACE | LEAP) {
            attackers |= targets.flat_map(|square| self.geometry.queen_lines(square));
        }
        attackers |= targets.flat_map(|square| self.displaced_off_lines(row, square));
        let context = self.context(row);
        for_each_landing!(G, row: R, M => {
            attackers |= targets.flat_map(|target| M::near(&context, target));
        });
        if has!(G, row: R, PINCER) && !common.pincer.is_empty() {
            // An imitator may leap to the square from which it pinches.
            let squares = pincer::destinations(self.geometry, self.own, targets);
            attackers |= squares.flat_map(|square| self.geometry.rook_lines(square));
        }
        attackers
    }

    /// All destinations of a piece that is not frozen.
    #[inline(always)]
    pub fn all_destinations<R: Row<G>>(&self, row: R, from: Square) -> Set<G> {
        // Captures matter only where they decide on squares that may be entered.
        let common = match G::table(self.rules).capture_only {
            Some(_) => self.common(self.enemy),
            None => CommonDestinations::of(Bitboard::EMPTY),
        };
        self.destinations(row, from, &common).0
    }

    /// Destinations of leaps over some of the `victims`, the only pieces that may be jumped.
    #[inline(always)]
    fn leaps(&self, options: RuleFlags, from: Square, attacks: Set<G>, victims: Set<G>) -> Set<G> {
        if !attacks.intersects(victims) {
            return Bitboard::EMPTY;
        }
        leap::destinations(self.geometry, options.leap(), from, attacks, self.occupied, victims)
    }

    /// Those of the leaps that jump over some of the targets.
    #[inline(always)]
    fn over(&self, from: Square, leaps: Set<G>, jumped: Set<G>, targets: Set<G>) -> Set<G> {
        if targets == jumped || leaps.is_empty() {
            return leaps;
        }
        if targets.is_empty() {
            return targets;
        }
        leaps.flat_map(|to| {
            Bitboard::from(to).masked(self.geometry.between(from, to).intersects(targets))
        })
    }

    /// The pieces that a pseudo-legal move of the side captures.
    #[inline(always)]
    pub fn victims(&self, kind: PieceKind, from: Square, to: Square) -> Set<G> {
        if from == to {
            return Bitboard::EMPTY;
        }
        with_row!(G, self.rules, kind, row => self.victims_of(row, from, to))
    }

    #[inline(always)]
    fn victims_of<R: Row<G>>(&self, row: R, from: Square, to: Square) -> Set<G> {
        by_row!(G, {
            let displaced = Bitboard::from(to) & self.enemy;
            let mut victims = Bitboard::EMPTY;
            if has!(G, row: R, DISPLACE) {
                victims |= displaced;
            }
            if has!(G, row: R, IMITATE) {
                let mut jumped = Bitboard::EMPTY;
                for_each_row!(G, self.rules, row => jumped |= self.jumped_by(row, from, to));
                for_each_row!(G, self.rules, row => victims |= self.imitated_victims(row, from, to));
                let options = row.options(self.rules);
                if options.contains(RuleFlags::ROYAL_ALONE) {
                    let kings = displaced & self.board.kind(PieceKind::KING);
                    if !kings.is_empty() {
                        return kings;
                    }
                }
                if options.contains(RuleFlags::LEAP_ALONE) && !jumped.is_empty() {
                    return jumped;
                }
            }
            victims | self.victims_by_methods(row, from, to, self.enemy)
        })
    }

    #[inline(always)]
    fn jumped_by<R: Row<G>>(&self, row: R, from: Square, to: Square) -> Set<G> {
        if has!(G, row: R, LEAP) {
            let leapers = self.enemy & self.board.kind(row.kind());
            leap::victims(self.geometry, from, to, leapers)
        } else {
            Bitboard::EMPTY
        }
    }

    #[inline(always)]
    fn imitated_victims<R: Row<G>>(&self, row: R, from: Square, to: Square) -> Set<G> {
        let enemies = self.enemy & self.board.kind(row.kind());
        let mut victims = self.victims_by_methods(row, from, to, enemies);
        victims = victims.masked(row.info().moves.lines(self.geometry, from).has(to));
        if has!(G, row: R, DISPLACE) {
            victims |= Bitboard::from(to) & enemies;
        }
        victims
    }

    /// The targets that a piece captures by methods other than displacement and imitation.
    #[inline(always)]
    fn victims_by_methods<R: Row<G>>(
        &self,
        row: R,
        from: Square,
        to: Square,
        targets: Set<G>,
    ) -> Set<G> {
        let mut victims = Bitboard::EMPTY;
        if has!(G, row: R, PINCER) {
            victims |= pincer::victims(self.geometry, to, self.own, targets);
        }
        if has!(G, row: R, LEAP) {
            victims |= leap::victims(self.geometry, from, to, targets);
        }
        let context = self.context(row);
        for_each_landing!(G, row: R, M => victims |= M::victims(&context, from, to, targets));
        victims
    }
}
