//! Adjudication of games by the scores that the engines report, as in cutechess and fastchess, or by
//! length.

use baroque_engine::ScoreText;
use baroque_movegen::{ByColor, Color};
use baroque_training::agreement::Agreement;
use serde::{Deserialize, Serialize};

use super::game_end::{GameEnd, Termination};

/// The rules of adjudication.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Adjudication {
    pub draw: Option<DrawAdjudication>,
    pub resign: Option<ResignAdjudication>,
    /// Number of moves of each side after which a game is adjudicated as a draw.
    pub max_moves: Option<u32>,
}

/// Adjudication as a draw if the scores of both engines stay near 0.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawAdjudication {
    /// Number of full moves that must have been played.
    pub move_number: u32,
    /// Number of consecutive moves of each side.
    pub move_count: u32,
    /// Maximal absolute score in centipawns.
    pub score: u32,
}

/// Adjudication as a loss if the score of an engine stays low.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignAdjudication {
    /// Number of consecutive moves; of each side if `two_sided` is set.
    pub move_count: u32,
    /// Minimal deficit in centipawns.
    pub score: u32,
    /// Whether the scores of the opponent must agree.
    pub two_sided: bool,
}

/// Applies the rules of adjudication to one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Number of consecutive scores near 0 of each side; any other score ends those of both.
    drawn: ByColor<u32>,
    /// The consecutive scores of both sides that are decisive for one.
    decided: Agreement,
    /// Number of consecutive lost scores of each side.
    lost: ByColor<u32>,
    plies: u32,
}

