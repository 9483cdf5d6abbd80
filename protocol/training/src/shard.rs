//! Sharded jobs: numbered work items are divided among independent processes, each of which writes
//! its results to a file.
//!
//! The first line of a file is a header in JSON that describes the job. The items after it are
//! lines of JSON or binary records; each line and each record has a CRC-32. A
//! killed process may leave an incomplete item at the end of its file, which is truncated on resume;
//! any other damage is an error.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use baroque_formats::Rejected;
use baroque_formats::files::{self, LineEnd};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What comes between the other fields of a line and their CRC-32.
const CRC: &str = r#","crc32":"#;
/// Greatest length of the contents of a record, in bytes.
const MAX_RECORD: usize = 1 << 20;
/// Length of the numbers before and after the contents of a record, in bytes.
const FRAME: usize = size_of::<u32>();

/// A part of a job.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// The only shard of a job that is not divided.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Parses `I/N`, where the first shard has the number `first`, 0 or 1.
    ///
    /// # Errors
    /// The job has no such shard; the text says what is allowed.
    pub fn parse(text: &str, first: u64) -> Result<Self, &'static str> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            let of = of.parse().ok()?;
            let index = number.parse::<u64>().ok()?.checked_sub(first)?;
            (index < of).then(|| Self { index: index + 1, of })
        });
        shard.ok_or(match first {
            0 => "I/N with I from 0 to N - 1",
            _ => "I/N with I from 1 to N, or with --index-from 0 from 0 to N - 1",
        })
    }

    /// All shards of its job.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |index| Self { index, ..self })
    }

    /// The number, among those of all shards, of this shard's item `index`. Shard I of N has the
    /// items whose number mod N is I − 1.
    pub fn number(self, index: u64) -> u64 {
        (self.index - 1).saturating_add(index.saturating_mul(self.of))
    }

    /// Whether the item of a number belongs to this shard.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.index - 1
    }

    /// The number of this shard's items among `total` items.
    pub fn len(self, total: u64) -> u64 {
        total.saturating_sub(self.index - 1).div_ceil(self.of)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Where a shard of a job writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardPlace {
    /// The folder, which is made if it is missing.
    pub dir: PathBuf,
    /// The shard.
    pub shard: Shard,
    /// Whether to go on with a file that exists.
    pub resume: bool,
}

impl ShardPlace {
    /// The file of a job, whose name begins with the job and has the extension.
    pub fn file(&self, (job, extension): (&str, &str)) -> PathBuf {
        let Shard { index, of } = self.shard;
        self.dir.join(format!("{job}-{index}-of-{of}.{extension}"))
    }
}

/// What is wrong with a file or folder.
pub fn file_error(path: &Path, reason: impl Display) -> Rejected {
    Rejected::at(path.display(), reason)
}

/// What is wrong with a line of a file, from 1.
pub fn line_error(path: &Path, line: usize, reason: impl Display) -> Rejected {
    Rejected(format!("{}:{line}: {reason}", path.display()))
}

/// The locked output file of a shard.
pub struct ShardFile {
    path: PathBuf,
    file: File,
}

impl ShardFile {
    /// Creates or resumes the file of a job, and returns it with the number of complete items in
    /// it; an incomplete one is truncated. The file's name begins with the job and has the
    /// extension. `skip` reads over the item that must have a number, and returns false if the file
    /// ends before its end.
    ///
    /// # Errors
    /// The file exists but is not to be resumed, belongs to another job, is damaged or locked, or
    /// cannot be written.
    pub fn open(
        place: &ShardPlace,
        name: (&str, &str),
        header: &impl Serialize,
        skip: impl FnMut(&mut ShardReader, u64) -> Result<bool, Rejected>,
    ) -> Result<(Self, u64), Rejected> {
        let &ShardPlace { ref dir, shard, resume } = place;
        let path = place.file(name);
        let bad = |error: io::Error| file_error(&path, error);
        fs::create_dir_all(dir).map_err(|error| file_error(dir, error))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(resume).create_new(!resume);
        let file = files::open_regular(&options, &path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                file_error(&path, "the file exists, continue it with --resume")
            }
            _ => bad(error),
        })?;
        if !files::claim(&file) {
            return Err(file_error(&path, "another program writes to the file"));
        }
        let reader = ShardReader::new(&path, file.try_clone().map_err(bad)?);
        let (kept, complete) = complete_items(reader, shard, header, skip)?;
        file.set_len(kept).map_err(bad)?;
        let mut shard_file = Self { path: path.clone(), file };
        shard_file.file.seek(SeekFrom::End(0)).map_err(bad)?;
        if kept == 0 {
            shard_file.append_line(header)?;
        }
        Ok((shard_file, complete))
    }

    /// Appends an item with a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, item: &[u8]) -> Result<(), Rejected> {
        self.file.write_all(item).map_err(|error| self.bad(error))
    }

    /// Makes an error about the file.
    pub fn bad(&self, reason: impl Display) -> Rejected {
        file_error(&self.path, reason)
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append_line(&mut self, line: &impl Serialize) -> Result<(), Rejected> {
        let line = with_crc(line).map_err(|error| self.bad(error))?;
        self.append(line.as_bytes())
    }
}

