//! Work in shards: numbered pieces, of which each shard does its own and writes what comes out to a
//! file of JSON lines, so that many machines share the work without knowing of each other.
//!
//! A file begins with a header, one line that names the job. What a killed program wrote last may be
//! cut off; whoever goes on with the file drops it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::error::Error;

/// A part of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    /// Which one, from 1.
    pub index: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// The number of one of its pieces: those that leave the rest `index` - 1 when divided by `of`.
    pub fn number(self, piece: u64) -> u64 {
        (self.index - 1).saturating_add(piece.saturating_mul(self.of))
    }

    /// Whether a number is one of its own.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.index - 1
    }

    /// How many of the numbers below `total` are its own.
    pub fn pieces(self, total: u64) -> u64 {
        total.saturating_sub(self.index - 1).div_ceil(self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let of = of.parse().ok().filter(|of| *of > 0)?;
            let index = index.parse().ok().filter(|index| (1..=of).contains(index))?;
            Some(Self { index, of })
        });
        numbers.ok_or("allowed is I/N with I from 1 to N")
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Which part of the work to do, and where to write it.
#[derive(Args, Debug)]
pub(crate) struct ShardArgs {
    /// Which part of the work to do: 3/64 is the third of 64
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Folder of the files that are written, one for each shard
    // Whether it is required is the sub-command's affair.
    #[arg(long, value_name = "DIR", required = false)]
    pub out: PathBuf,
    /// Go on with the file of this shard, if there is one
    #[arg(long)]
    pub resume: bool,
}

/// What is wrong with a shard's file.
#[derive(Debug, Error)]
pub(crate) enum ShardError {
    /// The file as a whole.
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: String },
    /// One line of it.
    #[error("{}:{line}: {reason}", path.display())]
    Line { path: PathBuf, line: usize, reason: String },
}

impl ShardError {
    /// A file that does not do.
    pub fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// A line of a shard's file behind the header. All lines of one piece stand together.
pub(crate) trait Line: Serialize + DeserializeOwned {
    /// The number of its piece.
    fn number(&self) -> u64;
    /// Whether it is the last line of the piece.
    fn is_last(&self) -> bool;
}

/// A file that a shard writes, which no other program can go on with meanwhile.
pub(crate) struct ShardFile {
    path: PathBuf,
    file: File,
}

impl ShardFile {
    /// Begins the file of a job, or goes on with it, and returns how many pieces are in it. The file
    /// has exactly these pieces then.
    ///
    /// # Errors
    /// The file exists and is not to be resumed, belongs to another job, is damaged, or cannot be
    /// written.
    pub fn open<L: Line>(
        args: &ShardArgs,
        job: &str,
        header: &impl Serialize,
    ) -> Result<(Self, u64), ShardError> {
        let Shard { index, of } = args.shard;
        let path = args.out.join(format!("{job}-{index}-of-{of}.jsonl"));
        let bad = |error: io::Error| ShardError::file(&path, error);
        fs::create_dir_all(&args.out).map_err(|error| ShardError::file(&args.out, error))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(args.resume).create_new(!args.resume);
        let file = options.open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                ShardError::file(&path, "the file exists, go on with it with --resume")
            }
            _ => bad(error),
        })?;
        // Where files cannot be locked nothing is lost but this check.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(ShardError::file(&path, "another program writes to the file"));
        }
        let found = ShardReader::new(&path, file.try_clone().map_err(bad)?);
        let (kept, pieces) = whole_pieces::<L>(found, args.shard, header)?;
        file.set_len(kept).map_err(bad)?;
        let mut shard_file = Self { path: path.clone(), file };
        shard_file.file.seek(SeekFrom::End(0)).map_err(bad)?;
        if kept == 0 {
            shard_file.append(std::slice::from_ref(header))?;
        }
        Ok((shard_file, pieces))
    }

    /// Writes lines in one go.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn append(&mut self, lines: &[impl Serialize]) -> Result<(), ShardError> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, line)
                .map_err(|error| ShardError::file(&self.path, error))?;
            text.push(b'\n');
        }
        self.file.write_all(&text).map_err(|error| ShardError::file(&self.path, error))
    }
}

/// The length of the header and the whole pieces of a file, and their number.
fn whole_pieces<L: Line>(
    mut found: ShardReader,
    shard: Shard,
    header: &impl Serialize,
) -> Result<(u64, u64), ShardError> {
    let Some(theirs) = found.line::<Value>()? else { return Ok((0, 0)) };
    let ours = serde_json::to_value(header).map_err(|error| found.bad(error))?;
    if let Some(difference) = difference(&theirs, &ours) {
        return Err(found.bad(format!("the file belongs to another job: {difference}")));
    }
    let (mut kept, mut pieces) = (found.offset, 0);
    while let Some(line) = found.line::<L>()? {
        let (number, expected) = (line.number(), shard.number(pieces));
        if number != expected {
            return Err(found.bad(format!("number {number} where {expected} should be")));
        }
        if line.is_last() {
            pieces += 1;
            kept = found.offset;
        }
    }
    Ok((kept, pieces))
}

/// The first thing in which two headers differ: "depth is 5, not 4".
pub(crate) fn difference(theirs: &Value, ours: &Value) -> Option<String> {
    let keys = |value: &Value| -> Vec<String> {
        value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
    };
    let of = |value: &Value, key: &str| value.get(key).cloned().unwrap_or_default();
    let all = keys(theirs).into_iter().chain(keys(ours));
    let mut different = all.filter(|key| of(theirs, key) != of(ours, key));
    different.next().map(|key| format!("{key} is {}, not {}", of(theirs, &key), of(ours, &key)))
}

