//! `baroque serve --rooms`: two people play from afar, and nobody else can.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::common;
use crate::serve::{Page, Server, answer_of};

/// A folder for rooms, and the server on it.
pub struct House {
    pub folder: common::Folder,
    pub server: Server,
}

impl House {
    pub fn new(name: &str) -> Self {
        Self::under(name, &[], &[])
    }

    /// Starts the server as the arguments of another command, with more arguments.
    pub fn under(name: &str, command: &[&str], arguments: &[&str]) -> Self {
        let folder = common::Folder::new(name);
        let server = Self::serve(&folder, command, arguments);
        Self { folder, server }
    }

    fn serve(folder: &common::Folder, command: &[&str], arguments: &[&str]) -> Server {
        let data = folder.name("rooms.redb");
        Server::start_under(command, &[&["--rooms", "--data", &data], arguments].concat())
    }

    /// Ends the server by SIGKILL.
    pub fn kill(&mut self) {
        self.server.process.kill().unwrap();
        self.server.process.wait().unwrap();
    }

    /// Starts a server in the place of one that has ended.
    pub fn start(&mut self) {
        self.server = Self::serve(&self.folder, &[], &[]);
    }

    /// A POST, as of a client behind a proxy, and its connection, on which the answer comes.
    pub fn begin_post(&self, client: &str, path: &str, body: &str) -> TcpStream {
        let length = body.len().to_string();
        let headers = [
            ("Host", self.server.host.as_str()),
            ("Content-Length", &length),
            ("Content-Type", "application/json"),
            ("X-Forwarded-For", client),
        ];
        self.server.begin_http(&format!("POST {path}"), &headers, body)
    }

    /// The status and the body of a POST of this machine.
    pub fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.post_from("127.0.0.1", path, body)
    }

    /// The status and the body of a POST of a client.
    pub fn post_from(&self, client: &str, path: &str, body: &str) -> (u16, String) {
        let answer = answer_of(self.begin_post(client, path, body));
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    /// The secrets of a new room: of its maker's seat, the invitation, and that of those who watch.
    pub fn make(&self, setup: &Value) -> [String; 3] {
        let (status, body) = self.post("/rooms", &setup.to_string());
        assert_eq!(status, 201, "{body}");
        let keys: Value = serde_json::from_str(&body).unwrap();
        ["seat", "invitation", "watch"].map(|name| keys[name].as_str().unwrap().to_owned())
    }

    /// Why a seat cannot be taken.
    pub fn take(&self, invitation: &str, seat: &str) -> Result<(), String> {
        let taking = json!({ "invitation": invitation, "seat": seat });
        match self.post("/rooms/seat", &taking.to_string()) {
            (201, _) => Ok(()),
            (_, body) => Err(body),
        }
    }

    /// The secrets of a new room: of White's seat, of Black's, and of those who watch.
    pub fn room(&self, setup: &Value) -> [String; 3] {
        let [maker, invitation, watch] = self.make(setup);
        let guest = invitation.chars().rev().collect::<String>();
        // The first answer may be lost.
        for _ in 0..2 {
            self.take(&invitation, &guest).unwrap();
        }
        [maker, guest, watch]
    }

    /// Somebody who enters a room.
    pub fn enter(&self, secret: &str) -> Guest {
        let page = self.server.connect_to("/room", &[("Origin", &self.server.origin())]).unwrap();
        let mut guest = Guest { page, room: Value::Null, heard: String::new() };
        assert_eq!(guest.ask(&json!({ "type": "enter", "secret": secret }))["type"], "done");
        guest.until(|room| !room.is_null());
        guest
    }
}

/// Somebody in a room.
pub struct Guest {
    pub page: Page,
    /// As it was told last.
    pub room: Value,
    /// All that was told.
    heard: String,
}

impl Guest {
    pub fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.page.socket.read().unwrap() {
                self.heard += &text;
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["room"].is_object() {
                    self.room = message["room"].clone();
                }
                return message;
            }
        }
    }

    pub fn ask(&mut self, ask: &Value) -> Value {
        let id = self.page.send(ask);
        loop {
            let message = self.read();
            if message["id"] == id {
                return message["answer"].clone();
            }
        }
    }

    /// Reads until the room is as it should be.
    pub fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.room) {
            self.read();
        }
    }

    pub fn act(&mut self, command: &Value) -> Result<(), String> {
        let answer = self.ask(&json!({ "type": "act", "command": command }));
        match answer["type"].as_str() {
            Some("done") => Ok(()),
            _ => Err(answer["message"].as_str().unwrap().to_owned()),
        }
    }

    pub fn play(&mut self, text: &str, ply: usize) -> Result<(), String> {
        self.act(&json!({ "type": "move", "text": text, "ply": ply, "number": 1 }))
    }

    pub fn moves(&self) -> usize {
        self.room["game"]["moves"].as_array().map_or(0, Vec::len)
    }
}

