//! A UCI conversation over any reader and writer. A search is over when the main loop has written
//! its `bestmove`.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

use baroque_engine::Info;

use crate::error::{CommandError, Error, Failure};
use crate::formats::position_spec::PositionSpec;
use crate::session::SessionState;
use crate::session::output::Output;
use crate::session::stdin_reader::{self, Event, LONGEST};
use crate::xboard;

mod command;
mod commands;
pub(crate) mod info;
mod task;

use command::UciCommand;
use task::Task;

/// Most commands that wait for the end of a task.
const MAX_WAITING: usize = 1000;

pub(crate) struct UciSession<W> {
    output: Output<W>,
    events: Receiver<Event>,
    state: SessionState,
    task: Option<Task>,
    /// Whether the work was told to stop, so that its end is near.
    stopping: bool,
    /// Commands for the time after the work.
    waiting: Vec<UciCommand>,
    /// The last `position` command, unless another command changed the position since.
    last_position: Option<PositionSpec>,
    /// Whether the last position was refused.
    position_invalid: bool,
    debug: bool,
    /// Whether a person listens, who never said `uci`, rather than a program.
    human: bool,
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
pub fn run_human(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    converse(input, output, true)
}

fn converse(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    human: bool,
) -> io::Result<()> {
    let (sender, events) = stdin_reader::listen(input);
    // Blank lines and comments say nothing about the protocol.
    let says_nothing =
        |event: &Event| matches!(event, Event::Line(line) if command::parse(line) == Ok(None));
    let Some(first) = events.iter().find(|event| !says_nothing(event)) else {
        return Ok(());
    };
    if xboard::is_greeting(&first) {
        return xboard::converse(sender, events, output);
    }
    let mut session = UciSession::new(sender, events, output)?;
    session.human = human;
    session.talk(|session| session.converse(first))
}

/// Carries out some lines one after the other, each to its end.
///
/// # Errors
/// As with [`run`].
pub fn run_lines(lines: &[String], output: impl Write) -> io::Result<()> {
    let (sender, events) = channel();
    UciSession::new(sender, events, output)?.talk(|session| session.carry_out_all(lines))
}

/// Whether a line begins with a command.
pub fn is_command(line: &str) -> bool {
    !matches!(command::parse(line), Ok(None) | Err(Error::Command(CommandError::Unknown(_))))
}

impl UciSession<Vec<u8>> {
    /// A session without threads: its caller passes it input and the engine's events.
    pub(crate) fn embedded() -> io::Result<Self> {
        let (sender, events) = channel();
        Self::new(sender, events, Vec::new())
    }

    /// Reports of the engine; each event must be passed to [`Self::handle`].
    pub(crate) fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Takes the output that the session has written.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(self.output.writer())
    }

    /// Stops all work and ends the session.
    pub(crate) fn close(self) {
        let _ = self.talk(Self::leave);
    }
}

impl<W: Write> UciSession<W> {
    fn new(sender: Sender<Event>, events: Receiver<Event>, output: W) -> io::Result<Self> {
        Ok(Self {
            output: Output::new(output),
            events,
            state: SessionState::new(sender).map_err(io::Error::other)?,
            task: None,
            stopping: false,
            waiting: Vec::new(),
            last_position: None,
            position_invalid: false,
            debug: false,
            human: false,
            minimal: false,
            held_back: Vec::new(),
        })
    }

    /// Holds the conversation and takes the session apart.
    fn talk(mut self, conversation: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        let result = conversation(&mut self);
        if self.task.is_some() {
            self.state.abandon();
        }
        result
    }

    fn carry_out_all(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            if self.handle_line(line, command::parse(line))?.is_break() {
                break;
            }
            while self.task.is_some() {
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

    /// Handles an event; `Break` after `quit`.
    pub(crate) fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Line(line) => return self.handle_line(&line, command::parse(&line)),
            Event::LongLine(line) => {
                return self.handle_line(&line, command::parse_long(&line, LONGEST));
            }
            Event::End => return Ok(ControlFlow::Break(())),
            Event::Report(number, _, report) => {
                if matches!(self.task, Some(Task::Search(current)) if current == number) {
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

    fn handle_line(
        &mut self,
        line: &str,
        command: Result<Option<UciCommand>, Error>,
    ) -> io::Result<ControlFlow<()>> {
        self.output.log_input(line);
        if self.debug {
            self.output.note(format_args!("debug: {line}"))?;
        }
        match command {
            Ok(None) => {}
            Ok(Some(UciCommand::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(UciCommand::IsReady)) => self.output.lines("readyok")?,
            Ok(Some(command)) => self.accept(command)?,
            Err(error) => self.output.error(error)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command, or queues it and says so if it has to wait.
    fn accept(&mut self, command: UciCommand) -> io::Result<()> {
        if !self.must_wait(&command) {
            return self.execute(command);
        }
        // A position is never rejected: the next search would start from a wrong one.
        if self.waiting.len() >= MAX_WAITING && !command.is_position() {
            let error = CommandError::TooMany(self.waiting.len(), command.name());
            return self.output.error(error);
        }
        if command.changes() {
            let instead = match self.is_superseded_by(&command) {
                true => ", instead of the one before",
                false => "",
            };
            let name = command.name();
            self.output.note(format_args!("{name} waits for the end of the search{instead}"))?;
        }
        self.queue(command)
    }

    /// Whether a task is running with which a command would interfere. While a stopped task winds up,
    /// everything waits for its end, so that `stop` and a new `go` may follow each other at once.
    fn must_wait(&self, command: &UciCommand) -> bool {
        self.task.is_some() && (self.stopping || command.changes())
    }

    /// Whether the last queued command makes no difference if this one follows.
    fn is_superseded_by(&self, command: &UciCommand) -> bool {
        command.is_position() && self.waiting.last().is_some_and(UciCommand::is_position)
    }

    fn execute(&mut self, command: UciCommand) -> io::Result<()> {
        match self.task.is_some() && command.works() {
            true => self.output.error(CommandError::Busy(command.name())),
            false => self.obey(command),
        }
    }

    fn queue(&mut self, command: UciCommand) -> io::Result<()> {
        if self.is_superseded_by(&command) {
            self.waiting.pop();
        }
        let stops = command == UciCommand::NewGame && !self.stopping;
        self.waiting.push(command);
        if stops { self.halt() } else { Ok(()) }
    }

    /// The end of a task: now the queued commands are executed.
    fn finish(&mut self) -> io::Result<()> {
        self.task = None;
        self.stopping = false;
        for command in std::mem::take(&mut self.waiting) {
            match self.must_wait(&command) {
                true => self.queue(command)?,
                false => self.execute(command)?,
            }
        }
        Ok(())
    }
}
