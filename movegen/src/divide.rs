//! Perft on all threads, with the count of each move.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::interrupt::{is_interrupted, stoppable};
use crate::zobrist::split_mix;
use crate::{Game, Move, Position, StopFlag, perft};

/// A hash table of node counts by position and depth, shared by all threads. An entry stores a
/// count, and its key mixed with the count, so that entries torn by two writers are detected (Hyatt
/// and Mann, "A lock-less transposition table implementation for parallel search", 2002).
/// Collisions of the 64-bit keys are not detected.
pub struct PerftTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of `mebibytes` MiB, at least 1; `None` if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20)?;
        let count = bytes / size_of::<[AtomicU64; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize_with(count, Default::default);
        Some(Self { slots })
    }

    fn probe<G: Game>(&self, position: &Position<G>, depth: u32) -> Option<u64> {
        let key = Self::key(position, depth);
        let [mixed, nodes] = self.slot(key)?;
        let nodes = nodes.load(Ordering::Relaxed);
        (mixed.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn store<G: Game>(&self, position: &Position<G>, depth: u32, count: u64) {
        let key = Self::key(position, depth);
        if let Some([mixed, nodes]) = self.slot(key) {
            mixed.store(key ^ count, Ordering::Relaxed);
            nodes.store(count, Ordering::Relaxed);
        }
    }

    fn key<G: Game>(position: &Position<G>, depth: u32) -> u64 {
        position.key() ^ split_mix(u64::from(depth))
    }

    /// The slot that the upper bits of a key select.
    fn slot(&self, key: u64) -> Option<&[AtomicU64; 2]> {
        let index = (u128::from(key) * self.slots.len() as u128) >> 64;
        self.slots.get(index as usize)
    }
}

/// The node count of each legal move; `depth` includes the move itself, and with 0 there are none. Returns
/// `None` if `stop` is set before the end; subtrees of two plies of compiled games are finished first.
///
/// With a table, positions that are reached several times are counted once.
///
/// Runs on the current rayon thread pool and splits the tree at every ply except the last two, so
/// that a few moves with large subtrees keep all threads busy. Calls `counted` with each move and
/// its count as soon as they are known, on the thread that counted them and in no certain order.
///
/// ```
/// use baroque_movegen::{PerftTable, Position, StopFlag, Ultima, divide, uci};
/// let start = Position::<Ultima>::start("abbott1968").unwrap();
/// let counts = divide(&start, 2, None, &StopFlag::default(), |_, _| ()).unwrap();
/// let (mv, nodes) = counts[0];
/// assert_eq!((counts.len(), uci(&start, mv), nodes), (16, "a2a3".to_owned(), 16));
/// let table = PerftTable::new(1).unwrap();
/// let with_table = divide(&start, 2, Some(&table), &StopFlag::default(), |_, _| ());
/// assert_eq!(with_table, Some(counts));
/// assert_eq!(divide(&start, 0, None, &StopFlag::default(), |_, _| ()), Some(vec![]));
/// assert_eq!(divide(&start, 2, None, &StopFlag::new(true.into()), |_, _| ()), None);
/// ```
pub fn divide<G: Game>(
    position: &Position<G>,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &StopFlag,
    counted: impl Fn(Move, u64) + Sync,
) -> Option<Vec<(Move, u64)>> {
    let Some(below) = depth.checked_sub(1) else {
        return Some(Vec::new());
    };
    let count = |&mv: &Move| {
        let nodes = parallel_perft(&position.play_unchecked(mv), below, table, stop)?;
        counted(mv, nodes);
        Some((mv, nodes))
    };
    let moves = unless_stopped::<G, _>(stop, || position.legal_moves())?;
    moves.par_iter().map(count).collect()
}

/// The result of work on a position of a game, which `stop` ends if the game is from a file; `None` if it
/// did.
fn unless_stopped<G: Game, T>(stop: &StopFlag, work: impl FnOnce() -> T) -> Option<T> {
    match G::IS_CUSTOM {
        false => Some(work()),
        true => stoppable(stop, || Some(work()).filter(|_| !is_interrupted())),
    }
}

/// [`perft`] on all threads; `None` if `stop` is set. A subtree of at most two plies is one task.
fn parallel_perft<G: Game>(
    position: &Position<G>,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &StopFlag,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 1 {
        return unless_stopped::<G, _>(stop, || perft(position, depth));
    }
    if let Some(nodes) = table.and_then(|table| table.probe(position, depth)) {
        return Some(nodes);
    }
    let count = |&mv: &Move| parallel_perft(&position.play_unchecked(mv), depth - 1, table, stop);
    let nodes = match depth {
        2 => unless_stopped::<G, _>(stop, || perft(position, 2))?,
        _ => {
            let moves = unless_stopped::<G, _>(stop, || position.legal_moves())?;
            moves.par_iter().map(count).sum::<Option<u64>>()?
        }
    };
    if let Some(table) = table {
        table.store(position, depth, nodes);
    }
    Some(nodes)
}
