//! The connections of browsers. One that does not become a socket is closed after a while, or when
//! there is no room for another one: clients that are slow or silent would keep all others out.

use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{sleep, timeout};

/// Most connections at a time, sockets aside.
pub const MOST: usize = 256;
/// After this time a connection answers no further request; browsers open another one.
pub const LONGEST: Duration = Duration::from_secs(30);
/// Time after that for the request in hand.
const GRACE: Duration = Duration::from_secs(5);
/// Time to wait when no connection can be accepted and none be closed for it.
const PAUSE: Duration = Duration::from_secs(1);

/// The address of a client, which all handlers can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer(pub IpAddr);

/// A connection that has not become a socket.
struct Connection {
    peer: Peer,
    task: JoinHandle<()>,
}

/// Serves for ever.
pub async fn serve(listener: TcpListener, router: Router, longest: Duration) {
    let mut open: Vec<Connection> = Vec::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|connection| !connection.task.is_finished());
        if accepted.is_err() || open.len() >= MOST {
            close_one(&mut open);
            yield_now().await;
        }
        let Ok((stream, address)) = accepted else {
            // For want of file descriptors, most likely.
            if open.is_empty() {
                sleep(PAUSE).await;
            }
            continue;
        };
        // Answers are small, and each is to go out at once.
        let _ = stream.set_nodelay(true);
        let peer = Peer(address.ip().to_canonical());
        let router = router.clone().layer(Extension(peer));
        open.push(Connection { peer, task: tokio::spawn(connection(stream, router, longest)) });
    }
}

/// Closes the oldest connection of the client that has most of them.
fn close_one(open: &mut Vec<Connection>) {
    let of = |peer: Peer| open.iter().filter(|connection| connection.peer == peer).count();
    // Of several maxima the last one is taken, which here is the oldest.
    let all = open.iter().enumerate().rev();
    let oldest = all.max_by_key(|(_, connection)| of(connection.peer)).map(|(index, _)| index);
    if let Some(index) = oldest {
        open.remove(index).task.abort();
    }
}

async fn connection(stream: TcpStream, router: Router, longest: Duration) {
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    // A client that breaks off or breaks the protocol is its own concern.
    if timeout(longest, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(GRACE, connection).await;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Shutdown, SocketAddr, TcpStream};
    use std::time::Instant;

    use axum::routing::get;

    use super::*;

    /// What a client gets from a server that cuts idle connections off after this time.
    fn serving<T: Send + 'static>(
        longest: Duration,
        client: impl FnOnce(SocketAddr) -> T + Send + 'static,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = Router::new().route("/", get(|| async { "here" }));
            tokio::spawn(serve(listener, router, longest));
            tokio::task::spawn_blocking(move || client(address)).await.unwrap()
        })
    }

    /// What a client that sends some text reads until the server closes the connection.
    fn exchange(text: &'static str, finish: bool) -> (String, Duration) {
        serving(Duration::from_millis(200), move |address| {
            let start = Instant::now();
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            if finish {
                stream.shutdown(Shutdown::Write).unwrap();
            }
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            (answer, start.elapsed())
        })
    }

    #[test]
    fn requests_are_answered_and_idle_connections_closed() {
        let (answer, time) = exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n", false);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("here"), "{answer}");
        assert!((Duration::from_millis(200)..GRACE).contains(&time), "{time:?}");
    }

    #[test]
    fn silent_and_slow_clients_are_cut_off() {
        for text in ["", "GET / HTTP/1.1\r\nHos"] {
            let (answer, time) = exchange(text, false);
            assert_eq!(answer, "");
            assert!(time < GRACE + Duration::from_secs(10), "{time:?}");
        }
    }

    #[test]
    fn idle_connections_delay_nobody() {
        let (answer, time) = serving(LONGEST, |address| {
            let connect = || TcpStream::connect(address).unwrap();
            let idle: Vec<TcpStream> = (0..2 * MOST).map(|_| connect()).collect();
            let start = Instant::now();
            let mut stream = connect();
            let request = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            stream.write_all(request).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            drop(idle);
            (answer, start.elapsed())
        });
        assert!(answer.ends_with("here") && time < LONGEST / 3, "{answer} {time:?}");
    }

    #[test]
    fn the_client_with_most_connections_loses_its_oldest() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let addresses = [[10, 0, 0, 1], [10, 0, 0, 2], [10, 0, 0, 2], [10, 0, 0, 3]];
            let connection = |address: [u8; 4]| Connection {
                peer: Peer(address.into()),
                task: tokio::spawn(std::future::pending()),
            };
            let mut open: Vec<Connection> = addresses.into_iter().map(connection).collect();
            let last_octets = |open: &[Connection]| -> Vec<u8> {
                let last = |peer: Peer| peer.0.to_string().bytes().last().unwrap() - b'0';
                open.iter().map(|connection| last(connection.peer)).collect()
            };
            close_one(&mut open);
            assert_eq!(last_octets(&open), [1, 2, 3]);
            close_one(&mut open);
            assert_eq!(last_octets(&open), [2, 3]);
        });
    }

    #[test]
    fn a_client_that_leaves_ends_its_connection() {
        let (_, time) = exchange("GET / HT", true);
        assert!(time < GRACE, "{time:?}");
    }
}
