//! Ways as sets of squares, so that moves along them that take nothing are found at once.

use super::paths::{Line, Path, Reach, StepTables};
use crate::custom::definition::Squares;
use crate::custom::definition::ways::Mode;
use crate::{Bitboard, Geometry, Square};

/// For each square those that follow it.
pub type Rays = [Squares; 128];

/// Ways of a piece that can be told by a bit of a `u128`. An imitator may have more; those are followed
/// one by one.
pub const NUMBERED: usize = u128::BITS as usize;

/// The number of the table of no squares.
const NO_SQUARES: usize = 8;

/// The lines of a piece that end at the edge or at a piece, and nowhere before.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The table of their squares.
    pub all: usize,
    /// The way in each direction.
    pub paths: [Option<u8>; 8],
}

impl Lines {
    pub const NONE: Self = Self { all: NO_SQUARES, paths: [None; 8] };
}

/// The steps and leaps of a piece.
#[derive(Clone, Debug)]
pub struct OneStep {
    /// The tables of their squares, and of those to which it goes if they are empty.
    pub all: usize,
    pub quiet: usize,
    /// The numbers of the ways.
    pub paths: Vec<u8>,
}

impl OneStep {
    pub const NONE: Self = Self { all: NO_SQUARES, quiet: NO_SQUARES, paths: Vec::new() };
}

/// The squares that a piece reaches: those to which it goes if they are empty, and those on which it displaces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached<T> {
    pub quiet: T,
    pub displacing: T,
}

/// The ways of a piece itself as sets, for moves that take nothing but what they displace.
#[derive(Clone, Debug, Default)]
pub struct WaySets {
    /// The tables of lines that end at a piece.
    pub lines: Reached<usize>,
    /// Those of the squares two steps ahead to which it jumps over a piece.
    pub jumps: Reached<usize>,
    /// Whether it has such lines or jumps.
    pub has_lines: bool,
    /// The tables of steps and leaps.
    pub steps: Reached<usize>,
    /// That of lines that pass over pieces.
    pub flights: usize,
    /// Those of the squares that decide where it goes without capturing: on lines up to the first piece, and
    /// others.
    pub seen: usize,
    pub near: usize,
    /// The numbers of the ways that are not among them.
    pub others: Vec<usize>,
}

/// Collects tables of sets.
pub struct RayTables<'a> {
    steps: &'a StepTables,
    /// The first eight are those of the lines in all directions, the next one has no squares.
    pub tables: Vec<Rays>,
    known: Vec<(usize, u8, u8)>,
}

impl<'a> RayTables<'a> {
    /// Those of all directions, and that of no squares.
    pub fn new(steps: &'a StepTables) -> Self {
        let mut rays = RayTables { steps, tables: Vec::new(), known: Vec::new() };
        for direction in 0..8 {
            rays.of(direction, 1, u8::MAX);
        }
        rays.push([Bitboard::EMPTY; 128]);
        rays
    }

    /// The number of the table of the squares at some distances along a table of steps.
    fn of(&mut self, table: usize, min: u8, max: u8) -> usize {
        let key = (table, min, max);
        if let Some(known) = self.known.iter().position(|&known| known == key) {
            return known;
        }
        let mut rays = [Bitboard::EMPTY; 128];
        for from in self.steps.board.squares() {
            let ray = &mut rays[from.index()];
            let mut here = from;
            for distance in 1..=max {
                // On a cylinder a line comes back.
                let next = self.steps.tables[table][here.index()];
                let Some(next) = next.filter(|&next| next != from) else { break };
                here = next;
                *ray |= Bitboard::from(next).masked(distance >= min);
            }
        }
        self.tables.push(rays);
        self.known.push(key);
        self.tables.len() - 1
    }

    /// The ways that lead along lines up to the edge.
    pub fn lines(&mut self, paths: &[Path]) -> Lines {
        let mut lines = Lines::NONE;
        let mut all = [Bitboard::EMPTY; 128];
        for (index, path) in (0..).zip(paths.iter().take(NUMBERED)) {
            let Some(Line { all: line, reached, quiet: Some(quiet), .. }) = path.line else {
                continue;
            };
            let is_whole = self.tables[line] == self.tables[reached]
                && self.tables[line] == self.tables[quiet];
            if line < 8 && is_whole && lines.paths[line].is_none() {
                lines.paths[line] = Some(index);
                for (all, ray) in all.iter_mut().zip(self.tables[line]) {
                    *all |= ray;
                }
            }
        }
        lines.all = self.add(all);
        lines
    }

