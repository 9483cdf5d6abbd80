//! The files that games are written to. Each game is written at once, and the state of the match
//! records the length of the file. What was written after that length is truncated on resume,
//! because the game is played again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use baroque_formats::Rejected;
use baroque_formats::files;
use crc32fast::Hasher;

use super::settings::{FileKind, FileOut};

/// Longest game in bytes that a resumed match truncates.
const MAX_GAME: u64 = 64 << 20;

/// The lengths of the files in bytes, where they are known.
pub type Lengths = BTreeMap<FileKind, u64>;

/// The sizes of files now, 0 for one that does not exist; none for what has no size, such as a device.
pub fn sizes(files: &BTreeMap<FileKind, &FileOut>) -> Lengths {
    let size = |out: &FileOut| match fs::metadata(&out.file) {
        Ok(data) => data.is_file().then_some(data.len()),
        Err(_) => Some(0),
    };
    files.iter().filter_map(|(&kind, out)| Some((kind, size(out)?))).collect()
}

/// The files that games are written to.
pub struct Sinks(pub BTreeMap<FileKind, Sink>);

impl Sinks {
    pub fn lengths(&self) -> Lengths {
        self.0.iter().map(|(&kind, sink)| (kind, sink.length)).collect()
    }

    /// Truncates the files to their lengths. Called when all files of the match have been opened.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn begin(&self) -> Result<(), Rejected> {
        self.0.values().try_for_each(Sink::begin)
    }

    /// Flushes all files to the disk.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn sync(&self) -> Result<(), Rejected> {
        self.0.values().try_for_each(|Sink { path, file, .. }| {
            files::sync(file).map_err(|error| Rejected::at(path.display(), error))
        })
    }
}

/// A file to which whole games are appended.
pub struct Sink {
    path: PathBuf,
    file: File,
    /// Length in bytes, after the truncation if one is due.
    length: u64,
    /// Whether the file is to be truncated. It is never truncated otherwise, because another match
    /// may write to it.
    stale: bool,
    /// The checksum of the contents, once it has been computed.
    checksum: Option<Hasher>,
}

impl FileKind {
    /// Whether a text is empty or one game, perhaps incomplete.
    fn is_one_game(self, text: &str) -> bool {
        const FIRST: &str = "[Event ";
        match self {
            Self::Pgn if text.len() < FIRST.len() => FIRST.starts_with(text),
            Self::Pgn => {
                // An empty line follows the tags, another one the moves.
                let rest = text.splitn(3, "\n\n").nth(2).unwrap_or_default();
                // A complete game of this program has a number.
                let is_ours = !text.ends_with("\n\n") || text.contains("\n[GameNumber ");
                let is_one = text.starts_with(FIRST) && text.matches(FIRST).count() == 1;
                is_one && is_ours && rest.is_empty()
            }
            Self::Epd | Self::Json => {
                // A header may precede the first one.
                let mut lines = text.split_inclusive('\n').filter(|line| !line.starts_with('#'));
                lines.nth(1).is_none()
            }
        }
    }
}

impl Sink {
    /// Opens a file to append games to, or to overwrite.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(out: &FileOut) -> Result<Self, Rejected> {
        let io_error = |error| Rejected::at(out.file.display(), error);
        let mut options = OpenOptions::new();
        options.create(true).read(true).append(true);
        let file = files::open(&options, &out.file).map_err(io_error)?;
        let stale = out.overwrite;
        let length = if stale { 0 } else { file.metadata().map_err(io_error)?.len() };
        Ok(Self { path: out.file.clone(), file, length, stale, checksum: None })
    }

    /// Opens a file that had this length after the last game that counts, and the length `recorded`
    /// after the last finished one. What follows the former will be truncated.
    ///
    /// # Errors
    /// The file is shorter than `length`, or more than a game, perhaps incomplete, follows
    /// `recorded`.
    pub fn reopen(
        path: &Path,
        length: u64,
        recorded: u64,
        kind: FileKind,
    ) -> Result<Self, Rejected> {
        let io_error = |error| Rejected::at(path.display(), error);
        let changed = |reason: &str| Rejected::at(path.display(), reason);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(length == 0);
        let mut file = files::open(&options, path).map_err(io_error)?;
        let data = file.metadata().map_err(io_error)?;
        // A device has no length.
        let now = if data.is_file() { data.len() } else { length };
        if now < length {
            return Err(changed("it has become shorter since the match was interrupted"));
        }
        let end = recorded.clamp(length, now);
        file.seek(SeekFrom::Start(end)).map_err(io_error)?;
        let tail = files::read_stream((&file).take(now - end), MAX_GAME);
        let is_one_game = |tail: &Vec<u8>| kind.is_one_game(&String::from_utf8_lossy(tail));
        tail.ok().filter(is_one_game).ok_or_else(|| {
            changed("something was written to it since the match was interrupted")
        })?;
        Ok(Self { path: path.to_owned(), file, length, stale: now > length, checksum: None })
    }

    fn begin(&self) -> Result<(), Rejected> {
        let io_error = |error| Rejected::at(self.path.display(), error);
        // Devices have no length and cannot be truncated.
        if self.stale && self.file.metadata().map_err(io_error)?.is_file() {
            self.file.set_len(self.length).map_err(io_error)?;
        }
        Ok(())
    }

    /// Whether nothing is in the file.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends a game.
    pub fn add(&mut self, text: &str) -> Result<(), Rejected> {
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| Rejected::at(self.path.display(), error))?;
        self.length += text.len() as u64;
        if let Some(checksum) = &mut self.checksum {
            checksum.update(text.as_bytes());
        }
        Ok(())
    }

    /// The line with the checksum of the file: `File games.pgn has CRC32: 0x12345678`.
    pub fn checksum(&mut self) -> Result<String, Rejected> {
        let hasher = match self.checksum.take() {
            Some(hasher) => hasher,
            None => checksum(&mut self.file, self.length)
                .map_err(|error| Rejected::at(self.path.display(), error))?,
        };
        let sum = self.checksum.insert(hasher).clone().finalize();
        Ok(format!("File {} has CRC32: {sum:#x}", self.path.display()))
    }
}

/// Computes the checksum of the first `length` bytes of a file, or of all if there are fewer.
fn checksum(file: &mut File, length: u64) -> io::Result<Hasher> {
    file.seek(SeekFrom::Start(0))?;
    let mut input = BufReader::new(file.take(length));
    let mut hasher = Hasher::new();
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hasher);
        }
        hasher.update(bytes);
        let count = bytes.len();
        input.consume(count);
    }
}
