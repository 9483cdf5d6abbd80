//! An XBoard (WinBoard) session: version 2 of the Chess Engine Communication Protocol (CECP).
//!
//! XBoard does not know the rules of these games. The engine describes the board to it (`setup`),
//! writes moves that keep XBoard's board as close to the position as possible (`encode`,
//! `xboard_board`), and parses the moves that XBoard sends (`decode`).

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use baroque_engine::{Info, Score};
use baroque_formats::Loaded;
use baroque_formats::Rejected;
use baroque_formats::text::{one_line, quoted};
use baroque_movegen::{AnyGame, Color, Move};

use crate::error::SessionError;
use crate::options::Setting;
use crate::session::output::Output;
use crate::session::stdin_reader::{self, SessionEvent};
use crate::session::{SessionState, at_once, last_event};

mod analysis;
mod clock;
mod command;
pub mod decode;
pub mod encode;
mod game;
mod marks;
mod play;
mod settings;
pub mod setup;
pub mod xboard_board;
pub mod xboard_move;

use clock::XboardClock;
use command::{centiseconds, looks_like_move, number, required, saturated, seconds};
use marks::Selection;
use xboard_board::XboardBoard;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The engine plays neither side.
    Force,
    /// The engine plays this side.
    Play(Color),
    /// The engine plays neither side and analyses each position.
    Analyze,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchKind {
    /// For the move that the engine plays.
    Move,
    /// On the opponent's time, after this expected move.
    Ponder(Move),
    /// Infinite, in [`Mode::Analyze`].
    Analysis,
    /// For the `hint` command.
    Hint,
}

struct RunningSearch {
    /// Number of the search in [`SessionEvent::Report`].
    number: u64,
    kind: SearchKind,
    /// When the engine's clock started.
    started: Instant,
    /// The latest info of the best line.
    info: Option<Info>,
    /// The root move that is searched now and its index from 1.
    current: Option<(Move, usize)>,
}

/// Settings that apply to each new game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Preferences {
    /// Rule switches that override those of the variant.
    rules: String,
    /// The start position, used in variants that have one of this name.
    start: String,
    offer_renaissance: bool,
    complete_captures: bool,
}

struct XboardSession<W> {
    output: Output<W>,
    events: Receiver<SessionEvent>,
    state: SessionState,
    /// XBoard's board now, and before each move of the game.
    board: XboardBoard,
    previous_boards: Vec<XboardBoard>,
    mode: Mode,
    search: Option<RunningSearch>,
    clock: XboardClock,
    post: bool,
    ponder: bool,
    preferences: Preferences,
    selection: Option<Selection>,
    /// Root moves that the analysis skips.
    excluded: Vec<Move>,
    /// Whether the last `setboard` was rejected.
    position_invalid: bool,
    /// Pings to answer after the engine's move.
    pending_pings: Vec<u64>,
    /// Settings to apply after the engine's move.
    queued_settings: Vec<Setting>,
    /// The expected reply of the opponent.
    ponder_move: Option<Move>,
    /// Score of the engine's last move.
    last_score: Option<Score>,
    /// Whether the input has ended.
    input_ended: bool,
}

/// Limit of [`XboardSession::queued_settings`] and of [`XboardSession::pending_pings`].
const MAX_QUEUED: usize = 1000;

/// Runs an XBoard session until `quit`, or until the end of input and of the search for a move or a
/// hint.
///
/// # Errors
/// The output cannot be written, or no thread can be started; the session ends.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = stdin_reader::listen(input).map_err(io::Error::other)?;
    run_on(Loaded::default(), sender, events, output, || false)
}

/// Whether the first event of a session selects the XBoard protocol.
pub fn is_greeting(event: &SessionEvent) -> bool {
    matches!(event, SessionEvent::Line(line) if line.trim_ascii() == "xboard")
}

