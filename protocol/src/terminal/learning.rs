//! Commands that explain the game: moves, pieces, rules, evaluation, best lines.

use std::io::{self, Write};

use baroque_engine::{Info, Limits, SearchOptions};
use baroque_formats::text::quoted;
use baroque_formats::why::{Why, describe_threats};
use baroque_formats::{describe, explain, human};

use super::screen::MAX_WIDTH;
use super::search::SearchSummary;
use super::session::{CONTINUE, QUIT, SessionFlow, TerminalSession};
use super::strength::{DEFAULT_TIME, EngineStrength};

/// Best lines that `analyze` shows.
const LINES: usize = 3;
/// Default time of `analyze` in milliseconds.
const ANALYSIS_TIME: u64 = 5000;

impl<W: Write> TerminalSession<W> {
    /// Describes a move, a square or a piece.
    pub(super) fn explain(&mut self, text: &str) -> io::Result<()> {
        let description = explain::explain(&self.game.position, text);
        self.screen.print_line(&description)
    }

    /// Prints what could capture the piece on a square, and what holds it.
    pub(super) fn why(&mut self, square: &str) -> io::Result<()> {
        match Why::new(&self.game.position, square) {
            Some(why) => self.screen.print_line(&why.to_string()),
            None if square.is_empty() => self.screen.print_error("why needs a square"),
            None => {
                let text = format!("there is no piece on '{}'", quoted(square));
                self.screen.print_error(&text)
            }
        }
    }

    /// Prints what each side could capture.
    pub(super) fn threats(&mut self) -> io::Result<()> {
        let threats = describe_threats(&self.game.position);
        self.screen.print_line(&threats)
    }

    /// Prints the rules of this game, or of another variant.
    pub(super) fn rules(&mut self, variant: Option<&str>) -> io::Result<()> {
        let rules = match variant {
            None => explain::rules(&self.game.position) + "\n'pieces' says what the pieces do.",
            Some(name) => match self.games.open(name) {
                Ok(position) => explain::rules(&position) + "\n" + &explain::pieces(&position),
                Err(error) => return self.screen.print_error(&error.to_string()),
            },
        };
        self.screen.print_line(&rules)
    }

    pub(super) fn pieces(&mut self) -> io::Result<()> {
        let pieces = explain::pieces(&self.game.position);
        self.screen.print_line(&pieces)
    }

    pub(super) fn evaluation(&mut self) -> io::Result<()> {
        let text = self.searcher.evaluation(&self.game.position);
        self.screen.print_line(text.trim_end())
    }

    /// Prints the legal moves that begin with a text.
    pub(super) fn list_moves(&mut self, prefix: &str) -> io::Result<()> {
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
            false => {
                let width = self.screen.width().unwrap_or(MAX_WIDTH);
                self.screen.print_line(&columns(&texts, width))
            }
        }
    }

    /// Why no legal move begins with a text.
    fn no_moves(&self, prefix: &str) -> String {
        match self.game.position.outcome().filter(|_| prefix.is_empty()) {
            Some(outcome) => format!("no legal move: the game is over ({})", outcome.reason),
            None => format!("no legal move begins with '{}'", quoted(prefix)),
        }
    }

    /// Prints a good move, whatever the strength of the engine, and why.
    pub(super) fn hint(&mut self) -> SessionFlow {
        let time = match self.game.strength {
            EngineStrength::Time(milliseconds) => milliseconds,
            EngineStrength::Level(_) | EngineStrength::Clock(_) => DEFAULT_TIME,
        };
        let summary = self.search(time_limit(time), SearchOptions::default(), true)?;
        if summary.abandoned {
            return QUIT;
        }
        let text = self.advice(&summary);
        self.screen.print_line(&format!("hint: {text}"))?;
        CONTINUE
    }

    /// `Pe2-e4 (+0.35, depth 9, then Pd7-d5)`.
    fn advice(&self, summary: &SearchSummary) -> String {
        let position = &self.game.position;
        let Some(best) = summary.best else { return "none".to_owned() };
        let text = position.readable_unchecked(best);
        let Some(info) = summary.info().filter(|info| info.pv.first() == Some(&best)) else {
            return text;
        };
        let line = position.readable_line(&info.pv);
        let rest = match line.split_once(' ') {
            Some((_, rest)) => format!(", then {rest}"),
            None => String::new(),
        };
        format!("{text} ({}, depth {}{rest})", human::pawns(info.score), info.depth)
    }

    /// Searches the position on the board and prints the best lines.
    pub(super) fn analyze(&mut self, milliseconds: Option<u64>) -> SessionFlow {
        let limits = time_limit(milliseconds.unwrap_or(ANALYSIS_TIME));
        let options = SearchOptions { multi_pv: LINES, ..SearchOptions::default() };
        let summary = self.search(limits, options, true)?;
        if summary.abandoned {
            return QUIT;
        }
        let text = self.best_lines(&summary.lines);
        self.screen.print_line(&text)?;
        CONTINUE
    }

    /// The lines of a search. One of an earlier depth is left out if a later one has its first move.
    fn best_lines(&self, lines: &[Info]) -> String {
        let mut first_moves = Vec::new();
        let mut text: Vec<String> = Vec::new();
        for info in lines {
            if !first_moves.contains(&info.pv.first()) {
                first_moves.push(info.pv.first());
                text.push(human::line(info, &self.game.position));
            }
        }
        text.join("\n")
    }
}

/// The limit of a search by time.
fn time_limit(milliseconds: u64) -> Limits {
    Limits { move_time: Some(milliseconds), ..Limits::default() }
}

/// Formats texts in columns, on lines that are shorter than `total` columns where possible.
fn columns(texts: &[String], total: usize) -> String {
    let width = 2 + texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let rows = texts.chunks((total / width).max(1)).map(|row| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        cells.concat().trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}
