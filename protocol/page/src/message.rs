//! The messages between a page and a session, the same over WebSocket and to a worker.
//!
//! Each message is one JSON object. The page sends [`Request`]s, each with a number, and every
//! [`Response`] has the number of the request that it answers. A request has one response, and a
//! search has any number of lines before it. Squares are names such as `e4`, moves are UCI text,
//! colours are `w` and `b`, and scores are for White.

use std::collections::BTreeMap;

use baroque_formats::GameSpec;
use baroque_formats::games::File;
use baroque_formats::json::JsonScore;
use baroque_formats::side::letter;
use baroque_movegen::Color;
use baroque_penultima::info::UmpiredInfo;
use baroque_penultima::settings::{Seed, TurnRule};
use serde::{Deserialize, Serialize};

/// A question of the page.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the page.
    pub id: u32,
    /// What it asks.
    pub ask: Ask,
}

/// What a page can ask. Sent as `{"id": 1, "ask": {"type": "catalog"}}`.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// All games, answered by [`Answer::Catalog`].
    Catalog {},
    /// A position with all that a board shows, answered by [`Answer::Position`].
    Position {
        /// The game up to the position.
        game: GameSpec,
    },
    /// Why there is no legal move from one square to another, answered by [`Answer::Reasons`] with one
    /// reason.
    Why {
        /// The game up to the position.
        game: GameSpec,
        /// Square of the piece.
        from: String,
        /// Square it cannot go to.
        to: String,
    },
    /// What could capture the piece on a square, why it cannot flee, and what freezes or holds it, answered by
    /// [`Answer::Reasons`]; with none if there is no piece.
    Piece {
        /// The game up to the position.
        game: GameSpec,
        /// Its square.
        square: String,
    },
    /// A small position in which a kind of piece does what it is there for, answered by [`Answer::Example`].
    Example {
        /// A game without moves.
        game: GameSpec,
        /// The capital letter of the kind.
        letter: char,
    },
    /// A move, square, piece letter or piece name in words, answered by [`Answer::Text`].
    Explain {
        /// The game up to the position.
        game: GameSpec,
        /// What to explain.
        text: String,
    },
    /// The best moves of a position, answered by any number of [`Answer::Line`], then by
    /// [`Answer::Best`]. It ends the search that is running.
    Search {
        /// The game up to the position.
        game: GameSpec,
        /// When the search ends.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        limits: SearchLimits,
        /// Number of best lines, 1 to 8.
        #[serde(default = "one")]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        lines: usize,
        /// Playing strength from 1 to 8; missing: full strength.
        level: Option<u8>,
        /// Seed of the play of a level.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        seed: u64,
    },
    /// Ends the running search, if there is one; answered by [`Answer::Done`].
    Stop {},
    /// Settings of the engine, bounded by what the session allows; answered by [`Answer::Engine`].
    Engine {
        /// MiB of the transposition table.
        hash: Option<usize>,
        /// Search threads.
        threads: Option<usize>,
    },
    /// Judges the moves of a game by what searches of its positions found, answered by
    /// [`Answer::Judgements`].
    Judge {
        /// The whole game.
        game: GameSpec,
        /// Of each position, one more than there are moves; none at the end of the game.
        found: Vec<Option<Found>>,
    },
    /// Reads games in PGN, answered by [`Answer::Games`].
    ReadPgn {
        /// The text of the file, or of a part of it.
        text: String,
        /// Lines of the file before this part.
        #[serde(default)]
        before: usize,
    },
    /// Writes a game as PGN, answered by [`Answer::Text`].
    WritePgn {
        /// The game.
        game: GameTree,
    },
    /// Reads a file that describes games, or that of a study, answered by [`Answer::Defined`].
    Define {
        /// The file's name, for errors.
        name: String,
        /// Its text in TOML, or in JSON that of a study.
        text: String,
    },
    /// The report of a study, answered by [`Answer::Report`].
    Report {
        /// A game without moves.
        game: GameSpec,
    },
    /// The rules of all games, answered by [`Answer::Document`].
    Rules {},
    /// Reads Markdown, answered by [`Answer::Document`].
    Read {
        /// The text.
        text: String,
        /// The rule set of its boards.
        variant: String,
    },
    /// The tutorial of a rule set, answered by [`Answer::Lessons`].
    Lessons {
        /// A game without moves.
        game: GameSpec,
    },
    /// Positions with one winning move, answered by [`Answer::Puzzles`].
    Puzzles {
        /// A game without moves.
        game: GameSpec,
        /// The text of a pool of puzzles (EPD), to be added to those that the session knows.
        pool: Option<String>,
    },
    /// A game of Penultima against the guesser, answered by [`Answer::Penultima`].
    Penultima {
        /// The game up to the last try.
        game: PenultimaSpec,
        /// Whether the person gives it up.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        is_over: bool,
    },
    /// The guesser's next try, answered by [`Answer::Guess`].
    Guess {
        /// The game up to the last try; it is the guesser's turn.
        game: PenultimaSpec,
    },
}

