//! FENs of vchess, the site with the only public games (github.com/yagu0/vchess,
//! `client/src/base_rules.js`, `variants/Baroque.js`, `variants/Maxima.js`, `variants/Rococo.js`).
//!
//! They have three fields: placement, side to move, and the number of plies since the game began.
//! The letters are those of chess: `r` coordinator, `n` long-leaper, `b` chameleon, `q` withdrawer,
//! `m` immobilizer, `k` king, `p` pawn, in Maxima also `g` mage and `d` guard. In its Rococo, which is
//! our `rococo-vchess`, `r` is the swapper and `q` the pushme-pullyu. Empty squares are
//! digits that add up (`91` is ten), in Maxima `x` is a square that does not exist.

use std::iter::repeat_n;

use baroque_movegen::{AnyGame, BoardView, Color, Coord, MAX_FEN_LENGTH, SquareView};

use crate::rejected::Rejected;
use crate::text::{self, quoted};

/// The word that marks a FEN in vchess's letters.
pub const WORD: &str = "vchess";

/// Our capital letters and those of vchess, which mean several pieces, each in another game.
const LETTERS: [(char, char); 11] = [
    ('K', 'k'),
    ('P', 'p'),
    ('W', 'q'),
    ('L', 'n'),
    ('X', 'b'),
    ('I', 'm'),
    ('C', 'r'),
    ('M', 'g'),
    ('G', 'd'),
    ('S', 'r'),
    ('U', 'q'),
];

/// What is wrong with a game that vchess does not have, or plays with other rules and letters.
const NO_GAME: &str = "vchess FEN: vchess has FENs for Baroque, Maxima and rococo-vchess only";

/// Greatest number of plies whose fullmove number fits a FEN.
const MAX_PLIES: u32 = 2 * (u16::MAX as u32 - 1) + 1;

/// Strips the mark of a vchess FEN; `None` if the FEN has no mark.
pub fn unmarked(fen: &str) -> Option<&str> {
    let fen = fen.trim_start();
    let (word, rest) = fen.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((fen, ""));
    word.eq_ignore_ascii_case(WORD).then_some(rest)
}

/// Translates a vchess FEN into a FEN of this program. Side and plies may be missing. If `-` and
/// our own last fields stand in place of the plies, they are kept. The halfmove clock, which vchess
/// does not write, is 0 otherwise.
///
/// # Errors
/// All problems at once. Without errors the result may still be an invalid FEN, for example one
/// longer than [`MAX_FEN_LENGTH`].
pub fn read(position: &AnyGame, fen: &str) -> Result<String, Rejected> {
    let mut problems = Vec::new();
    if !has_letters(position) {
        return Err(NO_GAME.into());
    }
    if fen.len() > MAX_FEN_LENGTH {
        return Ok(fen.to_owned());
    }
    let mut fields = fen.split_ascii_whitespace();
    let Some(placement) = fields.next() else {
        return Ok(String::new());
    };
    let (view, letters) = (position.view(), letters(position));
    let ranks = placement.split('/').enumerate();
    let ranks = ranks.map(|(index, rank)| read_rank(&view, &letters, rank, index, &mut problems));
    let placement = ranks.collect::<Vec<_>>().join("/");
    let side = fields.next().unwrap_or("w");
    let third = fields.next();
    let rest = match third {
        Some("-") => std::iter::once("-").chain(fields).collect::<Vec<_>>().join(" "),
        _ => {
            // Variants with castling or en passant have more fields, which are empty here.
            let extra = fields.filter(|&field| field != "-");
            let number = read_plies(third.unwrap_or("0"), &mut problems);
            let is_extra = |field| format!("'{}' after the third field", quoted(field));
            problems.extend(extra.map(is_extra));
            format!("- - 0 {number}")
        }
    };
    match problems.is_empty() {
        true => Ok(format!("{placement} {side} {rest}")),
        false => Err(Rejected(format!("vchess FEN: {}", problems.join("; ")))),
    }
}

/// Writes the vchess FEN of a position.
///
/// # Errors
/// vchess does not have the game.
pub fn write(position: &AnyGame) -> Result<String, Rejected> {
    if !has_letters(position) {
        return Err(NO_GAME.into());
    }
    let fen = position.fen();
    let placement = fen.split_ascii_whitespace().next().unwrap_or_default();
    let placement: String = placement.chars().map(letter).collect();
    let side = position.side();
    let number = u32::from(position.fullmove_number());
    let plies = 2 * number.saturating_sub(1) + u32::from(side == Color::Black);
    Ok(format!("{placement} {} {plies}", side.letter()))
}

/// Our letter for one of vchess, if the game has the piece.
pub fn letter_of(position: &AnyGame, theirs: char) -> Option<char> {
    piece(&letters(position), theirs)
}

/// Translates a character of a placement to vchess; digits and slashes stay unchanged.
fn letter(ours: char) -> char {
    let capital = ours.to_ascii_uppercase();
    match LETTERS.iter().find(|&&(letter, _)| letter == capital) {
        Some(&(_, theirs)) if ours == capital => theirs.to_ascii_uppercase(),
        Some(&(_, theirs)) => theirs,
        None if ours == '*' => 'x',
        None => ours,
    }
}

/// Whether vchess has letters for all pieces of the game.
fn has_letters(position: &AnyGame) -> bool {
    letters(position).iter().all(|letter| LETTERS.iter().any(|(known, _)| known == letter))
}

/// The capital letters of the game.
fn letters(position: &AnyGame) -> Vec<char> {
    position.kinds().into_iter().map(|kind| position.letter(kind)).collect()
}

