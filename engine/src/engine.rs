//! The engine: options, transposition table and threads, and at most one running search.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Builder;

use baroque_movegen::{AnyGame, AnyHistory, GameHistory, Position, StopFlag, with_history};

use crate::control::{ClockFn, Control, lock, system_clock};
use crate::evaluator::static_value;
use crate::limits::{Limits, Report, SearchOptions, SearchResult};
use crate::network::{Evaluation, Network};
use crate::params::TunedGame;
use crate::parts::Parts;
use crate::pool::{Pool, STACK_SIZE, Task};
use crate::score::Score;
use crate::tt::OutOfMemory;

/// Transposition table, search threads, and killer and history tables, kept from one search to the
/// next. One engine searches positions of all games: a search of another game or of other rules
/// clears the tables first.
pub struct Engine {
    options: SearchOptions,
    clock: ClockFn,
    pool: Arc<Mutex<Pool>>,
    evaluation: Evaluation,
    /// The thread of searches started by [`Engine::go`], kept because starting one for each search
    /// takes a seventh more time at 2000 nodes a search.
    searcher: Option<Sender<Job>>,
    running: Option<Running>,
}

/// A search for the search thread.
type Job = Box<dyn FnOnce() + Send>;

/// Stops the search for which it was made ([`Engine::stop_handle`]), and no later one.
#[derive(Clone, Debug)]
pub struct StopHandle(Arc<Control>);

impl StopHandle {
    /// Stops the search. Does not wait: [`Report::Best`] follows.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// A search started by [`Engine::go`].
struct Running {
    control: Arc<Control>,
    infinite: bool,
    /// Disconnected when the search has ended.
    finished: Receiver<()>,
}

impl Engine {
    /// An engine with one thread and a transposition table of [`DEFAULT_HASH`](crate::DEFAULT_HASH)
    /// MiB, which the first search allocates.
    pub fn new() -> Self {
        Self::with_clock(system_clock)
    }

    /// An engine that reads the time from `clock`, for targets without [`std::time::Instant`].
    pub fn with_clock(clock: ClockFn) -> Self {
        let (options, pool) = (SearchOptions::default(), Arc::new(Mutex::new(Pool::new())));
        Self { options, clock, pool, evaluation: Evaluation::Own, searcher: None, running: None }
    }

    /// Sets the size of the transposition table in MiB, at least 1, and empties it. Waits for the
    /// running search.
    ///
    /// # Errors
    /// The table cannot be allocated; the old one is kept.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        self.idle_pool().set_hash(mebibytes)
    }

