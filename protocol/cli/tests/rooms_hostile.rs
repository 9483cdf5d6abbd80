//! `baroque serve --rooms` and peers that try what they may not: a room stays as it is, and others play on.

use std::io::ErrorKind;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Error, Message};

use crate::rooms::{Guest, House, setup};
use crate::serve::Page;

const GONE_ON: &str = "the game has gone on since";
const NOT_ASKED: &str = "this cannot be asked in a room";
const TOO_LONG: &str = "this is too long";
const ONLY_PLAYERS: &str = "only players can do this";
/// A time in which a move is made though others do their worst, also on a busy machine.
const SOON: Duration = Duration::from_secs(3);

/// A room in which both have moved, White offers a draw, and Black has said something.
struct Scene {
    house: House,
    white: String,
    black: String,
    invitation: String,
    watch: String,
}

impl Scene {
    fn new(name: &str) -> Self {
        let house = House::new(name);
        let mut setup = setup("rococo");
        setup["time"] = json!({ "type": "unlimited" });
        let [white, invitation, watch] = house.make(&setup);
        let black = "b1ac".repeat(8);
        house.take(&invitation, &black).unwrap();
        let scene = Self { house, white, black, invitation, watch };
        let [mut white, mut black] =
            [&scene.white, &scene.black].map(|secret| scene.house.enter(secret));
        white.play("b2b3", 0).unwrap();
        black.play("b7b6", 1).unwrap();
        white.act(&json!({ "type": "offer", "what": "draw", "number": 1 })).unwrap();
        black.act(&json!({ "type": "say", "text": "hello" })).unwrap();
        scene
    }

    /// All that a room is, but who is there.
    fn state(&self) -> [Value; 2] {
        let mut watcher = self.house.enter(&self.watch);
        let lines = watcher.ask(&json!({ "type": "lines", "from": 0 }));
        watcher.room["present"].take();
        [watcher.room, lines]
    }

    /// Sends each text to the room, and checks how the answer begins and that nothing has changed by it.
    fn refuses(&self, secret: &str, tries: &[(String, &str)]) {
        let before = self.state();
        // Few enough to be read at once.
        for tries in tries.chunks(30) {
            let mut guest = self.house.enter(secret);
            for (text, why) in tries {
                let error = error(&mut guest, Message::text(text));
                assert!(error.starts_with(why), "{text}: {error}");
            }
        }
        assert_eq!(self.state(), before);
    }
}

/// The error that answers a message.
fn error(guest: &mut Guest, message: Message) -> String {
    guest.page.socket.send(message).unwrap();
    loop {
        let message = guest.read();
        if message["answer"].is_object() {
            assert_eq!(message["answer"]["type"], "error", "{message}");
            return message["answer"]["message"].as_str().unwrap().to_owned();
        }
    }
}

fn act(command: &Value) -> String {
    json!({ "id": 1, "ask": { "type": "act", "command": command } }).to_string()
}

/// Commands that one of the players may give in the scene.
fn commands() -> Vec<Value> {
    let offers = ["draw", "takeback", "rematch"];
    let of = |kind: &str| offers.map(|what| json!({ "type": kind, "what": what, "number": 1 }));
    let others = [
        json!({ "type": "move", "text": "c2c3", "ply": 2, "number": 1 }),
        json!({ "type": "move", "text": "c7c6", "ply": 2, "number": 1 }),
        json!({ "type": "resign", "number": 1 }),
        json!({ "type": "say", "text": "hello" }),
    ];
    [of("offer").as_slice(), &of("accept"), &of("decline"), &others].concat()
}

