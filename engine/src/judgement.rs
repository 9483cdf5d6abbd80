//! How bad moves are.

use baroque_movegen::AnyGame;

use crate::{Score, Wdl};

/// How bad a move is, by what it loses of the expected score ([`Wdl::expected`]). A move that gives up a
/// forced win, or allows a forced loss, loses more than the score tells: its limits are lower. All are
/// those of Lichess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// Loses 0.05, or anything that was forced.
    Inaccuracy,
    /// Loses 0.10, or 0.025 and what was forced.
    Mistake,
    /// Loses 0.15, or 0.07 and what was forced.
    Blunder,
}

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Judges a move in the game of a position by the scores before and after it, as they are
    /// reported, for the side that moved.
    pub fn of(position: &AnyGame, had: Score, kept: Score) -> Option<Self> {
        let expected = |score| Wdl::of_any(position, score).expected();
        let lost = expected(had) - expected(kept);
        let turns = had.is_win() && !kept.is_win() || !had.is_loss() && kept.is_loss();
        Self::ALL.into_iter().rev().find(|judgement| lost >= judgement.limit(turns))
    }

    /// The least loss of the expected score, of a move that turns what was forced, or of another one.
    pub fn limit(self, turns: bool) -> f64 {
        match (self, turns) {
            (Self::Inaccuracy, false) => 0.05,
            (Self::Mistake, false) => 0.10,
            (Self::Blunder, false) => 0.15,
            (Self::Inaccuracy, true) => 0.0,
            (Self::Mistake, true) => 0.025,
            (Self::Blunder, true) => 0.07,
        }
    }

    /// `inaccuracy`, `mistake` or `blunder`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The numeric annotation glyph of PGN.
    pub fn nag(self) -> u8 {
        match self {
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
        }
    }

    /// The traditional glyph.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_judged_by_the_expected_score() {
        use Judgement::*;
        let cp = Score::cp;
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            let position = AnyGame::new(variant).unwrap();
            let judge = |had, kept| Judgement::of(&position, had, kept);
            for (had, kept, judgement) in [
                (cp(0), cp(-30), None),
                (cp(0), cp(40), None),
                // An expected score of 0.56, 0.61 and 0.66 for the opponent.
                (cp(0), cp(-45), Some(Inaccuracy)),
                (cp(0), cp(-85), Some(Mistake)),
                (cp(0), cp(-130), Some(Blunder)),
                // Hardly anything changes in a won or lost position.
                (cp(2000), cp(1500), None),
                (cp(-1500), cp(-2000), None),
                // A forced win is given up.
                (Score::win_at(1), cp(0), Some(Blunder)),
                (Score::win_at(5), cp(380), Some(Blunder)),
                (Score::win_at(5), cp(500), Some(Mistake)),
                (Score::win_at(5), cp(3000), Some(Inaccuracy)),
                (Score::win_at(1), Score::loss_at(2), Some(Blunder)),
                (Score::win_at(1), Score::win_at(31), None),
                // A forced loss is allowed.
                (cp(0), Score::loss_at(2), Some(Blunder)),
                (cp(-380), Score::loss_at(2), Some(Blunder)),
                (cp(-3000), Score::loss_at(2), Some(Inaccuracy)),
                (Score::loss_at(20), Score::loss_at(2), None),
            ] {
                assert_eq!(judge(had, kept), judgement, "{variant}: {had:?} {kept:?}");
            }
        }
    }
}