pub fn setup(variant: &str) -> Value {
    json!({
        "game": { "variant": variant }, "time": { "type": "clock", "base": 60_000, "increment": 1000 },
        "side": "w", "has_chat": true,
    })
}

#[test]
fn two_play_a_game_and_others_watch() {
    let house = House::new("rooms-two");
    let mut setup = setup("baroque");
    setup["game"]["fen"] = json!("8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1");
    let [white, black, watch] = house.room(&setup);
    let [mut white, mut black, mut watcher] =
        [&white, &black, &watch].map(|secret| house.enter(secret));
    assert_eq!((white.room["side"].as_str(), black.room["side"].as_str()), (Some("w"), Some("b")));
    assert_eq!(watcher.room["role"], "spectator");
    assert_eq!(black.play("c5d5", 0), Err("it is not your turn".to_owned()));
    white.play("f1a1", 0).unwrap();
    black.until(|room| room["game"]["moves"][0] == "f1a1");
    assert_eq!(watcher.play("c5d5", 1), Err("only players can do this".to_owned()));
    black.act(&json!({ "type": "say", "text": "hm" })).unwrap();
    black.play("c5d5", 1).unwrap();
    watcher.until(|room| room["end"]["reason"] == "checkmate" && room["end"]["winner"] == "b");
    assert_eq!(
        watcher.ask(&json!({ "type": "lines", "from": 0 }))["lines"],
        json!([{ "side": "b", "text": "hm" }])
    );
    // A rematch, with colours changed.
    white.act(&json!({ "type": "offer", "what": "rematch", "number": 1 })).unwrap();
    black.until(|room| room["offers"][0]["what"] == "rematch");
    black.act(&json!({ "type": "offer", "what": "rematch", "number": 1 })).unwrap();
    white.until(|room| room["number"] == 2 && room["side"] == "b");
}

#[test]
fn questions_are_answered_but_nobody_is_helped() {
    let house = House::new("rooms-questions");
    let [white, ..] = house.room(&setup("rococo"));
    let mut white = house.enter(&white);
    let position = white.ask(&json!({ "type": "position", "game": { "variant": "rococo" } }));
    assert_eq!(position["moves"].as_array().unwrap().len(), 25);
    for ask in [
        json!({ "type": "search", "game": { "variant": "rococo" } }),
        json!({ "type": "judge", "game": { "variant": "rococo" }, "found": [] }),
        json!({ "type": "define", "name": "x.toml", "text": "" }),
        json!({ "type": "puzzles", "game": { "variant": "rococo" } }),
        json!({ "type": "engine" }),
        json!({ "type": "nothing" }),
        json!(5),
    ] {
        let answer = white.ask(&ask);
        assert_eq!(answer["message"], "this cannot be asked in a room", "{ask}");
    }
}

