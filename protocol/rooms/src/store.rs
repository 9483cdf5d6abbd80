//! Rooms on disk, in one file of the database [redb](https://www.redb.org). It is Rust alone: SQLite would bring a C
//! compiler into every build of the program, and its tools, which know nothing of what stands in a room, would gain
//! little over `baroque serve --export`.
//!
//! A write is on disk when it is confirmed. Writes that wait meanwhile are made together: a disk makes some hundred a
//! second, and rooms may have more moves.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{Builder, JoinHandle};

use redb::{
    AccessGuard, Database, DatabaseError, ReadTransaction, ReadableDatabase, ReadableTable,
    TableDefinition, WriteTransaction,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::Drawn;
use crate::room::Event;
use crate::secret::{Player, Role, SecretHash};
use crate::setup::Setup;

/// Rooms by number, as JSON.
const ROOMS: TableDefinition<u64, &[u8]> = TableDefinition::new("rooms");
/// Events by room and place, as JSON.
const EVENTS: TableDefinition<(u64, u32), &[u8]> = TableDefinition::new("events");
/// Rooms and roles by the hash of a secret.
const SECRETS: TableDefinition<&[u8], (u64, u8)> = TableDefinition::new("secrets");
/// Until when a room is kept, in milliseconds since 1970.
const EXPIRIES: TableDefinition<u64, u64> = TableDefinition::new("expiries");
/// The rooms whose clock runs.
const RUNNING: TableDefinition<u64, ()> = TableDefinition::new("running");
/// Numbers by name: `version` of the tables, and `alive`, when the server was last known to run.
const NUMBERS: TableDefinition<&str, u64> = TableDefinition::new("numbers");

/// What makes of a file of one version one of the next.
type Migration = fn(&WriteTransaction) -> Result<(), redb::Error>;

/// A new file has version 0.
const MIGRATIONS: [Migration; 1] = [create_tables];

/// Most writes that are made together.
const BATCH: usize = 256;
/// Bytes of the file that are kept in memory.
const CACHE: usize = 16 << 20;

/// The number of a room.
pub type RoomId = u64;

/// The store cannot be read or written; in words for the user.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct StoreError(String);

/// What is kept of a room besides its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// What was chosen for it.
    pub setup: Setup,
    /// The rules that were drawn for its first game, if they are secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new room.
    Room(RoomId, Box<Header>),
    /// Events of a room, and the number of those before.
    Events(RoomId, u32, Vec<Event>),
    /// A secret, where it leads to, and as what.
    Secret(SecretHash, RoomId, Role),
    /// Until when a room is kept, in milliseconds since 1970.
    Expiry(RoomId, u64),
    /// Whether the clock of a room runs.
    Running(RoomId, bool),
    /// That the server runs.
    Alive(u64),
    /// That rooms are gone, with all that belongs to them.
    Remove(Vec<RoomId>),
}

/// What opens the database, also again after an error.
type Opener = Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>;

/// Writes, and who waits for them.
type Job = (Vec<Write>, SyncSender<Result<(), StoreError>>);

struct Shared {
    opener: Opener,
    /// None where it could not be opened again.
    database: RwLock<Option<Database>>,
}

