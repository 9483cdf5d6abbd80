//! Reading moves that XBoard sends. Where a move starts and ends counts, and a list of victims only
//! chooses between kinds of moves: XBoard's board may not be that of the game.

use baroque_movegen::{Cell, Move, Piece, Special, Spot};

use super::mirror::Mirror;
use super::text::{Grid, Shown, is_own_to_xboard};
use crate::AnyGame;

/// Why a move is refused, in words that XBoard does not take for something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It has not the form of a move.
    Form,
    /// Nobody stands there.
    Nobody,
    /// The man belongs to the other side.
    NotYours,
    /// The man is frozen.
    Frozen,
    /// Nothing of the above.
    Rules,
    /// Several moves look like this.
    Several,
}

impl Refusal {
    /// The reason.
    pub fn text(self) -> &'static str {
        match self {
            Self::Form => "it is not a move",
            Self::Nobody => "nobody stands there",
            Self::NotYours => "the man belongs to the other side",
            Self::Frozen => "the man is frozen",
            Self::Rules => "the rules forbid it",
            Self::Several => "several moves look like this",
        }
    }
}

/// Reads a legal move and tells how XBoard shows it.
///
/// # Errors
/// There is no such move.
pub fn read(game: &dyn AnyGame, mirror: &Mirror, text: &str) -> Result<(Move, Shown), Refusal> {
    let readings = readings(game, mirror, text).ok_or(Refusal::Form)?;
    let mut refusal = Refusal::Form;
    for shown in readings {
        match resolve(game, &shown) {
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
fn leg(grid: Grid, text: &str) -> Option<(Spot, Spot, Option<char>)> {
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
/// man of the mover's side, the first leg is the whole move, and the second one begins on the
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
fn resolve(game: &dyn AnyGame, shown: &Shown) -> Result<Move, Refusal> {
    let view = game.view();
    let legal = game.legal();
    let squares = |mv: &Move| (view.spot(mv.from()), view.spot(mv.to()));
    if let Some(piece) = shown.dropped {
        let drop = legal
            .iter()
            .find(|mv| mv.dropped() == Some(piece.kind) && squares(mv) == (shown.to, shown.to));
        return drop.copied().ok_or(Refusal::Rules);
    }
    match view.at(shown.from) {
        Cell::Man(piece, _) if piece.color != game.side() => return Err(Refusal::NotYours),
        Cell::Man(..) => {}
        _ => return Err(Refusal::Nobody),
    }
    let from_here: Vec<Move> = legal
        .into_iter()
        .filter(|mv| mv.dropped().is_none() && view.spot(mv.from()) == shown.from)
        .collect();
    let meant = match shown.from == shown.to {
        true => in_place(&from_here, shown, |mv| view.spot(mv.to())),
        false => elsewhere(&from_here, shown, |mv| view.spot(mv.to())),
    };
    let frozen = matches!(view.at(shown.from), Cell::Man(_, true));
    match meant.as_slice() {
        [mv] => Ok(*mv),
        [] if frozen => Err(Refusal::Frozen),
        [] => Err(Refusal::Rules),
        _ => Err(Refusal::Several),
    }
}

/// Moves that end where they began: the man leaves the board, alone or with others.
fn in_place(moves: &[Move], shown: &Shown, to: impl Fn(&Move) -> Spot) -> Vec<Move> {
    let named = |mv: &&Move| mv.special() == Special::Destruction && shown.kills.contains(&to(mv));
    if let Some(mv) = moves.iter().find(named) {
        return vec![*mv];
    }
    // XBoard forgets the victim when it relays a destruction whose last square is the man's own.
    let leaves = |mv: &&Move| mv.is_suicide() || mv.special() == Special::Destruction;
    moves.iter().filter(leaves).copied().collect()
}

/// Moves to another square. Where nothing can be chosen a letter is left out of account: XBoard lets
/// any pawn promote on the last rank.
fn elsewhere(moves: &[Move], shown: &Shown, to: impl Fn(&Move) -> Spot) -> Vec<Move> {
    let moves: Vec<Move> =
        moves.iter().filter(|mv| !mv.is_suicide() && to(mv) == shown.to).copied().collect();
    let letter = shown.promotion.map(|letter| letter.to_ascii_uppercase());
    let says = |mv: &Move| match mv.special() {
        Special::Man(kind) => letter == Some(kind.letter()),
        Special::Destruction => letter == Some('D') || shown.kills.contains(&shown.from),
        Special::Pull => letter == Some('T'),
        Special::Nothing => false,
    };
    let named = moves.iter().find(|mv| says(mv));
    let plain = moves.iter().find(|mv| mv.special() == Special::Nothing);
    let promotes = moves.iter().any(|mv| matches!(mv.special(), Special::Man(_)));
    match named.or(plain) {
        // A choice, but not among what there is to choose from.
        _ if named.is_none() && letter.is_some() && promotes => Vec::new(),
        Some(mv) => vec![*mv],
        None => moves,
    }
}
