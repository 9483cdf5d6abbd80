//! Rooms over HTTP: `POST /rooms` makes one, `POST /rooms/seat` takes a seat, `POST /rooms/look` tells how some are,
//! and `/room` is the socket of those who are there. Secrets stand in bodies and messages only, never in an address, so that they are in no log.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use baroque_formats::Rejected;
use baroque_formats::text::one_line;
use baroque_games::{Games, MAX_FILE};
use baroque_movegen::held;
use baroque_rooms::hall::{Hall, Keys};
use baroque_rooms::message::{Answer, Looked, Looking, Made, RoomInfo, Taking};
use baroque_rooms::secret::Secret;
use baroque_rooms::setup::Setup;
use baroque_rooms::store::Store;
use etcetera::BaseStrategy;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::interval;

use super::connections::Peer;
use super::gate;
use super::sessions::{Sessions, Work};
use crate::host::NO_TIME;
use crate::tools::args::processors;

/// Bytes of the longest setup, with a file of games and what JSON adds to it.
pub const MAX_SETUP: usize = 2 * MAX_FILE;
/// Bytes of the longest request to take a seat.
pub const MAX_TAKING: usize = 256;
/// Rooms that one request looks at, and the bytes of the longest such request.
const MAX_LOOKED: usize = 20;
pub const MAX_LOOKING: usize = 1024;
/// Time after which it looks at no further one.
const LOOKING: Duration = Duration::from_secs(5);
/// Rooms that a client on another machine makes within [`MAKING`].
const MAX_MADE: usize = 20;
const MAKING: Duration = Duration::from_secs(3600);
/// Bytes of the files of games for them.
const MAX_FILES: usize = MAX_FILE;
/// Bytes that the games of these files hold until the program ends.
const MAX_HELD: usize = 16 << 20;
/// Seats that a client on another machine tries to take within that time.
const MAX_TAKEN: usize = 200;
/// Most clients of which this is noted.
const MAX_DONE: usize = 10_000;
/// What is said of an error that nobody expects.
const FAILED: &str = "this has failed; try again";
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(200);

/// The rooms of a server.
#[derive(Debug)]
pub struct Rooms {
    pub(super) hall: Arc<Hall>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) sockets: Mutex<HashMap<IpAddr, usize>>,
    /// For questions about positions: they leave threads for moves.
    pub(super) questions: Arc<Semaphore>,
    /// For those who enter.
    pub(super) entrances: Arc<Semaphore>,
    /// For whoever has a file read or rules drawn, which may take long.
    pub(super) makings: Arc<Semaphore>,
    /// What clients have done lately.
    done: Mutex<HashMap<IpAddr, Done>>,
    /// The bytes that games of their files hold until the program ends.
    held: Mutex<HashMap<IpAddr, usize>>,
    /// Those of other machines who wait for a room that takes long to make.
    waiting: Mutex<HashSet<IpAddr>>,
}

/// What a client has done since when.
#[derive(Debug)]
struct Done {
    since: Instant,
    /// Rooms made.
    made: usize,
    /// Bytes of the files for them.
    files: usize,
    /// Tries to take a seat.
    taken: usize,
}

impl Rooms {
    /// The rooms of a store.
    ///
    /// # Errors
    /// The store cannot be opened.
    pub fn open(path: &Path, sessions: Arc<Sessions>) -> Result<Arc<Self>, Rejected> {
        let rejected = |error| Rejected(format!("rooms: {error}"));
        let store = open_store(path)?;
        let games = sessions.loaded().games.clone();
        let hall = Arc::new(Hall::open(store, games, now).map_err(rejected)?);
        Ok(Arc::new(Self {
            hall,
            sessions,
            sockets: Mutex::default(),
            questions: Arc::new(Semaphore::new(processors())),
            entrances: Arc::new(Semaphore::new(processors())),
            makings: Arc::new(Semaphore::new((processors() / 2).max(1))),
            done: Mutex::default(),
            held: Mutex::default(),
            waiting: Mutex::default(),
        }))
    }

    /// Ends games whose time has run out, for ever.
    pub async fn keep_time(self: Arc<Self>) {
        let mut ticks = interval(TICK);
        loop {
            ticks.tick().await;
            let hall = Arc::clone(&self.hall);
            // A tick that fails is made up for by the next one.
            let _ = spawn_blocking(move || hall.tick(now())).await;
        }
    }

