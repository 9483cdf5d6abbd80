//! `baroque perft --split`: a perft divided into the counts after each sequence of first moves.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use baroque_formats::Rejected;
use baroque_formats::text::quoted;
use baroque_movegen::{AnyGame, StopFlag};
use baroque_training::shard::{self, Shard, ShardFile};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::args::ShardArgs;
use super::count;
use super::error::{ToolError, exit_code, print_note};
use crate::progress::Progress;
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
    /// The hash of the game's definition; `None` for compiled games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
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

impl Prefix {
    /// Checks that the line is of the prefix with these moves.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, moves: &str) -> Result<(), String> {
        match self.moves == moves {
            true => Ok(()),
            false => {
                let (number, found) = (self.number, quoted(&self.moves));
                Err(format!("the moves of prefix {number} are '{moves}', not '{found}'"))
            }
        }
    }
}

/// Counts the remaining prefixes of a shard of a perft, each of `split` plies.
pub(super) fn run(
    position: &AnyGame,
    depth: u32,
    split: u32,
    shard_args: &ShardArgs,
    pool: &ThreadPool,
) -> Result<ExitCode, ToolError> {
    let left = depth
        .checked_sub(split)
        .ok_or_else(|| Rejected(format!("the depth is {depth}, less than --split {split}")))?;
    let place = shard_args.place()?;
    let shard = place.shard;
    let (total, own) = prefixes(position, split, shard);
    let header = ShardHeader {
        job: JOB.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        variant: position.variant().to_owned(),
        definition: position.definition().map(str::to_owned),
        rules: position.rules(),
        fen: position.fen(),
        depth,
        split,
        prefixes: total,
        shard: shard.index,
        shards: shard.of,
    };
    // The moves of the prefixes whose lines have not been read.
    let mut expected = own.iter();
    let name = (JOB, "jsonl");
    let (mut file, done) = ShardFile::open(&place, name, &header, |reader, number| {
        let Some(prefix) = reader.line::<Prefix>()? else { return Ok(false) };
        reader.check_number(prefix.number, number)?;
        let moves = expected.next().map_or("", String::as_str);
        prefix.check(moves).map_err(|reason| reader.bad(reason))?;
        Ok(true)
    })?;
    let stop = signals::stop_flag();
    let worker = || {
        let (own, stop) = (&own, &stop);
        let work = move |index| {
            let moves = own.get(usize::try_from(index).ok()?)?;
            let start = Instant::now();
            let nodes = count_after(position, moves, left, pool, stop)?;
            let (number, moves) = (shard.number(index), moves.clone());
            let seconds = start.elapsed().as_secs_f64();
            Some(Prefix { number, moves, depth: left, nodes, seconds })
        };
        Ok::<_, ToolError>(work)
    };
    let (mut counted, mut nodes) = (0u64, 0u128);
    let (all, threads) = (own.len() as u64, pool.current_num_threads());
    let progress = Progress::new("perft", all.saturating_sub(done), "prefixes");
    shard::parallel_ordered(done..all, threads, worker, |prefix| {
        counted += 1;
        nodes += u128::from(prefix.nodes);
        progress.advance(1);
        Ok(file.append_line(&prefix)?)
    })?;
    drop(progress);
    print_note(format!(
        "shard {shard}: {} of {all} prefixes complete, {counted} counted in this run with {nodes} \
             nodes",
        done + counted,
    ));
    Ok(exit_code(&stop))
}

/// Counts the nodes after a prefix; `None` if `stop` is set before the end.
fn count_after(
    position: &AnyGame,
    moves: &str,
    depth: u32,
    pool: &ThreadPool,
    stop: &StopFlag,
) -> Option<u64> {
    let mut position = position.clone();
    for text in moves.split(' ') {
        position.play_text(text).ok()?;
    }
    Some(pool.install(|| count::count(&position, depth, None, stop, |_| ()))?.nodes)
}

/// The number of prefixes of all shards, and the moves of a shard's prefixes, separated by blanks.
fn prefixes(position: &AnyGame, split: u32, shard: Shard) -> (u64, Vec<String>) {
    let (mut total, mut own) = (0, Vec::new());
    let _ = for_each_prefix(position, split, |moves| {
        own.extend(shard.has(total).then(|| moves.to_owned()));
        total += 1;
        ControlFlow::<()>::Continue(())
    });
    (total, own)
}

/// Calls the visitor with each sequence of `split` moves, as UCI text separated by blanks and in
/// order, until it breaks.
pub(super) fn for_each_prefix<B>(
    position: &AnyGame,
    split: u32,
    mut visitor: impl FnMut(&str) -> ControlFlow<B>,
) -> ControlFlow<B> {
    extend_prefix(&mut position.clone(), split, "", &mut visitor)
}

/// [`for_each_prefix`] for the sequences that continue `moves`, which led to the position, by `left`
/// moves.
fn extend_prefix<B>(
    position: &mut AnyGame,
    left: u32,
    moves: &str,
    visitor: &mut impl FnMut(&str) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if left == 0 {
        return visitor(moves);
    }
    let legal = position.legal_moves().into_iter();
    let mut legal: Vec<_> = legal.map(|mv| (position.uci(mv), mv)).collect();
    legal.sort_unstable();
    for (text, mv) in legal {
        let longer = if moves.is_empty() { text } else { format!("{moves} {text}") };
        if position.play(mv).is_ok() {
            extend_prefix(position, left - 1, &longer, visitor)?;
            position.take_back();
        }
    }
    ControlFlow::Continue(())
}
