//! Time management: how much of the clock a move may use.

use std::time::Duration;

use baroque_movegen::Color;

use crate::limits::{Limits, SearchOptions};
use crate::params::{
    CLOCK_SHARE, HARD_SHARE, INCREMENT_SHARE, LAST_MOVE_SHARE, MOVES_LEFT, SOFT_SHARE,
    TIME_NODES_BASE, TIME_NODES_SLOPE, TIME_STABLE_BASE, TIME_STABLE_MAX, TIME_STABLE_STEP,
    TIME_TREND, TIME_TREND_MAX,
};

/// Time limits of one move, counted from the start of the game clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeBudget {
    /// No iteration starts after this, or a part or multiple of it ([`Confidence`]).
    pub soft: Option<Duration>,
    /// The search ends at this time.
    pub hard: Option<Duration>,
}

/// How sure a search is of its best move after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confidence {
    /// Percent of the nodes that were spent on the best move.
    pub effort: i32,
    /// Iterations for which the best move has been the same.
    pub stable: i32,
    /// Reported centipawns that the score fell since the iteration before.
    pub fall: i32,
}

impl Confidence {
    /// Percent of the soft limit to use: less the more of the search went into one move and the
    /// longer that is the best, more if its score falls.
    pub fn percent(self) -> i32 {
        let effort = TIME_NODES_BASE.get() - TIME_NODES_SLOPE.get() * self.effort / 100;
        let stable = self.stable.min(TIME_STABLE_MAX.get());
        let stability = TIME_STABLE_BASE.get() - TIME_STABLE_STEP.get() * stable;
        let most = TIME_TREND_MAX.get();
        let trend = 100 + (TIME_TREND.get() * self.fall / 100).clamp(-most / 2, most);
        (effort * stability / 100 * trend / 100).max(10)
    }
}

/// Greatest number of moves to go that the clock is divided by.
const MAX_MOVES_TO_GO: u32 = 50;

impl TimeBudget {
    /// The time limits of a side to move; none without clock or move time.
    pub fn new(limits: &Limits, options: &SearchOptions, side: Color) -> Self {
        let overhead = options.move_overhead;
        let left = |time: u64| Duration::from_millis(time.saturating_sub(overhead).max(1));
        let fixed = limits.move_time.map(left);
        let Some(time) = limits.time[side] else {
            return Self { soft: None, hard: fixed };
        };
        let clock = milliseconds(time).saturating_sub(overhead).max(1);
        let increment = milliseconds(limits.increment[side]);
        let percent = |share: i32, time: u64| time * share as u64 / 100;
        let moves = limits
            .moves_to_go
            .map_or(MOVES_LEFT.get() as u32, |moves| moves.clamp(1, MAX_MOVES_TO_GO));
        let share = clock / u64::from(moves) + percent(INCREMENT_SHARE.get(), increment);
        let share = share * options.slow_mover / 100;
        let cap =
            percent(if moves == 1 { LAST_MOVE_SHARE.get() } else { CLOCK_SHARE.get() }, clock);
        let soft = percent(SOFT_SHARE.get(), share).min(cap).max(1);
        let hard = percent(HARD_SHARE.get(), share).min(cap).max(1);
        let hard = Duration::from_millis(hard);
        Self {
            soft: Some(Duration::from_millis(soft)),
            hard: Some(fixed.map_or(hard, |fixed| fixed.min(hard))),
        }
    }
}

/// Clamps milliseconds from a GUI to a range in which arithmetic cannot overflow: 0 to 30 years.
fn milliseconds(time: i64) -> u64 {
    time.clamp(0, 1_000_000_000_000) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::ByColor;

    #[test]
    fn slow_mover_scales_the_soft_limit_but_not_beyond_the_clock() {
        let limits = Limits { time: ByColor([Some(60_000), None]), ..Limits::default() };
        let soft = |slow_mover| {
            let options = SearchOptions { slow_mover, ..SearchOptions::default() };
            TimeBudget::new(&limits, &options, Color::White).soft.unwrap().as_millis()
        };
        assert_eq!(soft(200) / 2, soft(100));
        assert_eq!(soft(50), soft(100) / 2);
        assert!(soft(1000) < 60_000);
    }

    fn budget(time: i64, increment: i64, moves_to_go: Option<u32>) -> TimeBudget {
        let limits = Limits {
            time: ByColor([Some(time), None]),
            increment: ByColor([increment, 0]),
            moves_to_go,
            ..Limits::default()
        };
        TimeBudget::new(&limits, &SearchOptions::default(), Color::White)
    }

    #[test]
    fn limits_never_exceed_the_clock() {
        for time in [-100, 0, 1, 11, 50, 1000, 60_000, i64::MAX / 4] {
            for moves in [None, Some(1), Some(2), Some(40)] {
                let TimeBudget { soft, hard } = budget(time, 100, moves);
                assert!(soft <= hard, "{time} {moves:?}");
                let most = u128::try_from(time - 10).unwrap_or(0).max(1);
                assert!(hard.unwrap().as_millis() <= most, "{time} {moves:?}");
            }
        }
    }

    #[test]
    fn without_a_clock_of_the_side_to_move_there_is_no_limit() {
        let limits = Limits { time: ByColor([None, Some(5)]), ..Limits::default() };
        let budget = TimeBudget::new(&limits, &SearchOptions::default(), Color::White);
        assert_eq!(budget, TimeBudget::default());
    }

    #[test]
    fn doubt_takes_more_time_than_confidence() {
        let sure = Confidence { effort: 95, stable: 9, fall: -30 };
        let doubtful = Confidence { effort: 30, stable: 0, fall: 80 };
        assert!(sure.percent() < 80 && doubtful.percent() > 150);
        let worst = Confidence { effort: 0, stable: 0, fall: i32::from(i16::MAX) };
        assert!(worst.percent() < 400);
    }

    #[test]
    fn move_time_is_reduced_by_the_overhead() {
        let limits = Limits { move_time: Some(100), ..Limits::default() };
        let budget = TimeBudget::new(&limits, &SearchOptions::default(), Color::Black);
        assert_eq!(budget.hard, Some(Duration::from_millis(90)));
    }
}
