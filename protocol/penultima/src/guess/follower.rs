//! An engine that follows the log of a game, line by line.

use baroque_movegen::{Color, CustomRules, Position};

use super::Guesser;
use crate::attempt::Attempt;
use crate::draw::Table;
use crate::log::{self, Head};
use crate::public::{Public, View};
use crate::settings::TurnRule;

/// Plays a side by the log of a game, as it grows.
pub struct Follower<'a> {
    table: &'a Table,
    side: Color,
    seed: u64,
    /// The lines before the start position.
    head: Head,
    game: Option<Followed>,
}

/// A game that has begun.
struct Followed {
    guesser: Guesser,
    turn: TurnRule,
    /// Rules that read every position.
    blank: CustomRules,
    view: View,
}

impl<'a> Follower<'a> {
    /// A player of the games of a table, with a seed for its guesses.
    pub fn new(table: &'a Table, side: Color, seed: u64) -> Self {
        Self { table, side, seed, head: Head::default(), game: None }
    }

    /// Reads a line, and returns a try if it is the side's turn.
    ///
    /// # Errors
    /// A log of the table's game has no such line here.
    pub fn follow(&mut self, line: &str) -> Result<Option<String>, &'static str> {
        match &mut self.game {
            Some(game) => game.answered(line)?,
            None => match self.head.read(line)? {
                Some(fen) => self.game = Some(self.begin(fen)?),
                None => return Ok(None),
            },
        }
        let game = self.game.as_mut().filter(|game| game.view.side == self.side);
        Ok(game.and_then(Followed::attempt))
    }

    /// Begins the game at a position.
    fn begin(&self, fen: &str) -> Result<Followed, &'static str> {
        let turn = self.head.illegal.ok_or("the log does not say what an illegal try costs")?;
        if self.head.game != self.table.game {
            return Err("the log is of another game");
        }
        let public = Public {
            base: self.table.base.clone(),
            draw: self.table.draw.clone(),
            kinds: self.head.kinds.clone(),
        };
        let blank = public.blank().ok_or("the announced pieces are not those of the game")?;
        let view = view(fen, blank.clone())?;
        Ok(Followed { guesser: Guesser::new(public, turn, self.seed), turn, blank, view })
    }
}

impl Followed {
    /// Reads a try with its answer.
    fn answered(&mut self, line: &str) -> Result<(), &'static str> {
        let (text, after) = log::split_try(line).ok_or("this is no try with its answer")?;
        let before = self.view.under(self.blank.clone());
        let attempt = Attempt::parse(text, before.geometry()).ok_or("this is no try")?;
        let after = after.map(|fen| view(fen, self.blank.clone())).transpose()?;
        self.guesser.see(self.view, attempt, after);
        self.view = match after {
            Some(after) => after,
            None if self.turn == TurnRule::Lose && !before.is_placing() => {
                View::of(&before.play_null())
            }
            None => self.view,
        };
        Ok(())
    }

    fn attempt(&mut self) -> Option<String> {
        let attempt = self.guesser.attempt(&self.view)?;
        let geometry = self.view.under(self.blank.clone()).geometry();
        Some(attempt.text(geometry).to_string())
    }
}

fn view(fen: &str, blank: CustomRules) -> Result<View, &'static str> {
    let position = Position::from_fen(fen, blank).map_err(|_| "this is no position of the game")?;
    Ok(View::of(&position))
}
