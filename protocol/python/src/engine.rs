//! The engine in this process.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baroque_engine::network::{Evaluation, MAX_NETWORK_BYTES, Network};
use baroque_engine::{Info, Limits, ScoreText, SearchOptions, SearchResult, Wdl};
use baroque_formats::files::{self, NO_NETWORK};
use baroque_movegen::{AnyGame, ByColor, Color, StopFlag, with_history};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::{error, in_range};
use crate::games::utf8;
use crate::moves::{Move, MoveText};
use crate::signals::{attentive, watched};
use crate::threads::{MAX_THREADS, Threads};

/// Greatest size of the hash table in MiB.
const MAX_HASH: usize = 33_554_432;
/// Greatest number of lines.
const MAX_LINES: usize = 500;
/// Longest time in seconds.
const MAX_TIME: f64 = 1e9;

/// A search engine for all games, in this process. It searches one position at a time, on its own threads and
/// without the lock of the interpreter; Ctrl+C and `stop`, from another thread, end a search.
///
/// `hash` is the size of its table in MiB, and `network` a file to evaluate its game by; '<none>' evaluates
/// all games by hand, and None by the networks of the package.
///
/// >>> engine = baroque.Engine()
/// >>> result = engine.play(baroque.Board(), baroque.Limit(nodes=1000))
/// >>> isinstance(result.move, baroque.Move)
/// True
/// >>> lines = engine.analyse(baroque.Board("rococo"), baroque.Limit(depth=4), multipv=2)
/// >>> [line.depth for line in lines]
/// [4, 4]
#[pyclass(module = "baroque", frozen)]
pub struct Engine {
    engine: Mutex<baroque_engine::Engine>,
    threads: Threads,
    network: Option<Arc<Network>>,
    /// What stops the running search.
    running: Mutex<Option<StopFlag>>,
}

/// When a search ends, as `Limit` of the package.
#[derive(FromPyObject)]
pub struct Limit {
    time: Option<f64>,
    depth: Option<i128>,
    nodes: Option<i128>,
    mate: Option<i128>,
    white_clock: Option<f64>,
    black_clock: Option<f64>,
    white_inc: Option<f64>,
    black_inc: Option<f64>,
    remaining_moves: Option<i128>,
}

impl Limit {
    /// For the engine.
    ///
    /// # Errors
    /// A value is out of its range.
    fn limits(&self) -> PyResult<Limits> {
        let count = |what, value: Option<i128>| {
            value.map(|value| in_range(what, value, 1..=u32::MAX)).transpose()
        };
        let nodes = self.nodes.map(|nodes| in_range("nodes", nodes, 1..=u64::MAX));
        let millis = |what, seconds: Option<f64>| {
            let seconds = seconds.map(|seconds| in_range(what, seconds, 0.0..=MAX_TIME));
            Ok::<_, PyErr>(seconds.transpose()?.map(|seconds| (1000.0 * seconds) as i64))
        };
        Ok(Limits {
            time: ByColor([
                millis("white_clock", self.white_clock)?,
                millis("black_clock", self.black_clock)?,
            ]),
            increment: ByColor([
                millis("white_inc", self.white_inc)?.unwrap_or_default(),
                millis("black_inc", self.black_inc)?.unwrap_or_default(),
            ]),
            moves_to_go: count("remaining_moves", self.remaining_moves)?,
            move_time: millis("time", self.time)?.map(i64::unsigned_abs),
            depth: count("depth", self.depth)?,
            nodes: nodes.transpose()?,
            mate: count("mate", self.mate)?,
            ..Limits::default()
        })
    }

    /// For the engine to search a position of a side.
    ///
    /// # Errors
    /// A value is out of its range, or the clock is not that of the side.
    fn limits_of(&self, side: Color) -> PyResult<Limits> {
        let limits = self.limits()?;
        let has_other_limit = limits.move_time.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some();
        match has_other_limit || !self.is_timed() || limits.time[side].is_some() {
            true => Ok(limits),
            false => Err(error("the limit has no clock for the side to move")),
        }
    }

    /// Whether anything is said of clocks.
    fn is_timed(&self) -> bool {
        let clocks = [self.white_clock, self.black_clock, self.white_inc, self.black_inc];
        clocks.iter().any(Option::is_some) || self.remaining_moves.is_some()
    }

    /// The limits of games of the engine against itself: depth and nodes.
    pub fn of_selfplay(&self) -> PyResult<(Option<u32>, Option<u64>)> {
        let Limits { depth, nodes, .. } = self.limits()?;
        let is_more = self.time.is_some() || self.mate.is_some() || self.is_timed();
        match (depth, nodes) {
            limits if !is_more && limits != (None, None) => Ok(limits),
            _ => Err(error("self-play takes a limit of depth or of nodes, and no other")),
        }
    }
}

