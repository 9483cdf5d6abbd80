//! Move text (rules, 1.3).

use thiserror::Error;

use super::loose::intended;
use super::matching::fitting;
use super::parse::parse_uci;
use super::write::{readable, readable_body};
use crate::{Game, IllegalReason, Move, MoveList, Position};

/// Most moves that an ambiguous text is told to fit.
const MOST_TOLD: usize = 12;

/// A text that names no legal move, or more than one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// It has not the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("'{0}' is not a legal move")]
    Illegal(String),
    /// The same, and why it is not ([`with_reason`](crate::with_reason)).
    #[error("'{text}' is not a legal move: {reason}")]
    Impossible {
        /// The text.
        text: String,
        /// Why.
        reason: Box<IllegalReason>,
    },
    /// It fits several legal moves.
    #[error("'{text}' may be {}", told(candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it fits, in readable text.
        candidates: Vec<String>,
    },
}

fn told(candidates: &[String]) -> String {
    let dots = if candidates.len() > MOST_TOLD { " …" } else { "" };
    candidates[..candidates.len().min(MOST_TOLD)].join(" or ") + dots
}

/// Reads a legal move in UCI text or in readable text; the suffix may be missing. Looser forms are
/// read too, if they fit one legal move only: short ones as in chess, squares alone with or without
/// victims, those of XBoard.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, ultima::Rules, uci};
/// let fen = "7k/8/8/8/8/1x6/8/K2X2X1";
/// let position = Position::<Ultima>::from_fen(fen, Rules::default()).unwrap();
/// let read = |text| read_move(&position, text).map(uci::<Ultima>).map_err(|e| e.to_string());
/// for text in ["d1d3", "Xd1-d3", "D1D3", "xd3", "Xdd3", "d1-d2-d3", "Xd1d3+"] {
///     assert_eq!(read(text), Ok("d1d3".to_owned()), "{text}");
/// }
/// assert_eq!(read("Xe1").unwrap_err(), "'Xe1' may be Xd1-e1 or Xg1-e1");
/// ```
///
/// # Errors
/// The text is no move, no legal one, or fits several.
pub fn read_move<G: Game>(position: &Position<G>, text: &str) -> Result<Move, MoveTextError> {
    if let Some(mv) = parse_uci::<G>(text)
        && position.is_legal(mv)
    {
        return Ok(mv);
    }
    let body = text.trim_end_matches(['+', '#', '=']);
    let moves: MoveList = position.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| readable_body(position, mv) == body) {
        return Ok(mv);
    }
    let text = text.to_owned();
    match fitting(position, &moves, body).as_slice() {
        &[mv] => Ok(mv),
        [] if intended::<G>(&text).is_some() => Err(MoveTextError::Illegal(text)),
        [] => Err(MoveTextError::Malformed(text)),
        several => {
            let candidates = several.iter().map(|&mv| readable(position, mv)).collect();
            Err(MoveTextError::Ambiguous { text, candidates })
        }
    }
}
