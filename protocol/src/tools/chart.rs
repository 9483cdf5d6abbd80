//! Charts of the scores of a game, as SVG.

use std::fmt::Write;

use baroque_engine::{Judgement, Score, ScoreText, Wdl};
use baroque_formats::text::is_hidden;
use baroque_movegen::Color;

use super::review::{Review, ReviewedMove};

/// Size of the picture, and its margins, in pixels.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 16.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = HEIGHT - 64.0;

/// Scores with a line, in pawns.
const LINES: [i32; 7] = [10, 5, 2, 0, -2, -5, -10];
/// The beginning of a chart.
pub const START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
/// Most move numbers along the axis.
const MAX_NUMBERS: usize = 16;
/// Longest title that fits, in characters.
const MAX_TITLE: usize = 100;

/// Draws the score over the plies: the share of White's area in the height is White's expected
/// result, which spreads the scores near 0. Moves with a judgement are marked.
pub fn svg(title: &str, review: &Review) -> String {
    let title = text(title);
    format!(
        "{START} viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"15\">{title}</text>\n{}{}{}{}{}</svg>\n",
        areas(review),
        score_axis(review),
        move_axis(review),
        marks(review),
        legend()
    )
}

/// A text for XML, which allows no control characters, on one line of bounded length.
fn text(text: &str) -> String {
    let mut escaped = String::new();
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == MAX_TITLE => {
                escaped.push('…');
                break;
            }
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            c if is_hidden(c) => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The height of an expected result for White.
fn y(expected: f64) -> f64 {
    BOTTOM - expected * (BOTTOM - TOP)
}

/// The horizontal place of the position after so many plies.
fn x(review: &Review, ply: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * ply as f64 / review.moves.len().max(1) as f64
}

/// The areas of both sides with the line between them.
fn areas(review: &Review) -> String {
    let mut points = String::new();
    for (ply, evaluation) in review.evaluations().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(points, "{:.1},{:.1} ", x(review, ply), y(evaluation.expected_for_white()));
    }
    let (width, height, points) = (RIGHT - LEFT, BOTTOM - TOP, points.trim_end());
    let end = x(review, review.moves.len());
    format!(
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" \
             fill=\"#606060\"/>\n\
             <polygon points=\"{LEFT},{BOTTOM} {points} {end:.1},{BOTTOM}\" fill=\"#f0f0f0\"/>\n\
             <polyline points=\"{points}\" fill=\"none\" stroke=\"#d06000\" \
             stroke-width=\"1.5\"/>\n"
    )
}

fn score_axis(review: &Review) -> String {
    let mut axis = String::new();
    for pawns in LINES {
        let expected = Wdl::of_any(&review.start, Score::cp(100 * pawns)).expected();
        let (y, width) = (y(expected), if pawns == 0 { 1.5 } else { 0.5 });
        let name = match pawns {
            0 => "0".to_owned(),
            _ => format!("{pawns:+}").replace('-', "−"),
        };
        let _ = writeln!(
            axis,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" \
                 stroke=\"#a0a0a0\" stroke-width=\"{width}\"/>"
        );
        axis += &label(LEFT - 6.0, y + 4.0, "end", &name);
    }
    for (name, y) in [("White", TOP), ("Black", BOTTOM)] {
        axis += &label(LEFT - 6.0, y + 4.0, "end", name);
    }
    axis
}

/// The numbers of White's moves.
fn move_axis(review: &Review) -> String {
    let moves = &review.moves;
    let step = [1, 2, 5]
        .iter()
        .flat_map(|digit| [1, 10, 100, 1000].map(|power| digit * power))
        .filter(|step| moves.len() <= 2 * step * MAX_NUMBERS)
        .min()
        .unwrap_or(1000);
    let mut axis = String::new();
    for (ply, mv) in (1..).zip(moves) {
        if mv.color == Color::White && usize::from(mv.number) % step == 0 {
            let x = x(review, ply);
            let _ = writeln!(
                axis,
                "<line x1=\"{x:.1}\" y1=\"{BOTTOM}\" x2=\"{x:.1}\" y2=\"{:.1}\" \
                     stroke=\"#606060\"/>",
                BOTTOM + 5.0
            );
            axis += &label(x, BOTTOM + 18.0, "middle", &mv.number.to_string());
        }
    }
    axis + &label(RIGHT, HEIGHT - 16.0, "end", "move")
}

/// A circle at each move with a judgement, and the glyph of blunders.
fn marks(review: &Review) -> String {
    let mut marks = String::new();
    for (ply, mv) in (1..).zip(&review.moves) {
        let Some(judgement) = mv.judgement else { continue };
        let (x, y) = (x(review, ply), y(mv.after.expected_for_white()));
        let name = text(&tooltip(mv, judgement));
        marks += &circle(x, y, judgement, &format!("<title>{name}</title>"));
        if judgement == Judgement::Blunder {
            // Outside of the turn of the curve if there is room.
            let fits_below = y + 20.0 < BOTTOM;
            let fits_above = y - 20.0 > TOP;
            let below = fits_below && (mv.color == Color::White || !fits_above);
            let y = if below { y + 19.0 } else { y - 9.0 };
            let _ = writeln!(
                marks,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-weight=\"bold\" \
                     stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">??</text>"
            );
        }
    }
    marks
}

/// A move with its score for White: `12... Pe7-e5?? −3.20`.
fn tooltip(mv: &ReviewedMove, judgement: Judgement) -> String {
    let dots = if mv.color == Color::White { "." } else { "..." };
    let score = match mv.after.white() {
        None => String::new(),
        Some(ScoreText::Mate(moves)) => format!(" #{moves}"),
        Some(ScoreText::Centipawns(value)) => format!(" {:+.2}", f64::from(value) / 100.0),
    };
    format!("{}{dots} {}{}{score}", mv.number, mv.mv.readable, judgement.glyph())
}

fn label(x: f64, y: f64, anchor: &str, name: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{name}</text>\n")
}

/// The size tells the judgements apart too, not the colour alone.
fn circle(x: f64, y: f64, judgement: Judgement, inside: &str) -> String {
    let (radius, color) = match judgement {
        Judgement::Inaccuracy => (3, "#f0c000"),
        Judgement::Mistake => (4, "#f08000"),
        Judgement::Blunder => (5, "#d00000"),
    };
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#000000\" \
         stroke-width=\"0.8\">{inside}</circle>\n"
    )
}

fn legend() -> String {
    let entry = |(index, judgement): (i32, Judgement)| {
        let (x, y) = (LEFT + 6.0 + 120.0 * f64::from(index), HEIGHT - 16.0);
        let name = format!("{} {}", judgement.glyph(), judgement.name());
        circle(x, y - 4.0, judgement, "") + &label(x + 10.0, y, "start", &name)
    };
    (0..).zip(Judgement::ALL).map(entry).collect()
}
