//! Reading with bounds.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read};
use std::path::Path;

use super::open_regular;

/// Largest file that is read as a whole, in bytes.
pub const MAX_FILE: u64 = 256 << 20;
/// Longest line of a stream or of a file that is read by lines, in bytes with its line feed.
pub const MAX_LINE: u64 = 1 << 20;

/// Reads a stream to its end.
///
/// # Errors
/// It cannot be read or is longer than `max` bytes.
pub fn read_stream(input: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > max {
        true => Err(io::Error::other(format!("larger than {max} bytes"))),
        false => Ok(bytes),
    }
}

/// Reads a file of any type, for example a pipe of the shell, which may wait for its writer.
///
/// # Errors
/// It cannot be read or is larger than `max` bytes.
pub fn read(path: impl AsRef<Path>, max: u64) -> io::Result<Vec<u8>> {
    read_stream(File::open(path)?, max)
}

/// Reads a regular file.
///
/// # Errors
/// It cannot be read, is not regular, or is larger than `max` bytes.
pub fn read_regular(path: impl AsRef<Path>, max: u64) -> io::Result<Vec<u8>> {
    read_stream(open_regular(OpenOptions::new().read(true), path)?, max)
}

/// What ends a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// With a line feed.
    LineFeed,
    /// The end of the stream.
    EndOfInput,
    /// The bound; the rest of the line has not been read.
    TooLong,
}

/// Reads a line of at most `max` bytes with its line feed, which replaces the old contents of
/// `line`. Returns `None` at the end of the stream.
///
/// # Errors
/// The stream cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    max: u64,
    line: &mut Vec<u8>,
) -> io::Result<Option<LineEnd>> {
    line.clear();
    let length = input.take(max).read_until(b'\n', line)? as u64;
    Ok(match line.last() {
        None => None,
        Some(b'\n') => Some(LineEnd::LineFeed),
        Some(_) if length == max => Some(LineEnd::TooLong),
        Some(_) => Some(LineEnd::EndOfInput),
    })
}

/// Reads a line of at most [`MAX_LINE`] bytes, which replaces the old contents of `line`. Returns
/// its length, 0 at the end of the stream. Without a line feed it is the last line.
///
/// # Errors
/// The stream cannot be read or the line is longer.
pub fn read_bounded_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    match read_line(input, MAX_LINE, line)? {
        Some(LineEnd::TooLong) => {
            Err(io::Error::other(format!("a line is longer than {MAX_LINE} bytes")))
        }
        _ => Ok(line.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_read_up_to_their_bound() {
        assert_eq!(read_stream(&b"abc"[..], 3).unwrap(), b"abc");
        let error = read_stream(io::repeat(0), 5).unwrap_err();
        assert_eq!(error.to_string(), "larger than 5 bytes");
    }

    #[test]
    fn lines_are_read_up_to_their_bound() {
        let (mut input, mut line, mut lines) = (&b"ab\n\nabcdefg\nx"[..], Vec::new(), Vec::new());
        while let Some(end) = read_line(&mut input, 4, &mut line).unwrap() {
            lines.push((String::from_utf8(line.clone()).unwrap(), end));
        }
        let expected = [
            ("ab\n", LineEnd::LineFeed),
            ("\n", LineEnd::LineFeed),
            ("abcd", LineEnd::TooLong),
            ("efg\n", LineEnd::LineFeed),
            ("x", LineEnd::EndOfInput),
        ];
        assert_eq!(lines, expected.map(|(line, end)| (line.to_owned(), end)));
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        let error = read_bounded_line(&mut endless, &mut line).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than 1048576 bytes");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_not_regular() {
        for (path, reason) in
            [("/dev/zero", "it is not a regular file"), ("/", "it is a directory")]
        {
            assert_eq!(read_regular(path, 9).unwrap_err().to_string(), reason);
        }
        assert_eq!(read("/dev/zero", 9).unwrap_err().to_string(), "larger than 9 bytes");
    }
}