/// Runs a session with the games that can be chosen, events from an input thread that is already running, and with a function that
/// tells whether the output is closed.
///
/// # Errors
/// The output cannot be written; the session ends.
pub fn run_on(
    loaded: Loaded,
    sender: Sender<SessionEvent>,
    events: Receiver<SessionEvent>,
    output: impl Write,
    is_closed: fn() -> bool,
) -> io::Result<()> {
    let mut state = SessionState::new(loaded, sender);
    // XBoard names every other game.
    state.position = AnyGame::default();
    let board = XboardBoard::of(&state.position.view(), setup::quirks(&state.position));
    let mut session = XboardSession {
        output: Output::new(output, is_closed, "telluser"),
        events,
        state,
        board,
        previous_boards: Vec::new(),
        mode: Mode::Play(Color::Black),
        search: None,
        clock: XboardClock::new(),
        post: false,
        ponder: false,
        preferences: Preferences::default(),
        selection: None,
        excluded: Vec::new(),
        position_invalid: false,
        pending_pings: Vec::new(),
        queued_settings: Vec::new(),
        ponder_move: None,
        last_score: None,
        input_ended: false,
    };
    let mut result = Ok(ControlFlow::Continue(()));
    while let Ok(ControlFlow::Continue(())) = result
        && let Some(event) = session.next_event()
    {
        result = session.handle(event);
    }
    if session.search.is_some() {
        session.state.abandon();
    }
    result.map(drop)
}

impl<W: Write> XboardSession<W> {
    /// The next event. `None` if the input has ended, and no search runs that ends by itself or
    /// nobody reads the output any more.
    fn next_event(&self) -> Option<SessionEvent> {
        if !self.input_ended {
            return self.events.recv().ok();
        }
        let search = self.search.as_ref()?;
        match search.kind {
            SearchKind::Move | SearchKind::Hint => {
                last_event(&self.events, || self.output.is_closed())
            }
            SearchKind::Ponder(_) | SearchKind::Analysis => None,
        }
    }

