//! The connections of browsers. One that does not become a socket is closed after a while: clients
//! that are slow or silent would keep all others out.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Most connections at a time, sockets aside. Others wait.
const MOST: usize = 256;
/// After this time a connection answers no further request; browsers open another one.
pub const LONGEST: Duration = Duration::from_secs(30);
/// Time after that for the request in hand.
const GRACE: Duration = Duration::from_secs(5);
/// Time to wait when no connection can be accepted, as for want of file descriptors.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves for ever.
pub async fn serve(listener: TcpListener, router: Router, longest: Duration) {
    let places = Arc::new(Semaphore::new(MOST));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            connection(stream, router, longest).await;
            drop(place);
        });
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
    use std::net::{Shutdown, TcpStream};
    use std::time::Instant;

    use axum::routing::get;

    use super::*;

    /// What a client that sends some text reads until the server closes the connection.
    fn exchange(text: &'static str, finish: bool) -> (String, Duration) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = Router::new().route("/", get(|| async { "here" }));
            tokio::spawn(serve(listener, router, Duration::from_millis(200)));
            let client = tokio::task::spawn_blocking(move || {
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
            });
            client.await.unwrap()
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
    fn a_client_that_leaves_ends_its_connection() {
        let (_, time) = exchange("GET / HT", true);
        assert!(time < GRACE, "{time:?}");
    }
}
