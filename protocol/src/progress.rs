//! Progress of long work, with an estimate of the time left: one line on stderr, and only if stderr
//! is a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use baroque_formats::text::quoted;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that ends earlier shows no progress.
const DELAY: Duration = Duration::from_millis(500);
/// Maximum number of updates of the line per second.
const UPDATES: u8 = 4;
/// Interval at which the time left is updated without progress.
const TICK: Duration = Duration::from_secs(1);
const LINE: &str = "{prefix} [{wide_bar}] {human_pos} of {human_len} {msg}{left}";

/// The progress of a piece of work, erased on drop.
pub struct Progress {
    bar: ProgressBar,
    /// Whether stdout is a terminal too, probably the same.
    shares_terminal: bool,
}

impl Progress {
    /// The progress of `total` units of work, such as "moves", with a title. Without a terminal or
    /// without work nothing is ever shown.
    pub fn new(title: &str, total: u64, unit: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(LINE);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> ").with_key("left", write_left));
        bar.set_prefix(quoted(title));
        bar.set_message(unit);
        if total > 0 && io::stderr().is_terminal() {
            show_later(&bar);
        }
        Self { bar, shares_terminal: io::stdout().is_terminal() }
    }

    /// Progress that is never shown.
    pub fn none() -> Self {
        Self::new("", 0, "")
    }

    /// Adds finished units.
    pub fn advance(&self, units: u64) {
        self.bar.inc(units);
    }

    /// Sets the number of finished units.
    pub fn set(&self, units: u64) {
        self.bar.set_position(units);
    }

    /// Calls a function that writes to stderr, with the line erased.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Calls a function that writes to stdout and flushes it, with the line erased if that is a
    /// terminal.
    pub fn print<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.shares_terminal {
            true => self.suspend(write),
            false => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows a bar after the delay unless the work has ended.
fn show_later(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let show = move || {
        thread::sleep(DELAY);
        if let Some(bar) = bar.upgrade() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(UPDATES));
            bar.enable_steady_tick(TICK);
        }
    };
    // Without a thread no progress is shown.
    let _ = thread::Builder::new().spawn(show);
}

fn write_left(state: &ProgressState, text: &mut dyn Write) {
    let left = time_left(state.elapsed(), state.pos(), state.len().unwrap_or_default());
    if let Some(left) = left {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {left} left");
    }
}

/// The time that the units after the first `done` of `total` will take if they take as long as
/// those, in words such as "3 minutes"; `None` before the first one.
pub fn time_left(elapsed: Duration, done: u64, total: u64) -> Option<impl std::fmt::Display> {
    let left = total.saturating_sub(done) as f64 / done as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * left).ok().map(HumanDuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_proportional_to_the_units_left() {
        let left = |seconds, done, total| {
            time_left(Duration::from_secs(seconds), done, total).map(|left| left.to_string())
        };
        assert_eq!(left(60, 1, 4).as_deref(), Some("3 minutes"));
        assert_eq!(left(30, 3, 4).as_deref(), Some("10 seconds"));
        assert_eq!(left(30, 4, 4).as_deref(), Some("0 seconds"));
        assert_eq!(left(30, 5, 4).as_deref(), Some("0 seconds"));
        for (seconds, total) in [(30, 4), (0, 4), (0, 0)] {
            assert_eq!(left(seconds, 0, total), None);
        }
        assert_eq!(left(u64::MAX, 1, u64::MAX), None);
    }
}
