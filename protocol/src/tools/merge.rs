//! `baroque perft merge`: sums the counts of all shards.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use baroque_formats::describe;
use baroque_formats::json::{JsonMove, JsonPosition};
use baroque_formats::{GameSpec, Rejected};
use baroque_games::Games;
use baroque_movegen::AnyGame;
use baroque_training::shard::{self, Shard, ShardReader};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::count::{MAX_DEPTH, MoveCount};
use super::error::ToolError;
use super::output::OutputArgs;
use super::split::{JOB, Prefix, ShardHeader, for_each_prefix};

/// Maximum number of shards, or ranges of shards, that a message lists.
const MAX_LISTED: usize = 20;

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
    /// Folder with the files of the shards, *.jsonl
    dir: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(
    args: &MergeArgs,
    games: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let mut sum = Sum::default();
    for path in files(&args.dir)? {
        sum.add(&path)?;
    }
    args.output.printer(output).print(&sum.total(&args.dir, games, args.divide)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The sums of all shards.
#[derive(Serialize)]
#[serde(tag = "type", rename = "merge")]
struct Merged {
    position: JsonPosition,
    depth: u32,
    split: u32,
    prefixes: u64,
    shards: u64,
    nodes: u128,
    /// The count of each first move, if it is to be printed.
    moves: Option<Vec<MoveCount>>,
}

impl fmt::Display for Merged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().flatten().try_for_each(|count| count.fmt(f))?;
        writeln!(f, "Nodes searched: {}", self.nodes)
    }
}

