//! Positions for display, independent of the game.

use std::fmt;

use crate::position::fen::hand_letters;
use crate::{ByColor, Color, Game, Geometry, Piece, PieceKind, Position, RuleFlags, Square};

/// Coordinates on a board of any size: file and rank, both from zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Coord {
    /// File, from zero.
    pub file: usize,
    /// Rank, from zero.
    pub rank: usize,
}

/// A piece for display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceView {
    /// Owner.
    pub color: Color,
    /// Kind.
    pub kind: PieceKind,
    /// The FEN letter, upper case for White.
    pub letter: char,
    /// The name of the kind.
    pub name: &'static str,
}

impl PieceView {
    /// The view of a piece of the game of a position.
    pub fn of<G: Game>(position: &Position<G>, piece: Piece) -> Self {
        let Piece { color, kind } = piece;
        Self {
            color,
            kind,
            letter: position.pieces().letter(piece),
            name: position.pieces().info(kind).name,
        }
    }
}

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareView {
    /// The square does not exist.
    Missing,
    /// An empty square, with the character that shows it in diagrams
    /// ([`GameTable::symbol`](crate::GameTable::symbol)).
    Empty(char),
    /// A piece, and whether it is frozen.
    Piece(PieceView, bool),
}

/// The board, the hands and the swap ban of a position. `Display` draws the board with White below,
/// the names of files and ranks, and hands and swap ban where there are any. Frozen pieces are in
/// parentheses, missing squares blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The letters of the files.
    pub files: Vec<char>,
    /// The number of the lowest rank.
    pub lowest_rank: usize,
    /// The ranks from the lowest up, each from the first file.
    pub ranks: Vec<Vec<SquareView>>,
    /// The capital letters of the pieces in hand, if the game has hands.
    pub hands: Option<ByColor<String>>,
    /// The names of the two squares of the swap ban.
    pub swap_ban: Option<[String; 2]>,
}

impl BoardView {
    /// The view of a position.
    pub fn of<G: Game>(position: &Position<G>) -> Self {
        let geometry = position.geometry();
        let frozen = position.frozen(Color::White) | position.frozen(Color::Black);
        let cell = |file, rank| match geometry.square(file, rank) {
            None => SquareView::Missing,
            Some(square) => match position.board().piece_at(square) {
                Some(piece) => {
                    SquareView::Piece(PieceView::of(position, piece), frozen.has(square))
                }
                None => SquareView::Empty(position.table().symbol(square)),
            },
        };
        let files = 0..geometry.files();
        let ranks = 0..geometry.ranks();
        Self {
            files: geometry.file_letters().chars().take(geometry.files()).collect(),
            lowest_rank: geometry.lowest_rank(),
            ranks: ranks.map(|rank| files.clone().map(|file| cell(file, rank)).collect()).collect(),
            hands: position
                .options()
                .contains(RuleFlags::HANDS)
                .then(|| ByColor(Color::ALL.map(|color| hand_letters(&position.setup, color)))),
            swap_ban: position
                .swap_ban()
                .map(|squares| squares.map(|square| geometry.name(square))),
        }
    }

    /// The content of a square; [`SquareView::Missing`] outside the board.
    pub fn at(&self, coord: Coord) -> SquareView {
        let rank = self.ranks.get(coord.rank);
        rank.and_then(|rank| rank.get(coord.file)).copied().unwrap_or(SquareView::Missing)
    }

    /// All pieces with their squares, and whether they are frozen.
    pub fn pieces(&self) -> impl Iterator<Item = (Coord, PieceView, bool)> {
        self.ranks.iter().enumerate().flat_map(|(rank, cells)| {
            cells.iter().enumerate().filter_map(move |(file, cell)| match *cell {
                SquareView::Piece(piece, frozen) => Some((Coord { file, rank }, piece, frozen)),
                _ => None,
            })
        })
    }

    /// The coordinates of a square.
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
                    SquareView::Empty(symbol) => write!(f, " {symbol} ")?,
                    SquareView::Piece(piece, true) => write!(f, "({})", piece.letter)?,
                    SquareView::Piece(piece, false) => write!(f, " {} ", piece.letter)?,
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
            let [white, black] = Color::ALL.map(|color| or_dash(&hands[color]));
            writeln!(f, "Hands: White {white}, Black {black}")?;
        }
        if let Some(squares) = &self.swap_ban {
            writeln!(f, "Swap ban: {}", squares.join(" "))?;
        }
        Ok(())
    }
}

impl<G: Game> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        BoardView::of(self).fmt(f)
    }
}

/// The text, or `-` if it is empty.
pub fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}
