//! `baroque serve --rooms` when its server is killed, and when the disk is full: what is confirmed is kept, and nothing
//! else has happened.

#[cfg(target_os = "linux")]
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use baroque_movegen::AnyGame;
use serde_json::{Value, json};

use crate::random::SplitMix64;
use crate::rooms::{Guest, House, setup};

const GONE_ON: &str = "the game has gone on since";

fn act_move(text: &str, ply: usize, number: u64) -> Value {
    let command = json!({ "type": "move", "text": text, "ply": ply, "number": number });
    json!({ "type": "act", "command": command })
}

/// What both players of a room have left, in milliseconds.
fn left(room: &Value) -> u64 {
    ["w", "b"].map(|side| room["clock"][side].as_u64().unwrap()).iter().sum()
}

/// Kills the server at some moment of the next few milliseconds.
fn kill_soon(house: &mut House, random: &mut SplitMix64) -> Instant {
    sleep(Duration::from_micros(random.below(8000) as u64));
    house.kill();
    Instant::now()
}

/// Two who play on whenever their server is there again.
struct Match {
    house: House,
    secrets: [String; 2],
    random: SplitMix64,
    /// With the moves that both know of.
    game: AnyGame,
    players: Vec<Guest>,
    /// When the last of them was sent, and what both had left after it.
    last: (Instant, u64),
}

