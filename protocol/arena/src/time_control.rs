//! Time controls and the clock of a game.

use std::fmt;
use std::time::Duration;

use baroque_engine::Limits;
use baroque_movegen::Color;
use serde::{Deserialize, Serialize};

/// Grace time after the time limit, as in fastchess. It separates late engines from hung ones.
const GRACE: Duration = Duration::from_millis(100);

/// The default of [`TimeControl::timeout`] in milliseconds.
const TIMEOUT: u64 = 60_000;

/// The limits of a search. At least one is set; all that are set apply.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct TimeControl {
    /// Time for several moves or for the game.
    pub period: Option<Period>,
    /// Milliseconds for each move.
    pub move_time: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Milliseconds by which a move may be late.
    pub margin: u64,
    /// Milliseconds for each move where no clock runs; `None` is the default.
    pub timeout: Option<u64>,
}

/// Time for several moves or for the game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Period {
    /// Moves until the time is added again; 0 if it is for the whole game.
    pub moves: u32,
    /// Milliseconds.
    pub time: u64,
    /// Milliseconds added after each move.
    pub increment: u64,
}

impl Period {
    /// Parses `moves/minutes:seconds+increment`, where all but the seconds are optional; 0 moves are
    /// the whole game. Returns `None` for `inf`.
    ///
    /// # Errors
    /// The allowed form.
    pub fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        if matches!(text, "inf" | "infinite") {
            return Ok(None);
        }
        let expected = || "moves/minutes:seconds+increment or inf";
        let (moves, rest) = match text.split_once('/') {
            None => (0, text),
            Some(("inf" | "infinite", rest)) => (0, rest),
            Some((moves, rest)) => (moves.parse().map_err(|_| expected())?, rest),
        };
        let (time, increment) = match rest.split_once('+') {
            None => (rest, 0),
            Some((time, increment)) => (time, milliseconds(increment).ok_or_else(expected)?),
        };
        let time = match time.split_once(':') {
            None => milliseconds(time),
            Some((minutes, seconds)) => milliseconds(minutes)
                .and_then(|minutes| minutes.checked_mul(60)?.checked_add(milliseconds(seconds)?)),
        };
        let time = time.ok_or_else(expected)?;
        match time + increment {
            0 => Err("a time greater than 0"),
            _ => Ok(Some(Self { moves, time, increment })),
        }
    }
}

/// The longest time in milliseconds: ten years in minutes, and as many seconds.
pub const MAX_TIME: i64 = 61 * MAX_SECONDS * 1000;
/// Ten years.
const MAX_SECONDS: i64 = 315_360_000;

/// Parses seconds, such as `1.5` or `1.5s`; at most ten years.
pub fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.strip_suffix('s').unwrap_or(text).parse().ok()?;
    let sane = (0.0..=MAX_SECONDS as f64).contains(&seconds);
    sane.then(|| (seconds * 1000.0).round() as u64)
}

/// Milliseconds in seconds, without trailing zeros.
fn seconds(milliseconds: u64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves > 0 {
            write!(f, "{}/", self.moves)?;
        }
        f.write_str(&seconds(self.time))?;
        match self.increment {
            0 => Ok(()),
            increment => write!(f, "+{}", seconds(increment)),
        }
    }
}

/// The first limit that is set, as in fastchess: `8+0.08`, `0.5/move`, `9 plies`, `2000 nodes`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(period) = self.period {
            write!(f, "{period}")
        } else if let Some(time) = self.move_time {
            write!(f, "{}/move", seconds(time))
        } else if let Some(depth) = self.depth {
            write!(f, "{depth} plies")
        } else if let Some(nodes) = self.nodes {
            write!(f, "{nodes} nodes")
        } else {
            f.write_str("inf")
        }
    }
}

impl TimeControl {
    /// Whether no limit is set.
    pub fn is_unlimited(&self) -> bool {
        *self == Self { margin: self.margin, timeout: self.timeout, ..Self::default() }
    }

