//! Clocks of a game in the terminal.

use std::fmt;
use std::time::Duration;

/// Time for the whole game, and time added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

/// Longest time and increment, in minutes and in seconds.
const MAX: f64 = 1440.0;

impl TimeControl {
    /// Parses `5+3`: five minutes, and three seconds for each move. Fractions such as `0.5+0.1` are
    /// allowed, and the increment may be missing.
    ///
    /// # Errors
    /// The text has another form or a number is out of range; returns a message.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let value = text.trim().parse::<f64>().ok();
            value.filter(|value| (0.0..=MAX).contains(value))
        };
        let duration = |text, unit| number(text).map(|value| Duration::from_secs_f64(value * unit));
        let (base, increment) = (duration(minutes, 60.0), duration(seconds, 1.0));
        match (base, increment) {
            (Some(base), Some(increment)) if base >= Duration::from_secs(1) => {
                Ok(Self { base, increment })
            }
            _ => Err(format!(
                "tc is '{text}', allowed is minutes+seconds such as 5+3, the minutes at least 1/60, \
                 both at most {MAX}"
            )),
        }
    }

    /// The time left to a side after moves that took these times.
    pub fn remaining(&self, times: impl Iterator<Item = Duration>) -> Duration {
        times.fold(self.base, |left, time| left.saturating_sub(time) + self.increment)
    }

    /// Milliseconds added after each move.
    pub fn increment(&self) -> i64 {
        milliseconds(self.increment)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// A time in milliseconds, for the limits of a search.
pub fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A time as clocks show it: `4:05`, `1:02:03`, and with tenths below ten seconds.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match seconds {
        0..10 => format!("0:{:04.1}", (time.as_secs_f64() * 10.0).floor() / 10.0),
        10..3600 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip_through_text() {
        for text in ["5+3", "0.5+0.1", "90+30", "1+0"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(TimeControl::parse("3").unwrap().to_string(), "3+0");
        for text in ["", "x", "5+", "-1+0", "0+5", "1441+0", "5+3+1", "nan+1", "inf"] {
            assert!(TimeControl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn each_move_costs_its_time_and_brings_the_increment() {
        let control = TimeControl::parse("1+2").unwrap();
        let after = |times: &[u64]| {
            control.remaining(times.iter().map(|&seconds| Duration::from_secs(seconds)))
        };
        assert_eq!(after(&[]), Duration::from_secs(60));
        assert_eq!(after(&[10, 1]), Duration::from_secs(53));
        assert_eq!(after(&[60]), Duration::from_secs(2));
        assert_eq!(after(&[61]), Duration::from_secs(2));
    }

    #[test]
    fn times_are_shown_as_on_clocks() {
        let times = [0, 9_990, 10_000, 65_900, 3_723_000].map(Duration::from_millis).map(shown);
        assert_eq!(times, ["0:00.0", "0:09.9", "0:10", "1:05", "1:02:03"]);
    }
}
