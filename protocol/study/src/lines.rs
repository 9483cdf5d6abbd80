//! Files of JSON lines: what is found is added to them, so that a study that was killed goes on.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use baroque_formats::{Rejected, files};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The items of a file, in their order; none if it is missing. A line without its end was being written
/// when the program was killed, and does not count.
///
/// # Errors
/// The file cannot be read, or has other lines.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Rejected> {
    Ok(read_whole(path)?.0)
}

/// The items of a file, and the bytes of their lines.
fn read_whole<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, u64), Rejected> {
    let bad = |reason: &dyn Display| Rejected::at(path.display(), reason);
    let (mut items, mut length, mut line) = (Vec::new(), 0, Vec::new());
    if !path.exists() {
        return Ok((items, length));
    }
    let file = files::open_regular(OpenOptions::new().read(true), path);
    let mut input = BufReader::new(file.map_err(|error| bad(&error))?);
    loop {
        let read = files::read_bounded_line(&mut input, &mut line).map_err(|error| bad(&error))?;
        if !line.ends_with(b"\n") {
            return Ok((items, length));
        }
        items.push(serde_json::from_slice(&line).map_err(|error| bad(&error))?);
        length += read as u64;
    }
}

/// A file to which items are added.
pub struct Lines<T> {
    path: PathBuf,
    file: std::fs::File,
    /// The items so far.
    pub items: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Lines<T> {
    /// Opens a file, which is made if it is missing.
    ///
    /// # Errors
    /// It cannot be read or written, or has other lines.
    pub fn open(path: PathBuf) -> Result<Self, Rejected> {
        let (items, length) = read_whole(&path)?;
        let bad = |error| Rejected::at(path.display(), error);
        let file = files::open_regular(OpenOptions::new().create(true).append(true), &path);
        let file = file.map_err(bad)?;
        file.set_len(length).map_err(bad)?;
        Ok(Self { path, file, items })
    }

    /// Adds an item.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, item: T) -> Result<(), Rejected> {
        let line = serde_json::to_string(&item).unwrap_or_default() + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Rejected::at(self.path.display(), error))?;
        self.items.push(item);
        Ok(())
    }
}
