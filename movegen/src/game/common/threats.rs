//! Threats against a king, and the moves that affect them.
//!
//! A threat is an enemy piece that could capture the king if certain squares were empty. If they
//! are empty, it is a check. If not, only a move that empties them can discover the check: a move
//! of an own piece that alone blocks the path (`pinned`), unless it stays on the path (`pin_ray`),
//! or a move that makes one of the other blockers leave (`discoverers`). In check, only moves that
//! block the path (`check_mask`), capture, freeze a checker or move the king can help. All other
//! moves need no test.

use crate::capture::coordinate::Corners;
use crate::capture::leap;
use crate::piece::Methods;
use crate::piece::movement::Movement;
use crate::position::description::Set;
use crate::{Bitboard, Board, Color, Direction, Geometry, Grid, PieceKind, Position, Square};

use super::freeze::{freezers, frozen_by};
use super::occupancy::{Occupancy, Threat};
use super::row::{ConstRow, Row, for_each_row, has};
use super::rules::SpecialRules;

/// The threats against one king.
pub struct Threats<'a, G: SpecialRules> {
    pub board: &'a Board<G>,
    rules: &'a G::Rules,
    pub side: Color,
    now: Occupancy<G::Geometry>,
    /// Enemy pieces that are not frozen.
    pub free: Set<G>,
    /// Enemy pieces that give check.
    pub checkers: Set<G>,
    /// Squares on which an arriving piece may block a check.
    pub check_mask: Set<G>,
    /// Squares of blockers that may discover a check by leaving, other than pinned pieces.
    pub discoverers: Set<G>,
    /// Own pieces that alone block a threat.
    pub pinned: Set<G>,
    /// Squares on which a pinned piece or a discoverer may still block the threat.
    pub pin_ray: Set<G>,
}

impl<'a, G: SpecialRules> Threats<'a, G> {
    /// The threats against the king of `side`; `None` if it has no king or kings may be captured.
    #[inline]
    pub fn new(position: &'a Position<G>, side: Color) -> Option<Self> {
        let mut threats = Self::unscanned(position, side)?;
        threats.scan();
        Some(threats)
    }

    /// The same without the scan for threats, for [`Self::attacked`] only.
    #[inline]
    pub fn unscanned(position: &'a Position<G>, side: Color) -> Option<Self> {
        let rules = position.rules();
        if G::has_check(rules) { Self::of_king(position.board(), rules, side) } else { None }
    }

    /// The same for any board, even where kings may be captured.
    #[inline]
    pub fn of_king(board: &'a Board<G>, rules: &'a G::Rules, side: Color) -> Option<Self> {
        let now = Occupancy {
            king: board.king(side)?,
            own: board.color(side),
            immobilizers: board.color(side) & freezers(board),
            chain_links: G::CHAIN_LINK.map_or(Bitboard::EMPTY, |kind| board.pieces(side, kind)),
            enemy: board.color(!side),
        };
        let mut threats = Self {
            board,
            rules,
            side,
            now,
            free: Bitboard::EMPTY,
            checkers: Bitboard::EMPTY,
            check_mask: Bitboard::EMPTY,
            discoverers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pin_ray: Bitboard::EMPTY,
        };
        threats.free = threats.free_pieces(&now);
        Some(threats)
    }

    /// Whether the king is attacked.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The current occupancy.
    #[inline(always)]
    pub fn now(&self) -> Occupancy<G::Geometry> {
        self.now
    }

    /// Whether the assumptions of this module do not hold for the rule set: if a leaper may jump
    /// several times but must jump at once, a piece added to its path may help it.
    #[inline(always)]
    pub fn needs_full_test(&self) -> bool {
        let leap = G::leap(self.rules);
        leap.several && !leap.slide_on
    }

