//! UCI sessions on any reader and writer. A search counts as running until the main loop has
//! written its `bestmove`.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

use baroque_engine::{Info, values};

use crate::error::{CommandError, Error, SessionError};
use crate::formats::position_spec::PositionSpec;
use crate::session::SessionState;
use crate::session::output::Output;
use crate::session::stdin_reader::{self, SessionEvent};
use crate::xboard;

mod command;
mod commands;
pub(crate) mod info;
mod queue;
mod task;

use command::UciCommand;
use queue::CommandQueue;
use task::Task;

pub(crate) struct UciSession<W> {
    output: Output<W>,
    events: Receiver<SessionEvent>,
    state: SessionState,
    task: Option<Task>,
    /// Whether the task was stopped but has not ended yet.
    stopping: bool,
    /// Commands to execute after the task.
    queue: CommandQueue,
    /// The last `position` command; `None` if another command changed the position since.
    last_position: Option<PositionSpec>,
    /// Whether the last `position` was rejected, and the start position not set up since.
    position_invalid: bool,
    debug: bool,
    /// Whether search output is human-readable: in a terminal until `uci`.
    human: bool,
    /// The option `Minimal`: only the last lines of a search are printed.
    minimal: bool,
    /// The option `UCI_ShowWDL`.
    shows_wdl: bool,
    /// The last line of each best root move, with the option `Minimal`.
    last_infos: Vec<Info>,
}

/// Runs a UCI session until `quit` or the end of input. If the first command is `xboard`, it is a
/// CECP session.
///
/// # Errors
/// The output cannot be written; the session ends.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    run_session(input, output, false)
}

/// [`run`] with human-readable search output until the command `uci`.
///
/// # Errors
/// The output cannot be written; the session ends.
pub fn run_human(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    run_session(input, output, true)
}

fn run_session(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    human: bool,
) -> io::Result<()> {
    let (sender, events) = stdin_reader::listen(input);
    // Blank lines and comments do not reveal the protocol.
    let is_blank = |event: &SessionEvent| match event {
        SessionEvent::Line(line) => command::parse(line) == Ok(None),
        _ => false,
    };
    let Some(first) = events.iter().find(|event| !is_blank(event)) else {
        return Ok(());
    };
    if xboard::is_greeting(&first) {
        return xboard::run_on(sender, events, output);
    }
    let mut session = UciSession::new(sender, events, output);
    session.human = human;
    session.run(|session| session.main_loop(first))
}

/// Executes UCI commands one after the other; each waits for the end of the task before it. `quit`
/// ends the run. Returns whether no command failed.
///
/// # Errors
/// The output cannot be written.
pub fn run_lines(lines: &[String], output: impl Write) -> io::Result<bool> {
    let (sender, events) = channel();
    UciSession::new(sender, events, output).run(|session| session.run_lines(lines))
}

/// The UCI commands in the arguments of a command line: each is an argument of its own, or its name
/// is one and the next ones are its parameters, as in `go depth 5`.
///
/// # Errors
/// The first argument that is neither.
pub fn command_lines(arguments: &[String]) -> Result<Vec<String>, &str> {
    let mut lines: Vec<String> = Vec::new();
    let mut takes_more = false;
    for argument in arguments {
        match lines.last_mut() {
            // A parameter may contain the name of a command, but not begin with it.
            _ if is_command(argument) && (!takes_more || begins_with_command(argument)) => {
                takes_more = command::takes_parameters(argument);
                lines.push(argument.clone());
            }
            Some(line) if takes_more => *line += &format!(" {argument}"),
            _ => return Err(argument),
        }
    }
    Ok(lines)
}

fn begins_with_command(argument: &str) -> bool {
    argument.split_ascii_whitespace().next().is_some_and(is_command)
}

/// Whether a line contains a UCI command, even with bad parameters.
fn is_command(line: &str) -> bool {
    !matches!(command::parse(line), Ok(None) | Err(Error::Command(CommandError::Unknown(_))))
}

impl UciSession<Vec<u8>> {
    /// A session without a reader thread: its caller passes it input lines and the engine's events.
    pub(crate) fn embedded() -> Self {
        let (sender, events) = channel();
        Self::new(sender, events, Vec::new())
    }

    /// The engine's events, each of which the caller must pass to [`Self::handle`].
    pub(crate) fn events(&self) -> &Receiver<SessionEvent> {
        &self.events
    }

    /// Returns and clears the output written since the last call.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(self.output.writer())
    }

    /// Stops all tasks and ends the session.
    pub(crate) fn close(self) {
        let _ = self.run(Self::quit);
    }
}

