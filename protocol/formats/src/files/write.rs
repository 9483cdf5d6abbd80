//! Opening and replacing files.

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Age from which a temporary file is one that its writer left behind.
const LEFTOVER_AGE: Duration = Duration::from_secs(600);

/// Opens a regular file or a character device such as `/dev/null`, or creates a file if the options
/// say so.
///
/// # Errors
/// The file cannot be opened or is of another type: a pipe would wait for its reader.
pub fn open(options: &OpenOptions, path: impl AsRef<Path>) -> io::Result<File> {
    open_if(|data| data.is_file() || is_character_device(data), options, path.as_ref())
}

/// Opens a regular file, or creates one if the options say so.
///
/// # Errors
/// The file cannot be opened or is not regular: others may wait, or have no end.
pub fn open_regular(options: &OpenOptions, path: impl AsRef<Path>) -> io::Result<File> {
    open_if(Metadata::is_file, options, path.as_ref())
}

fn open_if(
    accepts: impl Fn(&Metadata) -> bool,
    options: &OpenOptions,
    path: &Path,
) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(data) if !accepts(&data) => Err(wrong_type(&data)),
        // Opening reports any error.
        _ => options.open(path),
    }
}

fn wrong_type(data: &Metadata) -> io::Error {
    io::Error::other(match data.is_dir() {
        true => "it is a directory",
        false => "it is not a regular file",
    })
}

#[cfg(unix)]
fn is_character_device(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_character_device(_data: &Metadata) -> bool {
    false
}

/// Locks a file while it is open; returns false if another process has the lock. A file system
/// without locks has none to have.
pub fn claim(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Inserts text before the extension: `config.json` becomes `config.2.json`.
pub fn numbered(path: &Path, more: impl Display) -> PathBuf {
    let extension = path.extension().map(|text| format!(".{}", text.to_string_lossy()));
    path.with_extension(format!("{more}{}", extension.unwrap_or_default()))
}

/// Flushes a regular file to the disk.
///
/// # Errors
/// The disk cannot be written.
pub fn sync(file: &File) -> io::Result<()> {
    // What some file systems answer that cannot flush.
    const CANNOT_FLUSH: [ErrorKind; 2] = [ErrorKind::InvalidInput, ErrorKind::Unsupported];
    match file.metadata()?.is_file().then(|| file.sync_data()) {
        Some(Err(error)) if !CANNOT_FLUSH.contains(&error.kind()) => Err(error),
        _ => Ok(()),
    }
}

/// The regular file that a text for this path would replace or create; symbolic links are resolved.
///
/// # Errors
/// The path is not a regular file, or its directory does not exist.
pub fn resolve_target(path: &Path) -> io::Result<PathBuf> {
    let error = |reason: &str| Err(io::Error::other(reason));
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(wrong_type(&data)),
        Ok(_) => return fs::canonicalize(path),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    if fs::symlink_metadata(path).is_ok() {
        return error("it is a link to a file that does not exist");
    }
    match path.parent() {
        Some(parent) if parent == Path::new("") || parent.is_dir() => Ok(path.to_owned()),
        Some(parent) => error(&format!("there is no directory {}", parent.display())),
        None => error("it is not a file name"),
    }
}

/// Writes a file by renaming a new temporary file over it.
///
/// # Errors
/// The file cannot be written; its old content is unchanged.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(contents.as_ref())?;
    file.commit()
}

/// A file that is being written under a temporary name, and replaces the file of its path at the
/// end. It is removed if it is dropped before.
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
}

impl NewFile {
    /// Creates the temporary file, beside the one that it is to replace.
    ///
    /// # Errors
    /// The path is not a regular file, or its directory cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = resolve_target(path)?;
        let (temporary, file) = create_temporary(&path)?;
        let new = Self { path, temporary, file };
        if let Ok(data) = fs::metadata(&new.path) {
            new.file.set_permissions(data.permissions())?;
        }
        Ok(new)
    }

    /// Replaces the old file.
    ///
    /// # Errors
    /// The disk cannot be written; the old content is unchanged.
    pub fn commit(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a commit there is none. Nothing can be done about one that remains.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Removes the temporary files that killed processes left behind in a folder. One that is younger than ten
/// minutes may still become a file, and what cannot be removed does no harm.
pub fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) && is_leftover(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_leftover(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let stem = name.to_str().and_then(|name| name.strip_suffix(".tmp"));
    let number = stem.and_then(|stem| stem.rsplit_once('.')).map(|(_, number)| number);
    let is_ours = number.is_some_and(|number| {
        number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    let written = entry.metadata().and_then(|data| data.modified()).ok();
    let age = written.and_then(|time| time.elapsed().ok());
    is_ours && age.is_some_and(|age| age > LEFTOVER_AGE)
}

/// Creates a file beside `path`. Its random name and `create_new` keep others from redirecting it
/// with a link.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{:016x}.tmp", RandomState::new().build_hasher().finish()));
    let temporary = path.with_file_name(name);
    let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    Ok((temporary, file))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::time::SystemTime;

    /// A new directory, which is removed on drop.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let name = format!("baroque-files-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_old_temporary_files_are_left_over() {
        let directory = Directory::new("leftovers");
        let make = |path: PathBuf, age: Duration| {
            let file = File::create(&path).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let hour = Duration::from_secs(3600);
        let old = make(directory.0.join("a.json.0123456789abcdef.tmp"), hour);
        let kept = [
            make(directory.0.join("b.json.0123456789abcdef.tmp"), Duration::ZERO),
            make(directory.0.join("c.tmp"), hour),
            make(directory.0.join("d.0123456789abcdef.json"), hour),
        ];
        remove_leftovers(&directory.0);
        assert!(!old.exists() && kept.iter().all(|path| path.exists()));
    }

    #[test]
    fn pipes_are_not_opened() {
        let directory = Directory::new("pipes");
        let pipe = directory.0.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let append = OpenOptions::new().append(true).create(true).clone();
        for error in [open(&append, &pipe), open_regular(&append, &pipe)].map(Result::unwrap_err) {
            assert_eq!(error.to_string(), "it is not a regular file");
        }
        assert!(open_regular(&append, "/dev/null").is_err());
        let device = open(&append, "/dev/null").unwrap();
        assert!(sync(&device).is_ok());
        open_regular(&append, directory.0.join("new")).unwrap();
    }

    #[test]
    fn temporary_files_have_random_names() {
        let directory = Directory::new("temporary");
        let path = directory.0.join("game.pgn");
        let names: Vec<PathBuf> = (0..3).map(|_| create_temporary(&path).unwrap().0).collect();
        assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2]);
        assert!(names.iter().all(|name| name.parent() == Some(&directory.0)));
        write_atomically(&path, "one").unwrap();
        write_atomically(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }

    #[test]
    fn a_file_that_is_not_committed_leaves_no_trace() {
        let directory = Directory::new("dropped");
        let path = directory.0.join("games.pgn");
        fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 1);
    }
}
