//! Boards that are drawn in text: those of the command `d`, and grids of letters.
//!
//! The ranks follow from the top, a line each. A number before a rank, the files below the board and
//! blanks between the squares may be there or not; squares that do not exist are left out. A sign
//! that is no letter or digit is an empty square, and a piece in parentheses is a frozen one. Of the
//! lines behind the board those that begin with `Side:`, `Hands:` and `Swap ban:` count, as `d` writes
//! them.

use baroque_movegen::{AnyGame, SquareView};

use crate::rejected::Rejected;
use crate::text::{self, quoted};

/// Letters of others and what they are here, both capital.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters(Vec<(char, char)>);

impl Letters {
    /// Reads pairs such as `i=x,f=i`. Letters without a pair are ours.
    ///
    /// # Errors
    /// One is no pair of letters, or a letter is given twice.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut letters = Vec::new();
        for pair in text.split(',') {
            let mut chars = pair.chars().map(|c| c.to_ascii_uppercase());
            let (Some(theirs), Some('='), Some(ours), None) =
                (chars.next(), chars.next(), chars.next(), chars.next())
            else {
                return Err(format!("'{}' is not of the form i=x", quoted(pair)));
            };
            if letters.iter().any(|(known, _)| *known == theirs) {
                return Err(format!("'{}' is given twice", quoted(pair)));
            }
            letters.push((theirs, ours));
        }
        Ok(Self(letters))
    }

    /// Our letter, in the case of theirs.
    fn ours(&self, theirs: char) -> char {
        let capital = theirs.to_ascii_uppercase();
        let ours =
            self.0.iter().find(|(known, _)| *known == capital).map_or(capital, |pair| pair.1);
        if theirs == capital { ours } else { ours.to_ascii_lowercase() }
    }
}

/// Reads a drawn board of the game of a position as a FEN. The counters, which nobody draws, are 0
/// and 1.
///
/// # Errors
/// The first problem. Without one the FEN may still be invalid.
pub fn read(position: &AnyGame, letters: &Letters, text: &str) -> Result<String, Rejected> {
    let view = position.view();
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    // The names of the files.
    let is_visible = |c: &char| !c.is_whitespace();
    lines.next_if(|(_, line)| line.chars().filter(is_visible).eq(view.files.iter().copied()));
    let mut ranks = Vec::new();
    for (index, squares) in view.ranks.iter().enumerate().rev() {
        let missing = || {
            let ranks = view.ranks.len();
            Rejected(format!("the board has {ranks} ranks, and the text ends before the last"))
        };
        let (line, text) = lines.next().ok_or_else(missing)?;
        let drawn = squares_of(text, line, index + view.lowest_rank, squares)?;
        ranks.push(rank(position, letters, line, squares, &drawn)?);
    }
    let rest: Vec<&str> = lines.map(|(_, line)| line.trim()).collect();
    let value = |key: &str| rest.iter().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let side = match value("Side:").map(str::to_ascii_lowercase).as_deref() {
        Some("white" | "w") => 'w',
        Some("black" | "b") => 'b',
        _ => {
            let how = "nothing says who moves; add a line 'Side: white' or 'Side: black'";
            return Err(how.into());
        }
    };
    let hands = value("Hands:").map_or_else(String::new, hands);
    let swap_ban = value("Swap ban:").map_or("-".to_owned(), |squares| squares.replace(' ', ""));
    Ok(format!("{}{hands} {side} - {swap_ban} 0 1", ranks.join("/")))
}

/// The signs of the squares of a rank, without its number.
fn squares_of(
    text: &str,
    line: usize,
    rank: usize,
    squares: &[SquareView],
) -> Result<Vec<char>, Rejected> {
    let text = text.trim();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(after).unwrap_or_default();
    if !number.is_empty() && number != rank.to_string() {
        let found = quoted(number);
        return Err(Rejected(format!("line {line}: rank {found} where rank {rank} should be")));
    }
    let is_square = |c: &char| !c.is_whitespace() && !matches!(c, '(' | ')');
    let drawn: Vec<char> = after.chars().filter(is_square).collect();
    let squares = squares.iter().filter(|square| **square != SquareView::Missing).count();
    match drawn.len() == squares {
        true => Ok(drawn),
        false => {
            let found = drawn.len();
            Err(Rejected(format!("line {line}: {found} squares, but rank {rank} has {squares}")))
        }
    }
}

