//! A game as it was played: what the repetition rule looks at.

use crate::{Color, EndReason, Game, IllegalMove, Move, Outcome, Position, Repetition, RuleSet};

/// A first position and the moves since.
///
/// ```
/// use baroque_movegen::{EndReason, Position, Record, Ultima, read_move};
/// let mut game = Record::new(Position::<Ultima>::start("baroque").unwrap());
/// for text in ["e2e3", "e7e6", "e3e2", "e6e7", "e2e3", "e7e6", "e3e2", "e6e7"] {
///     let mv = read_move(game.position(), text).unwrap();
///     game.push(mv).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, EndReason::Repetition);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    first: Position<G>,
    position: Position<G>,
    moves: Vec<Move>,
    /// Keys of all positions before the current one.
    keys: Vec<u64>,
}

impl<G: Game> Record<G> {
    /// A game that begins in the given position.
    pub fn new(position: Position<G>) -> Self {
        Self { first: position, position, moves: Vec::new(), keys: Vec::new() }
    }

    /// The position that the game began with.
    pub fn first(&self) -> &Position<G> {
        &self.first
    }

    /// The current position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Keys of the earlier positions that can still occur again, oldest first.
    pub fn recent_keys(&self) -> &[u64] {
        let reversible = usize::from(self.position.clock()).min(self.keys.len());
        &self.keys[self.keys.len() - reversible..]
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal; nothing has changed then.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.try_play(mv)?;
        self.keys.push(self.position.key());
        self.moves.push(mv);
        self.position = next;
        Ok(())
    }

    /// Takes the last move back; `None` if there is none.
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.keys.pop();
        self.position =
            self.moves.iter().fold(self.first, |position, &mv| position.play_unchecked(mv));
        Some(last)
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        1 + self.recent_keys().iter().filter(|&&earlier| earlier == key).count()
    }

    /// How the game ended, if it did: what the position shows comes before repetition, and that
    /// before the move limit (rules, 1.4).
    pub fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        position.shown_outcome().or_else(|| self.repetition()).or_else(|| position.outcome())
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
