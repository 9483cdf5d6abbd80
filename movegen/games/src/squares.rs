//! Sets of squares as text: `a1 *8 -c*`.

use baroque_movegen::definition::Squares;
use baroque_movegen::{Bitboard, CustomBoard, Geometry};

use crate::error::quoted;

/// Reads names of squares, ranks (`*1`) and files (`a*`), each perhaps after a `-` that takes it away
/// from those before.
///
/// # Errors
/// All words that cannot be read.
pub fn read(text: &str, board: CustomBoard, may_be_none: bool) -> Result<Squares, Vec<String>> {
    let mut squares: Squares = Bitboard::EMPTY;
    let mut errors = Vec::new();
    for word in text.split_whitespace() {
        let (name, takes_away) = match word.strip_prefix('-') {
            Some(name) => (name, true),
            None => (word, false),
        };
        match squares_of(name, board) {
            Err(error) => errors.push(error),
            Ok(named) if takes_away && !squares.intersects(named) => {
                errors.push(format!("{} takes away no square of those before it", quoted(word)));
            }
            Ok(named) if takes_away => squares = squares - named,
            Ok(named) => squares |= named,
        }
    }
    if errors.is_empty() && squares.is_empty() && !may_be_none {
        errors.push("there are no squares in it".to_owned());
    }
    if errors.is_empty() { Ok(squares) } else { Err(errors) }
}

/// The squares of one name.
fn squares_of(name: &str, board: CustomBoard) -> Result<Squares, String> {
    let all = board.squares();
    let ranks = || {
        let (lowest, ranks) = (board.lowest_rank(), board.ranks());
        format!("the ranks are {lowest} to {}", lowest + ranks - 1)
    };
    let files = || format!("the files are {}", board.file_letters());
    let rank_of = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_short = digits == "0" || !digits.starts_with('0');
        let number: Option<usize> = if is_number && is_short { digits.parse().ok() } else { None };
        let rank = number.and_then(|number| number.checked_sub(board.lowest_rank()));
        rank.filter(|&rank| rank < board.ranks())
    };
    let named: Squares = if let Some(digits) = name.strip_prefix('*') {
        let Some(rank) = rank_of(digits) else {
            return Err(format!("no rank {}; {}", quoted(name), ranks()));
        };
        all.iter().filter(|&square| board.rank(square) == rank).collect()
    } else {
        let mut chars = name.chars();
        let file = chars.next().and_then(|letter| board.file_letters().find(letter));
        let Some(file) = file else {
            return Err(format!("no square {}; {}", quoted(name), files()));
        };
        match chars.as_str() {
            "*" => all.iter().filter(|&square| board.file(square) == file).collect(),
            digits => {
                let Some(rank) = rank_of(digits) else {
                    return Err(format!("no square {}; {}", quoted(name), ranks()));
                };
                board.square(file, rank).into_iter().collect()
            }
        }
    };
    match named.is_empty() {
        true => Err(format!("{} is missing from the board", quoted(name))),
        false => Ok(named),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, board: CustomBoard) -> Result<String, Vec<String>> {
        let squares = read(text, board, false)?;
        Ok(squares.iter().map(|square| board.name(square)).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn ranks_and_files_are_added_and_taken_away() {
        let board = CustomBoard::new(3, 3, "xab", 0, 1 << 8).unwrap();
        let read = |text| names(text, board).unwrap();
        assert_eq!(read("*0 a1"), "x0 a0 b0 a1");
        assert_eq!(read("x*  *2\n-x2"), "x0 x1 a2");
        assert_eq!(read("*0 -a* a0"), "x0 a0 b0");
    }

    #[test]
    fn every_wrong_word_is_reported() {
        let board = CustomBoard::new(3, 12, "abc", 1, 1 << 35).unwrap();
        let errors = names("d1 a13 a01 a+1 *0 * a c12 *é é1 -a1 b2 -a2", board).unwrap_err();
        assert_eq!(errors.len(), 12, "{errors:#?}");
        assert_eq!(errors[0], "no square 'd1'; the files are abc");
        assert_eq!(errors[1], "no square 'a13'; the ranks are 1 to 12");
        assert_eq!(errors[7], "'c12' is missing from the board");
        assert_eq!(errors[10], "'-a1' takes away no square of those before it");
        assert_eq!(names("", board), Err(vec!["there are no squares in it".to_owned()]));
    }
}
