//! Sets of squares in words.

use super::number;
use crate::custom::definition::Squares;
use crate::position::phrase::listed;
use crate::{Bitboard, CustomBoard, Geometry, Zone};

/// The squares of both sides: "the last rank", "d9 or e9 (for Black d1 or e1)".
pub fn zone(board: CustomBoard, zone: &Zone<CustomBoard>) -> String {
    let [white, black] = zone.0;
    let count = board.ranks();
    let ranks = |ranks: std::ops::Range<usize>| -> Squares {
        board.squares().iter().filter(|&square| ranks.contains(&board.rank(square))).collect()
    };
    // Where a rank is two squares, their names are as short as its own.
    for lines in (1..count).filter(|_| white != black && white.len() > 2) {
        let (low, high) = (ranks(0..lines), ranks(count - lines..count));
        let ranks = match lines {
            1 => "rank".to_owned(),
            _ => format!("{} ranks", number(lines as u32)),
        };
        if (white, black) == (high, low) {
            return format!("the last {ranks}");
        }
        if (white, black) == (low, high) {
            return format!("the first {ranks}");
        }
    }
    match white == black {
        true => set(board, white),
        false => format!("{} (for Black {})", set(board, white), set(board, black)),
    }
}

/// The squares at the edge of the board.
pub const OUTER: &str = "the outer squares";

/// "the outer squares", "rank 4 or 5", "any of d4, e4 and d5".
pub fn set(board: CustomBoard, squares: Squares) -> String {
    let (files, ranks) = (board.files(), board.ranks());
    let of = |is_in: &dyn Fn(usize, usize) -> bool| -> Squares {
        let all = board.squares().iter();
        all.filter(|&square| is_in(board.file(square), board.rank(square))).collect()
    };
    let is_outer = |file, rank| [0, files - 1].contains(&file) || [0, ranks - 1].contains(&rank);
    let whole = |lines: usize, line: &dyn Fn(usize) -> Squares, name: &dyn Fn(usize) -> String| {
        let within = |&number: &usize| {
            let line = line(number);
            !line.is_empty() && line.is_subset(squares)
        };
        let lines: Vec<usize> = (0..lines).filter(within).collect();
        let all = lines.iter().fold(Bitboard::EMPTY, |all, &number| all | line(number));
        let names: Vec<String> = lines.iter().map(|&number| name(number)).collect();
        (all == squares).then(|| listed(&names, "or"))
    };
    let letters = board.file_letters();
    let rank = |number| of(&|_, rank| rank == number);
    let rank_name = |number: usize| (number + board.lowest_rank()).to_string();
    let file = |number| of(&|file, _| file == number);
    let file_name = |number: usize| letters[number..=number].to_owned();
    let names: Vec<String> = squares.iter().map(|square| board.name(square)).collect();
    match &*names {
        [] => "no square".to_owned(),
        [only] => only.clone(),
        [one, other] => format!("{one} or {other}"),
        _ if squares == board.squares() => "any square".to_owned(),
        _ if squares == of(&is_outer) => OUTER.to_owned(),
        _ => whole(ranks, &rank, &rank_name)
            .map(|names| format!("rank {names}"))
            .or_else(|| whole(files, &file, &file_name).map(|names| format!("file {names}")))
            .unwrap_or_else(|| format!("any of {}", listed(&names, "and"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ByColor;

    #[test]
    fn squares_have_names() {
        let board = CustomBoard::new(4, 3, "abcd", 1, 1 << 8).unwrap();
        let squares = |names: &str| -> Squares {
            names.split(' ').map(|name| board.parse(name).unwrap().0).collect()
        };
        let both = |white: &str, black: &str| zone(board, &ByColor([white, black].map(squares)));
        assert_eq!(both("b3 c3 d3", "a1 b1 c1 d1"), "the last rank");
        assert_eq!(both("a1 b1 c1 d1", "b3 c3 d3"), "the first rank");
        assert_eq!(both("b3 c3 d3 a2 b2 c2 d2", "a1 b1 c1 d1 a2 b2 c2 d2"), "the last two ranks");
        assert_eq!(both("b3 c3", "a1"), "b3 or c3 (for Black a1)");
        assert_eq!(both("b3 c3 d3", "b3 c3 d3"), "rank 3");
        assert_eq!(both("a1 a2 d1 d2 d3", "a1 a2 d1 d2 d3"), "file a or d");
        assert_eq!(set(board, board.squares()), "any square");
        assert_eq!(set(board, board.squares() - squares("b2 c2")), OUTER);
        assert_eq!(set(board, Bitboard::EMPTY), "no square");
    }
}
