//! `baroque convert --out`: files of self-play to their other format.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use baroque_formats::files::NewFile;
use baroque_games::Games;
use baroque_training::records::TrainingGames;
use baroque_training::shard;

use super::error::ToolError;
use super::games::games_progress;
use crate::signals;

/// Writes each file in its other format to a folder, under its name with the extension of that
/// format.
///
/// # Errors
/// A file cannot be read, is damaged or incomplete, or cannot be written; or an interrupt.
pub fn reformat(files: &[String], known: &Games, dir: &Path) -> Result<ExitCode, ToolError> {
    fs::create_dir_all(dir).map_err(|error| ToolError::file(dir.display(), error))?;
    let stop = signals::stop_flag();
    let progress = games_progress("convert", files);
    let mut bytes = 0;
    for file in files {
        let (games, progress) =
            (TrainingGames::open(file, known)?, |done| progress.set(bytes + done));
        bytes += reformat_file(games, Path::new(file), dir, &stop, progress)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file in its other format and returns its length in bytes. `done` receives the length
/// that has been read.
fn reformat_file(
    mut games: TrainingGames,
    path: &Path,
    dir: &Path,
    stop: &AtomicBool,
    done: impl Fn(u64),
) -> Result<u64, ToolError> {
    let (extension, items) = (games.format().extension(), games.in_format(games.format().other()));
    // Otherwise the new file could replace this one.
    if path.extension() != Some(OsStr::new(extension)) {
        let reason = format!("the name of a file in this format ends in .{extension}");
        return Err(ToolError::file(path.display(), reason));
    }
    let name = path.with_extension(items.format().extension());
    let target = dir.join(name.file_name().unwrap_or_default());
    let bad = |error: io::Error| ToolError::file(target.display(), error);
    let mut output = BufWriter::new(NewFile::create(&target).map_err(bad)?);
    let header = games.header().with(items.format());
    let header = shard::with_crc(&header).map_err(|error| bad(error.into()))?;
    output.write_all(header.as_bytes()).map_err(bad)?;
    while let Some(game) = games.next() {
        if stop.load(Ordering::Relaxed) {
            return Err(ToolError::Interrupted);
        }
        let game = items.write(&game?).map_err(|reason| ToolError::file(path.display(), reason))?;
        output.write_all(&game).map_err(bad)?;
        done(games.offset());
    }
    let output = output.into_inner().map_err(|error| bad(error.into_error()))?;
    output.commit().map_err(bad)?;
    Ok(games.offset())
}
