//! Rooms over time: visits, downtime, expiry.

use std::path::PathBuf;

use baroque_formats::GameSpec;
use baroque_formats::games::File;
use baroque_movegen::Color;

use super::*;
use crate::clock::TimeControl;
use crate::message::Command;
use crate::store::tests::Disk;

const START: u64 = 1_000_000;

/// A folder that is gone when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("baroque-hall-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn hall(&self, at: u64) -> Arc<Hall> {
        let store = Store::open(&self.0.join("rooms.redb")).unwrap();
        Arc::new(Hall::open(store, Games::default(), || at).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn setup() -> Setup {
    let time = TimeControl::Clock { base: 60_000, increment: 0 };
    Setup {
        game: Some(GameSpec::new("rococo", "")),
        penultima: None,
        file: None,
        time,
        side: Color::White,
        has_chat: true,
    }
}

/// Makes a room whose seats are both taken; its keys, and the guest's secret.
fn seated(hall: &Hall, setup: Setup) -> (Keys, Secret) {
    let keys = hall.make(setup, START).unwrap();
    let guest = Secret::random();
    hall.take_seat(&keys.invitation, &guest, START).unwrap();
    (keys, guest)
}

fn play(visitor: &Visitor, text: &str, ply: usize, at: u64) -> Result<(), Rejected> {
    visitor.act(&Command::Move { text: text.to_owned(), ply, number: 1 }, at)
}

/// Looks at the clocks every second of a time.
fn run(hall: &Hall, from: u64, to: u64) {
    (from..=to).step_by(1000).for_each(|at| hall.tick(at));
}

#[test]
fn secrets_open_what_they_are_for() {
    let folder = Folder::new("secrets");
    let hall = folder.hall(START);
    let keys = hall.make(setup(), START).unwrap();
    assert!(hall.enter(&Secret::random(), START).is_err());
    let [guest, other] = [(); 2].map(|()| Secret::random());
    assert!(hall.take_seat(&keys.watch, &guest, START).is_err());
    hall.take_seat(&keys.invitation, &guest, START).unwrap();
    // The answer may have been lost.
    hall.take_seat(&keys.invitation, &guest, START).unwrap();
    assert!(hall.take_seat(&keys.invitation, &keys.seat, START).is_err());
    let error = hall.take_seat(&keys.invitation, &other, START).unwrap_err().to_string();
    assert_eq!(error, "somebody has taken this seat already");
    let [maker, guest, invited, watcher] = [&keys.seat, &guest, &keys.invitation, &keys.watch]
        .map(|secret| hall.enter(secret, START).unwrap());
    assert_eq!(guest.role(), Role::Seat(Player::Guest));
    for other in [&invited, &watcher] {
        let error = other.act(&Command::Resign { number: 1 }, START).unwrap_err().to_string();
        assert_eq!(error, "only players can do this");
    }
    let present = watcher.info(START).unwrap().present;
    assert_eq!((present.w, present.b, present.others), (true, true, 2));
    drop(guest);
    assert!(!watcher.info(START).unwrap().present.b);
    play(&maker, "b2b3", 0, START).unwrap();
    assert_eq!(watcher.info(START).unwrap().game.unwrap().moves, ["b2b3"]);
}

#[test]
fn a_new_start_loses_nothing_and_charges_nobody() {
    let folder = Folder::new("restart");
    let (keys, guest) = {
        let hall = folder.hall(START);
        let (keys, guest) = seated(&hall, setup());
        let [maker, black] = [&keys.seat, &guest].map(|secret| hall.enter(secret, START).unwrap());
        play(&maker, "b2b3", 0, START).unwrap();
        play(&black, "b7b6", 1, START).unwrap();
        // White thinks; the store learns that the server runs.
        run(&hall, START, START + 10_000);
        assert_eq!(maker.info(START + 10_000).unwrap().clock.unwrap().w, 50_000);
        (keys, guest)
    };
    // An hour without a server.
    let later = START + 3_600_000;
    let hall = folder.hall(later);
    hall.tick(later);
    let maker = hall.enter(&keys.seat, later).unwrap();
    let info = maker.info(later).unwrap();
    assert_eq!((info.game.unwrap().moves.len(), info.clock.unwrap().w), (2, 50_000));
    play(&maker, "c2c3", 2, later + 1000).unwrap();
    // Black's time runs out while nobody is there.
    drop(maker);
    run(&hall, later + 1000, later + 63_000);
    let black = hall.enter(&guest, later + 63_000).unwrap();
    let end = black.info(later + 63_000).unwrap().end.unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(Color::White), "out of time"));
    assert!(hall.store.running().unwrap().is_empty());
}

