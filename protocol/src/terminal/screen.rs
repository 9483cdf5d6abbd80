//! Output to the terminal.

use std::io::{self, Write};

use baroque_formats::text::{one_line, sanitized};
use baroque_movegen::interrupt::is_interrupted;

use crate::wrap::{columns, wrapped};

/// Widest text, in columns: longer lines are hard to read.
pub const MAX_WIDTH: usize = 80;

/// Writes text for the player; flushes after each call.
pub struct Screen<W> {
    pub writer: W,
    /// Whether to keep ANSI styles.
    pub colour: bool,
}

impl<W: Write> Screen<W> {
    /// Prints a text of this program; removes its styles without colour. What was found by work that
    /// was given up is not printed.
    pub fn print_styled(&mut self, text: &str) -> io::Result<()> {
        if is_interrupted() {
            return Ok(());
        }
        match self.colour {
            true => self.writer.write_all(text.as_bytes())?,
            false => write!(self.writer, "{}", anstream::adapter::strip_str(text))?,
        }
        self.writer.flush()
    }

    /// Prints a text of others as it is.
    pub fn print_unwrapped(&mut self, text: &str) -> io::Result<()> {
        self.print_styled(&format!("{}\n", sanitized(text)))
    }

    /// Prints lines, which a terminal shows on its columns.
    pub fn print_line(&mut self, text: &str) -> io::Result<()> {
        match self.width() {
            Some(width) => self.print_unwrapped(&wrapped(text, width)),
            None => self.print_unwrapped(text),
        }
    }

    /// Prints an error message without line breaks of its own.
    pub fn print_error(&mut self, text: &str) -> io::Result<()> {
        self.print_line(&one_line(text))
    }

    /// The greatest width of a line, in columns; `None` if the output is no terminal.
    pub fn width(&self) -> Option<usize> {
        columns(&io::stdout()).map(|columns| columns.min(MAX_WIDTH))
    }
}
