//! Why a text is not a legal move.

use super::reason::{capture_hint, illegal_reason, piece_reason};
use crate::custom::general;
use crate::notation::PAWN;
use crate::notation::loose::{Origin, ParsedMove, ParsedText, Suffix, parse_loose};
use crate::notation::read::MoveTextError;
use crate::piece::Methods;
use crate::position::execution::Execution;
use crate::position::phrase::piece_on;
use crate::{
    CaptureHint, Game, Geometry, IllegalReason, Move, PieceKind, Position, Special, Square,
    readable_unchecked,
};

/// Adds the reason to [`MoveTextError::Illegal`], if one is known, and how the piece could capture what it
/// cannot land on ([`capture_hint`]); returns other errors as they are.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, with_reason};
/// let rules = baroque_movegen::ultima::Rules::default();
/// let position = Position::<Ultima>::from_fen("7k/8/8/8/P2p4/8/8/K7 w", rules).unwrap();
/// let error = with_reason(&position, read_move(&position, "a4d4").unwrap_err());
/// let hint = "; on c4 it would capture the pawn on d4 if another piece of yours stood on e4";
/// assert!(error.to_string().starts_with("'a4d4' is not a legal move: a pawn cannot land on the pawn"));
/// assert!(error.to_string().ends_with(hint));
/// ```
#[must_use]
pub fn with_reason<G: Game>(position: &Position<G>, error: MoveTextError) -> MoveTextError {
    let MoveTextError::Illegal(text) = &error else {
        return error;
    };
    let Some((reason, hint)) = illegal_text_reason(position, text) else {
        return error;
    };
    MoveTextError::Impossible {
        text: text.clone(),
        reason: Box::new(reason),
        hint: hint.map(Box::new),
    }
}

/// Why a text in any notation is not a legal move, with a hint how to capture; `None` if it does not have the
/// form of a move.
fn illegal_text_reason<G: Game>(
    position: &Position<G>,
    text: &str,
) -> Option<(IllegalReason, Option<CaptureHint>)> {
    match parse_loose(position, text)? {
        ParsedText::NoSquare => Some((IllegalReason::NoSquare, None)),
        ParsedText::Several => Some((IllegalReason::Several, None)),
        ParsedText::Drop(kind, to) => Some((illegal_reason(position, Move::drop(kind, to))?, None)),
        ParsedText::Move(parsed) => Some(parsed_move_reason(position, &parsed)),
    }
}

fn parsed_move_reason<G: Game>(
    position: &Position<G>,
    parsed: &ParsedMove,
) -> (IllegalReason, Option<CaptureHint>) {
    match start_square(position, parsed).and_then(|from| denoted_move(position, parsed, from)) {
        Err(why) => (why, None),
        Ok(mv) => match illegal_reason(position, mv) {
            Some(reason) => (reason, capture_hint(position, mv.from(), mv.to())),
            None => (other_effect(position, parsed, mv), None),
        },
    }
}

/// The mismatch between a text and the legal move between its squares.
fn other_effect<G: Game>(position: &Position<G>, parsed: &ParsedMove, mv: Move) -> IllegalReason {
    let geometry = position.geometry();
    let name = |square| geometry.name(square);
    let (from, to) = (mv.from(), mv.to());
    if matches!(parsed.suffix, Suffix::Letter('s')) && position.kind_at(to).is_none() {
        return IllegalReason::NoPartner(name(to));
    }
    let victims = position.victims(mv);
    let touched = geometry.between(from, to) | victims;
    if let Some(&stop) = parsed.stops.iter().find(|&&stop| !touched.has(stop)) {
        return IllegalReason::Detour { stop: name(stop), from: name(from), to: name(to) };
    }
    let not_taken = parsed.victims.iter().filter(|&&square| !victims.has(square));
    let general = general(position);
    let mut reasons = not_taken.filter_map(|&square| general.as_ref()?.why_not_taken(mv, square));
    reasons.next().unwrap_or_else(|| IllegalReason::OtherEffect(readable_unchecked(position, mv)))
}

