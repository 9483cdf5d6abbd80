//! Games with their tags and annotations.

use std::fmt;
use std::time::SystemTime;

use baroque_games::Games;
use baroque_movegen::{AnyGame, Color, Outcome};
use time::OffsetDateTime;

use super::comment::Comment;
use super::tags::{DEFINITION, DERIVED, ROSTER, canonical, is_name, is_position_tag, rank};
use crate::game_spec::{GameSpec, OpenError, overriding_switches};

/// A PGN game. `Result` and `PlyCount` are not among the tags: they are [`Self::result`] and the
/// number of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tags; [`Self::set_tag`] keeps them in the order in which they are written.
    pub tags: Vec<Tag>,
    /// The comment before the first move.
    pub comment: String,
    /// The moves, all legal if [`read`](super::read()) or [`PgnGame::of`] made the game.
    pub moves: Vec<PgnMove>,
    /// The result; `*` while the game is unfinished.
    pub result: GameResult,
}

/// A tag pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name: ASCII letters, digits and `_`.
    pub name: String,
    /// The value without escapes.
    pub value: String,
}

/// Annotations that belong to no move: glyphs and a comment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// Numeric annotation glyphs, such as 142, better is.
    pub nags: Vec<u8>,
    /// The comment.
    pub comment: Comment,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnMove {
    /// The move, as readable text if [`read`](super::read()) or [`PgnGame::of`] made the game.
    pub text: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// The comment after the move.
    pub comment: Comment,
    /// Whether the same side makes the next move too, as it may while pieces are placed.
    pub moves_again: bool,
    /// Other lines from the position before the move, in the order of the file.
    pub variations: Vec<Vec<PgnMove>>,
    /// What stands before this move if it is the first one of a variation: `({or} 1. d4)`.
    pub before: Remark,
    /// What stands after the variation that begins with this move: `(1. d4) {or}`.
    pub after: Remark,
}

impl PgnMove {
    /// The annotations where variations are left out: with those after its variations.
    pub fn remark(&self) -> Remark {
        let mut remark = Remark { nags: self.nags.clone(), comment: self.comment.clone() };
        for first in self.variations.iter().filter_map(|line| line.first()) {
            remark.nags.extend(&first.after.nags);
            remark.comment.add(&first.after.comment.to_string());
        }
        remark
    }
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
    /// `*`: unfinished, aborted or unknown.
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

    /// Parses a result; `½-½` and `1/2` are draws too, and the dash may be a long one.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "1–0" => Self::WhiteWins,
            "0-1" | "0–1" => Self::BlackWins,
            "1/2-1/2" | "1/2–1/2" | "1/2" | "½-½" | "½–½" => Self::Draw,
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

impl PgnGame {
    /// The game played so far, with a tag roster of unknown values. If the game is over,
    /// `Termination` is `normal` and the last comment gives the reason; otherwise it is
    /// `unterminated`.
    pub fn of(game: &AnyGame) -> Self {
        let mut pgn = Self::default();
        for (name, unknown) in ROSTER {
            pgn.set_tag(name, unknown);
        }
        pgn.set_position_tags(game);
        let sides = game.move_sides();
        let next = sides.iter().copied().skip(1).chain([game.side()]);
        let moves = game.move_texts().into_iter().zip(sides.iter().zip(next));
        let bare = |(text, (&side, next))| PgnMove {
            text,
            moves_again: next == side,
            ..PgnMove::default()
        };
        pgn.moves = moves.map(bare).collect();
        let outcome = game.outcome();
        pgn.result = outcome.map(GameResult::from).unwrap_or_default();
        pgn.set_tag("Termination", if outcome.is_some() { "normal" } else { "unterminated" });
        if let (Some(outcome), Some(last)) = (outcome, pgn.moves.last_mut()) {
            last.comment.text = outcome.reason.text().to_owned();
        }
        pgn
    }

    /// The value of the tag of this name. Names of the roster and of rules, position, clock and result
    /// are the same in large and small letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let name = canonical(name);
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }

    /// Adds or replaces a tag. Characters that a name cannot contain are removed. Returns false, and changes
    /// nothing, if no character is left, and for the names `Result` and `PlyCount`.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) -> bool {
        let name: String = name.chars().filter(|&c| is_name(c)).collect();
        let name = canonical(&name);
        if name.is_empty() || DERIVED.contains(&name) {
            return false;
        }
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => {
                let place = self.tags.partition_point(|tag| rank(&tag.name) <= rank(name));
                self.tags.insert(place, Tag { name: name.to_owned(), value });
            }
        }
        true
    }

    /// Plays the game under the rules of its tags and returns the last position.
    ///
    /// # Errors
    /// The variant, its definition, the rules, the FEN or a move is invalid; never in a game that
    /// [`read`](super::read()) returned.
    pub fn open(&self, games: &Games) -> Result<AnyGame, OpenError> {
        let moves = self.moves.iter().map(|mv| mv.text.clone()).collect();
        GameSpec { moves, ..self.first() }.open(games)
    }

    /// The game before its first move, by its tags.
    pub(super) fn first(&self) -> GameSpec {
        let text = |name: &str| self.tag(name).map(str::to_owned);
        let name = self.tag("Variant").map_or(AnyGame::DEFAULT_VARIANT, str::trim);
        GameSpec {
            definition: self.tag(DEFINITION).map(|hash| hash.trim().to_owned()),
            fen: text("FEN"),
            ..GameSpec::new(name, self.tag("Rules").unwrap_or_default())
        }
    }

    /// Sets the tags of variant, rules and first position.
    pub(super) fn set_position_tags(&mut self, game: &AnyGame) {
        self.tags.retain(|tag| !is_position_tag(&tag.name));
        self.set_tag("Variant", game.variant());
        if let Some(hash) = game.definition() {
            self.set_tag(DEFINITION, hash);
        }
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

/// The UTC date in the form of the tag `Date`: `2024.02.29`.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_164_800);
/// assert_eq!(baroque_formats::pgn::date(time), "2024.02.29");
/// ```
pub fn date(time: SystemTime) -> String {
    let date = OffsetDateTime::from(time).date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_switches_that_differ_from_the_rule_set_are_written() {
        let mut game = AnyGame::new("Ultima").unwrap();
        assert_eq!(PgnGame::of(&game).tag("Rules"), None);
        game.set_rules("suicide=off,movelimit=7,leap=multi").unwrap();
        let text = PgnGame::of(&game);
        assert_eq!(text.tag("Rules"), Some("suicide=off,movelimit=7"));
        assert_eq!(text.tag("Variant"), Some("baroque"));
        assert_eq!(text.tag("FEN"), None);
        game.set_start("e1a1d8h8").unwrap();
        let text = PgnGame::of(&game);
        assert_eq!((text.tag("SetUp"), text.tag("FEN")), (Some("1"), Some(&*game.fen())));
        assert_eq!(text.open(&Games::default()).unwrap().history(), game.history());
    }

    #[test]
    fn tags_are_ordered_and_their_names_cleaned() {
        let mut text = PgnGame::default();
        for name in ["Zeta", "FEN", "Alpha", "White", "Event", "no name", "Result", "", "é"] {
            text.set_tag(name, name);
        }
        text.set_tag("White", "again");
        text.set_tag("wHITE", "again");
        text.set_tag("plycount", "3");
        let names: Vec<&str> = text.tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["Event", "White", "FEN", "Zeta", "Alpha", "noname"]);
        assert_eq!((text.tag("White"), text.tag("fen")), (Some("again"), Some("FEN")));
        assert_eq!(text.tag("zeta"), None);
    }
}
