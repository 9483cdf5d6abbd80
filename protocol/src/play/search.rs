//! The engine's turn.

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use baroque_engine::{Info, Limits, Report};
use baroque_movegen::{Color, Move};

use super::Screen;
use super::input::{Event, Heard, Input};
use crate::game::AnyGame;
use crate::pgn::Comment;
use crate::plain::pawns;

/// What a search came to.
#[derive(Default)]
pub struct Thought {
    /// The best move.
    pub best: Option<Move>,
    /// The last line that was told.
    pub info: Option<Info>,
    /// Whether Ctrl-C stopped it.
    pub interrupted: bool,
    /// Whether Ctrl-C came once more, which is to end the program.
    pub abandoned: bool,
    /// Whether something stopped it that was said, which is still to be asked for.
    pub called_off: bool,
}

/// Searches, one position after the other.
pub struct Searcher {
    events: Sender<Event>,
    count: u64,
}

/// Characters of a line that is overwritten.
const WIDTH: usize = 78;

impl Searcher {
    /// Reports go to these events, from which the input passes them on.
    pub fn new(events: Sender<Event>) -> Self {
        Self { events, count: 0 }
    }

    /// Thinks until a limit, Ctrl-C or an urgent command ends it. If the output is a terminal, it shows what it thinks.
    pub fn think<W: Write>(
        &mut self,
        game: &mut dyn AnyGame,
        limits: Limits,
        input: &mut Input,
        screen: &mut Screen<W>,
    ) -> io::Result<Thought> {
        input.calm();
        self.count += 1;
        let (number, events) = (self.count, self.events.clone());
        let listener = move |report| {
            // Nobody listens any more when the program ends.
            let _ = events.send(Event::Report(number, report));
        };
        game.go(limits, Box::new(listener));
        let mut thought = Thought::default();
        let shows = super::seen() && screen.colour;
        loop {
            match input.hear(number, !thought.called_off) {
                Heard::Report(Report::Info(info)) => {
                    if shows {
                        screen.say(&format!("\r\x1b[K{}", shortened(&line(&info, game))))?;
                    }
                    thought.info = Some(info);
                }
                Heard::Report(Report::CurrentMove { .. }) => {}
                Heard::Report(Report::Best { best, .. }) => {
                    thought.best = best;
                    break;
                }
                Heard::Urgent => {
                    thought.called_off = true;
                    game.stop();
                }
                Heard::Interrupt if thought.interrupted => {
                    thought.abandoned = true;
                    break;
                }
                Heard::Interrupt => {
                    thought.interrupted = true;
                    game.stop();
                }
            }
        }
        if shows {
            screen.say("\r\x1b[K")?;
        }
        Ok(thought)
    }
}

impl Thought {
    /// What a side thinks of its move, in brackets; nothing if nothing was told.
    pub fn remark(&self, side: Color) -> String {
        let remark =
            |info: &Info| format!("   (depth {}, {side} {})", info.depth, pawns(info.score));
        self.info.as_ref().map(remark).unwrap_or_default()
    }

    /// The same as PGN says it.
    pub fn comment(&self) -> Comment {
        let comment = |info: &Info| Comment {
            score: Some(info.score.text()),
            depth: Some(info.depth),
            time: Some(info.time),
            text: String::new(),
        };
        self.info.as_ref().map(comment).unwrap_or_default()
    }
}

/// What the engine thinks, on one line.
pub fn line(info: &Info, game: &dyn AnyGame) -> String {
    format!("depth {} {} {}", info.depth, pawns(info.score), game.readable(&info.pv))
}

fn shortened(text: &str) -> String {
    match text.chars().count() > WIDTH {
        true => text.chars().take(WIDTH - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
