//! What pieces do to others around them without moving (rules, 10). All of it is read on the board
//! before a move.

mod freezes;
mod immune;
mod neutralizes;
mod shields;

pub use freezes::frozen;
pub use neutralizes::{neutralized, neutralizers};
pub use shields::{shielded, shields};

use super::program::{Kind, Program};
use crate::custom::definition::{Field, Squares};
use crate::{Color, CustomGame, PieceKind, Position, Square};

/// The pieces of a side that have a field, each with its kind and the pieces of both sides in its
/// reach.
fn fields(
    program: &Program,
    position: &Position<CustomGame>,
    side: Color,
    field: impl Fn(&Kind) -> Option<Field>,
) -> impl Iterator<Item = (PieceKind, Square, Squares)> {
    let (board, geometry) = (position.board(), position.geometry());
    let kinds = program.kinds.iter().enumerate();
    let with_field = kinds.filter_map(move |(row, kind)| Some((PieceKind::new(row), field(kind)?)));
    with_field.flat_map(move |(kind, Field { kinds, range })| {
        let reached = move |square| {
            let reach = program.within(geometry, square, range) & board.kinds(kinds);
            (kind, square, reach)
        };
        board.pieces(side, kind).iter().map(reached)
    })
}
