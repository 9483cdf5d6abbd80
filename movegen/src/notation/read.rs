//! Reading the text of a legal move (rules, 1.3).

use thiserror::Error;

use super::foreign::Foreign;
use super::loose::parse_loose;
use super::matching::matching_moves;
use super::parse::parse_uci;
use super::write::{readable_body, readable_unchecked};
use crate::{CaptureHint, Game, IllegalReason, Move, Position};

/// Maximum number of moves that the error of an ambiguous text lists.
const MAX_CANDIDATES: usize = 12;

/// Why a text is not the text of one legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// It does not have the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("'{0}' is not a legal move")]
    Illegal(String),
    /// An illegal move with the reason ([`with_reason`](crate::with_reason)).
    #[error("'{text}' is not a legal move: {reason}{}", hint.iter().map(|hint| format!("; {hint}")).collect::<String>())]
    Impossible {
        /// The text.
        text: String,
        /// Why the move is not legal.
        reason: Box<IllegalReason>,
        /// How the piece could capture the enemy that it cannot land on.
        hint: Option<Box<CaptureHint>>,
    },
    /// It matches several legal moves.
    #[error("'{text}' may be {}", candidate_list(candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that match, in readable text.
        candidates: Vec<String>,
    },
}

fn candidate_list(candidates: &[String]) -> String {
    let dots = if candidates.len() > MAX_CANDIDATES { " …" } else { "" };
    candidates[..candidates.len().min(MAX_CANDIDATES)].join(" or ") + dots
}

/// Finds the legal move with a UCI text or a readable text, whose suffix may be missing. Looser
/// forms are accepted if they match only one legal move: short forms as in chess, squares with or
/// without victims, XBoard's forms, and `=` for the `@` of a drop.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, ultima::Rules, uci};
/// let fen = "7k/8/8/8/8/1x6/8/K2X2X1";
/// let position = Position::<Ultima>::from_fen(fen, Rules::default()).unwrap();
/// let read = |text| read_move(&position, text).map(|mv| uci(&position, mv)).map_err(|e| e.to_string());
/// for text in ["d1d3", "Xd1-d3", "D1D3", "xd3", "Xdd3", "d1-d2-d3", "Xd1d3+"] {
///     assert_eq!(read(text), Ok("d1d3".to_owned()), "{text}");
/// }
/// assert_eq!(read("Xe1").unwrap_err(), "'Xe1' may be Xd1-e1 or Xg1-e1");
/// ```
///
/// # Errors
/// The text is not a move, not legal, or matches several legal moves.
pub fn read_move<G: Game>(position: &Position<G>, text: &str) -> Result<Move, MoveTextError> {
    if let Some(mv) = parse_uci(position, text)
        && position.is_legal(mv)
    {
        return Ok(mv);
    }
    let body = text.trim_end_matches(['+', '#', '=']);
    let moves = position.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| readable_body(position, mv) == body) {
        return Ok(mv);
    }
    let text = text.to_owned();
    let mut matching = matching_moves(position, &moves, body);
    if matching.is_empty()
        && let Some(foreign) = Foreign::new(position, &text)
    {
        matching = foreign.matching_moves(position, &moves);
    }
    match matching.as_slice() {
        &[mv] => Ok(mv),
        [] if parse_loose(position, &text).is_some() => Err(MoveTextError::Illegal(text)),
        [] => Err(MoveTextError::Malformed(text)),
        several => {
            let candidates = several.iter().map(|&mv| readable_unchecked(position, mv)).collect();
            Err(MoveTextError::Ambiguous { text, candidates })
        }
    }
}
