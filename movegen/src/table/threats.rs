//! Threats against a king, and the moves that affect them.
//!
//! A threat is an enemy piece that could capture the king if certain squares were empty. If they
//! are empty, it is a check. If not, only a move that empties them can discover the check: a move
//! of an own piece that alone blocks the path (`pinned`), unless it stays on the path (`pin_ray`),
//! or a move that makes one of the other blockers leave (`discoverers`). In check, only moves that
//! block the path (`check_mask`), capture, freeze a checker or move the king can help. All other
//! moves need no test.

use crate::capture::leap::{LeapRules, Threat as LeapThreat};
use crate::capture::{Landing, leap, pincer};
use crate::piece::movement::Movement;
use crate::position::table::Set;
use crate::{Bitboard, Color, Game, Geometry, Grid, Position, Square};

use super::acts::{has_acts, may_act};
use super::king_context::KingContext;
use super::king_safety::{KingSafety, displacing_kings};
use super::row::{Row, for_each_landing, for_each_row, has};

/// The threats against one king.
pub struct Threats<'a, G: Game> {
    pub view: KingSafety<'a, G>,
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

impl<'a, G: Game> Threats<'a, G> {
    /// The threats against the king of `side`; `None` if it has no king or kings may be captured.
    #[inline]
    pub fn new(position: &'a Position<G>, side: Color) -> Option<Self> {
        let mut threats = Self {
            view: KingSafety::new(position, side)?,
            checkers: Bitboard::EMPTY,
            check_mask: Bitboard::EMPTY,
            discoverers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pin_ray: Bitboard::EMPTY,
        };
        threats.scan();
        Some(threats)
    }

    /// Whether the king is attacked.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Finds all threats, open or blocked.
    fn scan(&mut self) {
        let occupied = self.view.now.own | self.view.now.enemy;
        for_each_row!(G, self.view.rules, row => self.scan_row(row, occupied));
        let view = self.view;
        view.forced_threats(&view.now, view.free, |threat| {
            if threat.capture_squares.has(view.now.king) {
                self.threat(threat.by.into(), threat.path, occupied);
            }
        });
    }

    /// Finds the threats by pieces of a kind.
    #[inline(always)]
    fn scan_row<R: Row<G>>(&mut self, row: R, occupied: Set<G>) {
        let king = self.view.now.king;
        let moves = &row.info().moves;
        let pieces = self.view.pieces(self.view.free, row.kind());
        if has!(G, row: R, DISPLACE | IMITATE) {
            let displaces = displacing_kings::<G, R>(self.view.rules, row);
            if displaces.is_unblockable() {
                self.checkers |= pieces & displaces.origins(self.view.geometry, king);
            } else {
                let geometry = self.view.geometry;
                for from in pieces & displaces.origins(geometry, king) {
                    let threat = |path| self.threat(from.into(), path, occupied);
                    displaces.each_path(geometry, from, king, threat);
                }
            }
        }
        if has!(G, row: R, EXPLODE) {
            self.checkers |= pieces & self.view.geometry.neighbours(king);
        }
        if has!(G, row: R, PINCER) {
            for to in pincer::landings(self.view.geometry, king, self.view.now.enemy) {
                for from in pieces & moves.origins(self.view.geometry, to) {
                    self.threat_by_landing(moves, from, to, occupied);
                }
            }
        }
        let context = self.view.context(row, &self.view.now);
        for_each_landing!(G, row: R, M => for from in pieces & M::near(&context, king) {
            for to in self.view.landings::<M>(row, &context, from, king) {
                self.threat_by_landing(moves, from, to, occupied);
            }
        });
        if has!(G, row: R, LEAP) {
            self.scan_leapers(row.options(self.view.rules).leap(), pieces, occupied);
        }
    }

    /// Records that a piece captures the king if it lands on a square.
    #[inline(always)]
    fn threat_by_landing(
        &mut self,
        moves: &Movement<<G::Geometry as Grid>::Bits>,
        from: Square,
        to: Square,
        occupied: Set<G>,
    ) {
        let king = self.view.now.king;
        moves.each_path(self.view.geometry, from, to, |path: Set<G>| {
            // A path through the king never opens.
            let path = path | to.into();
            if !path.has(king) && self.view.may_go(from, to) {
                self.threat(from.into(), path, occupied);
            }
        });
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
        let (own, enemy) = (blockers & self.view.now.own, blockers & self.view.now.enemy);
        // All of them must leave, so watching one is enough.
        if const { may_act::<G>() } && has_acts::<G>(self.view.rules) {
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

    /// Finds the threats of pieces that leap.
    #[inline(always)]
    fn scan_leapers(&mut self, rules: LeapRules, leapers: Set<G>, occupied: Set<G>) {
        let KingContext { king, own, enemy, .. } = self.view.now;
        for from in leapers & self.view.geometry.queen_lines(king) {
            if !self.view.may_leap(from, king) {
                continue;
            }
            match leap::threat(self.view.geometry, rules, from, king, own, enemy) {
                Some(LeapThreat::Open { path }) => self.threat(from.into(), path, occupied),
                Some(LeapThreat::Blocked { blockers, path }) => self.blocked(blockers, path),
                Some(LeapThreat::Adjacent { pieces, path }) => {
                    self.discoverers |= pieces;
                    self.pin_ray |= path;
                }
                None => {}
            }
        }
    }
}