    /// The value of the PGN tag `TimeControl`; `-` without a clock.
    pub fn tag(&self) -> String {
        match (self.period, self.move_time) {
            (None, None) => "-".to_owned(),
            _ => self.to_string(),
        }
    }

    /// Multiplies the timeout where no clock runs by a factor.
    pub fn scaled(self, factor: f64) -> Self {
        let timeout = self.timeout.unwrap_or(TIMEOUT) as f64 * factor;
        Self { timeout: Some(timeout as u64), ..self }
    }

    /// Milliseconds for each move unless there is time for several.
    fn per_move(&self) -> u64 {
        self.move_time.or(self.timeout).unwrap_or(TIMEOUT)
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// Milliseconds.
    left: i64,
    /// Moves until the time of the next period is added; 0 if there is none.
    moves_left: u32,
}

impl GameClock {
    /// The clock at the start of a game. It includes the first increment, as in fastchess.
    pub fn new(control: TimeControl) -> Self {
        let period = control.period.unwrap_or_default();
        let left = period.time.saturating_add(period.increment) as i64;
        Self { control, left, moves_left: period.moves }
    }

    /// Maximum time to wait for a move.
    pub fn timeout(&self) -> Duration {
        let time = match self.control.period {
            Some(_) => self.left.max(0) as u64,
            None => self.control.per_move(),
        };
        Duration::from_millis(time.saturating_add(self.control.margin)) + GRACE
    }

    /// Milliseconds left; 0 without a clock.
    pub fn left(&self) -> u64 {
        match (self.control.period, self.control.move_time) {
            (None, Some(time)) => time,
            _ => self.left.max(0) as u64,
        }
    }

    /// Subtracts the time of a move, and adds the increment and the next period unless the move was
    /// late.
    ///
    /// # Errors
    /// The number of milliseconds by which the move was late.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), u64> {
        let elapsed = elapsed.as_millis().min(i64::MAX as u128) as i64;
        let Some(period) = self.control.period else {
            let over = elapsed.saturating_sub(self.control.per_move() as i64);
            return if over > self.control.margin as i64 { Err(over as u64) } else { Ok(()) };
        };
        self.left -= elapsed;
        if self.left < -(self.control.margin as i64) {
            return Err(self.left.unsigned_abs());
        }
        self.left = self.left.max(0) + period.increment as i64;
        if self.moves_left == 1 {
            self.left += period.time as i64;
            self.moves_left = period.moves;
        } else {
            self.moves_left = self.moves_left.saturating_sub(1);
        }
        Ok(())
    }

