//! Parsing the text of a move without a position, for explanations of illegal moves.

use super::PAWN;
use super::foreign::Foreign;
use super::parse::{MoveText, split_drop};
use crate::piece::Methods;
use crate::{Game, Geometry, PieceKind, Position, Square};

/// What a text denotes.
pub enum ParsedText {
    /// A move with a square that does not exist.
    NoSquare,
    /// More than one move.
    Several,
    /// A drop.
    Drop(PieceKind, Square),
    /// A move on the board.
    Move(ParsedMove),
}

/// A move on the board as given by a text.
pub struct ParsedMove {
    /// The kind that the text names; pawn in short forms without a letter.
    pub kind: Option<PieceKind>,
    /// The start, as far as the text gives it.
    pub origin: Origin,
    /// The destination square.
    pub to: Square,
    /// Squares between start and destination, where it stops or turns.
    pub stops: Vec<Square>,
    /// The victims that the text names.
    pub victims: Vec<Square>,
    /// The special effect that the text gives.
    pub suffix: Suffix,
}

/// The start of a move, as far as a text gives it.
#[derive(Clone, Copy)]
pub enum Origin {
    /// On a square.
    At(Square),
    /// Somewhere on a file, counted from zero.
    File(usize),
    /// Somewhere on a rank, counted from zero.
    Rank(usize),
    /// Not given.
    Anywhere,
}

/// The special effect that a text gives.
#[derive(Clone, Copy)]
pub enum Suffix {
    /// None.
    Plain,
    /// A letter, whose meaning depends on the piece: `s`, `x` and `b` may be effects or pieces.
    Letter(char),
    /// The letter of the kind that the piece promotes to or leaves behind.
    Piece(char),
}

/// The signs between two squares, longer ones first.
const SIGNS: [&str; 11] = ["<>", "<*", "*>", "*x", ">>", "!!", "-", "x", "<", ">", ","];

/// Parses a text; `None` if it does not have the form of a move.
pub fn parse_loose<G: Game>(position: &Position<G>, text: &str) -> Option<ParsedText> {
    let foreign = Foreign::new(position, text);
    let text = foreign.as_ref().map_or(text, |foreign| &foreign.text);
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words.as_slice() {
        [word] => parse_word(position, word),
        [first, second, ..] => parse_word(position, first)
            .and(parse_word(position, second))
            .map(|_| ParsedText::Several),
        [] => None,
    }
}

/// Parses a text without blanks.
fn parse_word<G: Game>(position: &Position<G>, text: &str) -> Option<ParsedText> {
    let text = text.trim_end_matches(['+', '#', '=']);
    if let Some((letter, place)) = split_drop(text)
        && let Ok(letter) = letter.parse()
    {
        let kind = position.pieces().piece(letter);
        let (to, _) = square(position, &place.to_ascii_lowercase())?;
        let drop = |to| kind.map_or(ParsedText::NoSquare, |piece| ParsedText::Drop(piece.kind, to));
        return kind.map(|_| to.map_or(ParsedText::NoSquare, drop));
    }
    let MoveText { kind, rest, .. } = MoveText::new(position, text);
    let Some((from, after)) = square(position, &rest) else {
        return short_form(position, kind, &rest);
    };
    let (steps, tail) = steps(position, after);
    let explodes = |from| {
        let kind = position.kind_at(from).map(|kind| position.pieces().info(kind));
        kind.is_some_and(|kind| kind.has(Methods::EXPLODE))
    };
    match from {
        Some(from) if after.starts_with(['@', '*']) && (steps.is_empty() || explodes(from)) => {
            Some(ParsedText::Move(ParsedMove::new(kind, Origin::At(from), from, Suffix::Plain)))
        }
        Some(_) if steps.is_empty() => short_form(position, kind, &rest),
        Some(from) => Some(long_form(kind, from, &steps, tail)),
        // A lower-case letter and a number alone are not a move.
        None => (kind.is_some() || !steps.is_empty()).then_some(ParsedText::NoSquare),
    }
}

impl ParsedMove {
    fn new(kind: Option<PieceKind>, origin: Origin, to: Square, suffix: Suffix) -> Self {
        Self { kind, origin, to, stops: Vec::new(), victims: Vec::new(), suffix }
    }
}

/// Parses a letter and a number at the start of a text: the square, if it exists, and the rest.
fn square<'a, G: Game>(position: &Position<G>, text: &'a str) -> Option<(Option<Square>, &'a str)> {
    if let Some((square, rest)) = position.geometry().parse(text) {
        return Some((Some(square), rest));
    }
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
    let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| (None, &rest[digits..]))
}

