//! The game and XBoard's board.

use std::io::{self, Write};

use baroque_movegen::{Move, Outcome};

use super::marks::{Reply, Selection, Table};
use super::mirror::Mirror;
use super::text::Shown;
use super::{Failure, Mode, Purpose, Session, entry, setup};
use crate::error::XboardError;
use crate::game::Place;
use crate::output::quoted;

impl<W: Write> Session<W> {
    /// The game is at its beginning, and XBoard shows that position.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        let game = self.host.game.as_ref();
        self.mirror = Mirror::of(&game.view(), setup::habits(game));
        self.earlier.clear();
        self.spoiled = false;
        self.position_changed();
        Ok(())
    }

    /// Forgets what was about another position.
    fn position_changed(&mut self) {
        self.selection = None;
        self.excluded.clear();
        self.expected = None;
        if self.mode == Mode::Analyze {
            self.restart_analysis();
        }
    }

    /// A position that is refused leaves the old one on the board, but no moves are accepted until
    /// another one is: they would be made in a wrong one.
    pub(super) fn set_board(&mut self, fen: String) -> Result<(), Failure> {
        let place = Place { fen: Some(without_chess_fields(&fen)), moves: Vec::new() };
        self.cancel()?;
        if let Err(error) = self.host.game.set_place(&place) {
            self.spoiled = true;
            return Ok(self.say(format_args!("tellusererror Illegal position: {error}"))?);
        }
        self.begin()
    }

    /// Takes moves back. The engine waits to be told to go on.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), Failure> {
        if self.host.game.moves().len() < moves {
            return Err(XboardError::NothingToUndo.into());
        }
        self.cancel()?;
        for _ in 0..moves {
            self.host.game.take_back();
            if let Some(before) = self.earlier.pop() {
                self.mirror = before;
            }
        }
        self.spoiled = false;
        self.position_changed();
        Ok(())
    }

    /// A move of the opponent, or of either side if the engine does not play.
    pub(super) fn user_move(&mut self, text: &str) -> Result<(), Failure> {
        let game = self.host.game.as_ref();
        let refusal = match self.mode {
            _ if self.spoiled => Err("the last position was refused".to_owned()),
            Mode::Play(color) if color == game.side() => Err("it is not your turn".to_owned()),
            _ => entry::read(game, &self.mirror, text).map_err(entry::Refusal::text),
        };
        let (mv, shown) = match refusal {
            Ok(read) => read,
            Err(reason) => {
                let text = quoted(text);
                return Ok(self.say(format_args!("Illegal move ({reason}): {text}"))?);
            }
        };
        let hit = matches!(&self.search, Some(search) if search.purpose == Purpose::Ponder(mv));
        if !hit {
            self.cancel()?;
        }
        self.make(mv, &shown)?;
        match self.mode {
            Mode::Force => Ok(()),
            Mode::Analyze => {
                self.position_changed();
                Ok(())
            }
            Mode::Play(_) => self.answer(hit),
        }
    }

    /// Makes a legal move in the game and on XBoard's board. What XBoard cannot show is told.
    pub(super) fn make(&mut self, mv: Move, shown: &Shown) -> Result<(), Failure> {
        let lost = self.mirror.lost(&self.host.game.view()).len();
        let text = self.host.game.readable(&[mv]);
        // Only legal moves come here.
        if self.host.game.play(mv).is_err() {
            return Err(XboardError::NoMove("the rules forbid it".to_owned()).into());
        }
        self.earlier.push(self.mirror.clone());
        self.mirror.apply(shown);
        self.selection = None;
        self.excluded.clear();
        if self.mirror.lost(&self.host.game.view()).len() > lost {
            self.confess(&text)?;
        }
        Ok(())
    }

    /// Tells the user that XBoard's board has become wrong, and what the true one is. Two backslashes
    /// make XBoard break the text into lines.
    fn confess(&mut self, mv: &str) -> io::Result<()> {
        let fen = self.host.game.fen();
        self.say(format_args!(
            "telluser \\\\XBoard cannot show the move {mv}\\nThe position is now\\n{fen}\\nTo set it up: \
             Edit / Paste Position"
        ))
    }

    /// Tells the result of a game that is over; whether it is.
    pub(super) fn tell_result(&mut self) -> io::Result<bool> {
        let Some(outcome) = self.host.game.outcome() else {
            return Ok(false);
        };
        self.output.lines(result(outcome))?;
        Ok(true)
    }

    pub(super) fn lift(&mut self, square: &str) -> Result<(), Failure> {
        let coord = self.mirror.grid.square(square).ok_or(XboardError::NoSquare)?;
        let before = self.selection.take();
        let (selection, reply) = Selection::lift(before, coord, &self.table());
        self.selection = Some(selection);
        self.reply(reply)
    }

    pub(super) fn put(&mut self, square: &str) -> Result<(), Failure> {
        // Behind the square there may be a comma.
        let square = square.trim_end_matches(',');
        let coord = self.mirror.grid.square(square).ok_or(XboardError::NoSquare)?;
        let Some(selection) = self.selection.take() else {
            return Ok(());
        };
        let (selection, reply) = selection.put(coord, &self.table());
        self.selection = selection;
        self.reply(reply)
    }

    pub(super) fn hover(&mut self, square: &str) -> Result<(), Failure> {
        let coord = self.mirror.grid.square(square).ok_or(XboardError::NoSquare)?;
        let reply = self.selection.as_ref().map(|selection| selection.hover(coord, &self.table()));
        self.reply(reply.unwrap_or_default())
    }

    fn reply(&mut self, reply: Reply) -> Result<(), Failure> {
        for line in reply.0 {
            self.output.lines(line)?;
        }
        Ok(())
    }

    fn table(&self) -> Table<'_> {
        Table {
            game: self.host.game.as_ref(),
            mirror: &self.mirror,
            clicks: self.wishes.complete_captures,
        }
    }
}

