//! The history of a game, for the repetition rule.

use crate::{
    Color, EndReason, Game, IllegalMove, Move, Outcome, Position, Repetition, RuleSwitches,
};

/// A game that is only played on: a position, and the keys of those before it.
///
/// ```
/// use baroque_movegen::{Playout, Position, Ultima, read_move};
/// let mut game = Playout::new(Position::<Ultima>::start("baroque").unwrap());
/// for text in ["e2e3", "e7e6", "e3e2", "e6e7"] {
///     game.play_unchecked(read_move(game.position(), text).unwrap());
/// }
/// assert_eq!((game.occurrences(), game.outcome()), (2, None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout<G: Game> {
    position: Position<G>,
    /// The keys of all positions before it.
    keys: Vec<u64>,
}

impl<G: Game> Playout<G> {
    /// A game that begins in the given position.
    pub fn new(position: Position<G>) -> Self {
        Self { position, keys: Vec::new() }
    }

    /// The current position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// Keys of the earlier positions that may recur in this one, oldest first.
    pub fn recurring_keys(&self) -> &[u64] {
        self.position.recurring(&self.keys)
    }

    /// Plays a move that is known to be legal, such as a generated or parsed one, and returns the position
    /// before it. After an illegal move the game is meaningless; builds with debug assertions panic.
    pub fn play_unchecked(&mut self, mv: Move) -> Position<G> {
        let next = self.position.play_unchecked(mv);
        self.keys.push(self.position.key());
        std::mem::replace(&mut self.position, next)
    }

    /// Number of occurrences of the current position, this one included.
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        1 + self.recurring_keys().iter().filter(|&&earlier| earlier == key).count()
    }

    /// The end of the game, if it is over: what the board shows comes before repetition, and
    /// repetition before the move limit (rules, 1.4).
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.board_outcome().or_else(|| self.counted_outcome())
    }

    /// The end of the game by repetition or by the move limit, where the board shows none.
    pub fn counted_outcome(&self) -> Option<Outcome> {
        self.repetition().or_else(|| self.position.move_limit_outcome())
    }

    fn repetition(&self) -> Option<Outcome> {
        let winner: Option<Color> = match self.position.rules().end_rules().repetition {
            Repetition::Off => return None,
            Repetition::Draw => None,
            Repetition::Loss => Some(self.position.side()),
        };
        let reason = EndReason::Repetition;
        (self.occurrences() >= 3).then_some(Outcome { winner, reason })
    }
}

/// A first position and the moves played from it.
///
/// ```
/// use baroque_movegen::{EndReason, Position, GameHistory, Ultima, read_move};
/// let mut game = GameHistory::new(Position::<Ultima>::start("baroque").unwrap());
/// for text in ["e2e3", "e7e6", "e3e2", "e6e7", "e2e3", "e7e6", "e3e2", "e6e7"] {
///     let mv = read_move(game.position(), text).unwrap();
///     game.push(mv).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, EndReason::Repetition);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHistory<G: Game> {
    playout: Playout<G>,
    /// All positions before the current one.
    earlier: Vec<Position<G>>,
    moves: Vec<Move>,
}

impl<G: Game> GameHistory<G> {
    /// A game that begins in the given position.
    pub fn new(position: Position<G>) -> Self {
        Self { playout: Playout::new(position), earlier: Vec::new(), moves: Vec::new() }
    }

    /// The position that the game began with.
    pub fn first(&self) -> &Position<G> {
        self.earlier.first().unwrap_or(self.position())
    }

    /// The game before its first move.
    #[must_use]
    pub fn without_moves(&self) -> Self {
        Self::new(self.first().clone())
    }

    /// The current position.
    pub fn position(&self) -> &Position<G> {
        self.playout.position()
    }

    /// The moves played, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The current position with what the repetition rule needs.
    pub fn playout(&self) -> &Playout<G> {
        &self.playout
    }

    /// The positions before the current one, one for each move, oldest first.
    pub fn earlier(&self) -> &[Position<G>] {
        &self.earlier
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal; the history stays as it is.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMove);
        }
        self.push_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as a generated or parsed one. After an illegal
    /// move the history is meaningless; builds with debug assertions panic.
    pub fn push_unchecked(&mut self, mv: Move) {
        self.earlier.push(self.playout.play_unchecked(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back; `None` if there is none.
    pub fn pop(&mut self) -> Option<Move> {
        self.playout.position = self.earlier.pop()?;
        self.playout.keys.pop();
        self.moves.pop()
    }

    /// Number of occurrences of the current position, this one included.
    pub fn occurrences(&self) -> usize {
        self.playout.occurrences()
    }

    /// The end of the game, if it is over: what the board shows comes before repetition, and
    /// repetition before the move limit (rules, 1.4).
    pub fn outcome(&self) -> Option<Outcome> {
        self.playout.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Renaissance, read_move};

    #[test]
    fn positions_recur_through_captures_and_drops() {
        let fen = "r2p2kl1/5p1pi/2p5C/wWu3x2/6P2/b8/I3P1P2/4P2P1/2X1KB1UR[PPPPPCppppl] b - - 0 33";
        let rules = Renaissance::VARIANTS[0].rules;
        let mut game = Playout::new(Position::<Renaissance>::from_fen(fen, rules).unwrap());
        for text in ["P@i4", "P@i5", "i4g4", "i5g5"].repeat(2) {
            assert_eq!(game.outcome(), None, "{text}");
            game.play_unchecked(read_move(game.position(), text).unwrap());
        }
        assert_eq!(game.occurrences(), 3);
        assert_eq!(game.outcome().map(|end| end.reason), Some(EndReason::Repetition));
    }
}
