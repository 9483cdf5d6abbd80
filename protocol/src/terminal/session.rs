//! The command loop of a terminal session.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use baroque_engine::{Limits, SearchOptions};
use baroque_formats::lessons::lessons;
use baroque_formats::pgn::Comment;
use baroque_formats::rejected::number;
use baroque_formats::{Rejected, describe};
use baroque_games::Games;
use baroque_movegen::interrupt::{interruptible, is_interrupted, steps};
use baroque_movegen::{AnyGame, Color, Move, MoveTextError};
use clap::ValueEnum;

use super::autosave::Autosave;
use super::board::{LEGEND, draw};
use super::clock::shown;
use super::command::{commands, help, split};
use super::completion::CompletionWords;
use super::game_state::{Declaration, GameState, HumanSides};
use super::input::{Input, InputReader};
use super::screen::Screen;
use super::search::{SearchSummary, Searcher};
use super::strength::{EngineStrength, MAX_TIME};
use crate::error::{Error, SessionError};
use crate::session::MAX_STEPS;

pub(super) type SessionFlow = io::Result<ControlFlow<()>>;

pub(super) const CONTINUE: SessionFlow = Ok(ControlFlow::Continue(()));
pub(super) const QUIT: SessionFlow = Ok(ControlFlow::Break(()));

/// The status line shows the plies to the move limit from this number on.
const MOVE_LIMIT_WARNING: u16 = 20;

pub struct TerminalSession<W> {
    /// The games that can be chosen.
    pub(super) games: Games,
    pub(super) game: GameState,
    pub(super) screen: Screen<W>,
    pub(super) input: InputReader,
    pub(super) autosave: Autosave,
    pub(super) searcher: Searcher,
    /// Whether the last autosave failed.
    pub(super) autosave_failed: bool,
    /// Whether the engine's line and score are shown.
    pub(super) thinking: bool,
}

impl<W: Write> TerminalSession<W> {
    /// Runs the session until the player quits. A resumed game may have had another strength.
    ///
    /// # Errors
    /// The output is closed; the game has been autosaved.
    pub fn run(mut self, saved_strength: EngineStrength) -> io::Result<()> {
        self.print_greeting(saved_strength)?;
        self.print_saved_game_note()?;
        self.print_other_session_note()?;
        self.show()?;
        let result = self.run_loop();
        self.input.save_history();
        result.and_then(|()| self.print_resume_advice())
    }

    fn print_greeting(&mut self, saved_strength: EngineStrength) -> io::Result<()> {
        let GameState { position, humans, strength, .. } = &self.game;
        let players = match humans {
            HumanSides::One(side) => {
                let strength = strength.description_after(saved_strength);
                format!("You are {side}; the engine plays at {strength} ('level N' changes it)")
            }
            HumanSides::Both => "Two players".to_owned(),
        };
        let variant = position.variant();
        let learn = match variant {
            _ if lessons(position).is_empty() => String::new(),
            AnyGame::DEFAULT_VARIANT => " To learn: baroque play --tutorial".to_owned(),
            _ => format!(" To learn: baroque play --tutorial --variant {variant}"),
        };
        self.screen.print_line(&format!("Variant {variant}. {players}."))?;
        self.screen.print_line(LEGEND)?;
        self.screen.print_line(&format!("Enter a move, 'rules', 'pieces' or 'help'.{learn}"))
    }

    fn run_loop(&mut self) -> io::Result<()> {
        loop {
            let is_engine_turn = self.game.is_engine_turn();
            let before = steps();
            let is_due = move || steps() - before >= MAX_STEPS;
            let (flow, is_given_up) = interruptible(is_due, || {
                let flow = if is_engine_turn { self.engine_turn() } else { self.player_turn() };
                (flow, is_interrupted())
            });
            let flow = flow?;
            if is_given_up {
                self.screen.print_error(&Error::takes_long().to_string())?;
            }
            // An engine whose turn was given up could not play on.
            if flow.is_break() || is_given_up && is_engine_turn {
                return Ok(());
            }
        }
    }