/// A sign, which may be empty, and the square after it.
type Step<'a> = (&'a str, Option<Square>);

/// All squares with the signs before them, and the rest of the text.
fn steps<'a, G: Game>(position: &Position<G>, mut text: &'a str) -> (Vec<Step<'static>>, &'a str) {
    let mut steps = Vec::new();
    // In Rococo `x` is a file too, so a square is tried before a sign.
    let signs = || std::iter::once("").chain(SIGNS);
    let step = |text| {
        let after =
            |sign: &'static str| Some((sign, square(position, str::strip_prefix(text, sign)?)?));
        signs().find_map(after)
    };
    while let Some((sign, (square, rest))) = step(text) {
        steps.push((sign, square));
        text = rest;
    }
    (steps, text)
}

/// A move with its start square. Steps that form a second move give [`ParsedText::Several`].
fn long_form(kind: Option<PieceKind>, from: Square, steps: &[Step], tail: &str) -> ParsedText {
    let (mut to, mut stops, mut victims) = (None, Vec::new(), Vec::new());
    let (mut suffix, mut last) = (Suffix::Plain, "");
    for &(sign, square) in steps {
        let Some(square) = square else {
            return ParsedText::NoSquare;
        };
        match (sign, to) {
            ("x" | ",", _) => victims.push(square),
            // The destination of the pushed piece.
            (">", Some(_)) => {}
            // The next leg, as in `d2d4,d4d6`, begins where the last one ended. XBoard adds a leg
            // without meaning to a suicide.
            ("", Some(end)) => {
                if last != "," || victims.pop() != Some(end) {
                    return ParsedText::Several;
                }
                if end != from {
                    stops.push(end);
                    to = Some(square);
                }
            }
            (_, end) => {
                stops.extend(end);
                to = Some(square);
            }
        }
        suffix = suffix_of_sign(sign).unwrap_or(suffix);
        last = sign;
    }
    // Without a destination square, the last victim is on it.
    let to = to.or_else(|| victims.pop()).unwrap_or(from);
    let suffix = suffix_of_tail(tail).unwrap_or(suffix);
    ParsedText::Move(ParsedMove { kind, origin: Origin::At(from), to, stops, victims, suffix })
}

/// A move without its start square; only pawn moves may lack the piece letter.
fn short_form<G: Game>(
    position: &Position<G>,
    kind: Option<PieceKind>,
    text: &str,
) -> Option<ParsedText> {
    let geometry = position.geometry();
    let files = &geometry.file_letters()[..geometry.files()];
    let file = text.chars().next().and_then(|letter| files.find(letter));
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let rank = text[..digits].parse::<usize>().ok();
    let rank = rank.and_then(|number| number.checked_sub(geometry.lowest_rank()));
    let rank = rank.filter(|&rank| rank < geometry.ranks());
    let starts = [
        Some((Origin::Anywhere, text)),
        file.map(|file| (Origin::File(file), &text[1..])),
        rank.map(|rank| (Origin::Rank(rank), &text[digits..])),
    ];
    starts.into_iter().flatten().find_map(|(start, rest)| {
        let (steps, tail) = steps(position, rest);
        let &[(sign, to)] = steps.as_slice() else {
            return None;
        };
        let Some(to) = to else {
            return kind.is_some().then_some(ParsedText::NoSquare);
        };
        let suffix = match tail {
            "" => suffix_of_sign(sign).unwrap_or(Suffix::Plain),
            tail => suffix_of_tail(tail)?,
        };
        let kind = kind.or(position.pieces().kind(PAWN));
        Some(ParsedText::Move(ParsedMove::new(kind, start, to, suffix)))
    })
}

/// The suffix letter that means the same as a sign between squares.
fn suffix_of_sign(sign: &str) -> Option<Suffix> {
    match sign {
        "<>" => Some(Suffix::Letter('s')),
        "<" => Some(Suffix::Letter('t')),
        "!!" => Some(Suffix::Letter('d')),
        "<*" => Some(Suffix::Letter('a')),
        "*>" => Some(Suffix::Letter('r')),
        "*x" => Some(Suffix::Letter('f')),
        ">>" => Some(Suffix::Letter('o')),
        _ => None,
    }
}

/// The suffix that follows the squares.
fn suffix_of_tail(tail: &str) -> Option<Suffix> {
    let signed = tail.strip_prefix(['=', '^']);
    let letter = signed.unwrap_or(tail).parse().ok().filter(char::is_ascii_alphabetic)?;
    Some(if signed.is_some() { Suffix::Piece(letter) } else { Suffix::Letter(letter) })
}
