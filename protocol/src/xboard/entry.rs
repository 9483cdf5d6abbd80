//! Reading moves that XBoard sends. Where a move starts and ends counts, and a list of victims only
//! chooses between kinds of moves: XBoard's board may not be that of the game.

use std::collections::BTreeMap;

use baroque_movegen::{
    BoardView, Coord, IllegalReason, Move, Piece, PieceKind, Special, SquareView,
};

use super::mirror::Mirror;
use super::text::{Grid, Shown, is_own_to_xboard};
use crate::AnyGame;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It has not the form of a move.
    Form,
    /// Nobody stands there.
    Nobody,
    /// The piece belongs to the other side.
    NotYours,
    /// The rules forbid it, for a reason that can be said.
    Reason(String),
    /// The rules forbid it.
    Rules,
    /// Several moves look like this.
    Several,
}

impl Refusal {
    /// The reason, in words that XBoard does not take for something else.
    pub fn text(self) -> String {
        let text = match self {
            Self::Form => "it is not a move",
            Self::Nobody => "nobody stands there",
            Self::NotYours => "the piece belongs to the other side",
            Self::Reason(reason) => return reason,
            Self::Rules => "the rules forbid it",
            Self::Several => "several moves look like this",
        };
        text.to_owned()
    }

    /// A reason for XBoard's user; none in particular if XBoard would misunderstand it.
    fn because(game: &dyn AnyGame, grid: Grid, why: &IllegalReason) -> Self {
        let mut text = renamed(&game.view(), grid, &why.to_string());
        for (ours, theirs) in HARMLESS {
            text = text.replace(ours, theirs);
        }
        let words = text.to_ascii_lowercase();
        match TAKEN_OTHERWISE.iter().any(|word| words.contains(word)) {
            true => Self::Rules,
            false => Self::Reason(text),
        }
    }
}

/// What makes XBoard take the refusal of a move for that of a command, or for old engines' talk.
const TAKEN_OTHERWISE: [&str; 17] = [
    "name", "rating", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
    "accepted", "protover", "draw", "time", "otim", "analyze", "?",
];

/// Other words for our own ones with such a word inside.
const HARMLESS: [(&str, &str); 4] = [
    ("withdrawer", "W"),
    (" of the board", ""),
    (" on the board", ""),
    (" off the board", " away"),
];

/// A sentence with its squares as XBoard calls them.
fn renamed(view: &BoardView, grid: Grid, sentence: &str) -> String {
    let ranks = 0..view.ranks.len();
    let coords = ranks.flat_map(|rank| (0..view.files.len()).map(move |file| Coord { file, rank }));
    let names: BTreeMap<String, String> =
        coords.map(|coord| (view.name(coord), grid.name(coord))).collect();
    let no_letter = |letter: char| !letter.is_ascii_alphanumeric();
    let rename = |part: &str| {
        let word = part.trim_end_matches(no_letter);
        let name = names.get(word).map_or(word, String::as_str);
        format!("{name}{}", &part[word.len()..])
    };
    sentence.split_inclusive(no_letter).map(rename).collect()
}

/// Reads a legal move and tells how XBoard shows it.
///
/// # Errors
/// There is no such move.
pub fn read(game: &dyn AnyGame, mirror: &Mirror, text: &str) -> Result<(Move, Shown), Refusal> {
    let readings = readings(game, mirror, text).ok_or(Refusal::Form)?;
    let mut refusal = Refusal::Form;
    for shown in readings {
        match resolve(game, mirror.grid, &shown) {
            Ok(mv) => return Ok((mv, shown)),
            // The first reading is the likeliest, and the one to tell about.
            Err(reason) if refusal == Refusal::Form => refusal = reason,
            Err(_) => {}
        }
    }
    Err(refusal)
}

