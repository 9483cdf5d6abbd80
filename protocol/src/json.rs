//! `baroque json`: the messages of the page at standard input and output, for programs in any language. A line is a
//! message; topic `serve` describes them.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use baroque_formats::Loaded;
use baroque_formats::files::{LineEnd, read_line};
use baroque_page::message::{EngineBounds, Response};
use baroque_page::{MAX_MESSAGE, Session};

use crate::host::{Budget, Host, Output};
use crate::options::{MAX_HASH, MAX_THREADS};
use crate::session::output::is_stdout_closed;
use crate::tools::error::ToolError;

/// Milliseconds of the longest search: a day.
const MAX_TIME: u64 = 24 * 3600 * 1000;
/// How often a search after the last message looks whether anybody waits for it.
const LOOK: Duration = Duration::from_millis(100);

/// Answers messages until the input ends, and then the last search.
///
/// # Errors
/// The input cannot be read.
pub fn run(loaded: &Loaded, mut input: impl BufRead) -> Result<ExitCode, ToolError> {
    let mut host = Host::new(loaded.clone(), Alone, Lines::default());
    let mut line = Vec::new();
    while let Some(end) = read_line(&mut input, MAX_MESSAGE as u64 + 1, &mut line)? {
        if host.output().is_closed() {
            break;
        }
        match end {
            LineEnd::TooLong => {
                skip_line(&mut input, &mut line)?;
                host.output().line(&Session::too_long());
            }
            LineEnd::LineFeed | LineEnd::EndOfInput => {
                let text = String::from_utf8_lossy(&line);
                // An empty line asks nothing.
                if !text.trim().is_empty() {
                    host.answer(text.trim_end());
                }
            }
        }
    }
    host.finish(|| {
        while !is_stdout_closed() {
            thread::sleep(LOOK);
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// Reads the rest of a line that is too long.
fn skip_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    while read_line(input, MAX_MESSAGE as u64, line)? == Some(LineEnd::TooLong) {}
    Ok(())
}

/// Standard output.
#[derive(Clone, Default)]
struct Lines {
    is_closed: Arc<AtomicBool>,
}

impl Lines {
    fn line(&self, text: &str) {
        let mut stdout = io::stdout().lock();
        if writeln!(stdout, "{text}").and_then(|()| stdout.flush()).is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }
}

impl Output for Lines {
    fn send(&self, response: &Response, _is_needed: bool) {
        // All messages can be written.
        if let Ok(text) = serde_json::to_string(response) {
            self.line(&text);
        }
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

/// The whole machine.
struct Alone;

impl Budget for Alone {
    fn bounds(&self) -> EngineBounds {
        let bound = |most| usize::try_from(most).unwrap_or(usize::MAX);
        EngineBounds { hash: bound(MAX_HASH), threads: bound(MAX_THREADS), time: MAX_TIME }
    }

    fn has_rooms(&self) -> bool {
        false
    }

    fn left(&self) -> Duration {
        Duration::MAX
    }

    fn spend(&self) -> impl Fn(Duration) + Send + Sync + 'static {
        |_| {}
    }

    fn set_hash(&mut self, _mebibytes: usize) -> bool {
        true
    }

    fn set_threads(&mut self, _threads: usize) -> bool {
        true
    }
}
