//! Threats by forced captures: an enemy piece that captures the king when its own side pushes or
//! pulls it (rules, 6, forced captures).

use super::king_context::KingContext;
use super::king_safety::KingSafety;
use super::row::{pieces_with, some_piece_has};
use crate::capture::coordinate::Coordinate;
use crate::capture::withdraw::Withdraw;
use crate::capture::{CaptureContext, Landing, pincer, pull};
use crate::piece::Methods;
use crate::position::table::Set;
use crate::{Bitboard, Direction, Game, Geometry, PieceKind, RuleFlags, Square};

/// A push or a pull by which a piece captures a king.
pub struct ForcedThreat<G: Game> {
    /// The pusher or puller.
    pub by: Square,
    /// The square that must be empty; none if the piece is pushed onto the king.
    pub path: Set<G>,
    /// The squares on which a king is captured.
    pub capture_squares: Set<G>,
}

impl<G: Game> KingSafety<'_, G> {
    /// Calls the visitor with all pushes and pulls by which enemies capture the king on some square,
    /// where the `free` ones are not frozen.
    #[inline]
    pub fn forced_threats(
        &self,
        after: &KingContext<G::Geometry>,
        free: Set<G>,
        mut visitor: impl FnMut(ForcedThreat<G>),
    ) {
        if !G::options(self.rules).contains(RuleFlags::FORCED_CAPTURES) {
            return;
        }
        if some_piece_has!(G, self.rules, PUSH) {
            self.forced_pushes(after, free, &mut visitor);
        }
        if some_piece_has!(G, self.rules, PULL) {
            self.forced_pulls(after, free, &mut visitor);
        }
    }

    /// Only pushes of frozen pieces matter: other pieces threaten the king by their own moves.
    #[inline]
    fn forced_pushes(
        &self,
        after: &KingContext<G::Geometry>,
        free: Set<G>,
        visitor: &mut impl FnMut(ForcedThreat<G>),
    ) {
        let onto_king = pieces_with!(G, self.rules, self.board, DISPLACE | IMITATE);
        let attackers = onto_king | pieces_with!(G, self.rules, self.board, PINCER | COORDINATE);
        let frozen = (after.enemy - free) & attackers;
        if frozen.is_empty() {
            return;
        }
        for by in free & pieces_with!(G, self.rules, self.board, PUSH) {
            for piece in self.geometry.neighbours(by) & frozen {
                let Some((_, to)) = self.step_on(by, piece) else {
                    continue;
                };
                visitor(if onto_king.has(piece) {
                    ForcedThreat { by, path: Bitboard::EMPTY, capture_squares: to.into() }
                } else {
                    let capture_squares = self.forced_capture(after, [piece, to]);
                    ForcedThreat { by, path: to.into(), capture_squares }
                });
            }
        }
    }

    #[inline]
    fn forced_pulls(
        &self,
        after: &KingContext<G::Geometry>,
        free: Set<G>,
        visitor: &mut impl FnMut(ForcedThreat<G>),
    ) {
        let all_pullers = pieces_with!(G, self.rules, self.board, PULL);
        let attackers = pieces_with!(G, self.rules, self.board, PINCER | WITHDRAW | COORDINATE);
        let pullers = after.pullers | (after.enemy & all_pullers);
        let followers = (after.enemy & attackers) | pullers;
        let occupied = after.own | after.enemy;
        for by in free & pullers {
            for behind in self.geometry.neighbours(by) & followers {
                let Some((direction, to)) = self.step_on(behind, by) else {
                    continue;
                };
                let last = pull::last(self.geometry, by, direction, occupied, pullers);
                let Some(piece) = last.filter(|&piece| after.enemy.has(piece)) else {
                    continue;
                };
                let Some(end) = self.geometry.step(piece, direction) else {
                    continue;
                };
                let capture_squares = self.forced_capture(after, [piece, end]);
                visitor(ForcedThreat { by, path: to.into(), capture_squares });
            }
        }
    }

    /// The direction from one square to another, and the next square in it.
    #[inline]
    fn step_on(&self, from: Square, to: Square) -> Option<(Direction, Square)> {
        let direction = self.geometry.direction(from, to)?;
        Some((direction, self.geometry.step(to, direction)?))
    }

    /// The squares on which a king is captured by an enemy that is moved one step.
    fn forced_capture(&self, after: &KingContext<G::Geometry>, [from, to]: [Square; 2]) -> Set<G> {
        let (geometry, anywhere) = (self.geometry, self.geometry.squares());
        let Some(kind) = self.board.kind_at(from) else {
            return Bitboard::EMPTY;
        };
        let info = G::table(self.rules).pieces.info(kind);
        let context = CaptureContext {
            geometry,
            king: (after.enemy & self.board.kind(PieceKind::KING)).first(),
            options: info.options | G::options(self.rules),
        };
        if info.has(Methods::PINCER) {
            let pinches = info.moves.lines(geometry, from).has(to);
            pincer::victims(geometry, to, after.enemy, anywhere).masked(pinches)
        } else if info.has(Methods::WITHDRAW) {
            Withdraw::victims(&context, from, to, anywhere)
        } else if info.has(Methods::COORDINATE) {
            Coordinate::victims(&context, from, to, anywhere)
        } else {
            Bitboard::EMPTY
        }
    }
}
