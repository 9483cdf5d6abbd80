//! Games as text: PGN, the format that chess programs exchange (Edwards, "Standard: Portable PgnGame
//! Notation Specification and Implementation Guide", 1994), with the moves of our games.
//!
//! [`read()`] takes whatever the import format allows and checks every move; what it returns, and
//! what [`PgnGame::of`] makes of a game at hand, is written in the export format by `Display`. Reading
//! what was written gives the same [`PgnGame`] again.
//!
//! Besides the seven tags that every game has, there are `Variant` (a name of [`variants`],
//! `baroque` if it is missing), `Rules` (switches laid over that rule set, only if there are any),
//! `SetUp` and `FEN` (if the game did not begin at the default start), `PlyCount`, `Termination`
//! and `TimeControl`.
//!
//! ```
//! use baroque_movegen::AnyPosition;
//! use baroque_protocol::pgn::{self, PgnGame};
//! let mut game = AnyPosition::new("baroque").unwrap();
//! for text in ["e2e4", "d7d5"] {
//!     game.play_text(text).unwrap();
//! }
//! let mut pgn_game = PgnGame::of(&game);
//! pgn_game.set_tag("White", "Robert");
//! pgn_game.moves[0].comment.depth = Some(12);
//! let text = pgn_game.to_string();
//! assert!(text.ends_with("1. Pe2-e4 {/12} 1... Pd7-d5 *\n"));
//! assert_eq!(pgn::read(&text), Ok(vec![pgn_game.clone()]));
//! assert_eq!(pgn_game.open().unwrap(), game);
//! ```

use std::fmt;
use std::time::SystemTime;

use thiserror::Error;
use time::OffsetDateTime;

use baroque_movegen::{
    AnyPosition, Color, MoveTextError, Outcome, RuleError, UnknownName, VariantError,
};

use super::position_spec::{PositionError, PositionSpec};

mod comment;
mod lexer;
mod read;
mod write;

pub use comment::Comment;
pub use read::{MOST_MOVES, MOST_TAGS, PgnReader, decode, read};
pub use write::write;

/// A game as text. Of what `Result` and `PlyCount` say there is one truth: [`Self::result`] and the
/// number of moves; they are not among the tags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tags, in any order; they are written in a fixed one.
    pub tags: Vec<Tag>,
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A name and what is said under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name: letters, digits and `_`.
    pub name: String,
    /// The value, as it is meant, without escapes.
    pub value: String,
}

/// A move of a game and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnMove {
    /// The move, in readable text if [`read()`] or [`PgnGame::of`] made it.
    pub text: String,
    /// Numeric annotation glyphs: 1 stands for `!`, 2 for `?`, and so on.
    pub nags: Vec<u8>,
    /// The comment behind it.
    pub comment: Comment,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: it goes on, was broken off, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result as PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result of a text; `½-½` and `1/2` are draws too.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: PgnProblem,
}

/// What can be wrong with a game as text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnProblem {
    /// `{` without `}`.
    #[error("a comment begins here that has no end")]
    OpenComment,
    /// `(` without `)`.
    #[error("a variation begins here that has no end")]
    OpenVariation,
    /// `)` without `(`.
    #[error("')' ends no variation")]
    NoVariation,
    /// `[` without a name, a value between quotation marks and `]` on the same line.
    #[error("a tag is not [Name \"value\"]")]
    BadTag,
    /// `$` without a number from 0 to 255, or a mix of `!` and `?` without a meaning.
    #[error("'{0}' is no annotation")]
    BadNag(String),
    /// More tags than any game has.
    #[error("more than {MOST_TAGS} tags")]
    TooManyTags,
    /// More moves than any game has.
    #[error("more than {MOST_MOVES} moves")]
    TooManyMoves,
    /// The tag `Variant`.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// The tag `Rules`.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The tag `FEN`.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// `SetUp` says that there is a FEN, but there is none.
    #[error("[SetUp \"1\"] without [FEN]")]
    NoFen,
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
}

impl PgnGame {
    /// The tags that follow from a game at hand.
    const OWN_TAGS: [&str; 4] = ["Variant", "Rules", "SetUp", "FEN"];

