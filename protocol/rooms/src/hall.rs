//! All rooms, and those who are there. Times are milliseconds since 1970.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use baroque_formats::Rejected;
use baroque_formats::pgn::PgnGame;
use baroque_games::Games;
use baroque_movegen::held;
use baroque_movegen::interrupt::{interruptible, is_interrupted};
use serde::Serialize;
use tokio::sync::watch;

use crate::message::RoomInfo;
use crate::room::{Event, Present, Room, What};
use crate::secret::{Player, Role, Secret};
use crate::setup::Setup;
use crate::store::{Header, RoomId, Store, StoreError, Write};

mod visitor;

#[cfg(test)]
mod tests;

pub use visitor::Visitor;

const DAY: u64 = 24 * 3600 * 1000;
/// How long a room waits for the other player.
const UNSEATED: u64 = 7 * DAY;
/// How long a room is kept after the last visit.
const KEPT: u64 = 60 * DAY;
/// A visit is written down if that makes a difference of so much.
const VISIT: u64 = DAY;
/// Most rooms.
const MAX_ROOMS: usize = 10_000;
/// Most bytes of what was chosen for all of them, where another one has a file of games.
const MAX_BYTES: usize = 64 << 20;
/// Bytes of the store from which on no room is made and nothing said.
const MAX_STORE: u64 = 16 << 30;
/// Most of those in a room who are not players.
const MAX_WATCHING: usize = 200;
/// Most bytes that games of files hold in this program for another one to be read.
const MAX_HELD: usize = 192 << 20;
/// Time for a move of a game from a file, and for all moves of a room that is opened, or for a draw of rules.
const MOVE_TIME: Duration = Duration::from_secs(2);
const OPENING_TIME: Duration = Duration::from_secs(10);
/// How often the store learns that clocks run: so much more time than the server's absence is charged to nobody. Where
/// the next one ends within [`SOON`], and where players have days.
const ALIVE: u64 = 5000;
const ALIVE_WITH_DAYS: u64 = 600_000;
/// About the longest clock.
const SOON: u64 = 4 * 3600 * 1000;
/// Time between two looks at the clocks after which the program must have stood still.
const PAUSE: u64 = 3000;
/// How often a write is tried again after one that failed.
const RETRY: u64 = 1000;
/// A room is kept for so long after a start: nobody could visit it before.
const RETURN: u64 = DAY;
/// Threads that write at the same time when rooms are opened.
const WRITERS: usize = 32;
/// Most rooms that are removed together.
const SWEPT: usize = 50;
/// How often old rooms are looked for.
const SWEEP: u64 = 3600 * 1000;

/// Why something is refused.
const FULL: &str = "there are too many rooms; try again another day";
const FULL_OF_FILES: &str = "there are too many files of games in rooms; try again another day";
const NO_MEMORY: &str =
    "the games of files have taken their share of the memory of this server until it is restarted";
const NO_DISK: &str = "the file of all rooms is full";
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
    /// The last time at which the program ran and could write. Whoever has locked a room does not lock it.
    awake: Mutex<u64>,
    /// Whether the last write failed.
    is_failing: AtomicBool,
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
    retry: u64,
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
    /// None until somebody has read it from the store.
    loaded: Mutex<Option<Loaded>>,
    /// Whoever does something in the room holds it, so that the others wait without a thread.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Whether its clock runs.
    is_running: AtomicBool,
    present: Mutex<Present>,
    /// Counts the changes.
    changes: watch::Sender<u64>,
}

/// A room, and the games that can be played there.
#[derive(Debug)]
struct Loaded {
    room: Room,
    games: Games,
}

