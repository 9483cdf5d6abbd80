//! What keeps enemies from taking royal pieces that they cannot take now: a move that changes none of it leaves
//! them safe.

use super::context::MoveContext;
use super::forms::Form;
use super::landings::Jumps;
use super::paths::{Path, queen_line};
use super::rays::Reached;
use super::sight::{Mover, Sight};
use super::takes::Attempt;
use crate::custom::definition::{Act, Mode, Squares};
use crate::{Bitboard, Direction, Geometry, PieceKind, Square, interrupt};

/// The squares on which captures of royal pieces depend that are not possible.
pub struct Guards {
    /// Those of pieces that stand in the way, each alone.
    pub alone: Squares,
    /// Those of all pieces in the way.
    pub all: Squares,
    /// Those where another piece could be what an enemy needs: one to jump, or to take besides.
    pub entries: Squares,
    /// Those of royal pieces, and of pieces with powers if captures may depend on these.
    pub special: Squares,
}

impl Guards {
    /// Adds a way of an enemy that leads to the capture of a royal piece.
    fn add(&mut self, way: Squares, occupied: Squares, is_plain: bool) {
        let in_the_way = way & occupied;
        self.all |= in_the_way;
        if !is_plain {
            self.entries |= way;
        }
        if !is_plain || in_the_way.len() == 1 {
            self.alone |= in_the_way;
        }
    }

    /// Adds pieces each of which may stand in the way.
    fn add_each(&mut self, pieces: Squares) {
        self.alone |= pieces;
        self.all |= pieces;
    }
}

