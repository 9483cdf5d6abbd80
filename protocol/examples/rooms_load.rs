//! Lets many rooms of a server play at once, each at a steady pace, and measures the time from the moment a player
//! sends a move until the other one has it:
//!
//! `cargo run --release --features serve --example rooms_load -- target/release/baroque`
//!
//! It fails if anything goes wrong, if more than one move in a hundred takes longer than 100 ms (`--within`), and if
//! the server uses more than 128 MiB of memory (`--memory`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use baroque_movegen::AnyGame;
use baroque_protocol::descriptors;
use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Time after which a server that says nothing has failed.
const SILENCE: Duration = Duration::from_secs(30);
/// Time before the first move.
const LEAD: Duration = Duration::from_secs(1);
/// The game, which nothing but its moves can end.
const VARIANT: &str = "rococo";
const RULES: &str = "repetition=off,movelimit=0";

type Error = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    /// The program whose server is measured
    program: PathBuf,
    /// Rooms, in each of which there are two sockets
    #[arg(long, default_value_t = 500)]
    rooms: u32,
    /// Seconds of play
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Milliseconds between the moves of a room
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pace: u64,
    /// Milliseconds that all moves but one in a hundred may take at most
    #[arg(long, default_value_t = 100)]
    within: u64,
    /// MiB of memory that the server may use
    #[arg(long, default_value_t = 128)]
    memory: u64,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, prints what was found, and returns whether it is good.
fn run(arguments: &Arguments) -> Result<bool, Error> {
    descriptors::allow(2 * arguments.rooms as usize + 64);
    let server = Server::start(arguments)?;
    let plies = arguments.seconds * 1000 / arguments.pace;
    let games: Vec<Game> = (0..arguments.rooms)
        .into_par_iter()
        .map(|number| Ok(Game { secrets: server.room()?, moves: moves(plies, u64::from(number))? }))
        .collect::<Result<_, Error>>()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let pace = Duration::from_millis(arguments.pace);
    let start = std::time::Instant::now();
    let (mut times, errors) = runtime.block_on(play_all(&server.host, games, pace))?;
    let seconds = start.elapsed().as_secs_f64();
    times.sort_unstable();
    let percentile = |part: usize| times.get((times.len() * part).div_ceil(100).saturating_sub(1));
    println!(
        "{} rooms, a move every {pace:?}: {} moves in {seconds:.0} s",
        arguments.rooms,
        times.len()
    );
    for (name, part) in [("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)] {
        println!("{name} {:.1?}", percentile(part).copied().unwrap_or_default());
    }
    let memory = server.peak_memory();
    if let Some(memory) = memory {
        println!("memory of the server at its peak: {memory} MiB");
    }
    errors.iter().for_each(|error| println!("error: {error}"));
    let within = Duration::from_millis(arguments.within);
    let is_fast = percentile(99).is_some_and(|&time| time <= within);
    Ok(errors.is_empty() && is_fast && memory.is_none_or(|memory| memory <= arguments.memory))
}

/// A game that two are to play.
struct Game {
    /// Of White's seat and Black's.
    secrets: [String; 2],
    moves: Vec<String>,
}

/// Random moves after which the game is not over.
fn moves(plies: u64, seed: u64) -> Result<Vec<String>, Error> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut game = AnyGame::with_rules(VARIANT, RULES)?;
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut moves = game.legal_moves();
        moves.shuffle(&mut random);
        let goes_on = moves.into_iter().find_map(|mv| {
            let text = game.uci(mv);
            game.play(mv).ok()?;
            if game.outcome().is_none() {
                return Some(text);
            }
            game.take_back();
            None
        });
        played.push(goes_on.ok_or("a random game has come to its end")?);
    }
    Ok(played)
}

/// A server with a new file of rooms; both are gone when this is dropped.
struct Server {
    process: Child,
    host: String,
    folder: PathBuf,
}

