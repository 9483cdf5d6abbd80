//! An environment of many games that are stepped at once.

use std::sync::atomic::Ordering;

use baroque_formats::GameSpec;
use baroque_movegen::interrupt::stoppable;
use baroque_movegen::{AnyGame, GameId, StopFlag};
use numpy::{
    AllowTypeChange, Element, PyArray1, PyArray2, PyArray4, PyArrayLike1, PyArrayMethods,
    PyReadwriteArray, dtype,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use crate::board::GameSource;
use crate::encoding::Encoding;
use crate::error::{error, in_range};
use crate::games::known;
use crate::lanes::{LaneState, Lanes, Rows, Settings, lanes};
use crate::signals::watched;
use crate::threads::{MAX_THREADS, Threads};

/// Greatest number of games.
const MAX_GAMES: usize = 1 << 20;

/// `n` games that are stepped at once, on `threads` threads and without the lock of the interpreter.
///
/// `game` is a `Board`, from whose position the games start, or the name of a rule set. A game is broken off
/// after `max_plies` plies, if that is given. With `auto_reset` a game that has ended begins anew at once: its
/// observation and its mask are those of the new game. Otherwise it is over until `reset`; its mask is
/// empty and actions for it are ignored. `seed` is that of `sample`.
///
/// Steps return, for N games:
///
/// * observations: uint8 (N, planes, ranks, files), see `planes`
/// * rewards: float32 (N,), for the side that moved: 1 for a win, -1 for a loss, else 0
/// * terminated: bool (N,), whether the game ended by its rules
/// * truncated: bool (N,), whether it was broken off
/// * masks: bool (N, actions), the legal actions, see `actions`
///
/// The arrays are read-only and the same ones each time: the next step overwrites them. Copy what you keep.
///
/// >>> env = baroque.BatchEnv("baroque", 3, max_plies=100, seed=1)
/// >>> observations, masks = env.reset()
/// >>> observations.shape, masks.shape, masks.sum(axis=1).tolist()
/// ((3, 19, 8, 8), (3, 4096), [32, 32, 32])
/// >>> observations, rewards, terminated, truncated, masks = env.step(env.sample())
/// >>> env.turns.tolist(), rewards.tolist()
/// ([False, False, False], [0.0, 0.0, 0.0])
#[pyclass(module = "baroque")]
pub struct BatchEnv {
    start: AnyGame,
    options: Options,
    lanes: Box<dyn Lanes>,
    /// What gives up a step.
    stop: StopFlag,
    /// Of several threads.
    pool: Option<ThreadPool>,
    threads: Threads,
    arrays: Arrays,
}

/// What makes an environment, besides its game and its seed.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Options {
    n: usize,
    threads: usize,
    max_plies: Option<usize>,
    auto_reset: bool,
}

/// An environment for a file.
#[derive(Serialize, Deserialize)]
struct State {
    game: GameSpec,
    options: Options,
    lanes: Vec<LaneState>,
}

/// The results of a step.
struct Arrays {
    observations: Py<PyArray4<u8>>,
    masks: Py<PyArray2<bool>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    turns: Py<PyArray1<bool>>,
}

impl Arrays {
    fn new(py: Python, n: usize, encoding: &Encoding) -> PyResult<Self> {
        let [ranks, files] = encoding.shape;
        let shape = (n, encoding.planes(), ranks, files);
        Ok(Self {
            observations: zeros::<u8>(py, shape)?.cast_into()?.unbind(),
            masks: zeros::<bool>(py, (n, encoding.actions()))?.cast_into()?.unbind(),
            rewards: zeros::<f32>(py, n)?.cast_into()?.unbind(),
            terminated: zeros::<bool>(py, n)?.cast_into()?.unbind(),
            truncated: zeros::<bool>(py, n)?.cast_into()?.unbind(),
            turns: zeros::<bool>(py, n)?.cast_into()?.unbind(),
        })
    }

    /// Does work that writes them.
    fn write<T>(&self, py: Python, work: impl FnOnce(Rows) -> PyResult<T>) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(error)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(error)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(error)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(error)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(error)?;
        let mut turns = self.turns.bind(py).try_readwrite().map_err(error)?;
        work(Rows {
            observations: slice(&mut observations)?,
            masks: slice(&mut masks)?,
            rewards: slice(&mut rewards)?,
            terminated: slice(&mut terminated)?,
            truncated: slice(&mut truncated)?,
            turns: slice(&mut turns)?,
        })
    }
}

/// An array of zeros; raises `MemoryError` if there is no room for it.
fn zeros<'py, T: Element>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = shape.into_bound_py_any(py)?;
    py.import("numpy")?.call_method1("zeros", (shape, dtype::<T>(py)))
}

fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<T, D>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(error)
}

/// The numbers of an integer array (N,), or of a list.
///
/// # Errors
/// It is something else.
fn whole_numbers(values: &Bound<PyAny>) -> PyResult<Vec<i64>> {
    let values = values.py().import("numpy")?.call_method1("asarray", (values,))?;
    let kind: char = values.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = values.getattr("ndim")?.extract()?;
    match (kind, dimensions) {
        ('i' | 'u', 1) => {
            let values: PyArrayLike1<i64, AllowTypeChange> = values.extract()?;
            Ok(values.as_array().to_vec())
        }
        _ => Err(error(format!(
            "actions are an integer array of one dimension, not one of {dimensions} and of {}",
            values.getattr("dtype")?
        ))),
    }
}

/// An array that Python cannot write.
fn view<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let view = array.call_method0("view")?;
    let options = PyDict::new(array.py());
    options.set_item("write", false)?;
    view.call_method("setflags", (), Some(&options))?;
    Ok(view)
}

