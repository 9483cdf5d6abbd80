//! Rooms by what happens in them.

use baroque_formats::GameSpec;
use baroque_formats::games::File;
use baroque_movegen::AnyGame;
use baroque_penultima::draw::MAX_TABLE;
use baroque_penultima::settings::{Seed, TurnRule};

use super::*;

const MAKER: Player = Player::Maker;
const GUEST: Player = Player::Guest;

pub fn setup(variant: &str) -> Setup {
    let time = TimeControl::Clock { base: 60_000, increment: 1000 };
    Setup {
        game: Some(GameSpec::new(variant, "")),
        penultima: None,
        file: None,
        time,
        side: Color::White,
        has_chat: true,
    }
}

/// A table that leaves nothing to chance, and a king that a rook mates.
const ROOKS: &str = r#"format = 1
[rooks]
start = "1k6/8/1K6/8/8/8/8/r6R w - - 0 1"
[rooks.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[rooks.draw]
pieces = "R"
move = { R = 1 }
take = { displace = 1 }
names = ["Heron"]
"#;

/// Penultima with that table.
fn rooks(illegal: TurnRule) -> Setup {
    let file = File { name: "rooks.toml".to_owned(), text: ROOKS.to_owned() };
    let penultima = Some(Penultima { illegal, seed: Some(Seed(7)) });
    Setup { game: None, penultima, file: Some(file), ..setup("") }
}

/// A room with both players, and what has happened in it.
struct Test {
    room: Room,
    drawn: Option<Drawn>,
    events: Vec<Event>,
    at: u64,
}

impl Test {
    fn new(setup: Setup) -> Self {
        let drawn = setup.draw().unwrap();
        let room = Room::new(setup, drawn.as_ref(), &Games::default()).unwrap();
        let mut test = Self { room, drawn, events: Vec::new(), at: 1000 };
        test.happen(vec![What::Seated {}]);
        test
    }

    fn happen(&mut self, happens: Vec<What>) {
        for what in happens {
            let event = Event { at: self.at, what };
            self.room.happen(&event).unwrap();
            self.events.push(event);
        }
    }

    fn act(&mut self, player: Player, command: &Command) -> Result<(), String> {
        let happens = self.room.decide(player, command).map_err(|error| error.to_string())?;
        self.happen(happens);
        Ok(())
    }

    /// The room as its events bring it back.
    fn restored(&self) -> Room {
        let (setup, games) = (self.room.setup().clone(), Games::default());
        Room::restore(setup, self.drawn.as_ref(), &games, &self.events).unwrap()
    }

    fn known(&self) -> &AnyGame {
        match &self.room.game {
            Game::Known(game) => game,
            Game::Umpired { .. } => panic!("the rules are secret"),
        }
    }

    fn umpired(&self) -> PenultimaInfo {
        self.info(Role::Spectator).penultima.unwrap()
    }

    /// Tries something; returns whether it was legal.
    fn attempt(&mut self, player: Player, text: &str) -> Result<bool, String> {
        let (tries, number) = (self.umpired().game.tries.len(), self.room.number);
        self.act(player, &Command::Try { text: text.to_owned(), tries, number })?;
        Ok(self.umpired().game.tries[tries].is_legal())
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
        let ply = self.known().moves().len();
        let number = self.room.number;
        self.act(player, &Command::Move { text: text.to_owned(), ply, number })
    }

    fn accept(&mut self, player: Player, what: Offer) -> Result<(), String> {
        self.act(player, &Command::Accept { what, number: self.room.number })
    }

    fn offer(&mut self, player: Player, what: Offer) -> Result<(), String> {
        self.act(player, &Command::Offer { what, number: self.room.number })
    }

    fn info(&self, role: Role) -> RoomInfo {
        self.room.info(role, &Present::default(), self.at)
    }
}

#[test]
fn a_game_is_played_to_its_end_and_brought_back_by_its_events() {
    let fen = "8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1";
    let game = GameSpec { fen: Some(fen.to_owned()), ..GameSpec::new("baroque", "") };
    let mut test = Test::new(Setup { game: Some(game), ..setup("baroque") });
    assert_eq!(test.play(GUEST, "c5d5"), Err("it is not your turn".to_owned()));
    test.play(MAKER, "f1a1").unwrap();
    let late = Command::Move { text: "c5d5".to_owned(), ply: 0, number: 1 };
    assert_eq!(test.act(GUEST, &late), Err("the game has gone on since".to_owned()));
    assert!(test.play(GUEST, "c5c6c7").is_err());
    test.at += 5000;
    test.play(GUEST, "c5d5").unwrap();
    let end = test.room.end().unwrap().clone();
    assert_eq!((end.winner, end.reason.as_str()), (Some(Color::Black), "checkmate"));
    assert_eq!(test.play(MAKER, "a1a2"), Err("the game is over".to_owned()));
    assert_eq!(
        test.restored().info(Role::Spectator, &Present::default(), test.at),
        test.info(Role::Spectator)
    );
    let pgn = test.room.pgn().unwrap();
    assert_eq!((pgn.result, pgn.moves.len()), (GameResult::BlackWins, 2));
}

#[test]
fn nobody_moves_before_the_other_one_is_there() {
    let room = Room::new(setup("rococo"), None, &Games::default()).unwrap();
    let command = Command::Move { text: "b2b3".to_owned(), ply: 0, number: 1 };
    let error = room.decide(MAKER, &command).unwrap_err().to_string();
    assert_eq!(error, "nobody has taken the other seat yet");
}

#[test]
fn draws_are_agreed_on_and_a_move_declines() {
    let mut test = Test::new(setup("rococo"));
    test.offer(MAKER, Offer::Draw).unwrap();
    assert_eq!(test.offer(MAKER, Offer::Draw), Err("this is offered already".to_owned()));
    test.play(MAKER, "b2b3").unwrap();
    assert_eq!(test.info(Role::Spectator).offers.len(), 1);
    test.play(GUEST, "b7b6").unwrap();
    assert_eq!(test.info(Role::Spectator).offers, []);
    test.offer(GUEST, Offer::Draw).unwrap();
    test.act(MAKER, &Command::Decline { what: Offer::Draw, number: 1 }).unwrap();
    test.offer(GUEST, Offer::Draw).unwrap();
    test.offer(MAKER, Offer::Draw).unwrap();
    let end = test.room.end().unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (None, "draw by agreement"));
}

