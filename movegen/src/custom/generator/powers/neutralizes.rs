//! Neutralizing (rules, 10): a piece in the reach of an enemy that neutralizes it moves, but
//! neither takes nor acts. If it freezes or shields, that has no power, but what it is immune to
//! stays. A frozen neutralizer keeps its power, and neutralizers do not neutralize each other.

use super::fields;
use crate::custom::definition::Squares;
use crate::custom::generator::program::Program;
use crate::{Bitboard, Color, CustomGame, Position, Square};

/// The pieces that neutralize pieces of a side, each with these.
pub fn neutralizers<'a>(
    program: &'a Program,
    position: &'a Position<CustomGame>,
    side: Color,
) -> impl Iterator<Item = (Square, Squares)> {
    let board = position.board();
    let kinds = program.powers.neutralizing.iter().map(|power| power.kind);
    let open = kinds.fold(board.color(side), |open, kind| open - board.kind(kind));
    let of_enemy = fields(program, position, !side, &program.powers.neutralizing);
    of_enemy.map(move |(_, square, reach)| (square, reach & open))
}

/// The pieces of a side that enemies neutralize.
///
/// ```
/// use baroque_movegen::definition::{Definition, Field, Method, PieceDefinition, Shape, Way};
/// use baroque_movegen::{Direction, Kinds, readable_unchecked};
/// let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
/// let takes = vec![Method::Displace.into()];
/// let rook = PieceDefinition { ways, takes, ..PieceDefinition::new('R', "rook") };
/// let all = Some(Field { kinds: Kinds::ALL, range: 1 });
/// let shield = PieceDefinition { shields: all, ..PieceDefinition::new('S', "shield") };
/// let neutralizer = PieceDefinition { neutralizes: all, ..PieceDefinition::new('N', "neutralizer") };
/// let pawn = PieceDefinition::new('P', "pawn");
/// let pieces = vec![PieceDefinition::king(), rook, shield, neutralizer, pawn];
/// let drawing = "
///   4  .  .  p  p  s  k
///   3  .  .  .  .  .  N
///   2  .  n  .  .  .  .
///   1  .  .  R  R  .  .
///      a  b  c  d  e  f
/// ";
/// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
/// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
/// // The rook on c1 cannot take, and the shield on e4 does not protect d4.
/// assert_eq!(
///     moves.collect::<Vec<_>>(),
///     ["Rc1-c2", "Rc1-c3", "Rd1-d2", "Rd1-d3", "Rd1xd4"]
/// );
/// ```
pub fn neutralized(program: &Program, position: &Position<CustomGame>, side: Color) -> Squares {
    if program.powers.neutralizing.is_empty() {
        return Bitboard::EMPTY;
    }
    let all = neutralizers(program, position, side);
    all.fold(Bitboard::EMPTY, |neutralized, (_, reach)| neutralized | reach)
}
