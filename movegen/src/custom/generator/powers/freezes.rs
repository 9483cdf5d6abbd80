//! Freezing (rules, 1.2 and 10): a piece in the reach of an enemy that freezes it cannot move. A
//! neutralized freezer has no power, a frozen one keeps it.

use super::{fields, neutralized};
use crate::custom::definition::Squares;
use crate::custom::generator::program::Program;
use crate::{Bitboard, Color, CustomGame, Position};

/// The frozen pieces of a side.
///
/// ```
/// use baroque_movegen::definition::{Definition, Field, PieceDefinition, Shape, Way};
/// use baroque_movegen::{Direction, Kinds};
/// let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
/// let pawn = PieceDefinition { ways, ..PieceDefinition::new('P', "pawn") };
/// let freezes = Some(Field { kinds: Kinds::ALL, range: 2 });
/// let freezer = PieceDefinition { freezes, ..PieceDefinition::new('F', "freezer") };
/// let pieces = vec![PieceDefinition::king(), pawn, freezer];
/// let drawing = "
///   4  .  .  .  .  .  k
///   3  .  .  .  .  .  .
///   2  f  .  .  .  .  .
///   1  . (P)(P) P  .  .
///      a  b  c  d  e  f
/// ";
/// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
/// assert!(drawing.trim_end().lines().skip(1).eq(start.to_string().lines().map(str::trim_end)));
/// ```
pub fn frozen(program: &Program, position: &Position<CustomGame>, side: Color) -> Squares {
    let board = position.board();
    let mut frozen = Bitboard::EMPTY;
    if program.powers.freezing.is_empty() {
        return frozen;
    }
    let powerless = neutralized(program, position, !side);
    for (kind, square, reach) in fields(program, position, !side, &program.powers.freezing) {
        if powerless.has(square) {
            continue;
        }
        let reached = reach & board.color(side);
        let rescuing = program.kinds[kind.index()].piece.rescuers;
        let rescuers = program.beside(square) & board.color(side) & board.kinds(rescuing);
        frozen |= match rescuers.len() {
            0 => reached,
            // The only rescuer frees the others, but not itself.
            1 => reached & rescuers,
            _ => Bitboard::EMPTY,
        };
    }
    if frozen.is_empty() { frozen } else { frozen - board.kinds(program.powers.never_frozen) }
}
