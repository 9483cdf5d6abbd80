//! Shields (rules, 10): an own piece in the reach of a shield, royal or not, but not the shield
//! itself, is taken by no enemy in any way. It may be frozen, neutralized, swapped, pushed, pulled,
//! attracted and repelled; it blocks, may be jumped by
//! [`Mode::Jump`](crate::custom::definition::Mode::Jump), but not leapt. A frozen shield keeps its power, a
//! neutralized one does not.

use super::{fields, neutralized};
use crate::custom::definition::Squares;
use crate::custom::generator::program::Program;
use crate::{Bitboard, Color, CustomGame, Position, Square};

/// The pieces of a side that shield, each with the pieces that it shields.
pub fn shields<'a>(
    program: &'a Program,
    position: &'a Position<CustomGame>,
    side: Color,
) -> impl Iterator<Item = (Square, Squares)> {
    let own = position.board().color(side);
    let powerless = neutralized(program, position, side);
    let of_side = fields(program, position, side, &program.powers.shielding);
    of_side
        .filter(move |(_, square, _)| !powerless.has(*square))
        .map(move |(_, square, reach)| (square, reach & own))
}

/// The pieces of a side that its own pieces shield.
///
/// ```
/// use baroque_movegen::definition::{Definition, Field, Method, PieceDefinition, Shape, Way};
/// use baroque_movegen::{Direction, Kinds, readable_unchecked};
/// let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
/// let takes = vec![Method::Displace.into()];
/// let rook = PieceDefinition { ways, takes, ..PieceDefinition::new('R', "rook") };
/// let shields = Some(Field { kinds: Kinds::ALL, range: 1 });
/// let shield = PieceDefinition { shields, ..PieceDefinition::new('S', "shield") };
/// let pawn = PieceDefinition::new('P', "pawn");
/// let pieces = vec![PieceDefinition::king(), rook, shield, pawn];
/// let drawing = "
///   4  .  k  s  p  .
///   3  .  .  .  .  .
///   2  .  .  .  .  .
///   1  .  R  R  R  .
///      a  b  c  d  e
/// ";
/// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
/// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
/// // Neither the king nor the pawn is attacked before the shield is taken.
/// assert_eq!(
///     moves.collect::<Vec<_>>(),
///     ["Rb1-b2", "Rb1-b3", "Rc1-c2", "Rc1-c3", "Rc1xc4+", "Rd1-d2", "Rd1-d3"]
/// );
/// ```
pub fn shielded(program: &Program, position: &Position<CustomGame>, side: Color) -> Squares {
    if program.powers.shielding.is_empty() {
        return Bitboard::EMPTY;
    }
    let all = shields(program, position, side);
    all.fold(Bitboard::EMPTY, |shielded, (_, reach)| shielded | reach)
}
