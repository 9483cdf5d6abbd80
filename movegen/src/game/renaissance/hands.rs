//! What becomes of captured pieces (rules, 6, hands).

use crate::{Board, Color, Piece, PieceKind, Square};

use super::Set;

/// Takes the pieces on some squares into the hand of the side whose piece captures them, and tells each.
pub fn capture(
    board: &mut Board<u128>,
    by: Color,
    squares: Set,
    mut tell: impl FnMut(Square, Piece),
) {
    for square in squares {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        board.toggle(piece.color, piece.kind, square);
        let kind = turned(piece.kind);
        // A king is not held.
        let _ = board.hold(by, kind, board.hand(by).count(kind).saturating_add(1));
        tell(square, piece);
    }
}

/// Takes a piece out of a hand, where it is, and puts it on an empty square.
pub fn put(board: &mut Board<u128>, color: Color, kind: PieceKind, square: Square) {
    let _ = board.hold(color, kind, board.hand(color).count(kind).saturating_sub(1));
    board.toggle(color, kind, square);
}

/// What a captured piece turns into.
const fn turned(kind: PieceKind) -> PieceKind {
    match kind {
        PieceKind::Pusher => PieceKind::Puller,
        PieceKind::Puller => PieceKind::Pusher,
        PieceKind::Resurrector => PieceKind::Bomb,
        PieceKind::Bomb => PieceKind::Resurrector,
        _ => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each side may come with as many pieces as both have at the start.
    #[test]
    fn a_hand_holds_all_pieces_that_there_can_be() {
        let most = 2 * super::super::MAX_PIECES as u8;
        let holding = |count| {
            let mut board = Board::default();
            board.hold(Color::White, PieceKind::Pawn, count).unwrap();
            board
        };
        let mut board = holding(0);
        let square = Square::new(40);
        for count in 1..=most {
            board.toggle(Color::Black, PieceKind::Pawn, square);
            capture(&mut board, Color::White, square.into(), |_, _| ());
            assert_eq!(board, holding(count), "pieces in hand and key");
            assert_ne!(board.key(), holding(count - 1).key());
        }
    }
}
