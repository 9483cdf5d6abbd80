//! Reviews of games: the evaluation of each position, and what each move lost.

use std::sync::atomic::Ordering;

use baroque_engine::{Engine, Judgement, Limits, Score, ScoreText, Wdl};
use baroque_formats::json::JsonMove;
use baroque_movegen::{AnyGame, ByColor, Color, Move, StopFlag};
use serde::Serialize;

use crate::progress::Progress;

/// Scores beyond this many centipawns count as this many in average losses: more is hardly worth
/// more, and a mate has no centipawns.
const MAX_CENTIPAWNS: i32 = 1500;
/// Plies of a best line that are kept.
const MAX_LINE: usize = 8;

/// The review of a game.
pub struct Review {
    /// The first position.
    pub start: AnyGame,
    /// Its evaluation.
    pub first: Evaluation,
    pub moves: Vec<ReviewedMove>,
}

/// The result of the search of a position.
pub struct Evaluation {
    side: Color,
    /// For the side to move.
    score: Score,
    /// The expected score of the side to move, from 0 to 1.
    expected: f64,
    best: Option<Move>,
    /// The first moves of the best line; empty if the game is over.
    line: Vec<JsonMove>,
}

/// A move and what it lost.
pub struct ReviewedMove {
    pub color: Color,
    /// The number of the full move.
    pub number: u16,
    pub mv: JsonMove,
    /// The first moves of the best line before the move.
    pub best_line: Vec<JsonMove>,
    /// The evaluation after the move.
    pub after: Evaluation,
    /// Centipawns, at least 0, by which the position after the move is worse than that before it;
    /// 0 for the best move.
    pub loss: i32,
    pub judgement: Option<Judgement>,
}

/// Sums over the moves of a side.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    pub moves: usize,
    /// Centipawns a move.
    pub average_loss: f64,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

impl Review {
    /// Searches the positions of a game from the last to the first, so that the table of the engine
    /// knows what came of a position. Returns `None` if `stop` is set before the end.
    pub fn of(
        mut position: AnyGame,
        engine: &mut Engine,
        limits: &Limits,
        stop: &StopFlag,
        progress: &Progress,
    ) -> Option<Self> {
        engine.clear();
        let mut moves = Vec::new();
        let mut after = Evaluation::of(&position, engine, limits, stop)?;
        while let Some(played) = position.take_back() {
            progress.advance(1);
            let before = Evaluation::of(&position, engine, limits, stop)?;
            moves.push(ReviewedMove {
                color: before.side,
                number: position.fullmove_number(),
                mv: JsonMove::new(&position, played),
                best_line: before.line.clone(),
                loss: loss(&before, &after, played),
                judgement: scores(&before, &after, played)
                    .and_then(|(had, kept)| Judgement::of(&position, had, kept)),
                after: std::mem::replace(&mut after, before),
            });
        }
        moves.reverse();
        Some(Self { start: position, first: after, moves })
    }

    /// The evaluations of all positions: one more than there are moves.
    pub fn evaluations(&self) -> impl Iterator<Item = &Evaluation> {
        std::iter::once(&self.first).chain(self.moves.iter().map(|mv| &mv.after))
    }

    /// The sums over the moves of both sides.
    pub fn summaries(&self) -> ByColor<Summary> {
        let mut summaries = ByColor([Summary::default(); 2]);
        for mv in &self.moves {
            let summary = &mut summaries[mv.color];
            summary.moves += 1;
            // The sum of the losses until the division below.
            summary.average_loss += f64::from(mv.loss);
            match mv.judgement {
                None => {}
                Some(Judgement::Inaccuracy) => summary.inaccuracies += 1,
                Some(Judgement::Mistake) => summary.mistakes += 1,
                Some(Judgement::Blunder) => summary.blunders += 1,
            }
        }
        for summary in &mut summaries.0 {
            summary.average_loss /= summary.moves.max(1) as f64;
        }
        summaries
    }
}

