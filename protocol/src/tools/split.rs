//! `baroque perft --split`: a count cut up into the move sequences that it begins with.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use baroque_movegen::AnyPosition;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::args::PositionArgs;
use super::count;
use super::error::{INTERRUPTED, ToolError};
use super::shard::{self, Line, Shard, ShardArgs, ShardFile};
use crate::signals;

/// The name of the job, with which its files begin.
pub(super) const JOB: &str = "perft";

/// The header of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// [`JOB`].
    pub job: String,
    /// Version of the program.
    pub version: String,
    pub variant: String,
    /// All rules, as `key=value` pairs.
    pub rules: String,
    pub fen: String,
    /// Plies that are counted, from the position on.
    pub depth: u32,
    /// How many of them a prefix has.
    pub split: u32,
    /// Prefixes of all shards.
    pub prefixes: u64,
    pub shard: u64,
    pub shards: u64,
}

/// The moves that a sequence begins with, and how many sequences there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Prefix {
    /// Its place among all prefixes, from 0, sorted by the UCI text of the moves.
    pub number: u64,
    /// The moves in UCI text, with blanks between them.
    pub moves: String,
    /// Plies that are counted behind it.
    pub depth: u32,
    pub nodes: u64,
    /// Time that passed meanwhile.
    pub seconds: f64,
}

impl Line for Prefix {
    fn number(&self) -> u64 {
        self.number
    }

    fn is_last(&self) -> bool {
        true
    }
}

/// A count in shards.
pub(super) struct Split<'a> {
    pub position: &'a PositionArgs,
    pub depth: u32,
    /// Plies of the prefixes.
    pub split: u32,
    pub place: &'a ShardArgs,
    pub pool: &'a ThreadPool,
}

impl Split<'_> {
    /// Counts what is left of the shard.
    pub fn run(&self) -> Result<ExitCode, ToolError> {
        let Self { depth, split, place, .. } = *self;
        let behind = depth.checked_sub(split).ok_or(ToolError::Shallow { depth, split })?;
        let position = self.position.position()?;
        let prefixes = Prefixes::of(&position, split, place.shard);
        let header = self.header(&position, prefixes.total);
        let (mut file, done) = ShardFile::open::<Prefix>(place, JOB, &header)?;
        let stop = signals::stop_flag();
        let worker = || {
            let (own, position, stop) = (&prefixes.own, &position, &stop);
            let work = move |piece| {
                let moves = own.get(usize::try_from(piece).ok()?)?;
                let start = Instant::now();
                let nodes = count_after(position, moves, behind, self.pool, stop)?;
                let (number, moves) = (place.shard.number(piece), moves.join(" "));
                let seconds = start.elapsed().as_secs_f64();
                Some(Prefix { number, moves, depth: behind, nodes, seconds })
            };
            Ok::<_, ToolError>(work)
        };
        let (mut counted, mut nodes) = (0u64, 0u128);
        let (all, threads) = (prefixes.own.len() as u64, self.pool.current_num_threads());
        shard::parallel_ordered(done..all, threads, worker, |prefix| {
            counted += 1;
            nodes += u128::from(prefix.nodes);
            Ok(file.append(&[prefix])?)
        })?;
        // If standard error is closed, there is nobody to tell.
        let _ = writeln!(
            io::stderr(),
            "shard {}: {} of {all} prefixes, {counted} of them counted now, with {nodes} nodes",
            place.shard,
            done + counted,
        );
        Ok(match stop.load(Ordering::Relaxed) {
            true => ExitCode::from(INTERRUPTED),
            false => ExitCode::SUCCESS,
        })
    }

    fn header(&self, position: &AnyPosition, prefixes: u64) -> Header {
        Header {
            job: JOB.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant: position.variant().to_owned(),
            rules: position.rules(),
            fen: position.fen(),
            depth: self.depth,
            split: self.split,
            prefixes,
            shard: self.place.shard.index,
            shards: self.place.shard.of,
        }
    }
}

/// The nodes after a prefix; `None` if `stop` was set before the end.
fn count_after(
    position: &AnyPosition,
    moves: &[String],
    depth: u32,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut position = position.clone();
    for text in moves {
        position.play_text(text).ok()?;
    }
    Some(pool.install(|| count::count(&position, depth, None, stop))?.nodes)
}

/// The prefixes of a position, in order.
struct Prefixes {
    shard: Shard,
    /// How many there are so far.
    total: u64,
    /// The moves of those of the shard.
    own: Vec<Vec<String>>,
    /// The moves that lead to the position at hand.
    moves: Vec<String>,
}

impl Prefixes {
    fn of(position: &AnyPosition, split: u32, shard: Shard) -> Self {
        let mut all = Self { shard, total: 0, own: Vec::new(), moves: Vec::new() };
        all.collect(&mut position.clone(), split);
        all
    }

    fn collect(&mut self, position: &mut AnyPosition, left: u32) {
        if left == 0 {
            if self.shard.has(self.total) {
                self.own.push(self.moves.clone());
            }
            self.total += 1;
            return;
        }
        let moves = position.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|mv| (position.uci(mv), mv)).collect();
        moves.sort_unstable();
        for (text, mv) in moves {
            if position.play(mv).is_ok() {
                self.moves.push(text);
                self.collect(position, left - 1);
                self.moves.pop();
                position.take_back();
            }
        }
    }
}
