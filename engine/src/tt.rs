//! The transposition table: lockless and free of data races.
//!
//! An entry is two relaxed atomic words: the data, and the key XORed with the data (Hyatt and Mann
//! 2002). A pair torn by two threads matches no key.

use std::fmt;
#[cfg(target_os = "linux")]
use std::ptr::NonNull;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU64, Ordering};

use baroque_movegen::Move;
#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU64, Ordering};

use crate::limits::Bound;
use crate::params::{AGE_COST, REPLACE_SHALLOWER};
use crate::score::Score;

/// Entries that share a cache line.
const CLUSTER: usize = 4;
/// Words of a cluster.
const CLUSTER_WORDS: usize = 2 * CLUSTER;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 8;

/// The transposition table cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OutOfMemory;

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("out of memory for the transposition table")
    }
}

impl std::error::Error for OutOfMemory {}

/// The stored result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The move that raised alpha last, in this search or an earlier one; `None` if none did.
    pub mv: Option<Move>,
    /// The score; in the table, wins and losses count from this position.
    pub score: Score,
    /// The static evaluation; in check it may be [`Score::DRAW`].
    pub eval: Score,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// `None` if the score depends on the path and is useless elsewhere.
    pub bound: Option<Bound>,
}

impl Entry {
    /// The score, if its bound is enough for a cutoff in the window.
    #[inline]
    pub fn cutoff(&self, alpha: Score, beta: Score) -> Option<Score> {
        let useful = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        useful.then_some(self.score)
    }

    /// A static evaluation, or the score if that is nearer to the true score.
    #[inline]
    pub fn estimate(&self, eval: Score) -> Score {
        let nearer = !self.score.is_decisive()
            && match self.bound {
                None => false,
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => self.score > eval,
                Some(Bound::Upper) => self.score < eval,
            };
        if nearer { self.score } else { eval }
    }
}

/// Results of searches by position key, shared by all threads without locks.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Words before the first whole cache line.
    skipped: usize,
    clusters: usize,
    generation: u8,
}

impl TranspositionTable {
    /// An empty table of a size in MiB, at least 1.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(OutOfMemory)?;
        Self::with_clusters(bytes / (8 * CLUSTER_WORDS))
    }

    fn with_clusters(clusters: usize) -> Result<Self, OutOfMemory> {
        let words = zeroed((clusters + 1) * CLUSTER_WORDS)?;
        use_huge_pages(&words);
        let misaligned = words.as_ptr() as usize / 8 % CLUSTER_WORDS;
        let skipped = (CLUSTER_WORDS - misaligned) % CLUSTER_WORDS;
        Ok(Self { words, skipped, clusters, generation: 0 })
    }

    /// Starts the generation of a new search; older entries are replaced first.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The entry of a key, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            let same = pair[0].load(Ordering::Relaxed) ^ data == key;
            (same && data != 0).then(|| unpack(data))
        })
    }

    /// Fetches the cluster of a key into the processor's cache, for a probe soon after.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing that the program sees, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.cluster(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores an entry in place of the same position's or of the cluster's least valuable one. A
    /// much deeper entry of the same position and search is kept unless the new one is exact.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let mut least = i32::MAX;
        let mut slot = None;
        for pair in self.cluster(key).chunks_exact(2) {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                entry.mv = entry.mv.or(old.mv);
                let fresh = generation_of(data) == self.generation;
                if fresh
                    && entry.bound != Some(Bound::Exact)
                    && entry.depth + (REPLACE_SHALLOWER.get() as u32) < old.depth
                {
                    return;
                }
                slot = Some(pair);
                break;
            }
            let value = self.replacement_score(data);
            if value < least {
                least = value;
                slot = Some(pair);
            }
        }
        if let Some(pair) = slot {
            let data = pack(&entry, self.generation);
            pair[0].store(key ^ data, Ordering::Relaxed);
            pair[1].store(data, Ordering::Relaxed);
        }
    }

    /// Permille of the entries written by this search, from a sample of 1000 entries.
    pub fn hashfull(&self) -> u32 {
        let sample = self.clusters.min(250);
        let words = &self.words[self.skipped..][..sample * CLUSTER_WORDS];
        let used = words.chunks_exact(2).filter(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            data != 0 && generation_of(data) == self.generation
        });
        (used.count() * 1000 / (sample * CLUSTER)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        // The high half of the product spreads keys evenly over any number of clusters.
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &self.words[self.skipped + index * CLUSTER_WORDS..][..CLUSTER_WORDS]
    }

    /// Value of an entry for replacement: its depth, less [`AGE_COST`] per generation; least for an
    /// empty entry.
    fn replacement_score(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation - generation_of(data)) % GENERATIONS;
        unpack(data).depth as i32 - AGE_COST.get() * i32::from(age)
    }
}

