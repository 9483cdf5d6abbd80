//! The conversation.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use baroque_engine::Limits;
use baroque_movegen::{Move, MoveTextError};

use super::Screen;
use super::board::{LEGEND, Marks, draw};
use super::command::{Command, help, parse};
use super::completion::Words;
use super::input::{Event, Input, Said};
use super::keep::{self, Keeper};
use super::preview;
use super::search::{Searcher, Thought, line};
use super::strength::{DEFAULT_TIME, LEVELS, Strength};
use super::table::{Player, Table};
use crate::pgn::{self, Comment, GameResult};

/// Whether the conversation goes on.
type Flow = io::Result<ControlFlow<()>>;

const ON: Flow = Ok(ControlFlow::Continue(()));
const LEAVE: Flow = Ok(ControlFlow::Break(()));

/// Plies without an irreversible move before the move limit from which on that is told.
const LIMIT_IN_SIGHT: u16 = 20;

/// A conversation about a game.
pub struct Session<W> {
    table: Table,
    screen: Screen<W>,
    input: Input,
    keeper: Keeper,
    searcher: Searcher,
    /// Whether the game as it stands could not be kept, and that was said.
    warned: bool,
}

impl<W: Write> Session<W> {
    /// A conversation that has not begun.
    pub fn new(
        table: Table,
        screen: Screen<W>,
        input: Input,
        keeper: Keeper,
        events: Sender<Event>,
    ) -> Self {
        let searcher = Searcher::new(events);
        Self { table, screen, input, keeper, searcher, warned: false }
    }

    /// Talks until the player leaves.
    ///
    /// # Errors
    /// The output is closed; the game is kept even so.
    pub fn run(mut self) -> io::Result<()> {
        let players = match self.table.player {
            Player::One(side) => format!("You are {side}; the engine plays {}", self.strength()),
            Player::Both => "Two players".to_owned(),
        };
        let variant = self.table.game.variant();
        self.screen.line(&format!("Variant {variant}. {players}."))?;
        self.screen.line(LEGEND)?;
        self.screen.line("Say your move, or 'help'.")?;
        self.tell_kept_game()?;
        self.tell_second_session()?;
        self.show()?;
        let result = self.talk();
        self.input.keep_history();
        result.and_then(|()| self.farewell())
    }

