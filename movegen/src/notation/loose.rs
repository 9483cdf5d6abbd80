//! What a text says of a move, legal or not, as far as it can be understood without a position.

use super::parse::MoveText;
use crate::{Game, Geometry, Piece, PieceKind, Square};

/// What a text means.
pub enum Intention {
    /// A move with a square that does not exist.
    NoSquare,
    /// More than one move.
    Several,
    /// A piece that comes from the hand.
    Drop(PieceKind, Square),
    /// A move on the board.
    Move(ParsedMove),
}

/// A move on the board as a text tells it.
pub struct ParsedMove {
    /// What the text calls the piece.
    pub kind: Option<PieceKind>,
    /// Where it starts.
    pub start: Start,
    /// Where it ends.
    pub to: Square,
    /// Where it stops on the way.
    pub stops: Vec<Square>,
    /// What it takes.
    pub victims: Vec<Square>,
    /// What it does besides.
    pub suffix: Suffix,
}

/// Where a move starts.
#[derive(Clone, Copy)]
pub enum Start {
    /// On a square.
    At(Square),
    /// Somewhere on a file, counted from zero.
    File(usize),
    /// Somewhere on a rank, counted from zero.
    Rank(usize),
    /// The text does not say.
    Anywhere,
}

/// What a move does besides going from one square to another.
#[derive(Clone, Copy)]
pub enum Suffix {
    /// Nothing is said.
    Plain,
    /// What a letter stands for, which depends on the piece: `s`, `x` and `b` may be deeds or pieces.
    Letter(char),
    /// The piece becomes, or leaves behind, the piece of a letter.
    Piece(char),
}

/// What may stand between two squares, longer signs first.
const SIGNS: [&str; 7] = ["<>", "!!", "-", "x", "<", ">", ","];

/// Understands a text; `None` if it has not the form of a move.
pub fn intended<G: Game>(text: &str) -> Option<Intention> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words.as_slice() {
        [word] => one::<G>(word),
        [first, second, ..] => one::<G>(first).and(one::<G>(second)).map(|_| Intention::Several),
        [] => None,
    }
}

/// Understands a text without blanks.
fn one<G: Game>(text: &str) -> Option<Intention> {
    let text = text.trim_end_matches(['+', '#', '=']);
    if let Some((letter, place)) = text.split_once('@')
        && let Ok(letter) = letter.parse()
    {
        let kind = Piece::try_from_letter(letter)?.kind;
        let (to, _) = square::<G>(&place.to_ascii_lowercase())?;
        let drop = |to| Intention::Drop(kind, to);
        return G::KINDS.contains(&kind).then(|| to.map_or(Intention::NoSquare, drop));
    }
    let MoveText { kind, rest, .. } = MoveText::new::<G>(text);
    let Some((from, after)) = square::<G>(&rest) else {
        return short::<G>(kind, &rest);
    };
    let (steps, tail) = steps::<G>(after);
    match from {
        Some(from) if after.starts_with(['@', '*']) => {
            Some(Intention::Move(ParsedMove::new(kind, Start::At(from), from, Suffix::Plain)))
        }
        Some(_) if steps.is_empty() => short::<G>(kind, &rest),
        Some(from) => Some(long(kind, from, &steps, tail)),
        // A letter and a number alone are too little to be called a move.
        None => (kind.is_some() || !steps.is_empty()).then_some(Intention::NoSquare),
    }
}

impl ParsedMove {
    fn new(kind: Option<PieceKind>, start: Start, to: Square, suffix: Suffix) -> Self {
        Self { kind, start, to, stops: Vec::new(), victims: Vec::new(), suffix }
    }
}

/// A letter and a number at the beginning of a text, the square if it exists, and the rest.
fn square<G: Game>(text: &str) -> Option<(Option<Square>, &str)> {
    if let Some((square, rest)) = G::Geometry::parse(text) {
        return Some((Some(square), rest));
    }
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
    let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| (None, &rest[digits..]))
}