/// Allocates words. The system zeroes pages when they are first touched, so this returns at once.
#[cfg(not(all(test, loom)))]
fn zeroed(words: usize) -> Result<Box<[AtomicU64]>, OutOfMemory> {
    bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| OutOfMemory)
}

#[cfg(all(test, loom))]
fn zeroed(words: usize) -> Result<Box<[AtomicU64]>, OutOfMemory> {
    Ok((0..words).map(|_| AtomicU64::new(0)).collect())
}

/// Asks the system to back a table that was not yet written by pages of 2 MiB: with pages of 4 KiB
/// nearly every probe misses the processor's table of pages too. A refusal changes nothing.
#[cfg(target_os = "linux")]
fn use_huge_pages(words: &[AtomicU64]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    const HUGE_PAGE: usize = 2 << 20;
    let bytes = size_of_val(words);
    let offset = words.as_ptr().cast::<u8>().align_offset(HUGE_PAGE);
    let length = bytes.saturating_sub(offset) / HUGE_PAGE * HUGE_PAGE;
    let Some(first) = words.get(offset / 8).filter(|_| length > 0) else {
        return;
    };
    // SAFETY: the range lies within the slice, and this advice changes no contents.
    let _ = unsafe { madvise(NonNull::from(first).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn use_huge_pages(_words: &[AtomicU64]) {}

// Data word from the low end: move, score, evaluation, depth, bound, generation.
const SCORE_AT: u32 = Move::BITS;
const EVAL_AT: u32 = SCORE_AT + 16;
const DEPTH_AT: u32 = EVAL_AT + 16;
const BOUND_AT: u32 = DEPTH_AT + 7;
const GENERATION_AT: u32 = BOUND_AT + 2;
const _: () = assert!(GENERATION_AT + GENERATIONS.ilog2() == 64);

fn pack(entry: &Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    let word = |score: Score| u64::from(score.value() as i16 as u16);
    u64::from(entry.mv.map_or(0, Move::to_bits))
        | word(entry.score) << SCORE_AT
        | word(entry.eval) << EVAL_AT
        | u64::from(entry.depth.min(127)) << DEPTH_AT
        | bound << BOUND_AT
        | u64::from(generation) << GENERATION_AT
}

fn unpack(data: u64) -> Entry {
    let score = |at: u32| Score::from_value(i32::from((data >> at) as u16 as i16));
    Entry {
        mv: Move::try_from_bits((data & ((1 << Move::BITS) - 1)) as u32),
        score: score(SCORE_AT),
        eval: score(EVAL_AT),
        depth: (data >> DEPTH_AT) as u32 & 127,
        bound: match data >> BOUND_AT & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        },
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_AT) as u8
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use baroque_movegen::Square;

    fn entry(score: i32, depth: u32) -> Entry {
        Entry {
            mv: Some(Move::new(Square::new(63), Square::new(0))),
            score: Score::from_value(score),
            eval: Score::cp(-17),
            depth,
            bound: Some(Bound::Lower),
        }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, score) in [(7, -31_999), (u64::MAX, 31_999), (u64::MAX / 2, 0)] {
            table.store(key, entry(score, 119));
            assert_eq!(table.probe(key), Some(entry(score, 119)));
        }
        assert_eq!(table.probe(8), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(0, key as u32 * 10));
        }
        table.store(5, entry(0, 5));
        assert_eq!(table.probe(1), None);
        for _ in 0..7 {
            table.next_generation();
        }
        table.store(5, entry(0, 5));
        table.store(6, entry(0, 1));
        assert_eq!(table.probe(2), None, "seven generations outweigh twenty plies");
        assert!(table.probe(5).is_some());
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(1 << 40).is_err());
    }
}

/// All interleavings of threads that use one cluster, as the memory model allows them.
#[cfg(all(test, loom))]
mod interleavings {
    use loom::model::Builder;
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    #[test]
    fn no_entry_is_found_under_a_key_that_it_was_not_stored_with() {
        let entry = |depth| Entry {
            mv: None,
            score: Score::cp(depth as i32),
            eval: Score::DRAW,
            depth,
            bound: Some(Bound::Exact),
        };
        let mut model = Builder::new();
        model.preemption_bound = Some(3);
        model.check(move || {
            let table = Arc::new(TranspositionTable::with_clusters(1).unwrap());
            // Both take the first slot, for neither sees the other's entry.
            let other = Arc::clone(&table);
            let writer = thread::spawn(move || other.store(1, entry(1)));
            table.store(2, entry(2));
            for (key, depth) in [(1, 1), (2, 2)] {
                assert!(table.probe(key).is_none_or(|found| found == entry(depth)));
            }
            writer.join().unwrap();
            for (key, depth) in [(1, 1), (2, 2)] {
                assert!(table.probe(key).is_none_or(|found| found == entry(depth)));
            }
        });
    }
}