#[test]
fn a_kill_before_the_first_tick_charges_nobody() {
    let folder = Folder::new("kill");
    let hall = folder.hall(START);
    let (keys, guest) = seated(&hall, setup());
    play(&hall.enter(&keys.seat, START).unwrap(), "b2b3", 0, START).unwrap();
    play(&hall.enter(&guest, START).unwrap(), "b7b6", 1, START).unwrap();
    drop(hall);
    let later = START + 30_000;
    let maker = folder.hall(later).enter(&keys.seat, later).unwrap();
    assert_eq!(maker.info(later).unwrap().clock.unwrap().w, 60_000);
}

#[test]
fn rooms_that_nobody_visits_expire() {
    let folder = Folder::new("expiry");
    let hall = folder.hall(START);
    let [one, two] = [(); 2].map(|()| hall.make(setup(), START).unwrap());
    // Nobody takes the seat of the first one, though its maker waits for a while.
    drop(hall.enter(&one.seat, START + DAY).unwrap());
    hall.take_seat(&two.invitation, &Secret::random(), START + DAY).unwrap();
    let sweep = |at: u64| (0..2).for_each(|step| hall.tick(at + step));
    // Whoever was away, with the server, can come back.
    let late = Folder::new("late");
    let away = late.hall(START).make(setup(), START).unwrap();
    let back = late.hall(START + 100 * DAY);
    back.tick(START + 100 * DAY);
    assert!(back.look(&away.seat, START + 100 * DAY).is_ok());
    sweep(START + 8 * DAY);
    assert!(hall.enter(&one.seat, START + 8 * DAY).is_err());
    let here = hall.enter(&two.seat, START + 8 * DAY).unwrap();
    sweep(START + 70 * DAY);
    assert!(here.info(START).is_ok());
    // The time begins when the last one leaves.
    drop(here);
    sweep(START + 129 * DAY);
    drop(hall.look(&two.seat, START + 129 * DAY).unwrap());
    sweep(START + 131 * DAY);
    assert!(hall.enter(&two.seat, START + 131 * DAY).is_err());
}

#[test]
fn a_program_that_stood_still_charges_nobody() {
    let folder = Folder::new("pause");
    let hall = folder.hall(START);
    let (keys, guest) = seated(&hall, setup());
    let [white, black] = [&keys.seat, &guest].map(|secret| hall.enter(secret, START).unwrap());
    play(&white, "b2b3", 0, START).unwrap();
    play(&black, "b7b6", 1, START).unwrap();
    run(&hall, START, START + 5000);
    // The lid of a laptop is closed for an hour.
    let later = START + 3_605_000;
    hall.tick(later);
    assert_eq!(white.info(later).unwrap().clock.unwrap().w, 55_000);
    // A command that has waited is no sign of a pause.
    run(&hall, later, later + 20_000);
    assert!(play(&white, "z1z2", 2, later + 5000).is_err());
    hall.tick(later + 20_500);
    assert_eq!(white.info(later + 20_500).unwrap().clock.unwrap().w, 34_500);
    let later = later + 20_500;
    // After another one a move comes before the next look at the clocks.
    let later = later + 3_600_000;
    play(&white, "c2c3", 2, later).unwrap();
    assert_eq!(white.info(later).unwrap().clock.unwrap().w, 34_500);
}

#[test]
fn a_time_in_which_nothing_can_be_kept_is_charged_to_nobody() {
    let (disk, store) = Disk::with_store();
    let hall = Arc::new(Hall::open(store, Games::default(), || START).unwrap());
    let (keys, guest) = seated(&hall, setup());
    let [white, black] = [&keys.seat, &guest].map(|secret| hall.enter(secret, START).unwrap());
    play(&white, "b2b3", 0, START).unwrap();
    play(&black, "b7b6", 1, START).unwrap();
    run(&hall, START, START + 20_000);
    disk.set_full(true);
    let mut at = START + 20_500;
    assert_eq!(play(&white, "c2c3", 2, at).unwrap_err().to_string(), FAILED);
    run(&hall, at, START + 100_000);
    assert_eq!(play(&white, "c2c3", 2, START + 100_000).unwrap_err().to_string(), FAILED);
    disk.set_full(false);
    at = START + 104_000;
    run(&hall, START + 100_500, at);
    let clock = white.info(at).unwrap().clock.unwrap();
    // It ran before, and after the write that only opened the store again.
    assert!((35_000..=40_000).contains(&clock.w), "{clock:?}");
    play(&white, "c2c3", 2, at + 500).unwrap();
}

