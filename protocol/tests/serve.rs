//! `baroque serve`: who is let in, what is refused, and that sessions survive it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// A server that ends with the test.
struct Server {
    process: Child,
    /// Host and port.
    host: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_baroque"))
            .args([&["serve", "--port", "0"], arguments].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let host = url["http://".len()..].trim_end_matches('/').to_owned();
        Self { process, host }
    }

    /// The response to a request with some headers: all of it.
    fn http(&self, request: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut text = format!("{request} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        stream.write_all((text + "\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The status of a GET.
    fn status(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let text = self.http(&format!("GET {path}"), headers);
        text.split(' ').nth(1).unwrap_or("0").parse().unwrap()
    }

    /// A connection of a page with an Origin, or the status that refuses it.
    fn connect(&self, origin: Option<&str>) -> Result<Page, u16> {
        let mut request = format!("ws://{}/ws", self.host).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        match tungstenite::connect(request) {
            Ok((socket, _)) => {
                if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
                    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
                }
                Ok(Page { socket, last: 0 })
            }
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    fn page(&self) -> Page {
        self.connect(Some(&format!("http://{}", self.host))).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// Number of the last request.
    last: u64,
}

impl Page {
    fn send(&mut self, ask: &Value) -> u64 {
        self.last += 1;
        let text = json!({ "id": self.last, "ask": ask }).to_string();
        self.socket.send(Message::text(text)).unwrap();
        self.last
    }

    /// The next answer and its number.
    fn read(&mut self) -> (u64, Value) {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let mut message: Value = serde_json::from_str(&text).unwrap();
                return (message["id"].as_u64().unwrap(), message["answer"].take());
            }
        }
    }

    /// The answer to a request, without the lines of searches.
    fn ask(&mut self, ask: &Value) -> Value {
        let id = self.send(ask);
        loop {
            let (number, answer) = self.read();
            if number == id && answer["type"] != "line" {
                return answer;
            }
        }
    }

    /// The error that answers a message.
    fn error(&mut self, text: &str) -> String {
        self.socket.send(Message::text(text)).unwrap();
        let (_, answer) = self.read();
        assert_eq!(answer["type"], "error", "{answer}");
        answer["message"].as_str().unwrap().to_owned()
    }

    fn is_alive(&mut self) -> bool {
        let answer = self.ask(&json!({ "type": "position", "game": { "variant": "rococo" } }));
        answer["moves"].as_array().is_some_and(|moves| moves.len() == 25)
    }
}

#[test]
fn only_the_own_page_is_let_in() {
    let server = Server::start(&["--host", "chess.example"]);
    let (host, port) = (server.host.as_str(), server.host.rsplit(':').next().unwrap());
    let page = server.http("GET /", &[("Host", host)]);
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<!doctype html>"), "{page}");
    for header in [
        "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'\r\n",
        "x-content-type-options: nosniff\r\n",
        "content-type: text/html; charset=utf-8\r\n",
    ] {
        assert!(page.contains(header), "{header}");
    }
    let named = [format!("localhost:{port}"), format!("CHESS.example:{port}")];
    for own in named.iter().map(String::as_str).chain([host]) {
        assert_eq!(server.status("/", &[("Host", own)]), 200, "{own}");
        let origin = format!("http://{own}");
        assert_eq!(server.status("/", &[("Host", own), ("Origin", &origin)]), 200, "{own}");
    }
    let rebound = format!("evil.example:{port}");
    for foreign in ["evil.example", &rebound, "localhost", "localhost:1", "", "[::1]"] {
        assert_eq!(server.status("/", &[("Host", foreign)]), 403, "{foreign}");
    }
    assert_eq!(server.status("/", &[("Host", host), ("Host", host)]), 403);
    for foreign in ["http://evil.example", "null", "", "http://localhost:1", "file://"] {
        let headers = [("Host", host), ("Origin", foreign)];
        assert_eq!(server.status("/", &headers), 403, "{foreign}");
        assert_eq!(server.connect(Some(foreign)).err(), Some(403), "{foreign}");
    }
    assert_eq!(server.connect(None).err(), Some(403));
    assert!(server.page().is_alive());
}

#[test]
fn nothing_but_the_files_of_the_page_is_read() {
    let server = Server::start(&[]);
    let host = [("Host", server.host.as_str())];
    for path in
        ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/css", "/x"]
    {
        assert_eq!(server.status(path, &host), 404, "{path}");
    }
    assert!(server.http("POST /", &host).starts_with("HTTP/1.1 405 "));
    assert!(server.http("DELETE /index.html", &host).starts_with("HTTP/1.1 405 "));
    let page = server.http("GET /", &host);
    let tag = page.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let known = [("Host", server.host.as_str()), ("If-None-Match", tag)];
    assert_eq!(server.status("/", &known), 304);
    assert_eq!(server.status("/ws", &host), 403);
}

#[test]
fn bad_messages_are_refused_and_the_session_lives() {
    let server = Server::start(&[]);
    let mut page = server.page();
    for (text, start) in [
        ("", "not a request: "),
        ("{", "not a request: "),
        ("[1, 2]", "not a request: "),
        ("{\"id\": 1}", "not a request: missing field `ask`"),
        ("{\"id\": -1, \"ask\": {\"type\": \"stop\"}}", "not a request: "),
        (
            "{\"id\": 1, \"ask\": {\"type\": \"stop\", \"path\": \"/\"}}",
            "not a request: unknown field",
        ),
        (
            "{\"id\": 1, \"ask\": {\"type\": \"load\", \"file\": \"x\"}}",
            "not a request: unknown variant",
        ),
        (
            "{\"id\": 1, \"ask\": {\"type\": \"position\", \"game\": {\"variant\": \"chess\"}}}",
            "unknown variant 'chess'",
        ),
        (
            "{\"id\": 1, \"ask\": {\"type\": \"engine\", \"hash\": 999999}}",
            "hash is 999999, allowed is 1 to ",
        ),
        (
            "{\"id\": 1, \"ask\": {\"type\": \"engine\", \"threads\": 0}}",
            "threads is 0, allowed is 1 to ",
        ),
    ] {
        let error = page.error(text);
        assert!(error.starts_with(start) && error.lines().count() == 1, "{text}: {error}");
    }
    assert!(page.error(&"x".repeat((1 << 20) + 1)).starts_with("the message has more than 1 MiB"));
    assert!(page.error(&"[".repeat(1 << 20)).starts_with("not a request: "));
    let nested = "[{\"uci\":\"e2e4\",\"variations\":[".repeat(10_000);
    let nested = format!(
        "{{\"id\":1,\"ask\":{{\"type\":\"write_pgn\",\"game\":{{\"variant\":\"baroque\",\"result\":\"*\",\"moves\":{nested}"
    );
    assert!(page.error(&nested).starts_with("not a request: recursion limit"));
    page.socket.send(Message::binary(vec![0xff; 1000])).unwrap();
    assert_eq!(page.read().1["type"], "error");
    assert!(page.is_alive());
    // What is longer still ends the connection, and a page connects again.
    let _ = page.socket.send(Message::text("x".repeat(9 << 20)));
    assert!(std::iter::repeat_with(|| page.socket.read()).take(3).any(|read| read.is_err()));
    assert!(server.page().is_alive());
}

#[test]
fn sessions_are_bounded_and_independent() {
    let server = Server::start(&[]);
    let mut pages: Vec<Page> = (0..64).map(|_| server.page()).collect();
    assert_eq!(server.connect(Some(&format!("http://{}", server.host))).err(), Some(503));
    for (index, page) in pages.iter_mut().enumerate() {
        let variant = ["baroque", "maxima", "fugue"][index % 3];
        let game = json!({ "variant": variant });
        page.send(&json!({ "type": "search", "game": game, "limits": { "nodes": 200 } }));
    }
    for page in &mut pages {
        let best = std::iter::repeat_with(|| page.read().1).find(|answer| answer["type"] == "best");
        assert!(best.unwrap()["best"].is_string());
    }
    drop(pages);
    let connect = || server.connect(Some(&format!("http://{}", server.host)));
    let again = std::iter::repeat_with(connect).take(200).find_map(|result| {
        std::thread::sleep(Duration::from_millis(20));
        result.ok()
    });
    assert!(again.unwrap().is_alive());
}

#[test]
fn searches_end_when_they_are_stopped_or_replaced() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let search = json!({ "type": "search", "game": { "variant": "maxima" }, "lines": 3 });
    let first = page.send(&search);
    while page.read().1["type"] != "line" {}
    let second = page.send(&search);
    let mut ended = Vec::new();
    while ended.len() < 2 {
        let (id, answer) = page.read();
        if answer["type"] == "best" {
            ended.push(id);
        } else if id == second && ended == [first] {
            assert_eq!(answer["type"], "line");
            page.send(&json!({ "type": "stop" }));
            while page.read().1["type"] != "best" {}
            ended.push(second);
        }
    }
    assert_eq!(ended, [first, second]);
    assert!(page.is_alive());
    // The answer to a stop comes after the end of the search.
    page.send(&search);
    page.send(&json!({ "type": "stop" }));
    let mut kinds = Vec::new();
    while kinds.last().is_none_or(|kind| kind != "done") {
        kinds.push(page.read().1["type"].as_str().unwrap().to_owned());
    }
    kinds.retain(|kind| kind != "line");
    assert!(kinds.ends_with(&["best".to_owned(), "done".to_owned()]), "{kinds:?}");
}

#[test]
fn files_of_games_belong_to_those_who_name_their_hash() {
    let server = Server::start(&[]);
    let file = |piece: &str| {
        let text = format!(
            "format = 1\n[fugue-two]\nstart = \"3qk3/8/8/8/8/8/8/3QK3\"\n[fugue-two.pieces]\n\
             K = {{ name = \"king\", move = \"K\", take = \"displace\", royal = true }}\n\
             Q = {{ name = \"duellist\", move = \"{piece}\", take = \"approach\" }}\n"
        );
        json!({ "type": "define", "name": "two.toml", "text": text })
    };
    let (mut one, mut two) = (server.page(), server.page());
    let games = [one.ask(&file("R")), two.ask(&file("B"))];
    let moves = |page: &mut Page, games: &Value| {
        let game = &games["games"][0];
        let game = json!({ "variant": game["variant"], "definition": game["definition"] });
        let position = page.ask(&json!({ "type": "position", "game": game }));
        position["moves"].as_array().map(Vec::len)
    };
    let counts = [moves(&mut one, &games[0]), moves(&mut two, &games[1])];
    assert!(counts[0].is_some() && counts[0] != counts[1], "{games:?}");
    assert_eq!(moves(&mut two, &games[0]), counts[0]);
    // The name alone stays free, and the catalog shows only the games of the program.
    let unnamed = json!({ "type": "position", "game": { "variant": "fugue-two" } });
    assert_eq!(one.ask(&unnamed)["type"], "error");
    let catalog = one.ask(&json!({ "type": "catalog" })).to_string();
    assert!(catalog.contains("\"fugue\"") && !catalog.contains("fugue-two"));
    let broken =
        one.ask(&json!({ "type": "define", "name": "<b>.toml", "text": "format = 1\n[x]\n" }));
    let message = broken["message"].as_str().unwrap();
    assert!(message.starts_with("<b>.toml:"), "{message}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_program_though_pages_are_open() {
    let mut server = Server::start(&[]);
    let mut page = server.page();
    page.send(&json!({ "type": "search", "game": { "variant": "baroque" } }));
    assert!(!page.read().1.is_null());
    let id = i32::try_from(server.process.id()).unwrap();
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), nix::sys::signal::SIGTERM).unwrap();
    assert!(server.process.wait().unwrap().success());
}

#[test]
fn a_port_in_use_is_an_error() {
    let server = Server::start(&[]);
    let port = server.host.rsplit(':').next().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_baroque"))
        .args(["serve", "--port", port])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    let start = format!("error: cannot listen on 127.0.0.1:{port}: ");
    assert!(text.starts_with(&start) && text.lines().count() == 1, "{text}");
}
