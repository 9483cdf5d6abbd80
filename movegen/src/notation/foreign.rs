//! Move text in the records of other programs, rewritten in the forms that [`matching`](super::matching)
//! knows.
//!
//! Typographic dashes and colons, figurines, invisible characters; pieces by name or apart from their
//! squares, as Zillions (`Pawn e2 - e4`) and Game Courier (`P e2-e4`) write them; Game Courier's empty
//! space, `@-d4` for a piece that leaves the board and `; @-d4` for a victim, and its drops, `L*a9`;
//! Jocly's number of victims (`Xc2-c6*5`) and `(suicide)`.

use super::matching::{MAX_TEXT_LENGTH, matching_moves};
use crate::{Game, Geometry, Move, Position};

/// Figurines, White's and Black's, and the pieces that they stand for in Baroque.
const FIGURINES: [([char; 2], &str); 6] = [
    (['♔', '♚'], "king"),
    (['♕', '♛'], "withdrawer"),
    (['♖', '♜'], "coordinator"),
    (['♗', '♝'], "chameleon"),
    (['♘', '♞'], "long-leaper"),
    (['♙', '♟'], "pawn"),
];

/// A text in the notation of another program.
pub(super) struct Foreign {
    /// The same move in this program's notation.
    pub(super) text: String,
    /// The number of victims, with or without one on the destination square.
    count: Option<u32>,
    /// Whether it says that the piece leaves the board.
    is_suicide: bool,
}

impl Foreign {
    /// Rewrites a text; `None` if it is not in the notation of another program.
    pub(super) fn new<G: Game>(position: &Position<G>, text: &str) -> Option<Self> {
        if text.len() > MAX_TEXT_LENGTH {
            return None;
        }
        let plain: String = text.chars().filter_map(plain).collect();
        let plain = plain.trim();
        let suicide = plain.strip_suffix("(suicide)");
        let (moved, count) = split_count(suicide.unwrap_or(plain));
        let mut components = moved.split(';').map(str::trim);
        let first = components.next()?;
        let mut rewritten = match first.strip_prefix("@-") {
            Some(square) => format!("{square}@"),
            None => joined(position, first)?,
        };
        for component in components {
            rewritten += &format!("x{}", component.strip_prefix("@-")?);
        }
        (rewritten != text).then_some(Self {
            text: rewritten,
            count,
            is_suicide: suicide.is_some(),
        })
    }

    /// The legal moves that match it.
    pub(super) fn matching_moves<G: Game>(
        &self,
        position: &Position<G>,
        moves: &[Move],
    ) -> Vec<Move> {
        let mut matching =
            matching_moves(position, moves, self.text.trim_end_matches(['+', '#', '=']));
        matching.retain(|&mv| {
            let victims = position.victims(mv);
            let others = victims.len() - u32::from(victims.has(mv.to()));
            let fits = |count| count == victims.len() || count == others;
            self.count.is_none_or(fits) && mv.is_suicide() >= self.is_suicide
        });
        matching
    }
}

/// A character in plain type; `None` if it is invisible.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        ':' | '×' => Some('x'),
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => None,
        c => Some(c),
    }
}

/// Splits off Jocly's number of victims.
fn split_count(text: &str) -> (&str, Option<u32>) {
    let split = text.rsplit_once('*').and_then(|(mv, count)| Some((mv, Some(count.parse().ok()?))));
    split.unwrap_or((text, None))
}

/// A move without blanks, its piece as a letter.
fn joined<G: Game>(position: &Position<G>, text: &str) -> Option<String> {
    let (label, squares) = split_label(text);
    let mut joined = match label {
        "" => String::new(),
        label => letter(position, label)?.to_string(),
    };
    if let Some(square) = squares.strip_prefix('*').map(str::trim_start)
        && position.geometry().parse(square).is_some_and(|(_, rest)| rest.is_empty())
    {
        return Some(joined + "@" + square);
    }
    let is_sign = |c: char| c.is_ascii_punctuation();
    let mut last = "-";
    for word in squares.split_whitespace() {
        // Otherwise they are several moves.
        let is_one =
            [last, word].contains(&"x") || last.ends_with(is_sign) || word.starts_with(is_sign);
        joined += is_one.then_some(word)?;
        last = word;
    }
    Some(joined)
}

/// Splits a piece in front of the squares, a figurine or words, from the rest.
fn split_label(text: &str) -> (&str, &str) {
    let is_figurine = |c: char| FIGURINES.iter().any(|(figurines, _)| figurines.contains(&c));
    let start = match text.find(|c: char| c.is_ascii_digit() || c == '*') {
        _ if text.starts_with(is_figurine) => text.chars().next().map_or(0, char::len_utf8),
        Some(digit) if text[digit..].starts_with('*') => digit,
        Some(digit) => text[..digit].rfind(char::is_whitespace).unwrap_or(0),
        None => 0,
    };
    let (label, squares) = text.split_at(start);
    (label.trim(), squares.trim())
}

/// The letter of a piece that is given by its letter, by a figurine or by its name.
fn letter<G: Game>(position: &Position<G>, label: &str) -> Option<char> {
    let pieces = position.pieces();
    if let Ok(letter) = label.parse::<char>()
        && let Some(piece) = pieces.piece(letter)
    {
        return Some(pieces.info(piece.kind).letter);
    }
    let figurine = |(figurines, _): &&([char; 2], &str)| label.starts_with(*figurines);
    let name = FIGURINES.iter().find(figurine).map_or(label, |(_, name)| name);
    let whole = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
    let last_word = |name: &str| name.rsplit([' ', '-', '_']).next().map(str::to_lowercase);
    let of_kind = |kind| pieces.info(kind);
    let mut like_it =
        pieces.kinds().map(of_kind).filter(|info| last_word(info.name) == last_word(name));
    let same = pieces.kinds().map(of_kind).find(|info| whole(info.name) == whole(name));
    let only = like_it.next().filter(|_| like_it.next().is_none());
    same.or(only).map(|info| info.letter)
}
