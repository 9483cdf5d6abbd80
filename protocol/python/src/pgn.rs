//! Games in PGN.

use std::sync::atomic::Ordering;

use baroque_formats::pgn::{PgnGame, PgnMove, PgnReader};
use baroque_formats::text::quoted;
use baroque_movegen::interrupt::stoppable;
use baroque_movegen::{AnyGame, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::error::error;
use crate::games::known;
use crate::signals::watched;

/// A game with its tags and comments, as PGN has it; `str` writes it. Variations and glyphs of a game that was
/// read are kept when it is written.
///
/// >>> board = baroque.Board("rococo")
/// >>> _ = board.push("d2d3")
/// >>> game = baroque.Game(board)
/// >>> game.set_header("White", "Robert")
/// >>> print(str(game).splitlines()[-1])
/// 1. Pd2-d3 *
/// >>> baroque.read_pgn(str(game))[0].board() == board
/// True
#[pyclass(module = "baroque")]
#[derive(Clone)]
pub struct Game {
    pgn: PgnGame,
}

#[pymethods]
impl Game {
    /// The game played on a board; by default the start of Baroque.
    #[new]
    #[pyo3(signature = (board=None))]
    fn new(board: Option<&Board>) -> Self {
        let game = board.map_or_else(AnyGame::default, |board| board.game.clone());
        Self { pgn: PgnGame::of(&game) }
    }

    /// The tags, by their names, as a copy; `Result` is `result`.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        self.pgn.tags.iter().try_for_each(|tag| headers.set_item(&tag.name, &tag.value))?;
        Ok(headers)
    }

    /// Adds or replaces a tag; characters that a name cannot have are left out. Raises `Error` if none is
    /// left, and for `Result` and `PlyCount`, which follow from the game.
    fn set_header(&mut self, name: &str, value: &str) -> PyResult<()> {
        match self.pgn.set_tag(name, value) {
            true => Ok(()),
            false => Err(error(format!("'{}' is not a tag to set", quoted(name)))),
        }
    }

    /// '1-0', '0-1', '1/2-1/2' or '*'.
    #[getter]
    fn result(&self) -> &'static str {
        self.pgn.result.text()
    }

    /// The moves, as readable text.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.pgn.moves.iter().map(|mv| mv.text.clone()).collect()
    }

    /// The comments behind the moves, '' where there is none.
    #[getter]
    fn comments(&self) -> Vec<String> {
        let comment = |mv: &PgnMove| mv.comment.to_string();
        self.pgn.moves.iter().map(comment).collect()
    }

    /// The board after the last move. Raises `Error` if `set_header` has made the tags name another game.
    fn board(&self, py: Python) -> PyResult<Board> {
        let stop = StopFlag::default();
        let open = || stoppable(&stop, || self.pgn.open(&known()));
        Ok(watched(py, &stop, open)?.map_err(error)?.into())
    }

    fn __str__(&self) -> String {
        self.pgn.to_string()
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.pgn.tag(name).unwrap_or("?");
        format!("<Game {} - {}: {}>", tag("White"), tag("Black"), self.pgn.result.text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_from_state")?, (slf.try_borrow()?.pgn.to_string(),)))
    }

    #[staticmethod]
    fn _from_state(py: Python, state: &str) -> PyResult<Self> {
        read_pgn(py, state)?.pop().ok_or_else(|| error("there is no game"))
    }
}

/// All games of a PGN text, checked move by move; `Error` says where one is wrong.
///
/// >>> baroque.read_pgn('[Variant "maxima"]\n\n1. e4 *')
/// Traceback (most recent call last):
///     ...
/// baroque.Error: line 3, column 4: ...
#[pyfunction]
#[pyo3(signature = (text, /))]
pub fn read_pgn(py: Python, text: &str) -> PyResult<Vec<Game>> {
    let stop = StopFlag::default();
    let games = known();
    let read = || {
        stoppable(&stop, || {
            let games = PgnReader::new(text).with_games(&games);
            let games = games.take_while(|_| !stop.load(Ordering::Relaxed));
            games.map(|game| game.map(|pgn| Game { pgn })).collect::<Result<Vec<_>, _>>()
        })
    };
    watched(py, &stop, read)?.map_err(error)
}