    fn talk(&mut self) -> io::Result<()> {
        loop {
            let flow = match self.table.engine_moves() {
                true => self.engine_turn()?,
                false => self.player_turn()?,
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    fn player_turn(&mut self) -> Flow {
        let words = Words { moves: self.words(), commands: true };
        let prompt = match self.table.end() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{} {}> ", self.table.number(), self.table.game.side()),
        };
        match self.input.ask(&prompt, words)? {
            Said::Line(line) => match parse(&line) {
                Ok(command) => self.obey(command),
                Err(error) => self.refuse(&error),
            },
            Said::Interrupt => self.ask_to_leave(),
            Said::End => {
                self.break_line()?;
                LEAVE
            }
        }
    }

    fn words(&self) -> Vec<(String, String)> {
        // Only the editor completes anything.
        let wanted = self.input.is_terminal() && self.table.end().is_none();
        if wanted { self.table.game.legal_moves() } else { Vec::new() }
    }

    fn refuse(&mut self, text: &str) -> Flow {
        self.screen.refuse(text)?;
        ON
    }

    fn ask_to_leave(&mut self) -> Flow {
        match self.question("Leave? The game is kept. [y/N] ")? {
            Said::Line(answer) if !is_yes(&answer) => ON,
            _ => LEAVE,
        }
    }

    /// Asks something else than for a command.
    fn question(&mut self, text: &str) -> io::Result<Said> {
        if self.input.is_terminal() {
            return self.input.ask(text, Words::default());
        }
        self.screen.line(text.trim_end())?;
        self.input.ask("", Words::default())
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Nothing => {}
            Command::Move(text) => self.player_move(&text)?,
            Command::Ask(text) => {
                let answer = preview::answer(self.table.game.as_ref(), &text);
                self.screen.prose(&answer)?;
            }
            Command::Moves(beginning) => self.list_moves(&beginning)?,
            Command::Hint => return self.hint(),
            Command::Undo => self.undo()?,
            Command::Flip => {
                self.table.flipped = !self.table.flipped;
                self.show()?;
            }
            Command::Fen => self.screen.line(&self.table.game.fen())?,
            Command::Board => self.show()?,
            Command::Game => self.screen.line(&self.table.sheet())?,
            Command::Save(file) => return self.save(Path::new(&file)),
            Command::Load(file) => self.load(file.map(PathBuf::from))?,
            Command::Resign => self.resign()?,
            Command::New(variant) => self.renew(variant.as_deref())?,
            Command::Go => {
                let side = self.table.game.side();
                self.choose(Player::One(!side))?;
            }
            Command::Side(player) => self.choose(player)?,
            Command::Level(strength) => self.set_strength(strength)?,
            Command::Help => self.screen.say(&help())?,
            Command::Quit => return LEAVE,
        }
        ON
    }

    fn player_move(&mut self, text: &str) -> io::Result<()> {
        if let Some((_, reason)) = self.table.end() {
            return self.screen.refuse(&format!("the game is over ({reason}); undo, new or quit"));
        }
        match self.table.game.read_move(text) {
            Ok(mv) => self.play(mv, Comment::default()),
            Err(error @ MoveTextError::Malformed(_)) => {
                self.screen.refuse(&format!("{error}, and no command; try help"))
            }
            Err(error) => self.screen.refuse(&error.to_string()),
        }
    }

    /// Plays a legal move, keeps the game and shows it if it is a person's turn or over.
    fn play(&mut self, mv: Move, comment: Comment) -> io::Result<()> {
        let text = self.table.game.readable(&[mv]);
        let text = format!("{} {text}", self.table.number());
        self.table.play(mv, comment);
        self.keep()?;
        match self.table.engine_moves() {
            true => self.screen.line(&text),
            false => self.show(),
        }
    }

    /// Writes the game to its file.
    fn keep(&mut self) -> io::Result<()> {
        let kept = self.keeper.keep(&self.table.to_pgn());
        let known = std::mem::replace(&mut self.warned, kept.is_err());
        match kept {
            Err(error) if !known => {
                self.screen.refuse(&format!("the game cannot be kept: {error}; save it yourself"))
            }
            _ => Ok(()),
        }
    }

    /// The board with the last move, and what is to be said about it.
    fn show(&mut self) -> io::Result<()> {
        let last = self.table.last();
        let game = &self.table.game;
        let mut text = String::from("\n");
        let marks = last.as_ref().map_or_else(Marks::default, |last| last.marks.clone());
        text += &draw(&game.view(), &marks, self.table.flipped);
        let losses = self.table.losses();
        if !losses.is_empty() {
            text += &format!("Lost: {losses}\n");
        }
        if let Some(last) = last {
            text += &format!("Last: {}\n", last.text);
        }
        text += &self.state();
        self.screen.line(&text)
    }

    /// Who is to move, or how the game ended.
    fn state(&self) -> String {
        let game = &self.table.game;
        if let Some((result, reason)) = self.table.end() {
            return format!("{result}, {reason}. undo, new, save FILE or quit");
        }
        let mut text = format!("{} to move", game.side());
        if game.in_check() {
            text += ", in check";
        }
        match game.occurrences() {
            1 => {}
            count => text += &format!("; this position occurs for the {} time", ordinal(count)),
        }
        if let Some(left) = self.table.plies_left().filter(|left| *left <= LIMIT_IN_SIGHT) {
            text += &format!("; {left} plies to the move limit");
        }
        text
    }

    fn list_moves(&mut self, beginning: &str) -> io::Result<()> {
        let moves = self.table.game.legal_moves().into_iter();
        let wanted = |(uci, readable): &(String, String)| {
            uci.starts_with(beginning) || readable.starts_with(beginning)
        };
        let texts: Vec<String> = moves
            .filter(wanted)
            .map(|(uci, text)| if uci == text { uci } else { format!("{uci} {text}") })
            .collect();
        match texts.is_empty() {
            true => self.screen.refuse("no legal move"),
            false => self.screen.say(&columns(&texts)),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.table.undo() {
            0 => self.screen.refuse("there is no move of yours to take back"),
            _ => {
                if self.keeper.is_written() {
                    self.keep()?;
                }
                self.show()
            }
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.table.end().is_some() {
            return self.screen.refuse("the game is over");
        }
        self.table.resign();
        if !self.table.game.moves().is_empty() {
            self.keep()?;
        }
        let state = self.state();
        self.screen.line(&state)
    }

    fn renew(&mut self, variant: Option<&str>) -> io::Result<()> {
        if let Err(error) = self.table.renew(variant) {
            return self.screen.refuse(&error);
        }
        self.begin();
        self.show()
    }

    /// The game at hand has just come to the table.
    fn begin(&mut self) {
        self.keeper.begin();
        self.warned = false;
    }

    fn set_strength(&mut self, strength: Option<Strength>) -> io::Result<()> {
        if let Some(strength) = strength {
            self.table.strength = strength;
        }
        let text = self.strength();
        self.screen.line(&text)
    }

    fn strength(&self) -> String {
        match self.table.strength {
            Strength::Level(level) => {
                let nodes = LEVELS.get(level.saturating_sub(1)).copied().unwrap_or_default();
                format!("level {level} ({nodes} positions a move)")
            }
            Strength::Time(milliseconds) => format!("{milliseconds} ms a move"),
        }
    }

    fn choose(&mut self, player: Player) -> io::Result<()> {
        if self.table.end().is_some() {
            return self.screen.refuse("the game is over");
        }
        self.table.player = player;
        match player {
            Player::One(side) => self.screen.line(&format!("you are {side}")),
            Player::Both => self.screen.line("two players"),
        }
    }

    fn save(&mut self, file: &Path) -> Flow {
        if let Err(error) = keep::target(file) {
            return self.refuse(&format!("{}: {error}", file.display()));
        }
        if file.exists() {
            match self.question(&format!("{} exists. Replace it? [y/N] ", file.display()))? {
                Said::Line(answer) if is_yes(&answer) => {}
                Said::End => return LEAVE,
                _ => return ON,
            }
        }
        let text = self.table.to_pgn();
        match keep::write(file, &text) {
            Ok(()) => {
                self.keeper.saved(file, &text);
                self.screen.line(&format!("saved in {}", file.display()))?;
            }
            Err(error) => self.screen.refuse(&format!("{}: {error}", file.display()))?,
        }
        ON
    }

    fn load(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        let kept = file.is_none();
        let Some(file) = file.or_else(|| self.keeper.before()) else {
            return self.screen.refuse("no game is kept");
        };
        let taken = fs::read(&file).map_err(|error| error.to_string()).and_then(|bytes| {
            let games = self.table.take_pgn(&pgn::decode(&bytes))?;
            Ok((bytes, games))
        });
        let (bytes, games) = match taken {
            Ok(taken) => taken,
            Err(error) => {
                return self.screen.refuse(&format!("{}: {error}", file.display()));
            }
        };
        // The usual file holds the loaded game already, unless another one was played meanwhile.
        let holds = kept && !self.keeper.is_written() && games == 1;
        self.begin();
        if holds {
            self.keeper.resume(bytes);
        }
        if games > 1 {
            self.screen.line(&format!("game {games} of {games}"))?;
        }
        self.show()
    }

    fn think(&mut self, limits: Limits) -> io::Result<Thought> {
        let Self { table, screen, input, searcher, .. } = self;
        searcher.think(table.game.as_mut(), limits, input, screen)
    }

    fn hint(&mut self) -> Flow {
        if self.table.end().is_some() {
            return self.refuse("the game is over");
        }
        let strength = match self.table.strength {
            Strength::Level(_) => Strength::Time(DEFAULT_TIME),
            time @ Strength::Time(_) => time,
        };
        let thought = self.think(strength.limits())?;
        if thought.abandoned {
            return LEAVE;
        }
        let game = self.table.game.as_ref();
        let text = match (&thought.info, thought.best) {
            (Some(info), _) => line(info, game),
            (None, Some(mv)) => game.readable(&[mv]),
            (None, None) => "nothing".to_owned(),
        };
        self.screen.prose(&format!("hint: {text}"))?;
        ON
    }

    fn engine_turn(&mut self) -> Flow {
        let thought = self.think(self.table.strength.limits())?;
        if thought.called_off {
            return self.player_turn();
        }
        let Some(best) = thought.best.filter(|_| !thought.abandoned) else {
            return LEAVE;
        };
        if thought.interrupted {
            return self.after_interrupt(best, &thought);
        }
        self.engine_plays(best, &thought)?;
        ON
    }

    fn engine_plays(&mut self, mv: Move, thought: &Thought) -> io::Result<()> {
        let text = self.table.game.readable(&[mv]);
        let number = self.table.number();
        let remark = thought.remark(self.table.game.side());
        self.screen.line(&format!("{number} {text}{remark}"))?;
        self.play(mv, thought.comment())
    }

    /// Asks what to do with the move of a search that was stopped.
    fn after_interrupt(&mut self, best: Move, thought: &Thought) -> Flow {
        self.break_line()?;
        let text = self.table.game.readable(&[best]);
        let question = format!("Stopped. [p]lay {text}, [t]hink again, [u]ndo, or [q]uit? ");
        loop {
            let answer = match self.question(&question)? {
                Said::Line(line) => line.trim().to_ascii_lowercase(),
                Said::Interrupt | Said::End => return LEAVE,
            };
            match answer.as_str() {
                "" | "p" | "play" => self.play(best, thought.comment())?,
                "t" | "think" => {}
                "u" | "undo" => {
                    if self.table.undo() == 0 {
                        // It is the first move of the game: let the player have it.
                        self.table.player = Player::One(self.table.game.side());
                    }
                    if self.keeper.is_written() {
                        self.keep()?;
                    }
                    self.show()?;
                }
                "q" | "quit" => return LEAVE,
                _ => continue,
            }
            return ON;
        }
    }

    /// Ends the line on which the terminal shows `^C`.
    fn break_line(&mut self) -> io::Result<()> {
        if self.input.is_terminal() { self.screen.line("") } else { Ok(()) }
    }

    /// Tells of an unfinished game that was kept.
    fn tell_kept_game(&mut self) -> io::Result<()> {
        if self.keeper.is_written() || !self.table.game.moves().is_empty() {
            return Ok(());
        }
        let kept = self.keeper.before().and_then(|path| fs::read(path).ok());
        let games = kept.and_then(|bytes| pgn::read(&pgn::decode(&bytes)).ok()).unwrap_or_default();
        let unfinished = games.last().filter(|game| game.result == GameResult::Unknown);
        if unfinished.is_some_and(|game| !game.moves.is_empty()) {
            self.screen.line("An unfinished game is kept; 'load' goes on with it.")?;
        }
        Ok(())
    }

    /// Tells of another session that is running.
    fn tell_second_session(&mut self) -> io::Result<()> {
        match self.keeper.path().filter(|_| self.keeper.is_second()) {
            Some(path) => {
                let path = path.display();
                let text = format!("Another session is running; this game is kept in {path}.");
                self.screen.prose(&text)
            }
            None => Ok(()),
        }
    }

    /// Says how to go on with an unfinished game.
    fn farewell(mut self) -> io::Result<()> {
        if !self.table.is_unfinished() {
            return Ok(());
        }
        if !self.warned {
            return match self.keeper.is_written() {
                true => self.screen.prose(&self.keeper.advice()),
                false => self.screen.line("Nothing was played since the game was loaded."),
            };
        }
        self.screen.line("The game could not be kept; here it is:")?;
        self.screen.line(&self.table.to_pgn())
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

/// Texts side by side, on lines of at most 78 characters where possible.
fn columns(texts: &[String]) -> String {
    let width = 2 + texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let rows = texts.chunks((80 / width).max(1)).map(|row| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        format!("{}\n", cells.concat().trim_end())
    });
    rows.collect()
}