    /// The ways of one step or leap.
    pub fn one_step(&mut self, paths: &[Path]) -> OneStep {
        let mut one_step = OneStep::NONE;
        let [mut all, mut quiet] = [[Bitboard::EMPTY; 128]; 2];
        for (index, path) in (0..).zip(paths.iter().take(NUMBERED)) {
            if path.mode != Mode::Slide || path.farthest != 1 {
                continue;
            }
            one_step.paths.push(index);
            for (from, to) in self.steps.tables[path.shape.first].iter().enumerate() {
                let to = to.map_or(Bitboard::EMPTY, Bitboard::from);
                all[from] |= to;
                quiet[from] |= to.masked(path.own.is_some_and(|own| own.quiet));
            }
        }
        (one_step.all, one_step.quiet) = (self.add(all), self.add(quiet));
        one_step
    }

    /// The ways of a piece itself.
    pub fn sets(&mut self, paths: &[Path]) -> WaySets {
        const NONE: Rays = [Bitboard::EMPTY; 128];
        let [mut lines, mut jumps, mut steps, mut flights] =
            [Reached { quiet: NONE, displacing: NONE }; 4];
        let (mut seen, mut near) = (NONE, NONE);
        let mut others = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            let Some(own) = path.own else { continue };
            let (_, _, wraps) = self.steps.vectors[path.shape.first];
            let is_line = path.shape.is_line && !wraps;
            let all = match path.mode {
                Mode::Slide if own.max == 1 => &mut steps,
                Mode::Slide if is_line => &mut lines,
                Mode::Jump if is_line => &mut jumps,
                Mode::Fly if is_line => &mut flights,
                _ => {
                    others.push(index);
                    continue;
                }
            };
            let reached = self.of(path.shape.first, own.min, own.max);
            all.add(&self.tables[reached], own);
            let passed = self.of(path.shape.first, 1, own.max);
            let decisive =
                if path.mode == Mode::Slide && own.max > 1 { &mut seen } else { &mut near };
            add_rays(decisive, &self.tables[passed]);
        }
        let has_lines = !lines.is_empty() || !jumps.is_empty();
        WaySets {
            lines: self.add_both(lines),
            jumps: self.add_both(jumps),
            has_lines,
            steps: self.add_both(steps),
            flights: self.add(flights.quiet),
            seen: self.add(seen),
            near: self.add(near),
            others,
        }
    }

    fn add_both(&mut self, Reached { quiet, displacing }: Reached<Rays>) -> Reached<usize> {
        Reached { quiet: self.add(quiet), displacing: self.add(displacing) }
    }

    /// The number of the table of the squares at most some king steps away.
    pub fn within(&mut self, range: u8) -> usize {
        let steps = self.steps;
        let mut rays = [Bitboard::EMPTY; 128];
        for from in steps.board.squares() {
            let is_near =
                |&to: &Square| to != from && steps.distance(from, to) <= usize::from(range);
            rays[from.index()] = steps.board.squares().iter().filter(is_near).collect();
        }
        self.add(rays)
    }

    /// The number of a table.
    fn add(&mut self, rays: Rays) -> usize {
        self.tables.iter().position(|table| *table == rays).unwrap_or_else(|| self.push(rays))
    }

    fn push(&mut self, rays: Rays) -> usize {
        self.tables.push(rays);
        self.known.push((usize::MAX, 0, 0));
        self.tables.len() - 1
    }

    /// The sets of a way; `None` if it is not the slide along a line that ends at the edge.
    pub fn line(&mut self, path: &Path) -> Option<Line> {
        let (files, ranks, wraps) = self.steps.vectors[path.shape.first];
        if !path.shape.is_line || path.mode != Mode::Slide || wraps {
            return None;
        }
        let own = path.own.filter(|own| own.quiet);
        Some(Line {
            all: self.of(path.shape.first, 1, u8::MAX),
            reached: self.of(path.shape.first, 1, path.farthest),
            quiet: own.map(|own| self.of(path.shape.first, own.min, own.max)),
            ascends: (ranks, files) > (0, 0),
        })
    }
}

impl Reached<Rays> {
    /// Adds the squares of a way to those that it is for.
    fn add(&mut self, rays: &Rays, reach: Reach) {
        for (all, wanted) in
            [(&mut self.quiet, reach.quiet), (&mut self.displacing, reach.displacing)]
        {
            if wanted {
                add_rays(all, rays);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.quiet.iter().chain(&self.displacing).all(|ray| ray.is_empty())
    }
}

fn add_rays(all: &mut Rays, rays: &Rays) {
    all.iter_mut().zip(rays).for_each(|(all, ray)| *all |= *ray);
}

/// Whether lines lead from some squares only to others of them, as from those at the edge.
pub fn are_last(squares: Squares, rays: &[Rays]) -> bool {
    rays[..8].iter().all(|ray| {
        let all_follow = |to: Square| ray[to.index()].is_subset(squares);
        ray.iter().all(|ray| (*ray & squares).iter().all(all_follow))
    })
}
