//! `baroque serve`: who is let in, what is refused, and that sessions survive it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

use crate::common;

/// A server that ends with the test.
pub struct Server {
    pub process: Child,
    /// Host and port.
    pub host: String,
    /// The token that it asks for, or nothing.
    pub token: String,
}

/// All that comes on a connection.
pub fn answer_of(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_under(&[], arguments)
    }

    /// Starts it as the arguments of another command.
    pub fn start_under(command: &[&str], arguments: &[&str]) -> Self {
        let serve = [common::BAROQUE, "serve", "--port", "0"];
        let all = [command, &serve, arguments].concat();
        let mut command = Command::new(all[0]);
        command.args(&all[1..]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).unwrap();
        let (host, fragment) = url.split_once('/').unwrap();
        let token = fragment.trim_start_matches("#token=").to_owned();
        Self { process, host: host.to_owned(), token }
    }

    /// Sends SIGTERM, and waits for the end. Nothing may have panicked.
    #[cfg(unix)]
    fn terminate(mut self) -> Option<i32> {
        common::signal("TERM", &self.process);
        let status = self.process.wait().unwrap();
        let mut errors = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        status.code()
    }

    /// The response to a request with some headers: all of it.
    fn http(&self, request: &str, headers: &[(&str, &str)]) -> String {
        self.http_with(request, headers, "")
    }

    /// The response to a request with some headers and a body.
    pub fn http_with(&self, request: &str, headers: &[(&str, &str)], body: &str) -> String {
        answer_of(self.begin_http(request, headers, body))
    }

    /// A request with some headers and a body, and its connection, on which the answer comes.
    pub fn begin_http(&self, request: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut text = format!("{request} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        stream.write_all((text + "\r\n" + body).as_bytes()).unwrap();
        stream
    }

    /// The status of a GET.
    fn status(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let text = self.http(&format!("GET {path}"), headers);
        text.split(' ').nth(1).unwrap_or("0").parse().unwrap()
    }

    /// A connection of a page with an Origin, or the status that refuses it.
    fn connect(&self, origin: Option<&str>) -> Result<Page, u16> {
        self.connect_with(origin.map(|origin| ("Origin", origin)).as_slice())
    }

    /// A connection with some headers, or the status that refuses it.
    fn connect_with(&self, headers: &[(&'static str, &str)]) -> Result<Page, u16> {
        self.connect_to("/ws", headers)
    }

    /// A connection to a path with some headers, or the status that refuses it.
    pub fn connect_to(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Page, u16> {
        let mut request = format!("ws://{}{path}", self.host).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
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

    pub fn origin(&self) -> String {
        format!("http://{}", self.host)
    }

    fn page(&self) -> Page {
        self.connect(Some(&self.origin())).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub struct Page {
    pub socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// Number of the last request.
    last: u64,
}

impl Page {
    pub fn send(&mut self, ask: &Value) -> u64 {
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

/// A request to read a file of a game with these lines, kings, and perhaps queens.
fn definition(name: &str, lines: &str, queen: Option<&str>) -> Value {
    let king = "K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }";
    let queen = queen.map_or(String::new(), |queen| format!("Q = {{ {queen} }}\n"));
    let text = format!("format = 1\n[{name}]\n{lines}[{name}.pieces]\n{king}\n{queen}");
    json!({ "type": "define", "name": format!("{name}.toml"), "text": text })
}

#[test]
fn only_the_own_page_is_let_in() {
    let server = Server::start(&["--host", "chess.example"]);
    let (host, port) = (server.host.as_str(), server.host.rsplit(':').next().unwrap());
    let page = server.http("GET /", &[("Host", host)]);
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<!doctype html>"), "{page}");
    for header in [
        "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
         style-src 'self' 'sha256-",
        "'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\r\n",
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
    let ask = |ask: &str| format!(r#"{{"id": 1, "ask": {{"type": {ask}}}}}"#);
    for (text, start) in [
        (String::new(), "not a request: "),
        ("{".to_owned(), "not a request: "),
        ("[1, 2]".to_owned(), "not a request: "),
        (r#"{"id": 1}"#.to_owned(), "not a request: missing field `ask`"),
        (ask(r#""stop""#).replace('1', "-1"), "not a request: "),
        (ask(r#""stop", "path": "/""#), "not a request: unknown field"),
        (ask(r#""load", "file": "x""#), "not a request: unknown variant"),
        (ask(r#""position", "game": {"variant": "chess"}"#), "unknown variant 'chess'"),
        (ask(r#""engine", "hash": 999999"#), "hash is 999999, allowed is 1 to "),
        (ask(r#""engine", "threads": 0"#), "threads is 0, allowed is 1 to "),
    ] {
        let error = page.error(&text);
        assert!(error.starts_with(start) && error.lines().count() == 1, "{text}: {error}");
    }
    assert!(page.error(&"x".repeat((4 << 20) + 1)).starts_with("the message has more than 4 MiB"));
    assert!(page.error(&"[".repeat(1 << 20)).starts_with("not a request: "));
    let nested = r#"[{"uci":"e2e4","variations":["#.repeat(10_000);
    let game = format!(r#"{{"variant":"baroque","result":"*","moves":{nested}"#);
    let nested = format!(r#"{{"id":1,"ask":{{"type":"write_pgn","game":{game}"#);
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
    assert_eq!(server.connect(Some(&server.origin())).err(), Some(503));
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
    let connect = || server.connect(Some(&server.origin()));
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
fn files_of_games_belong_to_their_page() {
    let server = Server::start(&[]);
    let file = |piece: &str| {
        let queen = format!("name = \"duellist\", move = \"{piece}\", take = \"approach\"");
        definition("fugue-two", "start = \"3qk3/8/8/8/8/8/8/3QK3\"\n", Some(&queen))
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
    // Neither page knows the other's, and a third one not even the name.
    assert_eq!(moves(&mut two, &games[0]), None);
    let named = json!({ "type": "position", "game": { "variant": "fugue-two" } });
    assert_eq!(one.ask(&named)["moves"].as_array().map(Vec::len), counts[0]);
    assert_eq!(server.page().ask(&named)["type"], "error");
    // A new session knows nothing of what an old one has read.
    drop(one);
    let mut one = server.page();
    assert_eq!((moves(&mut one, &games[0]), moves(&mut two, &games[1])), (None, counts[1]));
    let catalog = one.ask(&json!({ "type": "catalog" })).to_string();
    assert!(catalog.contains("\"fugue\"") && !catalog.contains("fugue-two"));
    let text = "format = 1\n[x]\n";
    let broken = one.ask(&json!({ "type": "define", "name": "<b>.toml", "text": text }));
    let message = broken["message"].as_str().unwrap();
    assert!(message.starts_with("<b>.toml:"), "{message}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_program_though_pages_are_open() {
    let server = Server::start(&[]);
    let mut page = server.page();
    page.send(&json!({ "type": "search", "game": { "variant": "baroque" } }));
    assert!(!page.read().1.is_null());
    assert_eq!(server.terminate(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn without_threads_connections_are_refused_and_a_signal_still_ends_the_program() {
    for most in [1, 3] {
        let command = common::with_threads(most, 61_000 + std::process::id() % 1000);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let server = Server::start_under(&command, &[]);
        assert_eq!(server.status("/", &[("Host", &server.host)]), 200);
        assert_eq!(server.connect(Some(&server.origin())).err(), Some(503), "{most}");
        assert!(matches!(server.terminate(), Some(0 | 130)));
    }
}

#[test]
fn a_token_is_asked_for_beyond_this_machine_and_on_request() {
    let others: &[&str] = &["--bind", "0.0.0.0", "--host", "localhost"];
    for arguments in [others, &["--token"]] {
        let server = Server::start(arguments);
        let (origin, port) = (server.origin(), server.host.rsplit(':').next().unwrap());
        assert!(server.token.len() == 32, "{}", server.token);
        assert_eq!(server.status("/", &[("Host", &server.host)]), 200);
        let cookie = |token: &str| format!("a=b; baroque-token-{port}={token}");
        let connect = |header: &'static str, value: &str| {
            let page = server.connect_with(&[("Origin", &origin), (header, value)]);
            page.map(|mut page| page.is_alive())
        };
        let short = &server.token[1..];
        for wrong in ["", "0", short, &server.token.to_uppercase().replace('0', "O")] {
            assert_eq!(connect("Cookie", &cookie(wrong)), Err(401), "{wrong}");
            assert_eq!(connect("Authorization", &format!("Bearer {wrong}")), Err(401), "{wrong}");
        }
        assert_eq!(server.connect(Some(&origin)).err(), Some(401));
        assert_eq!(server.connect_with(&[("Cookie", &cookie(&server.token))]).err(), Some(403));
        assert_eq!(connect("Cookie", &cookie(&server.token)), Ok(true));
        assert_eq!(connect("Authorization", &format!("Bearer {}", server.token)), Ok(true));
        let log_in = |token: &str| {
            let length = token.len().to_string();
            let headers = [("Host", server.host.as_str()), ("Content-Length", &length)];
            server.http_with("POST /login", &headers, token)
        };
        for wrong in ["", short] {
            assert!(log_in(wrong).starts_with("HTTP/1.1 401 "), "{wrong}");
        }
        assert!(log_in(&"x".repeat(1000)).starts_with("HTTP/1.1 413 "));
        let answer = log_in(&server.token);
        let given = format!("set-cookie: baroque-token-{port}={}; ", server.token);
        assert!(answer.starts_with("HTTP/1.1 204 ") && answer.contains(&given), "{answer}");
        assert!(answer.contains("; HttpOnly; SameSite=Strict\r\n"), "{answer}");
    }
    let open = Server::start(&[]);
    assert_eq!(open.token, "");
    assert!(open.http("POST /login", &[("Host", &open.host)]).starts_with("HTTP/1.1 204 "));
}

#[test]
fn a_client_behind_a_proxy_has_only_its_share() {
    let server = Server::start(&[]);
    let connect = |client: &str| {
        server.connect_with(&[("Origin", &server.origin()), ("X-Forwarded-For", client)])
    };
    let pages: Vec<Page> = (0..16).map(|_| connect("203.0.113.9").unwrap()).collect();
    // Only what the proxy adds itself counts.
    assert_eq!(connect("198.51.100.7, 203.0.113.9").err(), Some(503));
    let mut other = connect("203.0.113.9, 198.51.100.7").unwrap();
    assert!(server.page().is_alive());
    let catalog = other.ask(&json!({ "type": "catalog" }));
    assert_eq!(catalog["engine"]["hash"], 256);
    drop(pages);
}

#[test]
fn a_definition_is_all_of_itself() {
    let server = Server::start(&[]);
    let game = |page: &mut Page, title: &str, name: &str, value: u32| {
        let lines = format!("title = \"{title}\"\nboard = \"5x5\"\nstart = \"kq3/5/5/5/3QK w\"\n");
        let queen =
            format!("name = \"{name}\", move = \"Q\", take = \"displace\", value = {value}");
        let answer = page.ask(&definition("mini", &lines, Some(&queen)));
        let info = &answer["games"][0];
        assert_eq!((&info["title"], &info["kinds"][1]["name"]), (&json!(title), &json!(name)));
        json!({ "variant": "mini", "definition": info["definition"] })
    };
    let shown = |page: &mut Page, game: &Value| {
        let explained = page.ask(&json!({ "type": "explain", "game": game, "text": "Q" }));
        let (text, fen) = (explained["text"].to_string(), "k4/5/5/5/K2Q1 w");
        let position = json!({ "variant": "mini", "definition": game["definition"], "fen": fen });
        page.send(&json!({ "type": "search", "game": position, "limits": { "nodes": 1 } }));
        let mut score = 0;
        loop {
            let (_, answer) = page.read();
            match answer["type"].as_str() {
                Some("best") => return (text, score),
                _ => score = answer["score"]["cp"].as_i64().unwrap_or(score),
            }
        }
    };
    let (mut one, mut two) = (server.page(), server.page());
    let first = game(&mut one, "One", "queen", 900);
    let second = game(&mut two, "Two", "lady", 300);
    assert_eq!(first, second);
    let [before, other] = [shown(&mut one, &first), shown(&mut two, &second)];
    assert!(before.0.contains("queen") && other.0.contains("lady"), "{before:?} {other:?}");
    assert!(before.1 > other.1 + 300, "{before:?} {other:?}");
    // An edited file is seen at once, by its own page only.
    let edited = game(&mut one, "Uno", "dama", 100);
    let after = shown(&mut one, &edited);
    assert!(after.0.contains("dama") && after.1 < other.1, "{after:?}");
    assert_eq!(shown(&mut two, &second), other);
    // And what is written of it is read again.
    let mut tree = edited.clone();
    tree["moves"] = json!([{ "uci": "d1d2" }]);
    tree["result"] = json!("*");
    let text = one.ask(&json!({ "type": "write_pgn", "game": tree }))["text"].clone();
    let read = one.ask(&json!({ "type": "read_pgn", "text": text }));
    assert_eq!(read["games"][0]["definition"], edited["definition"], "{read}");
    assert!(server.page().ask(&json!({ "type": "read_pgn", "text": text }))["type"] == "error");
}

#[test]
fn refused_files_use_up_nothing_of_others() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let title = "x".repeat(200_000);
    let game = |more: &str| {
        let lines = format!("board = \"5x5\"\nstart = \"4k/5/5/5/K4 w\"\n{more}");
        definition("mini", &lines, None)
    };
    for number in 0..60 {
        let refused = page.ask(&game(&format!("bord = {number}\n{}", "\n".repeat(200))));
        assert!(refused["message"].as_str().unwrap().contains("no key 'bord'"), "{refused}");
    }
    let long = page.ask(&game(&format!("title = \"{title}\"\n")));
    let message = "mini.toml:5:9 mini.title: the text has 200000 characters, more than 100";
    assert_eq!(long["message"], message);
    assert_eq!(page.ask(&game(""))["type"], "defined");
    assert_eq!(server.page().ask(&game(""))["type"], "defined");
}

#[test]
fn a_port_in_use_is_an_error() {
    let server = Server::start(&[]);
    let port = server.host.rsplit(':').next().unwrap();
    let text = common::error(&["serve", "--port", port], "");
    let start = format!("error: cannot listen on 127.0.0.1:{port}: ");
    assert!(text.starts_with(&start) && text.lines().count() == 1, "{text}");
}
