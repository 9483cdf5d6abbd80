//! Text of files and streams.
//!
//! A byte order mark at the beginning says that a text is UTF-8 or UTF-16. Without one it is UTF-8,
//! but each line that is not is Windows-1252, which is Latin-1 with more letters. Lines end with LF,
//! CR LF or CR. A NUL is in no text: it comes from UTF-16 without a mark, or from another kind of
//! file.

use std::char::DecodeUtf16;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use thiserror::Error;

use super::read::{LineEnd, read_regular};

/// Bytes that are no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "line {line}, column {column}: a NUL character, which no text has; UTF-16 needs a byte order mark"
)]
pub struct NulError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Decodes a text. Its lines end with LF.
///
/// # Errors
/// It contains a NUL.
pub fn decode(bytes: &[u8]) -> Result<String, NulError> {
    let mut text = String::with_capacity(bytes.len());
    // Bytes in memory can be read.
    let Ok(mut lines) = TextLines::new(bytes, u64::MAX) else { return Ok(text) };
    while let Ok(Some(line)) = lines.next_line() {
        text.push_str(line.checked()?);
        if line.end == LineEnd::LineFeed {
            text.push('\n');
        }
    }
    Ok(text)
}

/// Reads a regular file of text. Its lines end with LF.
///
/// # Errors
/// It cannot be read, is not regular, is larger than `max` bytes, or contains a NUL.
pub fn read_text(path: impl AsRef<Path>, max: u64) -> io::Result<String> {
    decode(&read_regular(path, max)?).map_err(io::Error::other)
}

/// A line of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// The line without its end; of a line that is too long its beginning.
    pub text: String,
    /// What ends it; [`LineEnd::LineFeed`] stands for CR, too.
    pub end: LineEnd,
    /// Its number, from 1.
    pub number: usize,
}

impl TextLine {
    /// The text.
    ///
    /// # Errors
    /// It contains a NUL.
    pub fn checked(&self) -> Result<&str, NulError> {
        match self.text.chars().position(|c| c == '\0') {
            Some(before) => Err(NulError { line: self.number, column: before + 1 }),
            None => Ok(&self.text),
        }
    }
}

/// The lines of a text, each read as soon as it has ended.
pub struct TextLines<'a> {
    /// Text in UTF-8, or Windows-1252.
    input: Box<dyn BufRead + 'a>,
    /// Longest line in bytes.
    max: usize,
    /// Lines read.
    number: usize,
    /// Whether the rest of a line that was too long is to be skipped.
    is_in_line: bool,
    /// Whether the last line ended with CR, to which LF may belong.
    is_after_cr: bool,
}

impl<'a> TextLines<'a> {
    /// The lines of a stream, of at most `max` bytes each. A byte is read, to know the encoding.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn new(mut input: impl BufRead + 'a, max: u64) -> io::Result<Self> {
        let mut mark = Vec::new();
        // A terminal may give no more than one byte.
        input.by_ref().take(1).read_to_end(&mut mark)?;
        if matches!(mark.as_slice(), [0xfe | 0xff]) {
            input.by_ref().take(1).read_to_end(&mut mark)?;
        }
        let input: Box<dyn BufRead> = match mark.as_slice() {
            // A terminal that has ended would be waited for again.
            [] => Box::new(io::empty()),
            [0xff, 0xfe] => Box::new(BufReader::new(Utf16::new(input, u16::from_le_bytes))),
            [0xfe, 0xff] => Box::new(BufReader::new(Utf16::new(input, u16::from_be_bytes))),
            _ => Box::new(Cursor::new(mark).chain(input)),
        };
        let max = usize::try_from(max).unwrap_or(usize::MAX);
        Ok(Self { input, max, number: 0, is_in_line: false, is_after_cr: false })
    }

    /// Reads a line; `None` at the end.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        let mut bytes = Vec::new();
        while self.is_in_line {
            self.is_in_line = self.read_bytes(&mut bytes)? == Some(LineEnd::TooLong);
            bytes.clear();
        }
        let Some(end) = self.read_bytes(&mut bytes)? else { return Ok(None) };
        self.is_in_line = end == LineEnd::TooLong;
        self.number += 1;
        let mut text = String::from_utf8(bytes).unwrap_or_else(|error| {
            error.as_bytes().iter().map(|&byte| windows_1252(byte)).collect()
        });
        if self.number == 1 && text.starts_with(BOM) {
            text.remove(0);
        }
        Ok(Some(TextLine { text, end, number: self.number }))
    }

    /// Reads a line without its end into an empty vector.
    fn read_bytes(&mut self, line: &mut Vec<u8>) -> io::Result<Option<LineEnd>> {
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                available => available?,
            };
            if available.is_empty() {
                return Ok((!line.is_empty()).then_some(LineEnd::EndOfInput));
            }
            if std::mem::take(&mut self.is_after_cr) && available.starts_with(b"\n") {
                self.input.consume(1);
                continue;
            }
            let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let room = available.iter().take(self.max - line.len());
            let length = line.len();
            line.extend(room.take_while(|byte| !is_end(byte)));
            let taken = line.len() - length;
            let end = available.get(taken).copied().filter(is_end);
            self.input.consume(taken + usize::from(end.is_some()));
            self.is_after_cr = end == Some(b'\r');
            if end.is_some() {
                return Ok(Some(LineEnd::LineFeed));
            }
            if line.len() == self.max {
                return Ok(Some(LineEnd::TooLong));
            }
        }
    }
}

