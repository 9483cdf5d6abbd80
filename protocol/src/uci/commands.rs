//! What each command does.

use std::io::{self, Write};

use super::{Failure, UciCommand, UciSession};
use crate::error::{CommandError, Error};
use crate::formats::position_spec::PositionSpec;
use crate::formats::{describe, vchess};
use crate::options;
use crate::options::Setting;
use crate::session::Change;
use crate::session::build_info;

/// Fields of a FEN.
const FIELDS: usize = 6;

impl<W: Write> UciSession<W> {
    /// Carries a command out, or tells why not.
    pub(super) fn obey(&mut self, command: UciCommand) -> io::Result<()> {
        match self.carry_out(command) {
            Ok(()) => Ok(()),
            Err(Failure::Refused(error)) => self.output.error(error),
            Err(Failure::Output(error)) => Err(error),
        }
    }

    fn carry_out(&mut self, command: UciCommand) -> Result<(), Failure> {
        match command {
            // The main loop has answered the last two already.
            UciCommand::Register | UciCommand::IsReady | UciCommand::Quit => {}
            UciCommand::Uci => self.introduce()?,
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::SetOption(setting) => self.set(setting)?,
            UciCommand::NewGame => self.new_game(),
            UciCommand::Position(place) => self.set_place(place)?,
            UciCommand::Flip => {
                self.last_position = None;
                self.state.position.flip();
            }
            UciCommand::Go { limits, search_moves } => self.go(limits, &search_moves)?,
            UciCommand::Perft(depth) => self.count(depth)?,
            UciCommand::Bench(variant) => self.bench(variant.as_deref())?,
            UciCommand::SpeedTest(test) => self.speed_test(test),
            UciCommand::GenFens(wanted) => self.generate_fens(wanted),
            UciCommand::Stop => self.halt()?,
            UciCommand::PonderHit => self.ponder_hit()?,
            UciCommand::Display => self.output.lines(describe::display(&self.state.position))?,
            UciCommand::Eval => self.output.lines(describe::evaluation(&self.state.position))?,
            UciCommand::Compiler => self.output.lines(build_info::text())?,
            UciCommand::License => self.output.lines(build_info::LICENSE)?,
            UciCommand::Help => self.output.lines(build_info::HELP)?,
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.human = false;
        let options = options::describe(&self.state.position);
        self.output.lines(format_args!("{}{options}uciok", build_info::IDENTITY))
    }

    fn set(&mut self, setting: Setting) -> Result<(), Failure> {
        match setting {
            Setting::Minimal(minimal) => self.minimal = minimal,
            Setting::Log(ref path) => self.output.log_to(path).map_err(Error::from)?,
            _ => {}
        }
        if self.state.set(setting)? == Change::Rules {
            self.last_position = None;
            self.output.note(describe::variant_info(&self.state.position))?;
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.state.engine.clear();
        self.last_position = None;
        self.state.position.reset();
    }

    /// A position that is refused leaves the old one on the board, but nothing is searched until
    /// another is accepted: a move of the wrong position would be worse than none.
    fn set_place(&mut self, place: Result<PositionSpec, CommandError>) -> Result<(), Failure> {
        self.position_invalid = true;
        let place = place?;
        if !self.play_on(&place) {
            place.set_up(&mut self.state.position)?;
        }
        self.position_invalid = false;
        // FENs of vchess have fewer fields.
        let fen = place.fen.as_deref().filter(|fen| vchess::unmarked(fen).is_none());
        let fields = fen.map_or(0, |fen| fen.split_ascii_whitespace().count());
        if (1..FIELDS).contains(&fields) {
            self.output.note(format_args!(
                "the FEN has {fields} of {FIELDS} fields, the others are taken from w - - 0 1"
            ))?;
        }
        self.last_position = Some(place);
        Ok(())
    }

    /// Plays only the new moves of a position that continues the last one, which saves replaying
    /// the whole game for each move. Returns whether all of them were played.
    fn play_on(&mut self, spec: &PositionSpec) -> bool {
        let Some(last) = self.last_position.take() else { return false };
        let Some(moves) = spec.moves.strip_prefix(&*last.moves) else { return false };
        if spec.fen != last.fen {
            return false;
        }
        let position = &mut self.state.position;
        let count = position.moves().len();
        let played = moves.iter().all(|text| position.play_text(text).is_ok());
        while !played && position.moves().len() > count {
            position.take_back();
        }
        played
    }

    /// An error unless the last position was accepted.
    pub(super) fn require_position(&self) -> Result<(), Error> {
        match self.position_invalid {
            true => Err(CommandError::NothingToCount.into()),
            false => Ok(()),
        }
    }
}
