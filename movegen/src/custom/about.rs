//! What is known of a custom game besides its rules.

use thiserror::Error;

use crate::Start;

/// What is known of a custom game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name, in lower case.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A hash of what is played: equal for games that differ in names, titles and values only.
    pub hash: String,
    /// The start positions, the default first.
    pub starts: Vec<Start>,
}

/// Why a custom game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AboutError {
    /// The name is that of a compiled game.
    #[error("'{0}' is the name of a built-in game")]
    BuiltIn(String),
    /// There is no start position.
    #[error("'{0}' has no start position")]
    NoStart(String),
}
