//! What sessions may use: all of them together, and those of one client on another machine.

use baroque_formats::Loaded;
use std::collections::HashMap;
use std::iter::once;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baroque_page::message::EngineBounds;

use crate::host::HASH;
use crate::tools::args::processors;

/// Most MiB of a session's table, and of the table of one on another machine.
const MAX_HASH: usize = 1024;
const MAX_CLIENT_HASH: usize = 256;
/// Longest search in milliseconds.
const MAX_TIME: u64 = 600_000;

/// What sessions use at a time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Amounts {
    /// Their number.
    sessions: usize,
    /// MiB of their tables beyond [`HASH`] each.
    memory: usize,
    /// Their search threads beyond one each.
    threads: usize,
}

impl Amounts {
    fn combined(self, other: Self, combine: fn(usize, usize) -> usize) -> Self {
        Self {
            sessions: combine(self.sessions, other.sessions),
            memory: combine(self.memory, other.memory),
            threads: combine(self.threads, other.threads),
        }
    }

    fn fits(self, most: Self) -> bool {
        self.combined(most, usize::max) == most
    }
}

/// What some sessions may use and do use.
#[derive(Debug)]
struct Share {
    most: Amounts,
    used: Amounts,
    /// Processor time that may be spent at once.
    credit: Duration,
    /// Processors' worth of time that comes back all the time.
    refill: u32,
    /// Processor time that was spent and has not come back.
    spent: Duration,
    /// Most of it that counts.
    most_spent: Duration,
    /// When that was so.
    at: Instant,
}

impl Share {
    fn new(most: Amounts, credit: Duration, refill: u32) -> Self {
        let (used, spent, most_spent) = (Amounts::default(), Duration::ZERO, Duration::MAX);
        Self { most, used, credit, refill, spent, most_spent, at: Instant::now() }
    }

    fn of_all() -> Self {
        let most = Amounts { sessions: 64, memory: MAX_HASH, threads: 2 * processors() };
        let refill = u32::try_from(processors() / 2).unwrap_or(1).max(1);
        let credit = Duration::from_secs(3600) * refill;
        // Many searches that began together spend more than there was, for which the others do not pay.
        Self { most_spent: credit, ..Self::new(most, credit, refill) }
    }

    fn of_client() -> Self {
        let memory = MAX_CLIENT_HASH - HASH;
        let most = Amounts { sessions: 16, memory, threads: processors() / 2 };
        Self::new(most, Duration::from_secs(1800), 1)
    }

    /// The processor time that is left.
    fn left(&mut self) -> Duration {
        self.spent = self.spent.saturating_sub(self.at.elapsed() * self.refill);
        self.at = Instant::now();
        self.credit.saturating_sub(self.spent)
    }

    fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time).min(self.most_spent);
    }
}

/// What is paid for. Whoever searches takes nothing from those who play in rooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A session with its searches.
    Session,
    /// A room.
    Room,
}

#[derive(Debug)]
struct Shares {
    sessions: Share,
    rooms: Share,
    clients: HashMap<IpAddr, Share>,
}

impl Shares {
    /// Forgets clients that use nothing, and notes another one.
    fn make_room_for(&mut self, client: Option<IpAddr>) {
        self.clients.retain(|_, share| share.used.sessions > 0 || share.left() < share.credit);
        if let Some(client) = client {
            self.clients.entry(client).or_insert_with(Share::of_client);
        }
    }

    fn of(&mut self, work: Work, client: Option<IpAddr>) -> impl Iterator<Item = &mut Share> {
        let own = client.map(|client| self.clients.entry(client).or_insert_with(Share::of_client));
        let all = match work {
            Work::Session => &mut self.sessions,
            Work::Room => &mut self.rooms,
        };
        once(all).chain(own)
    }
}

/// The sessions of a server.
#[derive(Debug)]
pub struct Sessions {
    loaded: Loaded,
    has_rooms: bool,
    shares: Mutex<Shares>,
}

impl Sessions {
    /// No sessions yet; those to come can play some games, and make rooms or not.
    pub fn new(loaded: Loaded, has_rooms: bool) -> Self {
        let (sessions, rooms) = (Share::of_all(), Share::of_all());
        let shares = Shares { sessions, rooms, clients: HashMap::new() };
        Self { loaded, has_rooms, shares: Mutex::new(shares) }
    }

    fn shares(&self) -> MutexGuard<'_, Shares> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games that can be played, and what was learned of them.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The account of a client for some work.
    pub fn account(self: &Arc<Self>, address: IpAddr, work: Work) -> Account {
        let client = Some(address).filter(|address| !address.is_loopback());
        self.shares().make_room_for(client);
        Account { sessions: Arc::clone(self), work, client }
    }

    /// Lets a session of a client in; `None` if there are too many.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Permit> {
        let account = self.account(address, Work::Session);
        let mut permit = Permit { account, own: Amounts::default() };
        permit.change(Amounts { sessions: 1, ..permit.own }).then_some(permit)
    }
}

/// Who pays for processor time.
#[derive(Clone, Debug)]
pub struct Account {
    sessions: Arc<Sessions>,
    work: Work,
    /// None for this machine, which has all the time that there is.
    client: Option<IpAddr>,
}

impl Account {
    /// The processor time that is left.
    pub fn left(&self) -> Duration {
        let mut shares = self.sessions.shares();
        let left = shares.of(self.work, self.client).map(Share::left).min();
        left.filter(|_| self.client.is_some()).unwrap_or(Duration::MAX)
    }

    /// Pays for work.
    pub fn charged<T>(&self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.spend(start.elapsed());
        done
    }