impl MoveContext<'_> {
    /// Adds what keeps a piece from taking royal pieces by moving.
    pub fn guard_ways(&self, suspect: &Mover, guards: &mut Guards) {
        match suspect.sight.form {
            Form::Displaces | Form::Lands => self.guard_sets(suspect, guards),
            Form::Imitates | Form::Asked => self.guard_paths(suspect, guards),
        }
    }

    /// The same for ways that are sets.
    fn guard_sets(&self, suspect: &Mover, guards: &mut Guards) {
        let &Mover { kind, from, sight: Sight { sets, landings, .. } } = suspect;
        let royals = self.wanted();
        let taking = self.taking(from, landings);
        let displaced = landings.displaced & (taking | royals);
        // The squares of some ways at which it takes a royal piece, and those of them that may be empty.
        let landing = |ways: Reached<usize>| {
            let [quiet, displacing] =
                [ways.quiet, ways.displacing].map(|table| self.program.ray(table, from));
            ((quiet & taking) | (displacing & (displaced | taking)), quiet | royals)
        };
        let (on_lines, quiet) = landing(sets.lines);
        for to in on_lines {
            self.guard_landing(kind, self.geometry.between(from, to), to, quiet.has(to), guards);
        }
        let (on_jumps, _) = landing(sets.jumps);
        for to in on_jumps {
            self.guard_landing(kind, self.geometry.between(from, to), to, false, guards);
        }
        let (one_step, quiet) = landing(sets.steps);
        let flights = self.program.ray(sets.flights, from) & taking;
        for to in (one_step | flights) - royals {
            guards.add(to.into(), self.occupied, (quiet | flights).has(to));
        }
        let jumped = landings.jumps.over & royals & self.program.ray(sets.lines.quiet, from);
        for royal in jumped {
            let Some(direction) = self.geometry.direction(from, royal) else { continue };
            let behind = self.geometry.shift(royal.into(), direction);
            let passed = (self.geometry.between(from, royal) | behind) - royals;
            let Jumps { several, slide_on, .. } = landings.jumps;
            if several {
                // It may jump over one of them, if another one leaves, or if one comes between.
                guards.add_each(passed & self.occupied);
                guards.entries |= passed.masked(!slide_on);
            } else {
                guards.add(passed, self.occupied, true);
            }
        }
    }

    /// The same for other ways, square by square.
    fn guard_paths(&self, suspect: &Mover, guards: &mut Guards) {
        let &Mover { kind, from, .. } = suspect;
        let content = self.kind(kind);
        let slides = content.leaps.is_none() && content.imitates.is_none();
        for path in &content.paths[self.side] {
            // Then a piece that enters the way only blocks it.
            let is_plain =
                slides && path.mode == Mode::Slide && path.own.is_none_or(|reach| reach.quiet);
            self.guard_way(suspect, path, is_plain, guards);
            if content.may_plow && path.mode == Mode::Slide && path.shape.then.is_some() {
                let squares = self.program.squares(path.shape, from, u8::MAX);
                let pushed: Squares = squares.map(|(_, to)| to).collect();
                if pushed.intersects(self.wanted()) {
                    guards.add(pushed - self.wanted(), self.occupied, false);
                }
            }
        }
    }

    fn guard_way(&self, suspect: &Mover, path: &Path, is_plain: bool, guards: &mut Guards) {
        let &Mover { kind, from, .. } = suspect;
        let royals = self.wanted();
        let (mut before, mut passed) = (from, Bitboard::EMPTY);
        for (distance, to) in self.program.squares(path.shape, from, path.farthest) {
            if interrupt::step() {
                return;
            }
            let attempt = Attempt {
                kind,
                from,
                mover: from.into(),
                to,
                shape: path.shape,
                distance,
                before,
                jumped: passed & royals,
                mount: passed.masked(path.mode == Mode::Jump) & royals,
                displacing: royals.has(to),
            };
            if self.may_take(&attempt, royals) {
                self.guard_landing(kind, passed, to, is_plain, guards);
            }
            passed |= to.into();
            before = to;
        }
    }

    /// Adds the way of a piece to a square on which it would take a royal piece.
    fn guard_landing(
        &self,
        kind: PieceKind,
        passed: Squares,
        to: Square,
        is_plain: bool,
        guards: &mut Guards,
    ) {
        let passed = passed - self.wanted();
        guards.add(passed | (Squares::from(to) - self.wanted()), self.occupied, is_plain);
        if self.kind(kind).displaces && self.enemy.has(to) {
            // What stands there may be displaced.
            guards.add(passed, self.occupied, is_plain);
        }
    }

    /// Adds what keeps a piece from taking royal pieces by acts.
    pub fn guard_acts(&self, suspect: &Mover, guards: &mut Guards) {
        let &Mover { kind, from, .. } = suspect;
        let royals = self.wanted();
        for &act in &self.kind(kind).piece.acts {
            match act {
                // An imitator that swaps takes besides.
                Act::Imitate => {
                    for path in Direction::ALL.map(queen_line) {
                        self.guard_way(suspect, &path, false, guards);
                    }
                }
                Act::Rifle { range, spotter, .. } => {
                    for line in Direction::ALL.map(|direction| queen_line(direction).shape) {
                        let mut passed = Bitboard::EMPTY;
                        for (_, to) in self.program.squares(line, from, range) {
                            passed |= to.into();
                            if royals.has(to) {
                                guards.add(passed - royals, self.occupied, true);
                            }
                        }
                        let seen = |royal| self.program.squares(line, royal, spotter);
                        let seen: Squares =
                            royals.iter().flat_map(seen).map(|(_, to)| to).collect();
                        guards.add_each(seen & self.occupied);
                    }
                }
                // These take from the squares beside, whatever stands elsewhere.
                Act::Destroy | Act::Explode => {}
                Act::Push if self.program.forced_captures => {
                    self.forced_by_pushes(from, |beyond| {
                        guards.entries |= beyond.into();
                        guards.add_each(self.occupied & beyond.into());
                    });
                }
                Act::Pull if self.program.forced_captures => {
                    self.forced_by_pulls(from, |free, pulled| {
                        guards.entries |= pulled;
                        guards.add_each((pulled | free.into()) & self.occupied);
                    });
                }
                // These take nothing.
                Act::Push
                | Act::Pull
                | Act::Swap { .. }
                | Act::Attract { .. }
                | Act::Repel
                | Act::Leave => {}
            }
        }
    }
}
