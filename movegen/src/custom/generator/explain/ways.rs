//! Why pieces do not come to squares.

use super::Explainer;
use crate::custom::definition::sentences::squares;
use crate::custom::definition::{ImitatedBy, Immune, Method, Mode};
use crate::custom::generator::paths::Path;
use crate::custom::generator::program::Kind;
use crate::custom::generator::sight::Mover;
use crate::custom::generator::takes::Attempt;
use crate::custom::generator::ways::Found;
use crate::position::illegal::IllegalReason;
use crate::position::phrase::{PieceOn, listed, piece_on, with_article};
use crate::table::area::relative_rank;
use crate::{Bitboard, Geometry};

impl Explainer<'_> {
    /// Why the piece does not go to the destination.
    pub fn movement(&self) -> Option<IllegalReason> {
        let (context, side) = (&self.context, self.context.side);
        let moves = context.unlimited(self.kind, self.from);
        let mut others = moves.others.iter();
        if let Some(mv) = others.find(|mv| mv.to == self.to) {
            let is_limited = context.program.rank_limit && !context.program.royal.has(self.kind);
            return Some(match mv.captures.all().is_empty() {
                _ if is_limited && !context.is_near(mv) => {
                    rank_reason(relative_rank(context.geometry, side, self.from))
                }
                for_nothing => self.capture_only(for_nothing)?,
            });
        }
        let (name, manner) = (self.name, self.content.manner.clone());
        let mut paths = self.content.paths[side].iter();
        paths.find_map(|path| self.way(path)).or(Some(IllegalReason::Manner { name, manner }))
    }

    /// Why the piece does not enter squares that may be entered only to capture.
    fn capture_only(&self, for_nothing: bool) -> Option<IllegalReason> {
        let capture_only = self.position.table().capture_only?;
        let is_outer = squares::set(self.context.geometry, capture_only) == squares::OUTER;
        Some(IllegalReason::rule(match (for_nothing, is_outer) {
            (true, true) => {
                "the outer squares may be entered or crossed only to capture, and this move captures \
                 nothing"
            }
            (true, false) => {
                "some squares of this move may be entered or crossed only to capture, and this move \
                 captures nothing"
            }
            (false, true) => "the same can be captured with fewer of the outer squares",
            (false, false) => {
                "the same can be captured with fewer of the squares that may be entered or crossed \
                 only to capture"
            }
        }))
    }

    /// Why the piece does not come to the destination along a way. `None` if the way does not lead
    /// there.
    fn way(&self, path: &Path) -> Option<IllegalReason> {
        let reach = path.own?;
        let mut squares = self.context.program.squares(path.shape, self.from, reach.max);
        let (distance, _) = squares.find(|(_, square)| *square == self.to)?;
        let target = piece_on(self.position, self.to);
        let own = target.clone().filter(|piece| piece.color == self.context.side);
        if let Some(own) = own.filter(|_| !self.plows(path)) {
            return Some(IllegalReason::OwnPiece(own));
        }
        if !reach.covers(distance, target.is_some()) {
            return None;
        }
        let (mut last, mut found) = (None, None);
        let &Self { kind, from, .. } = self;
        let sight = self.context.sight_along_ways(kind);
        let jumps = self.context.jumps_of(&Mover { kind, from, sight: &sight });
        self.context.travel(self.from, path, jumps, |next| match found {
            None if next.to == self.to => found = Some(next),
            None => last = Some(next),
            Some(_) => {}
        });
        match (found, path.mode) {
            (Some(found), _) => self.landing(path, &found, target),
            (None, Mode::Slide) => self.obstacle(path, &last?),
            (None, Mode::Fly) => target.map(IllegalReason::Occupied),
            (None, Mode::Jump) => {
                let mount = self.context.program.step(path.shape.first, self.from)?;
                let mount = self.position.geometry().name(mount);
                let why = format!("there is no piece on {mount} to leap over");
                Some(IllegalReason::rule(why))
            }
        }
    }

    /// What stops a slide before the destination, behind the last square to which it came.
    fn obstacle(&self, path: &Path, last: &Found) -> Option<IllegalReason> {
        let Some(piece) = piece_on(self.position, last.to) else {
            return Some(IllegalReason::StopBehind(self.name));
        };
        let leaps = self.content.leaps.is_some();
        let imitated = self.context.kind(piece.kind);
        let imitates = self.content.imitates.is_some()
            && imitated.leaps.is_some()
            && imitated.piece.imitated == ImitatedBy::Own;
        if self.context.own.has(last.to) || !leaps && !imitates {
            let leaps_too = self.content.imitates.is_some() && self.context.enemy.has(last.to);
            let name = self.name;
            return Some(match leaps_too && self.leaps_are_imitated() {
                true => IllegalReason::NotJumpable { name, piece },
                false => IllegalReason::Blocked(piece),
            });
        }
        let methods = if leaps { Immune::LEAP } else { Immune::LEAP | Immune::IMITATE };
        let on = path.shape.then.filter(|_| last.distance > 1 || path.shape.is_line);
        let behind = on.and_then(|line| self.context.program.step(line, last.to));
        let behind = behind.and_then(|behind| piece_on(self.position, behind));
        self.neutralized().or_else(|| self.safe(last.to, methods, true)).or(Some(match behind {
            Some(behind) => IllegalReason::Row([piece, behind]),
            None if last.jumped.is_empty() => IllegalReason::Blocked(piece),
            None => IllegalReason::OneJump(self.name),
        }))
    }

    /// Whether some kind leaps as imitators may.
    fn leaps_are_imitated(&self) -> bool {
        let leaps = |kind: &Kind| kind.leaps.is_some() && kind.piece.imitated == ImitatedBy::Own;
        self.context.program.kinds.iter().any(leaps)
    }

    /// Why the piece cannot land where it comes to.
    fn landing(
        &self,
        path: &Path,
        found: &Found,
        target: Option<PieceOn>,
    ) -> Option<IllegalReason> {
        let attempt = self.context.attempt(self.kind, self.from, path, found, target.is_some());
        if self.context.captures(&attempt).is_none() {
            return self.either(&attempt);
        }
        let Some(target) = target else { return self.other_lines(found) };
        let displaces = self.content.has(&Method::Displace)
            || self.content.imitates.is_some()
                && self.context.kind(target.kind).has(&Method::Displace);
        let neutralized = self.neutralized().filter(|_| displaces || self.plows(path));
        let pushed = || self.pushed_off(path, found).filter(|_| self.plows(path));
        let is_own = target.color == self.context.side;
        let safe = || self.safe(self.to, Immune::DISPLACE, true).filter(|_| displaces && !is_own);
        neutralized.or_else(pushed).or_else(safe).or(Some(match is_own {
            true => IllegalReason::OwnPiece(target),
            false => {
                let (name, method) = (self.name, self.content.manner_of_capture.clone());
                IllegalReason::Landing { name, method, piece: target }
            }
        }))
    }

    /// That an imitator jumps over a piece along a line on which that piece does not leap.
    fn other_lines(&self, found: &Found) -> Option<IllegalReason> {
        let jumped = found.jumped.iter().next().filter(|_| self.content.imitates.is_some())?;
        let piece = piece_on(self.position, jumped)?;
        let name = with_article(self.name);
        let why = format!("{piece} does not leap along that line, so {name} cannot jump over it");
        Some(IllegalReason::rule(why))
    }

    /// Whether the piece pushes the pieces on a way.
    fn plows(&self, path: &Path) -> bool {
        path.mode == Mode::Slide && path.shape.then.is_some() && self.content.has(&Method::Plow)
    }

    /// Why the last piece of the line before a plow cannot be pushed on.
    fn pushed_off(&self, path: &Path, found: &Found) -> Option<IllegalReason> {
        let line = if found.distance > 1 { path.shape.then? } else { path.shape.first };
        let Some(last) = self.context.last_in_line(line, self.from, self.to) else {
            return self.rule("cannot push a line of pieces without an end");
        };
        let piece = piece_on(self.position, last)?;
        if self.context.enemy.has(last) {
            return self.safe(last, Immune::PLOW, true);
        }
        let is_royal = self.context.program.royal.has(piece.kind);
        is_royal.then_some(IllegalReason::OwnKing(piece.name))
    }

    /// The victims of a move that takes by several methods of which only one may have any.
    fn either(&self, attempt: &Attempt) -> Option<IllegalReason> {
        let one_of = self.content.piece.takes.iter().filter(|take| take.either);
        let victims = one_of
            .map(|take| self.context.by_take(self.content, take, attempt).all())
            .fold(Bitboard::EMPTY, |all, victims| all | victims);
        let victims: Vec<PieceOn> =
            victims.iter().filter_map(|square| piece_on(self.position, square)).collect();
        self.rule(&format!(
            "captures in only one of its ways at a time, and this would capture {}",
            listed(&victims, "and")
        ))
    }
}

/// How far a piece goes from a rank of its side under the rank limit.
fn rank_reason(rank: usize) -> IllegalReason {
    let squares = if rank == 1 { "square" } else { "squares" };
    IllegalReason::rule(format!("a piece on its side's rank {rank} goes {rank} {squares} at most"))
}
