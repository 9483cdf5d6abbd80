//! A WebSocket and the session behind it, which has a thread of its own.

use std::io;
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response as HttpResponse};
use baroque_engine::{Engine, Report};
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_page::Search;
use baroque_page::message::{Answer, Response};
use baroque_page::{MAX_MESSAGE, Reply, Session};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, interval, timeout};

use super::connections::Peer;
use super::gate;
use super::sessions::{HASH, Permit, Sessions};

/// Longest message that is read at all, in bytes: one longer than [`MAX_MESSAGE`] gets an answer, one
/// longer than this ends the connection.
const MAX_READ: usize = 2 * MAX_MESSAGE;
/// Requests that wait for the session, and answers that wait for the page.
const QUEUE: usize = 8;
/// How often a page that says nothing is asked whether it is there.
pub const PING: Duration = Duration::from_secs(20);
/// Silence after which it is taken to be gone.
pub const SILENCE: Duration = Duration::from_secs(90);
/// What is said to a client without processor time.
pub const NO_TIME: &str = "your processor time is used up for now; wait a little";

/// Opens a session, if there is room for it.
pub async fn connect(
    State(sessions): State<Arc<Sessions>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> HttpResponse {
    let refuse = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let Some(permit) = sessions.enter(gate::client(peer, &headers)) else {
        return refuse("there are too many sessions\n");
    };
    let (requests, waiting) = channel::<String>(QUEUE);
    let (output, answers) = channel::<String>(QUEUE);
    let mut worker = Worker::new(permit, output);
    // Both threads run before anything is promised.
    let is_ready = worker.engine.prepare().is_ok();
    let thread = Builder::new().name("session".to_owned()).spawn(move || worker.run(waiting));
    if !is_ready || thread.is_err() {
        return refuse("no thread can be started\n");
    }
    let upgrade = upgrade.max_message_size(MAX_READ).max_frame_size(MAX_READ);
    upgrade.on_upgrade(move |socket| converse(socket, requests, answers))
}

/// Carries messages between a socket and its session until one of them ends. Then the session's
/// search is stopped.
async fn converse(mut socket: WebSocket, requests: Sender<String>, mut answers: Receiver<String>) {
    let mut ping = interval(PING);
    let mut heard = Instant::now();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) if text.len() > MAX_MESSAGE => {
                        deliver(&mut socket, Session::too_long()).await
                    }
                    Some(Ok(Message::Text(text))) => {
                        pass_on(&mut socket, &requests, &mut answers, text.to_string()).await
                    }
                    Some(Ok(Message::Binary(_))) => {
                        pass_on(&mut socket, &requests, &mut answers, String::new()).await
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => false,
                }
            }
            Some(answer) = answers.recv() => deliver(&mut socket, answer).await,
            _ = ping.tick() => heard.elapsed() < SILENCE && send(&mut socket, Message::Ping(Bytes::new())).await,
        };
        if !goes_on {
            return;
        }
    }
}

/// Passes a request on to the session, which may be busy. Meanwhile its answers must go out, or both
/// would wait. Returns whether the connection goes on.
async fn pass_on(
    socket: &mut WebSocket,
    requests: &Sender<String>,
    answers: &mut Receiver<String>,
    text: String,
) -> bool {
    let mut passing = std::pin::pin!(requests.send(text));
    loop {
        tokio::select! {
            passed = &mut passing => return passed.is_ok(),
            Some(answer) = answers.recv() => {
                if !deliver(socket, answer).await {
                    return false;
                }
            }
        }
    }
}

/// Sends an answer to the page. Returns whether the connection goes on.
pub async fn deliver(socket: &mut WebSocket, answer: String) -> bool {
    send(socket, Message::Text(answer.into())).await
}

