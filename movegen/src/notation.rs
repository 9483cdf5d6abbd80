//! Move text (rules, 1.3) and the picture of a board.

use thiserror::Error;

use crate::{Game, Geometry, Move, MoveList, Piece, Position, Square};

/// A text that names no legal move, or more than one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// It has not the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("'{0}' is not a legal move")]
    Illegal(String),
}

/// UCI text of a move: start and landing square, the same square twice for a suicide.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, readable, uci};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = read_move(&start, "Pe2-e4").unwrap();
/// assert_eq!(uci::<Ultima>(mv), "e2e4");
/// assert_eq!(readable(&start, mv), "Pe2-e4");
/// ```
pub fn uci<G: Game>(mv: Move) -> String {
    format!("{}{}", G::Geometry::name(mv.from()), G::Geometry::name(mv.to()))
}

/// Readable text of a legal move: what moves, from where to where, what it takes, and `+` for
/// check, `#` if it wins the game, `=` if it draws it by what the position shows. Repetition and
/// move limit are the referee's business.
pub fn readable<G: Game>(position: &Position<G>, mv: Move) -> String {
    let next = position.play_unchecked(mv);
    let suffix = match next.shown_outcome() {
        Some(outcome) if outcome.winner.is_some() => "#",
        Some(_) => "=",
        None if next.in_check() => "+",
        None => "",
    };
    readable_body(position, mv) + suffix
}

/// Readable text without the suffix.
fn readable_body<G: Game>(position: &Position<G>, mv: Move) -> String {
    let name = G::Geometry::name;
    let letter = position.kind_at(mv.from()).map_or('?', crate::PieceKind::letter);
    let (from, to) = (name(mv.from()), name(mv.to()));
    if mv.is_suicide() {
        return format!("{letter}{from}@");
    }
    let victims: Vec<Square> = position.victims(mv).iter().collect();
    match victims.as_slice() {
        [] => format!("{letter}{from}-{to}"),
        [only] if *only == mv.to() => format!("{letter}{from}x{to}"),
        _ => {
            let names: Vec<String> = victims.into_iter().map(name).collect();
            format!("{letter}{from}-{to}x{}", names.join(","))
        }
    }
}

/// Reads a legal move in UCI text or in readable text; the suffix may be missing.
///
/// # Errors
/// The text is no move, or no legal one.
pub fn read_move<G: Game>(position: &Position<G>, text: &str) -> Result<Move, MoveTextError> {
    if let Some(mv) = read_uci::<G>(text) {
        let illegal = || MoveTextError::Illegal(text.to_owned());
        return position.is_legal(mv).then_some(mv).ok_or_else(illegal);
    }
    let body = text.trim_end_matches(['+', '#', '=']);
    let moves: MoveList = position.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| readable_body(position, mv) == body) {
        return Ok(mv);
    }
    let looks_like_a_move = text.chars().next().and_then(Piece::try_from_letter).is_some()
        && G::Geometry::parse(&text[1..]).is_some();
    Err(match looks_like_a_move {
        true => MoveTextError::Illegal(text.to_owned()),
        false => MoveTextError::Malformed(text.to_owned()),
    })
}

fn read_uci<G: Game>(text: &str) -> Option<Move> {
    let (from, rest) = G::Geometry::parse(text)?;
    let (to, rest) = G::Geometry::parse(rest)?;
    rest.is_empty().then(|| Move::new(from, to))
}

/// The board as text, White below, with the names of files and ranks. Frozen men stand between
/// brackets.
pub fn draw<G: Game>(position: &Position<G>) -> String {
    let frozen = position.frozen(crate::Color::White) | position.frozen(crate::Color::Black);
    let mut text = String::new();
    for rank in (0..G::Geometry::RANKS).rev() {
        text.push_str(&format!("{:>3} ", rank + 1));
        for file in 0..G::Geometry::FILES {
            let cell = match G::Geometry::square(file, rank) {
                None => "   ".to_owned(),
                Some(square) => match position.board().piece_at(square) {
                    Some(piece) if frozen.has(square) => format!("({})", piece.letter()),
                    Some(piece) => format!(" {} ", piece.letter()),
                    None => " . ".to_owned(),
                },
            };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    let files: String =
        (0..G::Geometry::FILES).map(|file| format!(" {} ", (b'a' + file as u8) as char)).collect();
    text + "    " + &files + "\n"
}
