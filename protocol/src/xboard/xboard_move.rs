//! Squares and moves in XBoard's notation.

use baroque_movegen::Coord;

/// Size of a board, which determines its square names: files from `a`, ranks from 1, or from 0 on a
/// board of ten ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
}

impl BoardSize {
    fn lowest_rank(self) -> usize {
        if self.ranks == 10 { 0 } else { 1 }
    }

    /// The name of a square of the board.
    pub fn square_name(self, coord: Coord) -> String {
        let letter =
            u8::try_from(coord.file).map_or('?', |file| char::from(b'a'.saturating_add(file)));
        format!("{letter}{}", coord.rank + self.lowest_rank())
    }

    /// Parses a square at the start of a text; returns it and the rest.
    pub fn split_square(self, text: &str) -> Option<(Coord, &str)> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let file = usize::from(u8::try_from(letter).ok()? - b'a');
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at_checked(digits)?;
        let rank = number.parse::<usize>().ok()?.checked_sub(self.lowest_rank())?;
        (file < self.files && rank < self.ranks).then_some((Coord { file, rank }, rest))
    }

    /// Parses a text that is a square and nothing else.
    pub fn parse_square(self, text: &str) -> Option<Coord> {
        self.split_square(text).filter(|(_, rest)| rest.is_empty()).map(|(coord, _)| coord)
    }
}

/// A move in terms of XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XboardMove {
    /// Where the piece begins.
    pub from: Coord,
    /// Where it ends.
    pub to: Coord,
    /// Squares that XBoard clears before it moves the piece, at most [`XboardMove::MAX_KILLS`].
    pub kills: Vec<Coord>,
    /// Lower-case letter of the piece after the move.
    pub promotion: Option<char>,
    /// The FEN letter of the piece from the hand; `from` is `to` then.
    pub dropped: Option<char>,
}

impl XboardMove {
    /// Most squares that XBoard clears in a move.
    pub const MAX_KILLS: usize = 2;

    /// A move that clears no other square.
    pub fn plain(from: Coord, to: Coord) -> Self {
        Self { from, to, kills: Vec::new(), promotion: None, dropped: None }
    }

    /// A piece from the hand.
    pub fn drop(piece: char, to: Coord) -> Self {
        Self { dropped: Some(piece), ..Self::plain(to, to) }
    }

    /// The argument of the command `move`, such as `e4xd5-e5`.
    pub fn text(&self, size: BoardSize) -> String {
        let to = size.square_name(self.to);
        if let Some(piece) = self.dropped {
            return format!("{}@{to}", piece.to_ascii_uppercase());
        }
        let mut text = size.square_name(self.from);
        for &kill in &self.kills {
            text.push('x');
            text.push_str(&size.square_name(kill));
        }
        if !self.kills.is_empty() {
            text.push('-');
        }
        text.push_str(&to);
        text.extend(self.promotion);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_ranks_start_at_zero_and_eleven_have_two_digits() {
        for (files, ranks, corner, last) in
            [(8, 8, "a1", "h8"), (8, 11, "a1", "h11"), (10, 10, "a0", "j9"), (9, 9, "a1", "i9")]
        {
            let size = BoardSize { files, ranks };
            let highest = Coord { file: files - 1, rank: ranks - 1 };
            assert_eq!(size.square_name(Coord { file: 0, rank: 0 }), corner);
            assert_eq!(size.square_name(highest), last);
            assert_eq!(size.parse_square(last), Some(highest));
        }
        let size = BoardSize { files: 8, ranks: 11 };
        let (coord, rest) = size.split_square("e10e11").unwrap();
        assert_eq!((size.square_name(coord).as_str(), rest), ("e10", "e11"));
        for text in ["", "a", "1a", "a0", "i1", "a12", "A1", "é1", "`2", "a1x"] {
            assert_eq!(size.parse_square(text), None, "{text}");
        }
    }
}
