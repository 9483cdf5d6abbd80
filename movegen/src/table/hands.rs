//! Captured pieces that go to hands, and drops (rules, 6, hands).

use crate::position::table::Set;
use crate::{Board, BoardTypes, Color, Game, Piece, PieceKind, RuleFlags, Square};

/// Removes the pieces on some squares, which a side captures, puts them into its hand in games with
/// hands, and calls the visitor with each.
#[inline]
pub fn capture<G: Game>(
    rules: &G::Rules,
    board: &mut Board<G>,
    by: Color,
    squares: Set<G>,
    mut visitor: impl FnMut(Square, Piece),
) {
    for square in squares {
        if let Some(piece) = board.piece_at(square) {
            take(rules, board, by, piece, square);
            visitor(square, piece);
        }
    }
}

/// Removes a piece, which a side captures, and puts it into its hand in games with hands.
#[inline]
pub fn take<G: Game>(
    rules: &G::Rules,
    board: &mut Board<G>,
    by: Color,
    piece: Piece,
    square: Square,
) {
    board.toggle(piece.color, piece.kind, square);
    // Kings go to no hand.
    if G::options(rules).contains(RuleFlags::HANDS) && piece.kind != PieceKind::KING {
        let kind = G::table(rules).pieces.info(piece.kind).hand_type.unwrap_or(piece.kind);
        let _ = board.set_hand(by, kind, board.hand(by).count(kind).saturating_add(1));
    }
}

/// Moves a piece from a hand to an empty square.
pub fn put<G: BoardTypes>(board: &mut Board<G>, color: Color, kind: PieceKind, square: Square) {
    let _ = board.set_hand(color, kind, board.hand(color).count(kind).saturating_sub(1));
    board.toggle(color, kind, square);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Renaissance;

    /// One side may own all pieces but the enemy king.
    #[test]
    fn a_hand_can_hold_the_maximum_number_of_pieces() {
        let rules = Renaissance::VARIANTS[0].rules;
        let pawn = Renaissance::PIECES.kind('P').unwrap();
        let holding = |count| {
            let mut board = Board::<Renaissance>::default();
            board.set_hand(Color::White, pawn, count).unwrap();
            board
        };
        let mut board = holding(0);
        let square = Square::new(40);
        for count in 1..=Renaissance::table(&rules).max_pieces as u8 {
            board.toggle(Color::Black, pawn, square);
            capture(&rules, &mut board, Color::White, square.into(), |_, _| ());
            assert_eq!(board, holding(count), "pieces in hand and key");
            assert_ne!(board.key(), holding(count - 1).key());
        }
    }
}