/// Rooms on disk. Writes are made by a thread of its own, which ends with the store.
pub struct Store {
    path: PathBuf,
    shared: Arc<Shared>,
    /// None while it is dropped.
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        // It has nothing to say.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl StoreError {
    /// An error in these words.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens a file, which is made if there is none.
    ///
    /// # Errors
    /// It cannot be opened, is in use, no store, or one of a later version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        let path = PathBuf::from(path);
        let file = path.clone();
        let open = move || Database::builder().set_cache_size(CACHE).create(&file);
        Self::with(path, Box::new(open))
            .map_err(|StoreError(error)| StoreError(format!("{name}: {error}")))
    }

    fn with(path: PathBuf, opener: Opener) -> Result<Self, StoreError> {
        let database = opener().map_err(|error| worded(error.into()))?;
        migrate(&database)?;
        let shared = Arc::new(Shared { opener, database: RwLock::new(Some(database)) });
        let (jobs, waiting) = sync_channel(BATCH);
        let writer = Arc::clone(&shared);
        let thread = Builder::new().name("store".to_owned()).spawn(move || writer.run(&waiting));
        let thread = Some(thread.map_err(|error| StoreError(error.to_string()))?);
        Ok(Self { path, shared, jobs: Some(jobs), thread })
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> u64 {
        std::fs::metadata(&self.path).map_or(0, |file| file.len())
    }

    /// Writes all of this, or nothing, and returns when it is on disk.
    ///
    /// # Errors
    /// It cannot be written, as when the disk is full.
    pub fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (done, result) = sync_channel(1);
        let closed = || StoreError("the store is closed".to_owned());
        let jobs = self.jobs.as_ref().ok_or_else(closed)?;
        jobs.send((writes, done)).map_err(|_| closed())?;
        result.recv().map_err(|_| closed())?
    }

    /// Where a secret leads to, and as what.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn find(&self, secret: &SecretHash) -> Result<Option<(RoomId, Role)>, StoreError> {
        self.read_with(|transaction| {
            let table = transaction.open_table(SECRETS)?;
            let found = table.get(secret.as_slice())?;
            Ok(found.and_then(|value| {
                let (id, code) = value.value();
                Some((id, role_of(code)?))
            }))
        })
    }

    /// A room with its events.
    ///
    /// # Errors
    /// The store cannot be read, or holds something that this version does not know.
    pub fn room(&self, id: RoomId) -> Result<Option<(Header, Vec<Event>)>, StoreError> {
        let read = self.read_with(|transaction| {
            let Some(header) =
                transaction.open_table(ROOMS)?.get(id)?.map(|value| value.value().to_vec())
            else {
                return Ok(None);
            };
            let table = transaction.open_table(EVENTS)?;
            let events = table.range((id, 0)..=(id, u32::MAX))?;
            let events: Result<Vec<Vec<u8>>, redb::Error> =
                events.map(|event| Ok(event?.1.value().to_vec())).collect();
            Ok(Some((header, events?)))
        })?;
        let Some((header, events)) = read else { return Ok(None) };
        let events: Result<Vec<Event>, StoreError> =
            events.iter().map(|event| parsed(event)).collect();
        Ok(Some((parsed(&header)?, events?)))
    }

    /// All rooms: the number, the bytes of the header, and until when it is kept, in milliseconds since 1970.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn rooms(&self) -> Result<Vec<(RoomId, usize, u64)>, StoreError> {
        self.read_with(|transaction| {
            let expiries = transaction.open_table(EXPIRIES)?;
            let known = |row: Result<(AccessGuard<u64>, AccessGuard<&[u8]>), _>| {
                let (id, header) = row?;
                let expiry = expiries.get(id.value())?.map_or(0, |at| at.value());
                Ok((id.value(), header.value().len(), expiry))
            };
            transaction.open_table(ROOMS)?.iter()?.map(known).collect()
        })
    }

    /// The rooms whose clock runs.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn running(&self) -> Result<Vec<RoomId>, StoreError> {
        self.read_with(|transaction| {
            let table = transaction.open_table(RUNNING)?;
            table.iter()?.map(|row| Ok(row?.0.value())).collect()
        })
    }

    /// When a server was last known to run on this store, in milliseconds since 1970.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn alive(&self) -> Result<Option<u64>, StoreError> {
        self.read_with(|transaction| {
            Ok(transaction.open_table(NUMBERS)?.get("alive")?.map(|value| value.value()))
        })
    }

    fn read_with<T>(
        &self,
        read: impl FnOnce(ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, StoreError> {
        let is_closed =
            || self.shared.database.read().unwrap_or_else(PoisonError::into_inner).is_none();
        if is_closed() {
            // A write opens it again.
            let _ = self.write(Vec::new());
        }
        let database = self.shared.database.read().unwrap_or_else(PoisonError::into_inner);
        let database =
            database.as_ref().ok_or_else(|| StoreError("the store is closed".to_owned()))?;
        let read = database.begin_read().map_err(redb::Error::from).and_then(read);
        read.map_err(worded)
    }
}

impl Shared {
    /// Writes what comes until the store is dropped.
    fn run(&self, waiting: &Receiver<Job>) {
        while let Ok(first) = waiting.recv() {
            let mut batch = vec![first];
            batch.extend(waiting.try_iter().take(BATCH - 1));
            let writes = batch.iter().flat_map(|(writes, _)| writes);
            let result = self.write(writes);
            if result.is_err() {
                self.reopen();
            }
            for (_, done) in &batch {
                // Who does not wait any longer learns it from the store.
                let _ = done.send(result.clone());
            }
        }
    }

    fn write<'a>(&self, writes: impl Iterator<Item = &'a Write>) -> Result<(), StoreError> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let database =
            database.as_ref().ok_or_else(|| StoreError("the store is closed".to_owned()))?;
        let write_all = || -> Result<(), redb::Error> {
            let transaction = database.begin_write()?;
            for write in writes {
                put(&transaction, write)?;
            }
            Ok(transaction.commit()?)
        };
        write_all().map_err(worded)
    }

    /// Opens the database again, which after an error does nothing any more.
    fn reopen(&self) {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        *database = None;
        *database = (self.opener)().ok();
    }
}

