//! Scores: centipawns, or wins and losses by their distance from the root.

use std::fmt;
use std::ops::Neg;

/// Greatest ply that the search reaches; nodes there return the static evaluation.
pub const MAX_PLY: usize = 120;

/// A score for the side to move: centipawns, or a win or loss after a number of plies.
///
/// ```
/// use baroque_engine::{Score, ScoreText};
/// assert_eq!(Score::cp(35).text(), ScoreText::Centipawns(35));
/// assert_eq!(Score::win_at(3).text(), ScoreText::Mate(2));
/// assert_eq!(Score::loss_at(4).text(), ScoreText::Mate(-2));
/// assert_eq!([Score::cp(35), Score::loss_at(4)].map(|score| score.to_string()), ["+0.35", "#-2"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// A score as UCI, CECP and PGN write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreText {
    /// Evaluation in hundredths of a pawn.
    Centipawns(i32),
    /// Moves of the winner up to and including the one that ends the game (rules, 1.4); zero or
    /// negative if the side to move loses.
    Mate(i32),
}

impl Score {
    /// The score of a draw without contempt.
    pub const DRAW: Self = Self(0);
    /// Greater than every score of a position.
    pub const INFINITE: Self = Self(32_001);
    /// Less than every score of a position.
    pub const LOWEST: Self = Self(-Self::INFINITE.0);
    /// A game already won at the root.
    const WIN: i32 = 32_000;
    /// The lowest score of a proved win.
    const MIN_WIN: i32 = Self::WIN - 2 * MAX_PLY as i32;
    /// The highest score that is not a proved win.
    const MAX_CP: i32 = Self::MIN_WIN - 1;

    /// A score in centipawns, clamped so that it never reads as a proved win or loss.
    #[inline]
    pub fn cp(centipawns: i32) -> Self {
        Self(centipawns.clamp(-Self::MAX_CP, Self::MAX_CP))
    }

    /// A win `ply` plies from the root: 32000 − `ply`.
    #[inline]
    pub fn win_at(ply: usize) -> Self {
        Self(Self::WIN - ply as i32)
    }

    /// A loss `ply` plies from the root: `ply` − 32000.
    #[inline]
    pub fn loss_at(ply: usize) -> Self {
        -Self::win_at(ply)
    }

    /// The score as one number: centipawns, or ±(32000 − plies) for a win or loss.
    #[inline]
    pub fn value(self) -> i32 {
        self.0
    }

    /// The inverse of [`Self::value`].
    #[inline]
    pub fn from_value(value: i32) -> Self {
        Self(value.clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    /// Whether the score is a proved win or loss.
    #[inline]
    pub fn is_decisive(self) -> bool {
        self.0.abs() >= Self::MIN_WIN
    }

    /// Whether the score is a proved win.
    #[inline]
    pub fn is_win(self) -> bool {
        self.0 >= Self::MIN_WIN
    }

    /// Whether the score is a proved loss.
    #[inline]
    pub fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_WIN
    }

    /// Adds centipawns; proved wins and losses stay unchanged.
    #[inline]
    #[must_use]
    pub(crate) fn plus(self, centipawns: i32) -> Self {
        if self.is_decisive() { self } else { Self::cp(self.0 + centipawns) }
    }

    /// The next higher score: the upper end of a null window.
    #[inline]
    #[must_use]
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score: the lower end of a null window.
    #[inline]
    #[must_use]
    pub(crate) fn before(self) -> Self {
        Self(self.0 - 1)
    }

    /// Converts a score for the transposition table: wins and losses count from the node at `ply`
    /// instead of from the root.
    #[inline]
    #[must_use]
    pub(crate) fn root_to_node(self, ply: usize) -> Self {
        Self(self.0 + self.sign_if_decisive() * ply as i32)
    }

    /// The inverse of [`Self::root_to_node`].
    #[inline]
    #[must_use]
    pub(crate) fn node_to_root(self, ply: usize) -> Self {
        Self(self.0 - self.sign_if_decisive() * ply as i32)
    }

    fn sign_if_decisive(self) -> i32 {
        if self.is_decisive() { self.0.signum() } else { 0 }
    }

    /// Whether it is a forced win in at most this many moves of the side to move.
    pub fn is_win_in(self, moves: u32) -> bool {
        matches!(self.text(), ScoreText::Mate(found) if found > 0 && found.unsigned_abs() <= moves)
    }

    /// The score in centipawns or moves to mate.
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

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// In pawns with a sign, or in moves to mate: "+0.35", "#3", "#-3".
impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// The same score for the other side. A [`Score`] that is negated first loses a move if the side to move wins.
impl Neg for ScoreText {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate(moves) => Self::Mate(-moves),
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