/// A rank of a FEN.
fn rank(
    position: &AnyGame,
    letters: &Letters,
    line: usize,
    squares: &[SquareView],
    drawn: &[char],
) -> Result<String, Rejected> {
    let pieces: String = position.kinds().into_iter().map(|kind| position.letter(kind)).collect();
    let mut drawn = drawn.iter().copied();
    let sign = |square: &SquareView| {
        if *square == SquareView::Missing {
            return Ok(Some('*'));
        }
        let Some(sign) = drawn.next().filter(|sign| sign.is_alphanumeric()) else {
            return Ok(None);
        };
        let ours = letters.ours(sign);
        match pieces.contains(ours.to_ascii_uppercase()) {
            true => Ok(Some(ours)),
            false => {
                let variant = position.variant();
                let which = format!("which has {pieces}");
                Err(Rejected(format!("line {line}: '{sign}' is no piece of {variant}, {which}")))
            }
        }
    };
    Ok(text::rank(squares.iter().map(sign).collect::<Result<Vec<_>, _>>()?))
}

/// The hands of a FEN: `[LPu]` for `White LP, Black U`.
fn hands(text: &str) -> String {
    let of = |side: &str| {
        let hand = text.split(',').find_map(|part| part.trim().strip_prefix(side));
        hand.map_or("", str::trim).trim_matches('-').to_owned()
    };
    format!("[{}{}]", of("White"), of("Black").to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use baroque_games::Games;

    use super::*;

    const UNIVERSITY: &str = "
        c l i w k i l f
        p p p p p p p p
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - P - - - -
        P P P - P P P P
        F L I W K I L C
        Side: black";

    fn read(variant: &str, letters: &str, text: &str) -> Result<String, String> {
        let letters = match letters {
            "" => Letters::default(),
            letters => Letters::parse(letters)?,
        };
        let position = Games::default().open(variant).unwrap();
        super::read(&position, &letters, text).map_err(|error| error.to_string())
    }

    #[test]
    fn boards_that_are_drawn_are_read_back() {
        for (variant, moves) in [
            ("baroque", &["e2e4", "d7d5"][..]),
            ("maxima", &["d4d7"]),
            ("rococo", &["d2d3", "e7e6", "c1c7"]),
            ("renaissance", &["e2e3"]),
            ("fugue", &[]),
        ] {
            let mut position = Games::default().open(variant).unwrap();
            for mv in moves {
                let _ = position.play_text(mv);
            }
            let side = position.side();
            let text = format!("{position}\nFen: x\nSide: {}\n", side.letter());
            let fen = position.fen();
            let (placement, counters) = fen.rsplit_once(' ').unwrap().0.rsplit_once(' ').unwrap();
            assert_eq!(read(variant, "", &text), Ok(format!("{placement} 0 1")), "{counters}");
        }
        let mut frozen = AnyGame::default();
        frozen.set_fen("8/8/8/4k3/2K2I2/3wp3/8/8 w").unwrap();
        let text = format!("{frozen}Side: white");
        assert!(text.contains("(k)"));
        assert_eq!(read("baroque", "", &text).unwrap(), "8/8/8/4k3/2K2I2/3wp3/8/8 w - - 0 1");
    }

    #[test]
    fn letters_of_others_are_translated() {
        let fen = "clxwkxli/pppppppp/8/8/8/3P4/PPP1PPPP/ILXWKXLC b - - 0 1";
        assert_eq!(read("baroque", "i=x,f=i", UNIVERSITY).as_deref(), Ok(fen));
        let dense = UNIVERSITY.replace([' '], "").replace("Side:", "Side: ");
        assert_eq!(read("baroque", "F=I,I=X", &dense).as_deref(), Ok(fen));
    }

    #[test]
    fn nothing_is_guessed() {
        let no_side = UNIVERSITY.replace("Side: black", "");
        let short = UNIVERSITY.replace("- - - P - - - -", "- - - P - - -");
        let wrong = "8 c l x k w x l i\n6 . . . . . . . .";
        let end = "the board has 8 ranks, and the text ends before the last";
        for (letters, text, start) in [
            ("i=x", UNIVERSITY, "line 2: 'f' is no piece of baroque, which has KPWLXIC"),
            ("i=x,f=i", &no_side, "nothing says who moves"),
            ("i=x,f=i", &short, "line 7: 7 squares, but rank 3 has 8"),
            ("", wrong, "line 2: rank 6 where rank 7 should be"),
            ("", "c l x k w x l i", end),
        ] {
            let error = read("baroque", letters, text).unwrap_err();
            assert!(error.starts_with(start), "{error}");
        }
        for letters in ["i", "i=xx", "i=x,", "i=x,I=l"] {
            assert!(Letters::parse(letters).is_err(), "{letters}");
        }
    }
}
