//! Counts of results between two players.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use baroque_formats::pgn::GameResult;
use baroque_movegen::Color;

/// The result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wdl {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

impl Wdl {
    /// The result for the player of a colour; `None` for an unfinished game.
    pub fn new(result: GameResult, color: Color) -> Option<Self> {
        let for_white = match result {
            GameResult::WhiteWins => Self::Win,
            GameResult::BlackWins => Self::Loss,
            GameResult::Draw => Self::Draw,
            GameResult::Unknown => return None,
        };
        Some(match color {
            Color::White => for_white,
            Color::Black => for_white.flipped(),
        })
    }

    /// The result for the opponent.
    pub fn flipped(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// The results of games between two players, counted for the first one, and the pairs of games from
/// the same opening with colours swapped, by their two results in any order.
///
/// The games of pairs are also counted as games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Two losses.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Two wins.
    pub ww: u64,
    /// A win and a loss, or two draws, where it is not known which. If there are any, `wins`,
    /// `losses` and `draws` lack the games of these pairs.
    pub even: u64,
}

impl Tally {
    /// A tally of one game.
    pub fn game(result: Wdl) -> Self {
        let mut tally = Self::default();
        match result {
            Wdl::Win => tally.wins = 1,
            Wdl::Draw => tally.draws = 1,
            Wdl::Loss => tally.losses = 1,
        }
        tally
    }

    /// A tally of one pair of games.
    pub fn pair(one: Wdl, other: Wdl) -> Self {
        let mut tally = Self::game(one) + Self::game(other);
        let kind = match (tally.wins, tally.draws) {
            (2, _) => &mut tally.ww,
            (1, 1) => &mut tally.wd,
            (1, _) => &mut tally.wl,
            (_, 2) => &mut tally.dd,
            (_, 1) => &mut tally.ld,
            _ => &mut tally.ll,
        };
        *kind = 1;
        tally
    }

    /// The same results counted for the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ll: self.ww,
            ld: self.wd,
            wd: self.ld,
            ww: self.ll,
            ..self
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws + 2 * self.even
    }

    /// Number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.pentanomial().iter().sum()
    }

    /// Pairs by their points: 0, ½, 1, 1½ and 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd + self.even, self.wd, self.ww]
    }

    /// Wins, losses and draws, if all are known.
    pub fn wdl(&self) -> Option<[u64; 3]> {
        (self.even == 0).then_some([self.wins, self.losses, self.draws])
    }

    /// Points: 1 for a win and ½ for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64 + self.even as f64
    }

    // The order of operations below is that of fastchess, so that the last digits agree.

    /// Points in percent of the possible points.
    pub fn points_percent(&self) -> Option<f64> {
        Some(ratio(self.points(), self.games() as f64)? * 100.0)
    }

    /// Drawn games in percent of all games.
    pub fn draw_percent(&self) -> Option<f64> {
        ratio(100.0 * self.draws as f64, self.games() as f64)
    }

    /// `DrawRatio` of fastchess, in percent: even pairs if pairs are counted, else drawn games.
    pub fn draw_ratio(&self, pairs: bool) -> Option<f64> {
        match pairs {
            true => self.even_pairs_percent(),
            false => self.draw_percent(),
        }
    }

    /// Even pairs in percent of all pairs.
    fn even_pairs_percent(&self) -> Option<f64> {
        let [_, _, even, _, _] = self.pentanomial();
        Some(ratio(even as f64, self.pairs() as f64)? * 100.0)
    }

    /// Ratio of pairs won to pairs lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.pentanomial();
        ratio(ww as f64 + wd as f64, ld as f64 + ll as f64)
    }

    /// Ratio of pairs with a win and a loss to pairs of two draws.
    pub fn wl_dd_ratio(&self) -> Option<f64> {
        self.wdl().and_then(|_| ratio(self.wl as f64, self.dd as f64))
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (sum, count) in [
            (&mut self.wins, other.wins),
            (&mut self.losses, other.losses),
            (&mut self.draws, other.draws),
            (&mut self.ll, other.ll),
            (&mut self.ld, other.ld),
            (&mut self.wl, other.wl),
            (&mut self.dd, other.dd),
            (&mut self.wd, other.wd),
            (&mut self.ww, other.ww),
            (&mut self.even, other.even),
        ] {
            *sum += count;
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Wdl::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn results_depend_on_the_colour() {
        for (result, white, black) in [
            (GameResult::WhiteWins, Some(Win), Some(Loss)),
            (GameResult::BlackWins, Some(Loss), Some(Win)),
            (GameResult::Draw, Some(Draw), Some(Draw)),
            (GameResult::Unknown, None, None),
        ] {
            assert_eq!(Wdl::new(result, Color::White), white);
            assert_eq!(Wdl::new(result, Color::Black), black);
        }
    }

    #[test]
    fn pairs_are_classified_in_any_order() {
        for (one, other, pentanomial) in [
            (Loss, Loss, [1, 0, 0, 0, 0]),
            (Loss, Draw, [0, 1, 0, 0, 0]),
            (Win, Loss, [0, 0, 1, 0, 0]),
            (Draw, Draw, [0, 0, 1, 0, 0]),
            (Win, Draw, [0, 0, 0, 1, 0]),
            (Win, Win, [0, 0, 0, 0, 1]),
        ] {
            let tally = Tally::pair(one, other);
            assert_eq!(tally, Tally::pair(other, one));
            assert_eq!((tally.pentanomial(), tally.games(), tally.pairs()), (pentanomial, 2, 1));
            assert_eq!(tally.flipped(), Tally::pair(one.flipped(), other.flipped()));
            assert_eq!(tally.flipped().flipped(), tally);
        }
        assert_eq!(Tally::pair(Win, Loss).wl, 1);
        assert_eq!(Tally::pair(Draw, Draw).dd, 1);
    }

    #[test]
    fn ratios_follow_from_counts() {
        let tally = [(Win, Win), (Win, Draw), (Win, Loss), (Draw, Draw), (Draw, Loss)]
            .map(|(one, other)| Tally::pair(one, other))
            .into_iter()
            .sum::<Tally>()
            + Tally::game(Win);
        assert_eq!((tally.games(), tally.pairs()), (11, 5));
        assert_eq!((tally.wins, tally.draws, tally.losses), (5, 4, 2));
        assert_eq!(tally.points(), 7.0);
        assert_eq!(tally.even_pairs_percent(), Some(40.0));
        assert_eq!(tally.pairs_ratio(), Some(2.0));
        assert_eq!(tally.wl_dd_ratio(), Some(1.0));
        assert_eq!(Tally { wins: 1, draws: 3, ..Tally::default() }.draw_percent(), Some(75.0));
        let none = Tally::default();
        assert_eq!((none.points_percent(), none.draw_percent()), (None, None));
        assert_eq!((none.even_pairs_percent(), none.pairs_ratio()), (None, None));
        assert_eq!(none.wl_dd_ratio(), None);
    }
}
