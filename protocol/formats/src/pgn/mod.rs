//! PGN (Edwards, "Standard: Portable Game Notation Specification and Implementation Guide", 1994)
//! with the moves of these games.
//!
//! [`read()`] accepts the import format and checks every move. `Display` of [`PgnGame`] writes the
//! export format; reading it back gives the same [`PgnGame`].
//!
//! Besides the seven tag roster, games have `Variant` (a name of
//! [`Games::names`](baroque_games::Games::names); `baroque` if missing),
//! `VariantDefinition` (the hash of a game that is described in a file; if it is not that of the game
//! known by the name, reading fails), `Rules` (switches that override the rule set, if any), `SetUp`
//! and `FEN` (unless the game started from the default position), `PlyCount`, `Termination` and
//! `TimeControl`.
//!
//! ```
//! use baroque_games::Games;
//! use baroque_movegen::AnyGame;
//! use baroque_formats::pgn::{self, PgnGame};
//! let mut game = AnyGame::new("baroque").unwrap();
//! for text in ["e2e4", "d7d5"] {
//!     game.play_text(text).unwrap();
//! }
//! let mut pgn_game = PgnGame::of(&game);
//! pgn_game.set_tag("White", "Robert");
//! pgn_game.moves[0].comment.depth = Some(12);
//! let text = pgn_game.to_string();
//! assert!(text.ends_with("1. Pe2-e4 {/12} 1... Pd7-d5 *\n"));
//! assert_eq!(pgn::read(&text), Ok(vec![pgn_game.clone()]));
//! assert_eq!(pgn_game.open(&Games::default()).unwrap(), game);
//! ```

mod comment;
mod download;
mod error;
mod game;
mod lexer;
mod ranks;
mod read;
mod tag_pair;
mod tags;
mod words;
mod write;

pub use comment::Comment;
pub use error::{MAX_GAME_MOVES, MAX_NESTING, MAX_TAGS, PgnError, PgnProblem};
pub use game::{GameResult, PgnGame, PgnMove, Remark, Tag, date};
pub use read::{PgnReader, read};
pub use tags::is_position_tag;
pub use write::write;