/// A line of a file, with its CRC-32.
pub fn with_crc(line: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(line)?;
    let fields = text.strip_suffix('}').unwrap_or(&text);
    Ok(format!("{fields}{CRC}{}}}\n", crc32fast::hash(text.as_bytes())))
}

/// A record with these contents: their length, they themselves and their CRC-32.
///
/// # Errors
/// The contents are too long.
pub fn record(contents: &[u8]) -> Result<Vec<u8>, String> {
    let length = u32::try_from(contents.len()).ok().filter(|_| contents.len() <= MAX_RECORD);
    let length = length.ok_or_else(too_long)?;
    let crc = crc32fast::hash(contents);
    Ok([&length.to_le_bytes(), contents, &crc.to_le_bytes()].concat())
}

fn too_long() -> String {
    format!("the record is longer than {MAX_RECORD} bytes")
}

/// Checks the CRC-32 of a line and returns the line without it.
///
/// # Errors
/// What is wrong with the line.
fn without_crc(line: &[u8]) -> Result<String, String> {
    let found = str::from_utf8(line).ok().and_then(|line| {
        let (fields, crc) = line.strip_suffix("}\n")?.rsplit_once(CRC)?;
        Some((format!("{fields}}}"), crc.parse::<u32>().ok()?))
    });
    let (text, crc) = found.ok_or("the line has no crc32: damaged, or of an older version")?;
    match crc32fast::hash(text.as_bytes()) {
        right if right == crc => Ok(text),
        right => Err(format!("the line is damaged: crc32 is {crc}, not {right}")),
    }
}

/// Checks a file, and returns the length in bytes of its header and complete items, and the number
/// of these items.
fn complete_items(
    mut reader: ShardReader,
    shard: Shard,
    header: &impl Serialize,
    mut skip: impl FnMut(&mut ShardReader, u64) -> Result<bool, Rejected>,
) -> Result<(u64, u64), Rejected> {
    let Some(theirs) = reader.line::<Value>()? else { return Ok((0, 0)) };
    let ours = serde_json::to_value(header).map_err(|error| reader.bad(error))?;
    if let Some(difference) = difference(&theirs, &ours) {
        return Err(reader.bad(format!("the file belongs to another job: {difference}")));
    }
    let (mut kept, mut complete) = (reader.offset, 0);
    while skip(&mut reader, shard.number(complete))? {
        complete += 1;
        kept = reader.offset;
    }
    Ok((kept, complete))
}

/// Describes the first difference of two headers: "depth is 5, not 4".
pub fn difference(theirs: &Value, ours: &Value) -> Option<String> {
    let keys = |value: &Value| -> Vec<String> {
        value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
    };
    let of = |value: &Value, key: &str| value.get(key).cloned().unwrap_or_default();
    let all = keys(theirs).into_iter().chain(keys(ours));
    let mut different = all.filter(|key| of(theirs, key) != of(ours, key));
    different.next().map(|key| format!("{key} is {}, not {}", of(theirs, &key), of(ours, &key)))
}

