//! The socket of somebody in a room. Its first message brings a secret; then it is told of each change of the room, can
//! act in it, and asks about positions as the page does. There are no searches: nobody is helped.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response as HttpResponse};
use baroque_formats::Rejected;
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_page::message::{self as page, EngineBounds};
use baroque_page::{Reply, Session};
use baroque_rooms::hall::Visitor;
use baroque_rooms::message::{Answer, Ask, News, Request, Response};
use baroque_rooms::secret::Secret;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval, sleep, timeout};

use super::connections::Peer;
use super::gate;
use super::rooms::{Rooms, lock, now};
use super::sessions::{Account, Work};
use super::socket::{PING, SILENCE, deliver, send};
use crate::host::NO_TIME;

/// Longest message in bytes; longer ones end the connection.
const MAX_MESSAGE: usize = 256 << 10;
/// Longest of them that is no question about a position: to read them takes others in the room their time.
const MAX_COMMAND: usize = 8 << 10;
/// Bytes that are read at a time: few for each socket, for there are many.
const READ: usize = 4 << 10;
/// Most sockets, and most of one client on another machine.
pub const MAX_SOCKETS: usize = 2000;
const MAX_CLIENT_SOCKETS: usize = 64;
/// Time for the first message.
const ENTERING: Duration = Duration::from_secs(10);
/// Longest answer to a question about a position.
const ANSWERING: Duration = Duration::from_secs(2);
/// Time between messages on the average, and messages that may come at once.
const PACE: Duration = Duration::from_millis(100);
const BURST: u32 = 40;
/// Messages in a row that come faster, with which a connection ends: a minute of them.
const MAX_SLOWED: u32 = 600;

/// Nobody has an engine here.
const NO_ENGINE: EngineBounds = EngineBounds { hash: 0, threads: 0, time: 0 };

/// The questions of the page that a room answers.
const QUESTIONS: [&str; 7] =
    ["catalog", "position", "why", "piece", "example", "explain", "write_pgn"];

/// The right to a socket, until it is dropped.
struct Place {
    rooms: Arc<Rooms>,
    client: IpAddr,
}

impl Place {
    fn take(rooms: &Arc<Rooms>, client: IpAddr) -> Option<Self> {
        let mut sockets = lock(&rooms.sockets);
        let all: usize = sockets.values().sum();
        let own = sockets.get(&client).copied().unwrap_or(0);
        let is_free = all < MAX_SOCKETS && (own < MAX_CLIENT_SOCKETS || client.is_loopback());
        is_free.then(|| {
            sockets.insert(client, own + 1);
            Self { rooms: Arc::clone(rooms), client }
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = lock(&self.rooms.sockets);
        if let Some(count) = sockets.get_mut(&self.client) {
            *count -= 1;
        }
        sockets.retain(|_, count| *count > 0);
    }
}

/// Opens a socket, if there is room for it.
pub async fn connect(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> HttpResponse {
    let client = gate::client(peer, &headers);
    let Some(place) = Place::take(&rooms, client) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "there are too many connections\n")
            .into_response();
    };
    let account = rooms.sessions.account(client, Work::Room);
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    let upgrade = upgrade.read_buffer_size(READ);
    upgrade.on_upgrade(async move |socket| {
        converse(socket, &place, account).await;
    })
}

/// What comes from a page.
enum Incoming {
    Text(String),
    /// A ping or a pong.
    Sign,
    End,
}

async fn receive(socket: &mut WebSocket) -> Incoming {
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => Incoming::Text(text.to_string()),
        Some(Ok(Message::Binary(_))) => Incoming::Text(String::new()),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Incoming::Sign,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::End,
    }
}

/// Lets somebody in and carries messages until one of both ends it.
async fn converse(mut socket: WebSocket, place: &Place, account: Account) {
    let Ok(Incoming::Text(text)) = timeout(ENTERING, receive(&mut socket)).await else { return };
    let rooms = Arc::clone(&place.rooms);
    // A room may take long to be read; others play on.
    let turn = Arc::clone(&rooms.entrances).acquire_owned().await;
    let entered = spawn_blocking(move || enter(&rooms, &text, account)).await;
    drop(turn);
    let Ok((id, entered)) = entered else { return };
    match entered {
        Ok(guest) => {
            let is_there = deliver(&mut socket, done(id)).await;
            if is_there {
                talk(&mut socket, guest, &place.rooms).await;
            } else {
                leave(guest).await;
            }
        }
        Err(why) => {
            deliver(&mut socket, error(id, &why)).await;
        }
    }
}

