#![doc = include_str!("../README.md")]
//!
//! # A match
//!
//! `options` parses the command line into `settings`. The main loop in `tournament` gives each
//! `worker`, a thread that plays one `game` at a time between two `player`s, the next game of
//! the `schedule` with an opening of the `book`. It writes results to the `files` and the
//! `state`, adds them to the `scoreboard` and prints them through the `logger`. [`evaluation`] counts
//! games of any files: `baroque stats`.
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | `player`, `time_control` | an engine that is asked for moves; its time |
//! | `schedule`, `stats` | pairings; Elo and SPRT |
//! | `game_end`, `interrupts` | why a game ended; Ctrl-C |
//! | `adjudication`, `illegal_move_report`, [`evaluation`] | parts of a game and of a report |
//! | `settings` | a match as a file keeps it |
//! | `book`, `files`, `game` | openings; output; one game |
//! | `options`, `record`, `worker` | the command line; games as PGN and EPD; a thread for games |
//! | `logger`, `scoreboard`, `state` | output; the sum of all games; a tournament that is resumed |
//! | `tournament` | the main loop |
//! | `fuzzing` | checks for fuzz targets |

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use baroque_formats::Rejected;
use baroque_protocol::tools::error::ToolError;

mod adjudication;
mod book;
pub mod evaluation;
mod files;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
#[allow(missing_docs, clippy::unwrap_used, clippy::panic)]
pub mod fuzzing;
mod game;
mod game_end;
mod illegal_move_report;
mod interrupts;
mod logger;
mod options;
mod player;
mod record;
mod schedule;
mod scoreboard;
mod settings;
mod state;
mod stats;
mod time_control;
mod tournament;
mod worker;

use book::Book;
use files::{Sink, Sinks};
use logger::LogFile;
use options::Request;
use settings::{FileKind, FileOut, Settings};
use state::{SavedGame, SavedMatch, State};
use tournament::Prepared;

use baroque_formats::text::quoted;
use baroque_formats::{GameSpec, Loaded};
use baroque_protocol::error::Error;

pub use options::help;
pub use stats::{
    ConfidenceInterval, EloEstimate, EloModel, Sprt, SprtOutcome, SprtSettings, Tally, Wdl, Z95,
};

/// The answer to `-version`. OpenBench's client takes the first number in it, and replaces its
/// runner, which may be a fastchess, only if that is less than `fastchess_min_version`. So the
/// number begins as that of the fastchess whose options and output are followed, and ends with our
/// own version.
fn version() -> String {
    let own = env!("CARGO_PKG_VERSION");
    let release = own.split('.').fold(0, |sum, part| sum * 1000 + part.parse().unwrap_or(0_u64));
    format!("baroque match 1.8.{release} (Baroque {own}, compatible with fastchess 1.8.2)")
}

/// Whether a program of this name takes the arguments of `baroque match`. OpenBench renames the
/// program to `fastchess-ob`.
pub fn is_runner(program: &Path) -> bool {
    program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("fastchess"))
}

