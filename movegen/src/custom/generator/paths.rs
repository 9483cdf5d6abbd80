//! Ways as tables of steps, for each side.

use crate::custom::definition::ways::Mode;
use crate::custom::definition::{Shape, Way};
use crate::{Color, CustomBoard, Direction, Geometry, PieceKind, Square};

/// For each square the one that a step or a leap leads to.
pub type Steps = [Option<Square>; 128];

/// A way of moving of one side.
#[derive(Clone, Debug)]
pub struct Path {
    pub shape: PathShape,
    pub mode: Mode,
    /// How far the piece itself goes this way; `None` for a way that only pieces have that it
    /// imitates.
    pub own: Option<Reach>,
    /// The kinds that go this way and that it imitates.
    pub imitated: Vec<(PieceKind, Reach)>,
    /// How far it or one of them goes.
    pub farthest: u8,
    /// Its squares as sets, if it slides along a line.
    pub line: Option<Line>,
}

/// The squares of a line, as tables of sets: for each square those that follow it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// All of them.
    pub all: usize,
    /// As far as the way goes.
    pub reached: usize,
    /// Those to which the piece itself goes if they are empty.
    pub quiet: Option<usize>,
    /// Whether it leads to higher squares.
    pub ascends: bool,
}

impl Path {
    /// A way of a piece of its own, or one on which it only imitates.
    pub fn new(shape: PathShape, mode: Mode, own: Option<Reach>) -> Self {
        let farthest = own.map_or(0, |own| own.max);
        Self { shape, mode, own, imitated: Vec::new(), farthest, line: None }
    }

    /// Adds a kind that goes this way, to be imitated.
    pub fn imitate(&mut self, kind: PieceKind, reach: Reach) {
        self.imitated.push((kind, reach));
        self.farthest = self.farthest.max(reach.max);
    }
}

/// The squares that a way leads to: the numbers of the tables of its first step, of further ones, and
/// of the one that leads back from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathShape {
    pub first: usize,
    pub then: Option<usize>,
    pub back: usize,
    /// Whether it is a line in one direction.
    pub is_line: bool,
    /// The direction of a line or of a leap, as files and ranks without a common divisor.
    pub toward: Option<(i8, i8)>,
}

/// A queen line, which any act can go along.
pub fn queen_line(direction: Direction) -> Path {
    let table = direction as usize;
    let back = direction.opposite() as usize;
    let shape = PathShape {
        first: table,
        then: Some(table),
        back,
        is_line: true,
        toward: Some(direction.vector()),
    };
    let own = Some(Reach { min: 1, max: u8::MAX, quiet: true, displacing: true });
    Path::new(shape, Mode::Slide, own)
}

/// How far a way leads, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    pub min: u8,
    pub max: u8,
    pub quiet: bool,
    pub displacing: bool,
}

impl Reach {
    /// Whether it leads that far, onto an enemy or to an empty square.
    pub fn covers(self, distance: u8, displacing: bool) -> bool {
        let fits = if displacing { self.displacing } else { self.quiet };
        fits && (self.min..=self.max).contains(&distance)
    }
}

/// How far a way leads.
pub fn reach(way: &Way) -> Reach {
    let (min, max) = match (way.shape, way.mode) {
        (Shape::Leap(..), _) => (1, 1),
        (_, Mode::Jump) => (2, 2),
        (Shape::Bent(..), _) => (2, way.range),
        (Shape::Line(_), _) => (1, way.range),
    };
    Reach { min, max, quiet: way.quiet, displacing: way.displacing }
}

/// Collects tables of steps.
pub struct StepTables {
    pub board: CustomBoard,
    pub tables: Vec<Steps>,
    /// Files, ranks, and whether it crosses the edge between the first and the last file.
    pub vectors: Vec<(i8, i8, bool)>,
    /// Whether all steps cross the edge between the first and the last file.
    wraps: bool,
}

impl StepTables {
    /// Those of all directions.
    pub fn new(board: CustomBoard, wraps: bool) -> Self {
        let mut steps = Self { board, tables: Vec::new(), vectors: Vec::new(), wraps };
        for direction in Direction::ALL {
            let (files, ranks) = direction.vector();
            steps.of(files, ranks, wraps);
        }
        steps
    }

    /// The number of the table of a vector.
    pub fn of(&mut self, files: i8, ranks: i8, wraps: bool) -> usize {
        let vector = (files, ranks, (wraps || self.wraps) && files != 0);
        if let Some(known) = self.vectors.iter().position(|&known| known == vector) {
            return known;
        }
        let mut steps = [None; 128];
        for square in self.board.squares() {
            steps[square.index()] = target(self.board, square, vector);
        }
        self.tables.push(steps);
        self.vectors.push(vector);
        self.tables.len() - 1
    }

    /// The distance of two squares in king steps.
    pub fn distance(&self, a: Square, b: Square) -> usize {
        king_steps(self.board, self.wraps, [a, b])
    }

    pub fn shape(&mut self, way: &Way, side: Color) -> PathShape {
        let up = if side == Color::White { 1 } else { -1 };
        let mut table = |(files, ranks): (i8, i8)| self.of(files, ranks * up, way.wraps);
        let vector = |direction: Direction| {
            let (files, ranks) = direction.vector();
            (files, ranks)
        };
        let opposite = |(files, ranks): (i8, i8)| (-files, -ranks);
        let reduced = |(files, ranks): (i8, i8)| {
            let divides = |&by: &i8| files % by == 0 && ranks % by == 0;
            let by = (1..=files.abs().max(ranks.abs())).rev().find(divides).unwrap_or(1);
            Some((files / by, ranks / by * up))
        };
        match way.shape {
            Shape::Line(direction) => {
                let first = table(vector(direction));
                let back = table(opposite(vector(direction)));
                let toward = reduced(vector(direction));
                PathShape { first, then: Some(first), back, is_line: true, toward }
            }
            Shape::Leap(files, ranks) => {
                let (first, back) = (table((files, ranks)), table((-files, -ranks)));
                let toward = reduced((files, ranks));
                PathShape { first, then: None, back, is_line: false, toward }
            }
            Shape::Bent(direction, then) => {
                let first = table(vector(direction));
                let (then, back) = (table(vector(then)), table(opposite(vector(direction))));
                PathShape { first, then: Some(then), back, is_line: false, toward: None }
            }
        }
    }
}

/// The distance of two squares in king steps, where files may follow each other round a cylinder.
pub fn king_steps(board: CustomBoard, wraps: bool, [a, b]: [Square; 2]) -> usize {
    let across = board.file(a).abs_diff(board.file(b));
    let across = if wraps { across.min(board.files() - across) } else { across };
    across.max(board.rank(a).abs_diff(board.rank(b)))
}

/// The square that a vector leads to.
pub fn target(
    board: CustomBoard,
    square: Square,
    (files, ranks, wraps): (i8, i8, bool),
) -> Option<Square> {
    let file = board.file(square) as i32 + i32::from(files);
    let file = if wraps { file.rem_euclid(board.files() as i32) } else { file };
    let rank = board.rank(square) as i32 + i32::from(ranks);
    board.square(usize::try_from(file).ok()?, usize::try_from(rank).ok()?)
}