/// The lines of a shard's file.
pub(crate) struct ShardReader {
    path: PathBuf,
    input: BufReader<File>,
    /// The number of the last line that was read.
    line: usize,
    /// Where it ends.
    offset: u64,
    /// Whether the file ends in the middle of a line.
    pub is_cut_off: bool,
}

impl ShardReader {
    fn new(path: &Path, file: File) -> Self {
        let input = BufReader::new(file);
        Self { path: path.to_owned(), input, line: 0, offset: 0, is_cut_off: false }
    }

    /// Reads a file from its beginning.
    ///
    /// # Errors
    /// There is no such file.
    pub fn open(path: &Path) -> Result<Self, ShardError> {
        let file = File::open(path).map_err(|error| ShardError::file(path, error))?;
        Ok(Self::new(path, file))
    }

    /// The next whole line; `None` if there are no more.
    ///
    /// # Errors
    /// The file cannot be read, or the line is not what it should be.
    pub fn line<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ShardError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let length = read.map_err(|error| ShardError::file(&self.path, error))?;
        if length == 0 {
            return Ok(None);
        }
        self.line += 1;
        self.is_cut_off = !bytes.ends_with(b"\n");
        if self.is_cut_off {
            return Ok(None);
        }
        self.offset += length as u64;
        let line = serde_json::from_slice(&bytes);
        line.map(Some).map_err(|error| self.bad(format!("the line is damaged: {error}")))
    }

    /// Something wrong with the last line that was read.
    pub fn bad(&self, reason: impl ToString) -> ShardError {
        let (path, line) = (self.path.clone(), self.line);
        ShardError::Line { path, line, reason: reason.to_string() }
    }
}

/// So many threads, all processors if none are asked for.
pub(crate) fn threads(wanted: Option<u64>) -> usize {
    match wanted {
        Some(threads) => usize::try_from(threads).unwrap_or(usize::MAX),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    }
}

/// Works on pieces on so many threads, each with a worker of its own, and takes the results in the
/// order of the pieces, so that what is written does not depend on the threads. A worker that has no
/// result ends its thread; that is how work is stopped.
///
/// # Errors
/// The first error of making a worker, a thread, or of taking a result.
pub(crate) fn parallel_ordered<W, T, E>(
    pieces: std::ops::Range<u64>,
    threads: usize,
    make: impl Fn() -> Result<W, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    W: FnMut(u64) -> Option<T>,
    T: Send,
    E: Send + From<Error>,
{
    let mut next = pieces.start;
    let left = Mutex::new(pieces);
    let draw = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = mpsc::channel();
    let worker = |results: mpsc::Sender<Result<(u64, T), E>>| match make() {
        // Whoever does not listen any more has had an error.
        Err(error) => drop(results.send(Err(error))),
        Ok(mut work) => {
            while let Some(piece) = draw() {
                let Some(result) = work(piece) else { break };
                if results.send(Ok((piece, result))).is_err() {
                    break;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let (worker, results) = (&worker, sender.clone());
            let spawned = thread::Builder::new().spawn_scoped(scope, move || worker(results));
            spawned.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        for result in results {
            let (piece, result) = result?;
            early.insert(piece, result);
            while let Some(result) = early.remove(&next) {
                take(result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_numbers() {
        let shard = |text: &str| text.parse::<Shard>();
        let mut all: Vec<u64> = Vec::new();
        for text in ["1/3", "2/3", "3/3"] {
            let shard = shard(text).unwrap();
            assert_eq!(shard.to_string(), text);
            let own = (0..shard.pieces(10)).map(|piece| shard.number(piece));
            all.extend(own.inspect(|number| assert!(shard.has(*number))));
        }
        assert_eq!(all, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]);
        assert_eq!(shard("5/9").unwrap().pieces(3), 0);
        for bad in ["", "3", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/4/2"] {
            assert_eq!(shard(bad), Err("allowed is I/N with I from 1 to N"), "{bad}");
        }
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 3, 8] {
            let mut taken = Vec::new();
            // The first pieces take longest.
            let make = || {
                Ok::<_, Error>(|piece| {
                    thread::sleep(std::time::Duration::from_micros(3000 - 100 * piece));
                    (piece < 25).then_some(piece * piece)
                })
            };
            let take = |result| {
                taken.push(result);
                Ok(())
            };
            parallel_ordered(3..30, threads, make, take).unwrap();
            assert_eq!(taken, (3..25).map(|piece| piece * piece).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn errors_end_the_work() {
        let error = || Error::TestMemory { wanted: 5 };
        let no_worker = || Err::<fn(u64) -> Option<u64>, _>(error());
        assert_eq!(parallel_ordered(0..9, 2, no_worker, |_| Ok(())), Err(error()));
        let make = || Ok(Some::<u64>);
        let full = |piece| if piece < 3 { Ok(()) } else { Err(error()) };
        assert_eq!(parallel_ordered(0..u64::MAX, 2, make, full), Err(error()));
    }

    #[test]
    fn headers_differ_in_what_is_told() {
        let header = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let [ours, theirs] = [r#"{"depth":4,"fen":"8"}"#, r#"{"depth":5,"fen":"8"}"#].map(header);
        assert_eq!(difference(&theirs, &ours).as_deref(), Some("depth is 5, not 4"));
        assert_eq!(difference(&ours, &ours), None);
        let without = header(r#"{"depth":4}"#);
        assert_eq!(difference(&without, &ours).as_deref(), Some("fen is null, not \"8\""));
        assert!(difference(&Value::Null, &ours).is_some());
    }
}
