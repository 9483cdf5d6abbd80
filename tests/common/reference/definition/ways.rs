//! The ways that a piece can go, without what it takes (games, 3, `move`; rules, 1.1, leap).

use super::Position;
use super::betza::{Line, Motion};
use super::geometry::{ALL, Squares, Step, is_same_direction, seen_by};

/// How a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Along a line of its move, or by a leap of one vector.
    Line,
    /// Over a neighbour to the square just beyond.
    Jump,
    /// Over any pieces to an empty square.
    Fly,
    /// Along a queen line, to change places with the piece at its end.
    Swap,
}

/// A way from a square; the piece on its last square may have to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub style: Style,
    pub from: usize,
    pub to: usize,
    /// d at the start and at the end; of a leap the whole vector.
    pub first: Step,
    pub last: Step,
    /// Files and ranks from start to end.
    pub shift: Step,
    /// Whether it may cross the edge between the first and the last file, and whether it does.
    pub crossing: bool,
    pub crosses: bool,
    /// The squares that it passes over and lands on.
    pub passed: Squares,
    /// The pieces jumped by a leaper.
    pub jumped: Squares,
    pub only_empty: bool,
    pub only_displacing: bool,
}

/// How leapers go on (rules, 2, `leap` and `land`).
#[derive(Clone, Copy, Debug)]
pub struct Leaping {
    pub several: bool,
    pub slide_on: bool,
}

impl Way {
    /// A way that has not begun.
    fn start(style: Style, from: usize) -> Self {
        Self {
            style,
            from,
            to: from,
            first: (0, 0),
            last: (0, 0),
            shift: (0, 0),
            crossing: false,
            crosses: false,
            passed: Squares::default(),
            jumped: Squares::default(),
            only_empty: false,
            only_displacing: false,
        }
    }
}

impl Position {
    /// The way one vector longer, if that square exists. No way leads back to its start.
    fn longer(&self, way: &Way, step: Step) -> Option<Way> {
        let geometry = &self.game.geometry;
        let to = geometry.step(way.to, step, 1, way.crossing).filter(|&to| to != way.from)?;
        let (file, _) = geometry.coordinates(way.to);
        let mut longer = *way;
        longer.crosses |= !(0..geometry.files).contains(&(file + step.0));
        if way.passed.is_empty() {
            longer.first = step;
        }
        longer.to = to;
        longer.last = step;
        longer.shift = (way.shift.0 + step.0, way.shift.1 + step.1);
        longer.passed = way.passed.with(to);
        Some(longer)
    }