fn one() -> usize {
    1
}

/// A game of Penultima in which a person plays against the guesser.
#[derive(Clone, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct PenultimaSpec {
    /// The seed of the rules: a number less than 2⁶⁴ as text.
    pub seed: Seed,
    /// What an illegal try costs.
    pub illegal: TurnRule,
    /// The side of the person.
    #[serde(with = "letter")]
    #[cfg_attr(test, ts(type = "'w' | 'b'"))]
    pub human: Color,
    /// The file with the table, if that is the page's own.
    pub file: Option<File>,
    /// What both sides tried: `e2e4` or `invoke e2 e5`.
    pub tries: Vec<String>,
}

/// When a search ends: at the first limit reached. Without any it is infinite, which means as long
/// as the session allows.
#[derive(Clone, Default, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct SearchLimits {
    /// Milliseconds.
    pub time: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// The clocks of a game.
    pub clock: Option<Clock>,
}

/// What a search of a position found.
#[derive(Clone, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Centipawns or moves to mate, for White.
    #[cfg_attr(test, ts(type = "{ cp: number } | { mate: number }"))]
    pub score: JsonScore,
    /// The best move.
    pub best: String,
}

/// Clocks of both sides in milliseconds.
#[derive(Clone, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// White's time.
    pub w: u64,
    /// Black's time.
    pub b: u64,
    /// What each move adds.
    pub increment: u64,
}

/// An answer to the page: `{"id": 1, "answer": {"type": "done"}}`.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Response {
    /// The number of the request; 0 if it could not be read.
    pub id: u32,
    /// What the session says.
    pub answer: Answer,
}

/// What a session answers.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// All games.
    Catalog {
        /// The program's version.
        version: &'static str,
        /// The games in the order of the menu.
        games: Vec<GameInfo>,
        /// Number of levels; the last is full strength.
        levels: u8,
        /// What the engine may be set to.
        engine: EngineBounds,
        /// Whether rooms can be made where the page comes from.
        has_rooms: bool,
    },
    /// A position.
    Position(Box<PositionInfo>),
    /// Words for people, perhaps several lines.
    Text {
        /// The words.
        text: String,
    },
    /// A line of the search.
    Line(LineInfo),
    /// The end of the search.
    Best {
        /// The best move; none if the game is over.
        best: Option<String>,
    },
    /// Nothing else to say.
    Done {},
    /// The settings of the engine.
    Engine {
        /// MiB of the transposition table.
        hash: usize,
        /// Search threads.
        threads: usize,
    },
    /// Judgements of moves.
    Judgements {
        /// One for each move of the game.
        moves: Vec<JudgedMove>,
    },
    /// Games that were read.
    Games {
        /// In the order of the file.
        games: Vec<GameTree>,
        /// What was left out or is not certain, a line each, of the first problems.
        warnings: Vec<String>,
    },
    /// What a game is like.
    Report {
        /// A page from outside, which is to be shown without its scripts.
        html: String,
    },
    /// Games that a file describes.
    Defined {
        /// In the order of the file.
        games: Vec<GameInfo>,
    },
    /// A text with headings, lists, tables and boards.
    Document {
        /// From top to bottom.
        blocks: Vec<Block>,
    },
    /// A tutorial.
    Lessons {
        /// In order.
        lessons: Vec<LessonInfo>,
    },
    /// Puzzles.
    Puzzles {
        /// In order.
        puzzles: Vec<PuzzleInfo>,
    },
    /// An example, if there is one.
    Example {
        /// The position.
        fen: Option<String>,
        /// A move in it, as UCI text.
        uci: Option<String>,
    },
    /// Why something is so.
    Reasons {
        /// In the order in which they are told.
        reasons: Vec<ReasonInfo>,
    },
    /// A game of Penultima.
    Penultima {
        /// What everybody sees of it.
        game: Box<UmpiredInfo>,
        /// How it ended, if it is over.
        end: Option<EndInfo>,
    },
    /// A try of the guesser.
    Guess {
        /// The try; none if there is nothing to try.
        text: Option<String>,
    },
    /// The request failed and changed nothing.
    Error(Refusal),
}

