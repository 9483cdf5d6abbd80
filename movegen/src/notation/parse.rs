//! Parsing move text without a position: UCI text, and the piece letter of other notations.

use crate::piece::Methods;
use crate::position::execution::Execution;
use crate::{Game, Geometry, Move, PieceKind, Position, Special, Square};

/// The parts of a text that can be parsed without a position.
pub(super) struct MoveText {
    /// The move of which it is the UCI text in any case. Then `rest` is not parsed for other
    /// squares: an illegal `c2c4` must not become a coordinator's move from the second rank.
    pub(super) uci: Option<Move>,
    /// The piece letter at the start of the text.
    pub(super) kind: Option<PieceKind>,
    /// The rest, in lower case.
    pub(super) rest: String,
}

impl MoveText {
    /// Parses a text.
    pub(super) fn new<G: Game>(position: &Position<G>, text: &str) -> Self {
        let (geometry, pieces) = (position.geometry(), position.pieces());
        let is_file = |letter| {
            geometry.file_letters().chars().take(geometry.files()).any(|file| file == letter)
        };
        let has_small = text.bytes().any(|byte| byte.is_ascii_lowercase());
        let uci = match split_drop(text) {
            Some((letter, square)) => {
                format!("{}@{}", letter.to_ascii_uppercase(), square.to_ascii_lowercase())
            }
            None if has_small => text.to_owned(),
            None => text.to_ascii_lowercase(),
        };
        let uci = parse_uci(position, &uci);
        let first = text.chars().next().filter(|&letter| !is_file(letter) && uci.is_none());
        let kind = first.and_then(|letter| pieces.piece(letter)).map(|piece| piece.kind);
        // A piece letter is one byte.
        let rest = if kind.is_some() { &text[1..] } else { text };
        Self { uci, kind, rest: rest.to_ascii_lowercase() }
    }
}

/// Splits the text of a drop into letter and square. The sign is `@`, or `=` where a file of games
/// may contain no `@`: OpenBench keeps only letters, digits and `+=#*-` of a move.
pub(super) fn split_drop(text: &str) -> Option<(&str, &str)> {
    let with_equals = || text.split_once('=').filter(|(letter, _)| letter.len() == 1);
    text.split_once('@').or_else(with_equals)
}

pub(super) fn parse_uci<G: Game>(position: &Position<G>, text: &str) -> Option<Move> {
    let geometry = position.geometry();
    let piece =
        |letter: &str| letter.parse().ok().and_then(|letter| position.pieces().kind(letter));
    if let Some((letter, square)) = text.split_once('@') {
        let (to, rest) = geometry.parse(square)?;
        return rest.is_empty().then_some(Move::drop(piece(letter)?, to));
    }
    let (from, rest) = geometry.parse(text)?;
    let (to, rest) = geometry.parse(rest)?;
    let letter = rest.parse().ok();
    let special = match letter.and_then(Special::with_letter) {
        _ if rest.is_empty() => Special::Normal,
        Some(special) if !chooses_kind(position, from, special) => special,
        _ if rest == rest.to_ascii_lowercase() => {
            Special::Piece(piece(&rest.to_ascii_uppercase())?)
        }
        _ => return None,
    };
    // Drops have another text.
    let is_drop = from == to && matches!(special, Special::Piece(_));
    (!is_drop).then(|| Move::with(from, to, special))
}

/// Whether the letter of a special effect is that of a kind instead, for a piece on a square: one that
/// promotes or leaves another one behind does nothing else that needs a letter.
fn chooses_kind<G: Game>(position: &Position<G>, square: Square, special: Special) -> bool {
    if matches!(special, Special::Destruction | Special::Pull) {
        return false;
    }
    let info = position.kind_at(square).map(|kind| position.pieces().info(kind));
    !G::Execution::has_lettered_acts(position)
        || info.is_some_and(|info| info.methods.intersects(Methods::PROMOTE | Methods::LEAVE))
}