/// The claim of a search on its engine.
struct Running<'a>(&'a Engine);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        *lock(&self.0.running) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// Claims the engine for work that `stop` ends.
    ///
    /// # Errors
    /// It is searching, or its threads are in another process.
    fn claim(&self, stop: &StopFlag) -> PyResult<Running<'_>> {
        self.threads.check()?;
        let mut running = lock(&self.running);
        match &*running {
            Some(_) => Err(PyRuntimeError::new_err("the engine is searching; stop it first")),
            None => {
                *running = Some(StopFlag::clone(stop));
                Ok(Running(self))
            }
        }
    }

    /// Checks that a network of its own is that of the game.
    fn check_network(&self, game: &AnyGame) -> PyResult<()> {
        self.network.as_ref().map_or(Ok(()), |network| {
            with_history!(game.history(), history => network.check(history.position()))
                .map_err(error)
        })
    }

    fn search(
        &self,
        py: Python,
        game: &AnyGame,
        limits: &Limits,
        multi_pv: usize,
    ) -> PyResult<SearchResult> {
        self.check_network(game)?;
        let stop = StopFlag::default();
        let _running = self.claim(&stop)?;
        watched(py, &stop, || {
            let mut engine = lock(&self.engine);
            engine.set_options(SearchOptions { multi_pv, ..SearchOptions::default() });
            engine.search_any_with(game.history(), limits, &stop, &mut |_| ())
        })
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (threads=1, hash=16, network=None))]
    fn new(threads: i128, hash: i128, network: Option<PathBuf>) -> PyResult<Self> {
        let mut engine = baroque_engine::Engine::new();
        let threads = in_range("threads", threads, 1..=MAX_THREADS)?;
        engine.set_threads(threads);
        engine.set_hash(in_range("hash", hash, 1..=MAX_HASH)?).map_err(error)?;
        let mut own = None;
        match network {
            None => {}
            Some(path) if path.as_os_str() == NO_NETWORK => {
                engine.set_evaluation(Evaluation::ByHand);
            }
            Some(path) => {
                let bytes = files::read_regular(utf8(&path)?, MAX_NETWORK_BYTES as u64);
                let bytes = bytes.map_err(|it| error(format!("{}: {it}", path.display())))?;
                let network = Network::from_bytes(&bytes).map_err(error)?;
                let network = own.insert(Arc::new(network));
                engine.set_evaluation(vec![Arc::clone(network)].into());
            }
        }
        let threads = Threads::new(threads);
        Ok(Self { engine: Mutex::new(engine), threads, network: own, running: Mutex::default() })
    }

    /// The move to play. With an empty limit it searches until it is stopped.
    fn play(&self, py: Python, board: &Bound<'_, Board>, limit: Limit) -> PyResult<PlayResult> {
        let board = board.try_borrow()?.clone();
        let limits = limit.limits_of(board.game.side())?;
        let result = self.search(py, &board.game, &limits, 1)?;
        let text = |mv: Option<_>| board.moves(mv.as_slice()).pop();
        Ok(PlayResult {
            r#move: text(result.best),
            ponder: text(result.ponder),
            lines: lines(&board, &result),
        })
    }

    /// The best lines, at most `multipv`, the best first; of `root_moves` only, if there are any.
    #[pyo3(signature = (board, limit, *, multipv=1, root_moves=None))]
    fn analyse(
        &self,
        py: Python,
        board: &Bound<'_, Board>,
        limit: Limit,
        multipv: i128,
        root_moves: Option<Vec<MoveText>>,
    ) -> PyResult<Vec<Line>> {
        let board = board.try_borrow()?.clone();
        let mut limits = limit.limits_of(board.game.side())?;
        for mv in root_moves.iter().flatten() {
            limits.search_moves.push(board.read(py, mv)?);
        }
        let multi_pv = in_range("multipv", multipv, 1..=MAX_LINES)?;
        Ok(lines(&board, &self.search(py, &board.game, &limits, multi_pv)?))
    }

    /// Ends the running search, if there is one, which returns what it found. From another thread.
    fn stop(&self) {
        if let Some(stop) = &*lock(&self.running) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The evaluation of a position without a search, from the side to move.
    ///
    /// >>> abs(baroque.Engine().evaluate(baroque.Board()).cp) < 100
    /// True
    fn evaluate(&self, py: Python, board: &Bound<'_, Board>) -> PyResult<Score> {
        let game = board.try_borrow()?.game.clone();
        self.check_network(&game)?;
        let stop = StopFlag::default();
        let _running = self.claim(&stop)?;
        let score = attentive(py, game.game(), || {
            let engine = lock(&self.engine);
            with_history!(game.history(), history => engine.evaluate(history.position()))
        });
        score.map(Score)
    }

    /// Forgets what earlier searches found, so that the same search gives the same result.
    fn clear(&self) -> PyResult<()> {
        let stop = StopFlag::default();
        let _running = self.claim(&stop)?;
        lock(&self.engine).clear();
        Ok(())
    }
}

