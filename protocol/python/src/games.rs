//! Games by their names, and those of files.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use baroque_formats::games;
use baroque_games::{DescribedGame, Games};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;

use crate::error::error;

/// The games of this process.
static GAMES: LazyLock<Mutex<Games>> = LazyLock::new(Mutex::default);

/// The games that are known now.
pub fn known() -> Games {
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The names of all games that `Board` can open, those of loaded files last.
///
/// >>> baroque.variants()[:2]
/// ['baroque', 'abbott1962']
/// >>> "rococo" in baroque.variants()
/// True
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    known().names()
}

/// Reads a file of described games, which `Board` then opens by their names. Returns the names of those
/// that can be played. What is probably not intended in the file is a `UserWarning`.
///
/// The games stay known until the process ends. Raises `Error` with all that is wrong with the file, a
/// line each.
///
/// >>> import pathlib, tempfile
/// >>> path = pathlib.Path(tempfile.mkdtemp(), "quick.toml")
/// >>> _ = path.write_text("format = 1\n[quick]\ninherits = 'rococo'\nend = { movelimit = 40 }\n")
/// >>> baroque.load(path)
/// ['quick']
/// >>> baroque.Board("quick").move_limit
/// 40
#[pyfunction]
#[pyo3(signature = (path, /))]
pub fn load(py: Python, path: PathBuf) -> PyResult<Vec<String>> {
    let path = utf8(&path)?;
    let file = py.detach(|| games::read(path)).map_err(error)?;
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).add_file(&file);
    for warning in &file.warnings {
        let text = CString::new(warning.to_string().replace('\0', "?"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    let playable = |game: &&DescribedGame| game.rules.is_some();
    Ok(file.games.iter().filter(playable).map(|game| game.name.clone()).collect())
}

/// A path as text.
pub fn utf8(path: &Path) -> PyResult<&str> {
    path.to_str().ok_or_else(|| error(format!("{}: the path is not UTF-8", path.display())))
}