#[test]
fn who_does_not_play_changes_nothing() {
    let scene = Scene::new("hostile-roles");
    let tries: Vec<_> = commands().iter().map(|command| (act(command), ONLY_PLAYERS)).collect();
    for secret in [&scene.watch, &scene.invitation] {
        scene.refuses(secret, &tries);
    }
    // Nor before the other seat is taken.
    let house = &scene.house;
    let [maker, invitation, watch] = house.make(&setup("rococo"));
    for (secret, why) in [
        (&invitation, ONLY_PLAYERS),
        (&watch, ONLY_PLAYERS),
        (&maker, "nobody has taken the other seat yet"),
    ] {
        let mut guest = house.enter(secret);
        for command in commands().iter().filter(|command| command["type"] != "say") {
            assert_eq!(guest.act(command), Err(why.to_owned()), "{command}");
        }
        assert!(guest.room["is_seated"] == false && guest.room["end"].is_null());
    }
    // The maker of one room is nobody in another one, and neither does something there.
    let before = scene.state();
    let mut other = house.enter(&maker);
    assert!(house.take(&scene.invitation, &maker).is_err());
    other.act(&json!({ "type": "say", "text": "hello" })).unwrap();
    assert!(other.room["game"]["moves"].is_null());
    assert_eq!(scene.state(), before);
}

