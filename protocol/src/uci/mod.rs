//! UCI sessions on any reader and writer. A search counts as running until the main loop has
//! written its `bestmove`.

use baroque_formats::Loaded;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

use baroque_engine::Info;
use baroque_formats::position_spec::PositionSpec;

use crate::error::{Error, SessionError};
use crate::session::SessionState;
use crate::session::output::Output;
use crate::session::stdin_reader::{self, SessionEvent};
use crate::xboard;

mod command;
mod commands;
mod events;
pub mod info;
mod queue;
mod task;

use command::UciCommand;
use queue::CommandQueue;
use task::Task;

/// The command before a message to the user.
const MESSAGE: &str = "info string";

/// What is wrong with `go` after a rejected `position`.
const NO_VALID_POSITION: &str = "go: the last position was rejected, send a valid one first";

/// A UCI session between two events.
pub struct UciSession<W> {
    output: Output<W>,
    events: Receiver<SessionEvent>,
    state: SessionState,
    task: Option<Task>,
    /// Whether the task was stopped but has not ended yet.
    stopping: bool,
    /// Commands to execute after the task.
    queue: CommandQueue,
    /// Lines that wait until the queue has room for them.
    held: VecDeque<SessionEvent>,
    /// Whether the input has ended.
    input_ended: bool,
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

/// Runs a UCI session until `quit`, or until the end of input and of all searches before it that
/// end by themselves. If the first command is `xboard`, it is a CECP session.
///
/// # Errors
/// The output cannot be written, or no thread can be started; the session ends.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = stdin_reader::listen(input).map_err(io::Error::other)?;
    run_on(Loaded::default(), sender, events, output, || false, false)
}

/// [`run`] with the games that can be chosen, events from an input thread that is already running, and with a function that tells
/// whether the output is closed. `human` asks for human-readable search output until the command
/// `uci`.
///
/// # Errors
/// The output cannot be written; the session ends.
pub fn run_on(
    loaded: Loaded,
    sender: Sender<SessionEvent>,
    events: Receiver<SessionEvent>,
    output: impl Write,
    is_closed: fn() -> bool,
    human: bool,
) -> io::Result<()> {
    // Blank lines and comments do not reveal the protocol.
    let is_blank = |event: &SessionEvent| match event {
        SessionEvent::Line(line) => command::parse(line) == Ok(None),
        _ => false,
    };
    let Some(first) = events.iter().find(|event| !is_blank(event)) else {
        return Ok(());
    };
    if xboard::is_greeting(&first) {
        return xboard::run_on(loaded, sender, events, output, is_closed);
    }
    let output = Output::new(output, is_closed, MESSAGE);
    let mut session = UciSession::new(loaded, sender, events, output);
    session.human = human;
    session.run(|session| session.main_loop(first))
}

/// Executes UCI commands one after the other; each waits for the end of the task before it. `quit`
/// ends the run. Returns whether no command failed.
///
/// # Errors
/// The output cannot be written.
pub fn run_lines(loaded: Loaded, lines: &[String], output: impl Write) -> io::Result<bool> {
    let (sender, events) = channel();
    let output = Output::new(output, || false, MESSAGE);
    UciSession::new(loaded, sender, events, output).run(|session| session.run_lines(lines))
}

/// The UCI commands in the arguments of a command line: each is an argument of its own, or its name
/// is one and the next ones are its parameters, as in `go depth 5`.
///
/// # Errors
/// The first argument that is neither.
pub fn command_lines(arguments: &[String]) -> Result<Vec<String>, &str> {
    let mut lines: Vec<String> = Vec::new();
    let mut takes_more = false;
    // A parameter may contain the name of a command, but not begin with it.
    let begins = |text: &str| text.split_ascii_whitespace().next().is_some_and(is_command);
    for argument in arguments {
        match lines.last_mut() {
            _ if is_command(argument) && (!takes_more || begins(argument)) => {
                takes_more = command::WITH_PARAMETERS.contains(&argument.as_str());
                lines.push(argument.clone());
            }
            Some(line) if takes_more => *line += &format!(" {argument}"),
            _ => return Err(argument),
        }
    }
    Ok(lines)
}

/// Whether a line contains a UCI command, even with bad parameters.
fn is_command(line: &str) -> bool {
    command::first_command(line).is_some()
}