    /// Sets the number of search threads, at least 1. Waits for the running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.idle_pool().set_threads(threads);
    }

    /// Sets what evaluates positions. Empties the table and the histories. Waits for the running search.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.idle_pool().clear();
        self.evaluation = evaluation;
    }

    /// The network with which searches evaluate a position; `None` if they evaluate by hand.
    pub fn network<G: TunedGame>(&self, position: &Position<G>) -> Option<&Network> {
        self.evaluation.network(position)
    }

    /// Sets the options of the next searches; a running search keeps its own.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
    }

    /// Clears the transposition table, killers and histories, and the node clock
    /// ([`SearchOptions::node_time`]). Waits for the running search.
    pub fn clear(&mut self) {
        self.idle_pool().clear();
    }

    /// Searches the current position of a game and blocks until a limit ends the search. The
    /// calling thread is one of the search threads, and the only one if there is one thread.
    /// [`Limits::infinite`] and [`Limits::ponder`] are ignored. A search started by [`Self::go`] is
    /// stopped first.
    ///
    /// With one thread, a limit of nodes or depth and a cleared engine, the result is the same on
    /// every machine.
    ///
    /// A game that the move limit has drawn is not searched. [`Self::go`] searches it, because the game
    /// of a GUI may go on.
    ///
    /// ```
    /// use baroque_engine::{Engine, Limits};
    /// use baroque_movegen::{GameHistory, Position, Ultima, readable};
    /// let game = GameHistory::new(Position::<Ultima>::default());
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let result = Engine::new().search(&game, &limits);
    /// assert_eq!((result.depth(), result.pv().first()), (4, result.best.as_ref()));
    /// println!("{} after {} nodes", result.score().unwrap(), result.nodes);
    /// ```
    pub fn search<G: TunedGame>(&mut self, game: &GameHistory<G>, limits: &Limits) -> SearchResult {
        self.search_with(game, limits, &StopFlag::default(), &mut |_| ())
    }

    /// [`Self::search`] for a position of any game.
    pub fn search_any(&mut self, position: &AnyGame, limits: &Limits) -> SearchResult {
        self.search_any_with(position.history(), limits, &StopFlag::default(), &mut |_| ())
    }

    /// [`Self::search_with`] for a game of any type. Programs that call this one have no copies of the
    /// search of their own.
    pub fn search_any_with(
        &mut self,
        game: &AnyHistory,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(Report),
    ) -> SearchResult {
        with_history!(game, game => self.search_with(game, limits, stop, report))
    }

    /// [`Self::search`] that also ends when `stop` is set, with a callback that receives every
    /// report except [`Report::Best`].
    pub fn search_with<G: TunedGame>(
        &mut self,
        game: &GameHistory<G>,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(Report),
    ) -> SearchResult {
        self.stop();
        self.wait();
        if game.position().at_move_limit() {
            return SearchResult::default();
        }
        let options = self.options;
        let control = Arc::new(Control::with_stop_flag(self.clock, stop));
        let evaluation = &self.evaluation;
        let task = Task { game, limits, options, evaluation, pause_at: None };
        let mut result = SearchResult::default();
        let report = &mut |message| {
            result.note(&message);
            report(message);
        };
        let found = lock(&self.pool).search(&task, &control, &mut None, report);
        SearchResult { lines: result.lines, ..found }
    }

    /// The next part of a search that is done in [`Parts`]; `None` if it is not the last one. The
    /// game must be the same for all parts: with another position the search begins anew. `stop`
    /// ends the search, not only the part. Nodes and times, in limits and in reports, are those of
    /// all parts together. [`SearchOptions::node_time`] is ignored.
    ///
    /// A part begins with the iteration in which the last one was interrupted and finds most of it in
    /// the table, if that was not cleared in between.
    pub fn search_part<G: TunedGame>(
        &mut self,
        game: &GameHistory<G>,
        parts: &mut Parts,
        stop: &StopFlag,
        report: &mut dyn FnMut(Report),
    ) -> Option<SearchResult> {
        self.stop();
        self.wait();
        let started = parts.begin(game.position().key(), (self.clock)());
        let control = Arc::new(Control::with_stop_flag(self.clock, stop).since(started));
        let options = SearchOptions { node_time: 0, ..self.options };
        let Parts { limits, length, progress, result, .. } = parts;
        let evaluation = &self.evaluation;
        let pause_at = Some(control.elapsed().saturating_add(*length));
        let task = Task { game, limits, options, evaluation, pause_at };
        let report = &mut |message| {
            result.note(&message);
            report(message);
        };
        let found = lock(&self.pool).search(&task, &control, progress, report);
        let is_last = progress.is_none();
        is_last.then(|| SearchResult { lines: std::mem::take(&mut result.lines), ..found })
    }

    /// Starts a search of the current position of a game on another thread and returns at once. The
    /// callback receives every report; [`Report::Best`] comes exactly once and last. A search that
    /// is still running is stopped first, and its last report awaited.
    ///
    /// # Errors
    /// No thread can be started, and nothing will be reported.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use baroque_engine::{Engine, Limits, Report};
    /// use baroque_movegen::{Position, GameHistory, Ultima};
    /// let game = GameHistory::new(Position::<Ultima>::start("baroque").unwrap());
    /// let (sender, reports) = mpsc::channel();
    /// let mut engine = Engine::new();
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// engine.go(&game, limits, move |report| sender.send(report).unwrap()).unwrap();
    /// assert!(matches!(reports.iter().last(), Some(Report::Best { best: Some(_), .. })));
    /// ```
    pub fn go<G: TunedGame>(
        &mut self,
        game: &GameHistory<G>,
        limits: Limits,
        mut report: impl FnMut(Report) + Send + 'static,
    ) -> io::Result<()> {
        self.stop();
        self.wait();
        let infinite = limits.infinite;
        let control = Arc::new(Control::new(self.clock, infinite, limits.ponder));
        let (ended, finished) = channel::<()>();
        let search = {
            let (pool, control) = (Arc::clone(&self.pool), Arc::clone(&control));
            let (game, options) = (game.clone(), self.options);
            let evaluation = self.evaluation.clone();
            move || {
                let _ended = ended;
                let (game, limits, evaluation) = (&game, &limits, &evaluation);
                let task = Task { game, limits, options, evaluation, pause_at: None };
                let found = lock(&pool).search(&task, &control, &mut None, &mut report);
                control.wait_until_released();
                report(Report::Best { best: found.best, ponder: found.ponder });
            }
        };
        self.start(Box::new(search))?;
        self.running = Some(Running { control, infinite, finished });
        Ok(())
    }

    /// Starts the search thread, if it does not run; otherwise [`Self::go`] starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn prepare(&mut self) -> io::Result<()> {
        self.start(Box::new(|| ()))
    }

    /// Runs a job on the search thread, which is started if it does not run.
    fn start(&mut self, mut job: Job) -> io::Result<()> {
        if let Some(searcher) = &self.searcher {
            match searcher.send(job) {
                Ok(()) => return Ok(()),
                // The last search panicked.
                Err(unsent) => job = unsent.0,
            }
        }
        let (searcher, jobs) = channel::<Job>();
        let run = move || jobs.into_iter().for_each(|job| job());
        Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn(run)?;
        // The thread waits for it.
        let _ = searcher.send(job);
        self.searcher = Some(searcher);
        Ok(())
    }

    /// [`Self::go`] for a position of any game.
    ///
    /// # Errors
    /// No thread can be started, and nothing will be reported.
    pub fn go_any(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) -> io::Result<()> {
        self.go_boxed(position, limits, Box::new(report))
    }

    /// [`Self::go_any`] without a type parameter, of which each crate that calls it would get a search of
    /// its own.
    fn go_boxed(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        report: Box<dyn FnMut(Report) + Send>,
    ) -> io::Result<()> {
        with_history!(position.history(), game => self.go(game, limits, report))
    }

    /// Stops the search started by [`Self::go`], if any. Does not wait: [`Report::Best`] follows.
    pub fn stop(&self) {
        if let Some(handle) = self.stop_handle() {
            handle.stop();
        }
    }

    /// What stops the search started by [`Self::go`] from any thread, if there is one.
    pub fn stop_handle(&self) -> Option<StopHandle> {
        self.running.as_ref().map(|running| StopHandle(Arc::clone(&running.control)))
    }

    /// The static evaluation of a position as searches use it, for the side to move and as
    /// [`Score::reported`].
    pub fn evaluate<G: TunedGame>(&self, position: &Position<G>) -> Score {
        static_value(self.network(position), position).reported::<G>()
    }

    /// Turns a ponder search into a normal one: its clock starts to run.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit(running.infinite);
        }
    }

    /// Blocks until the running search, if any, has reported [`Report::Best`]. An infinite search
    /// or a ponder search does so only after [`Self::stop`] or [`Self::ponder_hit`].
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // The panic message of a search that panicked is already on stderr.
            let _ = running.finished.recv();
        }
    }

    fn idle_pool(&mut self) -> MutexGuard<'_, Pool> {
        self.wait();
        lock(&self.pool)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
