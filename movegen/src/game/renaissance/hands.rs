//! Captured pieces go to hands (rules, 6, hands).

use crate::{Board, Color, Piece, PieceKind, Square};

use super::board::Set;
use super::{Renaissance, kinds};

/// Moves the pieces on some squares to the hand of the side that captures them, and calls the
/// visitor with each.
pub fn capture(
    board: &mut Board<Renaissance>,
    by: Color,
    squares: Set,
    mut visitor: impl FnMut(Square, Piece),
) {
    for square in squares {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        board.toggle(piece.color, piece.kind, square);
        let kind = kind_in_hand(piece.kind);
        // Kings go to no hand.
        let _ = board.set_hand(by, kind, board.hand(by).count(kind).saturating_add(1));
        visitor(square, piece);
    }
}

/// Moves a piece from a hand to an empty square.
pub fn put(board: &mut Board<Renaissance>, color: Color, kind: PieceKind, square: Square) {
    let _ = board.set_hand(color, kind, board.hand(color).count(kind).saturating_sub(1));
    board.toggle(color, kind, square);
}

/// The kind that a captured piece becomes in hand.
const fn kind_in_hand(kind: PieceKind) -> PieceKind {
    match kind {
        kinds::PUSHER => kinds::PULLER,
        kinds::PULLER => kinds::PUSHER,
        kinds::RESURRECTOR => kinds::BOMB,
        kinds::BOMB => kinds::RESURRECTOR,
        _ => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Description;

    /// One side may own all pieces but the enemy king.
    #[test]
    fn a_hand_can_hold_the_maximum_number_of_pieces() {
        let max = Renaissance::TABLE.unwrap().max_pieces as u8;
        let holding = |count| {
            let mut board = Board::default();
            board.set_hand(Color::White, kinds::PAWN, count).unwrap();
            board
        };
        let mut board = holding(0);
        let square = Square::new(40);
        for count in 1..=max {
            board.toggle(Color::Black, kinds::PAWN, square);
            capture(&mut board, Color::White, square.into(), |_, _| ());
            assert_eq!(board, holding(count), "pieces in hand and key");
            assert_ne!(board.key(), holding(count - 1).key());
        }
    }
}