/// What the text may mean, the likeliest first.
fn readings(game: &dyn AnyGame, mirror: &Mirror, text: &str) -> Option<Vec<Shown>> {
    let grid = mirror.grid;
    if let Some((letter, square)) = text.split_once('@') {
        let letter = letter.parse::<char>().ok()?.to_ascii_uppercase();
        let piece = Piece::try_from_letter(letter)?;
        let piece = Piece { color: game.side(), ..piece };
        return Some(vec![Shown::drop(piece, grid.square(square)?)]);
    }
    let legs: Vec<&str> = text.split(',').collect();
    match *legs.as_slice() {
        [leg] => Some(vec![long_text(grid, leg).or_else(|| single(grid, leg))?]),
        [first, second] => two_legs(game, mirror, first, second),
        [first, second, third] => Some(vec![three_legs(grid, [first, second, third])?]),
        _ => None,
    }
}

/// Two squares, and a letter perhaps.
fn leg(grid: Grid, text: &str) -> Option<(Coord, Coord, Option<char>)> {
    let (from, rest) = grid.parse(text)?;
    let (to, rest) = grid.parse(rest)?;
    let mut letters = rest.chars().filter(|letter| *letter != '=');
    let letter = letters.next();
    let ends = letters.next().is_none() && letter.is_none_or(|letter| letter.is_ascii_alphabetic());
    ends.then_some((from, to, letter))
}

fn single(grid: Grid, text: &str) -> Option<Shown> {
    let (from, to, promotion) = leg(grid, text)?;
    Some(Shown { promotion, ..Shown::plain(from, to) })
}

/// A move as the engine writes it: `e4xd5-e5`.
fn long_text(grid: Grid, text: &str) -> Option<Shown> {
    let (from, mut rest) = grid.parse(text)?;
    let mut kills = Vec::new();
    while let Some(after) = rest.strip_prefix('x') {
        let (kill, after) = grid.parse(after)?;
        kills.push(kill);
        rest = after;
    }
    let (to, rest) = match rest.strip_prefix('-') {
        Some(after) => grid.parse(after)?,
        // A single victim without a landing square stands on it.
        None => (kills.pop()?, rest),
    };
    let mut letters = rest.chars();
    let promotion = letters.next();
    letters.next().is_none().then_some(Shown { kills, promotion, ..Shown::plain(from, to) })
}

/// XBoard writes a victim between the squares of the move: `d7c5,c5e5`. If it takes the victim for a
/// piece of the mover's side, the first leg is the whole move, and the second one begins on the
/// victim's square and goes nowhere: `e2e2,e2d2`.
fn two_legs(game: &dyn AnyGame, mirror: &Mirror, first: &str, second: &str) -> Option<Vec<Shown>> {
    let grid = mirror.grid;
    let (from, to, _) = leg(grid, first)?;
    let (kill, _) = grid.parse(second)?;
    let whole = Shown { kills: vec![kill], ..Shown::plain(from, to) };
    let through = leg(grid, second).filter(|(start, ..)| *start == to && from != to);
    let through = through.map(|(_, end, promotion)| Shown {
        kills: vec![to],
        promotion,
        ..Shown::plain(from, end)
    });
    let Some(through) = through else {
        return Some(vec![whole]);
    };
    Some(match is_own_to_xboard(mirror, game.side(), kill) {
        true => vec![whole, through],
        false => vec![through, whole],
    })
}

/// Two victims: `d7c5,c5e5,e5d5`.
fn three_legs(grid: Grid, legs: [&str; 3]) -> Option<Shown> {
    let [first, second, third] = legs;
    let (from, kill, _) = leg(grid, first)?;
    let (_, other, _) = leg(grid, second)?;
    let (_, to, promotion) = leg(grid, third)?;
    Some(Shown { kills: vec![kill, other], promotion, ..Shown::plain(from, to) })
}

