//! Games as far as figures need them.

use baroque_engine::Score;
use baroque_formats::Rejected;
use baroque_formats::pgn::GameResult;
use baroque_movegen::{AnyGame, Color};
use baroque_training::loss::best_scale;

use crate::contest::Played;
use crate::estimate::{LEAST, logistic};
use crate::observe::Counts;

/// The expected score from which a side leads.
const LEAD: f64 = 0.6;
/// The expected score up to which a side is nearly lost.
const TROUBLE: f64 = 0.25;
/// Centipawns of a logit while there are too few games: 100 are then an expected score of 64 %.
const USUAL_SCALE: f64 = 174.0;

/// A game as far as figures need it.
pub struct Course {
    /// The side that moved first.
    pub first: Color,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Whether a rule ended it.
    pub is_complete: bool,
    /// Moves of both sides, those of the opening too.
    pub plies: usize,
    /// Legal moves in a position.
    pub choices: f64,
    /// Part of the moves that capture.
    pub captures: f64,
    /// White's score at each move of the players.
    scores: Vec<Score>,
}

impl Course {
    /// Follows a game, and counts what happens in it. Calls a function with each position after the opening
    /// and its ply.
    ///
    /// # Errors
    /// The game has an illegal move.
    pub fn follow(
        start: &AnyGame,
        played: &Played,
        counts: &mut Counts,
        mut visit: impl FnMut(&AnyGame, usize),
    ) -> Result<Self, Rejected> {
        let bad = |reason: &dyn std::fmt::Display| {
            Rejected(format!("game {} of a match: {reason}", played.game))
        };
        let mut game = played.position(start, 0)?;
        let before = (counts.choices, counts.captures);
        let first = game.side();
        let mut scores = Vec::new();
        let mut plies = 0;
        for (ply, ours) in played.moves.iter().enumerate() {
            let mv = game.read_move(&ours.uci).map_err(|error| bad(&error))?;
            if ours.book {
                game.play(mv).map_err(|error| bad(&error))?;
                continue;
            }
            visit(&game, ply);
            if let Some(score) = ours.score {
                let own = Score::from(score);
                scores.push(if game.side() == Color::White { own } else { -own });
            }
            counts.play(&mut game, mv).map_err(|error| bad(&error))?;
            plies += 1;
        }
        let end = game.outcome();
        counts.add_end(end);
        Ok(Self {
            first,
            winner: winner(played),
            is_complete: end.is_some(),
            plies: played.moves.len(),
            choices: (counts.choices - before.0) as f64 / f64::from(plies.max(1)),
            captures: (counts.captures - before.1) as f64 / f64::from(plies.max(1)),
            scores,
        })
    }

    /// The result for White, from 0 to 1.
    pub fn result(&self) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Color::White)))
    }

    /// The result for the side that moved first, from 0 to 1.
    pub fn of_first(&self) -> f64 {
        if self.first == Color::White { self.result() } else { 1.0 - self.result() }
    }

    /// How often the lead goes to the other side.
    pub fn lead_changes(&self, chances: &Chances) -> usize {
        let leader = |&score: &Score| match chances.expected(score) {
            it if it >= LEAD => Some(Color::White),
            it if it <= 1.0 - LEAD => Some(Color::Black),
            _ => None,
        };
        let leaders: Vec<Color> = self.scores.iter().filter_map(leader).collect();
        leaders.windows(2).filter(|pair| matches!(pair, [one, other] if one != other)).count()
    }

    /// The winner's expected scores.
    fn of_winner(&self, chances: &Chances) -> impl Iterator<Item = f64> {
        let is_white = self.winner == Some(Color::White);
        let own = move |&white: &Score| if is_white { white } else { -white };
        self.scores.iter().map(move |white| chances.expected(own(white)))
    }

    /// Whether the winner was nearly lost before.
    pub fn is_comeback(&self, chances: &Chances) -> bool {
        self.of_winner(chances).any(|expected| expected <= TROUBLE)
    }

    /// How far the winner was behind on average, from 0 to 1.
    pub fn trouble(&self, chances: &Chances) -> f64 {
        let behind = self.of_winner(chances).map(|expected| (1.0 - 2.0 * expected).max(0.0));
        behind.sum::<f64>() / self.scores.len().max(1) as f64
    }
}

/// The winner of a game; `None` for a draw.
fn winner(played: &Played) -> Option<Color> {
    match GameResult::parse(&played.result) {
        Some(GameResult::WhiteWins) => Some(Color::White),
        Some(GameResult::BlackWins) => Some(Color::Black),
        _ => None,
    }
}

/// What scores mean in some games.
#[derive(Clone, Copy)]
pub struct Chances {
    /// Centipawns of a logit, from which the results follow best.
    scale: f64,
}

impl Chances {
    /// What they mean by the results of the games.
    pub fn of(courses: &[Course]) -> Self {
        let known = courses.iter().flat_map(|course| {
            let half_points = match course.winner {
                Some(Color::White) => 2,
                None => 1,
                Some(Color::Black) => 0,
            };
            let scores = course.scores.iter().filter(|score| !score.is_decisive());
            scores.filter_map(move |score| Some((i16::try_from(score.value()).ok()?, half_points)))
        });
        let scale = if courses.len() < LEAST { USUAL_SCALE } else { best_scale(known).into() };
        Self { scale }
    }

    /// The expected score from 0 to 1.
    fn expected(self, score: Score) -> f64 {
        match score.is_decisive() {
            true => f64::from(u8::from(score.is_win())),
            false => logistic(f64::from(score.value()) / self.scale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(winner: Option<Color>, scores: &[i32]) -> Course {
        let scores = scores.iter().map(|&score| Score::cp(score)).collect();
        Course {
            first: Color::White,
            winner,
            is_complete: true,
            plies: 0,
            choices: 0.0,
            captures: 0.0,
            scores,
        }
    }

    #[test]
    fn leads_and_trouble_follow_from_scores() {
        // An expected score of 73 % at 100 centipawns.
        let chances = Chances { scale: 100.0 };
        let game = course(Some(Color::Black), &[0, 100, 20, -150, 300, -500]);
        assert_eq!(game.lead_changes(&chances), 3);
        assert!(game.is_comeback(&chances));
        // Black is behind three times: at 100 by 2 · 0.731 − 1.
        let behind = [100.0_f64, 20.0, 300.0].map(|it| 2.0 * logistic(it / 100.0) - 1.0);
        assert!((game.trouble(&chances) - behind.iter().sum::<f64>() / 6.0).abs() < 1e-9);
        assert!(!course(Some(Color::White), &[0, -100, 20]).is_comeback(&chances));
    }

    #[test]
    fn the_scale_is_that_of_the_results() {
        // At 200 centipawns 73 of 100 games are won: a logit of 1.
        let game =
            |index| course(Some(if index < 73 { Color::White } else { Color::Black }), &[200]);
        let games: Vec<Course> = (0..100).map(game).collect();
        assert!((Chances::of(&games).expected(Score::cp(200)) - 0.73).abs() < 0.005);
        let usual = Chances::of(&games[..LEAST - 1]);
        assert!((usual.expected(Score::cp(100)) - 0.64).abs() < 0.001);
        assert_eq!(usual.expected(Score::win_at(3)), 1.0);
    }
}