    fn handle(&mut self, event: SessionEvent) -> io::Result<ControlFlow<()>> {
        match event {
            SessionEvent::Line(line) => return self.handle_line(&line),
            SessionEvent::BadLine(line, error) => self.print_error(error, &line)?,
            SessionEvent::End => self.input_ended = true,
            SessionEvent::Report(number, _, report) => {
                if self.search.as_ref().is_some_and(|search| search.number == number) {
                    self.handle_report(report)?;
                }
            }
            SessionEvent::Text(text) | SessionEvent::Done(Ok(text)) => self.output.lines(text)?,
            SessionEvent::Failed(error) | SessionEvent::Done(Err(error)) => {
                self.print_error(error, "")?
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn handle_line(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        self.output.log_input(line)?;
        let (word, rest) = command::split(line);
        if word == "quit" {
            return Ok(ControlFlow::Break(()));
        }
        match at_once(|| self.execute(word, rest)) {
            Ok(()) => {}
            Err(SessionError::Rejected(error)) => self.print_error(error, line)?,
            Err(SessionError::Output(error)) => return Err(error),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints an error about an input line in the form that CECP prescribes.
    fn print_error(&mut self, error: impl std::fmt::Display, line: &str) -> io::Result<()> {
        self.print_line(format_args!("Error ({error}): {}", quoted(line.trim_ascii())))
    }

    /// Prints a text without control characters, on one line.
    fn print_line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.output.lines(one_line(text))
    }

    /// Executes a command with its parameters.
    ///
    /// # Errors
    /// The command is unknown or rejected, or the output cannot be written.
    fn execute(&mut self, word: &str, rest: &str) -> Result<(), SessionError> {
        match word {
            _ if word.is_empty() || word.starts_with('#') => {}
            // They have no effect on this engine.
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "ics" | "egtpath" => {}
            "protover" => self.print_features(number("protover", rest, 0)?)?,
            "new" => self.new_game()?,
            "variant" => self.set_variant(&required("variant", rest)?)?,
            "setboard" => self.set_board(rest)?,
            "undo" => self.undo(1)?,
            "remove" => self.undo(2)?,
            "force" | "result" => self.enter_force_mode()?,
            "go" => self.play_for(self.state.position.side())?,
            "playother" => self.play_for(!self.state.position.side())?,
            "white" => self.play_against(Color::White)?,
            "black" => self.play_against(Color::Black)?,
            "usermove" => self.user_move(&required("usermove", rest)?)?,
            "?" if self.is_thinking() => self.state.engine.stop(),
            "?" => {}
            "level" => self.clock.set_level(command::parse_level(rest)?),
            "st" => self.clock.move_time = Some(seconds("st", rest)?),
            "sd" | "depth" => self.clock.depth = Some(saturated(number("sd", rest, 1)?)),
            "nps" => self.clock.nodes_per_second = number("nps", rest, 0)?,
            "time" => self.clock.own = Some(centiseconds("time", rest)?),
            "otim" => self.clock.opponent = Some(centiseconds("otim", rest)?),
            "ping" => self.ping(number("ping", rest, 0)?)?,
            "draw" => self.answer_draw_offer()?,
            "hint" => self.hint()?,
            "bk" => self.print_book()?,
            "hard" => self.set_ponder(true)?,
            "easy" => self.set_ponder(false)?,
            "post" => self.post = true,
            "nopost" => self.post = false,
            "analyze" => self.analyze()?,
            "exit" => self.exit()?,
            "." => self.print_status()?,
            "exclude" => self.exclude(&required("exclude", rest)?, true)?,
            "include" => self.exclude(&required("include", rest)?, false)?,
            "option" => self.set_option(rest)?,
            "memory" => self.set(Setting::parse("Hash", rest)?)?,
            "cores" => self.set(Setting::parse("Threads", rest)?)?,
            "lift" => self.lift(&required("lift", rest)?)?,
            "put" => self.put(&required("put", rest)?)?,
            "hover" => self.hover(&required("hover", rest)?)?,
            "edit" => return Err(Rejected::from("obsolete, use setboard").into()),
            _ if rest.is_empty() && looks_like_move(word) => self.user_move(word)?,
            _ => return Err(Rejected::from("unknown command").into()),
        }
        Ok(())
    }

    /// The moves of a study's book.
    fn print_book(&mut self) -> io::Result<()> {
        let SessionState { loaded, position, .. } = &self.state;
        let moves = loaded.book_moves(position).iter();
        let moves: Vec<String> = moves.map(|&mv| position.readable_unchecked(mv)).collect();
        let text = match moves.is_empty() {
            true => "There is no opening book.".to_owned(),
            false => moves.join(" "),
        };
        self.output.lines(format_args!("\t{text}\n\n"))
    }

    /// Answers `protover`. Protocol versions before 2 have no features.
    fn print_features(&mut self, version: u64) -> io::Result<()> {
        if version < 2 {
            return Ok(());
        }
        let SessionState { loaded: Loaded { games, .. }, position, .. } = &self.state;
        self.output.lines(setup::features(games, position, self.preferences.offer_renaissance))
    }

    /// Answers at once, or after the engine's move if it is thinking, as CECP requires.
    fn ping(&mut self, number: u64) -> Result<(), SessionError> {
        if !self.is_thinking() {
            self.state.prepare();
            self.output.lines(format_args!("pong {number}"))?;
        } else if self.pending_pings.len() < MAX_QUEUED {
            self.pending_pings.push(number);
        } else {
            return Err(Rejected::from("too many pings are queued").into());
        }
        Ok(())
    }

    /// An error if the last position was rejected.
    fn require_position(&self) -> Result<(), Rejected> {
        match self.position_invalid {
            true => Err("the last position was rejected, send a valid one first".into()),
            false => Ok(()),
        }
    }
}
