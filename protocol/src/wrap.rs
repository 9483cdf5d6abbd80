//! Lines that are longer than the terminal is wide.

use std::io::{self, IsTerminal, Write};

use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

/// Columns of a terminal that does not tell.
const USUAL: usize = 80;

/// The columns of the terminal that shows a stream; `None` if it is no terminal.
pub fn columns(stream: &impl IsTerminal) -> Option<usize> {
    let size = || terminal_size::terminal_size().map_or(USUAL, |(width, _)| width.0.into());
    stream.is_terminal().then(size)
}

/// The columns for which help is laid out, as clap does it: those of any terminal of the program, at
/// most `most`.
pub fn help_columns(most: usize) -> usize {
    terminal_size::terminal_size().map_or(most, |(width, _)| most.min(width.0.into()))
}

/// Breaks lines of more than `width` columns between words. The rest of a line stands below its last
/// column, or below the text of its item. Lines of JSON stay as they are.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

/// A text as a terminal of stderr shows it: wrapped; elsewhere it stays as it is.
pub fn on_stderr(text: &str) -> String {
    columns(&io::stderr()).map_or_else(|| text.to_owned(), |width| wrapped(text, width))
}

fn wrapped_line(line: &str, width: usize) -> String {
    if display_width(line) <= width || line.starts_with('{') {
        return line.to_owned();
    }
    let indent = " ".repeat(indent(line, width));
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(line, options)
}

/// The columns before the last column of a line that leaves a third of it, or before the text of an
/// item.
fn indent(line: &str, width: usize) -> usize {
    let is_near = |start: &usize| 3 * start <= 2 * width;
    let columns = line.match_indices("  ").map(|(gap, _)| {
        let rest = line.get(gap..).unwrap_or_default();
        display_width(line) - display_width(rest.trim_start())
    });
    let item = if line.starts_with(['*', '-']) { 2 } else { 0 };
    columns.filter(is_near).last().unwrap_or(item)
}

/// A writer that wraps lines for the terminal that shows stdout, if it is one. It keeps an incomplete
/// line until it is flushed.
pub struct Wrapped<W> {
    writer: W,
    columns: Option<usize>,
    line: String,
}

impl<W: Write> Wrapped<W> {
    /// Wraps what goes to stdout through a writer.
    pub fn stdout(writer: W) -> Self {
        Self { writer, columns: columns(&io::stdout()), line: String::new() }
    }
}

impl<W: Write> Write for Wrapped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(columns) = self.columns else { return self.writer.write(bytes) };
        self.line += &String::from_utf8_lossy(bytes);
        if let Some((whole, rest)) = self.line.rsplit_once('\n') {
            writeln!(self.writer, "{}", wrapped(whole, columns))?;
            self.line = rest.to_owned();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.write_all(std::mem::take(&mut self.line).as_bytes())?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_words() {
        let word = "x".repeat(9);
        let lines = |text: &str| wrapped(text, 20);
        assert_eq!(lines("short\n\n"), "short\n\n");
        let text = format!("{word} {word} {word}\nend");
        assert_eq!(lines(&text), format!("{word} {word}\n{word}\nend"));
        assert_eq!(lines(&format!("* {word} {word}")), format!("* {word}\n  {word}"));
        assert_eq!(lines(&format!("K  {word} {word}")), format!("K  {word}\n   {word}"));
        assert_eq!(lines(&format!("  ab  {word} {word}")), format!("  ab  {word}\n      {word}"));
        // A word, and the last column of a table that begins in the right half.
        assert_eq!(lines(&word.repeat(3)), word.repeat(3));
        assert_eq!(lines(&format!("a  {word}  b c d e f")), format!("a  {word}  b c d\n   e f"));
        let json = format!("{{\"a\": \"{word} {word}\"}}");
        assert_eq!(lines(&json), json);
    }

    #[test]
    fn incomplete_lines_wait_for_their_end() {
        let mut output = Wrapped { writer: Vec::new(), columns: Some(10), line: String::new() };
        write!(output, "abc def").unwrap();
        assert!(output.writer.is_empty());
        write!(output, " ghi\nend> ").unwrap();
        output.flush().unwrap();
        assert_eq!(output.writer, b"abc def\nghi\nend> ");
    }
}