/// Plays a room of Penultima in which nobody chose the rules, or the maker did, and returns the log and all that was
/// told before the end.
fn play_penultima(house: &House, seed: Option<&str>) -> (String, String) {
    let mut penultima = json!({ "illegal": "lose" });
    if let Some(seed) = seed {
        penultima["seed"] = json!(seed);
    }
    let mut setup = setup("");
    setup["penultima"] = penultima;
    setup.as_object_mut().unwrap().remove("game");
    let secrets = house.room(&setup);
    let mut guests = secrets.clone().map(|secret| house.enter(&secret));
    let attempt = |guest: &mut Guest, text: &str, tries: usize| {
        guest.act(&json!({ "type": "try", "text": text, "tries": tries, "number": 1 }))
    };
    // What nobody knows may capture anything, but a king goes nowhere so far.
    let tries = match seed {
        Some(_) => ["a2a3", "a7a6", "b1c3", "g8f6", "e2d3", "d8d5", "h1h5", "e7e5", "d1d4", "c8f5"],
        None => ["e1e4", "e8e5", "e1e5", "e8e4", "e1a5", "e8a4", "e1b5", "e8b4", "e1c5", "e8c4"],
    };
    for (count, text) in tries.iter().enumerate() {
        attempt(&mut guests[count % 2], text, count).unwrap();
        for guest in &mut guests {
            guest.until(|room| room["penultima"]["tries"].as_array().unwrap().len() > count);
        }
    }
    let watcher = &mut guests[2];
    assert_eq!(attempt(watcher, "a3a4", tries.len()), Err("only players can do this".to_owned()));
    for variant in ["penultima", "penultima-drawn"] {
        let fen = watcher.room["penultima"]["fen"].clone();
        let game = json!({ "variant": variant, "fen": fen });
        for ask in [
            json!({ "type": "position", "game": game }),
            json!({ "type": "why", "game": game, "from": "a2", "to": "a3" }),
            json!({ "type": "piece", "game": game, "square": "a2" }),
            json!({ "type": "explain", "game": game, "text": "a2" }),
            json!({ "type": "example", "game": game, "letter": "P" }),
        ] {
            assert_eq!(watcher.ask(&ask)["type"], "error", "{ask}");
        }
    }
    for guest in &mut guests {
        for ask in ["catalog", "room", "file", "log"] {
            guest.ask(&json!({ "type": ask }));
        }
    }
    let (status, looked) = house.post("/rooms/look", &json!({ "secrets": secrets }).to_string());
    assert_eq!(status, 201);
    let heard = guests.iter().map(|guest| guest.heard.as_str());
    let told: String = heard.chain([looked.as_str()]).collect();
    guests[0].act(&json!({ "type": "resign", "number": 1 })).unwrap();
    for guest in &mut guests {
        guest.until(|room| room["penultima"]["log"].is_string());
    }
    assert_eq!(guests[1].room["penultima"]["is_chosen"], seed.is_some());
    let log = guests[2].room["penultima"]["log"].as_str().unwrap().to_owned();
    assert!(log.contains("\nwhite human\nblack human\n") && log.contains("\nend * unfinished\n"));
    (log, told)
}

#[test]
fn nothing_of_secret_rules_is_told_before_the_end() {
    for (name, seed) in [("rooms-drawn", None), ("rooms-chosen", Some("12345678909876543210"))] {
        let house = House::new(name);
        let (log, told) = play_penultima(&house, seed);
        let file = common::Temporary::new(&format!("{name}.log"), &log);
        common::printed(&["umpire", "verify", file.path()], "");
        let (_, drawn) = log.split_once("inherits = ").unwrap();
        let rows = drawn.lines().filter(|line| line.contains("name = "));
        let salt = log.lines().find_map(|line| line.strip_prefix("salt ")).unwrap();
        let secret: Vec<&str> = rows.chain([salt, "inherits ="]).chain(seed).collect();
        assert_eq!(secret.len(), 7 + usize::from(seed.is_some()));
        for line in secret {
            // In messages quotes have a sign before them.
            let written = json!(line).to_string();
            for text in [line, written.trim_matches('"')] {
                assert!(!told.contains(text), "{text}");
            }
        }
    }
}

#[test]
fn secret_rules_and_tries_are_kept() {
    let mut house = House::new("rooms-penultima-kept");
    let mut setup = setup("");
    setup["penultima"] = json!({ "illegal": "retry" });
    setup.as_object_mut().unwrap().remove("game");
    let [white, ..] = house.room(&setup);
    let attempt = json!({ "type": "try", "text": "e2e8", "tries": 0, "number": 1 });
    let before = {
        let mut white = house.enter(&white);
        white.act(&attempt).unwrap();
        assert_eq!(white.act(&attempt), Err("the game has gone on since".to_owned()));
        white.until(|room| room["penultima"]["tries"][0]["text"] == "e2e8");
        white.room["penultima"].clone()
    };
    house.kill();
    house.start();
    assert_eq!(house.enter(&white).room["penultima"], before);
    house.kill();
    // PGN has no words for it.
    let exported = house.folder.run_line("serve --data rooms.redb --export games.pgn");
    assert_eq!(exported, (0, String::new(), String::new()));
    assert_eq!(house.folder.read("games.pgn"), "");
}