#[test]
fn moves_are_taken_back_to_before_the_last_one_of_who_asked() {
    let mut test = Test::new(setup("rococo"));
    assert_eq!(test.offer(GUEST, Offer::Takeback), Err("you have not moved yet".to_owned()));
    test.play(MAKER, "b2b3").unwrap();
    test.play(GUEST, "b7b6").unwrap();
    test.offer(MAKER, Offer::Takeback).unwrap();
    assert_eq!(test.offer(GUEST, Offer::Takeback), Err("this is offered already".to_owned()));
    assert_eq!(test.accept(MAKER, Offer::Takeback), Err(NO_OFFER.to_owned()));
    test.accept(GUEST, Offer::Takeback).unwrap();
    // Sent again, it is no offer of one's own.
    assert_eq!(test.accept(GUEST, Offer::Takeback), Err(NO_OFFER.to_owned()));
    assert_eq!(test.known().moves().len(), 0);
    test.play(MAKER, "c2c3").unwrap();
    test.offer(MAKER, Offer::Takeback).unwrap();
    test.accept(GUEST, Offer::Takeback).unwrap();
    assert_eq!((test.known().moves().len(), test.known().side()), (0, Color::White));
}

#[test]
fn a_rematch_changes_colours_and_both_games_are_kept() {
    let mut test = Test::new(setup("maxima"));
    assert_eq!(test.offer(MAKER, Offer::Rematch), Err("the game is not over".to_owned()));
    test.play(MAKER, "b4b6").unwrap();
    test.act(GUEST, &Command::Resign { number: 1 }).unwrap();
    assert!(test.act(GUEST, &Command::Resign { number: 2 }).is_err());
    test.offer(GUEST, Offer::Rematch).unwrap();
    test.offer(MAKER, Offer::Rematch).unwrap();
    assert_eq!(test.info(Role::Seat(GUEST)).side, Some('w'));
    assert!(test.play(MAKER, "b4b6").is_err());
    test.play(GUEST, "c4c6").unwrap();
    let games = Room::games(setup("maxima"), &Games::default(), &test.events).unwrap();
    let results: Vec<GameResult> = games.iter().map(|game| game.result).collect();
    assert_eq!(results, [GameResult::WhiteWins, GameResult::Unknown]);
}

