//! A game before an umpire (rules, 9).

use std::sync::Arc;

use baroque_movegen::{
    Color, CustomGame, EndReason, Move, Outcome, Position, Repetition, RuleSwitches,
};

use crate::attempt::Attempt;
use crate::outcome::shown_outcome;
use crate::secret::Secret;
use crate::settings::TurnRule;

/// The most tries of a game, which then ends without a result.
const MAX_TRIES: u32 = 100_000;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// The players left, or tried too often.
    Unfinished,
}

impl End {
    /// Result and reason.
    pub fn text(self) -> String {
        match self {
            Self::Over(outcome) => format!("{} {}", outcome.result(), outcome.reason.text()),
            Self::Unfinished => "* unfinished".to_owned(),
        }
    }
}

/// Why a line is no try. It depends on nothing that is secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAttempt {
    /// None of the player's pieces is there.
    NoPiece,
    /// The kind has no invoke.
    NoInvoke,
}

/// A game, as the umpire knows it.
#[derive(Clone, Debug)]
pub struct UmpiredGame {
    secret: Arc<Secret>,
    rule: TurnRule,
    position: Position<CustomGame>,
    legal: Vec<Move>,
    /// Keys of the positions that legal moves led to, since the last irreversible one.
    keys: Vec<u64>,
    tries: u32,
    end: Option<End>,
}

impl UmpiredGame {
    /// A new game.
    pub fn new(secret: Arc<Secret>, rule: TurnRule) -> Self {
        let position = secret.start.clone();
        let legal = position.legal_moves();
        Self {
            secret,
            rule,
            position: position.clone(),
            legal,
            keys: vec![position.key()],
            tries: 0,
            end: None,
        }
    }

    /// The position, whose board everybody sees.
    pub fn position(&self) -> &Position<CustomGame> {
        &self.position
    }

    /// How the game ended, if it is over.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The number of tries.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Ends the game, unless it is over.
    pub fn leave(&mut self) -> End {
        *self.end.get_or_insert(End::Unfinished)
    }

    /// Whether the board and what was announced allow a try.
    ///
    /// # Errors
    /// It is none, and costs nothing.
    pub fn check(&self, attempt: Attempt) -> Result<(), NoAttempt> {
        let Some(from) = attempt.from() else { return Ok(()) };
        let own = self.position.board().color(self.position.side());
        let kind = self.position.kind_at(from).filter(|_| own.has(from));
        let letter = self.position.pieces().info(kind.ok_or(NoAttempt::NoPiece)?).letter;
        match attempt {
            Attempt::Invoke { .. } if !self.secret.public.has_invoke(letter) => {
                Err(NoAttempt::NoInvoke)
            }
            _ => Ok(()),
        }
    }

    /// Answers a try, which [`Self::check`] allows: whether it is legal. Then it has been made.
    pub fn answer(&mut self, attempt: Attempt) -> bool {
        let found = self.find(attempt);
        self.tries += 1;
        match found {
            Some(mv) => self.play(mv),
            // Where pieces are put before play is no secret.
            None if self.rule == TurnRule::Lose && !self.position.is_placing() => {
                self.set(self.position.play_null());
                self.end = self.position.outcome().map(End::Over);
            }
            None => {}
        }
        if self.tries >= MAX_TRIES {
            self.leave();
        }
        found.is_some()
    }

    /// The legal move that a try stands for.
    fn find(&self, attempt: Attempt) -> Option<Move> {
        attempt.find(&self.position, &self.legal, &self.secret.invokes)
    }

    fn play(&mut self, mv: Move) {
        let before = self.position.clone();
        self.set(before.play_unchecked(mv));
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        let shown = shown_outcome(&before, &self.position);
        let end = shown.or_else(|| self.repetition()).or_else(|| self.position.outcome());
        self.end = end.map(End::Over);
    }

    fn set(&mut self, position: Position<CustomGame>) {
        self.position = position.clone();
        self.legal = position.legal_moves();
    }

    /// Lost turns repeat no position: only those count that legal moves led to.
    fn repetition(&self) -> Option<Outcome> {
        let winner: Option<Color> = match self.position.rules().end_rules().repetition {
            Repetition::Off => return None,
            Repetition::Draw => None,
            Repetition::Loss => Some(self.position.side()),
        };
        let key = self.position.key();
        let occurrences = self.keys.iter().filter(|&&other| other == key).count();
        (occurrences >= 3).then_some(Outcome { winner, reason: EndReason::Repetition })
    }
}