/// The start square: of several pieces one that can reach the destination.
fn start_square<G: Game>(
    position: &Position<G>,
    parsed: &ParsedMove,
) -> Result<Square, IllegalReason> {
    let color = position.side();
    let kind = parsed.kind.or(position.pieces().kind(PAWN)).unwrap_or(PieceKind::KING);
    let name = position.pieces().info(kind).name;
    let pieces = position.board().pieces(color, kind);
    let on_line = |square: &Square| match parsed.origin {
        Origin::At(_) | Origin::Anywhere => true,
        Origin::File(file) => position.geometry().file(*square) == file,
        Origin::Rank(rank) => position.geometry().rank(*square) == rank,
    };
    let candidates: Vec<Square> = pieces.iter().filter(on_line).collect();
    let line = match parsed.origin {
        Origin::At(square) => return Ok(square),
        Origin::File(file) => format!("file {}", &position.geometry().file_letters()[file..=file]),
        Origin::Rank(rank) => format!("rank {}", rank + position.geometry().lowest_rank()),
        Origin::Anywhere => String::new(),
    };
    if let Some(outcome) = position.board_outcome() {
        return Err(IllegalReason::Over(outcome.reason));
    }
    match *candidates.as_slice() {
        [] if pieces.is_empty() => Err(IllegalReason::NoneOnBoard { color, name }),
        [] => Err(IllegalReason::NoneOnLine { color, name, line }),
        [only] => Ok(only),
        _ => {
            let moves = position.legal_moves();
            let has_move = |from| moves.iter().any(|mv| (mv.from(), mv.to()) == (from, parsed.to));
            let reaches = |&from: &Square| from != parsed.to && has_move(from);
            let none =
                IllegalReason::NoneReaches { color, name, to: position.geometry().name(parsed.to) };
            candidates.into_iter().find(reaches).ok_or(none)
        }
    }
}

/// The move that the text denotes, which depends on the piece. Reasons that keep the piece from
/// moving at all come first.
fn denoted_move<G: Game>(
    position: &Position<G>,
    parsed: &ParsedMove,
    from: Square,
) -> Result<Move, IllegalReason> {
    let to = parsed.to;
    let piece = piece_on(position, from);
    let own = piece.filter(|piece| piece.color == position.side());
    if let Some(named) = parsed.kind
        && let Some(piece) = own.filter(|piece| piece.kind != named)
    {
        return Err(IllegalReason::WrongPiece { piece, named: position.pieces().info(named).name });
    }
    if let Some(why) = piece_reason(position, Move::new(from, to)) {
        return Err(why);
    }
    let mover = position.kind_at(from).map(|kind| position.pieces().info(kind));
    let can = |method| mover.is_some_and(|mover| mover.has(method));
    let swaps = position.pieces().methods().contains(Methods::SWAP);
    let with = |special| Ok(Move::with(from, to, special));
    let piece = |letter: char| {
        let capital = letter.to_ascii_uppercase();
        position.pieces().kind(capital).map(Special::Piece)
    };
    let becomes =
        |letter| piece(letter).ok_or(IllegalReason::NoLetter(letter.to_ascii_uppercase()));
    let has_choice = can(Methods::LEAVE) || can(Methods::PROMOTE);
    if let Suffix::Letter(letter) = parsed.suffix
        && G::Execution::has_lettered_acts(position)
        && from != to
        && !has_choice
        && let Some(special) = Special::with_letter(letter)
    {
        return with(special);
    }
    match parsed.suffix {
        Suffix::Letter(letter) if from != to && has_choice && piece(letter).is_some() => {
            with(becomes(letter)?)
        }
        Suffix::Letter(letter)
            if from != to
                && can(Methods::PROMOTE)
                && !position.pieces().methods().intersects(acts_with(letter)) =>
        {
            Err(IllegalReason::NoLetter(letter.to_ascii_uppercase()))
        }
        Suffix::Letter('d') => with(Special::Destruction),
        Suffix::Letter('t') => with(Special::Pull),
        Suffix::Plain if from == to && swaps => Ok(destruction(parsed, from)),
        Suffix::Plain => with(Special::Normal),
        // The piece stays on its square, whatever the suffix. Drops have another text.
        Suffix::Letter(_) | Suffix::Piece(_) if from == to => with(Special::Normal),
        Suffix::Piece(letter) => with(becomes(letter)?),
        Suffix::Letter('s') if can(Methods::SWAP) || can(Methods::LEAVE) => with(Special::Normal),
        Suffix::Letter('s') if can(Methods::IMITATE) && swaps => with(Special::Normal),
        Suffix::Letter('s') => Err(IllegalReason::Cannot {
            name: mover.map_or("piece", |mover| mover.name),
            limit: "cannot change places with another piece",
        }),
        Suffix::Letter('y') => with(Special::Pull),
        Suffix::Letter('x' | 'b') => Err(IllegalReason::LeavesHere),
        Suffix::Letter(letter) => with(becomes(letter)?),
    }
}

/// The acts that a letter behind a move may tell of.
fn acts_with(letter: char) -> Methods {
    match letter {
        'd' => Methods::DESTROY,
        't' | 'y' => Methods::PULL,
        's' => Methods::SWAP | Methods::LEAVE,
        'x' | 'b' => Methods::EXPLODE,
        _ => Methods::empty(),
    }
}

/// XBoard's form of a move that ends on its start square: with a victim on another square it is a
/// destruction.
fn destruction(parsed: &ParsedMove, from: Square) -> Move {
    match parsed.victims.iter().find(|&&victim| victim != from) {
        Some(&victim) => Move::with(from, victim, Special::Destruction),
        None => Move::new(from, from),
    }
}