impl<W: Write> UciSession<W> {
    fn new(sender: Sender<SessionEvent>, events: Receiver<SessionEvent>, output: W) -> Self {
        Self {
            output: Output::new(output, "info string"),
            events,
            state: SessionState::new(sender),
            task: None,
            stopping: false,
            queue: CommandQueue::default(),
            last_position: None,
            position_invalid: false,
            debug: false,
            human: false,
            minimal: false,
            shows_wdl: false,
            last_infos: Vec::new(),
        }
    }

    /// Runs the session and abandons a task that is still running at its end.
    fn run<T>(mut self, session: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        let result = session(&mut self);
        if self.task.is_some() {
            self.state.abandon();
        }
        result
    }

    fn run_lines(&mut self, lines: &[String]) -> io::Result<bool> {
        for line in lines {
            if self.handle_line(line, command::parse(line))?.is_break() {
                break;
            }
            while self.task.is_some() {
                let Ok(event) = self.events.recv() else { return Ok(false) };
                let _ = self.handle(event)?;
            }
        }
        Ok(!self.output.has_failed())
    }

    fn main_loop(&mut self, first: SessionEvent) -> io::Result<()> {
        let mut next = Ok(first);
        while let Ok(event) = next {
            if self.handle(event)?.is_break() {
                break;
            }
            next = self.events.recv();
        }
        self.quit()
    }

    /// Handles an event; returns `Break` after `quit`.
    pub(crate) fn handle(&mut self, event: SessionEvent) -> io::Result<ControlFlow<()>> {
        match event {
            SessionEvent::Line(line) => return self.handle_line(&line, command::parse(&line)),
            SessionEvent::BadLine(line, error) => {
                return self.handle_line(&line, command::parse_bad(&line, error));
            }
            SessionEvent::End => return Ok(ControlFlow::Break(())),
            SessionEvent::Report(number, _, report) => {
                if matches!(self.task, Some(Task::Search(current)) if current == number) {
                    self.report(report)?;
                }
            }
            SessionEvent::Text(text) => self.output.lines(text)?,
            SessionEvent::Done(result) => {
                match result {
                    Ok(text) => self.output.lines(text)?,
                    Err(error) => self.output.error(error)?,
                }
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
        self.output.log_input(line)?;
        if self.debug {
            self.output.note(format_args!("debug: {line}"))?;
        }
        match command {
            Ok(None) => {}
            Ok(Some(UciCommand::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(UciCommand::IsReady)) => {
                if self.task.is_none() {
                    values::prepare(&self.state.position);
                }
                self.output.lines("readyok")?;
            }
            Ok(Some(command)) => self.accept(command, line.len())?,
            Err(error) => self.output.error(error)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command of a line of this length, or queues it with a note if it must wait.
    fn accept(&mut self, command: UciCommand, length: usize) -> io::Result<()> {
        if !self.must_wait(&command) {
            return self.execute(command);
        }
        let note = command.changes_state().then(|| {
            let replacing = match self.queue.is_superseded_by(&command) {
                true => ", replacing the one before",
                false => "",
            };
            format!("{} waits for the end of the search{replacing}", command.name())
        });
        self.enqueue(command, length, note)
    }

    /// Whether a command would interfere with the running task. While a stopped task ends, all
    /// commands wait, so that `go` may directly follow `stop`.
    fn must_wait(&self, command: &UciCommand) -> bool {
        self.task.is_some() && (self.stopping || command.changes_state())
    }

    fn execute(&mut self, command: UciCommand) -> io::Result<()> {
        match self.task.is_some() && command.is_task() {
            true => self.output.error(CommandError::Busy(command.name())),
            false => self.run_command(command),
        }
    }

    /// Adds a command to the queue and prints the note, or an error if the queue is full.
    fn enqueue(
        &mut self,
        command: UciCommand,
        length: usize,
        note: Option<String>,
    ) -> io::Result<()> {
        let stops = command == UciCommand::NewGame && !self.stopping;
        match (self.queue.push(command, length), note) {
            (Err(error), _) => return self.output.error(error),
            (Ok(()), Some(note)) => self.output.note(note)?,
            (Ok(()), None) => {}
        }
        if stops { self.stop() } else { Ok(()) }
    }

    /// Ends the task and executes the queued commands.
    fn finish(&mut self) -> io::Result<()> {
        self.task = None;
        self.stopping = false;
        for (command, length) in self.queue.take() {
            match self.must_wait(&command) {
                true => self.enqueue(command, length, None)?,
                false => self.execute(command)?,
            }
        }
        Ok(())
    }
}