    /// Enemy pieces that own immobilizers do not freeze. Whether an enemy immobilizer is frozen by
    /// a chameleon does not matter: it captures nothing.
    #[inline(always)]
    fn free_pieces(&self, after: &Occupancy<G::Geometry>) -> Set<G> {
        let freezers = after.immobilizers;
        after.enemy - frozen_by(self.rules, self.board, !self.side, freezers, after.enemy)
    }

    #[inline(always)]
    fn pieces(&self, among: Set<G>, kind: PieceKind) -> Set<G> {
        among & self.board.kind(kind)
    }

    /// Finds all threats, open or blocked.
    fn scan(&mut self) {
        let occupied = self.now.own | self.now.enemy;
        for_each_row!(G, row => self.scan_row(row, occupied));
        for Threat { checker, path } in G::extra_threats(self.board, self.now, self.free) {
            self.threat(checker, path, occupied);
        }
    }

    /// Finds the threats by pieces of a kind.
    #[inline(always)]
    fn scan_row<R: Row<G>>(&mut self, row: R, occupied: Set<G>) {
        let king = self.now.king;
        let pieces = self.pieces(self.free, row.kind());
        if has!(row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(row);
            if displaces.is_unblockable() {
                self.checkers |= pieces & displaces.origins(king);
            } else {
                for from in pieces & displaces.origins(king) {
                    let threat = |path| self.threat(from.into(), path, occupied);
                    displaces.each_path(from, king, threat);
                }
            }
        }
        if has!(row: R, EXPLODE) {
            self.checkers |= pieces & G::Geometry::neighbours(king);
        }
        if has!(row: R, WITHDRAW) {
            for withdrawer in pieces & G::Geometry::neighbours(king) {
                if let Some(away) = step_away::<G::Geometry>(withdrawer, king) {
                    self.threat(withdrawer.into(), away.into(), occupied);
                }
            }
        }
        if has!(row: R, PINCER) {
            self.scan_pawns(pieces, occupied);
        }
        if has!(row: R, LEAP) {
            self.scan_leapers(pieces, occupied);
        }
        if has!(row: R, COORDINATE) {
            self.scan_coordinators(pieces, occupied);
        }
    }

    /// The squares on which an own piece of a kind may take part in an enemy threat, not counting
    /// the piece on `from`, which is about to move.
    #[inline(always)]
    pub fn chain_links(&self, kind: PieceKind, from: Option<Square>) -> Set<G> {
        match G::CHAIN_LINK == Some(kind) {
            true => G::chain_links(self.board, self.free, from),
            false => Bitboard::EMPTY,
        }
    }

    /// Records a threat by a piece that needs the squares of `path` empty.
    #[inline(always)]
    fn threat(&mut self, checker: Set<G>, path: Set<G>, occupied: Set<G>) {
        let blockers = path & occupied;
        if blockers.is_empty() {
            self.checkers |= checker;
            self.check_mask |= path;
        } else {
            self.blocked(blockers, path);
        }
    }

    /// Records a threat that opens when all `blockers` have left its path.
    #[inline(always)]
    fn blocked(&mut self, blockers: Set<G>, path: Set<G>) {
        let (own, enemy) = (blockers & self.now.own, blockers & self.now.enemy);
        // All of them must leave, so watching one is enough.
        if G::MOVES_SEVERAL {
            self.discoverers |= blockers.first().map_or(Bitboard::EMPTY, Bitboard::from);
        } else if own.len() > 1 {
            // No move vacates two of their squares.
            return;
        } else if enemy.is_empty() {
            self.pinned |= own;
        } else {
            self.discoverers |= enemy.first().map_or(Bitboard::EMPTY, Bitboard::from);
        }
        self.pin_ray |= path;
    }

    #[inline(always)]
    fn scan_pawns(&mut self, pawns: Set<G>, occupied: Set<G>) {
        let king = self.now.king;
        for destination in pinching_squares::<G::Geometry>(king, self.now.enemy) {
            for pawn in pawns & G::Geometry::rook_lines(destination) {
                let path = G::Geometry::between(pawn, destination) | destination.into();
                // Not through the king, and so not through its own partner either.
                if !path.has(king) && self.may_go(pawn, destination) {
                    self.threat(pawn.into(), path, occupied);
                }
            }
        }
    }

