//! Games that are over before their end: by the scores that both engines tell, as cutechess and
//! fastchess do it, or because they are too long.

use baroque_engine::ScoreText;
use baroque_movegen::{ByColor, Color};
use serde::{Deserialize, Serialize};

use super::verdict::{Cause, Verdict};

/// When a game is taken as decided.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Adjudication {
    /// When it is a draw.
    pub draw: Option<Draw>,
    /// When it is lost.
    pub resign: Option<Resign>,
    /// Moves of each side after which it is a draw.
    pub max_moves: Option<u32>,
}

/// A draw, when both engines think so for a while.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Not before so many full moves.
    pub move_number: u32,
    /// Moves of each side in a row.
    pub move_count: u32,
    /// Centipawns that the score may be away from even.
    pub score: u32,
}

/// A loss, when an engine thinks so for a while.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Moves in a row.
    pub move_count: u32,
    /// Centipawns by which it is behind.
    pub score: u32,
    /// Whether the other one must think so too.
    pub two_sided: bool,
}

/// The scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    terms: Adjudication,
    /// Scores near even, of both sides in a row.
    even: u32,
    /// Scores far from even, of both sides in a row, all for the same side.
    decided: u32,
    /// The side for which they are.
    ahead: Color,
    /// Lost scores of each side in a row.
    lost: ByColor<u32>,
    plies: u32,
}

impl Adjudicator {
    /// Nothing has been heard yet.
    pub fn new(terms: Adjudication) -> Self {
        Self { terms, even: 0, decided: 0, ahead: Color::White, lost: ByColor([0, 0]), plies: 0 }
    }

    /// Takes note of the score that a side told with its move; after an irreversible move draws
    /// are counted anew.
    pub fn hear(&mut self, side: Color, score: Option<ScoreText>, irreversible: bool) {
        self.plies += 1;
        if irreversible {
            self.even = 0;
        }
        let value = score.map(|score| match score {
            ScoreText::Centipawns(value) => i64::from(value),
            ScoreText::Mate(moves) if moves > 0 => i64::MAX,
            ScoreText::Mate(_) => -i64::MAX,
        });
        let near = |most: u32| value.is_some_and(|value| value.abs() <= i64::from(most));
        let behind = |least: u32| value.is_some_and(|value| value <= -i64::from(least));
        let before = |least: u32| value.is_some_and(|value| value >= i64::from(least));
        let counted = |count: u32, again: bool| if again { count + 1 } else { 0 };
        if let Some(draw) = self.terms.draw {
            self.even = counted(self.even, near(draw.score));
        }
        if let Some(resign) = self.terms.resign {
            let is_behind = behind(resign.score);
            self.lost[side] = counted(self.lost[side], is_behind);
            let ahead = if is_behind { !side } else { side };
            let count = if ahead == self.ahead { self.decided } else { 0 };
            self.ahead = ahead;
            self.decided = counted(count, is_behind || before(resign.score));
        }
    }

    /// What can be said after the moves so far, when the next full move is of this number.
    pub fn verdict(&self, move_number: u32) -> Option<Verdict> {
        if let Some(resign) = self.terms.resign {
            let loser = match resign.two_sided {
                true => (self.decided >= 2 * resign.move_count).then_some(!self.ahead),
                false => Color::ALL.into_iter().find(|&side| self.lost[side] >= resign.move_count),
            };
            if let Some(loser) = loser {
                return Some(Verdict::lost(loser, Cause::Adjudication));
            }
        }
        let is_draw = self
            .terms
            .draw
            .is_some_and(|draw| move_number > draw.move_number && self.even >= 2 * draw.move_count);
        let is_long = self.terms.max_moves.is_some_and(|most| self.plies >= 2 * most);
        (is_draw || is_long).then(|| Verdict::drawn(Cause::Adjudication))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of plies after which the game is over, and who won.
    fn end(terms: Adjudication, scores: &[ScoreText]) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(terms);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator.hear(Color::ALL[ply % 2], Some(score), false);
            let verdict = adjudicator.verdict(1 + (ply as u32 + 1).div_euclid(2))?;
            Some((ply + 1, verdict.winner))
        })
    }

    fn cp(scores: &[i32]) -> Vec<ScoreText> {
        scores.iter().map(|&score| ScoreText::Centipawns(score)).collect()
    }

    #[test]
    fn quiet_games_are_drawn() {
        let draw = |move_number| Adjudication {
            draw: Some(Draw { move_number, move_count: 2, score: 10 }),
            ..Adjudication::default()
        };
        assert_eq!(end(draw(0), &cp(&[5, -10, 10, 0])), Some((4, None)));
        assert_eq!(end(draw(0), &cp(&[5, 11, 10, 0, 3, 2])), Some((6, None)));
        assert_eq!(end(draw(4), &cp(&[0; 20])), Some((8, None)));
        assert_eq!(end(draw(0), &[ScoreText::Mate(1); 9]), None);
        let mut adjudicator = Adjudicator::new(draw(0));
        for irreversible in [false, false, false, true] {
            adjudicator.hear(Color::White, Some(ScoreText::Centipawns(0)), irreversible);
        }
        assert_eq!(adjudicator.verdict(9), None, "an irreversible move begins anew");
    }

    #[test]
    fn lost_games_are_resigned() {
        let resign = |two_sided| Adjudication {
            resign: Some(Resign { move_count: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        let black_lost = cp(&[0, -500, 0, -700]);
        assert_eq!(end(resign(false), &black_lost), Some((4, Some(Color::White))));
        assert_eq!(end(resign(true), &black_lost), None);
        let agreed = cp(&[0, -500, 500, -700, 800]);
        assert_eq!(end(resign(true), &agreed), Some((5, Some(Color::White))));
        let both_win = cp(&[600; 9]);
        assert_eq!(end(resign(true), &both_win), None, "they do not agree on who is lost");
        let mated = [ScoreText::Mate(-3), ScoreText::Centipawns(0), ScoreText::Mate(-2)];
        assert_eq!(end(resign(false), &mated), Some((3, Some(Color::Black))));
    }

    #[test]
    fn long_games_are_drawn() {
        let terms = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(end(terms, &cp(&[900; 9])), Some((6, None)));
    }

    #[test]
    fn silent_engines_are_not_judged() {
        let mut adjudicator = Adjudicator::new(Adjudication {
            draw: Some(Draw { move_number: 0, move_count: 1, score: 10 }),
            resign: Some(Resign { move_count: 1, score: 10, two_sided: false }),
            max_moves: None,
        });
        for _ in 0..9 {
            adjudicator.hear(Color::White, None, false);
        }
        assert_eq!(adjudicator.verdict(50), None);
    }
}
