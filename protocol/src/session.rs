//! A UCI conversation over any reader and writer.
//!
//! One thread reads and does nothing else, so it never waits for the engine. What it reads and
//! what the engine reports come through one channel to the main loop, which alone writes: lines
//! cannot overtake each other, and a search is over when the loop has written its `bestmove`.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use baroque_engine::Report;

use crate::command::{self, Command};
use crate::error::{CommandError, Error};
use crate::output::Output;
use crate::table::Table;
use crate::variants;

mod commands;
mod settings;
mod work;

use settings::Settings;
use work::Work;

/// What the main loop hears of.
enum Event {
    /// A line of input.
    Line(String),
    /// The end of input.
    End,
    /// The search reports.
    Report(Report),
    /// A job has something to say.
    Text(String),
    /// The job is over.
    Done,
}

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

struct Session<W> {
    output: Output<W>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    table: Box<dyn Table>,
    settings: Settings,
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
    let table = variants::open(variants::DEFAULT).map_err(io::Error::other)?;
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read(input, &lines));
    let mut session = Session {
        output: Output::new(output),
        events,
        sender,
        table,
        settings: Settings::default(),
        work: None,
        stopping: false,
        waiting: Vec::new(),
        spoiled: false,
        debug: false,
    };
    let result = session.converse();
    session.abandon();
    result
}

/// Passes lines on, whatever bytes they consist of, until the input ends or nobody listens.
fn read(mut input: impl BufRead, lines: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = lines.send(Event::End);
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
            Event::Line(line) => return self.hear(&line),
            Event::End => return Ok(ControlFlow::Break(())),
            Event::Report(report) => self.report(report)?,
            Event::Text(text) => self.output.lines(text)?,
            Event::Done => self.finish()?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn hear(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let command = match command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(ControlFlow::Continue(())),
            Err(error) => {
                self.output.error(error)?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        if self.debug {
            self.output.note(format_args!("command {command:?}"))?;
        }
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::IsReady => self.output.lines("readyok")?,
            command => self.admit(command)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command now, or later if work is going on with which it would interfere. While
    /// stopped work winds up everything takes its turn after it, so that `stop` and a new `go`
    /// may follow on each other's heels.
    fn admit(&mut self, command: Command) -> io::Result<()> {
        if self.work.is_none() {
            return self.obey(command);
        }
        if let Some(name) = command.change() {
            self.output
                .note(format_args!("{name} waits for the end of the search"))?;
        } else if !self.stopping {
            return match command.work() {
                Some(name) => self.output.error(CommandError::Busy(name)),
                None => self.obey(command),
            };
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
            self.admit(command)?;
        }
        Ok(())
    }
}
