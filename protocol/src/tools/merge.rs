//! `baroque perft merge`: sums the counts of all shards.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use super::error::ToolError;
use super::shard::{self, Shard, ShardError, ShardReader};
use super::split::{JOB, Prefix, ShardHeader};

/// Maximum number of shards, or ranges of shards, that a message lists.
const MAX_LISTED: usize = 20;

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
    /// Folder with the files of the shards, *.jsonl
    dir: PathBuf,
}

pub(super) fn run(args: &MergeArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let mut sum = Sum::default();
    for path in files(&args.dir)? {
        sum.add(&path)?;
    }
    sum.check_gaps(&args.dir)?;
    if args.divide {
        for (mv, nodes) in &sum.moves {
            writeln!(output, "{mv}: {nodes}")?;
        }
    }
    writeln!(output, "Nodes searched: {}", sum.moves.values().sum::<u128>())?;
    Ok(ExitCode::SUCCESS)
}

/// The *.jsonl files of a folder, sorted by name.
fn files(dir: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let bad = |error| ShardError::file(dir, error);
    let paths = fs::read_dir(dir).map_err(bad)?.map(|entry| Ok(entry.map_err(bad)?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, ShardError>>()?;
    paths.retain(|path| path.extension() == Some(OsStr::new("jsonl")));
    paths.sort();
    Ok(paths)
}

/// The contents of the files read so far.
#[derive(Default)]
struct Sum {
    /// The header of the first file, as JSON and parsed, and the file's path.
    job: Option<(Value, ShardHeader, PathBuf)>,
    /// Indices of the prefixes that were counted.
    numbers: HashSet<u64>,
    /// Nodes of each first move.
    moves: BTreeMap<String, u128>,
}

impl Sum {
    fn add(&mut self, path: &Path) -> Result<(), ShardError> {
        let mut reader = ShardReader::open(path)?;
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
            if !self.numbers.insert(number) {
                return Err(reader.bad(format!("prefix {number} is a duplicate")));
            }
            let first = prefix.moves.split(' ').next().unwrap_or_default();
            *self.moves.entry(first.to_owned()).or_default() += u128::from(prefix.nodes);
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
    ) -> Result<ShardHeader, ShardError> {
        let no_header = |reader: &ShardReader| reader.bad("not the header of a split perft");
        let mut value: Value = reader.line()?.ok_or_else(|| no_header(reader))?;
        let header: ShardHeader =
            serde_json::from_value(value.clone()).map_err(|_| no_header(reader))?;
        let ShardHeader { shard, shards, .. } = header;
        if header.job != JOB || shard == 0 || shard > shards {
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

    fn check_gaps(&self, dir: &Path) -> Result<(), ShardError> {
        let Some((_, header, _)) = &self.job else {
            return Err(ShardError::file(dir, "no files *.jsonl"));
        };
        let total = header.prefixes;
        let Some(gap) = (0..total).find(|number| !self.numbers.contains(number)) else {
            return Ok(());
        };
        let missing = total - self.numbers.len() as u64;
        let mut shards = self.shards_with_gaps(header);
        let more = shards.split_off(shards.len().min(MAX_LISTED)).len();
        let mut shards = shards.join(", ");
        if more > 0 {
            shards += &format!(" and {more} more");
        }
        let gaps = format!(
            "{missing} of {total} prefixes are missing, the first is {gap}; shards with gaps: {shards}"
        );
        Err(ShardError::file(dir, gaps))
    }

    /// The shards with missing prefixes; consecutive ones as ranges.
    fn shards_with_gaps(&self, header: &ShardHeader) -> Vec<String> {
        let &ShardHeader { shards: of, prefixes, .. } = header;
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for number in &self.numbers {
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