/// Answers messages and tells of changes, until the connection ends.
async fn talk(socket: &mut WebSocket, mut guest: Box<Guest>, rooms: &Rooms) {
    let mut changes = guest.visitor.changes.clone();
    // It is told at once how the room is.
    changes.mark_changed();
    let mut ping = interval(PING);
    let mut received = Instant::now();
    // When the messages until now would have come at the pace that is allowed.
    let mut due = received;
    let mut slowed = 0;
    loop {
        let mut kind = Kind::Other;
        let work: Job = tokio::select! {
            message = receive(socket) => {
                received = Instant::now();
                // Time in the queue is not the player's.
                let at = now();
                due = due.max(received) + PACE;
                // Who sends too much is read more slowly, and in the end no more.
                let wait = due.saturating_duration_since(received).saturating_sub(PACE * BURST);
                slowed = if wait.is_zero() { 0 } else { slowed + 1 };
                if slowed > MAX_SLOWED {
                    break;
                }
                sleep(wait).await;
                match message {
                    Incoming::Text(text) => {
                        kind = Kind::of(&text);
                        Box::new(move |guest| match kind {
                            Kind::Question => guest.ask(&text),
                            Kind::Rematch | Kind::Other => guest.answer(&text, at),
                        })
                    }
                    Incoming::Sign => continue,
                    Incoming::End => break,
                }
            }
            changed = changes.changed() => match changed {
                Ok(()) => Box::new(|guest| guest.room()),
                Err(_) => break,
            },
            _ = ping.tick() => {
                if received.elapsed() < SILENCE && send(socket, Message::Ping(Bytes::new())).await {
                    continue;
                }
                break;
            }
        };
        // It may take long. Of a room one at a time has a thread, and questions and draws leave threads for moves.
        let limit = match kind {
            Kind::Question => Some(&rooms.questions),
            Kind::Rematch if guest.draws_rules => Some(&rooms.makings),
            Kind::Rematch | Kind::Other => None,
        };
        let turn = match kind {
            Kind::Question => None,
            Kind::Rematch | Kind::Other => Some(guest.visitor.turn().lock_owned().await),
        };
        let permit = match limit {
            Some(limit) => Arc::clone(limit).acquire_owned().await.ok(),
            None => None,
        };
        let worked = spawn_blocking(move || {
            let answer = work(&mut guest);
            (guest, answer)
        });
        let Ok((back, answer)) = worked.await else { return };
        drop((permit, turn));
        guest = back;
        if !deliver(socket, answer).await {
            break;
        }
    }
    leave(guest).await;
}

/// The room may have to be put away.
async fn leave(guest: Box<Guest>) {
    let _ = spawn_blocking(move || drop(guest)).await;
}

/// What a message asks, by what it needs.
#[derive(Clone, Copy)]
enum Kind {
    /// A question of the page about a position.
    Question,
    /// Another game, whose rules may have to be drawn.
    Rematch,
    Other,
}

