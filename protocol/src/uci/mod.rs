//! A UCI conversation over any reader and writer. A search is over when the main loop has written
//! its `bestmove`.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::Receiver;

use crate::error::{CommandError, Error};
use crate::host::Host;
use crate::input::{self, Event, LONGEST};
use crate::output::Output;

mod command;
mod commands;
mod info;
mod work;

use command::Command;
use work::Work;

/// Why a command was not carried out.
enum Failure {
    /// It is refused; the conversation goes on.
    Refused(Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Most commands that wait for the end of the work.
const MOST_WAITING: usize = 1000;

struct Session<W> {
    output: Output<W>,
    events: Receiver<Event>,
    host: Host,
    work: Option<Work>,
    /// Whether the work was told to stop, so that its end is near.
    stopping: bool,
    /// Commands for the time after the work.
    waiting: Vec<Command>,
    /// Whether the last position was refused.
    spoiled: bool,
    debug: bool,
}

/// Holds a conversation until `quit` or the end of input.
///
/// # Errors
/// The output cannot be written; the conversation is over then.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = input::listen(input);
    let mut session = Session {
        output: Output::new(output),
        events,
        host: Host::new(sender).map_err(io::Error::other)?,
        work: None,
        stopping: false,
        waiting: Vec::new(),
        spoiled: false,
        debug: false,
    };
    let result = session.converse();
    if session.work.is_some() {
        session.host.abandon();
    }
    result
}

impl<W: Write> Session<W> {
    fn converse(&mut self) -> io::Result<()> {
        while let Ok(event) = self.events.recv() {
            if self.handle(event)?.is_break() {
                break;
            }
        }
        self.leave()
    }

    fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Line(line) => return self.hear(&line, command::parse(&line)),
            Event::LongLine(line) => return self.hear(&line, command::parse_long(&line, LONGEST)),
            Event::End => return Ok(ControlFlow::Break(())),
            Event::Report(number, report) => {
                if matches!(self.work, Some(Work::Search(current)) if current == number) {
                    self.report(report)?;
                }
            }
            Event::Text(text) => self.output.lines(text)?,
            Event::Done(text) => {
                self.output.lines(text)?;
                self.finish()?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn hear(
        &mut self,
        line: &str,
        command: Result<Option<Command>, Error>,
    ) -> io::Result<ControlFlow<()>> {
        if self.debug {
            self.output.note(format_args!("debug: {line}"))?;
        }
        match command {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(Command::IsReady)) => self.output.lines("readyok")?,
            Ok(Some(command)) => self.admit(command)?,
            Err(error) => self.output.error(error)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes a command that was just heard, and tells if it has to wait or finds no room to.
    fn admit(&mut self, command: Command) -> io::Result<()> {
        if self.must_wait(&command) {
            // A position is never turned away: the next search would be about a wrong one.
            let has_room = self.waiting.len() < MOST_WAITING || command.is_position();
            if !has_room {
                let error = CommandError::TooMany(self.waiting.len(), command.name());
                return self.output.error(error);
            }
            if command.changes() {
                let instead = match self.is_superseded_by(&command) {
                    true => ", instead of the one before",
                    false => "",
                };
                let name = command.name();
                self.output
                    .note(format_args!("{name} waits for the end of the search{instead}"))?;
            }
        }
        self.take_turn(command)
    }

    /// Whether work is going on with which a command would interfere. While stopped work winds up
    /// everything takes its turn after it, so that `stop` and a new `go` may follow on each
    /// other's heels.
    fn must_wait(&self, command: &Command) -> bool {
        self.work.is_some() && (self.stopping || command.changes())
    }

    /// Whether the last command that waits makes no difference if this one follows.
    fn is_superseded_by(&self, command: &Command) -> bool {
        command.is_position() && self.waiting.last().is_some_and(Command::is_position)
    }

    /// Executes a command now, or puts it behind those that wait.
    fn take_turn(&mut self, command: Command) -> io::Result<()> {
        if !self.must_wait(&command) {
            return match self.work.is_some() && command.works() {
                true => self.output.error(CommandError::Busy(command.name())),
                false => self.obey(command),
            };
        }
        if self.is_superseded_by(&command) {
            self.waiting.pop();
        }
        let stops = command == Command::NewGame && !self.stopping;
        self.waiting.push(command);
        if stops { self.halt() } else { Ok(()) }
    }

    /// The end of all work: now the commands that waited take their turn.
    fn finish(&mut self) -> io::Result<()> {
        self.work = None;
        self.stopping = false;
        for command in std::mem::take(&mut self.waiting) {
            self.take_turn(command)?;
        }
        Ok(())
    }
}