    fn player_turn(&mut self) -> SessionFlow {
        let games = self.games.names();
        let words = CompletionWords { moves: self.move_texts(), games, commands: true };
        let prompt = match self.game.end() {
            Some(_) => "game over> ".to_owned(),
            None => {
                let (side, clocks) = (self.game.position.side(), self.game.clocks());
                let clock = clocks.map(|clocks| format!(" {}", shown(clocks[side])));
                format!("{} {side}{}> ", self.game.move_number(), clock.unwrap_or_default())
            }
        };
        let input = self.input.read_line(&prompt, words)?;
        self.check_clock()?;
        match input {
            Input::Line(line) => match self.execute(line.trim()) {
                Ok(flow) => Ok(flow),
                Err(SessionError::Rejected(error)) => self.print_error(&error.to_string()),
                Err(SessionError::Output(error)) => Err(error),
            },
            Input::Interrupt => self.confirm_quit(),
            Input::End => {
                self.break_line()?;
                QUIT
            }
        }
    }

    /// The legal moves for completion.
    fn move_texts(&self) -> Vec<(String, String)> {
        // Only the line editor completes words.
        let completes = self.input.is_terminal() && self.game.end().is_none();
        if completes { describe::move_texts(&self.game.position) } else { Vec::new() }
    }

    pub(super) fn print_error(&mut self, text: &str) -> SessionFlow {
        self.screen.print_error(text)?;
        CONTINUE
    }

    fn confirm_quit(&mut self) -> SessionFlow {
        match self.ask("Leave? The game is saved. [y/N] ")? {
            Input::Line(answer) if !is_yes(&answer) => CONTINUE,
            _ => QUIT,
        }
    }

    /// Prints a question and reads the answer.
    pub(super) fn ask(&mut self, text: &str) -> io::Result<Input> {
        if self.input.is_terminal() {
            return self.input.read_line(text, CompletionWords::default());
        }
        self.screen.print_line(text.trim_end())?;
        self.input.read_line("", CompletionWords::default())
    }

    /// Executes a line.
    ///
    /// # Errors
    /// The command is rejected, or the output is closed.
    fn execute(&mut self, line: &str) -> Result<ControlFlow<()>, SessionError> {
        let (name, rest) = split(line);
        let optional = Some(rest).filter(|rest| !rest.is_empty());
        let takes_nothing = commands().any(|command| command == (&name, "")) || name == "exit";
        if takes_nothing && !rest.is_empty() {
            return Err(Rejected(format!("{name} takes no argument")).into());
        }
        match name.as_str() {
            "" => {}
            "?" if !rest.is_empty() => self.explain(rest)?,
            "why" => self.why(rest)?,
            "threats" => self.threats()?,
            "rules" => self.rules(optional)?,
            "pieces" => self.pieces()?,
            "moves" => self.list_moves(rest)?,
            "hint" => {
                self.require_unfinished()?;
                return Ok(self.hint()?);
            }
            "eval" => self.evaluation()?,
            "analyze" => {
                let allowed = format_args!("1 to {MAX_TIME}");
                let time = optional.map(|text| number("analyze", text, 1..=MAX_TIME, allowed));
                let time = time.transpose()?;
                self.require_unfinished()?;
                return Ok(self.analyze(time)?);
            }
            "undo" => {
                self.require_last()?;
                self.undo()?;
            }
            "back" => self.go_to(GameState::back, "this is the first position")?,
            "forward" => self.go_to(GameState::forward, "this is the last position")?,
            "goto" => self.go_to_place(rest)?,
            "flip" => {
                self.game.flipped = !self.game.flipped;
                self.show()?;
            }
            "fen" => self.screen.print_unwrapped(&self.game.position.fen())?,
            "board" => self.show()?,
            "game" => self.screen.print_line(&self.game.score_sheet())?,
            "save" => {
                let file = optional.ok_or(Rejected::from("save needs the name of a file"))?;
                return Ok(self.save(Path::new(file))?);
            }
            "load" => self.load(optional.map(PathBuf::from))?,
            "resign" => {
                self.require_turn()?;
                self.declare(Declaration::Resignation(self.game.player()))?;
            }
            "draw" => {
                self.require_turn()?;
                self.offer_draw()?;
            }
            "new" => self.new_game(optional)?,
            "go" => {
                self.require_turn()?;
                let side = self.game.position.side();
                self.set_sides(HumanSides::One(!side))?;
            }
            "side" if rest.is_empty() => {
                return Err(Rejected::from("side needs w, b or both").into());
            }
            "side" => {
                let bad = |_| Rejected(format!("side is '{rest}', allowed is w, b or both"));
                let humans = HumanSides::from_str(rest, true).map_err(bad)?;
                self.require_turn()?;
                self.set_sides(humans)?;
            }
            "level" if rest.is_empty() => self.set_strength(None)?,
            "level" | "movetime" | "tc" => {
                let strength = EngineStrength::parse(line).map_err(Rejected)?;
                self.require_last()?;
                self.set_strength(Some(strength))?;
            }
            "thinking" => self.set_thinking(rest)?,
            "help" | "?" => self.screen.print_line(&help(&self.game.position))?,
            "quit" | "exit" => return Ok(QUIT?),
            _ => return Ok(self.player_move(line)?),
        }
        Ok(CONTINUE?)
    }

