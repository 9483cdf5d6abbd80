//! `baroque play`: a game against the engine in the terminal.
//!
//! [`Session`] is the conversation; [`table`] the game and its players, [`command`] what may be
//! said, [`board`] and [`preview`] what is shown, [`input`] where lines come from, [`keep`] how
//! nothing is lost.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::channel;

use clap::{Args, ValueEnum};

use crate::cli::{CliError, GameArgs};
use crate::output::one_line;

mod board;
mod command;
mod completion;
mod input;
mod keep;
mod preview;
mod search;
mod session;
mod strength;
mod table;

use input::{Event, Input};
use keep::Keeper;
use session::Session;
use strength::{DEFAULT_TIME, LEVELS, MAX_TIME, Strength};
use table::{Player, Table};

/// How to play.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Your side
    #[arg(long, value_enum, ignore_case = true, default_value_t = Side::W)]
    side: Side,
    /// How strongly the engine plays: from level 1, which looks at 50 positions for a move, to
    /// level 8, which looks at a million; levels are no ratings
    #[arg(
        long,
        conflicts_with = "movetime",
        value_parser = clap::value_parser!(u64).range(1..=LEVELS.len() as u64)
    )]
    level: Option<u64>,
    /// Milliseconds that the engine thinks about a move; 1000 if no level is given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MAX_TIME))]
    movetime: Option<u64>,
    /// Go on with the game that was kept when the program ended
    #[arg(long, conflicts_with_all = ["variant", "rules", "start", "fen"])]
    resume: bool,
    /// Keep the game in this file after each move, not in the usual place; there must be no such
    /// file yet, but for --resume
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
}

/// Who the person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// White
    W,
    /// Black
    B,
    /// Two players
    Both,
}

/// Lines for the player.
pub struct Screen<W> {
    writer: W,
    /// Whether colours can be seen.
    colour: bool,
    /// Whether long lines are broken.
    wraps: bool,
}

impl<W: Write> Screen<W> {
    /// Sends text off at once, without its styles where they cannot be seen.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        match self.colour {
            true => self.writer.write_all(text.as_bytes())?,
            false => write!(self.writer, "{}", anstream::adapter::strip_str(text))?,
        }
        self.writer.flush()
    }

    /// Sends a line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("{text}\n"))
    }

    /// Says in a sentence what is wrong.
    pub fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.prose(&one_line(text))
    }

    /// Sends sentences, for people on lines that they can read.
    pub fn prose(&mut self, text: &str) -> io::Result<()> {
        match self.wraps {
            true => self.line(&wrapped(text)),
            false => self.line(text),
        }
    }
}

/// Plays until the player leaves.
pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode, CliError> {
    let player = match args.side {
        Side::W => Player::One(baroque_movegen::Color::White),
        Side::B => Player::One(baroque_movegen::Color::Black),
        Side::Both => Player::Both,
    };
    let level = args.level.and_then(|level| usize::try_from(level).ok());
    let time = Strength::Time(args.movetime.unwrap_or(DEFAULT_TIME));
    let strength = level.map_or(time, Strength::Level);
    let mut table = Table::new(args.game.open()?, player, strength);
    let mut keeper = Keeper::open(args.autosave.as_deref(), args.resume)
        .map_err(|(path, reason)| wrong(&path, reason))?;
    if args.resume {
        resume(&mut table, &mut keeper)?;
        if args.level.is_some() || args.movetime.is_some() {
            table.strength = strength;
        }
    }
    let (sender, events) = channel();
    let interrupts = sender.clone();
    // Where Ctrl-C cannot be caught, it ends the program; the game is kept even so.
    let _ = ctrlc::set_handler(move || drop(interrupts.send(Event::Interrupt)));
    let history = keep::directory().map(|directory| directory.join("history.txt"));
    let input = Input::new(events, sender.clone(), history);
    let choice = anstream::AutoStream::choice(&io::stdout());
    let colour = choice != anstream::ColorChoice::Never;
    let screen = Screen { writer: io::stdout(), colour, wraps: seen() };
    Session::new(table, screen, input, keeper, sender).run()?;
    Ok(ExitCode::SUCCESS)
}

/// Puts the game that was kept on the table.
fn resume(table: &mut Table, keeper: &mut Keeper) -> Result<(), CliError> {
    let Some(path) = keeper.path() else {
        let reason = "there is no place where games are kept".to_owned();
        return Err(wrong(Path::new("--resume"), reason));
    };
    let path = path.to_owned();
    if keeper.is_second() {
        let reason = "another session plays the game that was kept".to_owned();
        return Err(wrong(Path::new("--resume"), reason));
    }
    let text = std::fs::read(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => wrong(&path, "no game is kept".to_owned()),
        _ => wrong(&path, error.to_string()),
    })?;
    let games = table.take_pgn(&crate::pgn::decode(&text)).map_err(|error| wrong(&path, error))?;
    if games > 1 {
        let reason = format!("{games} games; only a file with one game can be gone on with");
        return Err(wrong(&path, reason));
    }
    keeper.resume(text);
    Ok(())
}

fn wrong(path: &Path, reason: String) -> CliError {
    CliError::File { path: path.display().to_string(), reason }
}

/// Whether lines on standard output are seen by a person at once.
fn seen() -> bool {
    io::stdout().is_terminal()
}

/// Breaks lines between words where they would be longer than 80 characters.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut broken = String::new();
        for word in line.split(' ') {
            if !broken.is_empty() && broken.chars().count() + 1 + word.chars().count() > 80 {
                lines.push(std::mem::take(&mut broken));
            } else if !broken.is_empty() {
                broken.push(' ');
            }
            broken += word;
        }
        lines.push(broken);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_between_words() {
        let word = "x".repeat(39);
        let text = format!("{word} {word} {word}\nend");
        assert_eq!(wrapped(&text), format!("{word} {word}\n{word}\nend"));
        assert_eq!(wrapped("short"), "short");
    }
}
