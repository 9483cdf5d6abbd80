//! Attacks on a king in some occupancy of the board.

use crate::capture::leap::LeapRules;
use crate::capture::{CaptureContext, Landing, leap, pincer};
use crate::piece::Methods;
use crate::piece::movement::Movement;
use crate::position::table::Set;
use crate::{Bitboard, Board, Color, Game, Geometry, Grid, PieceKind, Position, RuleFlags, Square};

use super::area::reach;
use super::freeze::{freezers, frozen_by};
use super::king_context::KingContext;
use super::row::{
    Row, by_row, for_each_landing, for_each_row, has, pieces_with, some_piece_has, with_king,
};

/// The pieces as far as they matter to one king.
pub struct KingSafety<'a, G: Game> {
    pub board: &'a Board<G>,
    pub(super) rules: &'a G::Rules,
    pub(super) geometry: G::Geometry,
    side: Color,
    /// The current occupancy.
    pub now: KingContext<G::Geometry>,
    /// Enemy pieces that are not frozen.
    pub free: Set<G>,
}

impl<G: Game> Copy for KingSafety<'_, G> {}

impl<G: Game> Clone for KingSafety<'_, G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, G: Game> KingSafety<'a, G> {
    /// The king of `side`; `None` if it has no king or kings may be captured.
    #[inline(always)]
    pub fn new(position: &'a Position<G>, side: Color) -> Option<Self> {
        let rules = position.rules();
        match position.options().contains(RuleFlags::NO_CHECK) {
            true => None,
            false => Self::of_king(position.board(), rules, side),
        }
    }

    /// The same for any board, even where kings may be captured.
    #[inline(always)]
    pub fn of_king(board: &'a Board<G>, rules: &'a G::Rules, side: Color) -> Option<Self> {
        let now = KingContext {
            king: board.king(side)?,
            own: board.color(side),
            freezers: board.color(side) & freezers(rules, board),
            pullers: board.color(side) & pieces_with!(G, rules, board, PULL),
            enemy: board.color(!side),
        };
        let geometry = G::table(rules).geometry;
        let mut view = Self { board, rules, geometry, side, now, free: Bitboard::EMPTY };
        view.free = view.free_pieces(&now);
        Some(view)
    }

