//! Ways of moving: lines, leaps and bent lines, each in one direction.

use crate::Direction;

/// A way of moving in one direction, as White sees it. Black's is mirrored from rank to rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Which squares it leads to, one after the other.
    pub shape: Shape,
    /// What may be on the way.
    pub mode: Mode,
    /// Number of squares at most; 1 for a leap and for [`Mode::Jump`].
    pub range: u8,
    /// Whether it leads to empty squares.
    pub quiet: bool,
    /// Whether it leads onto enemies that are displaced.
    pub displacing: bool,
    /// Whether it crosses the edge between the first and the last file.
    pub wraps: bool,
}

/// Which squares a way leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Straight on.
    Line(Direction),
    /// One leap: files to the east, ranks to the north.
    Leap(i8, i8),
    /// One step, and then on in another direction; it does not stop after the step.
    Bent(Direction, Direction),
}

/// What may be on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing, except what is captured by jumping over it or by pushing it.
    Slide,
    /// Exactly one piece of either side, on the first square.
    Jump,
    /// Any pieces.
    Fly,
}

impl Way {
    /// A way to empty squares and onto enemies.
    pub const fn new(shape: Shape, range: u8) -> Self {
        Self { shape, mode: Mode::Slide, range, quiet: true, displacing: true, wraps: false }
    }
}
