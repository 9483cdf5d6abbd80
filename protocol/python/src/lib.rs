//! The Python package `baroque`: boards in the manner of python-chess, the engine in process, and
//! environments for learning.
//!
//! Doc comments of what Python sees are its docstrings, with doctests that `test.sh` runs.
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | `error`, `signals`, `threads` | exceptions; long work that Ctrl+C ends; threads and forks |
//! | `games` | games by their names, and those of files |
//! | `moves` | `Move` and `Outcome` |
//! | `encoding` | actions and planes of a game |
//! | `board` | `Board` |
//! | `pgn` | `Game` |
//! | `coded_board` | the methods of `Board` for learning |
//! | `engine` | `Engine`: searches and their results |
//! | `lanes` | many games at once |
//! | `batch` | `BatchEnv`: their environment |
//! | `selfplay` | games of the engine as arrays |
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod batch;
mod board;
mod coded_board;
mod encoding;
mod engine;
mod error;
mod games;
mod lanes;
mod moves;
mod pgn;
mod selfplay;
mod signals;
mod threads;

use pyo3::pymodule;

#[pymodule]
mod _baroque {
    #[pymodule_export]
    use crate::batch::BatchEnv;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::coded_board::{actions, planes};
    #[pymodule_export]
    use crate::engine::{Engine, Line, PlayResult, Score};
    #[pymodule_export]
    use crate::error::{Error, IllegalMoveError};
    #[pymodule_export]
    use crate::games::{load, variants};
    #[pymodule_export]
    use crate::moves::{Move, Outcome};
    #[pymodule_export]
    use crate::pgn::{Game, read_pgn};
    #[pymodule_export]
    use crate::selfplay::selfplay;
}