/// Why something is so, with what a board shows of it.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReasonInfo {
    /// What is explained.
    pub about: Explained,
    /// A sentence without a full stop.
    pub text: String,
    /// The captures that explain it; after a move that is not legal, in the position that it would lead to.
    pub threats: Vec<ThreatInfo>,
    /// The squares that it is about: of the pieces that freeze, the one to which a king cannot flee.
    pub squares: Vec<String>,
}

/// What a reason explains.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Explained {
    /// Why a move is not legal.
    Move,
    /// How a piece could be captured.
    Attack,
    /// Why a mated king cannot flee to a square.
    Flight,
    /// Why a piece is frozen.
    Frozen,
    /// Why a piece cannot move.
    Stuck,
}

/// A capture that a side could make if it were to move.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThreatInfo {
    /// Who could capture.
    pub side: Side,
    /// The square of the piece that would move.
    pub by: String,
    /// The square where its way bends.
    pub via: Option<String>,
    /// Where it would go; its own square if it stays there.
    pub to: String,
    /// The square of the victim.
    pub victim: String,
    /// The squares of other pieces that help.
    pub helpers: Vec<String>,
    /// How, in a sentence without a full stop.
    pub text: String,
}

/// Why a request fails.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusal {
    /// In one line or, for files, a line each.
    pub message: String,
    /// The index in [`GameSpec::moves`] of the move that is illegal, if that is why.
    pub illegal_move: Option<usize>,
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(message: T) -> Self {
        Self { message: message.into(), illegal_move: None }
    }
}

/// Bounds of the engine's settings.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineBounds {
    /// Most MiB of the transposition table.
    pub hash: usize,
    /// Most threads.
    pub threads: usize,
    /// Longest search in milliseconds.
    pub time: u64,
}

/// A rule set that can be played.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// Name, as in [`GameSpec::variant`].
    pub variant: String,
    /// What people call it.
    pub title: String,
    /// Hash of the definition of a described game.
    pub definition: Option<String>,
    /// The game of a family of rule sets: `baroque` for all of Baroque's.
    pub family: String,
    /// The rules apart from those of the pieces, in sentences.
    pub sentences: Vec<String>,
    /// The kinds of pieces.
    pub kinds: Vec<KindInfo>,
    /// The rule switches.
    pub switches: Vec<SwitchInfo>,
    /// Start positions, the default first.
    pub starts: Vec<StartInfo>,
    /// Whether it has lessons.
    pub has_lessons: bool,
    /// Whether it has puzzles.
    pub has_puzzles: bool,
    /// Whether there is a pool of puzzles at `puzzles/VARIANT.epd.gz`.
    pub has_pool: bool,
    /// The rule switches of the game that was studied, if there is a study; empty for the rule set itself.
    pub study: Option<String>,
}

/// A kind of pieces.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KindInfo {
    /// Capital letter of FEN.
    pub letter: char,
    /// Name in lower case.
    pub name: String,
    /// Whether it is royal.
    pub is_royal: bool,
    /// What it does, in phrases.
    pub does: Vec<String>,
}

/// A rule switch.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwitchInfo {
    /// Its key.
    pub key: String,
    /// Its values; empty if it is a number.
    pub values: Vec<ValueInfo>,
    /// Its value in this rule set.
    pub value: String,
    /// What it is about.
    pub about: String,
}

/// A value of a rule switch.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ValueInfo {
    /// Its name.
    pub name: String,
    /// What it means: what the switch is about goes on with it.
    pub text: String,
}

