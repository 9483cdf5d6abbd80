//! `baroque serve --rooms`: two people play from afar, and nobody else can.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use crate::common;
use crate::serve::{Page, Server};

/// A folder for rooms, and the server on it.
struct House {
    folder: common::Folder,
    server: Server,
}

impl House {
    fn new(name: &str) -> Self {
        Self::with(name, &[])
    }

    fn with(name: &str, arguments: &[&str]) -> Self {
        let folder = common::Folder::new(name);
        let server = Self::serve(&folder, arguments);
        Self { folder, server }
    }

    fn serve(folder: &common::Folder, arguments: &[&str]) -> Server {
        let data = folder.name("rooms.redb");
        Server::start(&[&["--rooms", "--data", &data], arguments].concat())
    }

    /// Kills the server and starts another one.
    fn kill_and_start(&mut self) {
        self.server.process.kill().unwrap();
        self.server.process.wait().unwrap();
        self.server = Self::serve(&self.folder, &[]);
    }

    /// The status and the body of a POST.
    fn post(&self, path: &str, body: &str) -> (u16, String) {
        let length = body.len().to_string();
        let headers = [
            ("Host", self.server.host.as_str()),
            ("Content-Length", &length),
            ("Content-Type", "application/json"),
        ];
        let answer = self.server.http_with(&format!("POST {path}"), &headers, body);
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    /// The secrets of a new room: of White's seat, of Black's, and of those who watch.
    fn room(&self, setup: &Value) -> [String; 3] {
        let (status, body) = self.post("/rooms", &setup.to_string());
        assert_eq!(status, 201, "{body}");
        let keys: Value = serde_json::from_str(&body).unwrap();
        let key = |name: &str| keys[name].as_str().unwrap().to_owned();
        let guest = "0123456789abcdef".repeat(2);
        let taking = json!({ "invitation": key("invitation"), "seat": guest });
        // The first answer may be lost.
        for _ in 0..2 {
            let (status, body) = self.post("/rooms/seat", &taking.to_string());
            assert_eq!(status, 201, "{body}");
        }
        [key("seat"), guest, key("watch")]
    }

    /// Somebody who enters a room.
    fn enter(&self, secret: &str) -> Guest {
        let page = self.server.connect_to("/room", &[("Origin", &self.server.origin())]).unwrap();
        let mut guest = Guest { page, room: Value::Null };
        assert_eq!(guest.ask(&json!({ "type": "enter", "secret": secret }))["type"], "done");
        guest.until(|room| !room.is_null());
        guest
    }
}

/// Somebody in a room.
struct Guest {
    page: Page,
    /// As it was told last.
    room: Value,
}

impl Guest {
    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.page.socket.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["room"].is_object() {
                    self.room = message["room"].clone();
                }
                return message;
            }
        }
    }

    fn ask(&mut self, ask: &Value) -> Value {
        let id = self.page.send(ask);
        loop {
            let message = self.read();
            if message["id"] == id {
                return message["answer"].clone();
            }
        }
    }

    /// Reads until the room is as it should be.
    fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.room) {
            self.read();
        }
    }

    fn act(&mut self, command: &Value) -> Result<(), String> {
        let answer = self.ask(&json!({ "type": "act", "command": command }));
        match answer["type"].as_str() {
            Some("done") => Ok(()),
            _ => Err(answer["message"].as_str().unwrap().to_owned()),
        }
    }

    fn play(&mut self, text: &str, ply: usize) -> Result<(), String> {
        self.act(&json!({ "type": "move", "text": text, "ply": ply, "number": 1 }))
    }

    fn moves(&self) -> usize {
        self.room["game"]["moves"].as_array().map_or(0, Vec::len)
    }
}

fn setup(variant: &str) -> Value {
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

/// A server that is killed again and again while both play.
#[test]
fn no_confirmed_move_is_lost_by_a_kill() {
    let mut house = House::new("rooms-kill");
    let [white, black, _] = house.room(&setup("maxima"));
    let mut confirmed = 0;
    for round in 0..4 {
        {
            let mut players = [&white, &black].map(|secret| house.enter(secret));
            assert_eq!(players[0].moves(), confirmed);
            for _ in 0..=round {
                let player = &mut players[confirmed % 2];
                while player.moves() != confirmed {
                    player.read();
                }
                let game = player.room["game"].clone();
                let position = player.ask(&json!({ "type": "position", "game": game }));
                let text = position["moves"][0]["uci"].as_str().unwrap().to_owned();
                player.play(&text, confirmed).unwrap();
                confirmed += 1;
            }
        }
        house.kill_and_start();
    }
    let player = house.enter(&white);
    assert_eq!(player.moves(), confirmed);
    // Each had a minute, and hardly any of it was used.
    for side in ["w", "b"] {
        assert!(player.room["clock"][side].as_u64().unwrap() > 55_000, "{}", player.room);
    }
    house.server.process.kill().unwrap();
    house.server.process.wait().unwrap();
    let exported = house.folder.run_line("serve --data rooms.redb --export games.pgn");
    assert_eq!(exported, (0, String::new(), String::new()));
    let text = house.folder.read("games.pgn");
    assert!(text.contains(&format!("[PlyCount \"{confirmed}\"]")), "{text}");
}

#[test]
fn secrets_and_sizes_are_checked() {
    let house = House::with("rooms-checks", &["--token"]);
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
fn a_flood_is_read_slowly_and_disturbs_nobody() {
    let house = House::new("rooms-flood");
    let [white, black, watch] = house.room(&setup("rococo"));
    let [mut white, mut black, mut flooder] =
        [&white, &black, &watch].map(|secret| house.enter(secret));
    let start = Instant::now();
    for _ in 0..80 {
        flooder.page.send(&json!({ "type": "act", "command": { "type": "resign", "number": 1 } }));
    }
    white.play("b2b3", 0).unwrap();
    black.until(|room| room["game"]["moves"][0] == "b2b3");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    for _ in 0..80 {
        while flooder.read()["answer"]["message"] != "only players can do this" {}
    }
    assert!(start.elapsed() > Duration::from_secs(3), "{:?}", start.elapsed());
    assert!(black.room["end"].is_null());
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