impl UciSession<Vec<u8>> {
    /// A session without a reader thread: its caller passes it input lines and the engine's events.
    pub fn embedded(loaded: Loaded) -> Self {
        let (sender, events) = channel();
        Self::new(loaded, sender, events, Output::new(Vec::new(), || false, MESSAGE))
    }

    /// The engine's events, each of which the caller must pass to [`Self::handle`].
    pub fn events(&self) -> &Receiver<SessionEvent> {
        &self.events
    }

    /// Returns and clears the output written since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(self.output.writer())
    }

    /// Stops all tasks and ends the session.
    pub fn close(self) {
        let _ = self.run(Self::quit);
    }
}

impl<W: Write> UciSession<W> {
    fn new(
        loaded: Loaded,
        sender: Sender<SessionEvent>,
        events: Receiver<SessionEvent>,
        output: Output<W>,
    ) -> Self {
        Self {
            output,
            events,
            state: SessionState::new(loaded, sender),
            task: None,
            stopping: false,
            queue: CommandQueue::default(),
            held: VecDeque::new(),
            input_ended: false,
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
        let mut next = Some(first);
        while let Some(event) = next {
            if self.handle(event)?.is_break() {
                break;
            }
            next = self.next_event()?;
        }
        self.quit()
    }

    /// Handles an event; returns `Break` after `quit`.
    pub fn handle(&mut self, event: SessionEvent) -> io::Result<ControlFlow<()>> {
        let flow = self.handle_event(event)?;
        self.run_queue()?;
        Ok(flow)
    }

    fn handle_event(&mut self, event: SessionEvent) -> io::Result<ControlFlow<()>> {
        match event {
            SessionEvent::Line(line) => return self.handle_line(&line, command::parse(&line)),
            SessionEvent::BadLine(line, error) => {
                return self.handle_line(&line, command::parse_bad(&line, error));
            }
            SessionEvent::End => self.input_ended = true,
            SessionEvent::Report(number, _, report) => {
                if matches!(self.task, Some(Task::Search { number: current, .. }) if current == number)
                {
                    self.report(report)?;
                }
            }
            SessionEvent::Text(text) => self.output.lines(text)?,
            SessionEvent::Failed(error) => self.output.error(error)?,
            SessionEvent::Done(result) => {
                match result {
                    Ok(text) => self.output.lines(text)?,
                    Err(error) => self.output.error(error)?,
                }
                self.finish();
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
                    self.state.prepare();
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
            return self.run_command(command);
        }
        let explains = command.changes_state() || command.is_task() && !self.stopping;
        let replacing = match self.queue.is_superseded_by(&command) {
            true => ", replacing the one before",
            false => "",
        };
        let name = command.name();
        if let Err(error) = self.queue.push(command, length) {
            return self.output.error(error);
        }
        if explains {
            self.output.note(format_args!("{name} waits for the end of the search{replacing}"))?;
        }
        self.heed_queue()
    }

    /// Whether a command would interfere with the running task. While a stopped task ends, all
    /// commands wait.
    fn must_wait(&self, command: &UciCommand) -> bool {
        self.task.is_some() && (self.stopping || command.is_task() || command.changes_state())
    }

    /// Notes that the task has ended.
    fn finish(&mut self) {
        self.task = None;
        self.stopping = false;
    }

    /// Applies to the task what waits behind it: `stop` and `ponderhit` concern it already, and a new
    /// game ends a search that does not end by itself.
    fn heed_queue(&mut self) -> io::Result<()> {
        let endless = self.task.as_ref().is_some_and(|task| !task.ends());
        let stops = self.queue.contains(&UciCommand::Stop)
            || endless && self.queue.contains(&UciCommand::NewGame);
        if stops && !self.stopping {
            return self.stop();
        }
        match self.queue.contains(&UciCommand::PonderHit) {
            true => self.ponder_hit(),
            false => Ok(()),
        }
    }

    /// Executes queued commands up to the next task.
    fn run_queue(&mut self) -> io::Result<()> {
        while self.task.is_none()
            && let Some(command) = self.queue.pop()
        {
            match command {
                // Their tasks have ended.
                UciCommand::Stop | UciCommand::PonderHit => continue,
                // Only a search needs an answer.
                job if job.is_job() && self.queue.contains(&UciCommand::Stop) => {
                    self.output.note(format_args!("{} stopped", job.name()))?;
                }
                command => self.run_command(command)?,
            }
            self.heed_queue()?;
        }
        Ok(())
    }
}
