//! Execution of UCI commands.

use std::io::{self, Write};

use baroque_formats::Rejected;
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::{describe, vchess};

use super::{NO_VALID_POSITION, SessionError, UciCommand, UciSession};
use crate::error::Error;
use crate::options;
use crate::options::Setting;
use crate::session::build_info;
use crate::session::{Change, at_once};

/// Number of fields of a FEN.
const FEN_FIELDS: usize = 6;

impl<W: Write> UciSession<W> {
    /// Runs a command and prints its error, if any.
    pub(super) fn run_command(&mut self, command: UciCommand) -> io::Result<()> {
        match at_once(|| self.dispatch(command)) {
            Ok(()) => Ok(()),
            Err(SessionError::Rejected(error)) => self.output.error(error),
            Err(SessionError::Output(error)) => Err(error),
        }
    }

    fn dispatch(&mut self, command: UciCommand) -> Result<(), SessionError> {
        match command {
            // The main loop handles `isready` and `quit`.
            UciCommand::Register | UciCommand::IsReady | UciCommand::Quit => {}
            UciCommand::Uci => {
                self.human = false;
                let options = options::describe(&self.state.loaded, &self.state.position);
                let identity = build_info::IDENTITY;
                self.output.lines(format_args!("{identity}{options}uciok"))?;
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::SetOption(setting) => self.set(setting)?,
            UciCommand::NewGame => {
                self.state.new_game();
                self.begin();
                let network = self.state.network();
                let network = network.as_deref().unwrap_or("none");
                self.output.lines(format_args!("info string network {network}"))?;
            }
            UciCommand::Position(spec) => self.set_position(spec)?,
            UciCommand::Flip => {
                self.last_position = None;
                self.state.position.flip();
            }
            UciCommand::Go(go) => self.go(go)?,
            UciCommand::Perft(depth) => {
                self.require_position()?;
                self.run_job(self.state.count(depth))?;
            }
            UciCommand::Bench(variant) => self.run_job(self.state.bench(variant.as_deref()))?,
            UciCommand::SpeedTest(test) => self.run_job(self.state.speed_test(test))?,
            UciCommand::GenFens(genfens) => self.run_job(self.state.generate_fens(genfens))?,
            // They concern the tasks in the queue, too.
            UciCommand::Stop => {
                self.queue.push(command, 0)?;
                self.stop()?;
            }
            UciCommand::PonderHit => {
                self.queue.push(command, 0)?;
                self.ponder_hit()?;
            }
            UciCommand::Display => self.output.lines(describe::display(&self.state.position))?,
            UciCommand::Eval => {
                self.output.lines(describe::evaluation(&self.state.position, &self.state.engine))?
            }
            UciCommand::Compiler => self.output.lines(build_info::text())?,
            UciCommand::License => self.output.lines(build_info::LICENSE)?,
            UciCommand::Help => self.output.lines(build_info::HELP)?,
        }
        Ok(())
    }

    fn set(&mut self, setting: Setting) -> Result<(), SessionError> {
        match setting {
            Setting::Minimal(minimal) => self.minimal = minimal,
            Setting::ShowWdl(shows) => self.shows_wdl = shows,
            Setting::Log(ref path) => self.output.log_to(path).map_err(Error::from)?,
            _ => {}
        }
        match self.state.set(setting)? {
            Change::Nothing => {}
            Change::Rules => {
                self.begin();
                self.output.note(describe::variant_info(&self.state.position))?;
            }
            // A GUI learns of the new names as it learned of the others.
            Change::Games(warnings) => {
                self.output.lines(options::describe_variants(&self.state.loaded))?;
                warnings.iter().try_for_each(|warning| self.output.note(warning))?;
            }
        }
        Ok(())
    }

    /// Notes that the position is the start position.
    fn begin(&mut self) {
        self.last_position = None;
        self.position_invalid = false;
    }

    /// Sets up a position. After a rejected one nothing is searched until another is accepted or the
    /// start position is set up: a move in the wrong position is worse than none.
    fn set_position(&mut self, spec: Result<PositionSpec, Rejected>) -> Result<(), SessionError> {
        self.position_invalid = true;
        let spec = spec?;
        if !self.play_new_moves(&spec) {
            spec.set_up(&mut self.state.position)?;
        }
        self.position_invalid = false;
        // vchess FENs have fewer fields.
        let fen = spec.fen.as_deref().filter(|fen| vchess::unmarked(fen).is_none());
        let fields = fen.map_or(0, |fen| fen.split_ascii_whitespace().count());
        if (1..FEN_FIELDS).contains(&fields) {
            self.output.note(format_args!(
                "the FEN has {fields} of {FEN_FIELDS} fields, the others default to w - - 0 1"
            ))?;
        }
        self.last_position = Some(spec);
        Ok(())
    }

    /// Plays only the new moves if a position continues the last one, instead of replaying the
    /// whole game before each move. Returns whether all of them were played; if not, none is.
    fn play_new_moves(&mut self, spec: &PositionSpec) -> bool {
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

    /// Checks that the position is valid.
    ///
    /// # Errors
    /// The last `position` was rejected.
    fn require_position(&self) -> Result<(), Error> {
        match self.position_invalid {
            true => Err(Rejected::from(NO_VALID_POSITION).into()),
            false => Ok(()),
        }
    }
}
