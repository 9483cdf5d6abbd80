//! Promotion: a pawn that moves to one of the two far ranks may become a piece that its side has
//! lost (rules, 4).

use crate::{Bitboard, Board, Color, Grid, PieceKind};

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
pub fn pieces(board: &Board<Board10x10>, side: Color) -> impl Iterator<Item = PieceKind> {
    const AT_START: [(PieceKind, u32); 6] = [
        (PieceKind::Withdrawer, 1),
        (PieceKind::Leaper, 2),
        (PieceKind::Chameleon, 1),
        (PieceKind::Immobilizer, 1),
        (PieceKind::Advancer, 1),
        (PieceKind::Swapper, 1),
    ];
    let missing = move |&(kind, at_start): &_| board.pieces(side, kind).len() < at_start;
    AT_START.into_iter().filter(missing).map(|(kind, _)| kind)
}
