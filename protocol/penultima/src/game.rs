//! A game before an umpire (rules, 9).

use std::cmp::Ordering;
use std::sync::Arc;

use baroque_movegen::{
    Color, CustomGame, EndReason, Move, Outcome, Position, Repetition, RuleSwitches,
};

use thiserror::Error;

use crate::attempt::Attempt;
use crate::outcome::shown_outcome;
use crate::secret::Secret;
use crate::settings::{Settings, TurnRule};
use crate::tried::Tried;

/// The most tries of a game, which then ends without a result.
const MAX_TRIES: usize = 100_000;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoAttempt {
    /// It is not the text of one.
    #[error("this is neither a move nor an invoke")]
    Unreadable,
    /// None of the player's pieces is there.
    #[error("no piece of yours is there")]
    NoPiece,
    /// The kind has no invoke.
    #[error("this piece has no invoke")]
    NoInvoke,
}

/// A game, as the umpire knows it.
#[derive(Clone, Debug)]
pub struct UmpiredGame {
    secret: Arc<Secret>,
    settings: Settings,
    position: Position<CustomGame>,
    legal: Vec<Move>,
    /// Keys of the positions that legal moves led to, since the last irreversible one.
    keys: Vec<u64>,
    tries: Vec<Tried>,
    end: Option<End>,
}

impl UmpiredGame {
    /// A new game.
    pub fn new(secret: Arc<Secret>, settings: Settings) -> Self {
        let position = secret.start.clone();
        let (legal, keys) = (position.legal_moves(), vec![position.key()]);
        Self { secret, settings, position, legal, keys, tries: Vec::new(), end: None }
    }

    /// The game before its first try.
    pub fn first(&self) -> Self {
        Self::new(Arc::clone(&self.secret), self.settings)
    }

    /// What only the umpire knows.
    pub fn secret(&self) -> &Secret {
        &self.secret
    }

    /// What it is played by besides the rules.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The position, whose board everybody sees.
    pub fn position(&self) -> &Position<CustomGame> {
        &self.position
    }

    /// How the game ended, if it is over.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Winner and reason, if the game is over. In one that is full of tries the side with fewer illegal ones has won.
    pub fn ended(&self, is_full: bool) -> Option<(Option<Color>, &'static str)> {
        match self.end {
            Some(End::Over(outcome)) => Some((outcome.winner, outcome.reason.text())),
            _ => is_full.then(|| (self.more_often_right(), "too many tries")),
        }
    }

    /// The side that has had fewer illegal tries.
    fn more_often_right(&self) -> Option<Color> {
        let illegal = |side| {
            let own = self.tries.iter().filter(|tried| tried.side == side);
            own.filter(|tried| !tried.is_legal()).count()
        };
        match illegal(Color::White).cmp(&illegal(Color::Black)) {
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
            Ordering::Greater => Some(Color::Black),
        }
    }

    /// What was tried.
    pub fn tries(&self) -> &[Tried] {
        &self.tries
    }

    /// Ends the game, unless it is over.
    pub fn leave(&mut self) -> End {
        *self.end.get_or_insert(End::Unfinished)
    }

    /// Reads a try that the board and what was announced allow.
    ///
    /// # Errors
    /// It is none, and costs nothing.
    pub fn read(&self, text: &str) -> Result<Attempt, NoAttempt> {
        let attempt = Attempt::parse(text, self.position.geometry());
        let attempt = attempt.ok_or(NoAttempt::Unreadable)?;
        let side = self.position.side();
        let Some(from) = attempt.from() else {
            let letter = |kind| self.position.pieces().info(kind).letter;
            let mut hand = self.position.board().hand(side).kinds().map(letter);
            let is_held =
                matches!(attempt, Attempt::Drop { kind, .. } if hand.any(|held| held == kind));
            return if is_held { Ok(attempt) } else { Err(NoAttempt::NoPiece) };
        };
        let own = self.position.board().color(side);
        let kind = self.position.kind_at(from).filter(|_| own.has(from));
        let letter = self.position.pieces().info(kind.ok_or(NoAttempt::NoPiece)?).letter;
        match attempt {
            Attempt::Invoke { .. } if !self.secret.public.has_invoke(letter) => {
                Err(NoAttempt::NoInvoke)
            }
            _ => Ok(attempt),
        }
    }

    /// Answers a try, which [`Self::read`] allows. If it is legal it has been made.
    pub fn answer(&mut self, attempt: Attempt) -> Tried {
        let found = self.find(attempt);
        let (number, side) = (self.position.fullmove_number(), self.position.side());
        let text = attempt.text(self.position.geometry()).to_string();
        match found {
            Some(mv) => self.play(mv),
            // Where pieces are put before play is no secret.
            None if self.settings.illegal == TurnRule::Lose && !self.position.is_placing() => {
                self.set(self.position.play_null());
                self.end = self.position.outcome().map(End::Over);
            }
            None => {}
        }
        if self.tries.len() + 1 >= MAX_TRIES {
            self.leave();
        }
        let fen = found.map(|_| self.position.to_fen());
        let tried = Tried { number, side, text, fen };
        self.tries.push(tried.clone());
        tried
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
