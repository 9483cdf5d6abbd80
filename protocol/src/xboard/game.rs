//! Moves and positions: keeps the game and the model of XBoard's board in step.

use std::io::{self, Write};

use baroque_formats::Rejected;
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::text::quoted;
use baroque_movegen::{Coord, Move, Outcome};

use super::marks::{MarkContext, Selection};
use super::xboard_board::XboardBoard;
use super::xboard_move::XboardMove;
use super::{Mode, SearchKind, SessionError, XboardSession, decode, setup};

impl<W: Write> XboardSession<W> {
    /// Sets XBoard's board to the position, which starts a new game.
    pub(super) fn reset_board(&mut self) -> Result<(), SessionError> {
        let position = &self.state.position;
        self.board = XboardBoard::of(&position.view(), setup::quirks(position));
        self.previous_boards.clear();
        self.position_invalid = false;
        self.position_changed();
        Ok(())
    }

    /// Drops state that refers to the previous position; restarts the analysis in analyze mode.
    fn position_changed(&mut self) {
        self.selection = None;
        self.excluded.clear();
        self.ponder_move = None;
        if self.mode == Mode::Analyze {
            self.restart_analysis();
        }
    }

    /// A rejected FEN keeps the old position, but no move is accepted until another FEN is: it would
    /// apply to the wrong position.
    pub(super) fn set_board(&mut self, fen: &str) -> Result<(), SessionError> {
        let spec = PositionSpec::fen(without_chess_fields(fen));
        self.cancel_search()?;
        if let Err(error) = spec.set_up(&mut self.state.position) {
            self.position_invalid = true;
            return Ok(self.print_line(format_args!("tellusererror Illegal position: {error}"))?);
        }
        self.reset_board()
    }

    /// Takes back `moves` plies. The engine does not move until the next command.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), SessionError> {
        if self.state.position.moves().len() < moves {
            return Err(Rejected::from("there is nothing to take back").into());
        }
        self.cancel_search()?;
        for _ in 0..moves {
            self.state.position.take_back();
            if let Some(board) = self.previous_boards.pop() {
                self.board = board;
            }
        }
        self.position_invalid = false;
        self.position_changed();
        Ok(())
    }

    /// Plays a move of the opponent, or of either side in force and analyze mode.
    pub(super) fn user_move(&mut self, text: &str) -> Result<(), SessionError> {
        let position = &self.state.position;
        let decoded = match self.mode {
            _ if self.position_invalid => Err("the last position was rejected".to_owned()),
            Mode::Play(color) if color == position.side() => Err("it is not your turn".to_owned()),
            _ => {
                decode::decode_move(position, &self.board, text).map_err(|error| error.to_string())
            }
        };
        let (mv, xboard_move) = match decoded {
            Ok(decoded) => decoded,
            Err(reason) => {
                let text = quoted(text);
                return Ok(self.print_line(format_args!("Illegal move ({reason}): {text}"))?);
            }
        };
        let ponder_hit =
            matches!(&self.search, Some(search) if search.kind == SearchKind::Ponder(mv));
        if !ponder_hit {
            self.cancel_search()?;
        }
        self.make_move(mv, &xboard_move)?;
        match self.mode {
            Mode::Force => Ok(()),
            Mode::Analyze => {
                self.position_changed();
                Ok(())
            }
            Mode::Play(_) => self.search_move(ponder_hit),
        }
    }

    /// Plays a legal move in the game and on XBoard's board, and reports a move that XBoard cannot
    /// display.
    pub(super) fn make_move(
        &mut self,
        mv: Move,
        xboard_move: &XboardMove,
    ) -> Result<(), SessionError> {
        let missing = self.board.missing(&self.state.position.view()).len();
        let text = self.state.position.readable_unchecked(mv);
        if self.state.position.play(mv).is_err() {
            return Err(Rejected::from("the rules forbid it").into());
        }
        self.previous_boards.push(self.board.clone());
        self.board.apply(xboard_move);
        self.selection = None;
        self.excluded.clear();
        if self.board.missing(&self.state.position.view()).len() > missing {
            self.report_stale_board(&text)?;
        }
        Ok(())
    }

    /// Shows the user the true position, because XBoard's board is now wrong. The leading double
    /// backslash makes XBoard break the text at `\n`.
    fn report_stale_board(&mut self, mv: &str) -> io::Result<()> {
        let fen = self.state.position.fen();
        self.print_line(format_args!(
            "telluser \\\\XBoard cannot show the move {mv}\\nThe position is now\\n{fen}\\nTo set it up: \
             Edit / Paste Position"
        ))
    }

    /// Prints the result if the game is over, and returns whether it is.
    pub(super) fn print_result(&mut self) -> io::Result<bool> {
        let Some(outcome) = self.state.position.outcome() else {
            return Ok(false);
        };
        self.output.lines(result_line(outcome))?;
        Ok(true)
    }

    fn square(&self, name: &str) -> Result<Coord, Rejected> {
        let coord = self.board.size.parse_square(name);
        coord.ok_or_else(|| "the board has no such square".into())
    }

    pub(super) fn lift(&mut self, square: &str) -> Result<(), SessionError> {
        let coord = self.square(square)?;
        let previous = self.selection.take();
        let (selection, commands) = Selection::lift(previous, coord, &self.mark_context());
        self.selection = Some(selection);
        self.print_commands(commands)
    }

    pub(super) fn put(&mut self, square: &str) -> Result<(), SessionError> {
        // XBoard may append a comma to the square.
        let square = square.trim_end_matches(',');
        let coord = self.square(square)?;
        let Some(selection) = self.selection.take() else {
            return Ok(());
        };
        let (selection, commands) = selection.put(coord, &self.mark_context());
        self.selection = selection;
        self.print_commands(commands)
    }

    pub(super) fn hover(&mut self, square: &str) -> Result<(), SessionError> {
        let coord = self.square(square)?;
        let commands =
            self.selection.as_ref().map(|selection| selection.hover(coord, &self.mark_context()));
        self.print_commands(commands.unwrap_or_default())
    }

    fn print_commands(&mut self, commands: Vec<String>) -> Result<(), SessionError> {
        for line in commands {
            self.output.lines(line)?;
        }
        Ok(())
    }

    fn mark_context(&self) -> MarkContext<'_> {
        MarkContext {
            position: &self.state.position,
            board: &self.board,
            complete_captures: self.preferences.complete_captures,
        }
    }
}

/// The CECP line of a result: `RESULT {REASON}`.
fn result_line(outcome: Outcome) -> String {
    let reason = outcome.reason;
    match outcome.winner {
        Some(winner) => format!("{} {{{winner} wins: {reason}}}", outcome.result()),
        None => format!("{} {{Draw: {reason}}}", outcome.result()),
    }
}

/// Converts a FEN of XBoard: replaces the castling and en passant fields by `-`, inserts a missing
/// castling field, and writes empty hands `[-]` as `[]`.
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
    fn castling_and_en_passant_fields_are_removed() {
        for (xboard_fen, fen) in [
            ("8/8 w - 0 1", "8/8 w - - 0 1"),
            ("8/8 b e3 4 2", "8/8 b - - 4 2"),
            ("8/8 b KQkq e6 0 1", "8/8 b - - 0 1"),
            ("8/8[-] w - - 0 1", "8/8[] w - - 0 1"),
            ("8/8 b - a1b2 3 9", "8/8 b - a1b2 3 9"),
            ("8/8 w", "8/8 w"),
            ("8/8 w ? - 0 1", "8/8 w ? - 0 1"),
            ("", ""),
        ] {
            assert_eq!(without_chess_fields(xboard_fen), fen);
        }
    }
}