    #[inline(always)]
    fn scan_leapers(&mut self, leapers: Set<G>, occupied: Set<G>) {
        let Occupancy { king, own, enemy, .. } = self.now;
        let leap = G::leap(self.rules);
        for leaper in leapers & G::Geometry::queen_lines(king) {
            let Some(behind) = step_away::<G::Geometry>(king, leaper) else {
                continue;
            };
            if !self.may_go(leaper, behind) {
                continue;
            }
            let between = G::Geometry::between(leaper, king);
            let destination = Bitboard::from(behind);
            if leap::reaches::<G::Geometry>(leap, leaper, king, occupied, own) {
                self.threat(leaper.into(), (between | destination) - occupied, occupied);
                continue;
            }
            let never_jumped = if leap.several { between & enemy } else { between & occupied };
            let blockers = (destination & occupied) | never_jumped;
            let rest = occupied - blockers;
            if leap::reaches::<G::Geometry>(leap, leaper, king, rest, own - blockers) {
                self.blocked(blockers, between | destination);
            } else {
                // Two adjacent pieces also block, and the move of any of them may open the path.
                self.discoverers |= blockers.first().map_or(between & occupied, Bitboard::from);
                self.pin_ray |= between | destination;
            }
        }
    }

    #[inline(always)]
    fn scan_coordinators(&mut self, coordinators: Set<G>, occupied: Set<G>) {
        let king = self.now.king;
        if coordinators.is_empty() {
            return;
        }
        let Some(corners) = self.corner_line(&self.now) else {
            return;
        };
        for coordinator in coordinators {
            if !self.corner_counts(coordinator, corners) {
                continue;
            }
            let corners = corners & G::Geometry::queen_lines(coordinator);
            for corner in corners & self.reach(coordinator) {
                let path = G::Geometry::between(coordinator, corner) | corner.into();
                // Not through the king, which forms the corner.
                if !path.has(king) {
                    self.threat(coordinator.into(), path, occupied);
                }
            }
        }
    }

    /// The line on which an enemy coordinator must land to capture the king: the king's file when
    /// the two kings share a rank, its rank when they share a file.
    #[inline(always)]
    fn corner_line(&self, after: &Occupancy<G::Geometry>) -> Option<Set<G>> {
        let enemy_king = self.pieces(after.enemy, PieceKind::KING);
        if enemy_king.intersects(G::Geometry::rank_of(after.king)) {
            Some(G::Geometry::file_of(after.king))
        } else if enemy_king.intersects(G::Geometry::file_of(after.king)) {
            Some(G::Geometry::rank_of(after.king))
        } else {
            None
        }
    }

    /// Whether the rule switch `coordinator` lets this coordinator capture on the corner line.
    #[inline(always)]
    fn corner_counts(&self, coordinator: Square, corners: Set<G>) -> bool {
        !(G::corners(self.rules) == Corners::Changed && corners.has(coordinator))
    }

    #[inline(always)]
    fn reach(&self, from: Square) -> Set<G> {
        G::reach(self.rules, !self.side, from)
    }

    #[inline(always)]
    fn may_go(&self, from: Square, to: Square) -> bool {
        self.reach(from).has(to)
    }

    /// Whether the king is attacked in the occupancy after a move.
    #[inline]
    pub fn attacked(&self, after: &Occupancy<G::Geometry>) -> bool {
        let occupied = after.own | after.enemy;
        let free = self.free_pieces(after);
        for_each_row!(G, row => {
            if self.attacked_by(row, after, free, occupied) {
                return true;
            }
        });
        G::extra_check(self.board, after, free)
    }

