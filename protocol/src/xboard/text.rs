//! Squares and moves as XBoard writes them.

use baroque_movegen::{Color, Coord, Move, Piece, Special, SquareView};

use super::mirror::Mirror;
use crate::AnyGame;

/// XBoard's coordinates: files from `a`, ranks from 1, but from 0 where there are ten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
}

impl Grid {
    fn lowest(self) -> usize {
        if self.ranks == 10 { 0 } else { 1 }
    }

    /// The name of a square.
    pub fn name(self, coord: Coord) -> String {
        // Boards have few files.
        let letter =
            u8::try_from(coord.file).map_or('?', |file| char::from(b'a'.saturating_add(file)));
        format!("{letter}{}", coord.rank + self.lowest())
    }

    /// Reads a square from the beginning of a text and returns it with the rest.
    pub fn parse(self, text: &str) -> Option<(Coord, &str)> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let file = usize::from(u8::try_from(letter).ok()? - b'a');
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at_checked(digits)?;
        let rank = number.parse::<usize>().ok()?.checked_sub(self.lowest())?;
        (file < self.files && rank < self.ranks).then_some((Coord { file, rank }, rest))
    }

    /// Reads the name of a square.
    pub fn square(self, text: &str) -> Option<Coord> {
        self.parse(text).filter(|(_, rest)| rest.is_empty()).map(|(coord, _)| coord)
    }
}

/// A move as XBoard's board shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where it starts.
    pub from: Coord,
    /// Where it ends.
    pub to: Coord,
    /// Squares that are emptied besides, two at most.
    pub kills: Vec<Coord>,
    /// What the piece becomes.
    pub promotion: Option<char>,
    /// What comes onto the board, for a drop.
    pub dropped: Option<Piece>,
}

/// Most squares that a move can empty besides its own.
const MOST_KILLS: usize = 2;

impl Shown {
    /// A move from one square to another.
    pub fn plain(from: Coord, to: Coord) -> Self {
        Self { from, to, kills: Vec::new(), promotion: None, dropped: None }
    }

    /// The drop of a piece.
    pub fn drop(piece: Piece, to: Coord) -> Self {
        Self { dropped: Some(piece), ..Self::plain(to, to) }
    }

    /// A legal move of the game, as XBoard's board can show it best.
    pub fn of(game: &dyn AnyGame, mirror: &Mirror, mv: Move) -> Self {
        let view = game.view();
        let (from, to) = (view.coord(mv.from()), view.coord(mv.to()));
        if let Some(kind) = mv.dropped() {
            return Self::drop(Piece { color: game.side(), kind }, to);
        }
        if mv.is_suicide() {
            let beside = game.victims(mv).into_iter().filter(|&coord| coord != from).take(1);
            return Self { kills: beside.chain([from]).collect(), ..Self::plain(from, from) };
        }
        if mv.special() == Special::Destruction {
            // What XBoard relays to another engine names the victim only if that comes last.
            let kills = match destructions(game, mv) {
                1 => vec![to, from],
                _ => vec![from, to],
            };
            return Self { kills, ..Self::plain(from, from) };
        }
        let promotion = match mv.special() {
            Special::Piece(kind) => Some(kind.letter().to_ascii_lowercase()),
            // Untold, XBoard makes it something else.
            _ if mirror.is_last_rank(from, to) => Some('p'),
            _ => None,
        };
        let kills = kills(game, mirror, mv, from, to);
        Self { kills, promotion, ..Self::plain(from, to) }
    }

    /// The text behind `move`.
    pub fn text(&self, grid: Grid) -> String {
        let to = grid.name(self.to);
        if let Some(piece) = self.dropped {
            return format!("{}@{to}", piece.kind.letter());
        }
        let mut text = grid.name(self.from);
        for &kill in &self.kills {
            text.push('x');
            text.push_str(&grid.name(kill));
        }
        if !self.kills.is_empty() {
            text.push('-');
        }
        text.push_str(&to);
        text.extend(self.promotion);
        text
    }
}

/// How many pieces the piece could destroy with itself.
fn destructions(game: &dyn AnyGame, mv: Move) -> usize {
    let same = |other: &Move| other.special() == mv.special() && other.from() == mv.from();
    game.legal().into_iter().filter(same).count()
}

/// The squares to empty with a move: a piece of the own side that XBoard would swap with, the
/// victims, and then what is left of earlier ones.
fn kills(game: &dyn AnyGame, mirror: &Mirror, mv: Move, from: Coord, to: Coord) -> Vec<Coord> {
    let (view, side) = (game.view(), game.side());
    let own = |coord: Coord| mirror.piece(coord).is_some_and(|piece| piece.color == side);
    let mut kills = Vec::new();
    if own(to) && !matches!(view.at(to), SquareView::Piece(..)) {
        kills.push(to);
    }
    let shown = |coord: &Coord| *coord != to && mirror.piece(*coord).is_some();
    kills.extend(game.victims(mv).into_iter().filter(shown));
    let ghosts = mirror.ghosts(&view);
    kills.extend(ghosts.into_iter().filter(|&ghost| ghost != to && ghost != from));
    kills.truncate(MOST_KILLS);
    // XBoard relays a move to another engine with both squares only if the last one holds an enemy.
    if let [first, last] = kills.as_mut_slice()
        && own(*last)
    {
        std::mem::swap(first, last);
    }
    kills
}

/// Whether XBoard can say the move: it takes a letter `x` behind a move for a capture.
pub fn can_be_said(mv: Move) -> bool {
    match mv.special() {
        Special::Piece(kind) => mv.dropped().is_some() || kind.letter() != 'X',
        _ => true,
    }
}

/// Whether XBoard takes a square that a move of this side empties for one of its own pieces, and so
/// writes the move in another way.
pub fn is_own_to_xboard(mirror: &Mirror, side: Color, coord: Coord) -> bool {
    match mirror.piece(coord) {
        Some(piece) => piece.color == side,
        // No piece is the highest of XBoard's pieces, behind the black ones.
        None => side == Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_ranks_count_from_zero_and_eleven_have_two_digits() {
        for (files, ranks, corner, last) in
            [(8, 8, "a1", "h8"), (8, 11, "a1", "h11"), (10, 10, "a0", "j9"), (9, 9, "a1", "i9")]
        {
            let grid = Grid { files, ranks };
            let highest = Coord { file: files - 1, rank: ranks - 1 };
            assert_eq!(grid.name(Coord { file: 0, rank: 0 }), corner);
            assert_eq!(grid.name(highest), last);
            assert_eq!(grid.square(last), Some(highest));
        }
        let grid = Grid { files: 8, ranks: 11 };
        let (coord, rest) = grid.parse("e10e11").unwrap();
        assert_eq!((grid.name(coord).as_str(), rest), ("e10", "e11"));
        for text in ["", "a", "1a", "a0", "i1", "a12", "A1", "é1", "`2", "a1x"] {
            assert_eq!(grid.square(text), None, "{text}");
        }
    }
}
