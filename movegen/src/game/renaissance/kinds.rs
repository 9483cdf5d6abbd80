//! The rows of the piece table to which the special rules of this game refer.

use super::Renaissance;
use crate::{Description, PieceKind};

/// The kind with a letter of the table.
const fn kind(letter: char) -> PieceKind {
    let mut row = 0;
    while Renaissance::PIECES.0[row].letter != letter {
        row += 1;
    }
    PieceKind::new(row)
}

pub const PAWN: PieceKind = kind('P');
pub const WITHDRAWER: PieceKind = kind('W');
pub const LEAPER: PieceKind = kind('L');
pub const CHAMELEON: PieceKind = kind('X');
pub const IMMOBILIZER: PieceKind = kind('I');
pub const COORDINATOR: PieceKind = kind('C');
pub const RESURRECTOR: PieceKind = kind('R');
pub const BOMB: PieceKind = kind('B');
pub const PUSHER: PieceKind = kind('U');
pub const PULLER: PieceKind = kind('Y');