/// A start position.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StartInfo {
    /// Its name.
    pub name: String,
    /// The name in words.
    pub text: String,
    /// Its FEN.
    pub fen: String,
}

/// A position, and all that can be done there.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionInfo {
    /// Its FEN.
    pub fen: String,
    /// The FEN of the first position of the game.
    pub first_fen: String,
    /// The rule switches that override the rule set.
    pub rules: String,
    /// The letters of the files from the left, seen by White.
    pub files: String,
    /// The number of the lowest rank.
    pub lowest_rank: usize,
    /// The ranks from the lowest up, each from the first file: null where there is no square, a
    /// letter for a piece (capital for White), another character for an empty square.
    pub ranks: Vec<Vec<Option<char>>>,
    /// The squares that diagrams mark, each with its sign: `:` for Rococo's ring, `_` for a palace.
    pub marks: BTreeMap<String, char>,
    /// The squares of frozen pieces.
    pub frozen: Vec<String>,
    /// The letters of pieces in hand; null in games without hands.
    pub hands: Option<Hands>,
    /// The two squares that must not be swapped now.
    pub swap_ban: Option<[String; 2]>,
    /// Side to move.
    pub side: Side,
    /// Whether the side to move puts pieces on the board first.
    pub is_placing: bool,
    /// Whether the king of the side to move is attacked.
    pub in_check: bool,
    /// Squares of the attacked royal pieces of the side to move, also in games without check.
    pub checked: Vec<String>,
    /// Full move number.
    pub number: u16,
    /// How the game ended.
    pub end: Option<EndInfo>,
    /// What each side could capture if it were to move.
    pub threats: Vec<ThreatInfo>,
    /// The legal moves; none if the game is over.
    pub moves: Vec<MoveInfo>,
    /// The moves that were played.
    pub history: Vec<PlayedMove>,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Side {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
}

/// Pieces in hand: capital letters, one for each piece.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hands {
    /// White's.
    pub w: String,
    /// Black's.
    pub b: String,
}

/// The end of a game.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndInfo {
    /// Null for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: String,
}

/// A legal move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveInfo {
    /// UCI text, which names it.
    pub uci: String,
    /// Readable text: `Wg6-f5xh7`.
    pub text: String,
    /// The square it starts from; null for a drop.
    pub from: Option<String>,
    /// Where it ends: the start itself for suicide and explosion.
    pub to: String,
    /// The letter of the piece that is dropped.
    pub drop: Option<char>,
    /// Squares that lose their piece, the mover's own apart.
    pub victims: Vec<String>,
    /// Whether the piece that moves leaves the board: by suicide, explosion or mutual destruction.
    pub is_mover_lost: bool,
    /// What it does, in phrases: `captures the pawn on h7`.
    pub effects: Vec<String>,
    /// Whether several moves have its start and its destination, so that the player must choose.
    pub is_ambiguous: bool,
}

/// A move that was played.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// UCI text.
    pub uci: String,
    /// Readable text.
    pub text: String,
    /// Full move number.
    pub number: u16,
    /// Who played it.
    pub side: Side,
    /// Start; null for a drop.
    pub from: Option<String>,
    /// Destination.
    pub to: String,
    /// Pieces that it removed: square and letter.
    pub removed: Vec<(String, char)>,
    /// What it did, in phrases.
    pub effects: Vec<String>,
}

/// A line of a search.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineInfo {
    /// Rank among the best lines, from 1.
    pub rank: usize,
    /// Plies.
    pub depth: u32,
    /// The greatest depth reached.
    pub seldepth: u32,
    /// Centipawns or moves to mate, for White.
    #[cfg_attr(test, ts(type = "{ cp: number } | { mate: number }"))]
    pub score: JsonScore,
    /// Whether the true score may be `higher` or `lower`.
    #[cfg_attr(test, ts(type = "'higher' | 'lower' | null"))]
    pub bound: Option<&'static str>,
    /// White's expected score, from 0 to 1.
    pub expected: f64,
    /// Nodes of the search.
    pub nodes: u64,
    /// Milliseconds of the search.
    pub time: u64,
    /// The moves as UCI text and as readable text.
    pub pv: Vec<(String, String)>,
}