impl Kind {
    fn of(text: &str) -> Self {
        #[derive(Deserialize)]
        struct Message {
            ask: Asked,
        }
        #[derive(Deserialize)]
        struct Asked {
            r#type: String,
            command: Option<Wanted>,
        }
        #[derive(Deserialize)]
        struct Wanted {
            what: Option<String>,
        }
        let Ok(Message { ask }) = serde_json::from_str(text) else { return Self::Other };
        let what = ask.command.and_then(|command| command.what);
        match what.as_deref() {
            _ if QUESTIONS.contains(&ask.r#type.as_str()) => Self::Question,
            Some("rematch") => Self::Rematch,
            _ => Self::Other,
        }
    }
}

/// Work whose result is sent.
type Job = Box<dyn FnOnce(&mut Guest) -> String + Send>;

/// Somebody who has entered a room.
struct Guest {
    visitor: Visitor,
    session: Session,
    account: Account,
    /// Whether the rules of another game are drawn.
    draws_rules: bool,
    /// Whether the game is one of a file, whose moves may take long.
    has_file: bool,
}

/// The number of a request, and who has entered by it or why not.
fn enter(rooms: &Rooms, text: &str, account: Account) -> (u32, Result<Box<Guest>, String>) {
    let Ok(Request { id, ask: Ask::Enter { secret } }) = serde_json::from_str(text) else {
        return (0, Err("the first message has to enter a room".to_owned()));
    };
    let secret = Secret::parse(&secret).ok_or_else(|| "there is no such room".into());
    let entered = secret.and_then(|secret| {
        if account.left().is_zero() {
            return Err(NO_TIME.into());
        }
        let visitor = account.charged(|| rooms.hall.enter(&secret, now()))?;
        let mut loaded = rooms.sessions.loaded().clone();
        loaded.games = visitor.games();
        let session = Session::new(loaded, NO_ENGINE);
        let (draws_rules, has_file) = (visitor.draws_rules()?, visitor.has_file()?);
        Ok(Box::new(Guest { visitor, session, account, draws_rules, has_file }))
    });
    (id, entered.map_err(|error: Rejected| error.to_string()))
}

impl Guest {
    /// The room as this guest sees it now.
    fn room(&mut self) -> String {
        match self.account.charged(|| self.visitor.info(now())) {
            Ok(room) => written(&News { room }),
            Err(why) => error(0, &why.to_string()),
        }
    }

    /// The answer to a message that came at a time, and is no question of the page.
    fn answer(&mut self, text: &str, at: u64) -> String {
        if text.len() > MAX_COMMAND {
            return error(0, "this is too long");
        }
        let Ok(Request { id, ask }) = serde_json::from_str(text) else {
            return written(&Session::refusal(text, "this cannot be asked in a room"));
        };
        let visitor = &self.visitor;
        // Who has used up their time can still play, where that is quick: their clock runs.
        let is_quick = match &ask {
            Ask::Act { command } => !(self.has_file || self.draws_rules && command.is_of_rematch()),
            _ => false,
        };
        if !is_quick && self.account.left().is_zero() {
            return error(id, NO_TIME);
        }
        let answer = self.account.charged(|| match ask {
            Ask::Act { command } => visitor.act(&command, at).map(|()| Answer::Done),
            Ask::Lines { from } => {
                visitor.lines_from(from).map(|(lines, next)| Answer::Lines { lines, next })
            }
            Ask::Room {} => visitor.info(at).map(|room| Answer::Room { room: Box::new(room) }),
            Ask::Log {} => visitor.log_before().map(|log| Answer::Log { log }),
            Ask::File {} => visitor.file().map(|file| Answer::File { file }),
            Ask::Enter { .. } => Err("you are in a room already".into()),
        });
        match answer {
            Ok(answer) => written(&Response { id, answer }),
            Err(why) => error(id, &why.to_string()),
        }
    }

    /// The answer to a question of the page, which has some processor time.
    fn ask(&mut self, text: &str) -> String {
        let most = self.account.left().min(ANSWERING);
        if most.is_zero() {
            return written(&Session::refusal(text, NO_TIME));
        }
        let start = Instant::now();
        let reply = interruptible(
            move || start.elapsed() >= most,
            || {
                let reply = self.session.reply(text);
                (!is_interrupted()).then_some(reply)
            },
        );
        self.account.spend(start.elapsed());
        match reply {
            Some(Reply::Answer(response)) => written(&response),
            _ => written(&Session::refusal(text, "this takes too long")),
        }
    }
}

fn done(id: u32) -> String {
    written(&Response { id, answer: Answer::Done })
}

fn error(id: u32, why: &str) -> String {
    written(&page::Response { id, answer: page::Answer::Error(why.into()) })
}

fn written(message: &impl Serialize) -> String {
    // All messages can be written.
    serde_json::to_string(message).unwrap_or_default()
}