impl Match {
    fn new() -> Self {
        let rules = "repetition=off,movelimit=0";
        let mut setup = setup("maxima");
        setup["game"]["rules"] = json!(rules);
        setup["time"] = json!({ "type": "clock", "base": 600_000, "increment": 0 });
        let house = House::new("rooms-kill");
        let [white, black, _] = house.room(&setup);
        let game = AnyGame::with_rules("maxima", rules).unwrap();
        let players = [&white, &black].map(|secret| house.enter(secret)).into();
        let last = (Instant::now(), 1_200_000);
        Self { house, secrets: [white, black], random: SplitMix64(1), game, players, last }
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    /// A random move after which the game goes on.
    fn choose(&mut self) -> String {
        let moves = self.game.legal_moves();
        loop {
            let mv = moves[self.random.below(moves.len())];
            let text = self.game.uci(mv);
            self.game.play(mv).unwrap();
            let goes_on = self.game.outcome().is_none();
            self.game.take_back();
            if goes_on {
                return text;
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.plies();
        let sent = Instant::now();
        let played = self.players[ply % 2].play(text, ply);
        self.game.play_text(text).unwrap();
        for player in &mut self.players {
            player.until(|room| room["game"]["moves"].as_array().map(Vec::len) == Some(ply + 1));
            assert_eq!(player.room["game"]["moves"][ply], text);
        }
        if played.is_ok() {
            self.last = (sent, left(&self.players[0].room));
        }
        played
    }

    /// Sends a move to a server that is killed just then, comes back to the next one, and sends it again: it is made
    /// once. Returns whether that was the first time.
    fn play_over_a_kill(&mut self, text: &str) -> bool {
        let ply = self.plies();
        self.players[ply % 2].page.send(&act_move(text, ply, 1));
        let killed = kill_soon(&mut self.house, &mut self.random);
        sleep(Duration::from_millis(self.random.below(250) as u64));
        let started = Instant::now();
        self.house.start();
        self.players = self.secrets.iter().map(|secret| self.house.enter(secret)).collect();
        let room = &self.players[1].room;
        let is_made = self.players[1].moves() == ply + 1;
        // Nobody pays for the time without a server, or gets back more than what passed since the last move. Each
        // time is rounded.
        let before = killed - self.last.0 + Duration::from_millis(5);
        let served = before + started.elapsed();
        let (old, new) = (Duration::from_millis(self.last.1), Duration::from_millis(left(room)));
        assert!(old <= new + served && new <= old + before, "{old:?} {served:?} {room}");
        self.last = (started, left(&self.players[0].room));
        let again = self.play(text);
        assert_eq!(again, if is_made { Err(GONE_ON.to_owned()) } else { Ok(()) });
        is_made
    }
}

#[test]
fn no_confirmed_move_is_lost_by_twenty_kills() {
    let mut game = Match::new();
    let mut made = 0;
    for round in 0..20 {
        for _ in 0..round % 4 {
            let text = game.choose();
            game.play(&text).unwrap();
        }
        let text = game.choose();
        made += u32::from(game.play_over_a_kill(&text));
    }
    println!("{made} of 20 moves were made before the kill");
    let plies = game.plies();
    game.house.kill();
    let exported = game.house.folder.run_line("serve --data rooms.redb --export games.pgn");
    assert_eq!(exported, (0, String::new(), String::new()));
    let text = game.house.folder.read("games.pgn");
    assert!(text.contains(&format!("[PlyCount \"{plies}\"]")), "{text}");
}

#[test]
fn a_kill_leaves_no_mate_without_its_end() {
    let mut house = House::new("rooms-mate");
    let mut setup = setup("baroque");
    setup["game"]["fen"] = json!("8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1");
    let [maker, guest, _] = house.room(&setup);
    let mut random = SplitMix64(2);
    for number in 1..=6 {
        // Colours change with each game.
        let mut sides = [&maker, &guest];
        sides.rotate_left((number as usize + 1) % 2);
        let [mut white, mut black] = sides.map(|secret| house.enter(secret));
        white.ask(&act_move("f1a1", 0, number));
        black.until(|room| room["game"]["moves"][0] == "f1a1");
        black.page.send(&act_move("c5d5", 1, number));
        kill_soon(&mut house, &mut random);
        house.start();
        let [mut white, mut black] = sides.map(|secret| house.enter(secret));
        assert_eq!(black.moves() == 2, black.room["end"]["reason"] == "checkmate");
        black.ask(&act_move("c5d5", 1, number));
        white.until(|room| room["end"]["winner"] == "b");
        for player in [&mut white, &mut black] {
            player.act(&json!({ "type": "offer", "what": "rematch", "number": number })).unwrap();
        }
        white.until(|room| room["number"] == number + 1 && room["end"].is_null());
    }
}

/// Lets the server write no files, or write them again.
#[cfg(target_os = "linux")]
fn limit_files(house: &House, most: &str) {
    let process = house.server.process.id().to_string();
    let limit = format!("--fsize={most}:");
    let status = Command::new("prlimit").args(["--pid", &process, &limit]).status();
    assert!(status.unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_refuses_moves_and_loses_nothing() {
    // A write that is not allowed is to fail, and not to end the program.
    let shell = ["sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""];
    let mut house = House::under("rooms-full", &shell, &[]);
    let [white_key, black_key, watch_key] = house.room(&setup("rococo"));
    let [mut white, mut black, watcher] =
        [&white_key, &black_key, &watch_key].map(|secret| house.enter(secret));
    white.play("b2b3", 0).unwrap();
    black.play("b7b6", 1).unwrap();
    white.until(|room| room["game"]["moves"][1] == "b7b6");
    let before = white.room["clock"]["w"].as_u64().unwrap();
    limit_files(&house, "0");
    for _ in 0..3 {
        let refused = "this cannot be kept now, so it has not happened; try again".to_owned();
        assert_eq!(white.play("c2c3", 2), Err(refused));
    }
    drop(watcher);
    white.until(|room| room["present"]["others"] == 0);
    assert_eq!(white.room["game"]["moves"], json!(["b2b3", "b7b6"]));
    assert_eq!(white.room["clock"]["running"], "w");
    assert!(white.room["clock"]["w"].as_u64().unwrap() > before - 30_000);
    limit_files(&house, "unlimited");
    // The first try may only open the file again.
    assert!(white.play("c2c3", 2).is_ok() || white.play("c2c3", 2).is_ok());
    house.kill();
    house.start();
    assert_eq!(house.enter(&black_key).room["game"]["moves"], json!(["b2b3", "b7b6", "c2c3"]));
}