    /// All ways of a side's piece. Every way may end on an empty square or on the first piece that
    /// it meets. A leaper may jump every enemy; that it takes what it jumps is not tested.
    pub(super) fn ways<'a>(
        &self,
        from: usize,
        white: bool,
        motions: impl IntoIterator<Item = &'a Motion>,
        leaping: Option<Leaping>,
    ) -> Vec<Way> {
        let mut found = Vec::new();
        for motion in motions {
            match motion {
                Motion::Line(line) => self.line_ways(from, (white, leaping), line, &mut found),
                Motion::Jump => found.extend(ALL.into_iter().filter_map(|d| self.jump(from, d))),
                Motion::Fly => ALL.into_iter().for_each(|d| found.extend(self.flights(from, d))),
            }
        }
        found
    }

    /// The ways along one line of a move.
    fn line_ways(
        &self,
        from: usize,
        (white, leaping): (bool, Option<Leaping>),
        line: &Line,
        found: &mut Vec<Way>,
    ) {
        let mut start = Way::start(Style::Line, from);
        start.crossing = line.crossing;
        start.only_empty = line.only_empty;
        start.only_displacing = line.only_displacing;
        self.follow(&start, &line.legs, (white, leaping), found);
    }

    /// Goes on along the first of the legs, and from each empty square along the next one. A leg ends
    /// before it comes to a square for the second time, round a cylinder.
    fn follow(
        &self,
        start: &Way,
        legs: &[(Step, i32)],
        (white, leaping): (bool, Option<Leaping>),
        found: &mut Vec<Way>,
    ) {
        let [(step, range), rest @ ..] = legs else {
            return;
        };
        let step = seen_by(white, *step);
        let (mut way, mut gone, mut leg) = (*start, 0, Squares::default());
        let longer =
            |way: &Way, leg: Squares| self.longer(way, step).filter(|next| !leg.has(next.to));
        while let Some(next) = longer(&way, leg).filter(|_| gone < *range) {
            leg = leg.with(next.to);
            // A leaper that may not slide on stops behind its victim.
            let must_stop = !way.jumped.is_empty() && leaping.is_some_and(|rules| !rules.slide_on);
            let Some(met) = self.board.pieces[next.to] else {
                if must_stop {
                    break;
                }
                (way, gone) = (next, gone + 1);
                found.push(way);
                self.follow(&way, rest, (white, leaping), found);
                continue;
            };
            if !must_stop {
                found.push(next);
            }
            let once_more = leaping.is_some_and(|rules| rules.several || way.jumped.is_empty());
            let beyond = longer(&next, leg);
            let beyond = beyond.filter(|beyond| self.board.pieces[beyond.to].is_none());
            let Some(mut beyond) = beyond.filter(|_| once_more && met.white != white) else {
                break;
            };
            gone += 2;
            if gone > *range {
                break;
            }
            beyond.jumped = beyond.jumped.with(next.to);
            leg = leg.with(beyond.to);
            way = beyond;
            found.push(way);
            self.follow(&way, rest, (white, leaping), found);
        }
    }

    /// The jump over a neighbour of either side.
    fn jump(&self, from: usize, d: Step) -> Option<Way> {
        let over = self.longer(&Way::start(Style::Jump, from), d)?;
        self.board.pieces[over.to]?;
        self.longer(&over, d)
    }

    /// The flights in one direction.
    fn flights(&self, from: usize, d: Step) -> Vec<Way> {
        let mut found = Vec::new();
        let mut way = Way::start(Style::Fly, from);
        while let Some(next) = self.longer(&way, d) {
            found.push(next);
            way = next;
        }
        found.retain(|way| self.board.pieces[way.to].is_none());
        found
    }

    /// The ways of a motion that go the same way as another one, disregarding what stands on the
    /// way and at its end: d at its start and at its end, and whether it may displace there
    /// (rules, 10, imitate).
    pub(super) fn same_ways(
        &self,
        way: &Way,
        white: bool,
        motion: &Motion,
        found: &mut Vec<(Step, Step, bool)>,
    ) {
        let straight = |d: Step, n: i32| {
            let same = is_same_direction(d, way.first) && is_same_direction(d, way.last);
            same && (d.0 * n, d.1 * n) == way.shift
        };
        let edge_fits = |crossing| crossing || self.game.geometry.cylinder || !way.crosses;
        match motion {
            Motion::Line(line) if edge_fits(line.crossing) => {
                let shifts = line_shifts(way, white, line);
                found.extend(shifts.map(|(first, last)| (first, last, !line.only_empty)));
            }
            Motion::Line(_) => {}
            Motion::Jump => {
                for d in ALL.into_iter().filter(|&d| straight(d, 2) && edge_fits(false)) {
                    // What stands on the way does not matter, except for the mount.
                    let mount = self.game.geometry.step(way.from, d, 1, false);
                    if mount.is_some_and(|mount| self.board.pieces[mount].is_some()) {
                        found.push((d, d, true));
                    }
                }
            }
            Motion::Fly => {
                for d in ALL {
                    if (1..=16).any(|n| straight(d, n)) && edge_fits(false) {
                        found.push((d, d, false));
                    }
                }
            }
        }
    }
}

/// The first and last vectors of a line with which it goes as far and in the same directions as a
/// way.
fn line_shifts(way: &Way, white: bool, line: &Line) -> impl Iterator<Item = (Step, Step)> {
    let (one, range) = line.legs[0];
    let (two, more) = line.legs.get(1).copied().unwrap_or((one, 0));
    let (one, two) = (seen_by(white, one), seen_by(white, two));
    // No line has more steps than there are squares from end to end.
    let longest = way.shift.0.abs().max(way.shift.1.abs());
    let range = if is_same_direction(one, way.first) { range.min(longest) } else { 0 };
    let numbers = (1..=range).flat_map(move |n| (0..=more.min(longest)).map(move |m| (n, m)));
    let (last, whole) = (way.last, way.shift);
    numbers.filter_map(move |(n, m)| {
        let end = if m > 0 { two } else { one };
        let shift = (one.0 * n + two.0 * m, one.1 * n + two.1 * m);
        (shift == whole && is_same_direction(end, last)).then_some((one, end))
    })
}
