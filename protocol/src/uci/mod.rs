//! A UCI conversation over any reader and writer. A search is over when the main loop has written
//! its `bestmove`.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

use baroque_engine::Info;

use crate::error::{CommandError, Error, Failure};
use crate::host::Host;
use crate::input::{self, Event, LONGEST};
use crate::output::Output;
use crate::xboard;

mod command;
mod commands;
pub(crate) mod info;
mod work;

use command::Command;
use work::Work;

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
    /// Whether a person listens, who never said `uci`, rather than a program.
    plain: bool,
    /// Whether only the last lines of a search are told.
    minimal: bool,
    /// Those lines, one for each best line, as long as they are the last.
    held_back: Vec<Info>,
}

/// Holds a conversation with a program until `quit` or the end of input. One that begins with the line
/// `xboard` is held in XBoard's protocol.
///
/// # Errors
/// The output cannot be written; the conversation is over then.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    converse(input, output, false)
}

/// Holds a conversation with a person, who is told lines of play in plain words, up to the first
/// `uci`.
///
/// # Errors
/// As with [`run`].
pub fn run_plainly(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    converse(input, output, true)
}

fn converse(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    plain: bool,
) -> io::Result<()> {
    let (sender, events) = input::listen(input);
    // Blank lines and comments say nothing about the protocol.
    let says_nothing =
        |event: &Event| matches!(event, Event::Line(line) if command::parse(line) == Ok(None));
    let Some(first) = events.iter().find(|event| !says_nothing(event)) else {
        return Ok(());
    };
    if xboard::is_greeting(&first) {
        return xboard::converse(sender, events, output);
    }
    let mut session = Session::new(sender, events, output)?;
    session.plain = plain;
    session.talk(|session| session.converse(first))
}

/// Carries out some lines one after the other, each to its end.
///
/// # Errors
/// As with [`run`].
pub fn run_lines(lines: &[String], output: impl Write) -> io::Result<()> {
    let (sender, events) = channel();
    Session::new(sender, events, output)?.talk(|session| session.carry_out_all(lines))
}

/// Whether a line begins with a command.
pub fn is_command(line: &str) -> bool {
    !matches!(command::parse(line), Ok(None) | Err(Error::Command(CommandError::Unknown(_))))
}

impl<W: Write> Session<W> {
    fn new(sender: Sender<Event>, events: Receiver<Event>, output: W) -> io::Result<Self> {
        Ok(Self {
            output: Output::new(output),
            events,
            host: Host::new(sender).map_err(io::Error::other)?,
            work: None,
            stopping: false,
            waiting: Vec::new(),
            spoiled: false,
            debug: false,
            plain: false,
            minimal: false,
            held_back: Vec::new(),
        })
    }

    /// Holds the conversation and takes the session apart.
    fn talk(mut self, conversation: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        let result = conversation(&mut self);
        if self.work.is_some() {
            self.host.abandon();
        }
        result
    }

    fn carry_out_all(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            if self.hear(line, command::parse(line))?.is_break() {
                break;
            }
            while self.work.is_some() {
                let Ok(event) = self.events.recv() else { return Ok(()) };
                let _ = self.handle(event)?;
            }
        }
        Ok(())
    }

    fn converse(&mut self, first: Event) -> io::Result<()> {
        let mut next = Ok(first);
        while let Ok(event) = next {
            if self.handle(event)?.is_break() {
                break;
            }
            next = self.events.recv();
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
        self.output.log_input(line);
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