    /// The search limits of the side to move, `color`.
    pub fn limits(&self, color: Color, other: &Self) -> Limits {
        let mut limits = Limits {
            move_time: self.control.move_time,
            depth: self.control.depth,
            nodes: self.control.nodes,
            ..Limits::default()
        };
        if let Some(period) = self.control.period {
            limits.time[color] = Some(self.left);
            limits.increment[color] = period.increment as i64;
            limits.moves_to_go = Some(self.moves_left).filter(|&moves| moves > 0);
            if let Some(theirs) = other.control.period {
                limits.time[!color] = Some(other.left);
                limits.increment[!color] = theirs.increment as i64;
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        TimeControl { period: Period::parse(text).unwrap(), ..TimeControl::default() }
    }

    #[test]
    fn time_controls_are_parsed_and_formatted() {
        let cases = [
            ("8+0.08", 0, 8_000, 80, "8+0.08"),
            ("40/1:30", 40, 90_000, 0, "40/90"),
            ("40/0:10.5+0.5", 40, 10_500, 500, "40/10.5+0.5"),
            ("inf/60", 0, 60_000, 0, "60"),
            ("0/120+2", 0, 120_000, 2_000, "120+2"),
            ("0+1", 0, 0, 1_000, "0+1"),
            ("10s+0.1s", 0, 10_000, 100, "10+0.1"),
        ];
        for (text, moves, time, increment, shown) in cases {
            let period = Period::parse(text).unwrap().unwrap();
            assert_eq!(period, Period { moves, time, increment }, "{text}");
            assert_eq!(period.to_string(), shown);
        }
        assert_eq!(Period::parse("inf"), Ok(None));
        for bad in
            ["", "x", "0", "1+", "/5", "-1/5", "0/0", "1:2:3", "-1", "1e99", "nan", "5+-1", "hg60"]
        {
            assert!(Period::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_formatted_as_in_fastchess() {
        let unlimited = TimeControl::default();
        assert_eq!(control("8+0.08").to_string(), "8+0.08");
        let fixed = TimeControl { move_time: Some(500), ..unlimited.clone() };
        assert_eq!((fixed.to_string(), fixed.tag()), ("0.5/move".into(), "0.5/move".into()));
        let nodes = TimeControl { nodes: Some(2000), margin: 5, ..unlimited.clone() };
        assert_eq!((nodes.to_string(), nodes.tag()), ("2000 nodes".into(), "-".into()));
        assert!(TimeControl { margin: 5, ..unlimited }.is_unlimited() && !nodes.is_unlimited());
    }

    #[test]
    fn a_late_move_loses() {
        let mut clock = GameClock::new(control("1+0.1"));
        assert_eq!((clock.left(), clock.timeout()), (1100, Duration::from_millis(1200)));
        assert_eq!(clock.spend(Duration::from_millis(600)), Ok(()));
        assert_eq!(clock.left(), 600);
        assert_eq!(clock.spend(Duration::from_micros(600_900)), Ok(()));
        assert_eq!(clock.left(), 100);
        assert_eq!(clock.spend(Duration::from_millis(103)), Err(3));
    }

    #[test]
    fn the_margin_adds_no_time() {
        let control = TimeControl { margin: 50, ..control("1") };
        let mut clock = GameClock::new(control);
        assert_eq!(clock.spend(Duration::from_millis(1050)), Ok(()));
        assert_eq!(clock.left(), 0);
        assert_eq!(clock.spend(Duration::from_millis(51)), Err(51));
    }

    #[test]
    fn the_next_period_begins_only_after_a_move_in_time() {
        let mut clock = GameClock::new(control("2/1"));
        let limits = |clock: &GameClock| clock.limits(Color::White, &GameClock::new(control("5")));
        assert_eq!(limits(&clock).moves_to_go, Some(2));
        assert_eq!(limits(&clock).time[Color::Black], Some(5000));
        assert_eq!(clock.spend(Duration::from_millis(400)), Ok(()));
        let late = clock.clone().spend(Duration::from_millis(601));
        assert_eq!(late, Err(1));
        assert_eq!(clock.spend(Duration::from_millis(500)), Ok(()));
        assert_eq!((clock.left(), limits(&clock).moves_to_go), (1100, Some(2)));
    }

    #[test]
    fn time_per_move_does_not_accumulate() {
        let control = TimeControl { move_time: Some(100), margin: 10, ..TimeControl::default() };
        let mut clock = GameClock::new(control);
        for _ in 0..3 {
            assert_eq!(clock.spend(Duration::from_millis(110)), Ok(()));
            assert_eq!(clock.left(), 100);
        }
        assert_eq!(clock.spend(Duration::from_millis(111)), Err(11));
    }

    #[test]
    fn moves_without_a_clock_have_a_timeout() {
        let control = TimeControl { nodes: Some(5), ..TimeControl::default() };
        let own = TimeControl { timeout: Some(250), margin: 10, ..control.clone() };
        assert!(TimeControl { nodes: None, ..own.clone() }.is_unlimited());
        for (control, timeout) in [(control, 60_000), (own, 250)] {
            let margin = control.margin;
            let mut clock = GameClock::new(control);
            let limit = Duration::from_millis(timeout + margin);
            assert_eq!((clock.timeout(), clock.left()), (limit + GRACE, 0));
            assert_eq!(clock.spend(limit), Ok(()));
            assert_eq!(clock.spend(limit + Duration::from_millis(1)), Err(margin + 1));
        }
    }
}