impl BatchEnv {
    fn make(py: Python, start: AnyGame, options: Options, seed: u64) -> PyResult<Self> {
        let Options { n, threads, max_plies, auto_reset } = options;
        let encoding = Encoding::of(&start);
        let arrays = Arrays::new(py, n, &encoding)?;
        let is_parallel = threads > 1;
        let pool = is_parallel.then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose();
        let pool = pool.map_err(|reason| PyRuntimeError::new_err(reason.to_string()))?;
        let stop = StopFlag::default();
        let settings =
            Settings { encoding, max_plies, auto_reset, is_parallel, stop: stop.clone() };
        let lanes = lanes(&start, n, seed, settings);
        let threads = Threads::new(threads);
        let mut env = Self { start, options, lanes, stop, pool, threads, arrays };
        env.work(py, |lanes, rows| lanes.reset(&|_| true, rows))?;
        Ok(env)
    }

    /// Does work on the games that writes their results. A signal ends all games.
    fn work<T: Send>(
        &mut self,
        py: Python,
        work: impl FnOnce(&mut dyn Lanes, Rows) -> T + Send,
    ) -> PyResult<T> {
        self.threads.check()?;
        let Self { start, lanes, stop, pool, arrays, .. } = self;
        stop.store(false, Ordering::Relaxed);
        let work = || {
            arrays.write(py, |rows| {
                let work = || match pool {
                    None => work(lanes.as_mut(), rows),
                    Some(pool) => pool.install(|| work(lanes.as_mut(), rows)),
                };
                match start.game() {
                    // One step may take long.
                    GameId::CustomGame => watched(py, stop, || stoppable(stop, work)),
                    _ => Ok(py.detach(work)),
                }
            })
        };
        let result = work();
        if result.is_err() {
            self.arrays.write(py, |rows| {
                self.lanes.end(rows);
                Ok(())
            })?;
        }
        result
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (game, n, *, threads=1, max_plies=None, seed=0, auto_reset=true))]
    #[expect(clippy::too_many_arguments, reason = "all but two are keywords")]
    fn new(
        py: Python,
        game: GameSource,
        n: i128,
        threads: i128,
        max_plies: Option<i128>,
        seed: i128,
        auto_reset: bool,
    ) -> PyResult<Self> {
        let max_plies = max_plies.map(|plies| in_range("max_plies", plies, 1..=usize::MAX));
        let options = Options {
            n: in_range("n", n, 1..=MAX_GAMES)?,
            threads: in_range("threads", threads, 1..=MAX_THREADS)?,
            max_plies: max_plies.transpose()?,
            auto_reset,
        };
        Self::make(py, game.playable(py)?, options, in_range("seed", seed, 0..=u64::MAX)?)
    }

    /// Number of games.
    #[getter]
    fn n(&self) -> usize {
        self.options.n
    }

    /// Whether White is to move: bool (N,).
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(self.arrays.turns.bind(py))
    }

    /// Returns to the start all games, or those of a bool array (N,). Returns observations and masks.
    #[pyo3(signature = (which=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        which: Option<PyArrayLike1<bool>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let which = which.map(|which| which.as_array().to_vec());
        if let Some(which) = &which {
            self.check_length(which.len())?;
        }
        let is_meant = move |number: usize| {
            which.as_ref().is_none_or(|which| which.get(number) == Some(&true))
        };
        self.work(py, |lanes, rows| lanes.reset(&is_meant, rows))?;
        let Arrays { observations, masks, .. } = &self.arrays;
        PyTuple::new(py, [view(observations.bind(py))?, view(masks.bind(py))?])
    }

    /// Plays an action, of an integer array (N,), in each game that is not over. Returns observations,
    /// rewards, terminated, truncated and masks. Raises `Error` if an action is not legal, and then plays
    /// none.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let actions = whole_numbers(actions)?;
        self.check_length(actions.len())?;
        let played = self.work(py, |lanes, rows| lanes.step(&actions, rows))?;
        if let Err(game) = played {
            let action = actions.get(game).copied().unwrap_or_default();
            return Err(error(format!("action {action} is not legal in game {game}")));
        }
        let Arrays { observations, masks, rewards, terminated, truncated, .. } = &self.arrays;
        let rows = [
            view(observations.bind(py))?,
            view(rewards.bind(py))?,
            view(terminated.bind(py))?,
            view(truncated.bind(py))?,
            view(masks.bind(py))?,
        ];
        PyTuple::new(py, rows)
    }

    /// A legal action for each game, each as likely as the others: int64 (N,); -1 in games that are over.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.lanes.sample())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let env = slf.try_borrow()?;
        let (game, options) = (GameSpec::of(&env.start), env.options);
        let state = State { game, options, lanes: env.lanes.states() };
        let state = serde_json::to_string(&state).map_err(error)?;
        Ok((slf.get_type().getattr("_from_state")?, (state,)))
    }

    #[staticmethod]
    fn _from_state(py: Python, state: &str) -> PyResult<Self> {
        let State { game, options, lanes } = serde_json::from_str(state).map_err(error)?;
        let start = game.open(&known()).map_err(error)?;
        let mut env = Self::make(py, start, options, 0)?;
        env.check_length(lanes.len())?;
        let restored = env.work(py, |games, rows| games.restore(&lanes, rows))?;
        restored.ok_or_else(|| error("a game has a move that is not legal"))?;
        Ok(env)
    }
}

impl BatchEnv {
    fn check_length(&self, length: usize) -> PyResult<()> {
        match length == self.options.n {
            true => Ok(()),
            false => Err(error(format!("{length} values for {} games", self.options.n))),
        }
    }
}
