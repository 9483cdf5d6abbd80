//! A conversation with XBoard (WinBoard), in version 2 of its protocol (CECP).
//!
//! XBoard knows nothing of these games. The engine tells it how the board looks (`setup`), writes
//! moves so that its board follows as well as it can (`text`, `mirror`), and understands what
//! it makes of the moves of others (`entry`).

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use baroque_engine::{Info, Score};
use baroque_movegen::{Color, Move};

use crate::error::{CommandError, Failure, XboardError};
use crate::host::Host;
use crate::input::{self, Event, LONGEST};
use crate::option::Setting;
use crate::output::{Output, one_line, quoted};

mod analysis;
mod clock;
mod command;
pub(crate) mod entry;
mod game;
mod marks;
pub(crate) mod mirror;
mod play;
mod settings;
pub mod setup;
pub(crate) mod text;

use clock::Clock;
use command::Command;
use marks::Selection;
use mirror::Mirror;

/// Whom the engine plays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody.
    Force,
    /// This side.
    Play(Color),
    /// Nobody, but it tells what it thinks.
    Analyze,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The engine's move.
    Move,
    /// The engine's next move, if the opponent plays this one.
    Ponder(Move),
    /// To tell about the position.
    Analysis,
    /// A move for the user.
    Hint,
}

/// A search that is going on.
struct Search {
    /// The number that its reports carry.
    number: u64,
    purpose: Purpose,
    /// When its clock began to run.
    since: Instant,
    /// The last best line.
    line: Option<Info>,
    /// The root move that is being looked at, and its number.
    current: Option<(Move, usize)>,
}

/// What the user wants of every game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Wishes {
    /// Rule switches laid over the rule set.
    rules: String,
    /// The start, where the game has one of that name.
    start: String,
    offer_renaissance: bool,
    complete_captures: bool,
}

struct Session<W> {
    output: Output<W>,
    events: Receiver<Event>,
    host: Host,
    /// XBoard's board, and what it was before each move.
    mirror: Mirror,
    earlier: Vec<Mirror>,
    mode: Mode,
    search: Option<Search>,
    clock: Clock,
    post: bool,
    ponder: bool,
    wishes: Wishes,
    selection: Option<Selection>,
    /// Root moves that the analysis leaves out.
    excluded: Vec<Move>,
    /// Whether the last position was refused.
    spoiled: bool,
    /// Pings that wait for the engine's move.
    pings: Vec<String>,
    /// Settings that wait for it.
    waiting: Vec<Setting>,
    /// What the engine expects the opponent to play.
    expected: Option<Move>,
    /// What the engine thought of its last move.
    score: Option<Score>,
}

/// Most settings that wait for the engine's move.
const MOST_WAITING: usize = 1000;

/// Holds a conversation with XBoard until `quit` or the end of input.
///
/// # Errors
/// The output cannot be written; the conversation is over then.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = input::listen(input);
    converse(sender, events, output)
}

/// Whether a conversation that begins with this is one with XBoard.
pub fn is_greeting(event: &Event) -> bool {
    matches!(event, Event::Line(line) if line.trim_ascii() == "xboard")
}

/// Holds a conversation that began elsewhere.
///
/// # Errors
/// The output cannot be written; the conversation is over then.
pub fn converse(
    sender: Sender<Event>,
    events: Receiver<Event>,
    output: impl Write,
) -> io::Result<()> {
    let host = Host::new(sender).map_err(io::Error::other)?;
    let mirror = Mirror::of(&host.game.view(), setup::habits(host.game.as_ref()));
    let mut session = Session {
        output: Output::new(output),
        events,
        host,
        mirror,
        earlier: Vec::new(),
        mode: Mode::Play(Color::Black),
        search: None,
        clock: Clock::new(),
        post: false,
        ponder: false,
        wishes: Wishes::default(),
        selection: None,
        excluded: Vec::new(),
        spoiled: false,
        pings: Vec::new(),
        waiting: Vec::new(),
        expected: None,
        score: None,
    };
    let result = session.listen();
    if session.search.is_some() {
        session.host.abandon();
    }
    result
}

