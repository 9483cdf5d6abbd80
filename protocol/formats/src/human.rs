//! Search output in readable form.

use baroque_engine::{Bound, Info, Score, ScoreText};
use baroque_movegen::AnyGame;

/// One line of search output: depth, score in pawns, time, nodes and readable pv.
pub fn line(info: &Info, game: &AnyGame) -> String {
    let bound = match info.bound {
        Bound::Upper => "<=",
        Bound::Lower => ">=",
        Bound::Exact => "",
    };
    let rank = match info.multi_pv {
        1 => String::new(),
        other => format!("  line {other}"),
    };
    let score = format!("{bound}{}", pawns(info.score));
    format!(
        "depth {:>2}{rank}  score {score:>8}  time {:>6} ms  nodes {:>10}  {}",
        info.depth,
        info.time.as_millis(),
        info.nodes,
        game.readable_line(&info.pv)
    )
}

/// A score in pawns, or "wins in" or "loses in" with the number of moves.
pub fn pawns(score: Score) -> String {
    match score.text() {
        ScoreText::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreText::Mate(moves) if moves > 0 => format!("wins in {moves}"),
        ScoreText::Mate(moves) => format!("loses in {}", -moves),
    }
}
