//! Why a text is no legal move.

use super::{hindered, illegal_reason};
use crate::notation::loose::{Intention, ParsedMove, Start, Suffix, intended};
use crate::position::illegal::piece_on;
use crate::{Game, Geometry, IllegalReason, Move, PieceKind, Position, Special, Square, readable};

/// Why a text in any notation is no legal move.
pub fn illegal_text_reason<G: Game>(position: &Position<G>, text: &str) -> Option<IllegalReason> {
    match intended::<G>(text)? {
        Intention::NoSquare => Some(IllegalReason::NoSquare),
        Intention::Several => Some(IllegalReason::Several),
        Intention::Drop(kind, to) => illegal_reason(position, Move::drop(kind, to)),
        Intention::Move(parsed) => Some(parsed_move_reason(position, &parsed)),
    }
}

fn parsed_move_reason<G: Game>(position: &Position<G>, parsed: &ParsedMove) -> IllegalReason {
    match start(position, parsed).and_then(|from| meant(position, parsed, from)) {
        Err(why) => why,
        Ok(mv) => {
            illegal_reason(position, mv).unwrap_or_else(|| other_effect(position, parsed, mv))
        }
    }
}

/// What a text says wrong of the legal move between its squares.
fn other_effect<G: Game>(position: &Position<G>, parsed: &ParsedMove, mv: Move) -> IllegalReason {
    let name = G::Geometry::name;
    let (from, to) = (mv.from(), mv.to());
    if matches!(parsed.suffix, Suffix::Letter('s')) && position.kind_at(to).is_none() {
        return IllegalReason::NoPartner(name(to));
    }
    let touched = G::Geometry::between(from, to) | position.victims(mv);
    match parsed.stops.iter().find(|&&stop| !touched.has(stop)) {
        Some(&stop) => IllegalReason::Detour { stop: name(stop), from: name(from), to: name(to) },
        None => IllegalReason::OtherEffect(readable(position, mv)),
    }
}

/// The square of the piece that is meant: the only one, or one that can go there.
fn start<G: Game>(position: &Position<G>, parsed: &ParsedMove) -> Result<Square, IllegalReason> {
    let (color, kind) = (position.side(), parsed.kind.unwrap_or(PieceKind::Pawn));
    let pieces = position.board().pieces(color, kind);
    let on_line = |square: &Square| match parsed.start {
        Start::At(_) | Start::Anywhere => true,
        Start::File(file) => G::Geometry::file(*square) == file,
        Start::Rank(rank) => G::Geometry::rank(*square) == rank,
    };
    let there: Vec<Square> = pieces.iter().filter(on_line).collect();
    let line = match parsed.start {
        Start::At(square) => return Ok(square),
        Start::File(file) => format!("file {}", &G::Geometry::FILE_LETTERS[file..=file]),
        Start::Rank(rank) => format!("rank {}", rank + G::Geometry::LOWEST_RANK),
        Start::Anywhere => String::new(),
    };
    if let Some(outcome) = position.board_outcome() {
        return Err(IllegalReason::Over(outcome.reason));
    }
    match *there.as_slice() {
        [] if pieces.is_empty() => Err(IllegalReason::NoneOnBoard { color, kind }),
        [] => Err(IllegalReason::NoneOnLine { color, kind, line }),
        [only] => Ok(only),
        _ => {
            let moves = position.legal_moves();
            let way = |from| moves.iter().any(|mv| (mv.from(), mv.to()) == (from, parsed.to));
            let goes = |&from: &Square| from != parsed.to && way(from);
            let none = IllegalReason::NoneReaches { color, kind, to: G::Geometry::name(parsed.to) };
            there.into_iter().find(goes).ok_or(none)
        }
    }
}

/// The move of a piece that is meant, which depends on the piece. What keeps it from any move comes
/// first.
fn meant<G: Game>(
    position: &Position<G>,
    parsed: &ParsedMove,
    from: Square,
) -> Result<Move, IllegalReason> {
    let to = parsed.to;
    let piece = piece_on::<G>(position.board(), from);
    let own = piece.filter(|piece| piece.color == position.side());
    if let Some(named) = parsed.kind
        && let Some(piece) = own.filter(|piece| piece.kind != named)
    {
        return Err(IllegalReason::WrongPiece { piece: piece, named });
    }
    if let Some(why) = hindered(position, Move::new(from, to)) {
        return Err(why);
    }
    let mover = position.kind_at(from).unwrap_or(PieceKind::Pawn);
    let swaps = G::KINDS.contains(&PieceKind::Swapper);
    let with = |special| Ok(Move::with(from, to, special));
    let piece = |letter: char| {
        let capital = letter.to_ascii_uppercase();
        G::KINDS.iter().find(|kind| kind.letter() == capital).copied().map(Special::Piece)
    };
    let becomes =
        |letter| piece(letter).ok_or(IllegalReason::NoLetter(letter.to_ascii_uppercase()));
    // Only pawns of Rococo, the game with swappers, become other pieces.
    let has_choice = mover == PieceKind::Resurrector || mover == PieceKind::Pawn && swaps;
    match parsed.suffix {
        Suffix::Letter('d') => with(Special::Destruction),
        Suffix::Letter('t') => with(Special::Pull),
        Suffix::Plain if from == to && swaps => Ok(destruction(parsed, from)),
        Suffix::Plain => with(Special::Nothing),
        // Whatever it says besides, the piece goes nowhere. A drop has a text of its own.
        Suffix::Letter(_) | Suffix::Piece(_) if from == to => with(Special::Nothing),
        Suffix::Piece(letter) => with(becomes(letter)?),
        Suffix::Letter(letter) if has_choice && piece(letter).is_some() => with(becomes(letter)?),
        Suffix::Letter('s') => match mover {
            PieceKind::Swapper | PieceKind::Resurrector => with(Special::Nothing),
            PieceKind::Chameleon if swaps => with(Special::Nothing),
            kind => Err(IllegalReason::Cannot {
                kind,
                limit: "cannot change places with another piece",
            }),
        },
        Suffix::Letter('y') => with(Special::Pull),
        Suffix::Letter('x' | 'b') => Err(IllegalReason::LeavesHere),
        Suffix::Letter(letter) => with(becomes(letter)?),
    }
}

/// A move that ends where it began, in XBoard's form: with another victim it is a destruction.
fn destruction(parsed: &ParsedMove, from: Square) -> Move {
    match parsed.victims.iter().find(|&&victim| victim != from) {
        Some(&victim) => Move::with(from, victim, Special::Destruction),
        None => Move::new(from, from),
    }
}