/// The *.jsonl files of a folder, sorted by name.
fn files(dir: &Path) -> Result<Vec<PathBuf>, Rejected> {
    let bad = |error| shard::file_error(dir, error);
    let paths = fs::read_dir(dir).map_err(bad)?.map(|entry| Ok(entry.map_err(bad)?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, Rejected>>()?;
    paths.retain(|path| path.extension() == Some(OsStr::new("jsonl")));
    paths.sort();
    Ok(paths)
}

/// The contents of the files read so far.
#[derive(Default)]
struct Sum {
    /// The header of the first file, as JSON and parsed, and the file's path.
    job: Option<(Value, ShardHeader, PathBuf)>,
    /// The prefixes that were counted, by number.
    prefixes: HashMap<u64, Placed>,
}

/// A prefix and its place.
struct Placed {
    prefix: Prefix,
    path: Rc<Path>,
    line: usize,
}

impl Sum {
    fn add(&mut self, path: &Path) -> Result<(), Rejected> {
        let (mut reader, place) = (ShardReader::open(path)?, Rc::<Path>::from(path));
        let header = self.read_header(&mut reader, path)?;
        let shard = Shard { index: header.shard, of: header.shards };
        while let Some(prefix) = reader.line::<Prefix>()? {
            let Prefix { number, depth, .. } = prefix;
            if number >= header.prefixes || !shard.has(number) {
                return Err(reader.bad(format!("prefix {number} does not belong to shard {shard}")));
            }
            let left = header.depth.saturating_sub(header.split);
            if depth != left {
                return Err(reader.bad(format!("the depth is {depth}, not {left}")));
            }
            let placed = Placed { prefix, path: Rc::clone(&place), line: reader.line_number() };
            if self.prefixes.insert(number, placed).is_some() {
                return Err(reader.bad(format!("prefix {number} is a duplicate")));
            }
        }
        match reader.is_truncated {
            true => {
                Err(reader.bad("the last line is incomplete, continue the shard with --resume"))
            }
            false => Ok(()),
        }
    }

    /// Reads the header, which must equal that of the first file except for the shard.
    fn read_header(
        &mut self,
        reader: &mut ShardReader,
        path: &Path,
    ) -> Result<ShardHeader, Rejected> {
        let no_header = |reader: &ShardReader| reader.bad("not the header of a split perft");
        let mut value: Value = reader.line()?.ok_or_else(|| no_header(reader))?;
        let header: ShardHeader =
            serde_json::from_value(value.clone()).map_err(|_| no_header(reader))?;
        let ShardHeader { depth, split, shard, shards, .. } = header;
        let is_split = (1..=depth).contains(&split) && depth <= MAX_DEPTH;
        if header.job != JOB || !is_split || shard == 0 || shard > shards {
            return Err(no_header(reader));
        }
        value.as_object_mut().map(|fields| fields.remove("shard"));
        let (first, _, name) =
            self.job.get_or_insert_with(|| (value.clone(), header.clone(), path.to_owned()));
        match shard::difference(&value, first) {
            None => Ok(header),
            Some(difference) => {
                let name = name.display();
                Err(reader.bad(format!("the job differs from that of {name}: {difference}")))
            }
        }
    }

    /// The sums of the whole job, with that of each first move if `divided`.
    ///
    /// # Errors
    /// Prefixes are missing, or a line has the moves of another prefix.
    fn total(&self, dir: &Path, games: &Games, divided: bool) -> Result<Merged, Rejected> {
        let Some((_, header, path)) = &self.job else {
            return Err(shard::file_error(dir, "no files *.jsonl"));
        };
        self.check_gaps(header, dir)?;
        let bad_header = |reason: String| shard::line_error(path, 1, reason);
        let ShardHeader { variant, definition, rules, fen, .. } = header.clone();
        let spec = GameSpec { variant, definition, rules, fen: Some(fen), moves: Vec::new() };
        let position = spec.open(games).map_err(|error| bad_header(error.to_string()))?;
        let counts = self.counts(header, path, &position)?;
        let moves = describe::move_texts(&position).into_iter().filter_map(|(uci, readable)| {
            let nodes = *counts.get(&uci)?;
            Some(MoveCount { mv: JsonMove { uci, readable }, nodes })
        });
        let &ShardHeader { depth, split, prefixes, shards, .. } = header;
        Ok(Merged {
            position: JsonPosition::new(&position),
            depth,
            split,
            prefixes,
            shards,
            nodes: counts.values().sum(),
            moves: divided.then(|| moves.collect()),
        })
    }

    /// The nodes of each first move of the job whose header is in `path`.
    fn counts(
        &self,
        header: &ShardHeader,
        path: &Path,
        position: &AnyGame,
    ) -> Result<BTreeMap<String, u128>, Rejected> {
        let bad_header = |reason: String| shard::line_error(path, 1, reason);
        let (mut number, mut divided) = (0, BTreeMap::<String, u128>::new());
        let visited = for_each_prefix(position, header.split, |moves| {
            let Some(Placed { prefix, path, line }) = self.prefixes.get(&number) else {
                let reason = format!("the position has more than {number} prefixes");
                return ControlFlow::Break(bad_header(reason));
            };
            if let Err(reason) = prefix.check(moves) {
                return ControlFlow::Break(shard::line_error(path, *line, reason));
            }
            let first = moves.split(' ').next().unwrap_or_default();
            *divided.entry(first.to_owned()).or_default() += u128::from(prefix.nodes);
            number += 1;
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = visited {
            return Err(error);
        }
        match header.prefixes {
            total if total == number => Ok(divided),
            total => Err(bad_header(format!("the position has {number} prefixes, not {total}"))),
        }
    }

    fn check_gaps(&self, header: &ShardHeader, dir: &Path) -> Result<(), Rejected> {
        let total = header.prefixes;
        let Some(gap) = (0..total).find(|number| !self.prefixes.contains_key(number)) else {
            return Ok(());
        };
        let missing = total - self.prefixes.len() as u64;
        let mut shards = self.shards_with_gaps(header);
        let more = shards.split_off(shards.len().min(MAX_LISTED)).len();
        let mut shards = shards.join(", ");
        if more > 0 {
            shards += &format!(" and {more} more");
        }
        let gaps = format!(
            "{missing} of {total} prefixes are missing, the first is {gap}; shards with gaps: {shards}"
        );
        Err(shard::file_error(dir, gaps))
    }

    /// The shards with missing prefixes; consecutive ones as ranges.
    fn shards_with_gaps(&self, header: &ShardHeader) -> Vec<String> {
        let &ShardHeader { shards: of, prefixes, .. } = header;
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for number in self.prefixes.keys() {
            *counts.entry(number % of + 1).or_default() += 1;
        }
        let is_whole = |&(index, count): &(u64, u64)| Shard { index, of }.len(prefixes) == count;
        let whole = counts.into_iter().filter(is_whole).map(|(index, _)| index);
        // With more shards than prefixes, the last shards are empty.
        let end = of.min(prefixes).saturating_add(1);
        let (mut next, mut gaps) = (1, Vec::new());
        for index in whole.chain([end]) {
            match index - next {
                0 => {}
                1 => gaps.push(format!("{next}/{of}")),
                _ => gaps.push(format!("{next}/{of} to {}/{of}", index - 1)),
            }
            next = index.saturating_add(1);
        }
        gaps
    }
}