/// The legal move that is meant.
fn resolve(game: &dyn AnyGame, grid: Grid, shown: &Shown) -> Result<Move, Refusal> {
    let view = game.view();
    let legal = game.legal();
    if let Some(outcome) = game.outcome().filter(|_| legal.is_empty()) {
        return Err(Refusal::because(game, grid, &IllegalReason::Over(outcome.reason)));
    }
    let squares = |mv: &Move| (view.coord(mv.from()), view.coord(mv.to()));
    if let Some(piece) = shown.dropped {
        let drop = legal
            .iter()
            .find(|mv| mv.dropped() == Some(piece.kind) && squares(mv) == (shown.to, shown.to));
        return drop.copied().ok_or_else(|| forbidden(game, grid, shown));
    }
    match view.at(shown.from) {
        SquareView::Piece(piece, _) if piece.color != game.side() => return Err(Refusal::NotYours),
        SquareView::Piece(..) => {}
        _ => return Err(Refusal::Nobody),
    }
    let from_here: Vec<Move> = legal
        .into_iter()
        .filter(|mv| mv.dropped().is_none() && view.coord(mv.from()) == shown.from)
        .collect();
    let meant = match shown.from == shown.to {
        true => in_place(&from_here, shown, |mv| view.coord(mv.to())),
        false => elsewhere(&from_here, shown, |mv| view.coord(mv.to())),
    };
    match meant.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(forbidden(game, grid, shown)),
        _ => Err(Refusal::Several),
    }
}

/// Why the rules forbid a move. A letter counts only where the plain move is legal, for XBoard
/// writes some that mean nothing.
fn forbidden(game: &dyn AnyGame, grid: Grid, shown: &Shown) -> Refusal {
    let illegal_reason = |special| game.illegal_reason(shown.from, shown.to, special);
    let letter = shown.promotion.map(|letter| letter.to_ascii_uppercase());
    let piece = letter.and_then(|letter| PieceKind::ALL.into_iter().find(|k| k.letter() == letter));
    let why = match (shown.dropped, letter) {
        (Some(piece), _) => illegal_reason(Special::Piece(piece.kind)),
        (None, Some('D')) => illegal_reason(Special::Destruction),
        (None, Some('T')) => illegal_reason(Special::Pull),
        (None, _) => {
            illegal_reason(Special::Nothing).or_else(|| illegal_reason(Special::Piece(piece?)))
        }
    };
    why.map_or(Refusal::Rules, |why| Refusal::because(game, grid, &why))
}

/// Moves that end where they began: the piece leaves the board, alone or with others.
fn in_place(moves: &[Move], shown: &Shown, to: impl Fn(&Move) -> Coord) -> Vec<Move> {
    let named = |mv: &&Move| mv.special() == Special::Destruction && shown.kills.contains(&to(mv));
    if let Some(mv) = moves.iter().find(named) {
        return vec![*mv];
    }
    // XBoard forgets the victim when it relays a destruction whose last square is the piece's own.
    let leaves = |mv: &&Move| mv.is_suicide() || mv.special() == Special::Destruction;
    moves.iter().filter(leaves).copied().collect()
}

/// Moves to another square. Where nothing can be chosen a letter is left out of account: XBoard lets
/// any pawn promote on the last rank.
fn elsewhere(moves: &[Move], shown: &Shown, to: impl Fn(&Move) -> Coord) -> Vec<Move> {
    let moves: Vec<Move> =
        moves.iter().filter(|mv| !mv.is_suicide() && to(mv) == shown.to).copied().collect();
    let letter = shown.promotion.map(|letter| letter.to_ascii_uppercase());
    let says = |mv: &Move| match mv.special() {
        Special::Piece(kind) => letter == Some(kind.letter()),
        Special::Destruction => letter == Some('D') || shown.kills.contains(&shown.from),
        Special::Pull => letter == Some('T'),
        Special::Nothing => false,
    };
    let named = moves.iter().find(|mv| says(mv));
    let plain = moves.iter().find(|mv| mv.special() == Special::Nothing);
    let promotes = moves.iter().any(|mv| matches!(mv.special(), Special::Piece(_)));
    match named.or(plain) {
        // A choice, but not among what there is to choose from.
        _ if named.is_none() && letter.is_some() && promotes => Vec::new(),
        Some(mv) => vec![*mv],
        None => moves,
    }
}