/// A square behind a sign, or behind none.
type Step<'a> = (&'a str, Option<Square>);

/// All squares with their signs, and what follows.
fn steps<G: Game>(mut text: &str) -> (Vec<Step<'static>>, &str) {
    let mut steps = Vec::new();
    // In Rococo x is a file too, so a sign is looked for only where no square is.
    let signs = || std::iter::once("").chain(SIGNS);
    let step = |text| {
        let after = |sign: &'static str| Some((sign, square::<G>(str::strip_prefix(text, sign)?)?));
        signs().find_map(after)
    };
    while let Some((sign, (square, rest))) = step(text) {
        steps.push((sign, square));
        text = rest;
    }
    (steps, text)
}

/// A move with its first square; steps that make more than one move of it are told.
fn long(kind: Option<PieceKind>, from: Square, steps: &[Step], tail: &str) -> Intention {
    let (mut to, mut stops, mut victims) = (None, Vec::new(), Vec::new());
    let (mut suffix, mut last) = (Suffix::Plain, "");
    for &(sign, square) in steps {
        let Some(square) = square else {
            return Intention::NoSquare;
        };
        match (sign, to) {
            ("x" | ",", _) => victims.push(square),
            // Where the pushed piece ends.
            (">", Some(_)) => {}
            // The next leg, `d2d4,d4d6`, begins where the last one ended. Occupancy a suicide it is
            // XBoard's, and says nothing.
            ("", Some(end)) => {
                if last != "," || victims.pop() != Some(end) {
                    return Intention::Several;
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
        suffix = signed(sign).unwrap_or(suffix);
        last = sign;
    }
    // A single victim without a destination square stands on it.
    let to = to.or_else(|| victims.pop()).unwrap_or(from);
    let suffix = special(tail).unwrap_or(suffix);
    Intention::Move(ParsedMove { kind, start: Start::At(from), to, stops, victims, suffix })
}

/// A move without its first square; only pawns go without their letter.
fn short<G: Game>(kind: Option<PieceKind>, text: &str) -> Option<Intention> {
    let files = &G::Geometry::FILE_LETTERS[..G::Geometry::FILES];
    let file = text.chars().next().and_then(|letter| files.find(letter));
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let rank = text[..digits].parse::<usize>().ok();
    let rank = rank.and_then(|number| number.checked_sub(G::Geometry::LOWEST_RANK));
    let rank = rank.filter(|&rank| rank < G::Geometry::RANKS);
    let starts = [
        Some((Start::Anywhere, text)),
        file.map(|file| (Start::File(file), &text[1..])),
        rank.map(|rank| (Start::Rank(rank), &text[digits..])),
    ];
    starts.into_iter().flatten().find_map(|(start, rest)| {
        let (steps, tail) = steps::<G>(rest);
        let &[(sign, to)] = steps.as_slice() else {
            return None;
        };
        let Some(to) = to else {
            return kind.is_some().then_some(Intention::NoSquare);
        };
        let suffix = match tail {
            "" => signed(sign).unwrap_or(Suffix::Plain),
            tail => special(tail)?,
        };
        let kind = kind.or(Some(PieceKind::Pawn));
        Some(Intention::Move(ParsedMove::new(kind, start, to, suffix)))
    })
}

/// What a sign between squares says, in the letter for the same.
fn signed(sign: &str) -> Option<Suffix> {
    match sign {
        "<>" => Some(Suffix::Letter('s')),
        "<" => Some(Suffix::Letter('t')),
        "!!" => Some(Suffix::Letter('d')),
        _ => None,
    }
}

/// What stands behind the squares.
fn special(tail: &str) -> Option<Suffix> {
    let signed = tail.strip_prefix(['=', '^']);
    let letter = signed.unwrap_or(tail).parse().ok().filter(char::is_ascii_alphabetic)?;
    Some(if signed.is_some() { Suffix::Piece(letter) } else { Suffix::Letter(letter) })
}
