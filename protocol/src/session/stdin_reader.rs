//! Input of a session: a thread that only reads lines, so that input never waits for the engine.

use std::io::BufRead;
use std::ops::Deref;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use baroque_engine::Report;
use baroque_formats::Rejected;
use baroque_formats::files::{self, LineEnd, NulError, TextLines};

use crate::error::Error;

/// An event of the main loop of a session. Input and reports of the engine use one channel and only
/// the loop writes, so output lines cannot overtake each other.
pub enum SessionEvent {
    /// A line of input.
    Line(InputLine),
    /// A line that is not obeyed, and why.
    BadLine(InputLine, Rejected),
    /// The end of input.
    End,
    /// A report of the search of this number, and the time when it was made.
    Report(u64, Instant, Report),
    /// Output of a running job.
    Text(String),
    /// An error that ends nothing.
    Failed(Error),
    /// The last output of a job, which has ended, or why it failed.
    Done(Result<String, Error>),
}

/// An event of a game that people play in a terminal.
pub enum PlayerEvent {
    /// A line, cut if it is too long: no command is as long.
    Line(InputLine),
    /// The end of input.
    End,
    /// Ctrl-C or SIGTERM, except in the line editor.
    Interrupt,
    /// A report of the search of this number.
    Report(u64, Report),
}

/// Sends the lines of an input until it ends or the receiver is gone.
pub fn read_player(input: impl BufRead, events: &Sender<PlayerEvent>) {
    read_lines(input, |line, _error| events.send(PlayerEvent::Line(line)).is_ok());
    let _ = events.send(PlayerEvent::End);
}

/// Longest line in bytes, line feed included.
pub const LONGEST: u64 = files::MAX_LINE;
/// Bytes of the lines that were read and not dropped yet, above which no more are read.
const MAX_PENDING: usize = 4 << 20;
/// What a pending line takes besides its text, in bytes.
const LINE_OVERHEAD: usize = 128;

/// A line of input without its line break. As long as it exists, it counts as pending.
pub struct InputLine {
    text: String,
    pending: Option<Arc<PendingBytes>>,
}

impl InputLine {
    fn size(&self) -> usize {
        LINE_OVERHEAD + self.text.len()
    }
}

impl From<&str> for InputLine {
    /// A line that no thread has read, which does not count.
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), pending: None }
    }
}

impl Deref for InputLine {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Drop for InputLine {
    fn drop(&mut self) {
        if let Some(pending) = &self.pending {
            pending.remove(self.size());
        }
    }
}

/// The sizes of all pending lines in sum.
#[derive(Default)]
struct PendingBytes {
    sum: Mutex<usize>,
    removed: Condvar,
}

impl PendingBytes {
    /// Waits while other lines leave no room, then adds a line.
    fn add(&self, size: usize) {
        let sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |sum: &mut usize| *sum > 0 && *sum + size > MAX_PENDING;
        let sum = self.removed.wait_while(sum, is_full);
        *sum.unwrap_or_else(PoisonError::into_inner) += size;
    }

    fn remove(&self, size: usize) {
        *self.sum.lock().unwrap_or_else(PoisonError::into_inner) -= size;
        self.removed.notify_all();
    }
}

/// Starts the reader thread. The sender is for the events of the engine.
///
/// # Errors
/// The thread cannot be started.
pub fn listen(
    input: impl BufRead + Send + 'static,
) -> Result<(Sender<SessionEvent>, Receiver<SessionEvent>), Error> {
    let (sender, events) = channel();
    let lines = sender.clone();
    let read = move || {
        read_lines(input, |line, error| {
            let event = match error {
                Some(error) => SessionEvent::BadLine(line, error),
                None => SessionEvent::Line(line),
            };
            lines.send(event).is_ok()
        });
        let _ = lines.send(SessionEvent::End);
    };
    Builder::new().spawn(read).map_err(|error| Error::no_threads(1, &error))?;
    Ok((sender, events))
}

/// Passes lines to `take` until the input ends or `take` returns false: with an error one that has a
/// NUL, and the beginning of one longer than [`LONGEST`].
pub fn read_lines(input: impl BufRead, mut take: impl FnMut(InputLine, Option<Rejected>) -> bool) {
    let pending = Arc::new(PendingBytes::default());
    let Ok(mut lines) = TextLines::new(input, LONGEST) else { return };
    while let Ok(Some(line)) = lines.next_line() {
        let error = match line.end {
            LineEnd::TooLong => Some(too_long()),
            _ => line.checked().err().map(nul),
        };
        let mut line = InputLine { text: line.text, pending: None };
        pending.add(line.size());
        line.pending = Some(Arc::clone(&pending));
        if !take(line, error) {
            return;
        }
    }
}

fn too_long() -> Rejected {
    Rejected(format!("the line is longer than {LONGEST} bytes and is ignored"))
}

fn nul(error: NulError) -> Rejected {
    Rejected(format!("{error}; the line is ignored"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_while_many_bytes_are_pending() {
        let long = format!("{}\n", "x".repeat(1 << 19));
        let (sender, lines) = channel();
        let input = long.repeat(100);
        std::thread::spawn(move || {
            read_lines(input.as_bytes(), |line, _| sender.send(line).is_ok());
        });
        let first: Vec<_> = lines.iter().take(MAX_PENDING / long.len()).collect();
        assert!(lines.recv_timeout(std::time::Duration::from_millis(50)).is_err());
        drop(first);
        assert_eq!(lines.iter().filter(|line| line.len() == 1 << 19).count(), 93);
    }
}
