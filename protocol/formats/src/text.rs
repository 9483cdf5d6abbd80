//! Sanitizing of text, and ranks of boards as text.
//!
//! Text of files, of other programs, of options and of the command line may contain characters that
//! control a terminal, reverse the direction of writing or are invisible. They are replaced where
//! output leaves the program: in [`Sanitized`], in the output of sessions and in error messages.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

pub use baroque_games::is_hidden;

/// Longest message that is printed in full, in characters.
const MAX_MESSAGE: usize = 600;
/// Longest input text that a message quotes in full, in characters.
const MAX_QUOTED: usize = 80;

fn visible(c: char) -> char {
    if is_hidden(c) { '?' } else { c }
}

/// Replaces hidden characters by `?`, except tabs and line feeds.
pub fn sanitized(text: &str) -> Cow<'_, str> {
    let is_layout = |c: char| matches!(c, '\n' | '\t');
    match text.contains(|c| is_hidden(c) && !is_layout(c)) {
        true => text.chars().map(|c| if is_layout(c) { c } else { visible(c) }).collect(),
        false => text.into(),
    }
}

/// Replaces hidden characters by `?`, and the middle of a very long message by `…`: errors say at
/// the beginning what is wrong and at the end what is allowed.
pub fn one_line(text: impl Display) -> String {
    elide(&text.to_string(), MAX_MESSAGE)
}

/// Sanitizes input text for a quotation in a message.
pub fn quoted(text: &str) -> String {
    elide(text, MAX_QUOTED)
}

fn elide(text: &str, max: usize) -> String {
    let length = text.chars().count();
    if length <= max {
        return text.chars().map(visible).collect();
    }
    let half = max / 2;
    let head = text.chars().take(half);
    let tail = text.chars().skip(length - half);
    let dots = std::iter::once('…');
    head.chain(dots).chain(tail).map(visible).collect()
}

/// A rank as in a FEN: the signs of its squares, with the number of empty ones in a row for each run of
/// them.
pub fn rank(squares: impl IntoIterator<Item = Option<char>>) -> String {
    let squares: Vec<Option<char>> = squares.into_iter().collect();
    let runs = squares.chunk_by(|one, next| one.is_none() && next.is_none());
    let text = |run: &[Option<char>]| match run {
        [Some(sign)] => sign.to_string(),
        empty => empty.len().to_string(),
    };
    runs.map(text).collect()
}

/// A writer that sanitizes. Each call must write whole characters, as the macros `write!` do.
pub struct Sanitized<W>(pub W);

impl<W: Write> Write for Sanitized<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(sanitized(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line_of_bounded_length() {
        assert_eq!(one_line("a\nb\0c\u{1b}[1m"), "a?b?c?[1m");
        let long = format!("what {} allowed", "é".repeat(10_000));
        let short = one_line(&long);
        assert_eq!(short.chars().count(), MAX_MESSAGE + 1);
        assert!(short.starts_with("what éé") && short.ends_with("éé allowed"));
    }

    #[test]
    fn all_characters_that_unicode_defines_as_hidden_are_replaced() {
        let hidden =
            r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}--\u{fe00}-\u{fe0f}]";
        let hidden = regex::Regex::new(hidden).unwrap();
        for c in '\0'..=char::MAX {
            assert_eq!(is_hidden(c), hidden.is_match(c.encode_utf8(&mut [0; 4])), "{c:?}");
        }
    }

    #[test]
    fn layout_and_visible_text_are_kept() {
        let text = "a\tb\n½-½ Łódź e\u{301} 将棋 ♞\u{fe0f}\n";
        assert!(matches!(sanitized(text), Cow::Borrowed(same) if same == text));
        assert_eq!(sanitized("\u{1b}[31m\r\u{9b}\n\u{202e}x\u{200b}"), "?[31m??\n?x?");
        let mut output = Sanitized(Vec::new());
        writeln!(output, "é\u{7}{:>2}", 5).unwrap();
        assert_eq!(output.0, "é? 5\n".as_bytes());
    }
}
