//! What becomes of captured men (rules, 6, hands).

use crate::{Board, Color, Piece, PieceKind, Square};

use super::Set;

/// Takes the men on some squares into the hand of the side whose man captures them, and tells each.
pub fn capture(
    board: &mut Board<u128>,
    by: Color,
    squares: Set,
    mut tell: impl FnMut(Square, Piece),
) {
    for square in squares {
        let Some(man) = board.piece_at(square) else {
            continue;
        };
        board.toggle(man.color, man.kind, square);
        let kind = turned(man.kind);
        // A king is not held, nor is a 64th man of a kind, which no game from the start has.
        let _ = board.hold(by, kind, board.hand(by).count(kind) + 1);
        tell(square, man);
    }
}

/// Takes a man out of a hand, where it is, and puts it on an empty square.
pub fn put(board: &mut Board<u128>, color: Color, kind: PieceKind, square: Square) {
    let _ = board.hold(color, kind, board.hand(color).count(kind).saturating_sub(1));
    board.toggle(color, kind, square);
}

/// What a captured man turns into.
const fn turned(kind: PieceKind) -> PieceKind {
    match kind {
        PieceKind::Pusher => PieceKind::Puller,
        PieceKind::Puller => PieceKind::Pusher,
        PieceKind::Resurrector => PieceKind::Bomb,
        PieceKind::Bomb => PieceKind::Resurrector,
        _ => kind,
    }
}
