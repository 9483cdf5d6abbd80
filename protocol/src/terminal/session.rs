//! The command loop of a terminal session.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use baroque_engine::Limits;
use baroque_movegen::{Move, MoveTextError};

use super::autosave::Autosave;
use super::board::{LEGEND, Marks, draw};
use super::command::{TerminalCommand, help, parse};
use super::completion::CompletionWords;
use super::explain;
use super::game_state::{GameState, HumanSides};
use super::input::{Input, InputReader, TerminalEvent};
use super::screen::Screen;
use super::search::{SearchSummary, Searcher, pv_line};
use super::strength::{DEFAULT_TIME, EngineStrength, LEVELS};
use crate::files::{self, MAX_FILE};
use crate::formats::describe;
use crate::formats::pgn::{self, Comment, GameResult};
use crate::text::quoted;

type SessionFlow = io::Result<ControlFlow<()>>;

const CONTINUE: SessionFlow = Ok(ControlFlow::Continue(()));
const QUIT: SessionFlow = Ok(ControlFlow::Break(()));

/// The status line shows the plies to the move limit from this number on.
const MOVE_LIMIT_WARNING: u16 = 20;

pub struct TerminalSession<W> {
    game: GameState,
    screen: Screen<W>,
    input: InputReader,
    autosave: Autosave,
    searcher: Searcher,
    /// Whether the last autosave failed.
    autosave_failed: bool,
}

impl<W: Write> TerminalSession<W> {
    pub fn new(
        game: GameState,
        screen: Screen<W>,
        input: InputReader,
        autosave: Autosave,
        events: Sender<TerminalEvent>,
    ) -> Self {
        let searcher = Searcher::new(events);
        Self { game, screen, input, autosave, searcher, autosave_failed: false }
    }

    /// Runs the session until the player quits.
    ///
    /// # Errors
    /// The output is closed; the game has been autosaved.
    pub fn run(mut self) -> io::Result<()> {
        let players = match self.game.humans {
            HumanSides::One(side) => {
                format!("You are {side}; the engine plays {}", self.strength())
            }
            HumanSides::Both => "Two players".to_owned(),
        };
        let variant = self.game.position.variant();
        self.screen.print_line(&format!("Variant {variant}. {players}."))?;
        self.screen.print_line(LEGEND)?;
        self.screen.print_line("Enter a move or 'help'.")?;
        self.print_saved_game_note()?;
        self.print_other_session_note()?;
        self.show()?;
        let result = self.run_loop();
        self.input.save_history();
        result.and_then(|()| self.print_resume_advice())
    }