    /// Counts something that a client does, unless that is too much within an hour.
    fn counts(
        &self,
        client: IpAddr,
        amount: usize,
        count: fn(&mut Done) -> &mut usize,
        most: usize,
    ) -> bool {
        if client.is_loopback() {
            return true;
        }
        let mut done = lock(&self.done);
        if done.len() >= MAX_DONE && !done.contains_key(&client) {
            let first = done.iter().min_by_key(|(_, done)| done.since).map(|(&client, _)| client);
            first.map(|client| done.remove(&client));
        }
        let new = || Done { since: Instant::now(), made: 0, files: 0, taken: 0 };
        let done = done.entry(client).or_insert_with(new);
        if done.since.elapsed() >= MAKING {
            *done = new();
        }
        let count = count(done);
        let after = count.saturating_add(amount);
        let fits = after <= most;
        if fits {
            *count = after;
        }
        fits
    }

    /// Why a client may not make a room now, if it may not.
    fn refuses(&self, client: IpAddr, setup: &Setup) -> Option<&'static str> {
        let bytes = setup.file.as_ref().map_or(0, |file| file.text.len());
        if bytes > 0 && lock(&self.held).get(&client).is_some_and(|&held| held > MAX_HELD) {
            Some("the games of your files have taken their share of the memory of this server")
        } else if !self.counts(client, bytes, |done| &mut done.files, MAX_FILES) {
            Some("the files of your rooms are long; wait an hour")
        } else if !self.counts(client, 1, |done| &mut done.made, MAX_MADE) {
            Some("you have made many rooms; wait an hour")
        } else {
            None
        }
    }

    /// Makes a room, and notes what its games hold for ever.
    fn make(&self, setup: Setup, client: IpAddr) -> Result<Keys, Rejected> {
        let before = held().1;
        let made = self.hall.make(setup, now());
        let more = held().1.saturating_sub(before);
        if more > 0 && !client.is_loopback() {
            *lock(&self.held).entry(client).or_default() += more;
        }
        made
    }
}

/// Waits for a room that takes long to make, one at a time for each client.
struct Waiting {
    rooms: Arc<Rooms>,
    client: IpAddr,
}

impl Waiting {
    fn new(rooms: &Arc<Rooms>, client: IpAddr) -> Option<Self> {
        let is_first = client.is_loopback() || lock(&rooms.waiting).insert(client);
        is_first.then(|| Self { rooms: Arc::clone(rooms), client })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        lock(&self.rooms.waiting).remove(&self.client);
    }
}

/// Locks, also what a thread that failed has left.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The usual file of rooms, in the folder for data of programs.
pub fn usual_path() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("baroque").join("rooms.redb"))
}

/// Opens a store, and makes its folder.
///
/// # Errors
/// It cannot be opened.
fn open_store(path: &Path) -> Result<Store, Rejected> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Rejected::at(folder.display(), error))?;
    }
    // Secret rules stand in it. What is wrong with the path the store says.
    #[cfg(unix)]
    let _ = {
        use std::os::unix::fs::OpenOptionsExt;
        std::fs::OpenOptions::new().append(true).create_new(true).mode(0o600).open(path)
    };
    Store::open(path).map_err(|error| Rejected(error.to_string()))
}

/// All games of a store in PGN, and how many rooms could not be read.
///
/// # Errors
/// The store cannot be opened or read.
pub fn export(path: &Path, games: &Games) -> Result<(String, usize), Rejected> {
    let rejected = |error| Rejected(format!("{error}"));
    if !path.exists() {
        return Err(Rejected::at(path.display(), "there are no rooms"));
    }
    let all = Hall::export(&open_store(path)?, games).map_err(rejected)?;
    let unread = all.iter().filter(|game| game.is_err()).count();
    let games: Vec<_> = all.into_iter().flatten().collect();
    Ok((baroque_formats::pgn::write(&games), unread))
}

