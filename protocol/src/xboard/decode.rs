//! Decodes the moves that XBoard sends. Only start and target select a move; a list of victims
//! distinguishes kinds of moves at most, because XBoard's board may differ from the position.

use std::collections::BTreeMap;

use baroque_formats::Rejected;
use baroque_movegen::{
    AnyGame, BoardView, CaptureHint, Coord, IllegalReason, Move, Special, SquareView,
};

use super::encode::{self, is_own_to_xboard};
use super::xboard_board::XboardBoard;
use super::xboard_move::{BoardSize, XboardMove};

/// What is wrong with a text that is no move.
const MALFORMED: &str = "it is not a move";
/// What is wrong with a move that is against the rules, if XBoard would misread the reason.
const ILLEGAL: &str = "the rules forbid it";

/// An error with the reason and perhaps how to capture, without what XBoard would misread.
fn illegal(
    position: &AnyGame,
    size: BoardSize,
    reason: &IllegalReason,
    hint: Option<&CaptureHint>,
) -> Rejected {
    let Some(reason) = readable(position, size, &reason.to_string()) else {
        return ILLEGAL.into();
    };
    let hint = hint.and_then(|hint| readable(position, size, &hint.to_string()));
    Rejected(match hint {
        Some(hint) => format!("{reason}; {hint}"),
        None => reason,
    })
}

/// A sentence with the names of XBoard's squares; `None` if XBoard would misread its words.
fn readable(position: &AnyGame, size: BoardSize, sentence: &str) -> Option<String> {
    let mut text = rename_squares(&position.view(), size, sentence);
    for (word, replacement) in REPLACEMENTS {
        text = text.replace(word, replacement);
    }
    let lower = text.to_ascii_lowercase();
    let misread = MISREAD_WORDS.iter().any(|word| lower.contains(word));
    (!misread).then_some(text)
}

/// Words that make XBoard read the rejection of a move as that of a command.
const MISREAD_WORDS: [&str; 17] = [
    "name", "rating", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
    "accepted", "protover", "draw", "time", "otim", "analyze", "?",
];

/// Replacements for frequent words of [`IllegalReason`] that contain a misread word.
const REPLACEMENTS: [(&str, &str); 4] = [
    ("withdrawer", "W"),
    (" of the board", ""),
    (" on the board", ""),
    (" off the board", " away"),
];

/// Replaces the square names in a sentence by those of XBoard.
fn rename_squares(view: &BoardView, size: BoardSize, sentence: &str) -> String {
    let ranks = 0..view.ranks.len();
    let coords = ranks.flat_map(|rank| (0..view.files.len()).map(move |file| Coord { file, rank }));
    let names: BTreeMap<String, String> =
        coords.map(|coord| (view.name(coord), size.square_name(coord))).collect();
    let is_separator = |letter: char| !letter.is_ascii_alphanumeric();
    let rename = |part: &str| {
        let word = part.trim_end_matches(is_separator);
        let name = names.get(word).map_or(word, String::as_str);
        format!("{name}{}", &part[word.len()..])
    };
    sentence.split_inclusive(is_separator).map(rename).collect()
}

