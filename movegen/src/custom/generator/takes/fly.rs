//! The airplane's method (rules, 10): a piece takes the enemy right before the square where it
//! lands.

use super::Attempt;
use crate::custom::definition::Squares;

/// The square before the destination. Where the move starts there only a piece that is pushed finds an enemy:
/// the one that pushes it.
///
/// ```
/// use baroque_movegen::definition::{Definition, Method, Mode, PieceDefinition, Shape, Way};
/// use baroque_movegen::{Direction, readable_unchecked};
/// let fly = Way { mode: Mode::Fly, ..Way::new(Shape::Line(Direction::East), u8::MAX) };
/// let (ways, takes) = (vec![fly], vec![Method::Fly.into()]);
/// let airplane = PieceDefinition { ways, takes, ..PieceDefinition::new('A', "airplane") };
/// let pieces = vec![PieceDefinition::king(), airplane, PieceDefinition::new('P', "pawn")];
/// let drawing = "
///   3  .  .  .  .  .  .  k
///   2  .  .  .  .  .  .  .
///   1  A  p  P  .  p  .  .
///      a  b  c  d  e  f  g
/// ";
/// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
/// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
/// assert_eq!(moves.collect::<Vec<_>>(), ["Aa1-d1", "Aa1-f1xe1", "Aa1-g1"]);
/// ```
pub fn square(attempt: &Attempt) -> Squares {
    attempt.before.into()
}
