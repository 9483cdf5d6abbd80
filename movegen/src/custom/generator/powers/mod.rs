//! What pieces do to others around them without moving (rules, 10). All of it is read on the board
//! before a move.

mod freezes;
mod immune;
mod neutralizes;
mod shields;

pub use freezes::frozen;
pub use neutralizes::{neutralized, neutralizers};
pub use shields::{shielded, shields};

use super::program::{Power, Program};
use crate::custom::definition::Squares;
use crate::{Color, CustomGame, PieceKind, Position, Square};

/// The pieces of a side that have one of some fields, each with its kind and the pieces of both sides in its
/// reach.
fn fields<'a>(
    program: &'a Program,
    position: &'a Position<CustomGame>,
    side: Color,
    powers: &'a [Power],
) -> impl Iterator<Item = (PieceKind, Square, Squares)> {
    let board = position.board();
    powers.iter().flat_map(move |&Power { kind, reach, on }| {
        let pieces = board.pieces(side, kind);
        let on = if pieces.is_empty() { pieces } else { board.kinds(on) };
        pieces.iter().map(move |square| (kind, square, program.ray(reach, square) & on))
    })
}
