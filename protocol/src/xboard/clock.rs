//! Time control: turns what XBoard sends about clocks, depth and nodes into search limits.

use std::time::Duration;

use baroque_engine::Limits;
use baroque_movegen::Color;

/// Parameters of the command `level`. Times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XboardLevel {
    /// Moves per session; 0 for the whole game.
    pub moves: u32,
    /// Time per session.
    pub base: i64,
    /// Time added after each move.
    pub increment: i64,
}

/// The limits that XBoard has set. A move time overrides the level; with nodes per second, either is
/// converted to nodes.
#[derive(Clone, Debug)]
pub struct XboardClock {
    level: XboardLevel,
    /// Milliseconds per move.
    pub move_time: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes that count as a second; 0 for real time.
    pub nodes_per_second: u64,
    /// The engine's clock in milliseconds.
    pub own: Option<i64>,
    /// The opponent's clock in milliseconds.
    pub opponent: Option<i64>,
}

/// Expected remaining moves of a game without sessions, used only when nodes are counted.
const MOVES_LEFT: u64 = 30;

impl XboardClock {
    /// The time control before any command: 40 moves in 5 minutes.
    pub fn new() -> Self {
        Self {
            level: XboardLevel { moves: 40, base: 300_000, increment: 0 },
            move_time: None,
            depth: None,
            nodes_per_second: 0,
            own: None,
            opponent: None,
        }
    }

    /// Removes the depth limit and resets both clocks for a new game, as `new` requires.
    pub fn reset(&mut self) {
        self.depth = None;
        self.own = None;
        self.opponent = None;
    }

    /// Sets the level, removes the move time and resets both clocks.
    pub fn set_level(&mut self, level: XboardLevel) {
        self.level = level;
        self.move_time = None;
        self.own = None;
        self.opponent = None;
    }

    /// Updates the engine's clock after a move that took `elapsed`.
    pub fn engine_moved(&mut self, elapsed: Duration) {
        if let Some(own) = &mut self.own {
            let elapsed = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
            *own = own.saturating_sub(elapsed).saturating_add(self.level.increment);
        }
    }

    /// Limits of a search for `side`, which has made `moves_made` moves.
    pub fn limits(&self, side: Color, moves_made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        let XboardLevel { moves, base, increment } = self.level;
        let made = u32::try_from(moves_made).unwrap_or(u32::MAX);
        let to_go = (moves > 0).then(|| moves - made % moves);
        let own = self.own.unwrap_or(base);
        if self.nodes_per_second > 0 {
            let share = own.max(0).unsigned_abs() / to_go.map_or(MOVES_LEFT, u64::from);
            let share = share.saturating_add(increment.unsigned_abs());
            let milliseconds = self.move_time.unwrap_or(share);
            let nodes = self.nodes_per_second.saturating_mul(milliseconds) / 1000;
            limits.nodes = Some(nodes.max(1));
        } else if self.move_time.is_some() {
            limits.move_time = self.move_time;
        } else {
            limits.time[side] = Some(own);
            limits.time[!side] = Some(self.opponent.unwrap_or(base));
            limits.increment[side] = increment;
            limits.increment[!side] = increment;
            limits.moves_to_go = to_go;
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_sets_moves_to_go_and_clocks() {
        let mut clock = XboardClock::new();
        clock.set_level(XboardLevel { moves: 40, base: 60_000, increment: 500 });
        let limits = clock.limits(Color::Black, 3);
        assert_eq!(limits.moves_to_go, Some(37));
        assert_eq!(limits.time[Color::Black], Some(60_000));
        assert_eq!(limits.increment[Color::Black], 500);
        assert_eq!(clock.limits(Color::Black, 40).moves_to_go, Some(40));
        clock.own = Some(10_000);
        clock.opponent = Some(-30);
        clock.engine_moved(Duration::from_secs(2));
        let limits = clock.limits(Color::White, 3);
        assert_eq!(limits.time[Color::White], Some(8500));
        assert_eq!(limits.time[Color::Black], Some(-30));
        clock.set_level(XboardLevel { moves: 0, base: 1000, increment: 0 });
        let limits = clock.limits(Color::White, 3);
        assert_eq!((limits.moves_to_go, limits.time[Color::White]), (None, Some(1000)));
    }

    #[test]
    fn move_time_overrides_the_clocks() {
        let mut clock = XboardClock::new();
        clock.own = Some(5);
        clock.depth = Some(7);
        clock.move_time = Some(2000);
        let limits = clock.limits(Color::White, 0);
        assert_eq!((limits.move_time, limits.depth), (Some(2000), Some(7)));
        assert_eq!(limits.time[Color::White], None);
        clock.nodes_per_second = 300;
        assert_eq!(clock.limits(Color::White, 0).nodes, Some(600));
        clock.reset();
        assert_eq!(clock.limits(Color::White, 0).depth, None);
    }
}
