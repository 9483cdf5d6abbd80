//! Ways of moving: lines, leaps and bent lines, each in one direction.

use crate::{Direction, Directions};

/// A way of moving in one direction, as White sees it. Black's is mirrored from rank to rank.
///
/// ```
/// use baroque_movegen::definition::{Definition, PieceDefinition, Shape, Way};
/// use baroque_movegen::{Direction, Position, CustomGame, readable_unchecked};
/// let ways = vec![Way::new(Shape::Line(Direction::North), 1)];
/// let pawn = PieceDefinition { ways, ..PieceDefinition::new('P', "pawn") };
/// let drawing = "
///   4  .  p  .  k
///   3  .  .  .  .
///   2  .  .  .  .
///   1  .  .  P  .
///      a  b  c  d
/// ";
/// let pieces = vec![PieceDefinition::king(), pawn];
/// let white = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
/// let black = white.play_null();
/// let moves = |position: &Position<CustomGame>| {
///     let moves = position.legal_moves().into_iter().map(|mv| readable_unchecked(position, mv));
///     moves.filter(|text| text.starts_with('P')).collect::<Vec<_>>()
/// };
/// assert_eq!((moves(&white), moves(&black)), (vec!["Pc1-c2".into()], vec!["Pb4-b3".into()]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// Which squares it leads to, one after the other.
    pub shape: Shape,
    /// What may be on the way.
    pub mode: Mode,
    /// Number of squares at most; 1 for a leap and for [`Mode::Jump`].
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Way};
    /// use baroque_movegen::{Directions, readable_unchecked};
    /// let (ways, takes) = (Way::lines(Directions::ROOK, 2), vec![Method::Displace.into()]);
    /// let rook = PieceDefinition { ways, takes, ..PieceDefinition::new('R', "rook") };
    /// let drawing = "
    ///   4  p  .  .  k
    ///   3  .  .  .  .
    ///   2  .  .  .  .
    ///   1  R  .  p  .
    ///      a  b  c  d
    /// ";
    /// let pieces = vec![PieceDefinition::king(), rook, PieceDefinition::new('P', "pawn")];
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Ra1-b1", "Ra1xc1", "Ra1-a2", "Ra1-a3"]);
    /// ```
    pub range: u8,
    /// Whether it leads to empty squares.
    pub quiet: bool,
    /// Whether it leads onto enemies that are displaced.
    pub displacing: bool,
    /// Whether it crosses the edge between the first and the last file.
    pub wraps: bool,
}

/// Which squares a way leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Straight on.
    Line(Direction),
    /// One leap: files to the east, ranks to the north.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Shape, Way};
    /// use baroque_movegen::readable_unchecked;
    /// let leap = |(files, ranks)| Way::new(Shape::Leap(files, ranks), 1);
    /// let ways = [(1, 2), (-1, 2), (2, 1)].map(leap).to_vec();
    /// let takes = vec![Method::Displace.into()];
    /// let knight = PieceDefinition { ways, takes, ..PieceDefinition::new('N', "knight") };
    /// let drawing = "
    ///   4  k  .  .  .  .
    ///   3  .  .  p  .  .
    ///   2  p  P  p  .  .
    ///   1  .  N  .  .  .
    ///      a  b  c  d  e
    /// ";
    /// let pieces = vec![PieceDefinition::king(), knight, PieceDefinition::new('P', "pawn")];
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Nb1-d2", "Nb1-a3", "Nb1xc3"]);
    /// ```
    Leap(i8, i8),
    /// One step, and then on in another direction; it does not stop after the step.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Shape, Way};
    /// use baroque_movegen::{Direction, readable_unchecked};
    /// let bent = |then| Way::new(Shape::Bent(Direction::NorthEast, then), u8::MAX);
    /// let ways = vec![bent(Direction::North), bent(Direction::East)];
    /// let takes = vec![Method::Displace.into()];
    /// let griffon = PieceDefinition { ways, takes, ..PieceDefinition::new('G', "griffon") };
    /// let drawing = "
    ///   4  k  .  p  .  .
    ///   3  .  .  .  .  .
    ///   2  .  .  .  p  .
    ///   1  .  G  .  .  .
    ///      a  b  c  d  e
    /// ";
    /// let pieces = vec![PieceDefinition::king(), griffon, PieceDefinition::new('P', "pawn")];
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Gb1xd2", "Gb1-c3", "Gb1xc4"]);
    /// ```
    Bent(Direction, Direction),
}

/// What may be on a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Nothing, except what is captured by jumping over it or by pushing it.
    Slide,
    /// Exactly one piece of either side, on the first square.
    Jump,
    /// Any pieces.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Mode, PieceDefinition, Shape, Way};
    /// use baroque_movegen::{Direction, readable_unchecked};
    /// let fly = |to| Way { mode: Mode::Fly, ..Way::new(Shape::Line(to), u8::MAX) };
    /// let ways = vec![fly(Direction::North), fly(Direction::East)];
    /// let airplane = PieceDefinition { ways, ..PieceDefinition::new('A', "airplane") };
    /// let drawing = "
    ///   4  p  .  .  .  k
    ///   3  .  .  .  .  .
    ///   2  P  .  .  .  .
    ///   1  A  p  p  .  P
    ///      a  b  c  d  e
    /// ";
    /// let pieces = vec![PieceDefinition::king(), airplane, PieceDefinition::new('P', "pawn")];
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Aa1-d1", "Aa1-a3"]);
    /// ```
    Fly,
}

impl Way {
    /// A way to empty squares and onto enemies.
    pub const fn new(shape: Shape, range: u8) -> Self {
        Self { shape, mode: Mode::Slide, range, quiet: true, displacing: true, wraps: false }
    }

    /// Lines in some directions to empty squares and onto enemies.
    pub fn lines(directions: Directions, range: u8) -> Vec<Self> {
        let lines = Direction::ALL.into_iter().filter(|&one| directions.has(one));
        lines.map(|direction| Self::new(Shape::Line(direction), range)).collect()
    }
}