    /// Checks that the board does not show an earlier position.
    fn require_last(&self) -> Result<(), Rejected> {
        match self.game.is_earlier() {
            true => Err("the board shows an earlier position; 'goto end' first".into()),
            false => Ok(()),
        }
    }

    fn require_unfinished(&self) -> Result<(), Rejected> {
        match self.game.end() {
            Some(_) => Err("the game is over".into()),
            None => Ok(()),
        }
    }

    /// Checks that it is somebody's turn in the position on the board.
    fn require_turn(&self) -> Result<(), Rejected> {
        self.require_last().and_then(|()| self.require_unfinished())
    }

    fn player_move(&mut self, text: &str) -> SessionFlow {
        let read = self.game.position.read_move(text);
        if let (Some((_, reason)), Ok(_) | Err(MoveTextError::Impossible { .. })) =
            (self.game.end(), &read)
        {
            let text = format!("the game is over ({reason}); undo, new or quit");
            return self.print_error(&text);
        }
        match read {
            Ok(mv) if self.game.is_earlier() => return self.replace_moves(mv),
            Ok(mv) => self.play(mv, Comment::default())?,
            Err(error @ MoveTextError::Malformed(_)) => {
                let word = text.split_whitespace().next().unwrap_or_default();
                let names = commands().map(|(name, _)| name);
                let meant = baroque_games::nearest(word, names).unwrap_or("help");
                return self.print_error(&format!("{error}, nor a command; try {meant}"));
            }
            Err(error) => return self.print_error(&error.to_string()),
        }
        CONTINUE
    }

    /// Plays a move after an earlier position, if the player agrees to lose the moves that follow.
    fn replace_moves(&mut self, mv: Move) -> SessionFlow {
        if self.game.next_move() == Some(mv) {
            self.game.forward();
            self.show()?;
            return CONTINUE;
        }
        let later = self.game.later_moves();
        match self.ask(&format!("Replace the {} here? [y/N] ", moves(later)))? {
            Input::Line(answer) if is_yes(&answer) => self.play(mv, Comment::default())?,
            Input::End => return QUIT,
            _ => {}
        }
        CONTINUE
    }

    /// Plays a legal move and autosaves the game; shows the board unless the engine is to move.
    fn play(&mut self, mv: Move, mut comment: Comment) -> io::Result<()> {
        let text = self.game.position.readable_unchecked(mv);
        let text = format!("{} {text}", self.game.move_number());
        if !self.game.is_earlier() {
            comment.time = self.game.turn_time().or(comment.time);
        }
        self.game.play(mv, comment);
        self.autosave()?;
        match self.game.is_engine_turn() {
            true => self.screen.print_line(&text),
            false => self.show(),
        }
    }

    /// Prints the board, lost pieces, last move and status.
    pub(super) fn show(&mut self) -> io::Result<()> {
        let (last, marks): (Option<_>, Option<_>) = self.game.last_move().unzip();
        let marks = marks.unwrap_or_default();
        let board = draw(&self.game.position.view(), &marks, self.game.flipped);
        self.screen.print_styled(&format!("\n{board}"))?;
        let mut text = String::new();
        let losses = self.game.lost_pieces();
        if !losses.is_empty() {
            text += &format!("Lost: {losses}\n");
        }
        if let Some(last) = last {
            text += &format!("Last: {last}\n");
        }
        text += &self.status_line();
        self.screen.print_line(&text)
    }

