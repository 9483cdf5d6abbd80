//! Games of the engine against itself, as arrays.

use std::path::PathBuf;

use baroque_formats::{Rejected, files};
use baroque_movegen::{AnyGame, Color, StopFlag, with_history};
use baroque_training::records::{GameRecord, Plies};
use baroque_training::selfplay::SelfPlay;
use numpy::ndarray::Array4;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::GameSource;
use crate::encoding::Encoding;
use crate::engine::Limit;
use crate::error::{error, in_range};
use crate::games::utf8;
use crate::signals::watched;
use crate::threads::MAX_THREADS;

/// Greatest number of games.
const MAX_GAMES: u64 = 1_000_000;
/// Greatest number of the first game.
const MAX_FIRST: u64 = 1 << 62;
/// Greatest number of random plies.
const MAX_PLIES: u16 = 100;

/// Plays games of the engine against itself and returns their positions, P in all games together, as a dict
/// of arrays:
///
/// * observations: uint8 (P, planes, ranks, files), see `planes`
/// * actions: int64 (P,), the move that was played, see `actions`
/// * scores: int16 (P,), what the search thought, from the side to move: centipawns, or 32000 - n for a win
///   in n plies and n - 32000 for a loss
/// * results: int8 (P,), the end of the game, from the side to move: 1, 0 or -1
/// * games: int64 (P,), the number of the game, from `first` on
///
/// `game` is a `Board`, from whose position the games start, or the name of a rule set. A game begins with
/// `plies` random plies, which a short search scores within 150 centipawns if it finds any that are, and is a
/// draw after 1000 plies. `limit` is one of depth or nodes for each move. A game depends on its number and
/// the seed alone, so that threads and machines can divide the numbers. `network` is as that of `Engine`.
///
/// >>> data = baroque.selfplay("baroque", 2, baroque.Limit(nodes=50), seed=1)
/// >>> sorted(data)
/// ['actions', 'games', 'observations', 'results', 'scores']
/// >>> data["observations"].shape[1:], data["actions"].shape == data["scores"].shape
/// ((19, 8, 8), True)
/// >>> second = baroque.selfplay("baroque", 1, baroque.Limit(nodes=50), seed=1, first=1)
/// >>> bool((second["actions"] == data["actions"][data["games"] == 1]).all())
/// True
#[pyfunction]
#[pyo3(signature = (game, games, limit, *, plies=8, seed=0, first=0, threads=1, network=None))]
#[expect(clippy::too_many_arguments, reason = "all but three are keywords")]
pub fn selfplay<'py>(
    py: Python<'py>,
    game: GameSource,
    games: i128,
    limit: Limit,
    plies: i128,
    seed: i128,
    first: i128,
    threads: i128,
    network: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let start = game.playable(py)?;
    let (depth, nodes) = limit.of_selfplay()?;
    let plies = in_range("plies", plies, 0..=MAX_PLIES)?.to_string();
    let plies: Plies = plies.parse().map_err(error)?;
    let games = in_range("games", games, 0..=MAX_GAMES)?;
    let first = in_range("first", first, 0..=MAX_FIRST)?;
    let seed = in_range("seed", seed, 0..=u64::MAX)?;
    let threads = in_range("threads", threads, 1..=MAX_THREADS)?;
    let network = network.as_deref().map_or(Ok(""), utf8)?;
    let evaluation = files::read_evaluation(network, &start).map_err(error)?;
    let mut data = Data { encoding: Encoding::of(&start), ..Data::default() };
    let numbers = first..first + games;
    let games_of = SelfPlay { start, evaluation, nodes, depth, plies, resign: None, seed };
    let stop = StopFlag::default();
    watched(py, &stop, || {
        games_of.play(numbers, threads, &stop, |record| data.add(&games_of.start, &record))
    })?
    .map_err(error)?;
    data.into_dict(py)
}

/// The positions of games.
#[derive(Default)]
struct Data {
    encoding: Encoding,
    observations: Vec<u8>,
    actions: Vec<i64>,
    scores: Vec<i16>,
    results: Vec<i8>,
    games: Vec<i64>,
}

impl Data {
    fn add(&mut self, start: &AnyGame, record: &GameRecord) -> Result<(), Rejected> {
        let wrong = |reason: &dyn ToString| Rejected(reason.to_string());
        let mut game = start.clone();
        game.set_fen(&record.fen).map_err(|reason| wrong(&reason))?;
        for &(mv, score) in &record.moves {
            let from = self.observations.len();
            self.observations.resize(from + self.encoding.values(), 0);
            let planes = self.observations.get_mut(from..).unwrap_or_default();
            with_history!(game.history(), history => {
                self.encoding.observe(history.playout(), planes);
            });
            self.actions.push(self.encoding.action(mv).into());
            self.scores.push(score);
            self.results.push(result(record.winner, game.side()));
            self.games.push(record.number as i64);
            game.play(mv).map_err(|reason| wrong(&reason))?;
        }
        Ok(())
    }

    fn into_dict(self, py: Python) -> PyResult<Bound<PyDict>> {
        let [ranks, files] = self.encoding.shape;
        let shape = (self.actions.len(), self.encoding.planes(), ranks, files);
        let observations = Array4::from_shape_vec(shape, self.observations).map_err(error)?;
        let dict = PyDict::new(py);
        dict.set_item("observations", observations.into_pyarray(py))?;
        dict.set_item("actions", PyArray1::from_vec(py, self.actions))?;
        dict.set_item("scores", PyArray1::from_vec(py, self.scores))?;
        dict.set_item("results", PyArray1::from_vec(py, self.results))?;
        dict.set_item("games", PyArray1::from_vec(py, self.games))?;
        Ok(dict)
    }
}

/// The end of a game for a side.
fn result(winner: Option<Color>, side: Color) -> i8 {
    match winner {
        None => 0,
        Some(winner) if winner == side => 1,
        Some(_) => -1,
    }
}