impl Hall {
    /// The rooms of a store, in which games of the program can be played. Clocks that ran when the server ended run
    /// on; nobody pays for the time between. `now` tells the time.
    ///
    /// # Errors
    /// The store cannot be read, or not be written.
    pub fn open(store: Store, games: Games, now: impl Fn() -> u64) -> Result<Self, StoreError> {
        let rooms = store.rooms()?;
        let soonest = now() + RETURN;
        let known = rooms
            .into_iter()
            .map(|(id, bytes, expiry)| (id, Known { bytes, expiry: expiry.max(soonest) }));
        let hall = Self {
            known: Mutex::new(known.collect()),
            store,
            games,
            live: Mutex::default(),
            flags: Mutex::default(),
            ticks: Mutex::default(),
            awake: Mutex::default(),
            is_failing: AtomicBool::default(),
        };
        let alive = hall.store.alive()?;
        // A room that cannot be read says so to those who come.
        let running: Vec<RoomId> = hall.store.running()?;
        let running: Vec<RoomId> =
            running.into_iter().filter(|&id| hall.with(id, |_, _| Ok(())).is_ok()).collect();
        let at = now();
        hall.skip_all(&running, alive.unwrap_or(0), at)?;
        *lock(&hall.awake) = at;
        Ok(hall)
    }

    /// Charges nobody in some rooms for the time since this program was last known to run. The store serves those
    /// together who write at the same time.
    fn skip_all(&self, rooms: &[RoomId], last: u64, at: u64) -> Result<(), StoreError> {
        let skip = |rooms: &[RoomId]| rooms.iter().try_for_each(|&id| self.skip(id, last, at));
        let failed = |error: &str| StoreError::new(error);
        thread::scope(|scope| {
            let parts = rooms.chunks(rooms.len().div_ceil(WRITERS).max(1));
            let start = |part| Builder::new().spawn_scoped(scope, move || skip(part));
            let threads: Vec<_> = parts.map(start).collect();
            threads.into_iter().try_for_each(|thread| {
                let done = thread.map_err(|error| failed(&error.to_string()))?.join();
                let done = done.map_err(|_| failed("a thread has failed"))?;
                done.map_err(|error| failed(&error.to_string()))
            })
        })
    }

    /// Makes a room.
    ///
    /// # Errors
    /// The setup is wrong, there are too many rooms, or it cannot be kept; for the maker.
    pub fn make(&self, setup: Setup, at: u64) -> Result<Keys, Rejected> {
        self.check_room_for(bytes_of(&setup), setup.file.is_some())?;
        let (setup, drawn) = within(OPENING_TIME, || {
            let games = setup.games(&self.games)?;
            let drawn = setup.draw()?;
            let room = Room::new(setup, drawn.as_ref(), &games)?;
            Ok::<_, Rejected>((room.setup().clone(), drawn))
        })??;
        let header = Header { setup, drawn, made: at };
        let bytes = bytes_of(&header);
        let id = rand::random::<u64>();
        let keys =
            Keys { seat: Secret::random(), invitation: Secret::random(), watch: Secret::random() };
        let expiry = at + UNSEATED;
        self.write(vec![
            Write::Room(id, Box::new(header)),
            Write::Secret(keys.seat.hash(), id, Role::Seat(Player::Maker)),
            Write::Secret(keys.invitation.hash(), id, Role::Invited),
            Write::Secret(keys.watch.hash(), id, Role::Spectator),
            Write::Expiry(id, expiry),
        ])?;
        lock(&self.known).insert(id, Known { bytes, expiry });
        Ok(keys)
    }

    fn check_room_for(&self, bytes: usize, has_file: bool) -> Result<(), Rejected> {
        self.check_disk()?;
        let known = lock(&self.known);
        let all: usize = known.values().map(|known| known.bytes).sum();
        if known.len() >= MAX_ROOMS {
            Err(FULL.into())
        } else if has_file && all + bytes > MAX_BYTES {
            Err(FULL_OF_FILES.into())
        } else {
            check_memory(has_file)
        }
    }

    /// Checks that there may be more in the store than its games need.
    fn check_disk(&self) -> Result<(), Rejected> {
        match self.store.bytes() < MAX_STORE {
            true => Ok(()),
            false => Err(NO_DISK.into()),
        }
    }