/// The line about the end of a game.
fn result(outcome: Outcome) -> String {
    let reason = outcome.reason;
    match outcome.winner {
        Some(winner) => format!("{} {{{winner} wins: {reason}}}", outcome.result()),
        None => format!("{} {{Draw: {reason}}}", outcome.result()),
    }
}

/// A FEN of XBoard's as we write it: without what it says of castling, which may be missing, and of
/// captures in passing, and with brackets around nothing for empty hands.
fn without_chess_fields(fen: &str) -> String {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_square = |text: &str| {
        text.strip_prefix(|letter: char| letter.is_ascii_lowercase()).is_some_and(is_number)
    };
    let is_castling = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut fields: Vec<String> = fen.split_ascii_whitespace().map(str::to_owned).collect();
    if let Some(placement) = fields.first_mut() {
        *placement = placement.replace("[-]", "[]");
    }
    if let [_, _, passing, clock, _] = fields.as_slice()
        && !is_number(passing)
        && is_number(clock)
    {
        fields.insert(2, "-".to_owned());
    }
    if let Some(castling) = fields.get_mut(2)
        && is_castling(castling)
    {
        *castling = "-".to_owned();
    }
    if let Some(passing) = fields.get_mut(3)
        && is_square(passing)
    {
        *passing = "-".to_owned();
    }
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_fields_of_a_fen_are_left_out() {
        for (theirs, ours) in [
            ("8/8 w - 0 1", "8/8 w - - 0 1"),
            ("8/8 b e3 4 2", "8/8 b - - 4 2"),
            ("8/8 b KQkq e6 0 1", "8/8 b - - 0 1"),
            ("8/8[-] w - - 0 1", "8/8[] w - - 0 1"),
            ("8/8 b - a1b2 3 9", "8/8 b - a1b2 3 9"),
            ("8/8 w", "8/8 w"),
            ("8/8 w ? - 0 1", "8/8 w ? - 0 1"),
            ("", ""),
        ] {
            assert_eq!(without_chess_fields(theirs), ours);
        }
    }
}