/// A score, from the side to move. `str` writes it as '+0.35' or '#-3'.
#[pyclass(module = "baroque", frozen, eq, ord, hash, from_py_object)]
#[derive(Clone, PartialEq, PartialOrd, Hash)]
pub struct Score(baroque_engine::Score);

#[pymethods]
impl Score {
    /// Centipawns, of which 100 mean an expected score of 64 %; None for a proved win or loss.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.0.text() {
            ScoreText::Centipawns(value) => Some(value),
            ScoreText::Mate(_) => None,
        }
    }

    /// Moves to a proved win, 0 or negative for a loss; else None.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.0.text() {
            ScoreText::Centipawns(_) => None,
            ScoreText::Mate(moves) => Some(moves),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (i32,))> {
        Ok((slf.get_type().getattr("_from_state")?, (slf.get().0.value(),)))
    }

    #[staticmethod]
    fn _from_state(value: i32) -> Self {
        Self(baroque_engine::Score::from_value(value))
    }
}

/// A line of play with its score.
#[pyclass(module = "baroque", frozen, get_all, from_py_object)]
#[derive(Clone)]
pub struct Line {
    /// Depth in plies.
    depth: u32,
    /// Greatest ply that the search reached.
    seldepth: u32,
    /// The score, from the side to move.
    score: Score,
    /// Whether the score is 'exact', at least ('lower') or at most ('upper') the true one.
    bound: String,
    /// Wins, draws and losses of the side to move, in permille.
    wdl: (u32, u32, u32),
    /// The moves.
    pv: Vec<Move>,
    /// Nodes searched by all threads.
    nodes: u64,
    /// Seconds since the start of the search.
    time: f64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.pv.iter().map(Move::text).collect();
        format!("<Line {} depth {}: {}>", self.score.0, self.depth, moves.join(" "))
    }

    /// A line from its parts; searches make them.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are the fields")]
    fn new(
        depth: u32,
        seldepth: u32,
        score: Score,
        bound: String,
        wdl: (u32, u32, u32),
        pv: Vec<Move>,
        nodes: u64,
        time: f64,
    ) -> Self {
        Self { depth, seldepth, score, bound, wdl, pv, nodes, time }
    }

    fn __getnewargs__(&self) -> LineParts {
        let Self { depth, seldepth, score, bound, wdl, pv, nodes, time } = self.clone();
        (depth, seldepth, score, bound, wdl, pv, nodes, time)
    }
}

type LineParts = (u32, u32, Score, String, (u32, u32, u32), Vec<Move>, u64, f64);

/// The move to play, with the lines that led to it.
#[pyclass(module = "baroque", frozen, get_all)]
pub struct PlayResult {
    /// The move; None if the game is over.
    r#move: Option<Move>,
    /// The expected reply, if there is one.
    ponder: Option<Move>,
    /// The best line; none if the search ended before it had one.
    lines: Vec<Line>,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        let text = |mv: &Option<Move>| mv.as_ref().map_or("None", Move::text).to_owned();
        format!("<PlayResult {}, ponder {}>", text(&self.r#move), text(&self.ponder))
    }

    /// A result from its parts; `Engine.play` makes them.
    #[new]
    fn new(r#move: Option<Move>, ponder: Option<Move>, lines: Vec<Line>) -> Self {
        Self { r#move, ponder, lines }
    }

    fn __getnewargs__(&self) -> (Option<Move>, Option<Move>, Vec<Line>) {
        (self.r#move.clone(), self.ponder.clone(), self.lines.clone())
    }
}

fn lines(board: &Board, result: &SearchResult) -> Vec<Line> {
    let line = |info: &Info| {
        let Wdl { win, draw, loss } = Wdl::of_any(&board.game, info.score);
        Line {
            depth: info.depth,
            seldepth: info.seldepth,
            score: Score(info.score),
            bound: match info.bound {
                baroque_engine::Bound::Exact => "exact",
                baroque_engine::Bound::Lower => "lower",
                baroque_engine::Bound::Upper => "upper",
            }
            .to_owned(),
            wdl: (win, draw, loss),
            pv: board.moves(&info.pv),
            nodes: info.nodes,
            time: info.time.as_secs_f64(),
        }
    };
    result.lines.iter().map(line).collect()
}
