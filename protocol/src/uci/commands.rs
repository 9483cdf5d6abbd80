//! What each command does.

use std::io::{self, Write};

use super::{Command, Failure, Session};
use crate::error::{CommandError, Error};
use crate::game::Place;
use crate::host::Change;
use crate::option::Setting;
use crate::{about, option, vchess};

/// Fields of a FEN.
const FIELDS: usize = 6;

impl<W: Write> Session<W> {
    /// Carries a command out, or tells why not.
    pub(super) fn obey(&mut self, command: Command) -> io::Result<()> {
        match self.carry_out(command) {
            Ok(()) => Ok(()),
            Err(Failure::Refused(error)) => self.output.error(error),
            Err(Failure::Output(error)) => Err(error),
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            // The main loop has answered the last two already.
            Command::Register | Command::IsReady | Command::Quit => {}
            Command::Uci => self.introduce()?,
            Command::Debug(on) => self.debug = on,
            Command::SetOption(setting) => self.set(setting)?,
            Command::NewGame => self.new_game()?,
            Command::Position(place) => self.set_place(place)?,
            Command::Flip => self.host.game.flip(),
            Command::Go { limits, search_moves } => self.go(limits, &search_moves)?,
            Command::Perft(depth) => self.count(depth)?,
            Command::Bench(variant) => self.bench(variant.as_deref())?,
            Command::SpeedTest(test) => self.speed_test(test),
            Command::GenFens(wanted) => self.generate_fens(wanted),
            Command::Stop => self.halt()?,
            Command::PonderHit => self.ponder_hit()?,
            Command::Display => self.output.lines(self.host.game.display())?,
            Command::Eval => self.output.lines(self.host.game.evaluation())?,
            Command::Compiler => self.output.lines(about::build())?,
            Command::License => self.output.lines(about::LICENSE)?,
            Command::Help => self.output.lines(about::HELP)?,
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.plain = false;
        let options = option::describe(self.host.game.as_ref());
        self.output.lines(format_args!("{}{options}uciok", about::IDENTITY))
    }

    fn set(&mut self, setting: Setting) -> Result<(), Failure> {
        match setting {
            Setting::Minimal(minimal) => self.minimal = minimal,
            Setting::Log(ref path) => self.output.log_to(path).map_err(Error::from)?,
            _ => {}
        }
        if let Change::Rules(missing) = self.host.set(setting)? {
            if let Some(error) = missing {
                self.output.error(error)?;
            }
            self.output.note(self.host.game.description())?;
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.host.game.clear();
        Ok(self.host.game.set_place(&Place::default())?)
    }

    /// A position that is refused leaves the old one on the board, but nothing is searched until
    /// another is accepted: a move of the wrong position would be worse than none.
    fn set_place(&mut self, place: Result<Place, CommandError>) -> Result<(), Failure> {
        self.spoiled = true;
        let place = place?;
        self.host.game.set_place(&place)?;
        self.spoiled = false;
        // vchess's have fewer.
        let fen = place.fen.filter(|fen| vchess::unmarked(fen).is_none()).unwrap_or_default();
        let fields = fen.split_ascii_whitespace().count();
        if (1..FIELDS).contains(&fields) {
            self.output.note(format_args!(
                "the FEN has {fields} of {FIELDS} fields, the others are taken from w - - 0 1"
            ))?;
        }
        Ok(())
    }

    /// An error unless the last position was accepted.
    pub(super) fn require_position(&self) -> Result<(), Error> {
        match self.spoiled {
            true => Err(CommandError::NothingToCount.into()),
            false => Ok(()),
        }
    }
}
