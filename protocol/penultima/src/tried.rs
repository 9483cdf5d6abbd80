//! A try with its answer: all that everybody sees of it.

use baroque_formats::side::letter;
use baroque_movegen::Color;
use serde::Serialize;

/// A try with its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Tried {
    /// The number of the move.
    pub number: u16,
    /// Who tried, `w` or `b`.
    #[serde(serialize_with = "letter::serialize")]
    #[cfg_attr(feature = "types", ts(type = "'w' | 'b'"))]
    pub side: Color,
    /// The try: `e2e4` or `invoke e2 e5`.
    pub text: String,
    /// The position after it if it was legal; null if it was not.
    pub fen: Option<String>,
}

impl Tried {
    /// Whether it was legal, and so has been made.
    pub fn is_legal(&self) -> bool {
        self.fen.is_some()
    }
}
