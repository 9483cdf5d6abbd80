//! `baroque serve`: the page over HTTP, and its sessions over WebSocket.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use baroque_formats::{Loaded, Rejected};
use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::signals;
use crate::tools::error::ToolError;

mod assets;
mod connections;
mod gate;
mod sessions;
mod socket;

use gate::Gate;
use sessions::Sessions;

/// The year in which the game was invented.
const PORT: u16 = 1962;

/// Bytes of the longest token that is considered.
const MAX_TOKEN: usize = 256;

/// Arguments of `baroque serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Address to listen on; others than the default let other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// Name by which browsers may reach the page, with its port unless it is --port, besides
    /// localhost; repeat the option for several
    #[arg(long = "host", value_name = "HOST")]
    hosts: Vec<String>,
    /// Ask for a token, which the printed link has, also if only this machine is let in
    #[arg(long)]
    token: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(args, loaded, output))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(
    args: &ServeArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<(), ToolError> {
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
    let serving = connections::serve(listener, router(gate, loaded.clone()), connections::LONGEST);
    tokio::select! {
        // A connection that stays open does not keep the program.
        () = stopped.notified() => Ok(()),
        () = serving => Ok(()),
    }
}

/// The page at `/`, its files beside it, the socket at `/ws`, and `/login`, which takes a token.
fn router(gate: Gate, loaded: Loaded) -> Router {
    let gate = Arc::new(gate);
    let door = Arc::clone(&gate);
    let log_in = async move |headers: HeaderMap, token: String| door.log_in(&headers, &token);
    Router::new()
        .route("/ws", get(socket::connect))
        .route("/login", post(log_in).layer(DefaultBodyLimit::max(MAX_TOKEN)))
        .fallback(assets::get)
        .with_state(Arc::new(Sessions::new(loaded)))
        .layer(from_fn_with_state(gate, gate::check))
}
