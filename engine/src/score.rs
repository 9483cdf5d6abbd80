//! Scores.

use std::ops::Neg;

/// Most plies that a line of play may have in the search.
pub const MAX_PLY: usize = 120;

/// A value from the side to move: centipawns, or a win or loss at a certain ply.
///
/// ```
/// use baroque_engine::{Score, ScoreText};
/// assert_eq!(Score::cp(35).text(), ScoreText::Centipawns(35));
/// assert_eq!(Score::win_at(3).text(), ScoreText::Mate(2));
/// assert_eq!(Score::loss_at(4).text(), ScoreText::Mate(-2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

/// A score as protocols write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreText {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves of the winner up to and including the one that ends the game (rules, 1.4), negative
    /// if the side to move loses.
    Mate(i32),
}

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(32_001);
    /// Below every score.
    pub const LOWEST: Self = Self(-Self::INFINITE.0);
    /// The value of a game won on the coord.
    const WIN: i32 = 32_000;
    /// Scores from here on are proved wins.
    const LEAST_WIN: i32 = Self::WIN - 2 * MAX_PLY as i32;
    /// The largest estimate.
    const MOST: i32 = Self::LEAST_WIN - 1;

    /// An estimate in centipawns, kept apart from proved wins and losses.
    #[inline]
    pub fn cp(centipawns: i32) -> Self {
        Self(centipawns.clamp(-Self::MOST, Self::MOST))
    }

    /// The game is won after `ply` plies from the root.
    #[inline]
    pub fn win_at(ply: usize) -> Self {
        Self(Self::WIN - ply as i32)
    }

    /// The game is lost after `ply` plies from the root.
    #[inline]
    pub fn loss_at(ply: usize) -> Self {
        -Self::win_at(ply)
    }

    /// The number behind the score.
    #[inline]
    pub fn value(self) -> i32 {
        self.0
    }

    /// The score of a number from [`Self::value`].
    #[inline]
    pub fn from_value(value: i32) -> Self {
        Self(value.clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    /// Whether the score is a proved win or loss.
    #[inline]
    pub fn is_decisive(self) -> bool {
        self.0.abs() >= Self::LEAST_WIN
    }

    /// Whether the score is a proved win.
    #[inline]
    pub fn is_win(self) -> bool {
        self.0 >= Self::LEAST_WIN
    }

    /// Whether the score is a proved loss.
    #[inline]
    pub fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_WIN
    }

    /// The score moved by some centipawns; a proved one stays what it is.
    #[inline]
    #[must_use]
    pub fn plus(self, centipawns: i32) -> Self {
        if self.is_decisive() { self } else { Self::cp(self.0 + centipawns) }
    }

    /// The next higher score: the upper end of a null window.
    #[inline]
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score: the lower end of a null window.
    #[inline]
    #[must_use]
    pub fn before(self) -> Self {
        Self(self.0 - 1)
    }

    /// As the table keeps it: wins and losses counted from a node at `ply`, not from the root.
    #[inline]
    #[must_use]
    pub fn from_root_to_node(self, ply: usize) -> Self {
        Self(self.0 + self.sign_if_decisive() * ply as i32)
    }

    /// Undoes [`Self::from_root_to_node`].
    #[inline]
    #[must_use]
    pub fn from_node_to_root(self, ply: usize) -> Self {
        Self(self.0 - self.sign_if_decisive() * ply as i32)
    }

    fn sign_if_decisive(self) -> i32 {
        if self.is_decisive() { self.0.signum() } else { 0 }
    }

    /// The score as protocols write it.
    pub fn text(self) -> ScoreText {
        let plies = Self::WIN - self.0.abs();
        if self.is_win() {
            ScoreText::Mate((plies + 1) / 2)
        } else if self.is_loss() {
            ScoreText::Mate(-(plies / 2))
        } else {
            ScoreText::Centipawns(self.0)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
