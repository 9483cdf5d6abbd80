//! `baroque perft --split`: a perft divided into the counts after each sequence of first moves.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use baroque_movegen::AnyPosition;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::args::PositionArgs;
use super::count;
use super::error::{ToolError, exit_code};
use super::shard::{self, Shard, ShardArgs, ShardFile, ShardLine};
use crate::signals;

/// The name of the job and of its files.
pub(super) const JOB: &str = "perft";

/// The header of a shard file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ShardHeader {
    /// [`JOB`].
    pub job: String,
    pub version: String,
    pub variant: String,
    /// All rules, as `key=value` pairs.
    pub rules: String,
    pub fen: String,
    /// Depth of the perft in plies.
    pub depth: u32,
    /// Length of a prefix in plies.
    pub split: u32,
    /// Number of prefixes of all shards.
    pub prefixes: u64,
    pub shard: u64,
    pub shards: u64,
}

/// The first moves of a sequence, with the number of nodes after them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Prefix {
    /// The index among all prefixes, sorted by UCI text, from 0.
    pub number: u64,
    /// The moves as UCI text, separated by blanks.
    pub moves: String,
    /// Depth of the count after the prefix, in plies.
    pub depth: u32,
    pub nodes: u64,
    /// Time of the count.
    pub seconds: f64,
}

impl ShardLine for Prefix {
    fn number(&self) -> u64 {
        self.number
    }

    fn is_last(&self) -> bool {
        true
    }
}

/// A split perft.
pub(super) struct Split<'a> {
    pub position: &'a PositionArgs,
    pub depth: u32,
    /// Length of a prefix in plies.
    pub split: u32,
    pub shard_args: &'a ShardArgs,
    pub pool: &'a ThreadPool,
}

impl Split<'_> {
    /// Counts the remaining prefixes of the shard.
    pub fn run(&self) -> Result<ExitCode, ToolError> {
        let Self { depth, split, shard_args, .. } = *self;
        let left = depth.checked_sub(split).ok_or(ToolError::Shallow { depth, split })?;
        let position = self.position.position()?;
        let prefixes = Prefixes::of(&position, split, shard_args.shard);
        let header = self.header(&position, prefixes.total);
        let (mut file, done) = ShardFile::open::<Prefix>(shard_args, JOB, &header)?;
        let stop = signals::stop_flag();
        let worker = || {
            let (own, position, stop) = (&prefixes.own, &position, &stop);
            let work = move |index| {
                let moves = own.get(usize::try_from(index).ok()?)?;
                let start = Instant::now();
                let nodes = count_after(position, moves, left, self.pool, stop)?;
                let (number, moves) = (shard_args.shard.number(index), moves.join(" "));
                let seconds = start.elapsed().as_secs_f64();
                Some(Prefix { number, moves, depth: left, nodes, seconds })
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
        // A closed stderr is ignored.
        let _ = writeln!(
            io::stderr(),
            "shard {}: {} of {all} prefixes complete, {counted} counted in this run with {nodes} nodes",
            shard_args.shard,
            done + counted,
        );
        Ok(exit_code(&stop))
    }

    fn header(&self, position: &AnyPosition, prefixes: u64) -> ShardHeader {
        ShardHeader {
            job: JOB.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant: position.variant().to_owned(),
            rules: position.rules(),
            fen: position.fen(),
            depth: self.depth,
            split: self.split,
            prefixes,
            shard: self.shard_args.shard.index,
            shards: self.shard_args.shard.of,
        }
    }
}

/// Counts the nodes after a prefix; `None` if `stop` is set before the end.
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

/// The prefixes of a position in order.
struct Prefixes {
    shard: Shard,
    /// Number of prefixes, so far.
    total: u64,
    /// The moves of the shard's prefixes.
    own: Vec<Vec<String>>,
    /// The moves that lead to the current position.
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
