//! How games end (rules, 1.4).

use crate::Color;

/// Why a game is over (rules, 1.4). The winner is in [`Outcome`].
///
/// ```
/// use baroque_movegen::{EndReason, Position, Ultima, ultima::Rules};
/// let position = Position::<Ultima>::from_fen("k7/8/8/8/8/8/8/7K b - - 100 80", Rules::default());
/// let end = position.unwrap().outcome().unwrap();
/// assert_eq!((end.winner, end.reason), (None, EndReason::MoveLimit));
/// assert_eq!(end.reason.text(), "move-limit");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// The side to move has no legal move and is in check.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A side has no king.
    KingTaken,
    /// A side occupies both palace squares of its enemy (Maxima).
    Invasion,
    /// A side has only its king left (Maxima).
    BareKing,
    /// A side has none of the pieces left without which it has lost.
    Extinct,
    /// The third occurrence of a position.
    Repetition,
    /// The rule switch `movelimit` is reached.
    MoveLimit,
}

impl EndReason {
    /// The reason in lower case, words joined by `-`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::KingTaken => "king-taken",
            Self::Invasion => "invasion",
            Self::BareKing => "bare-king",
            Self::Extinct => "extinct",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
        }
    }
}

impl std::fmt::Display for EndReason {
    /// The reason as words in lower case.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().replace('-', " "))
    }
}

/// The end of a game.
///
/// ```
/// use baroque_movegen::{EndReason, Position, RuleSwitches, Ultima, ultima::Rules};
/// let rules = Rules::default().with_overrides("object=capture").unwrap();
/// let position = Position::<Ultima>::from_fen("k7/8/8/8/8/8/8/W7", rules).unwrap();
/// let end = position.outcome().unwrap();
/// assert_eq!((end.reason, end.result()), (EndReason::KingTaken, "0-1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub reason: EndReason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// The PGN result.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
