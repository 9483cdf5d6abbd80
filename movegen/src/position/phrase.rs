//! The words that sentences about moves are made of: pieces with their squares, articles, lists.

use std::fmt;

use super::game::Game;
use crate::{Color, Geometry, Piece, PieceKind, Position, Square};

/// A piece and the name of its square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceOn {
    /// Owner.
    pub color: Color,
    /// Kind.
    pub kind: PieceKind,
    /// Name of the kind.
    pub name: &'static str,
    /// Name of the square.
    pub square: String,
}

impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.name, self.square)
    }
}

/// The piece on a square.
pub(crate) fn piece_on<G: Game>(position: &Position<G>, square: Square) -> Option<PieceOn> {
    let Piece { color, kind } = position.board().piece_at(square)?;
    let (name, square) = (position.pieces().info(kind).name, position.geometry().name(square));
    Some(PieceOn { color, kind, name, square })
}

/// The name of a kind with the indefinite article.
pub(crate) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// `x, y and z`.
pub(crate) fn listed(items: &[impl ToString], conjunction: &str) -> String {
    let texts: Vec<String> = items.iter().map(ToString::to_string).collect();
    match texts.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {conjunction} {last}", others.join(", ")),
    }
}
