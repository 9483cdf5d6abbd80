//! Reading the games and texts of the files that a command names.

use std::fs;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use baroque_formats::files::{self, MAX_FILE};
use baroque_formats::pgn::{PgnGame, PgnReader};
use baroque_games::Games;
use baroque_movegen::StopFlag;

use super::error::{BAD_INPUT, ToolError, print_error, print_warning};
use crate::progress::Progress;
use crate::signals;

/// The name of standard input among files.
pub const STDIN: &str = "-";

/// Reads a file, or standard input.
///
/// # Errors
/// It cannot be read, is larger than 256 MiB, or is no text.
pub fn read_file(name: &str) -> io::Result<String> {
    let bytes = match name {
        STDIN => files::read_stream(io::stdin().lock(), MAX_FILE),
        _ => files::read(name, MAX_FILE),
    };
    files::decode(&bytes?).map_err(io::Error::other)
}

/// Where a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePlace<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// Its number in the file, from 1.
    pub number: usize,
}

/// The progress of reading files, in bytes. Those of standard input are not known before.
pub fn games_progress(title: &str, files: &[String]) -> Progress {
    let length = |name: &String| fs::metadata(name).map_or(0, |data| data.len());
    Progress::new(title, files.iter().map(length).sum(), "bytes")
}

/// Reads the games of all files and passes each to `take`, with the flag that an interrupt sets.
/// Errors in games are printed to stderr and the games skipped; the returned exit status is then 2.
/// Warnings of games are printed too.
///
/// # Errors
/// A file cannot be read, the first error of `take`, or an interrupt.
pub fn read_games(
    files: &[String],
    games: &Games,
    progress: &Progress,
    mut take: impl FnMut(PgnGame, &StopFlag) -> Result<(), ToolError>,
) -> Result<ExitCode, ToolError> {
    read_games_by(
        files,
        |text| PgnReader::new(text).with_games(games),
        progress,
        |game, _, stop| take(game, stop),
    )
}

/// The same with another reader, and with the place of each game.
pub fn read_games_by<'a>(
    files: &'a [String],
    reader: impl Fn(&str) -> PgnReader<'_>,
    progress: &Progress,
    mut take: impl FnMut(PgnGame, GamePlace<'a>, &StopFlag) -> Result<(), ToolError>,
) -> Result<ExitCode, ToolError> {
    let read = |name: &str| read_file(name).map_err(|error| ToolError::file(name, error));
    // Before the handler is installed, because nothing else than a signal ends a wait for input.
    let mut stdin = match files.iter().any(|name| name == STDIN) {
        true => read(STDIN)?,
        false => String::new(),
    };
    let stop = signals::stop_flag();
    let (mut code, mut bytes) = (ExitCode::SUCCESS, 0);
    for name in files {
        let text = if name == STDIN { std::mem::take(&mut stdin) } else { read(name)? };
        let mut reader = reader(&text);
        let mut number = 0;
        while let Some(game) = reader.next() {
            if stop.load(Ordering::Relaxed) {
                return Err(ToolError::Interrupted);
            }
            for warning in reader.warnings() {
                progress.suspend(|| print_warning(ToolError::file(name, warning)));
            }
            number += 1;
            match game {
                Ok(game) => take(game, GamePlace { file: name, number }, &stop)?,
                Err(error) => {
                    progress.suspend(|| print_error(ToolError::file(name, error)));
                    code = ExitCode::from(BAD_INPUT);
                }
            }
            progress.set(bytes + reader.offset() as u64);
        }
        bytes += text.len() as u64;
    }
    Ok(code)
}
