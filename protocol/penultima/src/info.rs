//! What those who play and those who watch see of a game.

use baroque_formats::side::letter;
use baroque_movegen::{BoardView, Color, CustomGame, PieceKind, Position, describe_kind};
use serde::Serialize;

use crate::game::UmpiredGame;
use crate::log;
use crate::public::Announced;
use crate::settings::TurnRule;
use crate::tried::Tried;

/// What everybody sees of a game. Its rules are in it only when it is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct UmpiredInfo {
    /// The name of the game from whose table the rules were drawn.
    pub table: String,
    /// What can be drawn, in sentences.
    pub sentences: Vec<String>,
    /// What an illegal try costs.
    pub illegal: TurnRule,
    /// What was announced of the kinds.
    pub kinds: Vec<Announced>,
    /// SHA-256 of the rules followed by the salt, in hexadecimal digits.
    pub hash: String,
    /// The letters of the files from the left, seen by White.
    pub files: String,
    /// The number of the lowest rank.
    pub lowest_rank: usize,
    /// FEN of the start.
    pub start: String,
    /// What was tried, with the answers.
    pub tries: Vec<Tried>,
    /// FEN of the position.
    pub fen: String,
    /// The side to move, `w` or `b`.
    #[serde(serialize_with = "letter::serialize")]
    #[cfg_attr(feature = "types", ts(type = "'w' | 'b'"))]
    pub side: Color,
    /// What the kinds do; null until the game is over.
    pub revealed: Option<Vec<Revealed>>,
    /// The log with rules and salt, which `baroque umpire verify` accepts; null until the game is over.
    pub log: Option<String>,
}

/// What a kind does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Revealed {
    /// Its letter.
    pub letter: char,
    /// Phrases about it, as those of known games.
    pub does: Vec<String>,
}

impl Revealed {
    fn all(position: &Position<CustomGame>) -> Vec<Self> {
        let of = |kind: PieceKind| Self {
            letter: position.pieces().info(kind).letter,
            does: describe_kind(position, kind),
        };
        position.pieces().kinds().map(of).collect()
    }
}

impl UmpiredInfo {
    /// What is seen of a game, which is over or goes on.
    pub fn new(game: &UmpiredGame, is_over: bool) -> Self {
        let (secret, position) = (game.secret(), game.position());
        let view = BoardView::of(position);
        Self {
            table: secret.table.clone(),
            sentences: secret.public.draw.sentences(),
            illegal: game.settings().illegal,
            kinds: secret.public.kinds.clone(),
            hash: secret.hash(),
            files: view.files.iter().collect(),
            lowest_rank: view.lowest_rank,
            start: secret.start.to_fen(),
            tries: game.tries().to_vec(),
            fen: position.to_fen(),
            side: position.side(),
            revealed: is_over.then(|| Revealed::all(&secret.start)),
            log: is_over.then(|| log::of(game)),
        }
    }
}