impl Evaluation {
    fn of(
        position: &AnyGame,
        engine: &mut Engine,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<Self> {
        let side = position.side();
        if let Some(outcome) = position.outcome() {
            let score = match outcome.winner {
                None => Score::DRAW,
                Some(winner) if winner == side => Score::win_at(0),
                Some(_) => Score::loss_at(0),
            };
            let expected = Wdl::of_any(position, score).expected();
            return Some(Self { side, score, expected, best: None, line: Vec::new() });
        }
        let result = engine.search_any_with(position.history(), limits, stop, &mut |_| ());
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut pv = result.pv().to_vec();
        if pv.first() != result.best.as_ref() {
            pv = result.best.into_iter().collect();
        }
        pv.truncate(MAX_LINE);
        let score = result.score().unwrap_or(Score::DRAW);
        Some(Self {
            side,
            score,
            expected: Wdl::of_any(position, score).expected(),
            best: result.best,
            line: JsonMove::line(position, &pv),
        })
    }

    /// The score for White; `None` if the game is over and won.
    pub fn white(&self) -> Option<ScoreText> {
        let is_won = self.best.is_none() && self.score.is_decisive();
        let text = self.score.text();
        (!is_won).then_some(if self.side == Color::White { text } else { -text })
    }

    /// White's expected score, from 0 to 1.
    pub fn expected_for_white(&self) -> f64 {
        if self.side == Color::White { self.expected } else { 1.0 - self.expected }
    }
}

/// The scores before and after a move, for the side that made it; `None` for the best move, and for
/// a move after the end of the game.
fn scores(before: &Evaluation, after: &Evaluation, played: Move) -> Option<(Score, Score)> {
    let is_worse = before.best.is_some_and(|best| best != played);
    let kept = if after.side == before.side { after.score } else { -after.score };
    is_worse.then_some((before.score, kept))
}

fn loss(before: &Evaluation, after: &Evaluation, played: Move) -> i32 {
    let centipawns = |score: Score| score.value().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    let scores = scores(before, after, played);
    scores.map_or(0, |(had, kept)| (centipawns(had) - centipawns(kept)).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::Square;

    fn evaluation(side: Color, score: Score) -> Evaluation {
        let best = Some(Move::new(Square::new(0), Square::new(1)));
        Evaluation { side, score, expected: 0.0, best, line: vec![] }
    }

    #[test]
    fn only_moves_that_are_not_the_best_lose() {
        let [best, played] = [1, 2].map(|to| Move::new(Square::new(0), Square::new(to)));
        for (had, kept, lost) in [
            (Score::cp(0), Score::cp(-80), 80),
            (Score::cp(0), Score::cp(40), 0),
            (Score::win_at(1), Score::cp(0), 1500),
            (Score::win_at(5), Score::cp(2000), 0),
            (Score::win_at(1), Score::loss_at(2), 3000),
        ] {
            let before = evaluation(Color::White, had);
            for (mv, lost) in [(best, 0), (played, lost)] {
                assert_eq!(loss(&before, &evaluation(Color::Black, -kept), mv), lost);
                // A side may have two moves in a row.
                assert_eq!(loss(&before, &evaluation(Color::White, kept), mv), lost);
            }
        }
    }

    #[test]
    fn scores_are_whites_and_mates_count_the_winners_moves() {
        for (side, score, expected) in [
            (Color::White, Score::cp(35), ScoreText::Centipawns(35)),
            (Color::Black, Score::cp(35), ScoreText::Centipawns(-35)),
            (Color::White, Score::win_at(3), ScoreText::Mate(2)),
            (Color::Black, Score::win_at(3), ScoreText::Mate(-2)),
            (Color::Black, Score::loss_at(4), ScoreText::Mate(2)),
        ] {
            assert_eq!(evaluation(side, score).white(), Some(expected));
        }
    }

    #[test]
    fn finished_games_have_no_best_move() {
        let mut mated = AnyGame::default();
        mated.set_fen("8/8/8/3Kk3/5I2/3w4/8/8 b - - 1 1").unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let never = StopFlag::default();
        let review =
            Review::of(mated, &mut Engine::new(), &limits, &never, &Progress::none()).unwrap();
        let last = &review.first;
        assert_eq!((last.white(), last.expected_for_white()), (None, 1.0));
        assert!(review.moves.is_empty() && last.line.is_empty());
        assert_eq!(review.summaries(), ByColor([Summary::default(); 2]));
    }
}
