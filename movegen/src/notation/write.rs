//! Writing moves: UCI text and readable text (rules, 1.3).

use crate::piece::Methods;
use crate::position::execution::Execution;
use crate::position::table::Set;
use crate::{Game, Geometry, IllegalMove, Move, Position, Special, Square};

/// UCI text of a move: start and destination square, and a letter for some specials.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, uci};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// assert_eq!(uci(&start, read_move(&start, "Pe2-e4").unwrap()), "e2e4");
/// ```
pub fn uci<G: Game>(position: &Position<G>, mv: Move) -> String {
    let [from, to] = [mv.from(), mv.to()].map(|square| position.geometry().name(square));
    let letter = |kind| position.pieces().info(kind).letter;
    match mv.special() {
        Special::Piece(kind) if mv.dropped().is_some() => format!("{}@{to}", letter(kind)),
        Special::Piece(kind) => format!("{from}{to}{}", letter(kind).to_ascii_lowercase()),
        special => {
            let mut text = from + &to;
            text.extend(special.letter());
            text
        }
    }
}

/// Readable text of a move: the piece, its start and destination, its victims, and `+` for check, `#` if
/// the move wins the game, `=` if it draws. Repetition and move limit are not considered.
///
/// # Errors
/// The move is not legal.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, readable};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = read_move(&start, "e2e4").unwrap();
/// assert_eq!(readable(&start, mv), Ok("Pe2-e4".to_owned()));
/// assert!(readable(&start.play_unchecked(mv), mv).is_err());
/// ```
pub fn readable<G: Game>(position: &Position<G>, mv: Move) -> Result<String, IllegalMove> {
    if position.is_legal(mv) { Ok(readable_unchecked(position, mv)) } else { Err(IllegalMove) }
}

/// [`readable`] for a legal move. For another the text is meaningless; builds with debug assertions panic.
pub fn readable_unchecked<G: Game>(position: &Position<G>, mv: Move) -> String {
    let next = position.play_unchecked(mv);
    let suffix = match next.board_outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == position.side() => "#",
            Some(_) => "",
            None => "=",
        },
        None if next.in_check() => "+",
        None => "",
    };
    readable_body(position, mv) + suffix
}

/// Readable text without the suffix.
pub(super) fn readable_body<G: Game>(position: &Position<G>, mv: Move) -> String {
    let name = |square| position.geometry().name(square);
    let (from, to) = (name(mv.from()), name(mv.to()));
    let Some(kind) = position.kind_at(mv.from()).filter(|_| mv.dropped().is_none()) else {
        return uci(position, mv);
    };
    if let Some(text) = G::Execution::readable(position, mv) {
        return text;
    }
    let info = position.pieces().info(kind);
    let letter = info.letter;
    let victims = position.victims(mv);
    let is_occupied = position.kind_at(mv.to()).is_some() && !mv.is_suicide();
    let displaced = displaces(position, mv, victims);
    let squares = match mv.special() {
        Special::Destruction => return format!("{letter}{from}!!{to}"),
        Special::Pull => format!("{from}<{to}"),
        _ if mv.is_suicide() && info.has(Methods::EXPLODE) => format!("{from}*"),
        _ if mv.is_suicide() => format!("{from}@"),
        _ if displaced && info.has(Methods::PUSH) => {
            format!("{from}>{to}>{}", name(pushed_to(position, mv)))
        }
        _ if displaced => format!("{from}<>{to}"),
        _ if is_occupied && victims.len() == 1 => format!("{from}x{to}"),
        _ => format!("{from}-{to}"),
    };
    let names: Vec<String> = victims.iter().map(name).collect();
    let captures = match names.as_slice() {
        [] => String::new(),
        [_] if is_occupied && !displaced => String::new(),
        _ => format!("x{}", names.join(",")),
    };
    let special = match mv.special() {
        Special::Piece(piece) => {
            let sign = if info.has(Methods::PROMOTE) { '=' } else { '^' };
            format!("{sign}{}", position.pieces().info(piece).letter)
        }
        _ => String::new(),
    };
    format!("{letter}{squares}{captures}{special}")
}

/// Whether a move swaps with or pushes the piece on its destination.
pub(crate) fn displaces<G: Game>(position: &Position<G>, mv: Move, victims: Set<G>) -> bool {
    let is_occupied = position.kind_at(mv.to()).is_some() && !mv.is_suicide();
    // A pushed piece goes on to the next square, even if it then captures the pusher.
    let mover = position.kind_at(mv.from()).map(|kind| position.pieces().info(kind));
    let pushes = mover.is_some_and(|mover| mover.has(Methods::PUSH));
    is_occupied && (pushes || !victims.has(mv.to()))
}

/// The destination of a pushed piece.
pub(crate) fn pushed_to<G: Game>(position: &Position<G>, mv: Move) -> Square {
    let geometry = position.geometry();
    let beyond = geometry
        .direction(mv.from(), mv.to())
        .and_then(|direction| geometry.step(mv.to(), direction));
    beyond.unwrap_or(mv.to())
}
