//! A session and its engine, for a caller with one thread.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use baroque_engine::network::{Evaluation, Network, game_name};
use baroque_engine::{
    Bound, ClockFn, DEFAULT_HASH, Engine, Info, Parts, Report, Score, SearchResult, TunedGame,
};
use baroque_formats::Loaded;
use baroque_movegen::{GameHistory, StopFlag, with_history};
use baroque_page::message::{Answer, EngineBounds, Response};
use baroque_page::{Reply, Search, Session};

/// Longest part of a search: so long the page may wait for an answer.
pub const PART: Duration = Duration::from_millis(50);

/// What the engine may be set to. The memory of a module never shrinks, and phones have little.
const BOUNDS: EngineBounds = EngineBounds { hash: 256, threads: 1, time: 600_000 };

/// Answers the messages of a page, and searches bit by bit.
pub struct Host {
    session: Session,
    engine: Engine,
    /// MiB of the transposition table.
    hash: usize,
    /// Networks by the names of their games; none for a game whose network cannot be had.
    networks: HashMap<String, Option<Arc<Network>>>,
    running: Option<Running>,
    answers: VecDeque<String>,
}

/// A search that has not ended.
struct Running {
    search: Search,
    parts: Parts,
    /// The last line of each rank that was sent.
    lines: HashMap<usize, Line>,
}

/// What tells two lines of a rank apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    depth: u32,
    bound: Bound,
    score: Score,
}

impl Host {
    /// A host whose engine reads the time from a clock.
    pub fn new(clock: ClockFn) -> Self {
        Self {
            session: Session::new(Loaded::default(), BOUNDS),
            engine: Engine::with_clock(clock),
            hash: DEFAULT_HASH,
            networks: HashMap::new(),
            running: None,
            answers: VecDeque::new(),
        }
    }

    /// Receives a message of the page.
    pub fn receive(&mut self, text: &str) {
        match self.session.reply(text) {
            Reply::Answer(response) => self.send(&response),
            Reply::Stop(response) => {
                self.stop();
                self.send(&response);
            }
            Reply::Learned(response) => {
                self.stop();
                self.engine.set_evaluation(self.evaluation());
                self.send(&response);
            }
            Reply::Engine { id, hash, .. } => {
                self.stop();
                let answer = self.set_up(hash);
                self.send(&Response { id, answer });
            }
            Reply::Search(search) => {
                self.stop();
                self.engine.set_options(search.options);
                let parts = Parts::new(search.limits.clone(), PART);
                let lines = HashMap::new();
                self.running = Some(Running { search: *search, parts, lines });
            }
        }
    }

    /// The next answer to the page, if there is one.
    pub fn answer(&mut self) -> Option<String> {
        self.answers.pop_front()
    }

    /// The name of the game whose network the search is to have before it goes on.
    pub fn wanted(&self) -> Option<&'static str> {
        let running = self.running.as_ref()?;
        with_history!(running.search.position.history(), game => self.wanted_for(game))
    }

    fn wanted_for<G: TunedGame>(&self, _: &GameHistory<G>) -> Option<&'static str> {
        // Games that are described in files have no network, and no name here.
        let name = Some(game_name::<G>()).filter(|name| !name.is_empty())?;
        (!self.networks.contains_key(name)).then_some(name)
    }

    /// Takes the network of a game, or a file that is none if it cannot be had.
    pub fn network(&mut self, name: &str, file: &[u8]) {
        self.networks.insert(name.to_owned(), Network::from_bytes(file).ok().map(Arc::new));
    }

    /// Does the next part of the search, with the network if it was taken. Returns whether there is
    /// more to do.
    pub fn step(&mut self) -> bool {
        self.part(false);
        self.running.is_some()
    }

    /// Ends the search, if there is one. Its best move is sent.
    fn stop(&mut self) {
        self.part(true);
    }

    fn part(&mut self, is_last: bool) {
        let Some(mut running) = self.running.take() else { return };
        let position = running.search.position.clone();
        let best = with_history!(position.history(), game => {
            self.part_of(game, &mut running, is_last)
        });
        match best {
            None => self.running = Some(running),
            Some(SearchResult { best, ponder, .. }) => {
                let response = running.search.response(&Report::Best { best, ponder });
                response.iter().for_each(|response| self.send(response));
            }
        }
    }

    fn part_of<G: TunedGame>(
        &mut self,
        game: &GameHistory<G>,
        running: &mut Running,
        is_last: bool,
    ) -> Option<SearchResult> {
        if self.engine.network(game.position()).is_none()
            && let Some(Some(_)) = self.networks.get(game_name::<G>())
        {
            self.engine.set_evaluation(self.evaluation());
        }
        let Running { search, parts, lines } = running;
        let mut responses = Vec::new();
        let result =
            self.engine.search_part(game, parts, &StopFlag::new(is_last.into()), &mut |report| {
                if is_news(lines, &report) {
                    responses.extend(search.response(&report));
                }
            });
        responses.iter().for_each(|response| self.send(response));
        result
    }

    /// The networks of studies, which go before others, and those that were taken.
    fn evaluation(&self) -> Evaluation {
        let taken = self.networks.values().flatten().cloned();
        self.session.networks().into_iter().chain(taken).collect::<Vec<_>>().into()
    }

    fn set_up(&mut self, hash: Option<usize>) -> Answer {
        if let Some(hash) = hash.filter(|&hash| hash != self.hash) {
            if self.engine.set_hash(hash).is_err() {
                let message = format!("a table of {hash} MiB cannot be allocated");
                return Answer::Error(message.into());
            }
            self.hash = hash;
        }
        Answer::Engine { hash: self.hash, threads: BOUNDS.threads }
    }

    fn send(&mut self, response: &Response) {
        // All messages can be written.
        self.answers.extend(serde_json::to_string(response).ok());
    }
}

/// Whether a report says something new. A part of a search begins by repeating what the last one did.
fn is_news(lines: &mut HashMap<usize, Line>, report: &Report) -> bool {
    let Report::Info(Info { multi_pv, depth, bound, score, .. }) = *report else { return true };
    let line = Line { depth, bound, score };
    let known = lines.get(&multi_pv).is_some_and(|last| {
        let is_finished = last.bound == Bound::Exact;
        depth < last.depth || depth == last.depth && (is_finished || *last == line)
    });
    if !known {
        lines.insert(multi_pv, line);
    }
    !known
}
