//! Boards for learning: actions and planes.

use baroque_movegen::with_history;
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::prelude::*;

use crate::board::{Board, GameSource};
use crate::encoding::Encoding;
use crate::error::{IllegalMoveError, error};
use crate::moves::{Move, MoveText};
use crate::signals::attentive;

/// Actions and planes.
#[pymethods]
impl Board {
    /// The action of a legal move, below `actions(board)`.
    ///
    /// >>> board = baroque.Board()
    /// >>> board.encode("e2e4"), board.decode(796)
    /// (796, Move('e2e4'))
    fn encode(&self, py: Python, r#move: MoveText) -> PyResult<u32> {
        Ok(self.encoding().action(self.read(py, &r#move)?))
    }

    /// The legal move of an action. Raises `IllegalMoveError`, or `Error` if the game has no such action.
    fn decode(&self, py: Python, action: i128) -> PyResult<Move> {
        let mv = u32::try_from(action).ok().and_then(|action| self.encoding().mv(action));
        let mv = mv.ok_or_else(|| error(format!("there is no action {action} in this game")))?;
        let moves = attentive(py, self.game.game(), || self.game.legal_moves())?;
        let found = Move::of(&self.game, &self.game.view(), mv);
        match moves.contains(&mv) {
            true => Ok(found),
            false => Err(IllegalMoveError::new_err(format!(
                "action {action}, {}, is not legal",
                found.text()
            ))),
        }
    }

    /// The actions of the legal moves: int64 of shape (moves,).
    ///
    /// >>> int(baroque.Board().legal_actions()[0])
    /// 528
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let encoding = self.encoding();
        let mut actions = Vec::new();
        attentive(py, self.game.game(), || {
            with_history!(self.game.history(), history => {
                encoding.for_each_legal(history.position(), |action| actions.push(action.into()));
            });
        })?;
        Ok(actions.into_pyarray(py))
    }

    /// Which actions are legal: bool of shape (actions,).
    ///
    /// >>> mask = baroque.Board().legal_mask()
    /// >>> mask.shape, int(mask.sum())
    /// ((4096,), 32)
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let encoding = self.encoding();
        let mut mask = vec![false; encoding.actions()];
        attentive(py, self.game.game(), || {
            with_history!(self.game.history(), history => {
                encoding.for_each_legal(history.position(), |action| {
                    if let Some(is_legal) = mask.get_mut(action as usize) {
                        *is_legal = true;
                    }
                });
            });
        })?;
        Ok(mask.into_pyarray(py))
    }

    /// The planes of the position: uint8 of shape (planes, ranks, files), in the order of `planes(board)`,
    /// each from White's left corner.
    ///
    /// >>> baroque.Board().observation().shape
    /// (19, 8, 8)
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let encoding = self.encoding();
        let mut values = vec![0; encoding.values()];
        attentive(py, self.game.game(), || {
            with_history!(self.game.history(), history => {
                encoding.observe(history.playout(), &mut values);
            });
        })?;
        let [ranks, files] = encoding.shape;
        let planes = Array3::from_shape_vec((encoding.planes(), ranks, files), values);
        Ok(planes.map_err(error)?.into_pyarray(py))
    }
}

/// Number of actions of a game: the length of masks.
///
/// The action of a move is `(effect * squares + from) * squares + to`. Squares count from White's left
/// corner along the ranks, with those that do not exist: `rank * files + file`. Effects are the ordinary
/// move, 0, and then those that the game has, in this order: destruction, pull, leap, swap, push, rifle,
/// attract, repel, plow, and each kind of piece that is promoted to, left behind or dropped (then both
/// squares are the same).
///
/// >>> [baroque.actions(variant) for variant in ("baroque", "maxima", "rococo", "renaissance")]
/// [4096, 7744, 90000, 78732]
#[pyfunction]
#[pyo3(signature = (game, /))]
pub fn actions(py: Python, game: GameSource) -> PyResult<usize> {
    Ok(Encoding::of(&game.start(py)?).actions())
}

/// What the planes of a game's observations are, by their names: White's pieces, kind by kind, Black's, the
/// frozen pieces of both, the two squares of the swap ban (all 0 or 1); whether White is to move, the
/// halfmove clock up to 255, how often the position has occurred before (each on the whole plane); in games
/// with hands the number of pieces of each kind in White's and in Black's.
///
/// >>> len(baroque.planes("baroque"))
/// 19
/// >>> baroque.planes("baroque")[0], baroque.planes("baroque")[-1]
/// ('White king', 'earlier occurrences')
#[pyfunction]
#[pyo3(signature = (game, /))]
pub fn planes(py: Python, game: GameSource) -> PyResult<Vec<String>> {
    let start = game.start(py)?;
    Ok(Encoding::of(&start).plane_names(&start))
}
