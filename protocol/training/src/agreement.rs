//! Scores of both sides that agree on who wins, for adjudication.

use baroque_movegen::Color;

/// Counts the consecutive scores that are decisive for the same side.
#[derive(Clone, Debug)]
pub struct Agreement {
    ahead: Color,
    scores: u32,
}

impl Agreement {
    /// The count before the first move.
    pub const START: Self = Self { ahead: Color::White, scores: 0 };

    /// Adds the score of a side in centipawns, from its own point of view. It is decisive if it is
    /// `limit` or more for one side.
    pub fn add(&mut self, side: Color, score: Option<i64>, limit: u32) {
        let limit = i64::from(limit);
        let is_behind = score.is_some_and(|score| score <= -limit);
        let is_decisive = is_behind || score.is_some_and(|score| score >= limit);
        let ahead = if is_behind { !side } else { side };
        let agreed = if ahead == self.ahead { self.scores } else { 0 };
        self.ahead = ahead;
        self.scores = if is_decisive { agreed + 1 } else { 0 };
    }

    /// The side that is ahead in the last `move_count` moves of each side.
    pub fn winner(&self, move_count: u32) -> Option<Color> {
        (self.scores >= 2 * move_count).then_some(self.ahead)
    }
}
