//! Input of a session: a thread that only reads lines, so that input never waits for the engine.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use baroque_engine::Report;

use crate::error::Error;

/// An event of the main loop of a session. Input and reports of the engine use one channel and only
/// the loop writes, so output lines cannot overtake each other.
pub enum SessionEvent {
    /// A line of input.
    Line(String),
    /// The beginning of a line longer than [`LONGEST`]; the rest is skipped.
    LongLine(String),
    /// The end of input.
    End,
    /// A report of the search of this number, and the time when it was made.
    Report(u64, Instant, Report),
    /// Output of a running job.
    Text(String),
    /// The last output of a job, which has ended, or why it failed.
    Done(Result<String, Error>),
}

/// Longest line in bytes, line feed included.
pub const LONGEST: u64 = 1 << 20;

/// Starts the reader thread. The sender is for the events of the engine.
pub fn listen(
    input: impl BufRead + Send + 'static,
) -> (Sender<SessionEvent>, Receiver<SessionEvent>) {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read(input, &lines));
    (sender, events)
}

/// Sends lines until the input ends or the receiver is gone. Invalid UTF-8 is replaced. Of a line
/// that is too long only the beginning is kept in memory.
fn read(mut input: impl BufRead, lines: &Sender<SessionEvent>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes), Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']).to_owned();
        let event = match bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
            false => SessionEvent::Line(line),
            // If the rest cannot be read, the next line cannot either.
            true => {
                input.skip_until(b'\n').map_or(SessionEvent::End, |_| SessionEvent::LongLine(line))
            }
        };
        if lines.send(event).is_err() {
            return;
        }
    }
    let _ = lines.send(SessionEvent::End);
}