#[test]
fn secrets_and_sizes_are_checked() {
    let house = House::under("rooms-checks", &[], &["--token"]);
    let (status, _) = house.post("/rooms", &setup("rococo").to_string());
    assert_eq!(status, 401);
    let token = format!("Bearer {}", house.server.token);
    let make = |body: &str| {
        let length = body.len().to_string();
        let headers = [
            ("Host", house.server.host.as_str()),
            ("Content-Length", &length),
            ("Authorization", &token),
        ];
        house.server.http_with("POST /rooms", &headers, body)
    };
    assert!(make(&setup("rococo").to_string()).starts_with("HTTP/1.1 201"));
    for (body, why) in [
        ("{}", "no setup of a room: missing field"),
        (&setup("chess").to_string(), "unknown variant 'chess'"),
        (&setup("rococo").to_string().replace("60000", "10"), "base is 10, allowed is 1000"),
        (&setup("rococo").to_string().replace("\"w\"", "\"x\""), "a side is w or b"),
    ] {
        let answer = make(body);
        assert!(answer.starts_with("HTTP/1.1 4") && answer.contains(why), "{answer}");
    }
    assert!(make(&"x".repeat(600_000)).starts_with("HTTP/1.1 413"));
    for invitation in ["", "00000000000000000000000000000000", "../rooms", &"x".repeat(40)] {
        let (status, _) = house.post("/rooms/seat", invitation);
        assert!((400..500).contains(&status), "{invitation}: {status}");
    }
    assert_eq!(house.server.connect_to("/room", &[]).err(), Some(403));
    assert_eq!(
        house.server.connect_to("/room", &[("Origin", "http://evil.example")]).err(),
        Some(403)
    );
    let own = house.server.origin();
    for first in [
        "",
        "{}",
        r#"{"id":1,"ask":{"type":"enter","secret":"x"}}"#,
        r#"{"id":1,"ask":{"type":"catalog"}}"#,
    ] {
        let mut page = house.server.connect_to("/room", &[("Origin", &own)]).unwrap();
        page.socket.send(Message::text(first)).unwrap();
        let Message::Text(text) = page.socket.read().unwrap() else { panic!() };
        assert!(text.contains("\"error\""), "{text}");
        // Then the connection ends.
        while page.socket.read().is_ok() {}
    }
}

#[test]
#[cfg(unix)]
fn the_usual_limit_of_open_files_limits_no_sockets() {
    let shell = ["sh", "-c", "ulimit -Sn 100; exec \"$0\" \"$@\""];
    let house = House::under("rooms-descriptors", &shell, &[]);
    let [.., watch] = house.make(&setup("rococo"));
    let mut watchers: Vec<Guest> = (0..120).map(|_| house.enter(&watch)).collect();
    watchers[0].until(|room| room["present"]["others"] == 120);
}

#[test]
fn who_knows_a_secret_looks_at_rooms_without_entering() {
    let house = House::new("rooms-look");
    let [white, _, watch] = house.room(&setup("rococo"));
    let none = "0".repeat(32);
    let look = |secrets: &[&str]| {
        let (status, body) = house.post("/rooms/look", &json!({ "secrets": secrets }).to_string());
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    };
    let (status, seen) = look(&[&white, &none, &watch, "x"]);
    assert_eq!(status, 201);
    let [own, unknown, watched, wrong] = [0, 1, 2, 3].map(|index| &seen["rooms"][index]);
    assert_eq!(
        (&own["side"], &own["turn"], &watched["role"]),
        (&json!("w"), &json!("w"), &json!("spectator"))
    );
    // Who looks is not there.
    assert_eq!(own["present"], json!({ "w": false, "b": false, "others": 0 }));
    assert!(unknown.is_null() && wrong.is_null());
    assert_eq!(look(&[none.as_str(); 21]).0, 400);
    assert_eq!(house.post("/rooms/look", "{}").0, 400);
}

#[test]
fn a_room_tells_how_it_is_and_by_which_file() {
    let house = House::new("rooms-file");
    let text = "format = 1\n[mini]\ninherits = 'rococo'\n";
    let mut setup = setup("mini");
    setup["file"] = json!({ "name": "mini.toml", "text": text });
    let [white, ..] = house.room(&setup);
    let mut white = house.enter(&white);
    assert_eq!(white.ask(&json!({ "type": "file" }))["file"]["text"], text);
    white.play("b2b3", 0).unwrap();
    let answer = white.ask(&json!({ "type": "room" }));
    assert_eq!((&answer["type"], &answer["room"]["turn"]), (&json!("room"), &json!("b")));
    let catalog = white.ask(&json!({ "type": "catalog" }));
    let games = catalog["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["variant"] == "mini"));
}

#[test]
fn without_the_option_there_are_no_rooms() {
    let server = Server::start(&[]);
    let headers = [("Host", server.host.as_str()), ("Content-Length", "2")];
    assert!(server.http_with("POST /rooms", &headers, "{}").starts_with("HTTP/1.1 405"));
    assert_eq!(server.connect_to("/room", &[("Origin", &server.origin())]).err(), Some(404));
}