#[test]
fn time_runs_out_but_not_while_the_server_is_away() {
    let mut test = Test::new(setup("rococo"));
    test.play(MAKER, "b2b3").unwrap();
    test.play(GUEST, "b7b6").unwrap();
    test.at += 50_000;
    test.happen(vec![What::Skipped { time: 40_000 }]);
    test.at += 50_000;
    assert_eq!(test.room.due(test.at), None);
    test.at += 2000;
    let ended = test.room.due(test.at).unwrap();
    test.happen(vec![ended]);
    assert_eq!(test.room.end().unwrap().winner, Some(Color::Black));
    assert_eq!(test.info(Role::Spectator).clock.unwrap().w, 0);
}

#[test]
fn a_chat_is_clean_bounded_and_can_be_off() {
    let mut test = Test::new(setup("rococo"));
    let say = |text: &str| Command::Say { text: text.to_owned() };
    test.act(GUEST, &say(" hello\u{202e}\n ")).unwrap();
    assert_eq!(test.room.lines_from(0).0[0].text, "hello?");
    assert!(test.act(GUEST, &say(&"x".repeat(301))).is_err());
    assert!(test.act(GUEST, &say("  ")).is_err());
    for number in 0..300 {
        test.act(MAKER, &say(&number.to_string())).unwrap();
    }
    let (lines, next) = test.room.lines_from(295);
    assert_eq!((lines.len(), next, lines[0].text.as_str()), (6, 301, "294"));
    assert_eq!(test.room.lines_from(0).0.len(), MAX_LINES);
    let mut quiet = Test::new(Setup { has_chat: false, ..setup("rococo") });
    assert_eq!(quiet.act(MAKER, &say("x")), Err("there is no chat in this room".to_owned()));
}

#[test]
fn a_file_brings_its_game_and_a_wrong_setup_is_refused() {
    let text = "format = 1\n[mini]\ninherits = 'rococo'\nend = { movelimit = 40 }\n";
    let file = |text: &str| Some(File { name: "mini.toml".to_owned(), text: text.to_owned() });
    let new = |setup: Setup| {
        let games = setup.games(&Games::default());
        games.and_then(|games| Room::new(setup, None, &games)).map_err(|error| error.to_string())
    };
    let mini = Setup { file: file(text), ..setup("mini") };
    assert_eq!(new(mini.clone()).unwrap().setup().game.clone().unwrap().variant, "mini");
    assert!(new(Setup { file: None, ..mini }).unwrap_err().starts_with("unknown variant 'mini'"));
    assert!(new(Setup { file: file("format = 1\n[mini]\nx = 1\n"), ..setup("mini") }).is_err());
    let late = GameSpec { moves: vec!["b2b3".to_owned()], ..GameSpec::new("rococo", "") };
    assert!(
        new(Setup { game: Some(late), ..setup("rococo") }).unwrap_err().contains("without moves")
    );
    let mate =
        GameSpec { fen: Some("8/8/8/8/8/8/8/k6K[x".to_owned()), ..GameSpec::new("baroque", "") };
    assert!(new(Setup { game: Some(mate), ..setup("baroque") }).is_err());
}

