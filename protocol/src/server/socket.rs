//! A WebSocket and the session behind it, which has a thread of its own.

use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response as HttpResponse};
use baroque_page::message::{EngineBounds, Response};
use baroque_page::{MAX_MESSAGE, Session};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, interval, timeout};

use super::connections::Peer;
use super::gate;
use super::sessions::{Permit, Sessions};
use crate::host::{Budget, Host, Output};

/// Longest message that is read at all, in bytes: one longer than [`MAX_MESSAGE`] gets an answer, one
/// longer than this ends the connection.
const MAX_READ: usize = 2 * MAX_MESSAGE;
/// Requests that wait for the session, and answers that wait for the page.
const QUEUE: usize = 8;
/// How often a page that says nothing is asked whether it is there.
pub const PING: Duration = Duration::from_secs(20);
/// Silence after which it is taken to be gone.
pub const SILENCE: Duration = Duration::from_secs(90);

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
    let mut host = Host::new(permit.loaded().clone(), permit, Page(output));
    // Both threads run before anything is promised.
    let is_ready = host.prepare();
    let thread = Builder::new().name("session".to_owned()).spawn(move || run(host, waiting));
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

/// Answers requests until the connection is gone, also if there are more.
fn run(mut host: Host<Permit, Page>, mut requests: Receiver<String>) {
    while let Some(text) = requests.blocking_recv().filter(|_| !host.output().is_closed()) {
        host.answer(&text);
    }
}

/// The way back to a page.
#[derive(Clone)]
struct Page(Sender<String>);

impl Output for Page {
    /// An answer that the page can miss is dropped if the page does not keep up.
    fn send(&self, response: &Response, is_needed: bool) {
        // All messages can be written, and nobody misses the answer of a connection that is gone.
        let Ok(text) = serde_json::to_string(response) else { return };
        let _ = match is_needed {
            true => self.0.blocking_send(text).map_err(drop),
            false => self.0.try_send(text).map_err(drop),
        };
    }

    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

impl Budget for Permit {
    fn bounds(&self) -> EngineBounds {
        Self::bounds(self)
    }

    fn has_rooms(&self) -> bool {
        Self::has_rooms(self)
    }

    fn left(&self) -> Duration {
        self.account().left()
    }

    fn spend(&self) -> impl Fn(Duration) + Send + Sync + 'static {
        let account = self.account().clone();
        move |time| account.spend(time)
    }

    fn set_hash(&mut self, mebibytes: usize) -> bool {
        Self::set_hash(self, mebibytes)
    }

    fn set_threads(&mut self, threads: usize) -> bool {
        Self::set_threads(self, threads)
    }
}
