//! The moves of one piece along its ways: those that take nothing as sets where a way is one, and each of the
//! other squares is asked.

use super::candidates::{Action, Candidate};
use super::context::MoveContext;
use super::landings::Jumps;
use super::moves::Moves;
use super::paths::{Line, Path, Reach};
use super::rays::NUMBERED;
use super::sight::Mover;
use super::takes::{Attempt, Captures};
use crate::custom::definition::{Mode, Squares};
use crate::{Bitboard, Geometry, PieceKind, Square, interrupt};

/// How far a piece goes along a line of squares, over which pieces, and what it finds.
pub struct Found {
    pub to: Square,
    pub distance: u8,
    pub before: Square,
    pub jumped: Squares,
    pub passed: Squares,
}

impl MoveContext<'_> {
    /// Adds the moves of a piece, but for its acts, way by way where they are no sets.
    pub(super) fn add_along_ways(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, .. } = mover;
        let content = self.kind(kind);
        let mut done = self.add_slides(mover, moves);
        done |= self.add_steps(mover, moves);
        for (index, path) in content.paths[self.side].iter().enumerate() {
            let is_done = index < NUMBERED && done & 1 << index != 0;
            if is_done || !self.leads_on(from, path) {
                continue;
            }
            match &path.line {
                Some(line) if self.is_simple(mover, path, line) => {
                    self.attempts_on_line(mover, path, line, moves);
                }
                _ => self.travel(from, path, self.jumps_of(mover), |found| {
                    self.attempt_square(mover, path, &found, moves);
                }),
            }
        }
    }

    /// Whether a way may lead to a wanted square: a jump needs a piece on the first one.
    fn leads_on(&self, from: Square, path: &Path) -> bool {
        let first = || self.program.step(path.shape.first, from);
        let is_off =
            |line: &Line| self.to.is_some_and(|to| !self.program.ray(line.reached, from).has(to));
        (path.mode != Mode::Jump || first().is_some_and(|first| self.occupied.has(first)))
            && !path.line.as_ref().is_some_and(is_off)
    }

    /// Adds the moves of one step or leap. Returns the numbers of their ways, as bits.
    fn add_steps(&self, mover: &Mover, moves: &mut Moves) -> u128 {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let steps = &content.steps[self.side];
        let all = program.ray(steps.all, from);
        if sight.anywhere || sight.behind || sight.ahead {
            return 0;
        }
        let mut taking = (all & sight.taking) - self.occupied;
        if content.enters() {
            taking |= all & if content.may_plow { self.occupied } else { self.enemy };
        }
        let mut quiets = program.ray(steps.quiet, from) - self.occupied - taking;
        if let Some(to) = self.to {
            taking &= to.into();
            quiets &= to.into();
        }
        if self.targets.is_none() {
            moves.quiets |= quiets - program.capture_only;
        }
        let mut done = 0;
        for &path in &steps.paths {
            done |= 1 << path;
            if taking.is_empty() {
                continue;
            }
            let path = &content.paths[self.side][usize::from(path)];
            let to = program.step(path.shape.first, from).filter(|&to| taking.has(to));
            if let Some(to) = to {
                self.attempt_behind(mover, path, Bitboard::EMPTY, to, moves);
            }
        }
        done
    }

    /// Adds the moves along the simple lines that end at the edge. Returns the numbers of the ways that
    /// they follow, as bits.
    fn add_slides(&self, mover: &Mover, moves: &mut Moves) -> u128 {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let lines = &content.lines[self.side];
        let all = program.ray(lines.all, from);
        if sight.anywhere || all.is_empty() || !self.may_be_simple() {
            return 0;
        }
        let mut seen = self.geometry.queen_attacks(from, self.occupied) & all;
        let mut complex = seen & self.jumps_of(mover).over;
        if sight.behind {
            let behind = program.beside(from) & self.wanted();
            let opposite = |victim| self.geometry.direction(victim, from);
            let fronts = behind.iter().filter_map(opposite);
            complex |= fronts.filter_map(|ahead| self.geometry.step(from, ahead)).collect();
        }
        let mut done = 0;
        for (direction, path) in (0..).zip(lines.paths) {
            let Some(path) = path else { continue };
            let ray = program.ray(direction, from);
            match ray.intersects(complex) {
                true => seen = seen - ray,
                false => done |= 1 << path,
            }
        }
        let mut taking = (seen & sight.taking) - self.occupied;
        if content.enters() {
            taking |= seen & if content.may_plow { self.occupied } else { self.enemy };
        }
        if sight.ahead {
            for victim in seen & self.enemy {
                let back = self.geometry.direction(victim, from);
                let before = back.and_then(|back| self.geometry.step(victim, back));
                taking |= before.map_or(Bitboard::EMPTY, Bitboard::from) - from.into();
            }
        }
        if let Some(to) = self.to {
            seen &= to.into();
            taking &= to.into();
        }
        if self.targets.is_none() {
            moves.quiets |= seen - self.occupied - taking - program.capture_only;
        }
        for to in taking {
            let Some(direction) = self.geometry.direction(from, to) else { continue };
            let Some(path) = lines.paths[direction as usize] else { continue };
            let path = &content.paths[self.side][usize::from(path)];
            self.attempt_behind(mover, path, self.geometry.between(from, to), to, moves);
        }
        done
    }

    /// Whether moves that take nothing may be found as sets, where some squares are only for captures.
    fn may_be_simple(&self) -> bool {
        self.program.capture_only.is_empty() || self.program.ends_in_capture_only
    }

    /// Whether a piece takes nothing on most empty squares of a line, and jumps over nothing.
    fn is_simple(&self, mover: &Mover, path: &Path, line: &Line) -> bool {
        let nearest = nearest(self.program.ray(line.all, mover.from) & self.occupied, line.ascends);
        !self.takes_anywhere(mover, path)
            && !nearest.is_some_and(|nearest| self.jumps_of(mover).over.has(nearest))
            && self.may_be_simple()
    }

    /// Whether a piece may take something on any empty square of a way.
    fn takes_anywhere(&self, mover: &Mover, path: &Path) -> bool {
        let &Mover { from, sight, .. } = mover;
        let behind = || self.program.step(path.shape.back, from);
        sight.anywhere
            || path.mode != Mode::Slide && sight.passed
            || sight.behind && behind().is_some_and(|square| self.wanted().has(square))
    }

    /// The moves along a simple line: those that take nothing as a set.
    fn attempts_on_line(&self, mover: &Mover, path: &Path, line: &Line, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let reached = program.ray(line.reached, from);
        let blocker = nearest(program.ray(line.all, from) & self.occupied, line.ascends);
        let beyond = blocker.map_or(Bitboard::EMPTY, |blocker| program.ray(line.all, blocker));
        let seen = reached - beyond;
        let mut taking = (seen & sight.taking) - self.occupied;
        if let Some(blocker) = blocker {
            let enters = content.enters() && (content.may_plow || self.enemy.has(blocker));
            taking |= (seen & blocker.into()).masked(enters);
            let before = program.step(path.shape.back, blocker).filter(|&before| before != from);
            let before = before.map_or(Bitboard::EMPTY, Bitboard::from);
            taking |= (seen & before).masked(sight.ahead && self.enemy.has(blocker));
        }
        if let Some(to) = self.to {
            taking &= to.into();
        }
        if self.targets.is_none() {
            let quiet = line.quiet.map_or(Bitboard::EMPTY, |quiet| program.ray(quiet, from));
            let wanted = self.to.map_or(!Bitboard::EMPTY, Bitboard::from);
            moves.quiets |= (seen & quiet & wanted) - self.occupied - taking - program.capture_only;
        }
        for to in taking {
            let passed = program.ray(line.all, from) - program.ray(line.all, to) - to.into();
            self.attempt_behind(mover, path, passed, to, moves);
        }
    }

    /// The moves along a line or a step to the square behind the empty ones that it passes.
    fn attempt_behind(
        &self,
        mover: &Mover,
        path: &Path,
        passed: Squares,
        to: Square,
        moves: &mut Moves,
    ) {
        let distance = passed.len() as u8 + 1;
        let back = || self.program.step(path.shape.back, to).unwrap_or(mover.from);
        let before = if distance > 1 { back() } else { mover.from };
        let found = Found { to, distance, before, jumped: Bitboard::EMPTY, passed };
        self.attempt_square(mover, path, &found, moves);
    }

    /// The moves along a way to one square.
    fn attempt_square(&self, mover: &Mover, path: &Path, found: &Found, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let Moves { quiets, others, .. } = moves;
        if interrupt::step() || self.to.is_some_and(|to| to != found.to) {
            return;
        }
        let displacing = self.occupied.has(found.to);
        let may_plow =
            self.kind(kind).may_plow && path.mode == Mode::Slide && path.shape.then.is_some();
        if displacing && may_plow && found.jumped.is_empty() {
            others.extend(self.plow(kind, from, path, found));
        }
        let ahead = || {
            let last = if found.distance > 1 { path.shape.then } else { Some(path.shape.first) };
            let next = last.and_then(|last| self.program.step(last, found.to));
            next.is_some_and(|next| self.enemy.has(next))
        };
        let takes = displacing
            || !found.jumped.is_empty()
            || sight.taking.has(found.to)
            || sight.ahead && ahead()
            || self.takes_anywhere(mover, path);
        if !takes {
            let goes = path.own.is_some_and(|own| own.covers(found.distance, false));
            let wanted = goes && self.targets.is_none() && self.ring_squares(found) == 0;
            *quiets |= Bitboard::from(found.to).masked(wanted);
            return;
        }
        if displacing && !(self.enemy.has(found.to) && self.kind(kind).displaces) {
            return;
        }
        let attempt = self.attempt(kind, from, path, found, displacing);
        if self.targets.is_some_and(|targets| !self.may_take(&attempt, targets)) {
            return;
        }
        let Some(captures) = self.captures(&attempt) else { return };
        if self.is_possible(path, &attempt, &captures) {
            let jumps = !found.jumped.is_empty();
            let mut candidate =
                Candidate::new(kind, from, found.to, Action::Go { jumps }, captures);
            candidate.ring = self.ring_squares(found);
            others.push(candidate);
        }
    }

    pub(super) fn attempt(
        &self,
        kind: PieceKind,
        from: Square,
        path: &Path,
        found: &Found,
        displacing: bool,
    ) -> Attempt {
        let mount = found.passed.masked(path.mode == Mode::Jump) & self.occupied;
        let &Found { to, distance, before, jumped, .. } = found;
        let shape = path.shape;
        let mover = from.into();
        Attempt { kind, from, mover, to, shape, distance, before, jumped, mount, displacing }
    }

    /// Number of squares on a way that are only for captures.
    pub(super) fn ring_squares(&self, found: &Found) -> u32 {
        ((found.passed | found.to.into()) & self.program.capture_only).len()
    }

    /// Whether a piece may make a move that takes some victims: it must take the piece on its
    /// destination and all that it jumps over, and on a way that only others have one of them.
    pub(super) fn is_possible(&self, path: &Path, attempt: &Attempt, captures: &Captures) -> bool {
        let displaced = Bitboard::from(attempt.to).masked(attempt.displacing);
        let has_all =
            displaced.is_subset(captures.all()) && attempt.jumped.is_subset(captures.leapt);
        let covers = |reach: Reach| reach.covers(attempt.distance, attempt.displacing);
        let imitates = || {
            let mut imitated = path.imitated.iter().filter(|(_, reach)| covers(*reach));
            imitated.any(|&(kind, _)| captures.imitated.intersects(self.board.kind(kind)))
        };
        has_all && (path.own.is_some_and(covers) || imitates())
    }

    /// Calls the visitor with the squares that a piece comes to along a way: empty ones, and the
    /// first piece that it cannot jump.
    pub(super) fn travel(
        &self,
        from: Square,
        path: &Path,
        jumps: Jumps,
        mut visitor: impl FnMut(Found),
    ) {
        let first = Some(path.shape.first);
        let mode = path.mode;
        let Jumps { over, several, slide_on } = jumps;
        let (mut before, mut passed, mut jumped) = (from, Bitboard::EMPTY, Bitboard::EMPTY);
        // The squares entered in the direction of all steps but the first.
        let mut turned = Squares::EMPTY;
        // Whether the piece must jump again at once.
        let mut must_jump = false;
        for distance in 1..=path.farthest {
            if interrupt::step() {
                return;
            }
            let table = if distance == 1 { first } else { path.shape.then };
            let next = |square| table.and_then(|table| self.program.step(table, square));
            // On a cylinder a line comes back.
            let Some(to) = next(before).filter(|&to| to != from) else { return };
            if distance > 1 && turned.has(to) {
                return;
            }
            turned |= Bitboard::from(to).masked(distance > 1);
            let is_occupied = self.occupied.has(to);
            if must_jump && !is_occupied {
                return;
            }
            let lands = match mode {
                Mode::Slide => true,
                Mode::Jump => distance == 2 && passed.intersects(self.occupied),
                Mode::Fly => !is_occupied,
            };
            if lands && !must_jump {
                visitor(Found { to, distance, before, jumped, passed });
            }
            passed |= to.into();
            if mode == Mode::Slide && is_occupied {
                // Nothing is jumped at the corner of a bent way.
                let on = path.shape.then.filter(|_| distance > 1 || path.shape.is_line);
                let behind = on.and_then(|table| self.program.step(table, to));
                let is_free = |square| square != from && !self.occupied.has(square);
                let may_jump = over.has(to) && (several || jumped.is_empty());
                if !may_jump || !behind.is_some_and(is_free) {
                    return;
                }
                jumped |= to.into();
                must_jump = false;
            } else if mode == Mode::Slide && !jumped.is_empty() && !slide_on {
                must_jump = true;
            }
            before = to;
        }
    }
}

/// The first square of a line on which some stand.
fn nearest(on_line: Squares, ascends: bool) -> Option<Square> {
    match ascends {
        true => on_line.first(),
        false => {
            (!on_line.is_empty()).then(|| Square::new(127 - on_line.0.leading_zeros() as usize))
        }
    }
}
