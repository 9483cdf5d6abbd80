//! Searches with output and interrupts.

use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::Duration;

use baroque_engine::{Engine, Info, Limits, Report, SearchOptions};
use baroque_formats::human::pawns;
use baroque_formats::pgn::Comment;
use baroque_formats::{Loaded, describe};
use baroque_movegen::{AnyGame, Color, Move};

use super::input::{InputReader, SearchEvent};
use super::screen::Screen;
use crate::session::stdin_reader::PlayerEvent;

/// The result of a search.
#[derive(Default)]
pub struct SearchSummary {
    pub best: Option<Move>,
    /// The last info about each of the best lines.
    pub lines: Vec<Info>,
    /// Whether Ctrl-C stopped it.
    pub interrupted: bool,
    /// Whether a second Ctrl-C came, which ends the program.
    pub abandoned: bool,
    /// Whether an urgent command stopped it, which is the next line to read.
    pub preempted: bool,
}

pub struct Searcher {
    engine: Engine,
    /// What studies learned.
    loaded: Loaded,
    events: Sender<PlayerEvent>,
    /// Number of the last search.
    count: u64,
    /// What the engine's play below full strength depends on; another number for each game if `None`.
    seed: Option<u64>,
    /// That number in this game.
    game_seed: u64,
    /// Whether the status line shows the best line so far.
    pub shows_line: bool,
}

/// A search that hides its line says that it runs after this time.
const QUIET: Duration = Duration::from_millis(500);

impl Searcher {
    /// `events` receives the reports; [`InputReader::next_event`] returns them.
    pub fn new(events: Sender<PlayerEvent>, seed: Option<u64>, loaded: Loaded) -> Self {
        let game_seed = seed.unwrap_or_else(rand::random);
        let mut engine = Engine::new();
        engine.set_evaluation(loaded.evaluation());
        Self { engine, loaded, events, count: 0, seed, game_seed, shows_line: false }
    }

    /// A move of the book of the game's study, which depends on the seed of the game.
    pub fn book_move(&self, position: &AnyGame) -> Option<Move> {
        self.loaded.book_move(position, self.game_seed)
    }

    /// Clears the hash table and histories for another game.
    pub fn new_game(&mut self) {
        self.engine.clear();
        self.game_seed = self.seed.unwrap_or_else(rand::random);
    }

    /// The output of `eval`.
    pub fn evaluation(&self, position: &AnyGame) -> String {
        describe::evaluation(position, &self.engine)
    }

    /// Searches until a limit, Ctrl-C or an urgent command. In a terminal a status line shows the best
    /// line so far, or that the engine is thinking.
    pub fn search<W: Write>(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        options: SearchOptions,
        input: &mut InputReader,
        screen: &mut Screen<W>,
    ) -> io::Result<SearchSummary> {
        input.drain();
        self.count += 1;
        let levels = self.loaded.levels(position);
        self.engine.set_options(SearchOptions { seed: self.game_seed, levels, ..options });
        let (number, events) = (self.count, self.events.clone());
        self.engine.go_any(position, limits, move |report| {
            // Fails only while the program ends.
            let _ = events.send(PlayerEvent::Report(number, report));
        })?;
        let mut summary = SearchSummary::default();
        let status_width = screen.width().filter(|_| screen.colour);
        loop {
            match input.next_event(number, !summary.preempted) {
                SearchEvent::Report(Report::Info(info)) => {
                    if let (Some(width), 1) = (status_width, info.multi_pv) {
                        let line = shortened(&self.status(&info, position), width);
                        screen.print_styled(&format!("\r\x1b[K{line}"))?;
                    }
                    summary.add(info);
                }
                SearchEvent::Report(Report::CurrentMove { .. } | Report::NoMate { .. }) => {}
                SearchEvent::Report(Report::Best { best, .. }) => {
                    summary.best = best;
                    break;
                }
                SearchEvent::Urgent => {
                    summary.preempted = true;
                    self.engine.stop();
                }
                SearchEvent::Interrupt if summary.interrupted => {
                    summary.abandoned = true;
                    break;
                }
                SearchEvent::Interrupt => {
                    summary.interrupted = true;
                    self.engine.stop();
                }
            }
        }
        if status_width.is_some() {
            screen.print_styled("\r\x1b[K")?;
        }
        Ok(summary)
    }

    /// Depth, score and principal variation, unless they are hidden.
    fn status(&self, info: &Info, position: &AnyGame) -> String {
        match self.shows_line {
            true => {
                let line = position.readable_line(&info.pv);
                format!("depth {} {} {line}", info.depth, pawns(info.score))
            }
            false if info.time < QUIET => String::new(),
            false => "The engine is thinking; Ctrl-C stops it.".to_owned(),
        }
    }
}

impl SearchSummary {
    /// The last info about the best line.
    pub fn info(&self) -> Option<&Info> {
        self.lines.first()
    }

    fn add(&mut self, info: Info) {
        match self.lines.get_mut(info.multi_pv.saturating_sub(1)) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
    }

    /// Depth and score in parentheses, to print after the move; empty without an info.
    pub fn annotation(&self, side: Color) -> String {
        let text = |info: &Info| format!("   (depth {}, {side} {})", info.depth, pawns(info.score));
        self.info().map(text).unwrap_or_default()
    }

    /// The PGN comment of the move; empty without an info.
    pub fn comment(&self) -> Comment {
        let comment = |info: &Info| Comment {
            score: Some(info.score.text()),
            depth: Some(info.depth),
            time: Some(info.time),
            text: String::new(),
        };
        self.info().map(comment).unwrap_or_default()
    }
}

/// A text that leaves the last column free.
fn shortened(text: &str, width: usize) -> String {
    match text.chars().count() >= width {
        true => text.chars().take(width.saturating_sub(2)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
