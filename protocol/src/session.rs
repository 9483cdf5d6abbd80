//! A UCI conversation over any reader and writer.
//!
//! One thread reads and does nothing else, so it never waits for the engine. What it reads and
//! what the engine reports come through one channel to the main loop, which alone writes: lines
//! cannot overtake each other, and a search is over when the loop has written its `bestmove`.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use baroque_engine::Report;

use crate::command::{self, Command};
use crate::error::{CommandError, Error};
use crate::game::AnyGame;
use crate::output::Output;
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
    /// The beginning of a line that is too long.
    LongLine(String),
    /// The end of input.
    End,
    /// The search reports.
    Report(Report),
    /// A job has something to say.
    Text(String),
    /// The job is over, with its last words.
    Done(String),
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

/// Longest line that is read, in bytes with its end.
const LONGEST: u64 = 1 << 20;
/// Most commands that wait for the end of the work.
const MOST_WAITING: usize = 1000;

struct Session<W> {
    output: Output<W>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    game: Box<dyn AnyGame>,
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
    let game = variants::open(variants::DEFAULT).map_err(io::Error::other)?;
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read(input, &lines));
    let mut session = Session {
        output: Output::new(output),
        events,
        sender,
        game,
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

/// Passes lines on, whatever bytes they consist of, until the input ends or nobody listens. Of a
/// line that is too long no more than the beginning is ever held.
fn read(mut input: impl BufRead, lines: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes), Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']).to_owned();
        let event = match bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
            false => Event::Line(line),
            // If the rest cannot be read, the next line cannot either.
            true => input.skip_until(b'\n').map_or(Event::End, |_| Event::LongLine(line)),
        };
        if lines.send(event).is_err() {
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
            Event::Line(line) => return self.hear(&line, command::parse(&line)),
            Event::LongLine(line) => return self.hear(&line, command::parse_long(&line, LONGEST)),
            Event::End => return Ok(ControlFlow::Break(())),
            Event::Report(report) => self.report(report)?,
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
