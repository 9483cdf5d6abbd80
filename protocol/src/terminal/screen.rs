//! Output to the terminal.

use std::io::{self, Write};

use crate::text::{one_line, sanitized};

/// Writes text for the player; flushes after each call.
pub struct Screen<W> {
    pub writer: W,
    /// Whether to keep ANSI styles.
    pub colour: bool,
    /// Whether the output is a terminal: long lines are wrapped, searches show a status line.
    pub is_terminal: bool,
}

impl<W: Write> Screen<W> {
    /// Prints a text of this program; removes its styles without colour.
    pub fn print_styled(&mut self, text: &str) -> io::Result<()> {
        match self.colour {
            true => self.writer.write_all(text.as_bytes())?,
            false => write!(self.writer, "{}", anstream::adapter::strip_str(text))?,
        }
        self.writer.flush()
    }

    /// Prints a text, which may contain foreign one.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.print_styled(&sanitized(text))
    }

    pub fn print_line(&mut self, text: &str) -> io::Result<()> {
        self.print(&format!("{text}\n"))
    }

    /// Prints an error message without line breaks of its own.
    pub fn print_error(&mut self, text: &str) -> io::Result<()> {
        self.print_wrapped(&one_line(text))
    }

    /// Prints sentences on lines of at most 80 characters.
    pub fn print_wrapped(&mut self, text: &str) -> io::Result<()> {
        match self.is_terminal {
            true => self.print_line(&wrapped(text)),
            false => self.print_line(text),
        }
    }
}

/// Breaks lines of more than 80 columns between words. Lines after the first of an item or of a piece
/// are indented.
fn wrapped(text: &str) -> String {
    let wrapped = |line: &str| {
        let indent = match line.get(1..3) {
            _ if line.starts_with("* ") => "  ",
            Some("  ") => "   ",
            _ => "",
        };
        let options = textwrap::Options::new(80)
            .subsequent_indent(indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options)
    };
    text.lines().map(wrapped).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_words() {
        let word = "x".repeat(39);
        let text = format!("{word} {word} {word}\nend");
        assert_eq!(wrapped(&text), format!("{word} {word}\n{word}\nend"));
        assert_eq!(wrapped("short"), "short");
        assert_eq!(wrapped(&format!("* {word} {word}")), format!("* {word}\n  {word}"));
    }
}