#[test]
fn a_room_is_in_memory_once() {
    let folder = Folder::new("once");
    let hall = folder.hall(START);
    let keys = hall.make(setup(), START).unwrap();
    let seats: Vec<Secret> = (0..16).map(|_| Secret::random()).collect();
    let taken = std::thread::scope(|scope| {
        let take = |seat| hall.take_seat(&keys.invitation, seat, START).is_ok();
        let enter = || drop(hall.enter(&keys.seat, START).unwrap());
        let threads: Vec<_> =
            seats.iter().map(|seat| scope.spawn(move || (enter(), take(seat)).1)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .filter(|&is_taken| is_taken)
            .count()
    });
    assert_eq!(taken, 1);
    assert!(hall.enter(&keys.seat, START).unwrap().info(START).unwrap().is_seated);
}

#[test]
fn visitors_learn_of_changes_and_rooms_are_put_away() {
    let folder = Folder::new("changes");
    let hall = folder.hall(START);
    let keys = hall.make(setup(), START).unwrap();
    let watcher = hall.enter(&keys.watch, START).unwrap();
    let mut changes = watcher.changes.clone();
    assert!(!changes.has_changed().unwrap());
    let maker = hall.enter(&keys.seat, START).unwrap();
    assert!(changes.has_changed().unwrap());
    changes.mark_unchanged();
    maker.act(&Command::Say { text: "hello".to_owned() }, START).unwrap();
    assert!(changes.has_changed().unwrap());
    assert_eq!(watcher.lines_from(0).unwrap().1, 1);
    drop((maker, watcher));
    assert!(lock(&hall.live).is_empty());
}

#[test]
fn all_games_are_exported() {
    let folder = Folder::new("export");
    let hall = folder.hall(START);
    let (keys, _) = seated(&hall, setup());
    play(&hall.enter(&keys.seat, START).unwrap(), "b2b3", 0, START).unwrap();
    hall.make(setup(), START).unwrap();
    // One whose game is described in a file.
    let text = "format = 1\n[mini]\ninherits = 'rococo'\nend = { movelimit = 40 }\n".to_owned();
    let file = Some(File { name: "mini.toml".to_owned(), text });
    let mini = Setup { game: Some(GameSpec::new("mini", "")), file, ..setup() };
    let (keys, _) = seated(&hall, mini);
    play(&hall.enter(&keys.seat, START).unwrap(), "c2c3", 0, START).unwrap();
    let games = Hall::export(&hall.store, &Games::default()).unwrap();
    let texts: Vec<String> = games.iter().map(|game| game.as_ref().unwrap().to_string()).collect();
    assert_eq!(texts.len(), 2);
    for moves in ["1. Pb2-b3 *", "1. Pc2-c3 *"] {
        assert!(texts.iter().any(|text| text.contains(moves)), "{texts:?}");
    }
}

#[test]
fn there_is_room_for_players_however_many_watch() {
    let folder = Folder::new("watching");
    let hall = folder.hall(START);
    let keys = hall.make(setup(), START).unwrap();
    let mut watching: Vec<Visitor> =
        (0..MAX_WATCHING).map(|_| hall.enter(&keys.watch, START).unwrap()).collect();
    assert!(
        hall.enter(&keys.watch, START).is_err() && hall.enter(&keys.invitation, START).is_err()
    );
    let maker = hall.enter(&keys.seat, START).unwrap();
    assert_eq!(maker.info(START).unwrap().present.others, MAX_WATCHING);
    watching.pop();
    assert!(hall.enter(&keys.watch, START).is_ok());
}

#[test]
fn a_full_store_still_keeps_the_moves() {
    let folder = Folder::new("full");
    let hall = folder.hall(START);
    let (keys, _) = seated(&hall, setup());
    let maker = hall.enter(&keys.seat, START).unwrap();
    let say = |at| maker.act(&Command::Say { text: "hello".to_owned() }, at);
    say(START).unwrap();
    // As long, but no larger on disk.
    let file = std::fs::OpenOptions::new().write(true).open(folder.0.join("rooms.redb")).unwrap();
    file.set_len(MAX_STORE).unwrap();
    let made = hall.make(setup(), START).map(|_| ());
    for refused in [made, say(START + 60_000)] {
        assert_eq!(refused.unwrap_err().to_string(), NO_DISK);
    }
    play(&maker, "b2b3", 0, START).unwrap();
    assert_eq!(maker.info(START).unwrap().game.unwrap().moves, ["b2b3"]);
}