#[test]
fn an_illegal_try_costs_the_turn_and_the_rules_are_told_at_the_end() {
    let mut test = Test::new(rooks(TurnRule::Lose));
    let number = test.room.number;
    let play = Command::Move { text: "h1h7".to_owned(), ply: 0, number };
    assert!(test.act(MAKER, &play).unwrap_err().contains("tried"));
    for (text, why) in [
        ("h1", "this is neither a move nor an invoke"),
        ("a1a2", "no piece of yours is there"),
        ("invoke h1", "this piece has no invoke"),
    ] {
        assert_eq!(test.attempt(MAKER, text), Err(why.to_owned()));
    }
    assert_eq!(test.attempt(GUEST, "a1a2"), Err("it is not your turn".to_owned()));
    // Both have had their first move, which costs nothing.
    assert_eq!(test.attempt(MAKER, "h1g2"), Ok(false));
    assert_eq!(test.attempt(GUEST, "a1a2"), Ok(true));
    let info = test.info(Role::Spectator);
    assert_eq!(info.clock.unwrap().running, Some('w'));
    let late = Command::Try { text: "h1h7".to_owned(), tries: 1, number };
    assert_eq!(test.act(MAKER, &late), Err(GONE_ON.to_owned()));
    test.offer(GUEST, Offer::Draw).unwrap();
    test.at += 5000;
    assert_eq!(test.attempt(MAKER, "h1g2"), Ok(false));
    let info = test.info(Role::Spectator);
    let clock = info.clock.unwrap();
    assert_eq!((clock.running, clock.w), (Some('b'), 60_000 + 2000 - 5000));
    assert_eq!((info.offers.len(), info.game), (0, None));
    assert!(test.offer(MAKER, Offer::Takeback).unwrap_err().contains("nothing is taken back"));
    let json = serde_json::to_string(&test.info(Role::Seat(MAKER))).unwrap();
    assert!(!json.contains("rooks-drawn") && json.contains(r#""log":null"#), "{json}");
    assert!(json.contains(r#""revealed":null"#) && !json.contains("moves like a rook"), "{json}");
    assert_eq!(test.attempt(GUEST, "a2a1"), Ok(true));
    assert_eq!(test.attempt(MAKER, "h1h8"), Ok(true));
    let end = test.room.end().unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(Color::White), "checkmate"));
    let seen = test.umpired();
    assert!(seen.is_chosen && seen.game.log.as_ref().unwrap().contains("rooks-drawn"));
    assert_eq!(log::verify(&seen.game.log.unwrap()), Ok(5));
    let revealed = seen.game.revealed.unwrap();
    let letters: Vec<char> = revealed.iter().map(|kind| kind.letter).collect();
    assert_eq!(letters, seen.game.kinds.iter().map(|kind| kind.letter).collect::<Vec<_>>());
    let rook = revealed.iter().find(|kind| kind.letter == 'R').unwrap();
    assert!(rook.does.iter().any(|it| it.starts_with("moves like a rook")), "{rook:?}");
    let restored = test.restored().info(Role::Spectator, &Present::default(), test.at);
    assert_eq!(restored, test.info(Role::Spectator));
    assert_eq!(test.room.pgn(), None);
}

#[test]
fn who_may_try_again_keeps_the_turn_and_its_time() {
    let mut test = Test::new(rooks(TurnRule::Retry));
    for (player, text) in [(MAKER, "h1h2"), (GUEST, "a1a2")] {
        assert_eq!(test.attempt(player, text), Ok(true));
    }
    test.at += 5000;
    test.offer(GUEST, Offer::Draw).unwrap();
    assert_eq!(test.attempt(MAKER, "h2g3"), Ok(false));
    let info = test.info(Role::Spectator);
    let clock = info.clock.unwrap();
    assert_eq!((clock.running, clock.w), (Some('w'), 60_000 + 1000 - 5000));
    assert_eq!((info.offers.len(), test.umpired().game.side), (1, Color::White));
    assert_eq!(test.restored().clock(), test.room.clock());
    for _ in 3..MAX_MOVES {
        assert_eq!(test.attempt(MAKER, "h2g3"), Ok(false));
    }
    let end = test.room.end().unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(Color::Black), "too many tries"));
}

#[test]
fn a_rematch_of_penultima_has_other_rules() {
    let penultima = Some(Penultima { illegal: TurnRule::Lose, seed: None });
    let mut test = Test::new(Setup { game: None, penultima, ..setup("") });
    let first = test.umpired();
    assert!(!first.is_chosen && first.game.table == "penultima");
    test.act(MAKER, &Command::Resign { number: 1 }).unwrap();
    let log = test.umpired().game.log.unwrap();
    assert_eq!((log::verify(&log), test.room.log_before()), (Ok(0), None));
    test.offer(GUEST, Offer::Rematch).unwrap();
    test.offer(MAKER, Offer::Rematch).unwrap();
    let second = test.umpired();
    assert!(second.game.hash != first.game.hash && second.game.log.is_none());
    assert_eq!(test.info(Role::Seat(GUEST)).side, Some('w'));
    let restored = test.restored();
    assert_eq!([test.room.log_before(), restored.log_before()], [Some(log.as_str()); 2]);
    let restored = restored.info(Role::Spectator, &Present::default(), test.at);
    assert_eq!(restored.penultima, Some(second));
    let event = test.events.last().unwrap();
    let json = serde_json::to_string(event).unwrap();
    assert!(json.contains("penultima-drawn") && !format!("{event:?}").contains("inherits"));
    assert_eq!(&serde_json::from_str::<Event>(&json).unwrap(), event);
}