/// What a move lost.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedMove {
    /// Expected score that it lost, from 0 to 1; 0 for the best move.
    pub loss: f64,
    /// The numeric annotation glyph of an inaccuracy, a mistake or a blunder.
    pub nag: Option<u8>,
}

/// A game with variations.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameTree {
    /// Name of the rule set.
    pub variant: String,
    /// Hash of a described game.
    #[serde(default)]
    pub definition: Option<String>,
    /// Switches that override the rule set.
    #[serde(default)]
    pub rules: String,
    /// FEN of the first position; null for the start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Other tags: players, date, result and so on.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// The comment before the first move.
    #[serde(default)]
    pub comment: String,
    /// The moves.
    pub moves: Vec<TreeMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of a game with variations.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeMove {
    /// UCI text when read; any notation when written.
    pub uci: String,
    /// Readable text; ignored when written.
    #[serde(default)]
    pub text: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[serde(default)]
    pub nags: Vec<u8>,
    /// The comment after it.
    #[serde(default)]
    pub comment: String,
    /// Other lines from the position before this move.
    #[serde(default)]
    pub variations: Vec<Vec<TreeMove>>,
    /// What stands before this move if it is the first one of a variation.
    #[serde(default)]
    pub before: TreeRemark,
    /// What stands after the variation that begins with this move.
    #[serde(default)]
    pub after: TreeRemark,
}

/// Annotations that belong to no move.
#[derive(Serialize, Deserialize, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeRemark {
    /// Numeric annotation glyphs.
    #[serde(default)]
    pub nags: Vec<u8>,
    /// The comment.
    #[serde(default)]
    pub comment: String,
}

/// A block of a text.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A heading of a level from 1.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The fragment of links to it.
        anchor: String,
        /// Its text.
        text: Vec<Span>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: Vec<Span>,
    },
    /// A list; each item is a text of its own.
    List {
        /// Whether it is numbered.
        ordered: bool,
        /// From the first.
        items: Vec<Vec<Block>>,
    },
    /// A table; the first row is the head.
    Table {
        /// Rows of cells.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// Lines of code.
    Code {
        /// The lines.
        text: String,
    },
    /// A board with moves that can be tried.
    Board {
        /// The position.
        game: BoardSpec,
    },
    /// A picture.
    Picture {
        /// Its address, relative to that of the text.
        address: String,
        /// What it shows.
        text: String,
    },
}

/// A position that a text shows.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardSpec {
    /// Rule set.
    pub variant: String,
    /// Switches that override it.
    pub rules: String,
    /// Position.
    pub fen: String,
}

/// Text in one style.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Span {
    /// The text.
    pub text: String,
    /// `strong`, `emphasis`, `code`, or the address of a link.
    pub style: Option<String>,
}

/// A lesson of a tutorial.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonInfo {
    /// What it is about.
    pub title: &'static str,
    /// The rule.
    pub text: &'static str,
    /// The position.
    pub fen: String,
    /// What to do there.
    pub task: &'static str,
    /// The moves that do it, as UCI text.
    pub accepted: Vec<String>,
    /// The one that the tutorial shows.
    pub solution: String,
}

/// A position with one winning move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleInfo {
    /// Its name.
    pub name: String,
    /// The rule set.
    pub variant: String,
    /// Hash of the definition of a described game.
    pub definition: Option<String>,
    /// Switches that override the rule set.
    pub rules: String,
    /// The position.
    pub fen: String,
    /// The moves within which it wins.
    pub moves: u32,
    /// The winning moves as UCI text.
    pub solutions: Vec<String>,
    /// What happens in it, if that is known.
    pub themes: Vec<String>,
    /// 1 easy, 2 medium, 3 hard, if that is known.
    pub difficulty: Option<u8>,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use baroque_formats::types::Declarations;

    use super::*;

    /// With `WRITE_TYPES=1` it writes the file anew.
    #[test]
    fn the_types_of_the_page_are_those_of_the_messages() {
        let mut all = Declarations::default();
        all.add::<Request>();
        all.add::<Response>();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/message.d.ts");
        all.check("Message", env!("CARGO_PKG_NAME"), &path);
    }
}
