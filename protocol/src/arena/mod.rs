//! `baroque match`: tournaments between engines, refereed by our rules, with the command line and
//! the words of fastchess (and cutechess-cli), because no other runner knows these games.
//!
//! [`options`] turns the command line into [`settings`]. The [`tournament`] has the say: it gives
//! each [`worker`], a thread that plays one [`game`] at a time between two [`player`]s, the next
//! game of the [`schedule`] with an opening of the [`book`], and what comes back goes into the
//! [`files`] and the [`state`], onto the [`scoreboard`], and to the [`announcer`].

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use thiserror::Error;

mod adjudication;
mod announcer;
mod book;
mod dispute;
mod files;
mod game;
mod options;
mod outcomes;
mod player;
mod record;
mod roster;
mod schedule;
mod scoreboard;
mod settings;
mod state;
pub(crate) mod stats;
mod time_control;
mod tournament;
mod verdict;
mod worker;

use book::{Book, BookError};
use files::{FileError, Kind, Sink, Sinks};
use options::{OptionsError, Request};
use settings::{FileOut, Settings};
use state::{Begun, State};
use tournament::Prepared;

/// How the program is called.
const PROGRAM: &str = "baroque match";
/// The runner whose words are spoken. Testing frameworks ask for its version, and take the first
/// number for it.
const FASTCHESS: &str = "fastchess 1.8.2";
/// What `-help` tells.
const HELP: &str = include_str!("help.txt");

/// Why a match could not be played.
#[derive(Debug, Error)]
pub(crate) enum MatchError {
    /// The command line.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The openings.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file that cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A thread that the system does not give.
    #[error("no thread for a game: {0}")]
    Thread(String),
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

/// Whether a program of this name is taken for fastchess, so that its arguments are those of a
/// match. OpenBench renames the program to `fastchess-ob`.
pub(crate) fn is_runner(program: &str) -> bool {
    let name = PathBuf::from(program);
    name.file_name().is_some_and(|name| name.to_string_lossy().starts_with("fastchess"))
}

/// Carries out the command line of a match.
pub(crate) fn run(args: &[String], output: &mut impl Write) -> Result<ExitCode, MatchError> {
    let prepared = match options::parse(args)? {
        Request::Help => {
            output.write_all(HELP.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Version => {
            writeln!(output, "{FASTCHESS}, as baroque {} speaks it", env!("CARGO_PKG_VERSION"))?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Start(settings) => prepare(*settings)?,
        Request::Resume { file, anew, options } => resume(file, anew, &options)?,
    };
    tournament::run(prepared, output)
}

/// Gets a tournament ready from its beginning.
fn prepare(settings: Settings) -> Result<Prepared, MatchError> {
    let book = Book::open(&settings)?;
    let conduct = &settings.conduct;
    let open = |out: Option<&FileOut>| out.map(Sink::open).transpose();
    let sinks = Sinks {
        pgn: open(conduct.pgn.as_ref().map(|pgn| &pgn.out))?,
        epd: open(conduct.epd.as_ref())?,
        json: open(conduct.json.as_ref())?,
    };
    let state = State::create(&settings, sinks.lengths(), &[])?;
    Ok(Prepared { settings, done: Vec::new(), state, sinks, book })
}

/// Gets a tournament ready that was broken off.
fn resume(file: PathBuf, anew: bool, options: &[String]) -> Result<Prepared, MatchError> {
    let begun = Begun::read(&file)?;
    let mut settings = begun.settings.clone();
    settings.conduct.state.clone_from(&file);
    options::reconsider(&mut settings, options)?;
    if anew {
        drop(begun);
        return prepare(settings);
    }
    let book = Book::open(&settings)?;
    let (now, then) = (&settings.conduct, &begun.settings.conduct);
    let pgn = [now, then].map(|conduct| conduct.pgn.as_ref().map(|pgn| &pgn.out));
    let epd = [now, then].map(|conduct| conduct.epd.as_ref());
    let json = [now, then].map(|conduct| conduct.json.as_ref());
    let lengths = begun.lengths;
    let sinks = Sinks {
        pgn: reopen(pgn, lengths.pgn, Kind::Pgn)?,
        epd: reopen(epd, lengths.epd, Kind::Lines)?,
        json: reopen(json, lengths.json, Kind::Lines)?,
    };
    let done = begun.games.clone();
    let state = match settings.conduct.state == file {
        true => begun.resume(&settings, sinks.lengths())?,
        false => State::create(&settings, sinks.lengths(), &done)?,
    };
    Ok(Prepared { settings, done, state, sinks, book })
}

/// Opens a file of a tournament that was broken off, as it was behind the last finished game; a
/// file that is not the one of then is just opened.
fn reopen(
    [now, then]: [Option<&FileOut>; 2],
    length: Option<u64>,
    kind: Kind,
) -> Result<Option<Sink>, FileError> {
    let Some(out) = now else { return Ok(None) };
    let same = then.is_some_and(|then| then.file == out.file);
    match length.filter(|_| same) {
        Some(length) => Sink::reopen(&out.file, length, kind).map(Some),
        None => Sink::open(out).map(Some),
    }
}
