//! `baroque man`: manual pages for `man`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use baroque_formats::files::{self, MAX_FILE};
use baroque_protocol::tools::error::ToolError;
use clap::{Args, Command};
use clap_mangen::Man;

/// The first line of each page, by which pages of an older version are known.
const MARK: &str = ".\\\" Written by 'baroque man'\n";

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// Folder, which is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes a page for the program and for each subcommand. Nothing is written if a file of such a
/// name exists that is no page of this command.
pub(super) fn run(
    args: &ManArgs,
    program: Command,
    output: &mut impl Write,
) -> Result<(), ToolError> {
    fs::create_dir_all(&args.folder).map_err(|error| file_error(&args.folder, error))?;
    let pages = pages(program)?;
    let paths: Vec<PathBuf> = pages.iter().map(|(name, _)| args.folder.join(name)).collect();
    paths.iter().try_for_each(|path| check_replaceable(path))?;
    for (path, (_, page)) in paths.iter().zip(&pages) {
        files::write_atomically(path, page).map_err(|error| file_error(path, error))?;
        writeln!(output, "{}", path.display())?;
    }
    Ok(())
}

/// The file names and texts of the pages of a program and its subcommands.
fn pages(mut program: Command) -> io::Result<Vec<(String, String)>> {
    program.build();
    let source = program.render_version().trim_end().to_owned();
    let mut pages = Vec::new();
    let mut commands = vec![&program];
    while let Some(command) = commands.pop() {
        let page = Man::new(command.clone()).source(&source);
        let mut text = MARK.as_bytes().to_vec();
        page.render(&mut text)?;
        pages.push((page.get_filename(), String::from_utf8_lossy(&text).into_owned()));
        commands.extend(command.get_subcommands().filter(|command| !command.is_hide_set()));
    }
    pages.sort();
    Ok(pages)
}

/// Checks that a path is free or that of a page.
fn check_replaceable(path: &Path) -> Result<(), ToolError> {
    if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(());
    }
    let old = files::read_regular(path, MAX_FILE).map_err(|error| file_error(path, error))?;
    match old.starts_with(MARK.as_bytes()) {
        true => Ok(()),
        false => Err(file_error(path, "it exists and is no page of this command")),
    }
}

fn file_error(path: &Path, reason: impl std::fmt::Display) -> ToolError {
    ToolError::file(path.display(), reason)
}