#[test]
fn a_secret_is_for_one_thing_in_one_room() {
    let scene = Scene::new("hostile-secrets");
    let house = &scene.house;
    let [maker, invitation, watch] = house.make(&setup("rococo"));
    let before = scene.state();
    let new = "5ea1".repeat(8);
    for (taken, seat, why) in [
        // Not what invites, or used already.
        (&scene.watch, &new, "this is no invitation"),
        (&scene.white, &new, "this is no invitation"),
        (&scene.black, &new, "this is no invitation"),
        (&maker, &new, "this is no invitation"),
        (&watch, &new, "this is no invitation"),
        (&new, &new, "there is no such room"),
        (&scene.invitation, &new, "somebody has taken this seat already"),
        // Secrets that are for something else.
        (&invitation, &invitation, "choose another secret"),
        (&invitation, &maker, "choose another secret"),
        (&invitation, &watch, "choose another secret"),
        (&invitation, &scene.black, "choose another secret"),
        (&scene.invitation, &scene.white, "choose another secret"),
    ] {
        let error = house.take(taken, seat).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    assert_eq!(house.enter(&watch).room["is_seated"], false);
    let long = "0".repeat(1000);
    for wrong in [&new, "", &scene.white[1..], &scene.white.to_uppercase(), "%", "\0", &long] {
        let mut page = enter(house, &json!({ "type": "enter", "secret": wrong }));
        let Message::Text(text) = page.socket.read().unwrap() else { panic!() };
        assert!(text.contains("there is no such room"), "{wrong}: {text}");
        ends(&mut page);
    }
    assert_eq!(scene.state(), before);
}

/// A socket whose first message asks this.
fn enter(house: &House, ask: &Value) -> Page {
    let origin = house.server.origin();
    let mut page = house.server.connect_to("/room", &[("Origin", &origin)]).unwrap();
    page.send(ask);
    page
}

#[test]
fn a_player_has_its_own_turns_and_offers_only() {
    let scene = Scene::new("hostile-player");
    let mv = |text: &str, ply: Value, number: Value| {
        act(&json!({ "type": "move", "text": text, "ply": ply, "number": number }))
    };
    let offer = |kind: &str, what: &str, number: u64| {
        act(&json!({ "type": kind, "what": what, "number": number }))
    };
    let both = [
        // What was sent before.
        (mv("b2b3", json!(0), json!(1)), GONE_ON),
        (mv("b7b6", json!(1), json!(1)), GONE_ON),
        // Of positions and games that are not there.
        (mv("c2c3", json!(3), json!(1)), GONE_ON),
        (mv("c2c3", json!(u64::MAX), json!(1)), GONE_ON),
        (mv("c2c3", json!(2), json!(0)), GONE_ON),
        (mv("c2c3", json!(2), json!(2)), GONE_ON),
        (mv("c2c3", json!(2), json!(u32::MAX)), GONE_ON),
        (offer("offer", "draw", 2), GONE_ON),
        (offer("decline", "draw", 0), GONE_ON),
        (act(&json!({ "type": "resign", "number": 7 })), GONE_ON),
        (offer("offer", "rematch", 1), "the game is not over"),
        (offer("decline", "rematch", 1), "there is no such offer"),
        (offer("decline", "takeback", 1), "there is no such offer"),
        (act(&json!({ "type": "say", "text": " \t " })), "there is nothing to say"),
        (act(&json!({ "type": "say", "text": "x".repeat(301) })), "a line has at most 300"),
        (act(&json!({ "type": "say", "text": "x".repeat(200_000) })), TOO_LONG),
        (
            json!({ "id": 1, "ask": { "type": "enter", "secret": scene.white } }).to_string(),
            "you are in",
        ),
    ];
    scene.refuses(&scene.white, &both);
    scene.refuses(&scene.black, &both);
    let not_yours = "it is not your turn";
    scene.refuses(
        &scene.black,
        &[(mv("c2c3", json!(2), json!(1)), not_yours), (mv("c7c6", json!(2), json!(1)), not_yours)],
    );
    let long = "a1".repeat(4000);
    let illegal = ["c7c6", "b3b9", "", "null", "0000", "\u{202e}b2", &long];
    let illegal = illegal.map(|text| (mv(text, json!(2), json!(1)), ""));
    scene.refuses(&scene.white, &illegal);
    // White cannot accept its own offer.
    scene.refuses(&scene.white, &[(offer("offer", "draw", 1), "this is offered already")]);
}

#[test]
fn forged_and_malformed_messages_change_nothing() {
    let scene = Scene::new("hostile-forged");
    let forged = [
        json!({ "type": "ended", "winner": "b", "reason": "checkmate" }),
        json!({ "type": "moved", "uci": "c2c3" }),
        json!({ "type": "taken_back", "plies": 2 }),
        json!({ "type": "skipped", "time": 1_000_000 }),
        json!({ "type": "said", "by": "maker", "text": "I resign" }),
        json!({ "type": "offered", "by": "maker", "what": "takeback" }),
        json!({ "type": "seated" }),
        json!({ "type": "rematch" }),
        json!({ "type": "resign", "number": 1, "by": "maker" }),
        json!({ "type": "resign", "number": 1, "at": 0 }),
        json!({ "type": "say", "text": "x", "by": "maker" }),
        json!({ "type": "move", "text": "c2c3", "ply": 2, "number": 1, "side": "w" }),
        json!({ "type": "move", "text": ["c2c3"], "ply": 2, "number": 1 }),
        json!({ "type": "move", "text": "c2c3", "ply": "2", "number": 1 }),
        json!({ "type": "move", "text": "c2c3", "ply": 2.5, "number": 1 }),
        json!({ "type": "move", "text": "c2c3", "ply": -1, "number": 1 }),
        json!({ "type": "move", "text": "c2c3", "ply": 2, "number": -1 }),
        json!({ "type": "move", "text": "c2c3", "ply": 2, "number": 1_u64 << 32 }),
        json!({ "type": "move", "text": "c2c3", "ply": 2, "number": null }),
        json!({ "type": "move", "text": "c2c3", "ply": 2 }),
        json!({ "type": "offer", "what": "win", "number": 1 }),
        json!({ "type": "resign" }),
        json!({}),
        json!([]),
        json!(null),
        json!("resign"),
        json!(1e300),
    ];
    let command = r#"{"type":"resign","number":1}"#;
    let whole = [
        String::new(),
        "\0".to_owned(),
        "null".to_owned(),
        r#"{"id":1}"#.to_owned(),
        format!(r#"{{"id":4294967296,"ask":{{"type":"act","command":{command}}}}}"#),
        format!(r#"{{"id":-1,"ask":{{"type":"act","command":{command}}}}}"#),
        format!(r#"{{"id":1,"ask":{{"type":"act","command":{command}}},"room":{{"end":1}}}}"#),
        format!(r#"{{"id":1,"ask":{{"type":"act","command":{command},"role":"maker"}}}}"#),
        format!(r#"{{"id":1,"ask":{{"type":"act","type":"act","command":{command}}}}}"#),
        format!(r#"{{"id":1,"ask":{{"type":"act","command":{command},"command":{command}}}}}"#),
        format!(r#"{{"id":1,"ask":{{"type":"act","command":{command}}}}} {{}}"#),
        format!(r#"[{{"id":1,"ask":{{"type":"act","command":{command}}}}}]"#),
        r#"{"id":1,"ask":{"type":"lines","from":-1}}"#.to_owned(),
        r#"{"id":1,"ask":{"type":"lines","from":18446744073709551616}}"#.to_owned(),
        r#"{"id":1,"ask":{"type":"lines","from":"0"}}"#.to_owned(),
        r#"{"id":1,"ask":{"type":"search","game":{"variant":"rococo"}}}"#.to_owned(),
        "[".repeat(8000),
        format!(r#"{{"id":1,"ask":{}1{}}}"#, r#"{"type":"#.repeat(800), "}".repeat(800)),
    ];
    let tries = forged.iter().map(act).chain(whole).map(|text| (text, NOT_ASKED));
    let tries: Vec<_> = tries.collect();
    for secret in [&scene.white, &scene.black, &scene.watch, &scene.invitation] {
        scene.refuses(secret, &tries);
    }
    let long = ("[".repeat(200_000), TOO_LONG);
    scene.refuses(&scene.watch, &[long]);
    // Of two types one is an act and the other a question; it is neither.
    let twice = [("act", "position"), ("position", "act")].map(|(one, two)| {
        let ask = format!(r#"{{"type":"{one}","type":"{two}","command":{command}}}"#);
        (format!(r#"{{"id":1,"ask":{ask}}}"#), "")
    });
    scene.refuses(&scene.white, &twice);
    let mut watcher = scene.house.enter(&scene.watch);
    let last = watcher.ask(&json!({ "type": "lines", "from": u64::MAX }));
    assert_eq!((&last["lines"], &last["next"]), (&json!([]), &json!(1)));
}

#[test]
fn what_is_no_text_or_too_long_changes_nothing() {
    let scene = Scene::new("hostile-frames");
    let before = scene.state();
    let mut guest = scene.house.enter(&scene.white);
    assert_eq!(error(&mut guest, Message::binary(vec![0xff; 1000])), NOT_ASKED);
    let frame = |bytes: &[u8], kind: Data, is_last: bool| {
        Message::Frame(Frame::message(bytes.to_vec(), OpCode::Data(kind), is_last))
    };
    let kind = [0xc3, 0x28];
    let long = vec![b'x'; 300_000];
    for frames in [
        vec![frame(&kind, Data::Text, true)],
        vec![frame(&long, Data::Text, true)],
        vec![
            frame(&long[..200_000], Data::Text, false),
            frame(&long[..200_000], Data::Continue, false),
        ],
        vec![frame(b"x", Data::Continue, true)],
        vec![frame(b"x", Data::Reserved(5), true)],
        vec![Message::Frame(Frame::ping(vec![0; 200]))],
    ] {
        let mut guest = scene.house.enter(&scene.white);
        for frame in frames {
            // The connection may have ended at the first of them.
            let _ = guest.page.socket.send(frame);
        }
        ends(&mut guest.page);
    }
    assert_eq!(scene.state(), before);
    guest.play("c2c3", 2).unwrap();
}

/// Reads until the server ends the connection.
fn ends(page: &mut Page) {
    let error = std::iter::repeat_with(|| page.socket.read()).find_map(Result::err).unwrap();
    let is_timeout = matches!(&error, Error::Io(error) if error.kind() == ErrorKind::WouldBlock);
    assert!(!is_timeout);
}

#[test]
fn what_is_said_arrives_as_text() {
    let scene = Scene::new("hostile-chat");
    let mut black = scene.house.enter(&scene.black);
    let bold = "<img src=x onerror=alert(1)> </script> & \"quotes\" \\ ' {{x}}";
    for (said, heard) in [
        (bold, bold),
        ("a\u{202e}b\u{2066}c\u{200b}d", "a?b?c?d"),
        ("a\u{1b}[31mb\0c\u{85}d\ne\rf\tg\u{7f}", "a?[31mb?c?d?e?f?g?"),
        ("\u{feff}\u{2028}x\u{ad}", "??x?"),
    ] {
        black.act(&json!({ "type": "say", "text": said })).unwrap();
        let [_, lines] = scene.state();
        let last = lines["lines"].as_array().unwrap().last().unwrap();
        assert_eq!(last, &json!({ "side": "b", "text": heard }));
    }
}

/// Makes some moves in a room; each must take no longer than is usual.
fn play_in_time(players: &mut [Guest; 2]) {
    // Each side goes on with its own pawns.
    let moves = ["b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6"];
    for (ply, text) in moves.into_iter().enumerate() {
        let start = Instant::now();
        players[0].play(text, ply).unwrap();
        players[1].until(|room| room["game"]["moves"][ply] == text);
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        players.reverse();
    }
}

#[test]
fn a_flood_is_read_slowly_and_delays_nobody() {
    let house = House::new("hostile-flood");
    let [white, black, watch] = house.room(&setup("rococo"));
    let mut here = [&white, &black].map(|secret| house.enter(secret));
    let [mut flooder, mut pinger] = [(); 2].map(|()| house.enter(&watch));
    let [white, black, _] = house.room(&setup("rococo"));
    let mut there = [&white, &black].map(|secret| house.enter(secret));
    let start = Instant::now();
    for _ in 0..1000 {
        flooder.page.send(&json!({ "type": "act", "command": { "type": "resign", "number": 1 } }));
    }
    for _ in 0..100 {
        pinger.page.socket.send(Message::Ping(vec![0; 100].into())).unwrap();
    }
    let asked = pinger.page.send(&json!({ "type": "lines", "from": 0 }));
    play_in_time(&mut here);
    play_in_time(&mut there);
    for _ in 0..80 {
        while flooder.read()["answer"]["message"] != ONLY_PLAYERS {}
    }
    // Forty at once, and ten a second.
    assert!(start.elapsed() > Duration::from_secs(3), "{:?}", start.elapsed());
    assert!(here[0].room["end"].is_null());
    while pinger.read()["id"] != asked {}
    assert!(start.elapsed() > Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn who_reads_nothing_delays_nobody() {
    let house = House::new("hostile-slow");
    let [white, black, watch] = house.room(&setup("rococo"));
    let mut players = [&white, &black].map(|secret| house.enter(secret));
    for player in &mut players {
        for _ in 0..35 {
            player.act(&json!({ "type": "say", "text": "\u{1f600}".repeat(300) })).unwrap();
        }
    }
    // More than all buffers hold, none of which is read.
    let mut deaf: Vec<Guest> = (0..4).map(|_| house.enter(&watch)).collect();
    for _ in 0..60 {
        for guest in &mut deaf {
            guest.page.send(&json!({ "type": "lines", "from": 0 }));
        }
    }
    // Ten a second are read beyond the first forty.
    sleep(Duration::from_millis(2500));
    play_in_time(&mut players);
}

#[test]
fn who_never_enters_is_shut_out() {
    let house = House::new("hostile-silent");
    let origin = house.server.origin();
    let start = Instant::now();
    let mut page = house.server.connect_to("/room", &[("Origin", &origin)]).unwrap();
    ends(&mut page);
    let time = start.elapsed();
    assert!((Duration::from_secs(9)..Duration::from_secs(20)).contains(&time), "{time:?}");
}

/// A table without captures: a thousand draws are refused, each after a hundred random games.
const NO_CAPTURES: &str = "format = 1
[slow]
board = '8x8'
start = 'p3k3/8/8/8/8/8/8/P3K3 w - - 0 1'
[slow.pieces]
K = { name = 'king', move = 'K', royal = true }
[slow.draw]
pieces = 'P'
move = { K = 1 }
take = { none = 1 }
power = { none = 1 }
names = ['Walrus']
refuse = { no-captures = true }
";

#[test]
fn slow_draws_delay_nobody() {
    let house = House::new("hostile-draws");
    let [white, black, watch] = house.room(&setup("rococo"));
    let mut players = [&white, &black].map(|secret| house.enter(secret));
    let mut slow = setup("rococo");
    slow["game"] = Value::Null;
    slow["penultima"] = json!({ "illegal": "lose" });
    slow["file"] = json!({ "name": "slow.toml", "text": NO_CAPTURES });
    let body = slow.to_string();
    let start = Instant::now();
    let slow: Vec<_> = (0..6).map(|_| house.begin_post("127.0.0.1", "/rooms", &body)).collect();
    sleep(Duration::from_millis(200));
    play_in_time(&mut players);
    let look = json!({ "secrets": [watch, watch, white] }).to_string();
    let (status, seen) = house.post("/rooms/look", &look);
    let seen: Value = serde_json::from_str(&seen).unwrap();
    assert!(status == 201 && seen["rooms"][0] == seen["rooms"][1] && !seen["rooms"][2].is_null());
    house.enter(&watch);
    house.make(&setup("maxima"));
    assert!(start.elapsed() < 3 * SOON, "{:?}", start.elapsed());
    drop(slow);
}

/// A file with a game, of so many bytes.
fn file_of(bytes: usize) -> Value {
    let game = "format = 1\n[quick]\ninherits = \"rococo\"\nend = { movelimit = 40 }\n#";
    let text = game.to_owned() + &"-".repeat(bytes - game.len());
    json!({ "name": "quick.toml", "text": text })
}

#[test]
fn a_client_makes_its_share_of_rooms() {
    let house = House::new("hostile-share");
    let make = |client: &str, setup: &Value| house.post_from(client, "/rooms", &setup.to_string());
    let [one, two] = ["203.0.113.9", "198.51.100.7"];
    // What is no setup makes no room.
    for _ in 0..25 {
        assert_eq!(make(one, &json!({})).0, 400);
    }
    let (plain, mut long) = (setup("rococo"), setup("quick"));
    long["file"] = file_of(200_000);
    assert_eq!(make(one, &long).0, 201);
    let refused = |answer: (u16, String), why: &str| {
        assert!(answer.0 == 429 && answer.1.starts_with(why), "{answer:?}");
    };
    refused(make(one, &long), "the files of your rooms are long");
    for _ in 1..20 {
        assert_eq!(make(one, &plain).0, 201);
    }
    refused(make(one, &plain), "you have made many rooms");
    // Others do not pay for it.
    assert_eq!((make(two, &long).0, make(two, &plain).0), (201, 201));
}

#[test]
fn a_client_takes_its_share_of_seats_and_sockets() {
    let house = House::new("hostile-seats");
    let [white, invitation, _] = house.make(&setup("rococo"));
    let taking = |invitation: &str| {
        json!({ "invitation": invitation, "seat": "b1ac".repeat(8) }).to_string()
    };
    let take = |client: &str, invitation: &str| {
        house.post_from(client, "/rooms/seat", &taking(invitation)).0
    };
    let [one, two] = ["203.0.113.9", "198.51.100.7"];
    for _ in 0..200 {
        assert_eq!(take(one, &white), 409);
    }
    assert_eq!((take(one, &invitation), take(two, &invitation)), (429, 201));
    let origin = house.server.origin();
    let connect = |client: &str| {
        house.server.connect_to("/room", &[("Origin", &origin), ("X-Forwarded-For", client)])
    };
    let pages: Vec<Page> = (0..64).map(|_| connect(one).unwrap()).collect();
    assert_eq!(connect(one).err(), Some(503));
    assert!(connect(two).is_ok());
    drop(pages);
}

#[test]
fn titles_of_games_have_no_hidden_characters() {
    let house = House::new("hostile-title");
    let text = |title: &str| {
        format!("format = 1\n[mini]\ninherits = 'rococo'\ntitle = {}\n", json!(title))
    };
    let mut made = setup("mini");
    for title in ["Sl\u{202e}ow", "a\nb", "\u{1b}[1m"] {
        made["file"] = json!({ "name": "mini.toml", "text": text(title) });
        let (status, why) = house.post("/rooms", &made.to_string());
        assert_eq!((status, why.contains("cannot be seen")), (409, true), "{why}");
    }
    made["file"] = json!({ "name": "mi\u{202e}ni.toml", "text": text("Mini") });
    let [maker, ..] = house.make(&made);
    let answer = house.enter(&maker).ask(&json!({ "type": "file" }));
    assert_eq!(answer["file"]["name"], "mi?ni.toml");
}