impl Adjudicator {
    /// The adjudicator of a game before its first move.
    pub fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            drawn: ByColor([0, 0]),
            decided: Agreement::START,
            lost: ByColor([0, 0]),
            plies: 0,
        }
    }

    /// Adds the score that a side reported with its move, from its own point of view. With an
    /// irreversible move the count of drawn scores begins anew.
    pub fn add(&mut self, side: Color, score: Option<ScoreText>, irreversible: bool) {
        self.plies += 1;
        let value = score.map(|score| match score {
            ScoreText::Centipawns(value) => i64::from(value),
            ScoreText::Mate(moves) if moves > 0 => i64::MAX,
            ScoreText::Mate(_) => -i64::MAX,
        });
        if let Some(draw) = self.rules.draw {
            let is_even = value.is_some_and(|value| value.abs() <= i64::from(draw.score));
            if irreversible || !is_even {
                self.drawn = ByColor([0, 0]);
            }
            self.drawn[side] += u32::from(is_even);
        }
        if let Some(resign) = self.rules.resign {
            let is_lost = value.is_some_and(|value| value <= -i64::from(resign.score));
            self.lost[side] = if is_lost { self.lost[side] + 1 } else { 0 };
            self.decided.add(side, value, resign.score);
        }
    }

    /// The end of the game, if it is adjudicated before the full move with this number.
    pub fn adjudicate(&self, move_number: u32) -> Option<GameEnd> {
        if let Some(resign) = self.rules.resign {
            let loser = match resign.two_sided {
                true => self.decided.winner(resign.move_count).map(|winner| !winner),
                false => Color::ALL.into_iter().find(|&side| self.lost[side] >= resign.move_count),
            };
            if let Some(loser) = loser {
                return Some(GameEnd::loss(loser, Termination::Adjudication));
            }
        }
        let is_draw = self.rules.draw.is_some_and(|draw| {
            let counts = self.drawn.0.iter();
            move_number > draw.move_number && counts.min() >= Some(&draw.move_count)
        });
        let is_long = self.rules.max_moves.is_some_and(|limit| self.plies >= 2 * limit);
        (is_draw || is_long).then(|| GameEnd::draw(Termination::Adjudication))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of plies before adjudication, and the winner.
    fn end(rules: Adjudication, scores: &[ScoreText]) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator.add(Color::ALL[ply % 2], Some(score), false);
            let end = adjudicator.adjudicate(1 + (ply as u32 + 1).div_euclid(2))?;
            Some((ply + 1, end.winner))
        })
    }

    fn draw(move_number: u32, move_count: u32, score: u32) -> Adjudication {
        let draw = Some(DrawAdjudication { move_number, move_count, score });
        Adjudication { draw, ..Adjudication::default() }
    }

    fn cp(scores: &[i32]) -> Vec<ScoreText> {
        scores.iter().map(|&score| ScoreText::Centipawns(score)).collect()
    }

    #[test]
    fn games_with_scores_near_zero_are_drawn() {
        let draw = |move_number| draw(move_number, 2, 10);
        assert_eq!(end(draw(0), &cp(&[5, -10, 10, 0])), Some((4, None)));
        assert_eq!(end(draw(0), &cp(&[5, 11, 10, 0, 3, 2])), Some((6, None)));
        assert_eq!(end(draw(4), &cp(&[0; 20])), Some((8, None)));
        assert_eq!(end(draw(0), &[ScoreText::Mate(1); 9]), None);
        let mut adjudicator = Adjudicator::new(draw(0));
        for irreversible in [false, false, false, true] {
            adjudicator.add(Color::White, Some(ScoreText::Centipawns(0)), irreversible);
        }
        assert_eq!(adjudicator.adjudicate(9), None, "an irreversible move restarts the count");
    }

    /// As in fastchess: full moves are those of the FEN, and the score of an irreversible move counts.
    #[test]
    fn draws_are_counted_as_the_manual_says() {
        // Black is to move at full move 30, the ply with this index.
        const FIRST: usize = 59;
        let last_ply = |move_number, move_count, irreversible| {
            let mut adjudicator = Adjudicator::new(draw(move_number, move_count, 20));
            (FIRST..200).find(|&ply| {
                let score = Some(ScoreText::Centipawns(-20));
                adjudicator.add(Color::ALL[ply % 2], score, ply == irreversible);
                adjudicator.adjudicate(ply.div_ceil(2) as u32 + 1).is_some()
            })
        };
        // After the second move of full move 34.
        assert_eq!(last_ply(34, 1, 0), Some(67));
        // Black takes at full move 31: eight moves of each side, this one included.
        assert_eq!(last_ply(34, 8, 61), Some(61 + 15));
        assert_eq!(last_ply(0, 8, 0), Some(FIRST + 15));
    }

    /// While pieces are placed, a side may make several moves in a row.
    #[test]
    fn every_side_must_report_even_scores() {
        let mut adjudicator = Adjudicator::new(draw(0, 2, 10));
        let mut is_over = |side| {
            adjudicator.add(side, Some(ScoreText::Centipawns(0)), false);
            adjudicator.adjudicate(9).is_some()
        };
        assert_eq!([Color::White; 4].map(&mut is_over), [false; 4]);
        assert_eq!([Color::Black; 2].map(is_over), [false, true]);
    }

    #[test]
    fn games_with_low_scores_are_lost() {
        let resign = |two_sided| Adjudication {
            resign: Some(ResignAdjudication { move_count: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        let black_lost = cp(&[0, -500, 0, -700]);
        assert_eq!(end(resign(false), &black_lost), Some((4, Some(Color::White))));
        assert_eq!(end(resign(true), &black_lost), None);
        let agreed = cp(&[0, -500, 500, -700, 800]);
        assert_eq!(end(resign(true), &agreed), Some((5, Some(Color::White))));
        let both_win = cp(&[600; 9]);
        assert_eq!(end(resign(true), &both_win), None, "the engines do not agree on the loser");
        let mated = [ScoreText::Mate(-3), ScoreText::Centipawns(0), ScoreText::Mate(-2)];
        assert_eq!(end(resign(false), &mated), Some((3, Some(Color::Black))));
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(end(rules, &cp(&[900; 9])), Some((6, None)));
    }

    #[test]
    fn moves_without_scores_are_not_adjudicated() {
        let mut adjudicator = Adjudicator::new(Adjudication {
            draw: Some(DrawAdjudication { move_number: 0, move_count: 1, score: 10 }),
            resign: Some(ResignAdjudication { move_count: 1, score: 10, two_sided: false }),
            max_moves: None,
        });
        for _ in 0..9 {
            adjudicator.add(Color::White, None, false);
        }
        assert_eq!(adjudicator.adjudicate(50), None);
    }
}
