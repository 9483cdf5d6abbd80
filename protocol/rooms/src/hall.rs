//! All rooms, and those who are there. Times are milliseconds since 1970.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baroque_formats::Rejected;
use baroque_formats::pgn::PgnGame;
use baroque_games::Games;
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use tokio::sync::watch;

use crate::room::{Command, Event, Line, Present, Room, RoomInfo, Setup, What};
use crate::secret::{Player, Role, Secret};
use crate::store::{Header, RoomId, Store, StoreError, Write};

const DAY: u64 = 24 * 3600 * 1000;
/// How long a room waits for the other player.
const UNSEATED: u64 = 7 * DAY;
/// How long a room is kept after the last visit.
const KEPT: u64 = 60 * DAY;
/// A visit is written down if that makes a difference of so much.
const VISIT: u64 = DAY;
/// Most rooms.
const MAX_ROOMS: usize = 10_000;
/// Most bytes of what was chosen for all of them: files of games, mostly.
const MAX_BYTES: usize = 64 << 20;
/// Time for a move of a game from a file, and for all moves of a room that is opened.
const MOVE_TIME: Duration = Duration::from_secs(2);
const OPENING_TIME: Duration = Duration::from_secs(10);
/// How often the store learns that clocks run: so much more time than the server's absence is charged to nobody.
const ALIVE: u64 = 5000;
/// How often old rooms are looked for.
const SWEEP: u64 = 3600 * 1000;

/// Why something is refused.
const NO_ROOM: &str = "there is no such room";
const FAILED: &str = "this cannot be kept now, so it has not happened; try again";

/// What whoever makes a room gets.
#[derive(Debug)]
pub struct Keys {
    /// The maker's seat.
    pub seat: Secret,
    /// For the other player.
    pub invitation: Secret,
    /// For those who watch.
    pub watch: Secret,
}

/// All rooms of a store.
#[derive(Debug)]
pub struct Hall {
    store: Store,
    games: Games,
    /// Those in which somebody is, or whose clock runs.
    live: Mutex<HashMap<RoomId, Used>>,
    /// All that there are.
    known: Mutex<HashMap<RoomId, Known>>,
    /// When clocks end.
    flags: Mutex<BTreeSet<(u64, RoomId)>>,
    ticks: Mutex<Ticks>,
}

#[derive(Debug)]
struct Known {
    bytes: usize,
    expiry: u64,
}

#[derive(Debug, Default)]
struct Ticks {
    alive: u64,
    sweep: u64,
}

/// A room, and by how many it is used now. It is in memory once only: two copies would not know of each other.
#[derive(Debug)]
struct Used {
    live: Arc<Live>,
    count: usize,
}

#[derive(Debug)]
struct Live {
    id: RoomId,
    room: Mutex<Room>,
    /// Whether its clock runs.
    is_running: AtomicBool,
    present: Mutex<Present>,
    /// Counts the changes.
    changes: watch::Sender<u64>,
}