/// Translates one rank; `index` counts from the top.
fn read_rank(
    view: &BoardView,
    letters: &[char],
    theirs: &str,
    index: usize,
    problems: &mut Vec<String>,
) -> String {
    let rank = (view.ranks.len() - 1).checked_sub(index);
    let number = rank.map_or(0, |rank| rank + view.lowest_rank);
    let has_holes = view.ranks.iter().flatten().any(|square| *square == SquareView::Missing);
    let (mut translated, mut file) = (Vec::new(), 0);
    for letter in theirs.chars() {
        if let Some(digit) = letter.to_digit(10) {
            translated.extend(repeat_n(None, digit as usize));
            file += digit as usize;
            let zero = format!("'0' on rank {number} is not a run of empty squares");
            if digit == 0 && problems.last() != Some(&zero) {
                problems.push(zero);
            }
            continue;
        }
        let is_square =
            rank.is_some_and(|rank| view.at(Coord { file, rank }) != SquareView::Missing);
        // The FEN parser reports ranks that are too long or too many.
        let inside = rank.is_some() && file < view.files.len();
        let square = name(view, file, rank);
        let wrong = |reason: &str| format!("'{letter}' on {square}, {reason}");
        let piece = piece(letters, letter);
        match piece {
            None if letter == 'x' && has_holes => {
                if is_square {
                    problems.push(wrong("which exists"));
                }
                translated.push(Some('*'));
            }
            None => problems.push(format!("unknown letter '{letter}' on {square}")),
            Some(piece) => {
                if inside && !is_square {
                    problems.push(wrong("which does not exist"));
                }
                translated.push(Some(piece));
            }
        }
        file += 1;
    }
    text::rank(translated)
}

/// Our letter for a vchess letter, if the game has the piece.
fn piece(letters: &[char], letter: char) -> Option<char> {
    let small = letter.to_ascii_lowercase();
    let is_it = |(ours, theirs): &&(char, char)| *theirs == small && letters.contains(ours);
    let &(ours, _) = LETTERS.iter().find(is_it)?;
    Some(if letter == small { ours.to_ascii_lowercase() } else { ours })
}

/// The name of a square, which need not exist.
fn name(view: &BoardView, file: usize, rank: Option<usize>) -> String {
    let letter = view.files.get(file);
    match (letter, rank) {
        (Some(letter), Some(rank)) => format!("{letter}{}", rank + view.lowest_rank),
        _ => "a square outside the board".to_owned(),
    }
}

/// Parses the plies played and returns the fullmove number.
fn read_plies(text: &str, problems: &mut Vec<String>) -> u32 {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(plies) if digits && plies <= MAX_PLIES => plies / 2 + 1,
        _ => {
            let text = quoted(text);
            let allowed = format!("not a number from 0 to {MAX_PLIES}");
            problems.push(format!("the number of plies is '{text}', {allowed}"));
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variant: &str, fen: &str) -> Result<String, Rejected> {
        super::read(&AnyGame::new(variant).unwrap(), fen)
    }

    #[test]
    fn fields_may_be_missing_or_be_ours() {
        for (theirs, ours) in [
            ("k7/8/8/8/8/8/8/K43 w 5", "k7/8/8/8/8/8/8/K7 w - - 0 3"),
            ("k7/8/8/8/8/8/8/K7", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
            ("k7/8/8/8/8/8/8/K7 b", "k7/8/8/8/8/8/8/K7 b - - 0 1"),
            ("k7/8/8/8/8/8/8/K7 b 3 -", "k7/8/8/8/8/8/8/K7 b - - 0 2"),
            ("k7/8/8/8/8/8/8/K7 b - - 7 9", "k7/8/8/8/8/8/8/K7 b - - 7 9"),
            ("k7/8/8/8/8/8/8/K7 b 131069", "k7/8/8/8/8/8/8/K7 b - - 0 65535"),
        ] {
            assert_eq!(read("baroque", theirs).as_deref(), Ok(ours));
        }
    }

    #[test]
    fn errors_name_letter_and_square() {
        let error = |fen| read("baroque", fen).unwrap_err().to_string();
        assert_eq!(
            error("k7/3g4/x7/80/8/8/8/Ké6I w -1 extra"),
            "vchess FEN: unknown letter 'g' on d7; unknown letter 'x' on a6; \
             '0' on rank 5 is not a run of empty squares; unknown letter 'é' on b1; \
             unknown letter 'I' on a square outside the board; \
             the number of plies is '-1', not a number from 0 to 131069; 'extra' after the third field"
        );
        let fen = "xxn2xxx/8/8/8/8/8/8/8/8/x7/xxx2xxX";
        assert_eq!(
            read("maxima", fen).unwrap_err().to_string(),
            "vchess FEN: 'n' on c11, which does not exist; 'x' on a2, which exists; \
             unknown letter 'X' on h1"
        );
        let only = "vchess FEN: vchess has FENs for Baroque, Maxima and rococo-vchess only";
        assert_eq!(read("rococo", "k w 0").unwrap_err().to_string(), only);
        assert_eq!(read("renaissance", "k w 0").unwrap_err().to_string(), only);
        // The FEN parser reports surplus ranks.
        assert!(read("baroque", &"9/".repeat(100)).is_ok());
        assert_eq!(read("baroque", " "), Ok(String::new()));
    }

    #[test]
    fn only_a_whole_word_marks_a_vchess_fen() {
        assert_eq!(unmarked(" VChess  a b"), Some(" a b"));
        assert_eq!(unmarked("vchess"), Some(""));
        assert_eq!(unmarked("vchessa b"), None);
    }
}