/// Reads the lines and records of a shard file.
pub struct ShardReader {
    path: PathBuf,
    input: BufReader<File>,
    /// What was read last.
    place: Place,
    /// The offset of the end of the last complete line or record.
    offset: u64,
    /// Whether the file ends within a line, a record or an item of several lines.
    pub is_truncated: bool,
}

/// A part of a file, for messages.
#[derive(Clone, Copy)]
enum Place {
    /// The number of a line, from 1; 0 before the first line.
    Line(usize),
    /// The offset of the begin of a record.
    Record(u64),
}

impl ShardReader {
    fn new(path: &Path, file: File) -> Self {
        let input = BufReader::new(file);
        let place = Place::Line(0);
        Self { path: path.to_owned(), input, place, offset: 0, is_truncated: false }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be opened or is not regular.
    pub fn open(path: &Path) -> Result<Self, Rejected> {
        let file = files::open_regular(OpenOptions::new().read(true), path);
        let file = file.map_err(|error| file_error(path, error))?;
        Ok(Self::new(path, file))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the next complete line; `None` at the end.
    ///
    /// # Errors
    /// The file cannot be read, or the line is very long, damaged or not a `T`.
    pub fn line<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Rejected> {
        let mut bytes = Vec::new();
        let end = files::read_line(&mut self.input, files::MAX_LINE, &mut bytes);
        let Some(end) = end.map_err(|error| file_error(&self.path, error))? else {
            return Ok(None);
        };
        self.place = Place::Line(self.line_number() + 1);
        self.is_truncated = end == LineEnd::EndOfInput;
        match end {
            LineEnd::LineFeed => self.offset += bytes.len() as u64,
            LineEnd::EndOfInput => return Ok(None),
            LineEnd::TooLong => {
                return Err(self.bad(format!("the line is longer than {} bytes", files::MAX_LINE)));
            }
        }
        let text = without_crc(&bytes).map_err(|reason| self.bad(reason))?;
        let line = serde_json::from_str(&text);
        line.map(Some).map_err(|error| self.bad(format!("the line is damaged: {error}")))
    }

    /// Reads the contents of the next complete record; `None` at the end.
    ///
    /// `length_of` computes the length of contents from their first bytes, if these are enough for
    /// it: otherwise a damaged length could look like the end of an incomplete file.
    ///
    /// # Errors
    /// The file cannot be read, or the record is very long or damaged.
    pub fn record(
        &mut self,
        length_of: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Result<Option<Vec<u8>>, Rejected> {
        self.place = Place::Record(self.offset);
        let prefix = self.bytes(FRAME)?;
        let Ok(length) = prefix.as_slice().try_into().map(u32::from_le_bytes) else {
            self.is_truncated = !prefix.is_empty();
            return Ok(None);
        };
        let length = length as usize;
        if length > MAX_RECORD {
            return Err(self.bad(too_long()));
        }
        let mut contents = self.bytes(length + FRAME)?;
        let suffix = contents.split_off(length.min(contents.len()));
        if let Some(right) = length_of(&contents).filter(|right| *right != length) {
            let reason = format!("the record is damaged: its length is {length}, not {right}");
            return Err(self.bad(reason));
        }
        let Ok(crc) = suffix.as_slice().try_into().map(u32::from_le_bytes) else {
            self.is_truncated = true;
            return Ok(None);
        };
        match crc32fast::hash(&contents) {
            right if right == crc => {
                self.offset += (FRAME + length + FRAME) as u64;
                Ok(Some(contents))
            }
            right => Err(self.bad(format!("the record is damaged: crc32 is {crc}, not {right}"))),
        }
    }

    /// Reads some bytes; fewer at the end of the file.
    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Rejected> {
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(count as u64).read_to_end(&mut bytes);
        read.map_err(|error| file_error(&self.path, error))?;
        Ok(bytes)
    }

    /// Checks the number of an item.
    ///
    /// # Errors
    /// It is not the one expected.
    pub fn check_number(&self, number: u64, expected: u64) -> Result<(), Rejected> {
        match number == expected {
            true => Ok(()),
            false => Err(self.bad(format!("number is {number}, expected {expected}"))),
        }
    }

    /// Makes an error about the last line or record read.
    pub fn bad(&self, reason: impl Display) -> Rejected {
        match self.place {
            Place::Line(line) => line_error(&self.path, line, reason),
            Place::Record(offset) => {
                Rejected(format!("{}: byte {offset}: {reason}", self.path.display()))
            }
        }
    }

    /// The number of the last line read, from 1.
    pub fn line_number(&self) -> usize {
        match self.place {
            Place::Line(line) => line,
            Place::Record(_) => 0,
        }
    }

    /// The length in bytes of the complete lines and records read.
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

/// Runs work items on several threads, each with its own worker, and passes the results to `take`
/// in the order of the items, so the output does not depend on the threads. A worker that returns
/// `None` stops its thread.
///
/// # Errors
/// The first error of `make`, of starting a thread, or of `take`.
pub fn parallel_ordered<W, T, E>(
    items: std::ops::Range<u64>,
    threads: usize,
    make: impl Fn() -> Result<W, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    W: FnMut(u64) -> Option<T>,
    T: Send,
    E: Send + From<Rejected>,
{
    let mut next = items.start;
    let left = Mutex::new(items);
    let next_item = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = mpsc::channel();
    let worker = |results: mpsc::Sender<Result<(u64, T), E>>| match make() {
        // The receiver is gone after an error.
        Err(error) => drop(results.send(Err(error))),
        Ok(mut work) => {
            while let Some(item) = next_item() {
                let Some(result) = work(item) else { break };
                if results.send(Ok((item, result))).is_err() {
                    break;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let (worker, results) = (&worker, sender.clone());
            let spawned = thread::Builder::new().spawn_scoped(scope, move || worker(results));
            spawned.map_err(|error| {
                Rejected(format!("cannot start threads ({threads} wanted): {error}"))
            })?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        for result in results {
            let (item, result) = result?;
            early.insert(item, result);
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
    fn shards_partition_all_items() {
        let mut all: Vec<u64> = Vec::new();
        for index in 1..=3 {
            let shard = Shard { index, of: 3 };
            let own = (0..shard.len(10)).map(|index| shard.number(index));
            all.extend(own.inspect(|number| assert!(shard.has(*number))));
        }
        assert_eq!(all, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]);
        assert_eq!(Shard { index: 5, of: 9 }.len(3), 0);
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [1, 3, 8] {
            let mut taken = Vec::new();
            // The first items take longest.
            let make = || {
                Ok::<_, Rejected>(|item| {
                    thread::sleep(std::time::Duration::from_micros(3000 - 100 * item));
                    (item < 25).then_some(item * item)
                })
            };
            let take = |result| {
                taken.push(result);
                Ok(())
            };
            parallel_ordered(3..30, threads, make, take).unwrap();
            assert_eq!(taken, (3..25).map(|item| item * item).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn errors_end_all_threads() {
        let error = || Rejected::from("no memory");
        let no_worker = || Err::<fn(u64) -> Option<u64>, _>(error());
        assert_eq!(parallel_ordered(0..9, 2, no_worker, |_| Ok(())), Err(error()));
        let make = || Ok(Some::<u64>);
        let full = |item| if item < 3 { Ok(()) } else { Err(error()) };
        assert_eq!(parallel_ordered(0..u64::MAX, 2, make, full), Err(error()));
    }

    #[test]
    fn the_first_difference_of_headers_is_described() {
        let header = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let [ours, theirs] = [r#"{"depth":4,"fen":"8"}"#, r#"{"depth":5,"fen":"8"}"#].map(header);
        assert_eq!(difference(&theirs, &ours).as_deref(), Some("depth is 5, not 4"));
        assert_eq!(difference(&ours, &ours), None);
        let without = header(r#"{"depth":4}"#);
        assert_eq!(difference(&without, &ours).as_deref(), Some("fen is null, not \"8\""));
        assert!(difference(&Value::Null, &ours).is_some());
    }
}