impl Hall {
    /// The rooms of a store, in which games of the program can be played. Clocks that ran when the server ended run
    /// on; nobody pays for the time between.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn open(store: Store, games: Games, at: u64) -> Result<Self, StoreError> {
        let rooms = store.rooms()?;
        let known = rooms.into_iter().map(|(id, bytes, expiry)| (id, Known { bytes, expiry }));
        let hall = Self {
            known: Mutex::new(known.collect()),
            store,
            games,
            live: Mutex::default(),
            flags: Mutex::default(),
            ticks: Mutex::default(),
        };
        let alive = hall.store.alive()?.unwrap_or(at);
        for id in hall.store.running()? {
            // A room that cannot be read says so to those who come.
            let _ = hall.with(id, |live, room| {
                let time = at.saturating_sub(alive.max(room.last()));
                hall.happen(live, room, vec![What::Skipped { time }], Vec::new(), at)
            });
        }
        Ok(hall)
    }

    /// Makes a room.
    ///
    /// # Errors
    /// The setup is wrong, there are too many rooms, or it cannot be kept; for the maker.
    pub fn make(&self, setup: Setup, at: u64) -> Result<Keys, Rejected> {
        let bytes = serde_json::to_vec(&setup).map_or(0, |text| text.len());
        self.check_room_for(bytes)?;
        within(OPENING_TIME, || Room::new(setup.clone(), &self.games))??;
        let id = rand::random::<u64>();
        let keys =
            Keys { seat: Secret::random(), invitation: Secret::random(), watch: Secret::random() };
        let expiry = at + UNSEATED;
        self.write(vec![
            Write::Room(id, Box::new(Header { setup, made: at })),
            Write::Secret(keys.seat.hash(), id, Role::Seat(Player::Maker)),
            Write::Secret(keys.invitation.hash(), id, Role::Invited),
            Write::Secret(keys.watch.hash(), id, Role::Spectator),
            Write::Expiry(id, expiry),
        ])?;
        lock(&self.known).insert(id, Known { bytes, expiry });
        Ok(keys)
    }

    fn check_room_for(&self, bytes: usize) -> Result<(), Rejected> {
        let known = lock(&self.known);
        let all: usize = known.values().map(|known| known.bytes).sum();
        match known.len() < MAX_ROOMS && all + bytes <= MAX_BYTES {
            true => Ok(()),
            false => Err("there are too many rooms; try again another day".into()),
        }
    }

    /// Takes the seat that an invitation is for. Returns the secret of the seat.
    ///
    /// # Errors
    /// There is no such invitation, somebody sits there, or it cannot be kept; for the guest.
    pub fn take_seat(&self, invitation: &Secret, at: u64) -> Result<Secret, Rejected> {
        let (id, role) = self.find(invitation)?;
        if role != Role::Invited {
            return Err("this is no invitation".into());
        }
        let seat = Secret::random();
        let secret = Write::Secret(seat.hash(), id, Role::Seat(Player::Guest));
        self.with(id, |live, room| match room.is_seated() {
            true => Err("somebody has taken this seat already".into()),
            false => self.happen(live, room, vec![What::Seated {}], vec![secret], at),
        })?;
        Ok(seat)
    }

    /// Enters a room.
    ///
    /// # Errors
    /// There is no such room, or it cannot be read; for who comes.
    pub fn enter(self: &Arc<Self>, secret: &Secret, at: u64) -> Result<Visitor, Rejected> {
        let (id, role) = self.find(secret)?;
        self.note_visit(id, at);
        let live = self.acquire(id)?;
        lock(&live.present).enter(role);
        live.changes.send_modify(|count| *count += 1);
        let changes = live.changes.subscribe();
        Ok(Visitor { hall: Arc::clone(self), live, role, changes })
    }

    /// Ends what is over: games whose time has run out, and rooms that nobody visits. To be called several times a
    /// second.
    pub fn tick(&self, at: u64) {
        let due: Vec<RoomId> = {
            let flags = lock(&self.flags);
            flags.range(..=(at, RoomId::MAX)).map(|&(_, id)| id).collect()
        };
        for id in due {
            // What cannot be kept now is tried again.
            let _ = self.with(id, |live, room| self.settle(live, room, at));
        }
        let (is_alive_due, is_sweep_due) = {
            let mut ticks = lock(&self.ticks);
            let is_running = !lock(&self.flags).is_empty();
            let is_alive_due = is_running && at >= ticks.alive + ALIVE;
            let is_sweep_due = at >= ticks.sweep + SWEEP;
            if is_alive_due {
                ticks.alive = at;
            }
            if is_sweep_due {
                ticks.sweep = at;
            }
            (is_alive_due, is_sweep_due)
        };
        if is_alive_due {
            let _ = self.write(vec![Write::Alive(at)]);
        }
        if is_sweep_due {
            self.sweep(at);
        }
    }

    /// The games of all rooms, those that have a move. What cannot be read is an error beside them.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn export(
        store: &Store,
        games: &Games,
    ) -> Result<Vec<Result<PgnGame, Rejected>>, StoreError> {
        let mut all = Vec::new();
        for (id, _, _) in store.rooms()? {
            let read = store.room(id).map_err(|error| Rejected(error.to_string()));
            let played = read.and_then(|read| match read {
                Some((header, events)) => Room::games(header.setup, games, &events),
                None => Ok(Vec::new()),
            });
            match played {
                Ok(games) => all.extend(games.into_iter().map(Ok)),
                Err(error) => all.push(Err(error)),
            }
        }
        Ok(all)
    }

    fn find(&self, secret: &Secret) -> Result<(RoomId, Role), Rejected> {
        self.store.find(&secret.hash()).map_err(unread)?.ok_or_else(|| NO_ROOM.into())
    }

    /// Does something with a room.
    fn with<T>(
        &self,
        id: RoomId,
        work: impl FnOnce(&Live, &mut Room) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let live = self.acquire(id)?;
        let done = work(&live, &mut lock(&live.room));
        self.release(&live);
        done
    }

    /// A room to be used, until [`Self::release`].
    fn acquire(&self, id: RoomId) -> Result<Arc<Live>, Rejected> {
        if let Some(used) = lock(&self.live).get_mut(&id) {
            used.count += 1;
            return Ok(Arc::clone(&used.live));
        }
        let (header, events) =
            self.store.room(id).map_err(unread)?.ok_or_else(|| Rejected::from(NO_ROOM))?;
        let room = within(OPENING_TIME, || Room::restore(header.setup, &self.games, &events))??;
        let live = Live {
            id,
            is_running: AtomicBool::new(room.clock().flag_at().is_some()),
            room: Mutex::new(room),
            present: Mutex::default(),
            changes: watch::Sender::new(0),
        };
        // Another thread may have been faster.
        let mut all = lock(&self.live);
        let used = all.entry(id).or_insert_with(|| Used { live: Arc::new(live), count: 0 });
        used.count += 1;
        Ok(Arc::clone(&used.live))
    }

    /// Puts a room away if nobody uses it and nothing runs in it.
    fn release(&self, live: &Live) {
        let mut all = lock(&self.live);
        let Some(used) = all.get_mut(&live.id) else { return };
        used.count -= 1;
        if used.count == 0 && !live.is_running.load(Ordering::Relaxed) {
            all.remove(&live.id);
        }
    }

    /// Ends the game if its time has run out.
    fn settle(&self, live: &Live, room: &mut Room, at: u64) -> Result<(), Rejected> {
        match room.due(at) {
            Some(ended) => self.happen(live, room, vec![ended], Vec::new(), at),
            None => Ok(()),
        }
    }

    /// Keeps what is to happen, with other writes; then it happens, and those who are there learn it.
    fn happen(
        &self,
        live: &Live,
        room: &mut Room,
        happens: Vec<What>,
        mut writes: Vec<Write>,
        at: u64,
    ) -> Result<(), Rejected> {
        // Clocks of computers go back at times.
        let at = at.max(room.last());
        let events: Vec<Event> = happens.into_iter().map(|what| Event { at, what }).collect();
        let mut next = room.clone();
        events.iter().try_for_each(|event| next.happen(event))?;
        let (before, after) = (room.clock().flag_at(), next.clock().flag_at());
        writes.push(Write::Events(live.id, room.events(), events));
        if before.is_some() != after.is_some() {
            writes.push(Write::Running(live.id, after.is_some()));
        }
        self.write(writes)?;
        *room = next;
        live.is_running.store(after.is_some(), Ordering::Relaxed);
        let mut flags = lock(&self.flags);
        if let Some(before) = before {
            flags.remove(&(before, live.id));
        }
        if let Some(after) = after {
            flags.insert((after, live.id));
        }
        drop(flags);
        live.changes.send_modify(|count| *count += 1);
        Ok(())
    }

    fn write(&self, writes: Vec<Write>) -> Result<(), Rejected> {
        self.store.write(writes).map_err(|_| FAILED.into())
    }

    fn note_visit(&self, id: RoomId, at: u64) {
        let expiry = at + KEPT;
        let is_news = lock(&self.known).get_mut(&id).is_some_and(|known| {
            let is_news = known.expiry + VISIT <= expiry;
            if is_news {
                known.expiry = expiry;
            }
            is_news
        });
        if is_news {
            // Should it be lost, the room is kept for less time.
            let _ = self.write(vec![Write::Expiry(id, expiry)]);
        }
    }

    fn sweep(&self, at: u64) {
        let live = lock(&self.live);
        let mut known = lock(&self.known);
        let is_old = |(id, room): (&RoomId, &Known)| {
            (room.expiry <= at && !live.contains_key(id)).then_some(*id)
        };
        let old: Vec<RoomId> = known.iter().filter_map(is_old).collect();
        if !old.is_empty() && self.write(vec![Write::Remove(old.clone())]).is_ok() {
            known.retain(|id, _| !old.contains(id));
        }
    }
}