/// The time in milliseconds since 1970.
pub fn now() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Makes a room of a setup in JSON. The answer has the secrets of the maker's seat, of the invitation, and of those who
/// watch.
pub async fn make(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let client = gate::client(peer, &headers);
    let setup: Setup = match serde_json::from_slice(&body) {
        Ok(setup) => setup,
        Err(error) => {
            return refusal(
                StatusCode::BAD_REQUEST,
                &one_line(format!("no setup of a room: {error}")),
            );
        }
    };
    let turn = if setup.penultima.is_some() || setup.file.is_some() {
        let Some(waiting) = Waiting::new(&rooms, client) else {
            return refusal(StatusCode::TOO_MANY_REQUESTS, "your last room is not made yet");
        };
        Some((Arc::clone(&rooms.makings).acquire_owned().await, waiting))
    } else {
        None
    };
    if let Some(why) = rooms.refuses(client, &setup) {
        return refusal(StatusCode::TOO_MANY_REQUESTS, why);
    }
    // It may have run out meanwhile.
    let account = rooms.sessions.account(client, Work::Room);
    if account.left().is_zero() {
        return refusal(StatusCode::TOO_MANY_REQUESTS, NO_TIME);
    }
    let made = spawn_blocking(move || account.charged(|| rooms.make(setup, client))).await;
    drop(turn);
    answer(made.map(|made| {
        made.map(|keys| Made {
            seat: keys.seat.text().to_owned(),
            invitation: keys.invitation.text().to_owned(),
            watch: keys.watch.text().to_owned(),
        })
    }))
}

/// Takes the seat of an invitation.
pub async fn take_seat(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let client = gate::client(peer, &headers);
    if !rooms.counts(client, 1, |done| &mut done.taken, MAX_TAKEN) {
        return refusal(StatusCode::TOO_MANY_REQUESTS, "you have tried many seats; wait an hour");
    }
    let secrets = serde_json::from_slice(&body).ok().and_then(|Taking { invitation, seat }| {
        Some((Secret::parse(&invitation)?, Secret::parse(&seat)?))
    });
    let Some((invitation, seat)) = secrets else {
        return refusal(
            StatusCode::BAD_REQUEST,
            "this is no invitation with a secret for the seat",
        );
    };
    let account = rooms.sessions.account(client, Work::Room);
    if account.left().is_zero() {
        return refusal(StatusCode::TOO_MANY_REQUESTS, NO_TIME);
    }
    // The room may have to be read.
    let turn = Arc::clone(&rooms.entrances).acquire_owned().await;
    let take = move || rooms.hall.take_seat(&invitation, &seat, now());
    let taken = spawn_blocking(move || account.charged(take)).await;
    drop(turn);
    answer(taken.map(|taken| taken.map(|()| Answer::Done)))
}

/// Tells how some rooms are, to those who know a secret of them; `null` stands for one that is not there.
pub async fn look(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let account = rooms.sessions.account(gate::client(peer, &headers), Work::Room);
    let Some(Looking { secrets }) = serde_json::from_slice(&body)
        .ok()
        .filter(|asked: &Looking| asked.secrets.len() <= MAX_LOOKED)
    else {
        return refusal(StatusCode::BAD_REQUEST, "these are no secrets of at most 20 rooms");
    };
    let start = Instant::now();
    let mut seen: Vec<Option<RoomInfo>> = Vec::new();
    for secret in &secrets {
        let known = secrets.iter().zip(&seen).find(|(other, _)| *other == secret);
        if let Some(room) = known.map(|(_, room)| room.clone()) {
            seen.push(room);
            continue;
        }
        if account.left().is_zero() || start.elapsed() > LOOKING {
            return refusal(StatusCode::TOO_MANY_REQUESTS, NO_TIME);
        }
        // Each may have to be read, while others wait for their answers.
        let turn = Arc::clone(&rooms.questions).acquire_owned().await;
        let (hall, account, secret) =
            (Arc::clone(&rooms.hall), account.clone(), Secret::parse(secret));
        let look = move || account.charged(|| hall.look(&secret?, now()).ok());
        let Ok(room) = spawn_blocking(look).await else {
            return refusal(StatusCode::INTERNAL_SERVER_ERROR, FAILED);
        };
        drop(turn);
        seen.push(room);
    }
    (StatusCode::CREATED, Json(Looked { rooms: seen })).into_response()
}

/// The answer to a request, or why there is none.
fn answer<T: Serialize, E>(done: Result<Result<T, Rejected>, E>) -> Response {
    match done {
        Ok(Ok(value)) => (StatusCode::CREATED, Json(value)).into_response(),
        Ok(Err(error)) => refusal(StatusCode::CONFLICT, &error.to_string()),
        Err(_) => refusal(StatusCode::INTERNAL_SERVER_ERROR, FAILED),
    }
}

fn refusal(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}
