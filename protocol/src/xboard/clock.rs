//! How long the engine may think, as XBoard tells it.

use std::time::Duration;

use baroque_engine::Limits;
use baroque_movegen::Color;

/// A time control of the game. Times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves until time is added; 0 for all.
    pub moves: u32,
    /// Time for so many moves.
    pub base: i64,
    /// Time added for each move.
    pub increment: i64,
}

/// All that limits a search of the engine's moves.
#[derive(Clone, Debug)]
pub struct Clock {
    level: Level,
    /// Milliseconds for each move, instead of the level.
    move_time: Option<u64>,
    depth: Option<u32>,
    /// Nodes that stand for a second; 0 for real seconds.
    nodes_per_second: u64,
    own: Option<i64>,
    opponent: Option<i64>,
}

/// Moves that the rest of the game is thought to have where nodes are counted instead of seconds.
const MOVES_LEFT: u64 = 30;

impl Clock {
    /// The clock of a program that was told nothing: 40 moves in 5 minutes.
    pub fn new() -> Self {
        Self {
            level: Level { moves: 40, base: 300_000, increment: 0 },
            move_time: None,
            depth: None,
            nodes_per_second: 0,
            own: None,
            opponent: None,
        }
    }

    /// A new game begins: the depth is free again and the clocks show their full time.
    pub fn reset(&mut self) {
        self.depth = None;
        self.own = None;
        self.opponent = None;
    }

    /// Plays with a level.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.move_time = None;
        self.own = None;
        self.opponent = None;
    }

    /// Plays with a fixed time for each move, in milliseconds.
    pub fn set_move_time(&mut self, milliseconds: u64) {
        self.move_time = Some(milliseconds);
    }

    /// Searches no deeper.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Counts nodes instead of seconds; 0 for seconds.
    pub fn set_nodes_per_second(&mut self, nodes: u64) {
        self.nodes_per_second = nodes;
    }

    /// The engine's clock shows so many milliseconds.
    pub fn set_own(&mut self, milliseconds: i64) {
        self.own = Some(milliseconds);
    }

    /// The opponent's clock shows so many milliseconds.
    pub fn set_opponent(&mut self, milliseconds: i64) {
        self.opponent = Some(milliseconds);
    }

    /// The engine moved, after so much thought.
    pub fn moved(&mut self, thought: Duration) {
        if let Some(own) = &mut self.own {
            let thought = i64::try_from(thought.as_millis()).unwrap_or(i64::MAX);
            *own = own.saturating_sub(thought).saturating_add(self.level.increment);
        }
    }

    /// The limits of a search for a side that has made so many moves.
    pub fn limits(&self, side: Color, moves_made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        let Level { moves, base, increment } = self.level;
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
    fn levels_give_moves_and_time_to_go() {
        let mut clock = Clock::new();
        clock.set_level(Level { moves: 40, base: 60_000, increment: 500 });
        let limits = clock.limits(Color::Black, 3);
        assert_eq!(limits.moves_to_go, Some(37));
        assert_eq!(limits.time[Color::Black], Some(60_000));
        assert_eq!(limits.increment[Color::Black], 500);
        assert_eq!(clock.limits(Color::Black, 40).moves_to_go, Some(40));
        clock.set_own(10_000);
        clock.set_opponent(-30);
        clock.moved(Duration::from_secs(2));
        let limits = clock.limits(Color::White, 3);
        assert_eq!(limits.time[Color::White], Some(8500));
        assert_eq!(limits.time[Color::Black], Some(-30));
        clock.set_level(Level { moves: 0, base: 1000, increment: 0 });
        let limits = clock.limits(Color::White, 3);
        assert_eq!((limits.moves_to_go, limits.time[Color::White]), (None, Some(1000)));
    }

    #[test]
    fn a_time_for_each_move_counts_alone() {
        let mut clock = Clock::new();
        clock.set_own(5);
        clock.set_depth(7);
        clock.set_move_time(2000);
        let limits = clock.limits(Color::White, 0);
        assert_eq!((limits.move_time, limits.depth), (Some(2000), Some(7)));
        assert_eq!(limits.time[Color::White], None);
        clock.set_nodes_per_second(300);
        assert_eq!(clock.limits(Color::White, 0).nodes, Some(600));
        clock.reset();
        assert_eq!(clock.limits(Color::White, 0).depth, None);
    }
}
