//! The end of a game and its description, in fastchess's words wherever it has some: testing
//! frameworks count faults by them.

use baroque_formats::pgn::GameResult;
use baroque_movegen::{Color, EndReason, Outcome};

/// Winner and termination of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// `None` for a draw or an interrupted game.
    pub winner: Option<Color>,
    pub termination: Termination,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The rules of the game.
    Rules(EndReason),
    /// The scores of the engines or the maximum number of moves.
    Adjudication,
    /// The loser resigned.
    Resignation,
    /// A trusted engine claimed this result.
    Claim,
    /// The loser claimed a wrong result.
    WrongResultClaim,
    /// The loser rejected a legal move as illegal.
    WrongMoveClaim,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser exceeded its time by this many milliseconds.
    Time(u64),
    /// The loser's engine exited.
    Disconnect,
    /// The loser's engine did not respond.
    Stall,
    /// The tournament was stopped.
    Interrupted,
}

/// A failure of an engine by which it lost a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It exceeded its time.
    Timeout,
    /// It exited or did not respond.
    Crash,
}

impl GameEnd {
    /// An outcome by the rules of the game.
    pub fn by_rules(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, termination: Termination::Rules(outcome.reason) }
    }

    /// A win for the opponent of `loser`.
    pub fn loss(loser: Color, termination: Termination) -> Self {
        Self { winner: Some(!loser), termination }
    }

    /// A draw, or an interrupted game.
    pub fn draw(termination: Termination) -> Self {
        Self { winner: None, termination }
    }

    /// The result in PGN.
    pub fn result(self) -> GameResult {
        match (self.winner, self.termination) {
            (_, Termination::Interrupted) => GameResult::Unknown,
            (Some(Color::White), _) => GameResult::WhiteWins,
            (Some(Color::Black), _) => GameResult::BlackWins,
            (None, _) => GameResult::Draw,
        }
    }

    /// How the loser's engine failed, which may be unable to play another game.
    pub fn fault(self) -> Option<Fault> {
        match self.termination {
            Termination::Time(_) => Some(Fault::Timeout),
            Termination::Disconnect | Termination::Stall => Some(Fault::Crash),
            _ => None,
        }
    }

    /// The reason with its details.
    pub fn reason(self) -> String {
        match self.termination {
            Termination::Time(late) => format!("{} ({late}ms overrun)", self.short_reason()),
            _ => self.short_reason(),
        }
    }

    /// The reason without details that differ from game to game.
    pub fn short_reason(self) -> String {
        let Some(winner) = self.winner else {
            return match self.termination {
                Termination::Rules(EndReason::Repetition) => "Draw by 3-fold repetition".to_owned(),
                Termination::Rules(reason) => format!("Draw by {reason}"),
                Termination::Interrupted => "Game interrupted".to_owned(),
                Termination::Claim => "Draw by claim".to_owned(),
                _ => "Draw by adjudication".to_owned(),
            };
        };
        let loser = !winner;
        match self.termination {
            Termination::Rules(EndReason::Checkmate) => format!("{winner} mates"),
            Termination::Rules(EndReason::KingTaken) => format!("{winner} takes the king"),
            Termination::Rules(EndReason::Repetition) => {
                format!("{winner} wins by 3-fold repetition")
            }
            Termination::Rules(reason) => format!("{winner} wins by {reason}"),
            Termination::Adjudication => format!("{winner} wins by adjudication"),
            Termination::Resignation => format!("{loser} resigns"),
            Termination::IllegalMove => format!("{loser} makes an illegal move"),
            Termination::Claim => format!("{winner} wins by claim"),
            Termination::WrongResultClaim => {
                format!("{winner} wins by adjudication: Invalid result claim")
            }
            Termination::WrongMoveClaim => {
                format!("{winner} wins by adjudication: {loser} claims an illegal move")
            }
            Termination::Time(_) => format!("{loser} loses on time"),
            Termination::Disconnect => format!("{loser} disconnects"),
            Termination::Stall => format!("{loser}'s connection stalls"),
            Termination::Interrupted => "Game interrupted".to_owned(),
        }
    }

    /// The value of the PGN tag `Termination`.
    pub fn termination_tag(self) -> &'static str {
        match self.termination {
            Termination::Rules(_) | Termination::Resignation | Termination::Claim => "normal",
            Termination::Adjudication
            | Termination::WrongResultClaim
            | Termination::WrongMoveClaim => "adjudication",
            Termination::IllegalMove => "illegal move",
            Termination::Time(_) => "time forfeit",
            Termination::Disconnect | Termination::Stall => "abandoned",
            Termination::Interrupted => "unterminated",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_worded_as_in_fastchess() {
        use Color::{Black, White};
        use EndReason::{BareKing, Checkmate, KingTaken, MoveLimit, Repetition, Stalemate};
        use Termination::{
            Adjudication, Claim, Disconnect, IllegalMove, Interrupted, Rules, Stall, Time,
            WrongResultClaim,
        };
        let (loss, draw) = (GameEnd::loss, GameEnd::draw);
        let invalid = "Black wins by adjudication: Invalid result claim";
        let cases = [
            (loss(Black, Rules(Checkmate)), "1-0", "White mates"),
            (draw(Rules(Stalemate)), "1/2-1/2", "Draw by stalemate"),
            (draw(Rules(Repetition)), "1/2-1/2", "Draw by 3-fold repetition"),
            (draw(Adjudication), "1/2-1/2", "Draw by adjudication"),
            (loss(White, Adjudication), "0-1", "Black wins by adjudication"),
            (loss(White, IllegalMove), "0-1", "White makes an illegal move"),
            (loss(Black, Time(3)), "1-0", "Black loses on time (3ms overrun)"),
            (loss(Black, Disconnect), "1-0", "Black disconnects"),
            (loss(Black, Claim), "1-0", "White wins by claim"),
            (draw(Claim), "1/2-1/2", "Draw by claim"),
            // The wording of cutechess.
            (loss(White, WrongResultClaim), "0-1", invalid),
            (loss(White, Stall), "0-1", "White's connection stalls"),
            (draw(Interrupted), "*", "Game interrupted"),
            // Terminations that chess does not have.
            (loss(White, Rules(Stalemate)), "0-1", "Black wins by stalemate"),
            (loss(White, Rules(KingTaken)), "0-1", "Black takes the king"),
            (loss(Black, Rules(BareKing)), "1-0", "White wins by bare king"),
            (draw(Rules(MoveLimit)), "1/2-1/2", "Draw by move limit"),
        ];
        for (end, result, reason) in cases {
            assert_eq!((end.result().text(), &*end.reason()), (result, reason));
        }
    }
}