/// Parses a legal move; returns it with its effect on XBoard's board.
///
/// # Errors
/// The text is malformed, or its likeliest reading matches no legal move.
pub fn decode_move(
    position: &AnyGame,
    board: &XboardBoard,
    text: &str,
) -> Result<(Move, XboardMove), Rejected> {
    let candidates = candidates(position, board, text).ok_or(MALFORMED)?;
    let mut first_error = None;
    for candidate in candidates {
        match resolve(position, board.size, &candidate) {
            Ok(mv) => return Ok((mv, candidate)),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or(MALFORMED.into()))
}

/// The possible readings of a text, the likeliest first.
fn candidates(position: &AnyGame, board: &XboardBoard, text: &str) -> Option<Vec<XboardMove>> {
    let size = board.size;
    if let Some((letter, square)) = text.split_once('@') {
        let letter = letter.parse::<char>().ok()?.to_ascii_uppercase();
        let piece = encode::fen_letter(position, position.kind(letter)?);
        return Some(vec![XboardMove::drop(piece, size.parse_square(square)?)]);
    }
    let legs: Vec<&str> = text.split(',').collect();
    match *legs.as_slice() {
        [leg] => Some(vec![long_text(size, leg).or_else(|| short_text(size, leg))?]),
        [first, second] => two_legs(position, board, first, second),
        [first, second, third] => Some(vec![three_legs(size, [first, second, third])?]),
        _ => None,
    }
}

/// Parses two squares and an optional letter.
fn leg(size: BoardSize, text: &str) -> Option<(Coord, Coord, Option<char>)> {
    let (from, rest) = size.split_square(text)?;
    let (to, rest) = size.split_square(rest)?;
    let mut letters = rest.chars().filter(|letter| *letter != '=');
    let letter = letters.next();
    let ends = letters.next().is_none() && letter.is_none_or(|letter| letter.is_ascii_alphabetic());
    ends.then_some((from, to, letter))
}

fn short_text(size: BoardSize, text: &str) -> Option<XboardMove> {
    let (from, to, promotion) = leg(size, text)?;
    Some(XboardMove { promotion, ..XboardMove::plain(from, to) })
}

/// Parses the notation that the engine itself writes: `e4xd5-e5`.
fn long_text(size: BoardSize, text: &str) -> Option<XboardMove> {
    let (from, mut rest) = size.split_square(text)?;
    let mut kills = Vec::new();
    while let Some(after) = rest.strip_prefix('x') {
        let (kill, after) = size.split_square(after)?;
        kills.push(kill);
        rest = after;
    }
    let (to, rest) = match rest.strip_prefix('-') {
        Some(after) => size.split_square(after)?,
        // Without a target the only victim is on the target square.
        None => (kills.pop()?, rest),
    };
    let mut letters = rest.chars();
    let promotion = letters.next();
    letters.next().is_none().then_some(XboardMove {
        kills,
        promotion,
        ..XboardMove::plain(from, to)
    })
}

/// Parses a move with one victim. XBoard writes the victim between the squares of the move:
/// `d7c5,c5e5`. If it treats the victim as a piece of the mover's side, the first leg is the whole
/// move and the second one starts on the victim's square: `e2e2,e2d2`.
fn two_legs(
    position: &AnyGame,
    board: &XboardBoard,
    first: &str,
    second: &str,
) -> Option<Vec<XboardMove>> {
    let size = board.size;
    let (from, to, _) = leg(size, first)?;
    let (kill, _) = size.split_square(second)?;
    let whole = XboardMove { kills: vec![kill], ..XboardMove::plain(from, to) };
    let through = leg(size, second).filter(|(start, ..)| *start == to && from != to);
    let through = through.map(|(_, end, promotion)| XboardMove {
        kills: vec![to],
        promotion,
        ..XboardMove::plain(from, end)
    });
    let Some(through) = through else {
        return Some(vec![whole]);
    };
    Some(match is_own_to_xboard(board, position.side(), kill) {
        true => vec![whole, through],
        false => vec![through, whole],
    })
}

/// Parses a move with two victims: `d7c5,c5e5,e5d5`.
fn three_legs(size: BoardSize, legs: [&str; 3]) -> Option<XboardMove> {
    let [first, second, third] = legs;
    let (from, kill, _) = leg(size, first)?;
    let (_, other, _) = leg(size, second)?;
    let (_, to, promotion) = leg(size, third)?;
    Some(XboardMove { kills: vec![kill, other], promotion, ..XboardMove::plain(from, to) })
}

/// Finds the legal move.
fn resolve(
    position: &AnyGame,
    size: BoardSize,
    xboard_move: &XboardMove,
) -> Result<Move, Rejected> {
    let view = position.view();
    let legal = position.legal_moves();
    if let Some(outcome) = position.outcome().filter(|_| legal.is_empty()) {
        return Err(illegal(position, size, &IllegalReason::Over(outcome.reason), None));
    }
    let squares = |mv: &Move| (view.coord(mv.from()), view.coord(mv.to()));
    if let Some(piece) = xboard_move.dropped {
        let drop = legal.iter().find(|mv| {
            let kind = position.kind(piece.to_ascii_uppercase());
            mv.dropped().is_some_and(|dropped| Some(dropped) == kind)
                && squares(mv) == (xboard_move.to, xboard_move.to)
        });
        return drop.copied().ok_or_else(|| explain_illegal(position, size, xboard_move));
    }
    match view.at(xboard_move.from) {
        SquareView::Piece(piece, _) if piece.color != position.side() => {
            return Err("the piece belongs to the other side".into());
        }
        SquareView::Piece(..) => {}
        _ => return Err("there is no piece on that square".into()),
    }
    let from_here: Vec<Move> = legal
        .into_iter()
        .filter(|mv| mv.dropped().is_none() && view.coord(mv.from()) == xboard_move.from)
        .collect();
    let matching = match xboard_move.from == xboard_move.to {
        true => in_place(&from_here, xboard_move, |mv| view.coord(mv.to())),
        false => elsewhere(position, &from_here, xboard_move),
    };
    match matching.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(explain_illegal(position, size, xboard_move)),
        _ => Err("several moves look like this".into()),
    }
}