    /// Whether the king is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.attacked(&self.now)
    }

    /// Whether the assumptions of this module do not hold for the rule set: if a leaper may jump
    /// several times but must jump at once, a piece added to its path may help it.
    #[inline(always)]
    pub fn needs_full_test(&self) -> bool {
        let mut needed = false;
        for_each_row!(G, self.rules, row => {
            let leap = Row::<G>::options(row, self.rules).leap();
            needed |= Row::<G>::info(row).has(Methods::LEAP) && leap.several && !leap.slide_on;
        });
        needed
    }

    /// Enemy pieces that own freezers do not freeze. Powers that freeze only some kinds do not matter:
    /// in tables whose threats are known, these capture nothing.
    #[inline(always)]
    fn free_pieces(&self, after: &KingContext<G::Geometry>) -> Set<G> {
        let freezers = after.freezers;
        after.enemy - frozen_by(self.rules, self.board, !self.side, freezers, after.enemy)
    }

    #[inline(always)]
    pub(super) fn pieces(&self, among: Set<G>, kind: PieceKind) -> Set<G> {
        among & self.board.kind(kind)
    }

    /// The squares on which an own puller may be a link of a chain that an enemy pulls, where forced
    /// captures may threaten the king: those next to another puller, not counting the one on
    /// `from`, which is about to move.
    #[inline(always)]
    pub fn links(&self, from: Option<Square>) -> Set<G> {
        let pullers = pieces_with!(G, self.rules, self.board, PULL);
        if !self.free.intersects(pullers) {
            return Bitboard::EMPTY;
        }
        self.geometry.neighbours_of_all(pullers - from.map_or(Bitboard::EMPTY, Bitboard::from))
    }

    /// What the methods of a kind of the enemy depend on.
    #[inline(always)]
    pub(super) fn context<R: Row<G>>(
        &self,
        row: R,
        after: &KingContext<G::Geometry>,
    ) -> CaptureContext<G::Geometry> {
        let king = self.pieces(after.enemy, PieceKind::KING).first();
        CaptureContext { geometry: self.geometry, king, options: row.options(self.rules) }
    }

    /// The squares on which a piece that can go there captures the king by a method.
    #[inline(always)]
    pub(super) fn landings<M: Landing>(
        &self,
        row: impl Row<G>,
        context: &CaptureContext<G::Geometry>,
        from: Square,
        king: Square,
    ) -> Set<G> {
        let squares = M::landings(context, from, king);
        squares & row.info().moves.origins(self.geometry, from) & self.reach(from)
    }

    /// Whether a leaper can capture a king on `king`, where `own` are the other pieces of the
    /// king's side.
    #[inline(always)]
    fn leaper_reaches(
        &self,
        rules: LeapRules,
        leaper: Square,
        king: Square,
        occupied: Set<G>,
        own: Set<G>,
    ) -> bool {
        leap::reaches(self.geometry, rules, leaper, king, occupied, own)
            && self.may_leap(leaper, king)
    }

    /// Whether the square right behind the king is within the reach of a leaper.
    #[inline(always)]
    pub(super) fn may_leap(&self, leaper: Square, king: Square) -> bool {
        let line = self.geometry.direction(leaper, king);
        let behind = line.and_then(|line| self.geometry.step(king, line));
        behind.is_some_and(|behind| self.may_go(leaper, behind))
    }

    #[inline(always)]
    fn leaper_captures(
        &self,
        rules: LeapRules,
        leapers: Set<G>,
        after: &KingContext<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        let king = after.king;
        let leapers = leapers & self.geometry.queen_lines(king);
        leapers.iter().any(|leaper| self.leaper_reaches(rules, leaper, king, occupied, after.own))
    }

    #[inline(always)]
    fn reach(&self, from: Square) -> Set<G> {
        reach::<G>(self.rules, !self.side, from)
    }

    #[inline(always)]
    pub(super) fn may_go(&self, from: Square, to: Square) -> bool {
        self.reach(from).has(to)
    }

    /// Whether the king is attacked in the occupancy after a move.
    #[inline]
    pub fn attacked(&self, after: &KingContext<G::Geometry>) -> bool {
        let (king, occupied) = (after.king, after.own | after.enemy);
        let free = self.free_pieces(after);
        for_each_row!(G, self.rules, row => {
            if self.attacked_by(row, after, free, occupied) {
                return true;
            }
        });
        let mut forced = false;
        self.forced_threats(after, free, |threat| {
            forced |= threat.capture_squares.has(king) && !threat.path.intersects(occupied);
        });
        forced
    }

    #[inline(always)]
    fn attacked_by<R: Row<G>>(
        &self,
        row: R,
        after: &KingContext<G::Geometry>,
        free: Set<G>,
        occupied: Set<G>,
    ) -> bool {
        let king = after.king;
        let pieces = self.pieces(free, row.kind());
        if has!(G, row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(self.rules, row);
            for from in pieces & displaces.origins(self.geometry, king) {
                if displaces.is_unblockable()
                    || displaces.is_open(self.geometry, from, king, occupied)
                {
                    return true;
                }
            }
        }
        (has!(G, row: R, EXPLODE) && pieces.intersects(self.geometry.neighbours(king)))
            || (has!(G, row: R, LEAP)
                && self.leaper_captures(row.options(self.rules).leap(), pieces, after, occupied))
            || self.lands(row, pieces, after, occupied)
    }

    /// Whether one of some pieces can land on a square where it captures the king.
    #[inline(always)]
    fn lands<R: Row<G>>(
        &self,
        row: R,
        pieces: Set<G>,
        after: &KingContext<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        by_row!(G, {
            if self.pinches(row, pieces, after, occupied) {
                return true;
            }
            let context = self.context(row, after);
            for_each_landing!(G, row: R, M => for from in pieces & M::near(&context, after.king) {
                if self.lands_by::<M>(row, &context, from, after.king, occupied) {
                    return true;
                }
            });
            false
        })
    }

    /// The same for captures by pincer.
    #[inline(always)]
    fn pinches<R: Row<G>>(
        &self,
        row: R,
        pieces: Set<G>,
        after: &KingContext<G::Geometry>,
        occupied: Set<G>,
    ) -> bool {
        let moves = &row.info().moves;
        if has!(G, row: R, PINCER) {
            for to in pincer::landings(self.geometry, after.king, after.enemy) - occupied {
                for from in moves.attacks(self.geometry, to, occupied) & pieces {
                    if self.may_go(from, to) && moves.is_open(self.geometry, from, to, occupied) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a piece can land on a square where it captures a king by a method of [`Landing`].
    #[inline(always)]
    fn lands_by<M: Landing>(
        &self,
        row: impl Row<G>,
        context: &CaptureContext<G::Geometry>,
        from: Square,
        king: Square,
        occupied: Set<G>,
    ) -> bool {
        for to in self.landings::<M>(row, context, from, king) - occupied {
            if row.info().moves.is_open(self.geometry, from, to, occupied) {
                return true;
            }
        }
        false
    }

    /// For king moves to the empty squares `steps`: the squares that are certainly attacked, and
    /// those that need the full test. The king is safe on all others.
    #[inline(always)]
    pub fn king_steps(&self, steps: Set<G>) -> (Set<G>, Set<G>) {
        by_row!(G, {
            let mut attacked = Bitboard::EMPTY;
            for_each_row!(G, self.rules, row => attacked |= self.attacked_steps(row, steps, attacked));
            if some_piece_has!(G, self.rules, PINCER) {
                let KingContext { king, own, enemy, .. } = self.now;
                let (others, free) = (own - king.into(), self.free);
                for to in (steps - attacked) & pincer::exposed(self.geometry, enemy, others | enemy)
                {
                    let own = others | to.into();
                    let after = KingContext { king: to, own, ..self.now };
                    let mut captured = false;
                    for_each_row!(G, self.rules, row => {
                        let pieces = self.pieces(free, Row::<G>::kind(row));
                        captured = captured || self.pinches(row, pieces, &after, own | enemy);
                    });
                    attacked |= Bitboard::from(to).masked(captured);
                }
            }
            let mut doubtful = Bitboard::EMPTY;
            self.forced_threats(&self.now, self.free, |threat| doubtful |= threat.capture_squares);
            (attacked, doubtful)
        })
    }

    /// Those of some squares on which a piece of a kind attacks the king by a method that needs no
    /// other piece.
    #[inline(always)]
    fn attacked_steps<R: Row<G>>(&self, row: R, steps: Set<G>, known: Set<G>) -> Set<G> {
        let KingContext { king, own, enemy, .. } = self.now;
        let occupied = (own | enemy) - king.into();
        let pieces = self.pieces(self.free, row.kind());
        let mut attacked = known;
        if has!(G, row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(self.rules, row);
            for from in pieces {
                let near = displaces.is_unblockable()
                    || displaces.origins(self.geometry, from).intersects(steps);
                if near {
                    attacked |= displaces.attacks(self.geometry, from, occupied);
                }
            }
        }
        if has!(G, row: R, EXPLODE) {
            attacked |= self.geometry.neighbours_of_all(pieces);
        }
        let context = self.context(row, &self.now);
        for_each_landing!(G, row: R, M => for from in pieces {
            for to in (steps - attacked) & M::reach(&context, from) {
                let captured = self.lands_by::<M>(row, &context, from, to, occupied | to.into());
                attacked |= Bitboard::from(to).masked(captured);
            }
        });
        if has!(G, row: R, LEAP) {
            let rules = row.options(self.rules).leap();
            for from in pieces {
                for to in (steps - attacked) & self.geometry.queen_lines(from) {
                    let leaps = self.leaper_reaches(
                        rules,
                        from,
                        to,
                        occupied | to.into(),
                        own - king.into(),
                    );
                    attacked |= Bitboard::from(to).masked(leaps);
                }
            }
        }
        attacked
    }
}

/// How a piece captures kings by displacement.
#[inline(always)]
pub(super) fn displacing_kings<G: Game, R: Row<G>>(
    rules: &G::Rules,
    row: R,
) -> Movement<<G::Geometry as Grid>::Bits> {
    match row.info().has(Methods::IMITATE) {
        true => with_king!(G, rules, king => Row::<G>::info(king).imitated_displacing()),
        false => row.info().displaces,
    }
}
