//! Encodes legal moves for XBoard, whose board may differ from the position.

use baroque_movegen::{AnyGame, Color, Coord, Move, PieceKind, Special, SquareView};

use super::xboard_board::{XboardBoard, color};
use super::xboard_move::XboardMove;

/// The encoding of a legal move after which XBoard's board is closest to the position.
pub fn encode_move(position: &AnyGame, board: &XboardBoard, mv: Move) -> XboardMove {
    let view = position.view();
    let (from, to) = (view.coord(mv.from()), view.coord(mv.to()));
    if let Some(kind) = mv.dropped() {
        return XboardMove::drop(fen_letter(position, kind), to);
    }
    if mv.is_suicide() {
        let other = position.victims(mv).into_iter().filter(|&coord| coord != from).take(1);
        return XboardMove {
            kills: other.chain([from]).collect(),
            ..XboardMove::plain(from, from)
        };
    }
    if mv.special() == Special::Destruction {
        // XBoard relays the victim to another engine only if it comes last.
        let kills = match count_destructions(position, mv) {
            1 => vec![to, from],
            _ => vec![from, to],
        };
        return XboardMove { kills, ..XboardMove::plain(from, from) };
    }
    let promotion = match mv.special() {
        Special::Piece(kind) => Some(position.letter(kind).to_ascii_lowercase()),
        // Without a letter XBoard would promote the pawn.
        _ if board.is_last_rank(from, to) => Some('p'),
        _ => None,
    };
    let kills = kills(position, board, mv, from, to);
    XboardMove { kills, promotion, ..XboardMove::plain(from, to) }
}

/// The FEN letter of a piece of the side to move.
pub fn fen_letter(position: &AnyGame, kind: PieceKind) -> char {
    let letter = position.letter(kind);
    if position.side() == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// Number of legal destructions by the same piece.
fn count_destructions(position: &AnyGame, mv: Move) -> usize {
    let same = |other: &Move| other.special() == mv.special() && other.from() == mv.from();
    position.legal_moves().into_iter().filter(same).count()
}

/// The squares that XBoard must clear with the move: its own piece on `to`, with which it would swap,
/// then the victims, then stale pieces.
fn kills(position: &AnyGame, board: &XboardBoard, mv: Move, from: Coord, to: Coord) -> Vec<Coord> {
    let (view, side) = (position.view(), position.side());
    let own = |coord: Coord| board.piece(coord).is_some_and(|piece| color(piece) == side);
    let mut kills = Vec::new();
    if own(to) && !matches!(view.at(to), SquareView::Piece(..)) {
        kills.push(to);
    }
    let is_visible = |coord: &Coord| *coord != to && board.piece(*coord).is_some();
    kills.extend(position.victims(mv).into_iter().filter(is_visible));
    let stale = board.stale(&view);
    kills.extend(stale.into_iter().filter(|&square| square != to && square != from));
    kills.truncate(XboardMove::MAX_KILLS);
    // XBoard relays both victims to another engine only if the last one is an enemy.
    if let [first, last] = kills.as_mut_slice()
        && own(*last)
    {
        std::mem::swap(first, last);
    }
    kills
}

/// Whether XBoard has a notation for the move: it reads a promotion letter `x` as a capture.
pub fn is_expressible(position: &AnyGame, mv: Move) -> bool {
    match mv.special() {
        Special::Piece(kind) => mv.dropped().is_some() || position.letter(kind) != 'X',
        _ => true,
    }
}

/// Whether XBoard treats a victim of this side's move as a piece of the same side, and so writes the
/// move in another way.
pub fn is_own_to_xboard(board: &XboardBoard, side: Color, coord: Coord) -> bool {
    match board.piece(coord) {
        Some(piece) => color(piece) == side,
        // XBoard's `EmptySquare` is the highest piece number, after the black pieces.
        None => side == Color::Black,
    }
}
