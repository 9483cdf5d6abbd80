//! Errors of PGN texts.

use baroque_movegen::MoveTextError;
use thiserror::Error;

use crate::game_spec::OpenError;

/// Maximum number of tags of a game.
pub const MAX_TAGS: usize = 1000;
/// Maximum number of moves of a game, and of its variations together.
pub const MAX_GAME_MOVES: usize = 20_000;

/// Deepest nesting of variations that is read.
pub const MAX_NESTING: usize = 32;

/// A problem of a PGN text and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {problem}")]
#[non_exhaustive]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: PgnProblem,
}

/// What can be wrong with a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PgnProblem {
    /// `{` without `}`.
    #[error("unterminated comment")]
    OpenComment,
    /// `(` without `)`.
    #[error("unterminated variation")]
    OpenVariation,
    /// `)` without `(`.
    #[error("unmatched ')'")]
    NoVariation,
    /// `[` without a name, a value between quotation marks and `]` on the same line.
    #[error("malformed tag, expected [Name \"value\"]")]
    BadTag,
    /// A tag whose name resembles that of a tag with a meaning.
    #[error("unknown tag '{name}', did you mean '{meant}'?")]
    UnknownTag {
        /// The name.
        name: String,
        /// The tag with a meaning.
        meant: &'static str,
    },
    /// Variations in too many others, which are left out.
    #[error("variations deeper than {MAX_NESTING} are left out")]
    DeepVariation,
    /// Too many moves in variations, of which the rest is left out.
    #[error("variations end here: they have more than {MAX_GAME_MOVES} moves")]
    LongVariations,
    /// A variation before the first move, which is left out.
    #[error("a variation without a move before it is left out")]
    NoMoveBefore,
    /// The rest of a variation that is left out, because of its next word.
    #[error("the variation ends here: {0}")]
    CutVariation(MoveTextError),
    /// Ranks that count from 0, as those of Zillions do.
    #[error("'{text}' is read as '{raised}', and so on: ranks as in Zillions, one lower")]
    LowRanks {
        /// The first move.
        text: String,
        /// How it is read.
        raised: String,
    },
    /// Ranks that count from 0 or from 1.
    #[error("'{text}' may be '{raised}': Zillions counts ranks from 0")]
    UnknownRanks {
        /// The move.
        text: String,
        /// How it may be meant, too.
        raised: String,
    },
    /// `$` without a number from 0 to 255, or a mix of `!` and `?` without a meaning.
    #[error("'{0}' is not an annotation")]
    BadNag(String),
    /// More tags than are read.
    #[error("more than {MAX_TAGS} tags")]
    TooManyTags,
    /// More moves than are read.
    #[error("more than {MAX_GAME_MOVES} moves")]
    TooManyMoves,
    /// The tags do not name a game: `Variant`, `VariantDefinition`, `Rules`, `FEN`.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A game of vchess that is none of ours.
    #[error("vchess's '{0}' is no game of this program; Baroque, Maxima and Rococo are")]
    VchessGame(String),
    /// A line for machines in a download of vchess that is no legal move.
    #[error("'{0}' is not a legal move")]
    VchessMove(String),
    /// A download of vchess that is not whole.
    #[error("vchess names {short_moves} moves, but there are lines for machines for {moves}")]
    VchessLines {
        /// The moves in short text.
        short_moves: usize,
        /// The lines for machines.
        moves: usize,
    },
    /// The tag `SetUp` is 1 but the tag `FEN` is missing.
    #[error("[SetUp \"1\"] without [FEN]")]
    NoFen,
    /// An illegal move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
}