    /// Pays.
    pub fn spend(&self, time: Duration) {
        if self.client.is_some() {
            self.sessions.shares().of(self.work, self.client).for_each(|share| share.spend(time));
        }
    }
}

/// The right to a session, with what it uses, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    account: Account,
    own: Amounts,
}

impl Permit {
    /// Who pays for its processor time.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// The games that the session can play, and what was learned of them.
    pub fn loaded(&self) -> &Loaded {
        self.account.sessions.loaded()
    }

    /// Whether the session can make rooms.
    pub fn has_rooms(&self) -> bool {
        self.account.sessions.has_rooms
    }

    /// What the engine of the session may be set to.
    pub fn bounds(&self) -> EngineBounds {
        let (hash, threads) = match self.account.client {
            None => (MAX_HASH, processors()),
            Some(_) => (MAX_CLIENT_HASH, (processors() / 2).max(1)),
        };
        EngineBounds { hash, threads, time: MAX_TIME }
    }

    /// Changes the size of the table in MiB, if there is room for it.
    pub fn set_hash(&mut self, mebibytes: usize) -> bool {
        self.change(Amounts { memory: mebibytes.saturating_sub(HASH), ..self.own })
    }

    /// Changes the number of search threads, if there is room for them.
    pub fn set_threads(&mut self, threads: usize) -> bool {
        self.change(Amounts { threads: threads.saturating_sub(1), ..self.own })
    }

    fn change(&mut self, wanted: Amounts) -> bool {
        let own = std::mem::replace(&mut self.own, wanted);
        let mut shares = self.account.sessions.shares();
        let after = |share: &Share| {
            share.used.combined(own, usize::saturating_sub).combined(wanted, usize::saturating_add)
        };
        let Account { work, client, .. } = self.account;
        let fits = shares.of(work, client).all(|share| after(share).fits(share.most));
        if fits {
            shares.of(work, client).for_each(|share| share.used = after(share));
        } else {
            self.own = own;
        }
        fits
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        // Less always fits.
        self.change(Amounts::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// The address of another machine.
    fn there(number: u8) -> IpAddr {
        [192, 0, 2, number].into()
    }

    #[test]
    fn sessions_and_memory_are_bounded_and_given_back() {
        let sessions = Arc::new(Sessions::new(Loaded::default(), false));
        let mut first = sessions.enter(HERE).unwrap();
        assert!(first.set_hash(MAX_HASH));
        let mut second = sessions.enter(HERE).unwrap();
        assert!(!second.set_hash(MAX_HASH) && second.set_hash(2 * HASH) && second.set_hash(1));
        let others: Vec<Permit> = std::iter::from_fn(|| sessions.enter(HERE)).collect();
        assert_eq!(others.len(), 64 - 2);
        drop((first, others));
        assert!(second.set_hash(MAX_HASH) && sessions.enter(HERE).is_some());
        drop(second);
        assert_eq!(sessions.shares().sessions.used, Amounts::default());
    }

    #[test]
    fn another_machine_takes_only_its_share() {
        let sessions = Arc::new(Sessions::new(Loaded::default(), false));
        let mut all: Vec<Permit> = std::iter::from_fn(|| sessions.enter(there(1))).collect();
        assert_eq!(all.len(), 16);
        let bounds = all[0].bounds();
        assert!(all[0].set_hash(bounds.hash) && !all[1].set_hash(2 * HASH));
        assert!(all[0].set_threads(1) && !all[1].set_threads(bounds.threads + 2));
        // The others and this machine have room.
        let mut other = sessions.enter(there(2)).unwrap();
        assert!(other.set_hash(bounds.hash) && sessions.enter(HERE).is_some());
        all.clear();
        assert!(sessions.enter(there(1)).is_some_and(|mut permit| permit.set_hash(bounds.hash)));
        drop(other);
        assert_eq!(sessions.shares().sessions.used, Amounts::default());
    }

    #[test]
    fn processor_time_runs_out_and_comes_back() {
        let sessions = Arc::new(Sessions::new(Loaded::default(), false));
        let [one, two] = [1, 2].map(|number| sessions.enter(there(number)).unwrap());
        let here = sessions.enter(HERE).unwrap();
        one.account().spend(Duration::from_secs(2000));
        assert_eq!(one.account().left(), Duration::ZERO);
        assert!(two.account().left() > Duration::from_secs(1500));
        // A new session is no new account.
        drop(one);
        let one = sessions.enter(there(1)).unwrap();
        assert_eq!(one.account().left(), Duration::ZERO);
        if let Some(share) = sessions.shares().clients.get_mut(&there(1)) {
            share.at -= Duration::from_secs(300);
        }
        let left = one.account().left();
        assert!((Duration::from_secs(90)..Duration::from_secs(110)).contains(&left), "{left:?}");
        here.account().spend(Duration::from_secs(1_000_000));
        assert_eq!(here.account().left(), Duration::MAX);
        assert!(two.account().left() > Duration::from_secs(1500));
        // Searches that spend more than there is delay other searches little, and rooms not at all.
        one.account().spend(Duration::from_secs(1_000_000));
        assert!(two.account().left() < Duration::from_secs(100));
        assert!(sessions.account(there(2), Work::Room).left() > Duration::from_secs(1500));
        assert_eq!(sessions.account(there(1), Work::Room).left(), Duration::ZERO);
        sessions.shares().sessions.at -= Duration::from_secs(300);
        assert!(two.account().left() >= Duration::from_secs(300));
        drop((one, two));
        assert!(sessions.enter(HERE).is_some() && sessions.shares().clients.len() == 1);
    }
}