    /// The side to move with check, repetition and move limit, or the result of the game.
    fn status_line(&self) -> String {
        let position = &self.game.position;
        if let Some((result, reason)) = self.game.end() {
            return format!("{result}, {reason}. undo, new, save FILE or quit");
        }
        let mut text = format!("{} to move", position.side());
        if position.in_check() {
            text += ", in check";
        }
        match position.occurrences() {
            1 => {}
            count => text += &format!("; this position occurs for the {} time", ordinal(count)),
        }
        if let Some(left) = self.game.plies_left().filter(|left| *left <= MOVE_LIMIT_WARNING) {
            text += &format!("; {left} plies to the move limit");
        }
        if self.game.is_earlier() {
            let count = self.game.later_moves();
            let later = if count == 1 { "later move" } else { "later moves" };
            text += &format!("; looking back, {count} {later}: forward or goto end");
        }
        if let Some(clocks) = self.game.clocks().filter(|_| !self.game.is_earlier()) {
            let [white, black] = Color::ALL.map(|side| shown(clocks[side]));
            text += &format!("; clocks: White {white}, Black {black}");
        }
        text
    }

    /// Ends the game if the side to move has used up its time.
    fn check_clock(&mut self) -> io::Result<()> {
        let side = self.game.position.side();
        let is_late = self.game.clocks().is_some_and(|clocks| clocks[side].is_zero());
        if !is_late || self.game.end().is_some() || self.game.is_earlier() {
            return Ok(());
        }
        self.declare(Declaration::TimeForfeit(side))
    }

    /// Ends and saves the game.
    fn declare(&mut self, end: Declaration) -> io::Result<()> {
        self.game.declare(end);
        if !self.game.position.moves().is_empty() {
            self.autosave()?;
        }
        let state = self.status_line();
        self.screen.print_line(&state)
    }

    /// Shows another position of the game, or an error if there is none.
    fn go_to(&mut self, step: impl Fn(&mut GameState) -> bool, error: &str) -> io::Result<()> {
        match step(&mut self.game) {
            true => self.show(),
            false => self.screen.print_error(error),
        }
    }

    /// Shows the position at the start or the end of the game, or before the move of a number.
    fn go_to_place(&mut self, place: &str) -> Result<(), SessionError> {
        match place {
            "start" => while self.game.back() {},
            "end" => self.game.go_to_end(),
            _ => {
                let allowed = "the number of a move, start or end";
                let bad = |_| Rejected::value("goto", place, allowed);
                let number = place.parse().map_err(bad)?;
                let error = format!("the game has no move {number}");
                return Ok(self.go_to(|game| game.go_to(number), &error)?);
            }
        }
        Ok(self.show()?)
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.game.undo() {
            0 => self.screen.print_error("you have no move to take back"),
            _ => {
                if self.autosave.is_written() {
                    self.autosave()?;
                }
                self.show()
            }
        }
    }

    /// Two players agree on the draw; the engine does if it is half a pawn behind.
    fn offer_draw(&mut self) -> io::Result<()> {
        match self.game.humans == HumanSides::Both || self.game.engine_accepts_draw() {
            true => self.declare(Declaration::DrawAgreement),
            false => self.screen.print_line("The engine declines the draw."),
        }
    }

    fn new_game(&mut self, variant: Option<&str>) -> io::Result<()> {
        match variant.map(|name| self.games.open(name)).transpose() {
            Ok(start) => self.game.restart(start),
            Err(error) => return self.screen.print_error(&error.to_string()),
        }
        self.reset_session();
        self.show()
    }

    fn set_strength(&mut self, strength: Option<EngineStrength>) -> io::Result<()> {
        let is_clock = matches!(strength, Some(EngineStrength::Clock(_)));
        if is_clock && !self.game.position.moves().is_empty() {
            let error = "clocks can be set only before the first move; 'new' starts another game";
            return self.screen.print_error(error);
        }
        let before = self.game.strength;
        if let Some(strength) = strength {
            self.game.strength = strength;
            self.game.start_turn();
        }
        self.screen.print_line(&self.game.strength.description_after(before))
    }