    /// The text of a game as it was played so far, with the seven tags of which nothing is known.
    /// If it is over, `Termination` is `normal`, and the reason stands in the last comment;
    /// otherwise it is `unterminated`.
    pub fn of(game: &AnyPosition) -> Self {
        let mut text = Self::default();
        for (name, unknown) in write::ROSTER {
            text.set_tag(name, unknown);
        }
        text.adopt(game);
        let bare = |text| PgnMove { text, ..PgnMove::default() };
        text.moves = game.move_texts().into_iter().map(bare).collect();
        let outcome = game.outcome();
        text.result = outcome.map(GameResult::from).unwrap_or_default();
        text.set_tag("Termination", if outcome.is_some() { "normal" } else { "unterminated" });
        if let (Some(outcome), Some(last)) = (outcome, text.moves.last_mut()) {
            last.comment.text = outcome.reason.text().to_owned();
        }
        text
    }

    /// The value of a tag, if there is one of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }

    /// Gives a tag a value, whether there was one of this name or not. Characters that a name
    /// cannot have are left out, and `Result` and `PlyCount` are nothing to be said here.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let name: String = name.chars().filter(|&c| write::is_name(c)).collect();
        if name.is_empty() || name == "Result" || name == "PlyCount" {
            return;
        }
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name, value }),
        }
        self.tags.sort_by_key(|tag| write::place(&tag.name));
    }

    /// The position after all moves, under the rules of the tags.
    ///
    /// # Errors
    /// Variant, rules, FEN or a move are not possible; in what [`read()`] returned they are.
    pub fn open(&self) -> Result<AnyPosition, PgnProblem> {
        let variant = self.tag("Variant").unwrap_or(AnyPosition::DEFAULT_VARIANT);
        let rules = self.tag("Rules").unwrap_or_default();
        let mut position =
            AnyPosition::with_rules(variant, rules).map_err(|error| match error {
                VariantError::Name(error) => PgnProblem::Variant(error),
                VariantError::Rules(error) => PgnProblem::Rules(error),
            })?;
        let spec = PositionSpec {
            fen: self.tag("FEN").map(str::to_owned),
            moves: self.moves.iter().map(|mv| mv.text.clone()).collect(),
        };
        spec.set_up(&mut position)?;
        Ok(position)
    }

    /// Sets the tags that follow from a game.
    fn adopt(&mut self, game: &AnyPosition) {
        self.tags.retain(|tag| !Self::OWN_TAGS.contains(&tag.name.as_str()));
        self.set_tag("Variant", game.variant());
        let switches = overriding_switches(game);
        if !switches.is_empty() {
            self.set_tag("Rules", switches);
        }
        if !game.is_from_default_start() {
            self.set_tag("SetUp", "1");
            self.set_tag("FEN", game.first().fen());
        }
    }
}

/// The switches in which the rules of a game differ from the rule set that they are named after.
fn overriding_switches(game: &AnyPosition) -> String {
    let usual = AnyPosition::new(game.variant()).map(|usual| usual.rules()).unwrap_or_default();
    let rules = game.rules();
    let is_usual = |pair: &&str| usual.split(',').any(|other| other == *pair);
    let own: Vec<&str> = rules.split(',').filter(|pair| !is_usual(pair)).collect();
    own.join(",")
}

/// The day of a time as the tag `Date` writes it, in universal time: `2024.02.29`.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_164_800);
/// assert_eq!(baroque_protocol::pgn::date(time), "2024.02.29");
/// ```
pub fn date(time: SystemTime) -> String {
    let date = OffsetDateTime::from(time).date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_the_rule_set_is_written() {
        let mut game = AnyPosition::new("Ultima").unwrap();
        assert_eq!(PgnGame::of(&game).tag("Rules"), None);
        game.set_rules("suicide=off,movelimit=7,leap=multi").unwrap();
        let text = PgnGame::of(&game);
        assert_eq!(text.tag("Rules"), Some("suicide=off,movelimit=7"));
        assert_eq!(text.tag("Variant"), Some("baroque"));
        assert_eq!(text.tag("FEN"), None);
        game.set_start("e1a1d8h8").unwrap();
        let text = PgnGame::of(&game);
        assert_eq!((text.tag("SetUp"), text.tag("FEN")), (Some("1"), Some(&*game.fen())));
        assert_eq!(text.open().unwrap().history(), game.history());
    }

    #[test]
    fn tags_keep_their_order_and_their_names_are_names() {
        let mut text = PgnGame::default();
        for name in ["Zeta", "FEN", "Alpha", "White", "Event", "no name", "Result", "", "é"] {
            text.set_tag(name, name);
        }
        text.set_tag("White", "again");
        let names: Vec<&str> = text.tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["Event", "White", "FEN", "Zeta", "Alpha", "noname"]);
        assert_eq!(text.tag("White"), Some("again"));
    }
}