    /// Takes the seat that an invitation is for, by a secret that the guest has chosen. The same guest may ask again:
    /// the first answer may be lost.
    ///
    /// # Errors
    /// There is no such invitation, somebody else sits there, or it cannot be kept; for the guest.
    pub fn take_seat(&self, invitation: &Secret, seat: &Secret, at: u64) -> Result<(), Rejected> {
        let (id, role) = self.find(invitation)?;
        if role != Role::Invited {
            return Err("this is no invitation".into());
        }
        let guest = Role::Seat(Player::Guest);
        self.catch_up(at)?;
        self.with(id, |live, room| {
            match self.store.find(&seat.hash()).map_err(unread)? {
                Some(known) if known == (id, guest) => return Ok(()),
                Some(_) => return Err("choose another secret".into()),
                None if room.is_seated() => {
                    return Err("somebody has taken this seat already".into());
                }
                None => {}
            }
            let expiry = at + KEPT;
            let writes = vec![Write::Secret(seat.hash(), id, guest), Write::Expiry(id, expiry)];
            self.happen(live, room, vec![What::Seated {}], writes, at)?;
            if let Some(known) = lock(&self.known).get_mut(&id) {
                known.expiry = expiry;
            }
            Ok(())
        })
    }

    /// Enters a room.
    ///
    /// # Errors
    /// There is no such room, too many watch it, or it cannot be read; for who comes.
    pub fn enter(self: &Arc<Self>, secret: &Secret, at: u64) -> Result<Visitor, Rejected> {
        let (id, role) = self.find(secret)?;
        let live = self.acquire(id);
        let is_player = matches!(role, Role::Seat(_));
        let is_full = {
            let mut present = lock(&live.present);
            let is_full = !is_player && present.others() >= MAX_WATCHING;
            if !is_full {
                present.enter(role);
            }
            is_full
        };
        if is_full {
            self.release(&live);
            return Err("too many are watching this room; come back later".into());
        }
        let mut visitor =
            Visitor { changes: live.changes.subscribe(), hall: Arc::clone(self), live, role };
        let is_seated = self.with_live(&visitor.live, |_, room| Ok(room.is_seated()))?;
        if is_seated {
            self.note_visit(id, at);
        }
        visitor.live.changes.send_modify(|count| *count += 1);
        visitor.changes.mark_unchanged();
        Ok(visitor)
    }

    /// How a room is for somebody who does not enter it.
    ///
    /// # Errors
    /// Those of [`Self::enter`].
    pub fn look(&self, secret: &Secret, at: u64) -> Result<RoomInfo, Rejected> {
        let (id, role) = self.find(secret)?;
        self.with(id, |live, room| {
            let present = lock(&live.present).clone();
            Ok(room.info(role, &present, at))
        })
    }

    /// Ends what is over: games whose time has run out, and rooms that nobody visits. To be called several times a
    /// second.
    pub fn tick(&self, at: u64) {
        {
            let mut awake = lock(&self.awake);
            if at + PAUSE < *awake {
                // The clock of the computer was set back.
                *awake = at;
            }
        }
        let is_failing = self.is_failing.load(Ordering::Relaxed);
        if is_failing && !is_time(&mut lock(&self.ticks).retry, RETRY, at)
            || self.catch_up(at).is_err()
        {
            return;
        }
        let due: Vec<RoomId> = {
            let flags = lock(&self.flags);
            flags.range(..=(at, RoomId::MAX)).map(|&(_, id)| id).collect()
        };
        for id in due {
            // What cannot be kept now is tried again.
            let _ = self.with(id, |live, room| self.settle(live, room, at));
        }
        let next = lock(&self.flags).first().map(|&(flag, _)| flag);
        let pace = next.map(|flag| if flag <= at + SOON { ALIVE } else { ALIVE_WITH_DAYS });
        if pace.is_some_and(|pace| is_time(&mut lock(&self.ticks).alive, pace, at)) {
            let _ = self.write(vec![Write::Alive(at)]);
        }
        if is_time(&mut lock(&self.ticks).sweep, SWEEP, at) {
            self.sweep(at);
        }
    }

    /// Charges nobody for a time in which this program stood still, could not write, or the computer's clock was set.
    /// To be called before a clock is looked at.
    ///
    /// # Errors
    /// It still cannot write; for players.
    fn catch_up(&self, at: u64) -> Result<(), Rejected> {
        let mut awake = lock(&self.awake);
        if self.is_failing.load(Ordering::Relaxed) {
            self.write(vec![Write::Alive(at)])?;
        }
        let is_late = at > *awake + PAUSE;
        if is_late || self.is_failing.load(Ordering::Relaxed) {
            let running: Vec<RoomId> = lock(&self.flags).iter().map(|&(_, id)| id).collect();
            self.skip_all(&running, *awake, at).map_err(|_| Rejected::from(FAILED))?;
            self.is_failing.store(false, Ordering::Relaxed);
        }
        // A command may have waited.
        *awake = at.max(*awake);
        Ok(())
    }