    fn set_thinking(&mut self, value: &str) -> Result<(), SessionError> {
        let (thinking, state) = match value.to_ascii_lowercase().as_str() {
            "on" => (true, "shown"),
            "off" => (false, "hidden"),
            _ => return Err(Rejected::value("thinking", value, "on or off").into()),
        };
        self.thinking = thinking;
        Ok(self.screen.print_line(&format!("the engine's line and score are {state}"))?)
    }

    fn set_sides(&mut self, humans: HumanSides) -> io::Result<()> {
        self.game.humans = humans;
        match humans {
            HumanSides::One(side) => self.screen.print_line(&format!("you are {side}")),
            HumanSides::Both => self.screen.print_line("two players"),
        }
    }

    /// Searches the position on the board; shows the best line so far if that is asked for.
    pub(super) fn search(
        &mut self,
        limits: Limits,
        options: SearchOptions,
        shows_line: bool,
    ) -> io::Result<SearchSummary> {
        let Self { game, screen, input, searcher, .. } = self;
        searcher.shows_line = shows_line;
        searcher.search(&game.position, limits, options, input, screen)
    }

    fn engine_turn(&mut self) -> SessionFlow {
        let strength = self.game.strength.strength();
        let options = SearchOptions { strength, ..SearchOptions::default() };
        if let Some(best) = self.searcher.book_move(&self.game.position) {
            self.play_best(best, &SearchSummary::default())?;
            return CONTINUE;
        }
        let summary = self.search(self.game.limits(), options, self.thinking)?;
        if summary.preempted {
            return self.player_turn();
        }
        let Some(best) = summary.best.filter(|_| !summary.abandoned) else {
            return QUIT;
        };
        if summary.interrupted {
            return self.after_interrupt(best, &summary);
        }
        self.check_clock()?;
        if self.game.end().is_some() {
            return CONTINUE;
        }
        self.play_best(best, &summary)?;
        CONTINUE
    }

    fn play_best(&mut self, mv: Move, summary: &SearchSummary) -> io::Result<()> {
        let text = self.game.position.readable_unchecked(mv);
        let number = self.game.move_number();
        let annotation = match self.thinking {
            true => summary.annotation(self.game.position.side()),
            false => String::new(),
        };
        self.screen.print_line(&format!("{number} {text}{annotation}"))?;
        self.play(mv, summary.comment())
    }

    /// Asks what to do with the best move of an interrupted search.
    fn after_interrupt(&mut self, best: Move, summary: &SearchSummary) -> SessionFlow {
        self.break_line()?;
        let text = self.game.position.readable_unchecked(best);
        let question = format!("Stopped. [p]lay {text}, [t]hink again, [u]ndo, or [q]uit? ");
        loop {
            let answer = match self.ask(&question)? {
                Input::Line(line) => line.trim().to_ascii_lowercase(),
                Input::Interrupt | Input::End => return QUIT,
            };
            match answer.as_str() {
                "" | "p" | "play" => self.play(best, summary.comment())?,
                "t" | "think" => {}
                "u" | "undo" => {
                    if self.game.undo() == 0 {
                        // There is no human move to take back: the player moves instead.
                        self.game.humans = HumanSides::One(self.game.position.side());
                    }
                    if self.autosave.is_written() {
                        self.autosave()?;
                    }
                    self.show()?;
                }
                "q" | "quit" => return QUIT,
                _ => continue,
            }
            return CONTINUE;
        }
    }

    /// Ends the line on which the terminal echoes `^C`.
    fn break_line(&mut self) -> io::Result<()> {
        if self.input.is_terminal() { self.screen.print_line("") } else { Ok(()) }
    }
}

pub(super) fn is_yes(answer: &str) -> bool {
    answer.trim_start().starts_with(['y', 'Y'])
}

/// `1 move`, `2 moves`.
fn moves(count: usize) -> String {
    format!("{count} {}", if count == 1 { "move" } else { "moves" })
}

fn ordinal(number: usize) -> String {
    let ending = match number {
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