fn put(transaction: &WriteTransaction, write: &Write) -> Result<(), redb::Error> {
    match write {
        Write::Room(id, header) => {
            transaction.open_table(ROOMS)?.insert(id, json(header).as_slice())?;
        }
        Write::Events(id, before, events) => {
            let mut table = transaction.open_table(EVENTS)?;
            // What was refused after an error may be there all the same.
            table.retain_in((*id, *before)..=(*id, u32::MAX), |_, _| false)?;
            for (number, event) in (*before..).zip(events) {
                table.insert((*id, number), json(event).as_slice())?;
            }
        }
        Write::Secret(secret, id, role) => {
            transaction.open_table(SECRETS)?.insert(secret.as_slice(), (*id, code_of(*role)))?;
        }
        Write::Expiry(id, at) => drop(transaction.open_table(EXPIRIES)?.insert(id, at)?),
        Write::Running(id, true) => drop(transaction.open_table(RUNNING)?.insert(id, ())?),
        Write::Running(id, false) => drop(transaction.open_table(RUNNING)?.remove(id)?),
        Write::Alive(at) => drop(transaction.open_table(NUMBERS)?.insert("alive", at)?),
        Write::Remove(ids) => {
            let is_kept = |id: u64| !ids.contains(&id);
            transaction.open_table(SECRETS)?.retain(|_, (id, _)| is_kept(id))?;
            let mut events = transaction.open_table(EVENTS)?;
            for id in ids {
                events.retain_in((*id, 0)..=(*id, u32::MAX), |_, _| false)?;
                transaction.open_table(ROOMS)?.remove(id)?;
                transaction.open_table(EXPIRIES)?.remove(id)?;
                transaction.open_table(RUNNING)?.remove(id)?;
            }
        }
    }
    Ok(())
}

/// Brings a file to this version.
fn migrate(database: &Database) -> Result<(), StoreError> {
    let migrate = || -> Result<Option<u64>, redb::Error> {
        let transaction = database.begin_write()?;
        let version = {
            let mut numbers = transaction.open_table(NUMBERS)?;
            let version = numbers.get("version")?.map_or(0, |value| value.value());
            numbers.insert("version", MIGRATIONS.len() as u64)?;
            version
        };
        if version > MIGRATIONS.len() as u64 {
            transaction.abort()?;
            return Ok(Some(version));
        }
        for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(usize::MAX)) {
            migration(&transaction)?;
        }
        transaction.commit()?;
        Ok(None)
    };
    match migrate().map_err(worded)? {
        None => Ok(()),
        Some(version) => Err(StoreError(format!(
            "this file is of version {version}; this program knows those up to {}",
            MIGRATIONS.len()
        ))),
    }
}