    #[inline(always)]
    fn attacked_by<R: Row<G>>(
        &self,
        row: R,
        after: &Occupancy<G::Geometry>,
        free: Set<G>,
        occupied: Set<G>,
    ) -> bool {
        let king = after.king;
        let pieces = self.pieces(free, row.kind());
        let beside = G::Geometry::neighbours(king);
        if has!(row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(row);
            for from in pieces & displaces.origins(king) {
                if displaces.is_unblockable() || displaces.is_open(from, king, occupied) {
                    return true;
                }
            }
        }
        let withdraws =
            |from| step_away::<G::Geometry>(from, king).is_some_and(|away| !occupied.has(away));
        (has!(row: R, EXPLODE) && pieces.intersects(beside))
            || (has!(row: R, WITHDRAW) && (pieces & beside).iter().any(withdraws))
            || (has!(row: R, PINCER) && self.pawn_captures(pieces, after, occupied))
            || (has!(row: R, LEAP) && self.leaper_captures(pieces, after, occupied))
            || (has!(row: R, COORDINATE) && self.coordinator_captures(pieces, after, occupied))
    }

    #[inline(always)]
    fn pawn_captures(
        &self,
        pawns: Set<G>,
        after: &Occupancy<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        let destinations = pinching_squares::<G::Geometry>(after.king, after.enemy) - occupied;
        destinations.iter().any(|destination| {
            let pawns = G::Geometry::rook_attacks(destination, occupied) & pawns;
            pawns.iter().any(|pawn| self.may_go(pawn, destination))
        })
    }

    #[inline(always)]
    fn leaper_captures(
        &self,
        leapers: Set<G>,
        after: &Occupancy<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        let king = after.king;
        let leapers = leapers & G::Geometry::queen_lines(king);
        leapers.iter().any(|leaper| self.leaper_reaches(leaper, king, occupied, after.own))
    }

    /// Whether a leaper can capture a king on `king`, where `own` are the other pieces of the
    /// king's side.
    #[inline(always)]
    fn leaper_reaches(&self, leaper: Square, king: Square, occupied: Set<G>, own: Set<G>) -> bool {
        leap::reaches::<G::Geometry>(G::leap(self.rules), leaper, king, occupied, own)
            && step_away::<G::Geometry>(king, leaper)
                .is_some_and(|behind| self.may_go(leaper, behind))
    }

    #[inline(always)]
    fn coordinator_captures(
        &self,
        coordinators: Set<G>,
        after: &Occupancy<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        if coordinators.is_empty() {
            return false;
        }
        let Some(corners) = self.corner_line(after) else {
            return false;
        };
        coordinators.iter().any(|coordinator| {
            self.corner_counts(coordinator, corners) && {
                let corners = (G::Geometry::queen_lines(coordinator) & corners) - occupied;
                (corners & self.reach(coordinator))
                    .iter()
                    .any(|corner| !G::Geometry::between(coordinator, corner).intersects(occupied))
            }
        })
    }

    /// For king moves to the empty squares `steps`: the squares that are certainly attacked, and
    /// those that need the full test. The king is safe on all others.
    #[inline(always)]
    pub fn king_steps(&self, steps: Set<G>) -> (Set<G>, Set<G>) {
        let mut attacked = Bitboard::EMPTY;
        for_each_row!(G, row => attacked |= self.attacked_steps(row, steps, attacked));
        let mut suspect = Bitboard::EMPTY;
        for_each_row!(G, row => suspect |= self.suspect_steps(row));
        let Occupancy { king, own, enemy, .. } = self.now;
        for to in (steps - attacked) & suspect {
            let own = (own - king.into()) | to.into();
            let (after, occupied) = (Occupancy { king: to, own, ..self.now }, own | enemy);
            let mut captured = false;
            for_each_row!(G, row => captured = captured || self.attacked_together(row, &after, occupied));
            attacked |= Bitboard::from(to).masked(captured);
        }
        (attacked, G::extra_doubtful(self.board, self.now, self.free))
    }