/// Somebody in a room, until this is dropped.
#[derive(Debug)]
pub struct Visitor {
    hall: Arc<Hall>,
    live: Arc<Live>,
    role: Role,
    /// Changes whenever something has happened, or somebody came or left.
    pub changes: watch::Receiver<u64>,
}

impl Visitor {
    /// Who that is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// What can be seen of the room.
    pub fn info(&self, at: u64) -> RoomInfo {
        let present = lock(&self.live.present).clone();
        lock(&self.live.room).info(self.role, &present, at)
    }

    /// What was chosen for the room.
    pub fn setup(&self) -> Setup {
        lock(&self.live.room).setup().clone()
    }

    /// The lines of the chat from a number on, and the number of the next one.
    pub fn lines_from(&self, first: usize) -> (Vec<Line>, usize) {
        lock(&self.live.room).lines_from(first)
    }

    /// Does what a player wants. When this returns it is on disk.
    ///
    /// # Errors
    /// It cannot be done; for the player.
    pub fn act(&self, command: &Command, at: u64) -> Result<(), Rejected> {
        let Role::Seat(player) = self.role else {
            return Err("only players can do this".into());
        };
        let mut room = lock(&self.live.room);
        self.hall.settle(&self.live, &mut room, at)?;
        let happens = within(MOVE_TIME, || room.decide(player, command))??;
        self.hall.happen(&self.live, &mut room, happens, Vec::new(), at)
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        lock(&self.live.present).leave(self.role);
        self.live.changes.send_modify(|count| *count += 1);
        self.hall.release(&self.live);
    }
}