fn create_tables(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(ROOMS)?;
    transaction.open_table(EVENTS)?;
    transaction.open_table(SECRETS)?;
    transaction.open_table(EXPIRIES)?;
    transaction.open_table(RUNNING)?;
    Ok(())
}

const ROLES: [Role; 4] =
    [Role::Seat(Player::Maker), Role::Seat(Player::Guest), Role::Invited, Role::Spectator];

fn code_of(role: Role) -> u8 {
    (0..).zip(ROLES).find_map(|(code, other)| (other == role).then_some(code)).unwrap_or(u8::MAX)
}

fn role_of(code: u8) -> Option<Role> {
    ROLES.get(usize::from(code)).copied()
}

fn json<T: Serialize>(value: &T) -> Vec<u8> {
    // All that is kept can be written.
    serde_json::to_vec(value).unwrap_or_default()
}

fn parsed<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, StoreError> {
    serde_json::from_slice(bytes)
        .map_err(|error| StoreError(format!("not what this version keeps: {error}")))
}

fn worded(error: redb::Error) -> StoreError {
    StoreError(match error {
        redb::Error::DatabaseAlreadyOpen => "it is in use by another program".to_owned(),
        error => error.to_string(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use baroque_formats::GameSpec;
    use baroque_movegen::Color;
    use redb::StorageBackend;
    use redb::backends::InMemoryBackend;

    use super::*;
    use crate::clock::TimeControl;
    use crate::room::What;

    fn header() -> Box<Header> {
        let game = Some(GameSpec::new("rococo", ""));
        let time = TimeControl::Days { days: 3 };
        let setup =
            Setup { game, penultima: None, file: None, time, side: Color::Black, has_chat: true };
        Box::new(Header { setup, drawn: None, made: 7 })
    }

    fn said(text: &str) -> Event {
        Event { at: 5, what: What::Said { by: Player::Guest, text: text.to_owned() } }
    }

    fn in_memory() -> Store {
        let opener = || Database::builder().create_with_backend(InMemoryBackend::new());
        Store::with(PathBuf::new(), Box::new(opener)).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back_and_removed() {
        let store = in_memory();
        let secret = [1; 32];
        let role = Role::Seat(Player::Guest);
        store.write(vec![Write::Room(3, header()), Write::Secret(secret, 3, role)]).unwrap();
        store
            .write(vec![Write::Events(3, 0, vec![said("a"), said("b")]), Write::Expiry(3, 9)])
            .unwrap();
        store.write(vec![Write::Events(3, 2, vec![said("c")]), Write::Alive(11)]).unwrap();
        store
            .write(vec![Write::Running(3, true), Write::Running(4, true), Write::Running(4, false)])
            .unwrap();
        let events = vec![said("a"), said("b"), said("c")];
        assert_eq!(store.room(3), Ok(Some((*header(), events))));
        assert_eq!(store.find(&secret), Ok(Some((3, role))));
        let bytes = json(&header()).len();
        assert_eq!((store.rooms(), store.alive()), (Ok(vec![(3, bytes, 9)]), Ok(Some(11))));
        assert_eq!(store.running(), Ok(vec![3]));
        store.write(vec![Write::Remove(vec![3, 4])]).unwrap();
        assert_eq!((store.room(3), store.find(&secret)), (Ok(None), Ok(None)));
        assert_eq!((store.rooms(), store.running()), (Ok(vec![]), Ok(vec![])));
    }

    #[test]
    fn rooms_without_secret_rules_are_read_as_before() {
        let before = r#"{"setup":{"game":{"variant":"rococo","rules":""},"time":{"type":"days","days":3},"side":"b","has_chat":true},"made":7}"#;
        assert_eq!(parsed(before.as_bytes()), Ok(*header()));
        assert_eq!(String::from_utf8(json(&header())).unwrap(), before);
    }

    #[test]
    fn many_writers_are_served_together() {
        let store = in_memory();
        std::thread::scope(|scope| {
            for id in 0..64 {
                let store = &store;
                scope.spawn(move || {
                    for number in 0..20 {
                        store.write(vec![Write::Events(id, number, vec![said("x")])]).unwrap();
                    }
                });
            }
        });
        store.write((0..64).map(|id| Write::Room(id, header())).collect()).unwrap();
        assert!((0..64).all(|id| store.room(id).unwrap().unwrap().1.len() == 20));
    }

    #[test]
    fn a_file_in_use_or_of_a_later_version_is_refused() {
        let folder = std::env::temp_dir().join(format!("baroque-rooms-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rooms.redb");
        let store = Store::open(&path).unwrap();
        let error = Store::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("it is in use by another program"), "{error}");
        drop(store);
        let text = folder.join("text");
        std::fs::write(&text, "no store").unwrap();
        assert!(Store::open(&text).is_err());
        assert_eq!(std::fs::read_to_string(&text).unwrap(), "no store");
        let later = Database::create(folder.join("later")).unwrap();
        let transaction = later.begin_write().unwrap();
        transaction.open_table(NUMBERS).unwrap().insert("version", 99).unwrap();
        transaction.commit().unwrap();
        drop(later);
        let error = Store::open(&folder.join("later")).unwrap_err().to_string();
        assert!(error.contains("this file is of version 99"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A disk that may be full.
    #[derive(Debug, Clone)]
    pub struct Disk {
        bytes: Arc<InMemoryBackend>,
        is_full: Arc<AtomicBool>,
    }

    impl Disk {
        /// An empty disk, and a store on it.
        pub fn with_store() -> (Self, Store) {
            let bytes = Arc::new(InMemoryBackend::new());
            let disk = Self { bytes, is_full: Arc::default() };
            let again = disk.clone();
            let opener = move || Database::builder().create_with_backend(again.clone());
            (disk, Store::with(PathBuf::new(), Box::new(opener)).unwrap())
        }

        /// Fills the disk, or makes room on it.
        pub fn set_full(&self, is_full: bool) {
            self.is_full.store(is_full, Ordering::Relaxed);
        }

        fn check(&self) -> Result<(), std::io::Error> {
            match self.is_full.load(Ordering::Relaxed) {
                true => Err(std::io::ErrorKind::StorageFull.into()),
                false => Ok(()),
            }
        }
    }

    impl StorageBackend for Disk {
        fn len(&self) -> Result<u64, std::io::Error> {
            self.bytes.len()
        }
        fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), std::io::Error> {
            self.bytes.read(offset, out)
        }
        fn set_len(&self, len: u64) -> Result<(), std::io::Error> {
            self.check()?;
            self.bytes.set_len(len)
        }
        fn sync_data(&self) -> Result<(), std::io::Error> {
            self.check()
        }
        fn write(&self, offset: u64, data: &[u8]) -> Result<(), std::io::Error> {
            self.check()?;
            self.bytes.write(offset, data)
        }
    }

    #[test]
    fn a_full_disk_refuses_and_loses_nothing() {
        let (disk, store) = Disk::with_store();
        store.write(vec![Write::Room(1, header()), Write::Events(1, 0, vec![said("a")])]).unwrap();
        disk.set_full(true);
        for _ in 0..3 {
            assert!(store.write(vec![Write::Events(1, 1, vec![said("b")])]).is_err());
        }
        disk.set_full(false);
        // The first try may only open it again.
        let again = || store.write(vec![Write::Events(1, 1, vec![said("c")])]);
        assert!(again().is_ok() || again().is_ok());
        assert_eq!(store.room(1).unwrap().unwrap().1, [said("a"), said("c")]);
    }
}