/// The error of an illegal move. The letter counts only if the move without it gives no reason,
/// because XBoard also writes letters without a meaning.
fn explain_illegal(position: &AnyGame, size: BoardSize, xboard_move: &XboardMove) -> Rejected {
    let illegal_reason =
        |special| position.illegal_reason(xboard_move.from, xboard_move.to, special);
    let letter = xboard_move.promotion.map(|letter| letter.to_ascii_uppercase());
    let piece = letter.and_then(|letter| position.kind(letter));
    let reason = match (xboard_move.dropped, letter) {
        (Some(piece), _) => {
            let kind = position.kind(piece.to_ascii_uppercase());
            kind.and_then(|kind| illegal_reason(Special::Piece(kind)))
        }
        (None, Some('D')) => illegal_reason(Special::Destruction),
        (None, Some('T')) => illegal_reason(Special::Pull),
        (None, _) => {
            illegal_reason(Special::Normal).or_else(|| illegal_reason(Special::Piece(piece?)))
        }
    };
    let Some(reason) = reason else {
        return ILLEGAL.into();
    };
    let moves = xboard_move.dropped.is_none();
    let hint = moves.then(|| position.capture_hint(xboard_move.from, xboard_move.to)).flatten();
    illegal(position, size, &reason, hint.as_ref())
}

/// Moves from a square to itself: suicides and destructions.
fn in_place(moves: &[Move], xboard_move: &XboardMove, to: impl Fn(&Move) -> Coord) -> Vec<Move> {
    let named =
        |mv: &&Move| mv.special() == Special::Destruction && xboard_move.kills.contains(&to(mv));
    if let Some(mv) = moves.iter().find(named) {
        return vec![*mv];
    }
    // XBoard drops the victim when it relays a destruction that ends on the start square.
    let leaves = |mv: &&Move| mv.is_suicide() || mv.special() == Special::Destruction;
    moves.iter().filter(leaves).copied().collect()
}

/// Moves to another square. A letter is ignored if no move to the target promotes, because XBoard adds
/// one to every pawn move to the last rank.
fn elsewhere(position: &AnyGame, moves: &[Move], xboard_move: &XboardMove) -> Vec<Move> {
    let view = position.view();
    let to = |mv: &Move| view.coord(mv.to());
    let moves: Vec<Move> =
        moves.iter().filter(|mv| !mv.is_suicide() && to(mv) == xboard_move.to).copied().collect();
    let letter = xboard_move.promotion.map(|letter| letter.to_ascii_uppercase());
    let matches_letter = |mv: &Move| match mv.special() {
        Special::Piece(kind) => letter == Some(position.letter(kind)),
        Special::Destruction => {
            letter == Some('D') || xboard_move.kills.contains(&xboard_move.from)
        }
        special => {
            let own = special.letter().map(|letter| letter.to_ascii_uppercase());
            own.is_some() && letter == own
        }
    };
    let named = moves.iter().find(|mv| matches_letter(mv));
    let plain = moves.iter().find(|mv| mv.special() == Special::Normal);
    let promotes = moves.iter().any(|mv| matches!(mv.special(), Special::Piece(_)));
    match named.or(plain) {
        // The letter is none of the possible promotions.
        _ if named.is_none() && letter.is_some() && promotes => Vec::new(),
        Some(mv) => vec![*mv],
        None => moves,
    }
}