impl Server {
    fn start(arguments: &Arguments) -> Result<Self, Error> {
        let folder = std::env::temp_dir().join(format!("baroque-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut command = Command::new(&arguments.program);
        command.args(["serve", "--rooms", "--port", "0", "--data"]).arg(folder.join("rooms.redb"));
        let process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut server = Self { process, host: String::new(), folder };
        let output = server.process.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let host = line.split("http://").nth(1).and_then(|url| url.split('/').next());
        server.host = host.ok_or("the server does not say where it is")?.to_owned();
        Ok(server)
    }

    /// The secrets of the seats of a new room.
    fn room(&self) -> Result<[String; 2], Error> {
        let game = json!({ "variant": VARIANT, "rules": RULES });
        let time = json!({ "type": "clock", "base": 10_800_000, "increment": 0 });
        let setup = json!({ "game": game, "time": time, "side": "w", "has_chat": false });
        let keys: Value = serde_json::from_str(&self.post("/rooms", &setup)?)?;
        let key = |name: &str| keys[name].as_str().unwrap_or_default().to_owned();
        let guest = format!("{:032x}", rand::random::<u128>());
        self.post("/rooms/seat", &json!({ "invitation": key("invitation"), "seat": guest }))?;
        Ok([key("seat"), guest])
    }

    /// The body that answers a POST.
    fn post(&self, path: &str, body: &Value) -> Result<String, Error> {
        let (host, body) = (&self.host, body.to_string());
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(SILENCE))?;
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        match answer.split_once("\r\n\r\n") {
            Some((head, body)) if head.starts_with("HTTP/1.1 201") => Ok(body.to_owned()),
            _ => Err(format!("{path}: {answer}").into()),
        }
    }

    /// The most memory that it has used, in MiB, where the system tells it.
    fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes.div_ceil(1024))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Plays all games at once. Returns the times that moves took, and what went wrong.
async fn play_all(
    host: &str,
    games: Vec<Game>,
    pace: Duration,
) -> Result<(Vec<Duration>, Vec<Error>), Error> {
    let mut entered = Vec::new();
    for Game { secrets: [white, black], moves } in games {
        entered.push((
            [Player::enter(host, &white).await?, Player::enter(host, &black).await?],
            moves,
        ));
    }
    let (start, count) = (Instant::now() + LEAD, entered.len().max(1) as u32);
    let mut playing = JoinSet::new();
    for ((players, moves), number) in entered.into_iter().zip(0..) {
        playing.spawn(play(players, moves, start + pace * number / count, pace));
    }
    let (mut times, mut errors) = (Vec::new(), Vec::new());
    for played in playing.join_all().await {
        match played {
            Ok(played) => times.extend(played),
            Err(error) => errors.push(error),
        }
    }
    Ok((times, errors))
}

/// Plays a game at a pace. Returns the times that its moves took.
async fn play(
    mut players: [Player; 2],
    moves: Vec<String>,
    start: Instant,
    pace: Duration,
) -> Result<Vec<Duration>, Error> {
    let mut times = Vec::new();
    let mut due = start;
    for (ply, text) in moves.iter().enumerate() {
        sleep_until(due).await;
        due += pace;
        let [mover, other] = &mut players;
        let sent = Instant::now();
        mover
            .send(&json!({ "type": "act", "command": {
            "type": "move", "text": text, "ply": ply, "number": 1,
        } }))
            .await?;
        other.until(ply + 1).await?;
        times.push(sent.elapsed());
        mover.until(ply + 1).await?;
        players.reverse();
    }
    Ok(times)
}

/// A player's socket.
struct Player {
    socket: WebSocketStream<tokio::net::TcpStream>,
}

/// What is read of a message.
#[derive(Deserialize)]
struct Told {
    room: Option<RoomTold>,
    answer: Option<AnswerTold>,
}

#[derive(Deserialize)]
struct RoomTold {
    game: GameTold,
}

#[derive(Deserialize)]
struct GameTold {
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct AnswerTold {
    /// Why something was refused.
    message: Option<String>,
}

impl Player {
    async fn enter(host: &str, secret: &str) -> Result<Self, Error> {
        let stream = tokio::net::TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{host}/room").into_client_request()?;
        request.headers_mut().insert("Origin", format!("http://{host}").parse()?);
        let (socket, _) = client_async(request, stream).await?;
        let mut player = Self { socket };
        player.send(&json!({ "type": "enter", "secret": secret })).await?;
        player.until(0).await?;
        Ok(player)
    }

    async fn send(&mut self, ask: &Value) -> Result<(), Error> {
        let text = json!({ "id": 1, "ask": ask }).to_string();
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Reads until the room has so many moves.
    async fn until(&mut self, plies: usize) -> Result<(), Error> {
        loop {
            let message =
                timeout(SILENCE, self.socket.next()).await?.ok_or("a socket was closed")??;
            let Message::Text(text) = message else { continue };
            let told: Told = serde_json::from_str(&text)?;
            if let Some(why) = told.answer.and_then(|answer| answer.message) {
                return Err(why.into());
            }
            if told.room.is_some_and(|room| room.game.moves.len() == plies) {
                return Ok(());
            }
        }
    }
}
