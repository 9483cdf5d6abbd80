//! A game at a terminal or in a pipe.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use baroque_formats::text::quoted;
use baroque_movegen::{BoardView, ByColor, Color, SquareView};
use baroque_penultima::attempt::Attempt;
use baroque_penultima::game::{NoAttempt, UmpiredGame};
use baroque_penultima::guess::Guesser;
use baroque_penultima::log::{Log, side_name};
use baroque_penultima::public::View;
use baroque_penultima::random::ShaRandom;
use baroque_penultima::settings::Player;

use crate::session::stdin_reader::{PlayerEvent, read_player};
use crate::signals::{self, INTERRUPTED};
use crate::tools::error::ToolError;

const HELP: &str = "\
e2e4         try to move from e2 to e4
invoke e2    try to invoke the piece on e2; invoke e2 e5 with a target on e5
board        show the board
quit         end the game and reveal the rules\n";

/// A game with its players.
pub struct Session<L> {
    /// Whether to ask for lines.
    pub is_terminal: bool,
    game: UmpiredGame,
    log: Log<L>,
    random: ShaRandom,
    /// The tries that were refused, with keys of their positions.
    refused: BTreeSet<(u64, Attempt)>,
    /// The engines that play.
    guessers: ByColor<Option<Guesser>>,
}

impl<L: Write> Session<L> {
    /// A new game. The seeds are those of random players and of engines.
    pub fn new(game: UmpiredGame, seed: u64, engine_seed: u64, log: Log<L>) -> Self {
        let settings = game.settings();
        let random = ShaRandom::new("players", seed);
        let guessers = ByColor([settings.white, settings.black].map(|player| {
            let public = || game.secret().public.clone();
            let new = || Guesser::new(public(), settings.illegal, engine_seed);
            (player == Player::Engine).then(new)
        }));
        let refused = BTreeSet::new();
        Self { is_terminal: false, game, log, random, refused, guessers }
    }

    /// Plays until the game is over or a person leaves it; then reveals the rules.
    ///
    /// # Errors
    /// Output or log cannot be written. The log is whole even if the output cannot be written.
    pub fn run(
        &mut self,
        input: impl BufRead + Send + 'static,
        output: &mut impl Write,
        in_log: impl Fn(io::Error) -> ToolError,
    ) -> Result<ExitCode, ToolError> {
        let people = People::listen(input);
        let played = self.play(&people, output, &in_log);
        self.log.finish(&self.game).map_err(in_log)?;
        played?;
        self.reveal(output)?;
        Ok(match people.is_interrupted.load(Ordering::Relaxed) {
            true => ExitCode::from(INTERRUPTED),
            false => ExitCode::SUCCESS,
        })
    }

    /// Plays until the end of the game or of the input, or an interrupt.
    fn play(
        &mut self,
        people: &People,
        output: &mut impl Write,
        in_log: &impl Fn(io::Error) -> ToolError,
    ) -> Result<(), ToolError> {
        self.announce(output)?;
        while self.game.end().is_none() && !people.is_interrupted.load(Ordering::Relaxed) {
            let side = self.game.position().side();
            let player = match side {
                Color::White => self.game.settings().white,
                Color::Black => self.game.settings().black,
            };
            let attempt = match player {
                Player::Random => self.random_attempt(),
                Player::Engine => self.guessed_attempt(),
                Player::Human => {
                    if self.is_terminal {
                        write!(output, "{}: ", side_name(side))?;
                    }
                    output.flush()?;
                    match people.events.recv() {
                        Ok(PlayerEvent::Line(line)) => self.read(&line, output)?,
                        Ok(_) | Err(_) => break,
                    }
                }
            };
            if let Some(attempt) = attempt {
                let before = View::of(self.game.position());
                let tried = self.game.answer(attempt);
                self.log.add(&tried).map_err(in_log)?;
                let after = tried.is_legal().then(|| View::of(self.game.position()));
                for guesser in self.guessers.0.iter_mut().flatten() {
                    guesser.see(before, attempt, after);
                }
                let answer = match tried.is_legal() {
                    true => format!("legal\n{}", self.board()),
                    false => "illegal".to_owned(),
                };
                writeln!(output, "{} {}: {answer}", side_name(side), tried.text)?;
                match tried.is_legal() {
                    true => self.refused.clear(),
                    false => {
                        self.refused.insert((before.key(), attempt));
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a line: a try, or a command, which is executed.
    fn read(&mut self, line: &str, output: &mut impl Write) -> io::Result<Option<Attempt>> {
        let line = line.trim();
        match line {
            "" => {}
            "help" => write!(output, "{HELP}")?,
            "board" => writeln!(output, "{}", self.board())?,
            "quit" => {
                self.game.leave();
            }
            _ => match self.game.read(line) {
                Ok(attempt) => return Ok(Some(attempt)),
                Err(NoAttempt::Unreadable) => {
                    writeln!(
                        output,
                        "'{}' is neither a move nor an invoke; try help",
                        quoted(line)
                    )?;
                }
                Err(reason) => writeln!(output, "{reason}")?,
            },
        }
        Ok(None)
    }

    /// A try of a random player, who knows the board and what was announced, and tries nothing that
    /// was refused here.
    fn random_attempt(&mut self) -> Option<Attempt> {
        let has_invoke = |letter| self.game.secret().public.has_invoke(letter);
        let mut untried = Attempt::possible(self.game.position(), has_invoke);
        let key = View::of(self.game.position()).key();
        untried.retain(|&attempt| !self.refused.contains(&(key, attempt)));
        let attempt = self.random.choose(&untried).copied();
        if attempt.is_none() {
            // Without a piece, or a legal move, nothing can be tried.
            self.game.leave();
        }
        attempt
    }

    /// A try of the engine that plays the side to move.
    fn guessed_attempt(&mut self) -> Option<Attempt> {
        let position = self.game.position();
        let attempt = self.guessers[position.side()].as_mut()?.attempt(&View::of(position));
        if attempt.is_none() {
            self.game.leave();
        }
        attempt
    }

    fn announce(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}, the rules of which only the umpire knows", self.game.secret().table)?;
        for kind in &self.game.secret().public.kinds {
            let invoke = if kind.has_invoke { ", has an invoke" } else { "" };
            writeln!(output, "{} {}{invoke}", kind.letter, kind.name)?;
        }
        writeln!(output, "hash {}\n{}", self.game.secret().hash(), self.board())
    }

    /// The board. Which pieces are frozen is not shown.
    fn board(&self) -> BoardView {
        let mut view = BoardView::of(self.game.position());
        for square in view.ranks.iter_mut().flatten() {
            if let SquareView::Piece(_, frozen) = square {
                *frozen = false;
            }
        }
        view
    }

    fn reveal(&mut self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}\n", self.game.leave().text())?;
        write!(output, "{}", self.game.secret().text)?;
        writeln!(output, "\nsalt {}", self.game.secret().salt)?;
        output.flush()
    }
}

/// What people do, and whether they have interrupted the game.
struct People {
    events: Receiver<PlayerEvent>,
    is_interrupted: Arc<AtomicBool>,
}

impl People {
    /// Starts the thread that reads lines.
    fn listen(input: impl BufRead + Send + 'static) -> Self {
        let (sender, events) = channel();
        let is_interrupted = Arc::new(AtomicBool::new(false));
        let (interrupts, flag) = (sender.clone(), Arc::clone(&is_interrupted));
        signals::on_stop(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
            let _ = interrupts.send(PlayerEvent::Interrupt);
        });
        thread::spawn(move || read_player(input, &sender));
        Self { events, is_interrupted }
    }
}