    /// Those of some squares on which a piece of a kind attacks the king by a method that needs no
    /// other piece.
    #[inline(always)]
    fn attacked_steps<R: Row<G>>(&self, row: R, steps: Set<G>, known: Set<G>) -> Set<G> {
        let Occupancy { king, own, enemy, .. } = self.now;
        let occupied = (own | enemy) - king.into();
        let pieces = self.pieces(self.free, row.kind());
        let mut attacked = known;
        if has!(row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(row);
            for from in pieces {
                let near = displaces.is_unblockable()
                    || displaces.origins::<G::Geometry>(from).intersects(steps);
                if near {
                    attacked |= displaces.attacks(from, occupied);
                }
            }
        }
        if has!(row: R, EXPLODE) {
            attacked |= G::Geometry::neighbours_of_all(pieces);
        }
        if has!(row: R, WITHDRAW) {
            for from in pieces {
                for to in (steps - attacked) & G::Geometry::neighbours(from) {
                    let away = step_away::<G::Geometry>(from, to);
                    attacked |=
                        Bitboard::from(to).masked(away.is_some_and(|away| !occupied.has(away)));
                }
            }
        }
        if has!(row: R, LEAP) {
            for from in pieces {
                for to in (steps - attacked) & G::Geometry::queen_lines(from) {
                    let leaps =
                        self.leaper_reaches(from, to, occupied | to.into(), own - king.into());
                    attacked |= Bitboard::from(to).masked(leaps);
                }
            }
        }
        attacked
    }

    /// The squares on which a piece of a kind may attack the king together with another piece.
    #[inline(always)]
    fn suspect_steps<R: Row<G>>(&self, row: R) -> Set<G> {
        let Occupancy { king, own, enemy, .. } = self.now;
        let mut suspect = Bitboard::EMPTY;
        if has!(row: R, PINCER) {
            suspect |= pinchable_squares::<G::Geometry>(enemy, (own | enemy) - king.into());
        }
        if has!(row: R, COORDINATE)
            && let Some(enemy_king) = self.pieces(enemy, PieceKind::KING).first()
        {
            let pieces = self.pieces(self.free, row.kind());
            suspect |= G::Geometry::rook_lines(enemy_king).masked(!pieces.is_empty());
        }
        suspect
    }

    #[inline(always)]
    fn attacked_together<R: Row<G>>(
        &self,
        row: R,
        after: &Occupancy<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        let pieces = self.pieces(self.free, row.kind());
        (has!(row: R, PINCER) && self.pawn_captures(pieces, after, occupied))
            || (has!(row: R, COORDINATE) && self.coordinator_captures(pieces, after, occupied))
    }
}

/// How a piece captures kings by displacement.
#[inline(always)]
fn displacing_kings<G: SpecialRules, R: Row<G>>(row: R) -> Movement<<G::Geometry as Grid>::Bits> {
    match row.info().has(Methods::IMITATE) {
        true => const { G::PIECES[0].imitated_displacing() },
        false => row.info().displaces,
    }
}

/// The square behind `square` as seen from `seen_from`, on the same line.
#[inline(always)]
fn step_away<G: Geometry>(square: Square, seen_from: Square) -> Option<Square> {
    G::direction(seen_from, square).and_then(|direction| G::step(square, direction))
}

/// Squares from which an enemy pawn would pinch the king against an adjacent piece.
#[inline(always)]
fn pinching_squares<G: Geometry>(king: Square, enemy: Bitboard<G>) -> Bitboard<G> {
    if !enemy.intersects(G::neighbours(king)) {
        return Bitboard::EMPTY;
    }
    Direction::over_orthogonals(|direction| {
        let partner = G::shift(king.into(), direction) & enemy;
        G::shift(king.into(), direction.opposite()).masked(!partner.is_empty())
    })
}

/// Squares between an enemy and an empty square, along a file or a rank.
#[inline(always)]
fn pinchable_squares<G: Geometry>(enemy: Bitboard<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    Direction::over_orthogonals(|direction| {
        G::shift(enemy, direction) & G::shift(!occupied, direction.opposite())
    })
}
