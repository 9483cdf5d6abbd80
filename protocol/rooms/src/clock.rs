//! The time that players have. All times are milliseconds; those of events are since 1970.

use baroque_formats::Rejected;
use baroque_movegen::{ByColor, Color};
use serde::{Deserialize, Serialize};

const SECOND: u64 = 1000;
const DAY: u64 = 24 * 3600 * SECOND;

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// All of it.
    Unlimited {},
    /// Some for the whole game, and some more with each move. The first move of a side costs nothing: the other one
    /// may have come just then.
    Clock {
        /// Milliseconds for the game: a second to three hours.
        base: u64,
        /// Milliseconds that each move brings: at most three minutes.
        increment: u64,
    },
    /// Some days for each move.
    Days {
        /// One to 14.
        days: u32,
    },
}

impl TimeControl {
    /// Checks the bounds.
    ///
    /// # Errors
    /// A number is out of bounds.
    pub fn check(self) -> Result<(), Rejected> {
        let check =
            |what: &str, value: u64, least: u64, most: u64| match (least..=most).contains(&value) {
                true => Ok(()),
                false => Err(Rejected(format!("{what} is {value}, allowed is {least} to {most}"))),
            };
        match self {
            Self::Unlimited {} => Ok(()),
            Self::Clock { base, increment } => {
                check("base", base, SECOND, 3 * 3600 * SECOND)?;
                check("increment", increment, 0, 180 * SECOND)
            }
            Self::Days { days } => check("days", days.into(), 1, 14),
        }
    }
}

/// The clock of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: ByColor<u64>,
    has_moved: ByColor<bool>,
    /// Whose time runs, and since when.
    running: Option<(Color, u64)>,
}

impl Clock {
    /// A clock that stands.
    pub fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::Unlimited {} => 0,
            TimeControl::Clock { base, .. } => base,
            TimeControl::Days { days } => u64::from(days) * DAY,
        };
        Self {
            control,
            left: ByColor([left; Color::NUM]),
            has_moved: ByColor([false; Color::NUM]),
            running: None,
        }
    }

    /// Starts the time of the side to move.
    pub fn start(&mut self, side: Color, at: u64) {
        let runs = match self.control {
            TimeControl::Unlimited {} => false,
            TimeControl::Clock { .. } => self.has_moved[side],
            TimeControl::Days { .. } => true,
        };
        if let TimeControl::Days { days } = self.control {
            self.left[side] = u64::from(days) * DAY;
        }
        self.running = runs.then_some((side, at));
    }

    /// Ends the time of the side that has made a move.
    pub fn end_move(&mut self, side: Color, at: u64) {
        self.stop(at);
        self.has_moved[side] = true;
        match self.control {
            TimeControl::Clock { increment, .. } => self.left[side] += increment,
            TimeControl::Unlimited {} | TimeControl::Days { .. } => {}
        }
    }

    /// Stops, with what is left then.
    pub fn stop(&mut self, at: u64) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, at);
            self.running = None;
        }
    }

    /// Charges nobody for a time in which nobody could move.
    pub fn skip(&mut self, time: u64) {
        if let Some((_, since)) = &mut self.running {
            *since = since.saturating_add(time);
        }
    }

    /// What a side has left.
    pub fn left(&self, side: Color, at: u64) -> u64 {
        match self.running {
            Some((running, since)) if running == side => {
                self.left[side].saturating_sub(at.saturating_sub(since))
            }
            _ => self.left[side],
        }
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// When the time of the side to move ends.
    pub fn flag_at(&self) -> Option<u64> {
        self.running.map(|(side, since)| since.saturating_add(self.left[side]))
    }

    /// The time that the players were given.
    pub fn control(&self) -> TimeControl {
        self.control
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn the_first_moves_cost_nothing_and_later_ones_their_time() {
        let mut clock = Clock::new(TimeControl::Clock { base: 60_000, increment: 2000 });
        clock.start(White, 0);
        clock.end_move(White, 50_000);
        clock.start(Black, 50_000);
        clock.end_move(Black, 500_000);
        clock.start(White, 500_000);
        assert_eq!((clock.left(White, 501_000), clock.left(Black, 501_000)), (61_000, 62_000));
        assert_eq!((clock.flag_at(), clock.running()), (Some(562_000), Some(White)));
        clock.skip(10_000);
        clock.end_move(White, 520_000);
        assert_eq!((clock.left(White, 999_000), clock.flag_at()), (54_000, None));
    }

    #[test]
    fn days_are_those_of_a_move() {
        let mut clock = Clock::new(TimeControl::Days { days: 2 });
        clock.start(White, 0);
        assert_eq!(clock.flag_at(), Some(2 * DAY));
        clock.end_move(White, DAY);
        clock.start(Black, DAY);
        assert_eq!(clock.flag_at(), Some(3 * DAY));
        // Also after a takeback.
        clock.stop(2 * DAY);
        clock.start(White, 2 * DAY);
        assert_eq!((clock.left(White, 2 * DAY), clock.flag_at()), (2 * DAY, Some(4 * DAY)));
    }

    #[test]
    fn no_clock_never_runs() {
        let mut clock = Clock::new(TimeControl::Unlimited {});
        clock.start(White, 0);
        clock.end_move(White, 5);
        clock.start(Black, 5);
        assert_eq!((clock.running(), clock.flag_at()), (None, None));
    }

    #[test]
    fn bounds_are_checked() {
        let refused = |control: TimeControl| control.check().unwrap_err().to_string();
        assert_eq!(refused(TimeControl::Days { days: 0 }), "days is 0, allowed is 1 to 14");
        let short = TimeControl::Clock { base: 10, increment: 0 };
        assert_eq!(refused(short), "base is 10, allowed is 1000 to 10800000");
        assert!(TimeControl::Clock { base: 1000, increment: 180_000 }.check().is_ok());
    }
}
