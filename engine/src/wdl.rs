//! What scores mean: how often a game is won, drawn or lost from a score on.
//!
//! Inside the search centipawns are those of the evaluation, which mean something else in each game.
//! Reports have centipawns of one meaning: +100 is an expected score of 64 %, as 100 Elo are. Both
//! come from a model of two parameters for each game: wins are a logistic function of the score, and
//! losses the same of the opponent's (as Stockfish has it since 2020).

use baroque_movegen::{AnyGame, GameHistory, with_history};

use crate::params::TunedGame;
use crate::score::Score;

/// How often a game ends in each way, in permille. The sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Wins of the side to move.
    pub win: u32,
    /// Draws.
    pub draw: u32,
    /// Losses.
    pub loss: u32,
}

/// The model of a game, in centipawns of the evaluation.
struct Model {
    /// The score from which on half of the games are won.
    half: f64,
    /// Change of the score for a change of the odds by e.
    slope: f64,
    /// The score whose expectation is 64 %. It follows from the other two.
    hundred: u16,
}

/// Fitted to about 400 games of each game, 39,000 to 75,000 positions, of `baroque selfplay --nodes
/// 20000`. What `cargo run --release --example wdl` fits to games at 2+0.02 s, where a move has 41,000
/// to 68,000 nodes, differs by no more than its uncertainty. In the order of [`TunedGame::PARAM_SET`].
const MODELS: [Model; 4] = [
    Model { half: 237.6, slope: 261.4, hundred: 183 },
    Model { half: 89.2, slope: 315.0, hundred: 185 },
    Model { half: 14.6, slope: 199.8, hundred: 116 },
    Model { half: 22.6, slope: 764.4, hundred: 440 },
];

impl Wdl {
    /// [`Self::of`] for the game of a position.
    pub fn of_any(position: &AnyGame, score: Score) -> Self {
        fn of<G: TunedGame>(_: &GameHistory<G>, score: Score) -> Wdl {
            Wdl::of::<G>(score)
        }
        with_history!(position.history(), game => of(game, score))
    }

    /// What is expected at a score, as it is reported.
    pub fn of<G: TunedGame>(score: Score) -> Self {
        let Model { half, slope, .. } = MODELS[G::PARAM_SET];
        let score = score.unreported::<G>();
        let wins = |score: Score| match score.is_decisive() {
            true => 1000.0 * f64::from(score.is_win()),
            false => 1000.0 / (1.0 + ((half - f64::from(score.value())) / slope).exp()),
        };
        // Rounded down, so that both together are at most 1000.
        let (win, loss) = (wins(score) as u32, wins(-score) as u32);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// The expected score: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn expected(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

impl Score {
    /// Centipawns of the evaluation in 100 reported ones.
    pub fn scale<G: TunedGame>() -> u16 {
        MODELS[G::PARAM_SET].hundred
    }

    /// A score of the search as it is reported.
    #[must_use]
    pub fn reported<G: TunedGame>(self) -> Self {
        self.scaled(100, Self::scale::<G>().into())
    }

    /// The inverse of [`Self::reported`], apart from rounding.
    #[must_use]
    pub fn unreported<G: TunedGame>(self) -> Self {
        self.scaled(Self::scale::<G>().into(), 100)
    }

    /// Centipawns are multiplied by a fraction; proved wins and losses stay unchanged.
    #[must_use]
    pub fn scaled(self, numerator: i32, denominator: i32) -> Self {
        if self.is_decisive() {
            return self;
        }
        let centipawns = f64::from(self.value()) * f64::from(numerator) / f64::from(denominator);
        Self::cp(centipawns.round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima};

    fn check<G: TunedGame>() {
        let of = |score: Score| Wdl::of::<G>(score);
        for centipawns in (-3000..=3000).step_by(50) {
            let (wdl, other) = (of(Score::cp(centipawns)), of(Score::cp(-centipawns)));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{centipawns}");
            assert_eq!((wdl.win, wdl.loss), (other.loss, other.win));
            let score = Score::cp(centipawns);
            let back = score.unreported::<G>().reported::<G>();
            assert!((back.value() - centipawns).abs() <= 1, "{centipawns}");
        }
        let expected = of(Score::cp(100)).expected();
        assert!((0.638..=0.642).contains(&expected), "{expected}");
        assert_eq!(of(Score::win_at(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(Score::loss_at(4).reported::<G>(), Score::loss_at(4));
    }

    #[test]
    fn a_hundred_centipawns_are_a_hundred_elo() {
        check::<Ultima>();
        check::<Maxima>();
        check::<Rococo>();
        check::<Renaissance>();
    }
}
