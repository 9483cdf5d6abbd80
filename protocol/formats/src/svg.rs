//! Boards as SVG.

use std::fmt::Write;

use baroque_movegen::{BoardView, SquareView};

/// Side of a square of a board.
pub const SQUARE: f64 = 36.0;
/// Room for the coordinates of a board.
const EDGE: f64 = 18.0;
/// What a board looks like where no page says it, on light and on dark paper.
const STYLE: &str = "<style>.dark{fill:#b58863}.light{fill:#f0d9b5}circle.white{fill:#fff}\
circle.black{fill:#333}circle{stroke:#333}.piece{font:bold 17px sans-serif;text-anchor:middle}\
.piece.white{fill:#333}.piece.black{fill:#fff}.tick{font:11px sans-serif;fill:#808080}\
.frozen{opacity:.5}</style>";

/// A board for a page that has the styles.
pub fn board(title: &str, view: &BoardView) -> String {
    svg(title, view, "class=\"board\"", "")
}

/// A board as a picture of its own.
pub fn picture(title: &str, view: &BoardView) -> String {
    let [width, height] = size(view);
    let attributes =
        format!("xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"");
    svg(title, view, &attributes, STYLE)
}

fn svg(title: &str, view: &BoardView, attributes: &str, style: &str) -> String {
    let [width, height] = size(view);
    format!(
        "<svg {attributes} role=\"img\" viewBox=\"0 0 {width} {height}\"><title>{}</title>{style}{}</svg>",
        escape(title),
        squares(view)
    )
}

/// Width and height of a board with its coordinates.
pub fn size(view: &BoardView) -> [f64; 2] {
    [view.files.len(), view.ranks.len()].map(|squares| SQUARE * squares as f64 + EDGE)
}

/// The squares with their coordinates; frozen pieces are pale.
pub fn squares(view: &BoardView) -> String {
    let mut svg = String::new();
    let [_, height] = size(view);
    let bottom = height - EDGE;
    for (rank, cells) in view.ranks.iter().enumerate() {
        let y = bottom - SQUARE * (rank + 1) as f64;
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"0\" y=\"{}\">{}</text>",
            y + SQUARE / 2.0 + 4.0,
            rank + view.lowest_rank
        );
        for (file, cell) in cells.iter().enumerate() {
            let x = EDGE + SQUARE * file as f64;
            let shade = if (file + rank).is_multiple_of(2) { "dark" } else { "light" };
            if *cell != SquareView::Missing {
                let _ = write!(
                    svg,
                    "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
                );
            }
            if let SquareView::Piece(piece, frozen) = cell {
                let side = piece.color.to_string().to_lowercase();
                let frozen = if *frozen { " class=\"frozen\"" } else { "" };
                let _ = write!(
                    svg,
                    "<g{frozen}><circle class=\"{side}\" cx=\"{0}\" cy=\"{1}\" r=\"14\"/>\
                     <text class=\"piece {side}\" x=\"{0}\" y=\"{2}\">{3}</text></g>",
                    x + SQUARE / 2.0,
                    y + SQUARE / 2.0,
                    y + SQUARE / 2.0 + 6.0,
                    escape(&piece.letter.to_uppercase().to_string())
                );
            }
        }
    }
    for (file, letter) in view.files.iter().enumerate() {
        let x = EDGE + SQUARE * file as f64 + SQUARE / 2.0 - 4.0;
        let _ =
            write!(svg, "<text class=\"tick\" x=\"{x}\" y=\"{}\">{letter}</text>", height - 3.0);
    }
    svg
}

/// A text that HTML takes as text.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use baroque_movegen::AnyGame;

    use super::*;

    #[test]
    fn boards_have_coordinates_and_pale_frozen_pieces() {
        let mut game = AnyGame::default();
        game.set_fen("7k/8/8/8/3i4/3W4/8/K7 w").unwrap();
        let svg = board("a", &game.view());
        for part in [">a</text>", ">8</text>", "class=\"piece white\"", ">I</text>"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("class=\"frozen\"").count(), 1);
        assert_eq!(svg.matches("<rect").count(), 64);
    }

    #[test]
    fn a_picture_has_its_styles_and_its_size() {
        let svg = picture("<&>", &AnyGame::default().view());
        for part in ["xmlns=", "width=\"306\"", "<title>&lt;&amp;&gt;</title>", ".dark{fill:"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("<style>").count(), 1);
    }
}
