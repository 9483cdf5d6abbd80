//! Taking around (rules, 10): a piece takes all enemies beside the square where it lands; own
//! pieces too with `all`, and then itself with `itself` if anything is taken. An own royal piece
//! among them is as if it were taken: illegal where it may not be left in check, and else the game
//! is lost.

use super::Attempt;
use crate::custom::definition::Squares;
use crate::custom::generator::context::MoveContext;

impl MoveContext<'_> {
    /// The targets beside the destination, and own pieces if all are taken.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Shape, Way};
    /// use baroque_movegen::{Direction, read_move, readable_unchecked};
    /// let drawing = "
    ///   5  .  .  .  .  k
    ///   4  p  .  p  .  .
    ///   3  .  .  P  .  .
    ///   2  p  .  .  .  .
    ///   1  .  B  K  .  .
    ///      a  b  c  d  e
    /// ";
    /// let game = |all, itself| {
    ///     let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
    ///     let takes = vec![Method::Around { all, itself }.into()];
    ///     let bomber = PieceDefinition { ways, takes, ..PieceDefinition::new('B', "bomber") };
    ///     let pieces = vec![PieceDefinition::king(), bomber, PieceDefinition::new('P', "pawn")];
    ///     Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap()
    /// };
    /// let moves = |all| {
    ///     let game = game(all, false);
    ///     let moves = game.legal_moves().into_iter().map(|mv| readable_unchecked(&game, mv));
    ///     moves.filter(|text| text.starts_with('B')).collect::<Vec<_>>()
    /// };
    /// let enemies = ["Bb1-b2xa2", "Bb1-b3xa2,a4,c4", "Bb1-b4xa4,c4", "Bb1-b5xa4,c4"];
    /// assert_eq!(moves(false), enemies);
    /// // On b2 it would take its own king.
    /// assert_eq!(moves(true), ["Bb1-b3xa2,c3,a4,c4", "Bb1-b4xc3,a4,c4", "Bb1-b5xa4,c4"]);
    /// let before = game(true, true);
    /// let after = before.play_unchecked(read_move(&before, "b1b3").unwrap());
    /// assert_eq!(after.to_fen(), "4k/5/5/5/2K2 b - - 0 1");
    /// ```
    pub fn around(&self, attempt: &Attempt, all: bool, targets: Squares) -> Squares {
        let own = (self.own - attempt.mover).masked(all);
        self.program.beside(attempt.to) & (targets | own)
    }
}