/// Sends a message, unless the page reads nothing for too long.
pub async fn send(socket: &mut WebSocket, message: Message) -> bool {
    timeout(SILENCE, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
}

/// A session with its engine.
struct Worker {
    session: Session,
    engine: Engine,
    permit: Permit,
    hash: usize,
    threads: usize,
    output: Sender<String>,
}

impl Worker {
    fn new(permit: Permit, output: Sender<String>) -> Self {
        let mut engine = Engine::new();
        // The table is allocated by the first search.
        let _ = engine.set_hash(HASH);
        let session = Session::new(permit.loaded().clone(), permit.bounds());
        let session = session.with_rooms(permit.has_rooms());
        engine.set_evaluation(session.networks().into());
        Self { session, engine, permit, hash: HASH, threads: 1, output }
    }

    /// Answers requests until the connection is gone, also if there are more.
    fn run(mut self, mut requests: Receiver<String>) {
        while let Some(text) = requests.blocking_recv().filter(|_| !self.output.is_closed()) {
            let account = self.permit.account().clone();
            let left = account.left();
            // A game from a file can make an answer take long.
            let (start, output) = (Instant::now(), self.output.clone());
            let is_due = move || output.is_closed() || start.elapsed() >= left;
            let reply = (!left.is_zero()).then(|| {
                interruptible(is_due, || {
                    Some(self.session.reply(&text)).filter(|_| !is_interrupted())
                })
            });
            account.spend(start.elapsed());
            let response = match reply.flatten() {
                None => Session::refusal(&text, NO_TIME),
                Some(Reply::Answer(response)) => response,
                Some(Reply::Stop(response)) => {
                    self.engine.stop();
                    self.engine.wait();
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
                    let Err(error) = self.search(*search, left) else { continue };
                    let message = format!("cannot start a thread: {error}");
                    Response { id, answer: Answer::Error(message.into()) }
                }
            };
            report_to(&self.output, &response, true);
        }
    }

    /// Starts a search, which spends the processor time that is left at most.
    fn search(&mut self, search: Search, left: Duration) -> io::Result<()> {
        let threads = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let most = u64::try_from((left / threads).as_millis()).unwrap_or(u64::MAX);
        let mut limits = search.limits.clone();
        limits.move_time = limits.move_time.map(|time| time.min(most));
        self.engine.set_options(search.options);
        let (position, output) = (search.position.clone(), self.output.clone());
        let (account, start) = (self.permit.account().clone(), Instant::now());
        let report = move |report| {
            let is_end = matches!(report, Report::Best { .. });
            if is_end {
                account.spend(start.elapsed() * threads);
            }
            let Some(response) = search.response(&report) else { return };
            report_to(&output, &response, is_end);
        };
        self.engine.go_any(&position, limits, report)
    }

    fn set_up(&mut self, hash: Option<usize>, threads: Option<usize>) -> Answer {
        self.engine.stop();
        let refused = |message: &str| Answer::Error(message.to_owned().into());
        if let Some(hash) = hash.filter(|&hash| hash != self.hash) {
            if !self.permit.set_hash(hash) {
                return refused("other sessions have the memory for such a table");
            }
            if self.engine.set_hash(hash).is_err() {
                // It was there before.
                self.permit.set_hash(self.hash);
                return refused(&format!("a table of {hash} MiB cannot be allocated"));
            }
            self.hash = hash;
        }
        if let Some(threads) = threads {
            if !self.permit.set_threads(threads) {
                return refused("other sessions have the processors for so many threads");
            }
            self.engine.set_threads(threads);
            self.threads = threads;
        }
        Answer::Engine { hash: self.hash, threads: self.threads }
    }
}

/// Sends an answer. One that the page can miss is dropped if the page does not keep up.
fn report_to(output: &Sender<String>, response: &Response, is_needed: bool) {
    // All messages can be written, and nobody misses the answer of a connection that is gone.
    let Ok(text) = serde_json::to_string(response) else { return };
    let _ = match is_needed {
        true => output.blocking_send(text).map_err(drop),
        false => output.try_send(text).map_err(drop),
    };
}
