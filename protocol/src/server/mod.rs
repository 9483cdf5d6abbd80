//! `baroque serve`: the page over HTTP, and its sessions over WebSocket.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use baroque_formats::text::quoted;
use baroque_formats::{Loaded, Rejected, files};
use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::tools::error::ToolError;
use crate::{descriptors, signals};

mod assets;
mod connections;
mod gate;
mod room_socket;
mod rooms;
mod sessions;
mod socket;

use gate::Gate;
use rooms::Rooms;
use sessions::Sessions;

/// The year in which the game was invented.
const PORT: u16 = 1962;

/// Most threads for work that takes long.
const BLOCKING: usize = 64;

/// Most files that are open: connections, sockets of rooms, sessions, and what is read and written.
const FILES: usize = connections::MOST + room_socket::MAX_SOCKETS + 256;

/// Bytes of the longest token that is considered.
const MAX_TOKEN: usize = 256;
/// Time for work that goes on when the server ends.
const ENDING: Duration = Duration::from_secs(2);

/// Arguments of `baroque serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Address to listen on; any but the default lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// Name other than localhost by which browsers may reach the page, with its port unless that is
    /// --port; repeat the option for several
    #[arg(long = "host", value_name = "HOST")]
    hosts: Vec<String>,
    /// Ask for the token in the printed link even if only this machine is let in
    #[arg(long)]
    token: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Keep rooms in which two people play from afar
    #[arg(long)]
    rooms: bool,
    /// File of the rooms; default: baroque/rooms.redb in the data folder
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Write the games of all rooms to this file (PGN) instead of serving
    #[arg(long, value_name = "FILE")]
    export: Option<String>,
}

impl ServeArgs {
    /// The file of the rooms.
    fn data(&self) -> Result<PathBuf, Rejected> {
        let none = || Rejected("there is no folder for data; name a file by --data".to_owned());
        self.data.clone().or_else(rooms::usual_path).ok_or_else(none)
    }
}

/// Serves the page until the program is interrupted.
///
/// # Errors
/// The address cannot be used, or the output not be written.
pub fn run(
    args: &ServeArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    if let Some(path) = &args.export {
        return export(args, loaded, path, output);
    }
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(BLOCKING).build()?;
    let served = runtime.block_on(serve(args, loaded, output));
    // What has not been answered by then need not have happened.
    runtime.shutdown_timeout(ENDING);
    served?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the games of all rooms.
fn export(
    args: &ServeArgs,
    loaded: &Loaded,
    path: &str,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let (text, unread) = rooms::export(&args.data()?, &loaded.games)?;
    files::write_atomically(Path::new(path), text.as_bytes())
        .map_err(|error| Rejected::at(quoted(path), error))?;
    if unread > 0 {
        writeln!(output, "warning: {unread} rooms cannot be read, and their games are missing")?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(
    args: &ServeArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<(), ToolError> {
    let sessions = Arc::new(Sessions::new(loaded.clone(), args.rooms));
    let rooms = match args.rooms {
        true => Some(Rooms::open(&args.data()?, Arc::clone(&sessions))?),
        false => None,
    };
    if let Some(rooms) = &rooms {
        tokio::spawn(Arc::clone(rooms).keep_time());
    }
    descriptors::allow(FILES);
    let address = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(address).await;
    let listener =
        listener.map_err(|error| Rejected(format!("cannot listen on {address}: {error}")))?;
    let address = listener.local_addr()?;
    let lets_others_in = !address.ip().is_loopback();
    let gate = Gate::new(address, &args.hosts, args.token || lets_others_in);
    let url = gate.url();
    writeln!(output, "Baroque is at {url} (Ctrl-C ends it)")?;
    if lets_others_in {
        let hosts = gate.hosts().join(" ");
        let who = "everybody who has this link can use this program";
        writeln!(output, "warning: {who}; it answers to {hosts}")?;
    }
    output.flush()?;
    if args.open {
        // Who has no browser has the address.
        let _ = open::that_detached(&url);
    }
    let stopped = Arc::new(Notify::new());
    let stop = Arc::clone(&stopped);
    signals::on_stop(move || stop.notify_one());
    let serving = connections::serve(listener, router(gate, sessions, rooms), connections::LONGEST);
    tokio::select! {
        // A connection that stays open does not keep the program.
        () = stopped.notified() => Ok(()),
        () = serving => Ok(()),
    }
}

/// The page at `/`, its files beside it, the socket at `/ws`, `/login`, which takes a token, and rooms.
fn router(gate: Gate, sessions: Arc<Sessions>, rooms: Option<Arc<Rooms>>) -> Router {
    let gate = Arc::new(gate);
    let door = Arc::clone(&gate);
    let log_in = async move |headers: HeaderMap, token: String| door.log_in(&headers, &token);
    let page = Router::new()
        .route("/ws", get(socket::connect))
        .route("/login", post(log_in).layer(DefaultBodyLimit::max(MAX_TOKEN)))
        .fallback(assets::get)
        .with_state(sessions);
    let all = match rooms {
        Some(rooms) => page.merge(rooms_router(rooms)),
        None => page,
    };
    all.layer(from_fn_with_state(gate, gate::check))
}

/// What answers at the paths of rooms.
fn rooms_router(rooms: Arc<Rooms>) -> Router {
    Router::new()
        .route(gate::ROOMS, post(rooms::make).layer(DefaultBodyLimit::max(rooms::MAX_SETUP)))
        .route(
            "/rooms/seat",
            post(rooms::take_seat).layer(DefaultBodyLimit::max(rooms::MAX_TAKING)),
        )
        .route("/rooms/look", post(rooms::look).layer(DefaultBodyLimit::max(rooms::MAX_LOOKING)))
        .route(gate::ROOM_SOCKET, get(room_socket::connect))
        .with_state(rooms)
}