/// Runs `baroque match` with these arguments, with the games that can be played. From `until` on no games are
/// started.
///
/// # Errors
/// An argument or an input is bad, or an output cannot be written.
pub fn run(
    args: &[String],
    loaded: &Loaded,
    until: Option<Instant>,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let prepared = match options::parse(args, loaded)? {
        Request::Help => {
            output.write_all(options::help().as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Version => {
            writeln!(output, "{}", version())?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Start(mut settings) => {
            set_files(&mut settings, loaded);
            prepare(*settings)?
        }
        Request::Resume { file, replay, options } => resume(file, replay, &options, loaded)?,
    };
    tournament::run(prepared, until, output)
}

/// Replaces the files of games, if there are others and the game of the match is not a compiled one, and those
/// of studies.
fn set_files(settings: &mut Settings, Loaded { files, study_paths, .. }: &Loaded) {
    // Engines may run in other folders.
    let absolute = |file: &String| std::path::absolute(file).unwrap_or_else(|_| file.into());
    let absolute =
        |files: &[String]| files.iter().map(|file| absolute(file).display().to_string()).collect();
    if settings.rules.definition.is_some() && !files.is_empty() {
        settings.game_files = absolute(files);
    }
    if !study_paths.is_empty() {
        settings.studies = absolute(study_paths);
    }
}

/// Opens the files of a new tournament.
fn prepare(settings: Settings) -> Result<Prepared, ToolError> {
    let book = Book::open(&settings)?;
    let run = &settings.run;
    if let Some(out) = run.epd.as_ref().filter(|out| !out.overwrite) {
        check_header(&out.file, &settings)?;
    }
    let open = |(kind, out)| Ok((kind, Sink::open(out)?));
    let sinks = Sinks(run.files().into_iter().map(open).collect::<Result<_, Rejected>>()?);
    let log = open_log(&settings)?;
    let state = State::create(&settings, &sinks.lengths(), &[])?;
    sinks.begin()?;
    let (done, announcement) = (Vec::new(), String::new());
    Ok(Prepared { settings, done, state, sinks, log, book, announcement })
}

fn open_log(settings: &Settings) -> Result<Option<Arc<LogFile>>, Rejected> {
    settings.run.log.as_ref().map(LogFile::open).transpose()
}

/// Checks that a file of positions, if it is one with a header, is about the rules of a match.
fn check_header(path: &Path, settings: &Settings) -> Result<(), Rejected> {
    let opened = |rules: &GameSpec| {
        rules.open(&settings.loaded.games).map(|game| (game.variant(), game.rules())).ok()
    };
    match book::header(path) {
        Some(found) if opened(&found) != opened(&settings.rules) => Err(Rejected(format!(
            "{}: its positions are of {} {}",
            path.display(),
            quoted(&found.variant),
            found.rules
        ))),
        _ => Ok(()),
    }
}

/// Opens the files of an interrupted tournament, or with `replay` those of a new one.
fn resume(
    file: PathBuf,
    replay: bool,
    options: &[String],
    loaded: &Loaded,
) -> Result<Prepared, ToolError> {
    let mut saved = SavedMatch::read(&file)?;
    let mut settings = saved.settings.clone();
    settings.run.state.clone_from(&file);
    set_files(&mut settings, loaded);
    settings.loaded = loaded.clone();
    for study in &settings.studies {
        settings.loaded.load_study(study)?;
    }
    for file in &settings.game_files {
        settings.loaded.load_games(file).map_err(Error::from)?;
    }
    settings.rules.open(&settings.loaded.games).map_err(Error::from)?;
    options::amend(&mut settings, options)?;
    if replay {
        drop(saved);
        let (games, commands) = (settings.schedule().count(), settings.commands());
        let announcement = format!("Playing {} again: {games} games: {commands}", file.display());
        return Ok(Prepared { announcement, ..prepare(settings)? });
    }
    let book = Book::open(&settings)?;
    let outs = settings.run.files();
    saved.set_files(&settings.run);
    let recorded = saved.lengths();
    let lost = saved.forget_lost(&files::sizes(&outs));
    let lengths = saved.lengths();
    // The length of a file after the last game that counts, and after the last one that was recorded; of
    // another file than before nothing is known.
    let reopen = |(kind, out): (FileKind, &FileOut)| {
        let sink = match (lengths.get(&kind), recorded.get(&kind)) {
            (Some(&length), Some(&recorded)) => Sink::reopen(&out.file, length, recorded, kind),
            _ => Sink::open(out),
        };
        Ok((kind, sink?))
    };
    let sinks = Sinks(outs.into_iter().map(reopen).collect::<Result<_, Rejected>>()?);
    let done = saved.games.clone();
    let announcement = resumption(&file, &settings, &done, lost);
    let log = open_log(&settings)?;
    // Before the state, which no longer tells then what is to be truncated.
    sinks.begin()?;
    let state = match settings.run.state == file {
        true => saved.resume(&settings, &sinks.lengths(), lost > 0)?,
        false => State::create(&settings, &sinks.lengths(), &done)?,
    };
    Ok(Prepared { settings, done, state, sinks, log, book, announcement })
}

/// The line that tells what a resumed tournament goes on with. Its commands come from the file,
/// which may be another's.
fn resumption(file: &Path, settings: &Settings, done: &[SavedGame], lost: usize) -> String {
    let schedule = settings.schedule();
    let played = done.iter().filter(|game| schedule.pairing(game.game).is_some()).count();
    let lost = match lost {
        0 => String::new(),
        lost => format!(", {lost} again that the files of games lack"),
    };
    let (count, commands) = (schedule.count(), settings.commands());
    format!("Resuming {}: {played} of {count} games done{lost}: {commands}", file.display())
}