    fn run_loop(&mut self) -> io::Result<()> {
        loop {
            let flow = match self.game.is_engine_turn() {
                true => self.engine_turn()?,
                false => self.player_turn()?,
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    fn player_turn(&mut self) -> SessionFlow {
        let words = CompletionWords { moves: self.move_texts(), commands: true };
        let prompt = match self.game.end() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{} {}> ", self.game.move_number(), self.game.position.side()),
        };
        match self.input.read_line(&prompt, words)? {
            Input::Line(line) => match parse(&line) {
                Ok(command) => self.execute(command),
                Err(error) => self.print_error(&error),
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

    fn print_error(&mut self, text: &str) -> SessionFlow {
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
    fn ask(&mut self, text: &str) -> io::Result<Input> {
        if self.input.is_terminal() {
            return self.input.read_line(text, CompletionWords::default());
        }
        self.screen.print_line(text.trim_end())?;
        self.input.read_line("", CompletionWords::default())
    }

    fn execute(&mut self, command: TerminalCommand) -> SessionFlow {
        match command {
            TerminalCommand::Nothing => {}
            TerminalCommand::Move(text) => self.player_move(&text)?,
            TerminalCommand::Explain(text) => {
                let description = explain::explain(&self.game.position, &text);
                self.screen.print_wrapped(&description)?;
            }
            TerminalCommand::Moves(prefix) => self.list_moves(&prefix)?,
            TerminalCommand::Hint => return self.hint(),
            TerminalCommand::Undo => self.undo()?,
            TerminalCommand::Flip => {
                self.game.flipped = !self.game.flipped;
                self.show()?;
            }
            TerminalCommand::Fen => self.screen.print_line(&self.game.position.fen())?,
            TerminalCommand::Board => self.show()?,
            TerminalCommand::Game => self.screen.print_line(&self.game.score_sheet())?,
            TerminalCommand::Save(file) => return self.save(Path::new(&file)),
            TerminalCommand::Load(file) => self.load(file.map(PathBuf::from))?,
            TerminalCommand::Resign => self.resign()?,
            TerminalCommand::New(variant) => self.new_game(variant.as_deref())?,
            TerminalCommand::Go => {
                let side = self.game.position.side();
                self.set_sides(HumanSides::One(!side))?;
            }
            TerminalCommand::Side(humans) => self.set_sides(humans)?,
            TerminalCommand::Level(strength) => self.set_strength(strength)?,
            TerminalCommand::Help => self.screen.print(&help())?,
            TerminalCommand::Quit => return QUIT,
        }
        CONTINUE
    }

    fn player_move(&mut self, text: &str) -> io::Result<()> {
        if let Some((_, reason)) = self.game.end() {
            return self
                .screen
                .print_error(&format!("the game is over ({reason}); undo, new or quit"));
        }
        match self.game.position.read_move(text) {
            Ok(mv) => self.play(mv, Comment::default()),
            Err(error @ MoveTextError::Malformed(_)) => {
                self.screen.print_error(&format!("{error}, nor a command; try help"))
            }
            Err(error) => self.screen.print_error(&error.to_string()),
        }
    }

    /// Plays a legal move and autosaves the game; shows the board unless the engine is to move.
    fn play(&mut self, mv: Move, comment: Comment) -> io::Result<()> {
        let text = self.game.position.readable(mv);
        let text = format!("{} {text}", self.game.move_number());
        self.game.play(mv, comment);
        self.autosave()?;
        match self.game.is_engine_turn() {
            true => self.screen.print_line(&text),
            false => self.show(),
        }
    }

    /// Autosaves the game; reports only the first of consecutive errors.
    fn autosave(&mut self) -> io::Result<()> {
        let result = self.autosave.save(&self.game.to_pgn());
        let is_reported = std::mem::replace(&mut self.autosave_failed, result.is_err());
        match result {
            Err(error) if !is_reported => self
                .screen
                .print_error(&format!("the game cannot be saved: {error}; try 'save FILE'")),
            _ => Ok(()),
        }
    }

    /// Prints the board, lost pieces, last move and status.
    fn show(&mut self) -> io::Result<()> {
        let last = self.game.last_move();
        let position = &self.game.position;
        let mut text = String::from("\n");
        let marks = last.as_ref().map_or_else(Marks::default, |last| last.marks.clone());
        text += &draw(&position.view(), &marks, self.game.flipped);
        let losses = self.game.lost_pieces();
        if !losses.is_empty() {
            text += &format!("Lost: {losses}\n");
        }
        if let Some(last) = last {
            text += &format!("Last: {}\n", last.text);
        }
        text += &self.status_line();
        text.push('\n');
        self.screen.print_styled(&text)
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
        text
    }

    fn list_moves(&mut self, prefix: &str) -> io::Result<()> {
        let moves = describe::move_texts(&self.game.position).into_iter();
        let matches = |(uci, readable): &(String, String)| {
            uci.starts_with(prefix) || readable.starts_with(prefix)
        };
        let texts: Vec<String> = moves
            .filter(matches)
            .map(|(uci, text)| if uci == text { uci } else { format!("{uci} {text}") })
            .collect();
        match texts.is_empty() {
            true => self.screen.print_error(&self.no_moves(prefix)),
            false => self.screen.print(&columns(&texts)),
        }
    }

    /// Why no legal move begins with a text.
    fn no_moves(&self, prefix: &str) -> String {
        match self.game.position.outcome().filter(|_| prefix.is_empty()) {
            Some(outcome) => format!("no legal move: the game is over ({})", outcome.reason),
            None => format!("no legal move begins with '{}'", quoted(prefix)),
        }
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

    fn resign(&mut self) -> io::Result<()> {
        if self.game.end().is_some() {
            return self.screen.print_error("the game is over");
        }
        self.game.resign();
        if !self.game.position.moves().is_empty() {
            self.autosave()?;
        }
        let state = self.status_line();
        self.screen.print_line(&state)
    }

    fn new_game(&mut self, variant: Option<&str>) -> io::Result<()> {
        if let Err(error) = self.game.restart(variant) {
            return self.screen.print_error(&error);
        }
        self.reset_session();
        self.show()
    }

    /// Resets what belongs to the previous game.
    fn reset_session(&mut self) {
        self.searcher.clear();
        self.autosave.start_new_game();
        self.autosave_failed = false;
    }

    fn set_strength(&mut self, strength: Option<EngineStrength>) -> io::Result<()> {
        if let Some(strength) = strength {
            self.game.strength = strength;
        }
        let text = self.strength();
        self.screen.print_line(&text)
    }

    fn strength(&self) -> String {
        match self.game.strength {
            EngineStrength::Level(level) => {
                let nodes = LEVELS.get(level.saturating_sub(1)).copied().unwrap_or_default();
                format!("level {level} ({nodes} nodes per move)")
            }
            EngineStrength::Time(milliseconds) => format!("{milliseconds} ms per move"),
        }
    }

    fn set_sides(&mut self, humans: HumanSides) -> io::Result<()> {
        if self.game.end().is_some() {
            return self.screen.print_error("the game is over");
        }
        self.game.humans = humans;
        match humans {
            HumanSides::One(side) => self.screen.print_line(&format!("you are {side}")),
            HumanSides::Both => self.screen.print_line("two players"),
        }
    }

    fn save(&mut self, file: &Path) -> SessionFlow {
        if let Err(error) = files::resolve_target(file) {
            return self.print_error(&format!("{}: {error}", file.display()));
        }
        if file.exists() {
            match self.ask(&format!("{} exists. Replace it? [y/N] ", file.display()))? {
                Input::Line(answer) if is_yes(&answer) => {}
                Input::End => return QUIT,
                _ => return CONTINUE,
            }
        }
        let text = self.game.to_pgn();
        match files::write_atomically(file, &text) {
            Ok(()) => {
                self.autosave.note_saved(file, &text);
                self.screen.print_line(&format!("saved in {}", file.display()))?;
            }
            Err(error) => self.screen.print_error(&format!("{}: {error}", file.display()))?,
        }
        CONTINUE
    }

    fn load(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        let is_autosave = file.is_none();
        let Some(file) = file.or_else(|| self.autosave.previous_game()) else {
            return self.screen.print_error("there is no saved game");
        };
        let loaded = files::read_regular(&file, MAX_FILE)
            .map_err(|error| error.to_string())
            .and_then(|bytes| {
                let games = self.game.load_pgn(&pgn::decode(&bytes))?;
                Ok((bytes, games))
            });
        let (bytes, games) = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                return self.screen.print_error(&format!("{}: {error}", file.display()));
            }
        };
        // The autosave file holds the loaded game already, unless a newer game was saved there.
        let is_saved = is_autosave && !self.autosave.is_written() && games == 1;
        self.reset_session();
        if is_saved {
            self.autosave.resume(bytes);
        }
        if games > 1 {
            self.screen.print_line(&format!("game {games} of {games}"))?;
        }
        self.show()
    }

    fn search(&mut self, limits: Limits) -> io::Result<SearchSummary> {
        let Self { game, screen, input, searcher, .. } = self;
        searcher.search(&game.position, limits, input, screen)
    }

    fn hint(&mut self) -> SessionFlow {
        if self.game.end().is_some() {
            return self.print_error("the game is over");
        }
        let strength = match self.game.strength {
            EngineStrength::Level(_) => EngineStrength::Time(DEFAULT_TIME),
            time @ EngineStrength::Time(_) => time,
        };
        let summary = self.search(strength.limits())?;
        if summary.abandoned {
            return QUIT;
        }
        let position = &self.game.position;
        let text = match (&summary.info, summary.best) {
            (Some(info), _) => pv_line(info, position),
            (None, Some(mv)) => position.readable(mv),
            (None, None) => "nothing".to_owned(),
        };
        self.screen.print_wrapped(&format!("hint: {text}"))?;
        CONTINUE
    }

    fn engine_turn(&mut self) -> SessionFlow {
        let summary = self.search(self.game.strength.limits())?;
        if summary.preempted {
            return self.player_turn();
        }
        let Some(best) = summary.best.filter(|_| !summary.abandoned) else {
            return QUIT;
        };
        if summary.interrupted {
            return self.after_interrupt(best, &summary);
        }
        self.play_best(best, &summary)?;
        CONTINUE
    }

    fn play_best(&mut self, mv: Move, summary: &SearchSummary) -> io::Result<()> {
        let text = self.game.position.readable(mv);
        let number = self.game.move_number();
        let annotation = summary.annotation(self.game.position.side());
        self.screen.print_line(&format!("{number} {text}{annotation}"))?;
        self.play(mv, summary.comment())
    }

    /// Asks what to do with the best move of an interrupted search.
    fn after_interrupt(&mut self, best: Move, summary: &SearchSummary) -> SessionFlow {
        self.break_line()?;
        let text = self.game.position.readable(best);
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

    /// Prints a note if an unfinished game can be loaded.
    fn print_saved_game_note(&mut self) -> io::Result<()> {
        if self.autosave.is_written() || !self.game.position.moves().is_empty() {
            return Ok(());
        }
        let saved = self.autosave.previous_game();
        let saved = saved.and_then(|path| files::read_regular(path, MAX_FILE).ok());
        let games =
            saved.and_then(|bytes| pgn::read(&pgn::decode(&bytes)).ok()).unwrap_or_default();
        let unfinished = games.last().filter(|game| game.result == GameResult::Unknown);
        if unfinished.is_some_and(|game| !game.moves.is_empty()) {
            self.screen.print_line("An unfinished game is saved; 'load' continues it.")?;
        }
        Ok(())
    }

    /// Prints a note if another session uses the default autosave file.
    fn print_other_session_note(&mut self) -> io::Result<()> {
        match self.autosave.path().filter(|_| self.autosave.is_secondary()) {
            Some(path) => {
                let path = path.display();
                let text = format!("Another session is running; this game is saved in {path}.");
                self.screen.print_wrapped(&text)
            }
            None => Ok(()),
        }
    }

    /// Prints how to resume an unfinished game, or the game itself if it could not be saved.
    fn print_resume_advice(mut self) -> io::Result<()> {
        if !self.game.is_unfinished() {
            return Ok(());
        }
        if !self.autosave_failed {
            return match self.autosave.is_written() {
                true => self.screen.print_wrapped(&self.autosave.resume_advice()),
                false => self.screen.print_line("Nothing was played since the game was loaded."),
            };
        }
        self.screen.print_line("The game could not be saved; here it is:")?;
        self.screen.print_line(&self.game.to_pgn())
    }
}

fn is_yes(answer: &str) -> bool {
    answer.trim_start().starts_with(['y', 'Y'])
}

fn ordinal(number: usize) -> String {
    let ending = match number {
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Formats texts in columns, on lines of at most 78 characters where possible.
fn columns(texts: &[String]) -> String {
    let width = 2 + texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let rows = texts.chunks((80 / width).max(1)).map(|row| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        format!("{}\n", cells.concat().trim_end())
    });
    rows.collect()
}