#[test]
fn a_setup_names_one_game() {
    let new = |setup: Setup| {
        let drawn = setup.draw().map_err(|error| error.to_string())?;
        let room = Room::new(setup, drawn.as_ref(), &Games::default());
        room.map_err(|error| error.to_string())
    };
    let one = "a room has either a game or Penultima";
    let rooks = rooks(TurnRule::Lose);
    for setup in
        [Setup { game: None, ..setup("") }, Setup { game: setup("rococo").game, ..rooks.clone() }]
    {
        assert_eq!(new(setup).unwrap_err(), one);
    }
    let file = |text: &str| Some(File { name: "x.toml".to_owned(), text: text.to_owned() });
    for (text, why) in [
        ("format = 1\n[mini]\ninherits = 'rococo'\n", "x.toml: none of its games has a draw"),
        (&ROOKS.replace("R = 1", "R = x"), "x.toml:8"),
        (&format!("{ROOKS}{}", "#".repeat(MAX_TABLE)), "a table has at most 16384 bytes"),
    ] {
        let error = new(Setup { file: file(text), ..rooks.clone() }).unwrap_err();
        assert!(error.starts_with(why), "{error}");
    }
    // The seed is forgotten.
    assert_eq!(new(rooks).unwrap().setup().penultima.unwrap().seed, None);
}

#[test]
fn messages_are_what_they_are_said_to_be() {
    let command: Command =
        serde_json::from_str(r#"{"type":"move","text":"b2b3","ply":0,"number":1}"#).unwrap();
    assert_eq!(command, Command::Move { text: "b2b3".to_owned(), ply: 0, number: 1 });
    assert!(serde_json::from_str::<Command>(r#"{"type":"resign","side":"b"}"#).is_err());
    let chosen = r#"{"penultima":{"illegal":"retry","seed":"18446744073709551615"},
        "time":{"type":"unlimited"},"side":"b","has_chat":false}"#;
    let chosen: Setup = serde_json::from_str(chosen).unwrap();
    let seed = chosen.penultima.and_then(|penultima| penultima.seed);
    assert_eq!((seed, chosen.game), (Some(Seed(u64::MAX)), None));
    let rematch = r#"{"at":1,"what":{"type":"rematch"}}"#;
    let event: Event = serde_json::from_str(rematch).unwrap();
    assert_eq!(event.what, What::Rematch { drawn: None });
    assert_eq!(serde_json::to_string(&event).unwrap(), rematch);
    let setup = setup("rococo");
    let json = serde_json::to_string(&setup).unwrap();
    assert!(json.contains(r#""side":"w""#), "{json}");
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
    for what in [
        What::Ended { winner: None, reason: "x".to_owned() },
        What::Ended { winner: Some(Color::Black), reason: "x".to_owned() },
        What::Offered { by: GUEST, what: Offer::Rematch },
        What::Skipped { time: 5 },
    ] {
        let event = Event { at: 1, what };
        let json = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), event);
    }
}

#[test]
fn who_talks_without_end_silences_nobody_else() {
    let mut test = Test::new(setup("rococo"));
    let line = Command::Say { text: "again".to_owned() };
    while test.act(GUEST, &line).is_ok() {}
    assert!(test.act(GUEST, &line).unwrap_err().contains("said enough"));
    test.act(MAKER, &line).unwrap();
    test.offer(MAKER, Offer::Draw).unwrap();
    test.act(GUEST, &Command::Decline { what: Offer::Draw, number: 1 }).unwrap();
    test.offer(MAKER, Offer::Draw).unwrap();
    test.accept(GUEST, Offer::Draw).unwrap();
}
