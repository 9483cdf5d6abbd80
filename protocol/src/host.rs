//! A session of the page with its engine: for the sockets of the server, and for programs at standard input.

use std::io;
use std::thread::Builder;
use std::time::{Duration, Instant};

use baroque_engine::{Engine, Report};
use baroque_formats::Loaded;
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_page::message::{Answer, EngineBounds, Response};
use baroque_page::{Reply, Search, Session};

/// MiB of the transposition table to begin with.
pub const HASH: usize = 16;
/// What is said to a client without processor time.
pub const NO_TIME: &str = "your processor time is used up for now; wait a little";

/// What a host may use.
pub trait Budget {
    /// What the engine may be set to.
    fn bounds(&self) -> EngineBounds;

    /// Whether rooms can be made.
    fn has_rooms(&self) -> bool;

    /// The processor time that is left.
    fn left(&self) -> Duration;

    /// What processor time is paid by.
    fn spend(&self) -> impl Fn(Duration) + Send + Sync + 'static;

    /// Changes the size of the table in MiB, if there is room for it.
    fn set_hash(&mut self, mebibytes: usize) -> bool;

    /// Changes the number of search threads, if there is room for them.
    fn set_threads(&mut self, threads: usize) -> bool;
}

/// Where answers go.
pub trait Output: Clone + Send + Sync + 'static {
    /// Sends an answer, which may be dropped if it is not needed.
    fn send(&self, response: &Response, is_needed: bool);

    /// Whether nobody reads the answers any more.
    fn is_closed(&self) -> bool;
}

/// A session with its engine.
pub struct Host<B, O> {
    session: Session,
    engine: Engine,
    budget: B,
    hash: usize,
    threads: usize,
    output: O,
}

impl<B: Budget, O: Output> Host<B, O> {
    /// A new session that can play some games.
    pub fn new(loaded: Loaded, budget: B, output: O) -> Self {
        let mut engine = Engine::new();
        // The table is allocated by the first search.
        let _ = engine.set_hash(HASH);
        let session = Session::new(loaded, budget.bounds()).with_rooms(budget.has_rooms());
        engine.set_evaluation(session.networks().into());
        Self { session, engine, budget, hash: HASH, threads: 1, output }
    }

    /// Starts the thread of the engine; false if it cannot be started.
    pub fn prepare(&mut self) -> bool {
        self.engine.prepare().is_ok()
    }

    /// Where answers go.
    pub fn output(&self) -> &O {
        &self.output
    }

    /// Ends the search, if there is one.
    pub fn stop(&mut self) {
        self.engine.stop();
        self.engine.wait();
    }

    /// Waits for the end of the search, if there is one, or ends it as soon as nobody is there any more.
    pub fn finish(mut self, until_gone: impl FnOnce() + Send + 'static) {
        if let Some(search) = self.engine.stop_handle() {
            // Without a thread nobody notices, and the search ends by itself.
            let _ = Builder::new().spawn(move || {
                until_gone();
                search.stop();
            });
            self.engine.wait();
        }
    }

    /// Answers a message.
    pub fn answer(&mut self, text: &str) {
        let left = self.budget.left();
        // A game from a file can make an answer take long.
        let (start, output) = (Instant::now(), self.output.clone());
        let is_due = move || output.is_closed() || start.elapsed() >= left;
        let reply = (!left.is_zero()).then(|| {
            interruptible(is_due, || Some(self.session.reply(text)).filter(|_| !is_interrupted()))
        });
        self.budget.spend()(start.elapsed());
        let response = match reply.flatten() {
            None => Session::refusal(text, NO_TIME),
            Some(Reply::Answer(response)) => response,
            Some(Reply::Stop(response)) => {
                self.stop();
                response
            }
            Some(Reply::Learned(response)) => {
                self.engine.stop();
                self.engine.set_evaluation(self.session.networks().into());
                response
            }
            Some(Reply::Engine { id, hash, threads }) => {
                Response { id, answer: self.set_up(hash, threads) }
            }
            Some(Reply::Search(search)) => {
                let id = search.id;
                let Err(error) = self.search(*search, left) else { return };
                let message = format!("cannot start a thread: {error}");
                Response { id, answer: Answer::Error(message.into()) }
            }
        };
        self.output.send(&response, true);
    }

    /// Starts a search, which spends the processor time that is left at most.
    fn search(&mut self, search: Search, left: Duration) -> io::Result<()> {
        let threads = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let most = u64::try_from((left / threads).as_millis()).unwrap_or(u64::MAX);
        let mut limits = search.limits.clone();
        limits.move_time = limits.move_time.map(|time| time.min(most));
        self.engine.set_options(search.options);
        let (position, output) = (search.position.clone(), self.output.clone());
        let (spend, start) = (self.budget.spend(), Instant::now());
        let report = move |report| {
            let is_end = matches!(report, Report::Best { .. });
            if is_end {
                spend(start.elapsed() * threads);
            }
            let Some(response) = search.response(&report) else { return };
            output.send(&response, is_end);
        };
        self.engine.go_any(&position, limits, report)
    }

    fn set_up(&mut self, hash: Option<usize>, threads: Option<usize>) -> Answer {
        self.engine.stop();
        let refused = |message: &str| Answer::Error(message.to_owned().into());
        if let Some(hash) = hash.filter(|&hash| hash != self.hash) {
            if !self.budget.set_hash(hash) {
                return refused("other sessions have the memory for such a table");
            }
            if self.engine.set_hash(hash).is_err() {
                // It was there before.
                self.budget.set_hash(self.hash);
                return refused(&format!("a table of {hash} MiB cannot be allocated"));
            }
            self.hash = hash;
        }
        if let Some(threads) = threads {
            if !self.budget.set_threads(threads) {
                return refused("other sessions have the processors for so many threads");
            }
            self.engine.set_threads(threads);
            self.threads = threads;
        }
        Answer::Engine { hash: self.hash, threads: self.threads }
    }
}