/// UTF-16 without its mark, read as UTF-8.
struct Utf16<R: Read>(DecodeUtf16<Units<R>>);

/// The units of UTF-16, whose bytes have this order. A stream that cannot be read ends.
struct Units<R>(R, fn([u8; 2]) -> u16);

impl<R: Read> Utf16<R> {
    fn new(input: R, unit: fn([u8; 2]) -> u16) -> Self {
        Self(char::decode_utf16(Units(input, unit)))
    }
}

impl<R: Read> Iterator for Units<R> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let mut bytes = [0; 2];
        self.0.read_exact(&mut bytes).ok()?;
        Some(self.1(bytes))
    }
}

impl<R: Read> Read for Utf16<R> {
    /// Reads a character into a buffer that has room for any.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let next = self.0.next().map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(next.map_or(0, |c| c.encode_utf8(buffer).len()))
    }
}

/// The byte order mark as a character.
const BOM: char = '\u{feff}';

/// The character of a byte, which is the one of Latin-1 unless that is a control character.
fn windows_1252(byte: u8) -> char {
    const FROM_0X80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let letter = byte.checked_sub(0x80).and_then(|index| FROM_0X80.get(usize::from(index)));
    letter.copied().unwrap_or(byte.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "é1\n\nab\n♞";

    fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("{BOM}{text}").encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn marks_and_line_ends_do_not_matter() {
        for end in ["\n", "\r\n", "\r"] {
            let text = TEXT.replace('\n', end);
            for bytes in [
                text.clone().into_bytes(),
                format!("{BOM}{text}").into_bytes(),
                utf_16(&text, u16::to_le_bytes),
                utf_16(&text, u16::to_be_bytes),
            ] {
                assert_eq!(decode(&bytes).as_deref(), Ok(TEXT), "{bytes:x?}");
            }
        }
        for (bytes, text) in
            [(&b""[..], ""), (b"\xef\xbb\xbf", ""), (b"\xff\xfe", ""), (b"\n", "\n")]
        {
            assert_eq!(decode(bytes).as_deref(), Ok(text), "{bytes:x?}");
        }
        // Only the first character is a mark, and half a unit is none.
        assert_eq!(decode("a\u{feff}".as_bytes()).unwrap(), "a\u{feff}");
        assert_eq!(decode(b"\xff\xfea\0b").unwrap(), "a");
    }

    #[test]
    fn lines_that_are_not_utf_8_are_windows_1252() {
        let bytes = b"\x80 Andr\xe9 \x96 \x81\n\xc3\xa9\n\xff";
        assert_eq!(decode(bytes).unwrap(), "€ André – \u{81}\né\nÿ");
    }

    #[test]
    fn a_nul_is_refused_with_its_place() {
        let error = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        let nul = "a NUL character, which no text has; UTF-16 needs a byte order mark";
        assert_eq!(error(b"\0"), format!("line 1, column 1: {nul}"));
        assert_eq!(error("a\r\nü\0".as_bytes()), format!("line 2, column 2: {nul}"));
        assert_eq!(error(b"a\0\n\0"), format!("line 1, column 2: {nul}"));
    }

    #[test]
    fn lines_are_read_up_to_their_bound_and_skipped_to_their_end() {
        let mut lines = TextLines::new(&b"ab\n\nabcdefg\rx"[..], 4).unwrap();
        let lines: Vec<_> = std::iter::from_fn(|| lines.next_line().unwrap())
            .map(|line| (line.number, line.text, line.end))
            .collect();
        let expected = [
            (1, "ab", LineEnd::LineFeed),
            (2, "", LineEnd::LineFeed),
            (3, "abcd", LineEnd::TooLong),
            (4, "x", LineEnd::EndOfInput),
        ];
        assert_eq!(lines, expected.map(|(number, text, end)| (number, text.to_owned(), end)));
        let mut endless = TextLines::new(BufReader::new(io::repeat(b'x')), 9).unwrap();
        assert_eq!(endless.next_line().unwrap().unwrap().end, LineEnd::TooLong);
    }

    #[test]
    fn an_input_that_has_ended_is_not_read_again() {
        struct Ended(bool);
        impl Read for Ended {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                assert!(!std::mem::replace(&mut self.0, true));
                Ok(0)
            }
        }
        let mut lines = TextLines::new(BufReader::new(Ended(false)), 9).unwrap();
        assert_eq!(lines.next_line().unwrap(), None);
    }

    #[test]
    fn a_line_is_there_when_its_end_is() {
        /// Panics at a read after a line.
        struct Terminal(&'static [u8]);
        impl Read for Terminal {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty());
                self.0.read(buffer)
            }
        }
        for line in ["\n", "\r", "quit\n", "\u{feff}go\r"] {
            let input = BufReader::new(Terminal(line.as_bytes()));
            let read = TextLines::new(input, 99).unwrap().next_line().unwrap().unwrap();
            assert_eq!(read.text, line.trim_matches([BOM, '\r', '\n']));
        }
    }
}
