//! Promotion: a pawn that moves to one of the two far ranks may become a piece that its side has
//! lost (rules, 4).

use crate::{Bitboard, Board, Color, Description, Grid, PieceKind};

use super::Rococo;
use super::board::{Board10x10, Set};

/// The two far ranks of a side, ring squares included.
#[inline(always)]
pub fn ranks(side: Color) -> Set {
    const LOWEST: u128 = (1 << (2 * Board10x10::FILES)) - 1;
    Bitboard(match side {
        Color::White => LOWEST << ((Board10x10::RANKS - 2) * Board10x10::FILES),
        Color::Black => LOWEST,
    })
}

/// The kinds that a pawn may promote to: those with fewer pieces on the board than at the start.
#[inline(always)]
pub fn pieces(board: &Board<Rococo>, side: Color) -> impl Iterator<Item = PieceKind> {
    /// For each row of the piece table: 0 for kings and pawns, which no pawn may become.
    const AT_START: [u32; Rococo::PIECES.len()] = [0, 0, 1, 2, 1, 1, 1, 1];
    Rococo::PIECES
        .kinds()
        .filter(move |&kind| board.pieces(side, kind).len() < AT_START[kind.index()])
}
