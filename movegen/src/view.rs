//! A position as people look at it, whatever its game.

use std::fmt;

use crate::{ByColor, Color, Game, Geometry, Hand, Piece, Position, Square};

/// A place on a board of any size: file and rank, both from zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Coord {
    /// The file.
    pub file: usize,
    /// The rank.
    pub rank: usize,
}

/// What can be seen on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareView {
    /// The square does not exist.
    Missing,
    /// Nobody stands there; the sign that shows what kind of square it is ([`Geometry::sign`]).
    Empty(char),
    /// A piece, and whether it is frozen.
    Piece(Piece, bool),
}

/// Everything that can be seen of a position. As text it is a board, White below, with the names
/// of files and ranks, and hands and swap swap_ban where there are any. Frozen pieces stand between
/// brackets, missing squares are blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The letters of the files.
    pub files: Vec<char>,
    /// The number of the lowest rank.
    pub lowest_rank: usize,
    /// The ranks from the lowest up, each from the first file on.
    pub ranks: Vec<Vec<SquareView>>,
    /// What the sides hold, if the game has hands.
    pub hands: Option<ByColor<Hand>>,
    /// The names of the squares of a swap that must not be made now.
    pub swap_ban: Option<[String; 2]>,
}

impl BoardView {
    /// The view of a position.
    pub fn of<G: Game>(position: &Position<G>) -> Self {
        let frozen = position.frozen(Color::White) | position.frozen(Color::Black);
        let cell = |file, rank| match G::Geometry::square(file, rank) {
            None => SquareView::Missing,
            Some(square) => match position.board().piece_at(square) {
                Some(piece) => SquareView::Piece(piece, frozen.has(square)),
                None => SquareView::Empty(G::Geometry::symbol(square)),
            },
        };
        let files = 0..G::Geometry::FILES;
        let ranks = 0..G::Geometry::RANKS;
        Self {
            files: G::Geometry::FILE_LETTERS.chars().take(G::Geometry::FILES).collect(),
            lowest_rank: G::Geometry::LOWEST_RANK,
            ranks: ranks.map(|rank| files.clone().map(|file| cell(file, rank)).collect()).collect(),
            hands: G::HANDS.then(|| ByColor(Color::ALL.map(|color| position.board().hand(color)))),
            swap_ban: position
                .swap_ban()
                .map(|squares| squares.map(<G::Geometry as Geometry>::name)),
        }
    }

    /// What can be seen somewhere; a missing square outside the board.
    pub fn at(&self, coord: Coord) -> SquareView {
        let rank = self.ranks.get(coord.rank);
        rank.and_then(|rank| rank.get(coord.file)).copied().unwrap_or(SquareView::Missing)
    }

    /// Where a square is.
    pub fn coord(&self, square: Square) -> Coord {
        Coord { file: square.index() % self.files.len(), rank: square.index() / self.files.len() }
    }

    /// The name of a square of the board.
    pub fn name(&self, coord: Coord) -> String {
        let letter = self.files.get(coord.file).copied().unwrap_or('?');
        format!("{letter}{}", coord.rank + self.lowest_rank)
    }
}

impl fmt::Display for BoardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rank) in self.ranks.iter().enumerate().rev() {
            write!(f, "{:>3} ", index + self.lowest_rank)?;
            for cell in rank {
                match cell {
                    SquareView::Missing => write!(f, "   ")?,
                    SquareView::Empty(sign) => write!(f, " {sign} ")?,
                    SquareView::Piece(piece, true) => write!(f, "({})", piece.letter())?,
                    SquareView::Piece(piece, false) => write!(f, " {} ", piece.letter())?,
                }
            }
            writeln!(f)?;
        }
        write!(f, "    ")?;
        for file in &self.files {
            write!(f, " {file} ")?;
        }
        writeln!(f)?;
        if let Some(hands) = &self.hands {
            let [white, black] = Color::ALL.map(|color| hands[color].to_string());
            writeln!(f, "Hands: White {}, Black {}", or_dash(&white), or_dash(&black))?;
        }
        if let Some(squares) = &self.swap_ban {
            writeln!(f, "Swap swap_ban: {}", squares.join(" "))?;
        }
        Ok(())
    }
}

/// The text, a dash if there is none.
pub fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}