    /// Charges nobody in a room for the time since this program was last known to run.
    fn skip(&self, id: RoomId, last: u64, at: u64) -> Result<(), Rejected> {
        self.with(id, |live, room| {
            let time = at.saturating_sub(last.max(room.last()));
            self.happen(live, room, vec![What::Skipped { time }], Vec::new(), at)
        })
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
                Some((Header { setup, .. }, events)) => {
                    let games = setup.games(games)?;
                    Room::games(setup, &games, &events)
                }
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
        let live = self.acquire(id);
        let done = self.with_live(&live, work);
        self.release(&live);
        done
    }

    /// Does something with a room that is in use.
    fn with_live<T>(
        &self,
        live: &Live,
        work: impl FnOnce(&Live, &mut Room) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let mut loaded = lock(&live.loaded);
        let loaded = match &mut *loaded {
            Some(loaded) => loaded,
            none => none.insert(self.load(live)?),
        };
        work(live, &mut loaded.room)
    }

    /// Reads a room from the store.
    fn load(&self, live: &Live) -> Result<Loaded, Rejected> {
        let read = self.store.room(live.id).map_err(unread)?;
        let (header, events) = read.ok_or_else(|| Rejected::from(NO_ROOM))?;
        let (room, games) = within(OPENING_TIME, || {
            let Header { setup, drawn, .. } = header;
            let games = setup.games(&self.games)?;
            Ok::<_, Rejected>((Room::restore(setup, drawn.as_ref(), &games, &events)?, games))
        })??;
        if let Some(flag) = room.clock().flag_at() {
            live.is_running.store(true, Ordering::Relaxed);
            lock(&self.flags).insert((flag, live.id));
        }
        Ok(Loaded { room, games })
    }

    /// A room to be used, until [`Self::release`].
    fn acquire(&self, id: RoomId) -> Arc<Live> {
        let new = || Used {
            live: Arc::new(Live {
                id,
                loaded: Mutex::default(),
                turn: Arc::default(),
                is_running: AtomicBool::new(false),
                present: Mutex::default(),
                changes: watch::Sender::new(0),
            }),
            count: 0,
        };
        let mut all = lock(&self.live);
        let used = all.entry(id).or_insert_with(new);
        used.count += 1;
        Arc::clone(&used.live)
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
        self.store.write(writes).map_err(|_| {
            self.is_failing.store(true, Ordering::Relaxed);
            FAILED.into()
        })
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

    /// Removes rooms that nobody visits, the first ones of many.
    fn sweep(&self, at: u64) {
        let live = lock(&self.live);
        let mut known = lock(&self.known);
        let is_old = |(id, room): (&RoomId, &Known)| {
            (room.expiry <= at && !live.contains_key(id)).then_some(*id)
        };
        let old: Vec<RoomId> = known.iter().filter_map(is_old).take(SWEPT).collect();
        if !old.is_empty() && self.write(vec![Write::Remove(old.clone())]).is_ok() {
            old.iter().for_each(|id| {
                known.remove(id);
            });
        }
        if old.len() == SWEPT {
            // Others follow at the next tick.
            lock(&self.ticks).sweep = 0;
        }
    }
}

/// Whether something is to be done again that was done last at a time, which is noted then.
fn is_time(last: &mut u64, pace: u64, at: u64) -> bool {
    // The clock of a computer may be set back.
    let is_time = at >= *last + pace || at < *last;
    if is_time {
        *last = at;
    }
    is_time
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

/// Checks that a game may be read, from a file or not.
fn check_memory(has_file: bool) -> Result<(), Rejected> {
    match !has_file || held().0 < MAX_HELD {
        true => Ok(()),
        false => Err(NO_MEMORY.into()),
    }
}

/// The bytes of something that is kept.
fn bytes_of<T: Serialize>(value: &T) -> usize {
    serde_json::to_vec(value).map_or(0, |text| text.len())
}

fn unread(error: StoreError) -> Rejected {
    Rejected(format!("the rooms cannot be read: {error}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
