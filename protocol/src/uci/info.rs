//! UCI's `info` and `bestmove` lines.

use std::fmt::Write;

use baroque_engine::{Bound, Info, Score, ScoreText, Wdl};
use baroque_movegen::{AnyGame, Color, Move, Outcome};

use crate::tools::count::per_second;

/// An `info` line with score and pv, and with the chances to win, draw and lose if wanted.
pub fn line(info: &Info, position: &AnyGame, shows_wdl: bool) -> String {
    let bound = match info.bound {
        Bound::Upper => " upperbound",
        Bound::Lower => " lowerbound",
        Bound::Exact => "",
    };
    // Permille of games that the side to move wins, draws and loses from the score on.
    let wdl = shows_wdl.then(|| Wdl::of_any(position, info.score));
    let chances = wdl.map(|Wdl { win, draw, loss }| format!(" wdl {win} {draw} {loss}"));
    let chances = chances.unwrap_or_default();
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{chances}{bound} nodes {} nps {} hashfull {} time {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        score(info.score),
        info.nodes,
        per_second(info.nodes, info.time),
        info.hashfull,
        info.time.as_millis(),
    );
    if !info.pv.is_empty() {
        text.push_str(" pv");
    }
    for &mv in &info.pv {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", position.uci(mv));
    }
    text
}

/// An `info` line with `currmove`.
pub fn current_move(depth: u32, mv: Move, number: usize, position: &AnyGame) -> String {
    let mv = position.uci(mv);
    format!("info depth {depth} currmove {mv} currmovenumber {number}")
}

/// The `bestmove` line.
pub fn best_move(best: Option<Move>, ponder: Option<Move>, position: &AnyGame) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", position.uci(best)),
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", position.uci(best), position.uci(ponder))
        }
    }
}

/// The `info` line before `bestmove (none)`. UCI has no score for a game that the side to move has
/// won already; `mate 1` at least shows the winner.
pub fn finished(outcome: Option<Outcome>, side: Color) -> String {
    let score = match outcome.and_then(|outcome| outcome.winner) {
        None => "cp 0",
        Some(winner) if winner == side => "mate 1",
        Some(_) => "mate 0",
    };
    format!("info depth 0 score {score}")
}

fn score(score: Score) -> String {
    match score.text() {
        ScoreText::Centipawns(value) => format!("cp {value}"),
        ScoreText::Mate(moves) => format!("mate {moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use baroque_movegen::EndReason;

    fn info() -> Info {
        Info {
            depth: 7,
            seldepth: 12,
            multi_pv: 1,
            score: Score::cp(-35),
            bound: Bound::Lower,
            nodes: 1234,
            time: Duration::from_micros(10_500),
            hashfull: 3,
            pv: vec![AnyGame::default().read_move("e2e4").unwrap()],
        }
    }

    #[test]
    fn lines_have_all_fields_in_order() {
        let game = AnyGame::new("baroque").unwrap();
        let (mv, info) = (game.read_move("e2e4").unwrap(), info());
        let expected = "info depth 7 seldepth 12 multipv 1 score cp -35 lowerbound nodes 1234 \
                        nps 117523 hashfull 3 time 10 pv e2e4";
        assert_eq!(line(&info, &game, false), expected);
        let text = line(&info, &game, true);
        let (_, rest) = text.split_once(" score cp -35 wdl ").unwrap();
        let numbers = rest.split(' ').take(3).map(|number| number.parse::<u32>().unwrap());
        assert_eq!(numbers.sum::<u32>(), 1000, "{text}");
        assert_eq!(current_move(7, mv, 2, &game), "info depth 7 currmove e2e4 currmovenumber 2");
        assert_eq!(best_move(Some(mv), Some(mv), &game), "bestmove e2e4 ponder e2e4");
        assert_eq!(best_move(None, None, &game), "bestmove (none)");
    }

    #[test]
    fn a_finished_game_has_the_score_of_the_side_to_move() {
        let won = |winner| {
            let reason = EndReason::KingTaken;
            finished(Some(Outcome { winner, reason }), Color::White)
        };
        assert_eq!(won(Some(Color::White)), "info depth 0 score mate 1");
        assert_eq!(won(Some(Color::Black)), "info depth 0 score mate 0");
        assert_eq!(won(None), "info depth 0 score cp 0");
    }

    #[test]
    fn lines_without_time_or_pv_are_valid() {
        let game = AnyGame::new("baroque").unwrap();
        let info = Info {
            multi_pv: 2,
            score: Score::loss_at(4),
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            pv: Vec::new(),
            ..info()
        };
        let expected =
            "info depth 7 seldepth 12 multipv 2 score mate -2 nodes 0 nps 0 hashfull 3 time 0";
        assert_eq!(line(&info, &game, false), expected);
    }
}
