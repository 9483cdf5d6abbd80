//! Taking at a distance (rules, 10): a piece takes the enemies at some vectors from the square
//! where it lands, files and ranks as White sees them, for Black mirrored from rank to rank.

use crate::Square;
use crate::custom::definition::Squares;
use crate::custom::generator::context::MoveContext;
use crate::custom::generator::program::Kind;

impl MoveContext<'_> {
    /// The squares at the vectors of a kind from a destination.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Shape, Way};
    /// use baroque_movegen::{Direction, read_move, readable_unchecked};
    /// let ways = vec![Way::new(Shape::Line(Direction::North), 1)];
    /// let takes = vec![Method::Offset(vec![(1, 2)]).into()];
    /// let outrider = PieceDefinition { ways, takes, ..PieceDefinition::new('O', "outrider") };
    /// let pieces = vec![PieceDefinition::king(), outrider, PieceDefinition::new('P', "pawn")];
    /// let drawing = "
    ///   6  k  .  .  .
    ///   5  .  o  .  .
    ///   4  .  .  p  .
    ///   3  .  .  .  .
    ///   2  .  .  P  .
    ///   1  .  O  .  K
    ///      a  b  c  d
    /// ";
    /// let white = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let black = white.play_null();
    /// assert_eq!(read_move(&white, "b1b2").map(|mv| readable_unchecked(&white, mv)).unwrap(), "Ob1-b2xc4");
    /// assert_eq!(read_move(&black, "b5b4").map(|mv| readable_unchecked(&black, mv)).unwrap(), "Ob5-b4xc2");
    /// ```
    pub fn offset(&self, content: &Kind, to: Square) -> Squares {
        let tables = &content.offsets[self.side];
        tables.iter().filter_map(|&table| self.program.step(table, to)).collect()
    }
}