/// Does work on games that may take long, for a while.
fn within<T>(time: Duration, work: impl FnOnce() -> T) -> Result<T, Rejected> {
    let start = Instant::now();
    let done = interruptible(
        move || start.elapsed() >= time,
        || {
            let done = work();
            (!is_interrupted()).then_some(done)
        },
    );
    done.ok_or_else(|| "this game is too slow to be played here".into())
}

fn unread(error: StoreError) -> Rejected {
    Rejected(format!("the rooms cannot be read: {error}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use baroque_formats::GameSpec;
    use baroque_movegen::Color;

    use super::*;
    use crate::clock::TimeControl;

    const START: u64 = 1_000_000;

    /// A folder that is gone when this is dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("baroque-hall-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn hall(&self, at: u64) -> Arc<Hall> {
            let store = Store::open(&self.0.join("rooms.redb")).unwrap();
            Arc::new(Hall::open(store, Games::default(), at).unwrap())
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
            game: GameSpec::new("rococo", ""),
            file: None,
            time,
            side: Color::White,
            has_chat: true,
        }
    }

    fn play(visitor: &Visitor, text: &str, ply: usize, at: u64) -> Result<(), Rejected> {
        visitor.act(&Command::Move { text: text.to_owned(), ply, number: 1 }, at)
    }

    #[test]
    fn secrets_open_what_they_are_for() {
        let folder = Folder::new("secrets");
        let hall = folder.hall(START);
        let keys = hall.make(setup(), START).unwrap();
        assert!(hall.enter(&Secret::random(), START).is_err());
        assert!(hall.take_seat(&keys.watch, START).is_err());
        let guest = hall.take_seat(&keys.invitation, START).unwrap();
        let error = hall.take_seat(&keys.invitation, START).unwrap_err().to_string();
        assert_eq!(error, "somebody has taken this seat already");
        let [maker, guest, invited, watcher] = [&keys.seat, &guest, &keys.invitation, &keys.watch]
            .map(|secret| hall.enter(secret, START).unwrap());
        assert_eq!(guest.role(), Role::Seat(Player::Guest));
        for other in [&invited, &watcher] {
            let error = other.act(&Command::Resign {}, START).unwrap_err().to_string();
            assert_eq!(error, "only players can do this");
        }
        let present = watcher.info(START).present;
        assert_eq!((present.w, present.b, present.others), (true, true, 2));
        drop(guest);
        assert!(!watcher.info(START).present.b);
        play(&maker, "b2b3", 0, START).unwrap();
        assert_eq!(watcher.info(START).game.moves, ["b2b3"]);
    }

    #[test]
    fn a_new_start_loses_nothing_and_charges_nobody() {
        let folder = Folder::new("restart");
        let (keys, guest) = {
            let hall = folder.hall(START);
            let keys = hall.make(setup(), START).unwrap();
            let guest = hall.take_seat(&keys.invitation, START).unwrap();
            let [maker, black] =
                [&keys.seat, &guest].map(|secret| hall.enter(secret, START).unwrap());
            play(&maker, "b2b3", 0, START).unwrap();
            play(&black, "b7b6", 1, START).unwrap();
            // White thinks; the store learns that the server runs.
            hall.tick(START + 10_000);
            assert_eq!(maker.info(START + 10_000).clock.unwrap().w, 50_000);
            (keys, guest)
        };
        // An hour without a server.
        let later = START + 3_600_000;
        let hall = folder.hall(later);
        hall.tick(later);
        let maker = hall.enter(&keys.seat, later).unwrap();
        let info = maker.info(later);
        assert_eq!((info.game.moves.len(), info.clock.unwrap().w), (2, 50_000));
        play(&maker, "c2c3", 2, later + 1000).unwrap();
        // Black's time runs out while nobody is there.
        drop(maker);
        hall.tick(later + 61_001);
        let black = hall.enter(&guest, later + 61_001).unwrap();
        let end = black.info(later + 61_001).end.unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Color::White), "out of time"));
        assert!(hall.store.running().unwrap().is_empty());
    }

    #[test]
    fn rooms_that_nobody_visits_expire() {
        let folder = Folder::new("expiry");
        let hall = folder.hall(START);
        let [one, two] = [(); 2].map(|()| hall.make(setup(), START).unwrap());
        hall.enter(&two.seat, START + DAY).unwrap();
        hall.tick(START + 8 * DAY);
        assert!(hall.enter(&one.seat, START + 8 * DAY).is_err());
        let here = hall.enter(&two.seat, START + 8 * DAY).unwrap();
        hall.tick(START + 70 * DAY);
        assert!(here.info(START).end.is_none());
        drop(here);
        hall.tick(START + 70 * DAY + SWEEP);
        assert!(hall.enter(&two.seat, START + 70 * DAY + SWEEP).is_err());
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
        assert_eq!(watcher.lines_from(0).1, 1);
        drop((maker, watcher));
        assert!(lock(&hall.live).is_empty());
    }

    #[test]
    fn all_games_are_exported() {
        let folder = Folder::new("export");
        let hall = folder.hall(START);
        let keys = hall.make(setup(), START).unwrap();
        hall.take_seat(&keys.invitation, START).unwrap();
        play(&hall.enter(&keys.seat, START).unwrap(), "b2b3", 0, START).unwrap();
        hall.make(setup(), START).unwrap();
        let games = Hall::export(&hall.store, &Games::default()).unwrap();
        assert_eq!(games.len(), 1);
        assert!(games[0].as_ref().unwrap().to_string().contains("1. Pb2-b3 *"));
    }
}
