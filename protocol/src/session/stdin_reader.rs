//! The reading end of a conversation: a thread that reads lines and does nothing else, so that
//! it never waits for the engine.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use baroque_engine::Report;

/// What the main loop of a conversation hears of. Input and what the engine reports come through
/// one channel, and the loop alone writes: lines cannot overtake each other.
pub enum Event {
    /// A line of input.
    Line(String),
    /// The beginning of a line that is longer than [`LONGEST`].
    LongLine(String),
    /// The end of input.
    End,
    /// A report of the search with this number, and when it was made.
    Report(u64, Instant, Report),
    /// A job has something to say.
    Text(String),
    /// The job is over, with its last words.
    Done(String),
}

/// Longest line that is read, in bytes with its end.
pub const LONGEST: u64 = 1 << 20;

/// Starts to read. The sender is for what happens besides.
pub fn listen(input: impl BufRead + Send + 'static) -> (Sender<Event>, Receiver<Event>) {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read(input, &lines));
    (sender, events)
}

/// Passes lines on, whatever bytes they consist of, until the input ends or nobody listens. Of a
/// line that is too long no more than the beginning is ever held.
fn read(mut input: impl BufRead, lines: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes), Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']).to_owned();
        let event = match bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
            false => Event::Line(line),
            // If the rest cannot be read, the next line cannot either.
            true => input.skip_until(b'\n').map_or(Event::End, |_| Event::LongLine(line)),
        };
        if lines.send(event).is_err() {
            return;
        }
    }
    let _ = lines.send(Event::End);
}
