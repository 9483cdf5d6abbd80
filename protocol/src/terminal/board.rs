//! Draws the board for the terminal. Symbols carry all information; colours only repeat it.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color as Paint, Style};
use baroque_movegen::{BoardView, Color, Coord, Move, PieceView, SquareView, or_dash};

/// Explains the symbols.
pub const LEGEND: &str = "Capitals are White. ( ) frozen   [ ] last move   * captured";

/// The squares of a move to mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Start and target square; only the target of a drop.
    pub ends: Vec<Coord>,
    /// Squares of captured pieces.
    pub captured: Vec<Coord>,
}

impl Marks {
    /// The squares of a move in a position with this view, which captures on some squares.
    pub fn of(view: &BoardView, mv: Move, captured: Vec<Coord>) -> Self {
        let from = mv.dropped().is_none().then(|| view.coord(mv.from()));
        Self { ends: [view.coord(mv.to())].into_iter().chain(from).collect(), captured }
    }
}

/// Draws the board with styles and coordinates, then hands and swap ban if the game has them.
pub fn draw(view: &BoardView, marks: &Marks, flipped: bool) -> String {
    let mut text = String::new();
    let mut ranks: Vec<usize> = (0..view.ranks.len()).rev().collect();
    let mut files: Vec<usize> = (0..view.files.len()).collect();
    if flipped {
        ranks.reverse();
        files.reverse();
    }
    for rank in ranks {
        let _ = write!(text, "{:>3} ", rank + view.lowest_rank);
        for &file in &files {
            text += &square(view, marks, Coord { file, rank });
        }
        text.push('\n');
    }
    text += "    ";
    for file in files {
        // Writing to a string cannot fail.
        let _ = write!(text, " {} ", view.files.get(file).copied().unwrap_or('?'));
    }
    text.push('\n');
    if let Some(hands) = &view.hands {
        let [white, black] = Color::ALL.map(|color| hands[color].to_string());
        let _ = write!(text, "Hands: White {}, Black {}", or_dash(&white), or_dash(&black));
        let is_empty = white.is_empty() && black.is_empty();
        text += if is_empty { "\n" } else { "   (a drop: L@e4)\n" };
    }
    if let Some(squares) = &view.swap_ban {
        let _ = writeln!(text, "No swap now: {} (just swapped)", squares.join(" "));
    }
    text
}

fn square(view: &BoardView, marks: &Marks, coord: Coord) -> String {
    let cell = view.at(coord);
    let (symbol, frozen) = match cell {
        SquareView::Missing => return "   ".to_owned(),
        SquareView::Empty(_) if marks.captured.contains(&coord) => ('*', false),
        SquareView::Empty(symbol) => (symbol, false),
        SquareView::Piece(piece, frozen) => (piece.letter, frozen),
    };
    let end = marks.ends.contains(&coord);
    let captured = marks.captured.contains(&coord);
    let left = match (end, frozen, captured) {
        (true, ..) => '[',
        (_, true, _) => '(',
        // A captured piece whose square is occupied again.
        (_, _, true) if symbol != '*' => '*',
        _ => ' ',
    };
    let right = match (frozen, end) {
        (true, _) => ')',
        (_, true) => ']',
        _ => ' ',
    };
    let style = style(cell, coord, end, captured);
    format!("{style}{left}{symbol}{right}{style:#}")
}

fn style(cell: SquareView, coord: Coord, end: bool, captured: bool) -> Style {
    let light = !(coord.file + coord.rank).is_multiple_of(2);
    let background = match cell {
        _ if captured => 124,
        _ if end => 136,
        SquareView::Piece(_, true) => 30,
        SquareView::Empty('.') | SquareView::Piece(..) if light => 67,
        SquareView::Empty('.') | SquareView::Piece(..) => 60,
        // Squares of rings and palaces.
        _ if light => 242,
        _ => 240,
    };
    let style = Style::new().bg_color(paint(background));
    match cell {
        SquareView::Piece(PieceView { color: Color::White, .. }, _) => {
            style.fg_color(paint(231)).bold()
        }
        SquareView::Piece(..) => style.fg_color(paint(16)).bold(),
        _ if captured || end => style.fg_color(paint(231)),
        _ => style.fg_color(paint(250)),
    }
}

const fn paint(number: u8) -> Option<Paint> {
    Some(Paint::Ansi256(Ansi256Color(number)))
}

#[cfg(test)]
mod tests {
    use baroque_movegen::AnyGame;

    use super::*;

    fn drawn(variant: &str, fen: &str, marks: &Marks, flipped: bool) -> String {
        let mut game = AnyGame::new(variant).unwrap();
        game.set_fen(fen).unwrap();
        anstream::adapter::strip_str(&draw(&game.view(), marks, flipped)).to_string()
    }

    const FROZEN_WITHDRAWER: &str = "7k/8/4W3/3i4/8/8/8/K7 w";

    #[test]
    fn frozen_pieces_and_the_last_move_are_marked() {
        let coord = |file, rank| Coord { file, rank };
        let marks = Marks { ends: vec![coord(3, 7), coord(3, 4)], captured: vec![coord(2, 6)] };
        assert_eq!(
            drawn("baroque", FROZEN_WITHDRAWER, &marks, false),
            "  8  .  .  . [.] .  .  .  k 
  7  .  .  *  .  .  .  .  . 
  6  .  .  .  . (W) .  .  . 
  5  .  .  . [i] .  .  .  . 
  4  .  .  .  .  .  .  .  . 
  3  .  .  .  .  .  .  .  . 
  2  .  .  .  .  .  .  .  . 
  1  K  .  .  .  .  .  .  . 
     a  b  c  d  e  f  g  h 
"
        );
    }

    #[test]
    fn a_flipped_board_has_its_first_rank_on_top() {
        let text = drawn("baroque", FROZEN_WITHDRAWER, &Marks::default(), true);
        assert!(text.starts_with("  1  .  .  .  .  .  .  .  K \n"), "{text}");
        assert!(text.ends_with("     h  g  f  e  d  c  b  a \n"), "{text}");
    }

    #[test]
    fn every_variant_is_drawn_like_its_view() {
        // Those of files may begin with pieces in hand, which have a hint here.
        for variant in AnyGame::variants() {
            let game = AnyGame::new(variant).unwrap();
            let styled = draw(&game.view(), &Marks::default(), false);
            let plain = anstream::adapter::strip_str(&styled).to_string();
            assert_eq!(plain, game.view().to_string());
            assert!(styled.len() > plain.len());
        }
    }
}
