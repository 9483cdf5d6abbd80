//! What is wrong with a definition, and where.

use thiserror::Error;

/// A part of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A key of the game.
    Game(&'static str),
    /// A key of the piece with this number.
    Piece(usize, &'static str),
}

/// Something that keeps a definition from being played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct DefinitionError {
    /// Where.
    pub part: Part,
    /// What, in a sentence without a full stop.
    pub text: String,
}
