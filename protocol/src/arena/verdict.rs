//! How a game of a tournament ended, and the words for it, which are fastchess's wherever it has
//! some: testing frameworks count faults by them.

use baroque_movegen::{Color, EndReason, Outcome};

use crate::pgn::GameResult;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won; nobody if it is a draw, or if the game was broken off.
    pub winner: Option<Color>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// By the rules of the game.
    Rules(EndReason),
    /// By the scores that the engines told, or by the greatest number of moves.
    Adjudication,
    /// The loser gave up.
    Resignation,
    /// A player said so, and was believed.
    Claim,
    /// The loser claimed a result that the game does not have.
    WrongClaim,
    /// The loser did not accept a legal move.
    Protest,
    /// The loser's move was not legal.
    IllegalMove,
    /// The loser's move came so many milliseconds too late.
    Time(u64),
    /// The loser's program ended.
    Disconnect,
    /// The loser's program gave no sign of life.
    Stall,
    /// The tournament was stopped.
    Interruption,
}

impl Verdict {
    /// What the rules say.
    pub fn by_rules(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, cause: Cause::Rules(outcome.reason) }
    }

    /// A player has lost.
    pub fn lost(loser: Color, cause: Cause) -> Self {
        Self { winner: Some(!loser), cause }
    }

    /// Nobody has won.
    pub fn drawn(cause: Cause) -> Self {
        Self { winner: None, cause }
    }

    /// The result as PGN has it.
    pub fn result(self) -> GameResult {
        match (self.winner, self.cause) {
            (_, Cause::Interruption) => GameResult::Unknown,
            (Some(Color::White), _) => GameResult::WhiteWins,
            (Some(Color::Black), _) => GameResult::BlackWins,
            (None, _) => GameResult::Draw,
        }
    }

    /// Whether it is in doubt that both engines can go on.
    pub fn is_fault(self) -> bool {
        self.is_breakdown() || matches!(self.cause, Cause::Time(_))
    }

    /// Whether an engine broke down.
    pub fn is_breakdown(self) -> bool {
        matches!(self.cause, Cause::Disconnect | Cause::Stall)
    }

    /// The reason in words, with all that is known of it.
    pub fn reason(self) -> String {
        match self.cause {
            Cause::Time(late) => format!("{} ({late}ms overrun)", self.kind()),
            _ => self.kind(),
        }
    }

    /// The reason in words that are the same for all games which end like this.
    pub fn kind(self) -> String {
        let Some(winner) = self.winner else {
            return match self.cause {
                Cause::Rules(EndReason::Repetition) => "Draw by 3-fold repetition".to_owned(),
                Cause::Rules(reason) => format!("Draw by {reason}"),
                Cause::Interruption => "Game interrupted".to_owned(),
                Cause::Claim => "Draw by claim".to_owned(),
                _ => "Draw by adjudication".to_owned(),
            };
        };
        let loser = !winner;
        match self.cause {
            Cause::Rules(EndReason::Checkmate) => format!("{winner} mates"),
            Cause::Rules(EndReason::KingTaken) => format!("{winner} takes the king"),
            Cause::Rules(EndReason::Repetition) => format!("{winner} wins by 3-fold repetition"),
            Cause::Rules(reason) => format!("{winner} wins by {reason}"),
            Cause::Adjudication => format!("{winner} wins by adjudication"),
            Cause::Resignation => format!("{loser} resigns"),
            Cause::IllegalMove => format!("{loser} makes an illegal move"),
            Cause::Claim => format!("{winner} wins by claim"),
            Cause::WrongClaim => {
                format!("{winner} wins by adjudication: Invalid result claim")
            }
            Cause::Protest => {
                format!("{winner} wins by adjudication: {loser} claims an illegal move")
            }
            Cause::Time(_) => format!("{loser} loses on time"),
            Cause::Disconnect => format!("{loser} disconnects"),
            Cause::Stall => format!("{loser}'s connection stalls"),
            Cause::Interruption => "Game interrupted".to_owned(),
        }
    }

    /// The value of the tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self.cause {
            Cause::Rules(_) | Cause::Resignation | Cause::Claim => "normal",
            Cause::Adjudication | Cause::WrongClaim | Cause::Protest => "adjudication",
            Cause::IllegalMove => "illegal move",
            Cause::Time(_) => "time forfeit",
            Cause::Disconnect | Cause::Stall => "abandoned",
            Cause::Interruption => "unterminated",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_have_fastchess_s_words() {
        let by = |reason| Cause::Rules(reason);
        let cases = [
            (Verdict::lost(Color::Black, by(EndReason::Checkmate)), "1-0", "White mates"),
            (Verdict::drawn(by(EndReason::Stalemate)), "1/2-1/2", "Draw by stalemate"),
            (Verdict::drawn(by(EndReason::Repetition)), "1/2-1/2", "Draw by 3-fold repetition"),
            (Verdict::drawn(Cause::Adjudication), "1/2-1/2", "Draw by adjudication"),
            (Verdict::lost(Color::White, Cause::Adjudication), "0-1", "Black wins by adjudication"),
            (Verdict::lost(Color::White, Cause::IllegalMove), "0-1", "White makes an illegal move"),
            (
                Verdict::lost(Color::Black, Cause::Time(3)),
                "1-0",
                "Black loses on time (3ms overrun)",
            ),
            (Verdict::lost(Color::Black, Cause::Disconnect), "1-0", "Black disconnects"),
            (Verdict::lost(Color::Black, Cause::Claim), "1-0", "White wins by claim"),
            (Verdict::drawn(Cause::Claim), "1/2-1/2", "Draw by claim"),
            // Cutechess's words.
            (
                Verdict::lost(Color::White, Cause::WrongClaim),
                "0-1",
                "Black wins by adjudication: Invalid result claim",
            ),
            (Verdict::lost(Color::White, Cause::Stall), "0-1", "White's connection stalls"),
            (Verdict::drawn(Cause::Interruption), "*", "Game interrupted"),
            // Ends that chess does not have.
            (
                Verdict::lost(Color::White, by(EndReason::Stalemate)),
                "0-1",
                "Black wins by stalemate",
            ),
            (Verdict::lost(Color::White, by(EndReason::KingTaken)), "0-1", "Black takes the king"),
            (
                Verdict::lost(Color::Black, by(EndReason::BareKing)),
                "1-0",
                "White wins by bare king",
            ),
            (Verdict::drawn(by(EndReason::MoveLimit)), "1/2-1/2", "Draw by move limit"),
        ];
        for (verdict, result, reason) in cases {
            assert_eq!((verdict.result().text(), &*verdict.reason()), (result, reason));
        }
    }
}