impl<W: Write> Session<W> {
    fn listen(&mut self) -> io::Result<()> {
        while let Ok(event) = self.events.recv() {
            if self.handle(event)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Line(line) => return self.hear(&line),
            Event::LongLine(line) => self.refuse(CommandError::TooLong(LONGEST), &line)?,
            Event::End => return Ok(ControlFlow::Break(())),
            Event::Report(number, report) => {
                if self.search.as_ref().is_some_and(|search| search.number == number) {
                    self.report(report)?;
                }
            }
            Event::Text(text) | Event::Done(text) => self.output.lines(text)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn hear(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        self.output.log_input(line);
        let carried_out = match command::parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.carry_out(command),
            Err(error) => Err(error.into()),
        };
        match carried_out {
            Ok(()) => {}
            Err(Failure::Refused(error)) => self.refuse(error, line)?,
            Err(Failure::Output(error)) => return Err(error),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells what was wrong with a line.
    fn refuse(&mut self, error: impl std::fmt::Display, line: &str) -> io::Result<()> {
        self.say(format_args!("Error ({error}): {}", quoted(line.trim_ascii())))
    }

    /// Tells something on one line.
    fn say(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.output.lines(one_line(text))
    }

    fn carry_out(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            // The main loop has obeyed the last one already.
            Command::Ignored | Command::Quit => {}
            Command::Protover(version) => self.introduce(version)?,
            Command::New => self.new_game()?,
            Command::Variant(name) => self.choose_variant(&name)?,
            Command::SetBoard(fen) => self.set_board(fen)?,
            Command::Undo(moves) => self.undo(moves)?,
            Command::Force | Command::Result => self.stand_by()?,
            Command::Go => self.play_for(self.host.game.side())?,
            Command::PlayOther => self.play_for(!self.host.game.side())?,
            Command::ToMove(side) => self.play_against(side)?,
            Command::UserMove(text) => self.user_move(&text)?,
            Command::MoveNow => self.move_now(),
            Command::Level(level) => self.clock.set_level(level),
            Command::MoveTime(milliseconds) => self.clock.set_move_time(milliseconds),
            Command::Depth(depth) => self.clock.set_depth(depth),
            Command::NodesPerSecond(nodes) => self.clock.set_nodes_per_second(nodes),
            Command::Time(milliseconds) => self.clock.set_own(milliseconds),
            Command::OpponentTime(milliseconds) => self.clock.set_opponent(milliseconds),
            Command::Ping(number) => self.ping(number)?,
            Command::Draw => self.consider_draw()?,
            Command::Hint => self.hint()?,
            Command::Book => self.output.lines("\tThere is no opening book.\n\n")?,
            Command::Ponder(on) => self.set_ponder(on)?,
            Command::Post(on) => self.post = on,
            Command::Analyze => self.analyze()?,
            Command::Exit => self.exit()?,
            Command::Status => self.tell_status()?,
            Command::Exclude(choice, out) => self.exclude(choice, out)?,
            Command::Set(setting) => self.set(setting)?,
            Command::Lift(square) => self.lift(&square)?,
            Command::Put(square) => self.put(&square)?,
            Command::Hover(square) => self.hover(&square)?,
        }
        Ok(())
    }

    /// Versions before 2 know no features.
    fn introduce(&mut self, version: u64) -> io::Result<()> {
        if version < 2 {
            return Ok(());
        }
        let game = self.host.game.as_ref();
        self.output.lines(setup::features(game, self.wishes.offer_renaissance))
    }

    /// While the engine thinks about its move the answer waits for it, as the protocol wants it.
    fn ping(&mut self, number: String) -> io::Result<()> {
        if self.is_thinking() {
            self.pings.push(number);
            return Ok(());
        }
        self.output.lines(format_args!("pong {number}"))
    }

    /// An error if nobody knows the position.
    fn require_position(&self) -> Result<(), XboardError> {
        match self.spoiled {
            true => Err(XboardError::NoPosition),
            false => Ok(()),
        }
    }
}
