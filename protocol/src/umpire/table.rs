//! The table from which the umpire draws, as a file.

use baroque_formats::files;
use baroque_formats::games::GamesFileError;
use baroque_formats::text::quoted;
use baroque_penultima::draw::{PENULTIMA, Table, TableError};

use crate::error::Error;
use crate::tools::error::ToolError;

/// Reads a file, or takes the table that is part of the program.
///
/// # Errors
/// It cannot be read, something in it is wrong, or not exactly one of its games has a draw.
pub fn read(path: Option<&str>) -> Result<Table, ToolError> {
    let shown = shown(path);
    let table = match path {
        Some(path) => {
            let text = files::read_text(path, baroque_games::MAX_FILE as u64);
            let text = text.map_err(|reason| ToolError::file(&shown, reason))?;
            Table::parse(&shown, &text)
        }
        None => Table::penultima(),
    };
    table.map_err(|error| match error {
        TableError::Contents(errors) => Error::from(GamesFileError::from(errors)).into(),
        error => ToolError::file(&shown, error),
    })
}

/// The name of a file for messages.
pub fn shown(path: Option<&str>) -> String {
    quoted(path.unwrap_or(PENULTIMA))
}
