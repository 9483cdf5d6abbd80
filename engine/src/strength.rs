//! Playing strength below the full one, in levels that are calibrated by games.
//!
//! A weaker engine searches fewer nodes, and its evaluation has random errors, the greater the fewer
//! nodes there are. Each position has its own error, which depends on a seed: so play varies with
//! the seed and with nothing else.

use baroque_movegen::{AnyGame, GameHistory, with_history};

use crate::params::TunedGame;

/// Number of levels. The last is full strength.
pub const LEVELS: u8 = 8;

/// The rating of level 1, which is that of a player who always takes the most.
pub const LOWEST_ELO: u32 = 1000;

/// Error in centipawns with very many nodes: enough to vary play.
const LEAST_ERROR: f64 = 15.0;
/// Further error in centipawns with one node. It falls with the root of their number.
const FIRST_ERROR: f64 = 3000.0;

/// How strong the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// As strong as it can.
    #[default]
    Full,
    /// A level from 1 to [`LEVELS`].
    Level(u8),
    /// A rating from [`LOWEST_ELO`], which is that of level 1, up to that of the last level, which
    /// depends on the game and is at most [`HIGHEST_ELO`].
    Elo(u32),
    /// At most so many nodes a move, with the errors that go with them.
    Nodes(u64),
}

/// Nodes a move of the last level when it was measured: those of half a second to one, by game.
pub const FULL_NODES: u64 = 900_000;

/// The levels of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// Nodes a move of each level but the last, which grow from level to level.
    pub nodes: [u64; LEVELS as usize - 1],
    /// Elo from each level to the next, at least 1.
    pub step: u32,
}

/// Fitted to games of `cargo run --release --example calibrate`, in the order of
/// [`TunedGame::PARAM_SET`].
const CALIBRATIONS: [Levels; 4] = [
    Levels { nodes: [7, 97, 385, 1_100, 3_700, 23_500, 152_015], step: 628 },
    Levels { nodes: [25, 160, 590, 1_950, 7_700, 34_390, 175_939], step: 621 },
    Levels { nodes: [18, 88, 325, 945, 3_980, 27_500, 168_000], step: 602 },
    Levels { nodes: [18, 178, 820, 2_600, 10_000, 46_000, 188_000], step: 617 },
];

/// The rating of the last level in the game where it is highest.
pub const HIGHEST_ELO: u32 = {
    let mut highest = LOWEST_ELO;
    let mut game = 0;
    while game < CALIBRATIONS.len() {
        let elo = LOWEST_ELO + CALIBRATIONS[game].step * (LEVELS as u32 - 1);
        highest = if elo > highest { elo } else { highest };
        game += 1;
    }
    highest
};

/// Errors of the evaluation, and most nodes of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skill {
    /// Nodes of all threads together.
    pub nodes: u64,
    /// Greatest error in centipawns.
    most_error: i32,
    seed: u64,
}

impl Strength {
    /// The skill by some levels; `None` for full strength.
    pub(crate) fn skill(self, levels: &Levels, seed: u64) -> Option<Skill> {
        let nodes = match self {
            Self::Full => None,
            Self::Level(level) => levels.nodes_of_level(level),
            Self::Elo(elo) => levels.nodes_of_elo(elo),
            Self::Nodes(nodes) => Some(nodes),
        }?;
        let nodes = nodes.max(1);
        let error = LEAST_ERROR + FIRST_ERROR / (nodes as f64).sqrt();
        Some(Skill { nodes, most_error: error as i32, seed })
    }
}

impl Levels {
    /// Those of a game that were measured with this build; those of Baroque for games from files.
    pub fn of<G: TunedGame>() -> Self {
        CALIBRATIONS[G::PARAM_SET]
    }

    /// [`Self::of`] for the game of a position.
    pub fn of_any(position: &AnyGame) -> Self {
        fn of<G: TunedGame>(_: &GameHistory<G>) -> Levels {
            Levels::of::<G>()
        }
        with_history!(position.history(), game => of(game))
    }

    fn nodes_of_level(&self, level: u8) -> Option<u64> {
        self.nodes.get(usize::from(level.saturating_sub(1))).copied()
    }

    /// Between two levels the logarithm of the nodes grows evenly.
    fn nodes_of_elo(&self, elo: u32) -> Option<u64> {
        let above = elo.saturating_sub(LOWEST_ELO);
        let level = (above / self.step) as usize;
        let low = *self.nodes.get(level)? as f64;
        let high = *self.nodes.get(level + 1).unwrap_or(&FULL_NODES) as f64;
        let part = f64::from(above % self.step) / f64::from(self.step);
        Some((low * (high / low).powf(part)) as u64)
    }
}

impl Skill {
    /// The error of a position's evaluation in centipawns, by the position's key.
    #[inline]
    pub fn error(self, key: u64) -> i32 {
        // SplitMix64 (Steele, Lea, Flood 2014).
        let mut bits = (key ^ self.seed).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The mean of two errors: small ones are more frequent.
        let one = |bits: u32| (u64::from(bits) * (2 * self.most_error as u64 + 1)) >> 32;
        ((one(bits as u32) + one((bits >> 32) as u32)) / 2) as i32 - self.most_error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima};

    fn check<G: TunedGame>() {
        let nodes =
            |strength: Strength| strength.skill(&Levels::of::<G>(), 0).map(|skill| skill.nodes);
        let step = Levels::of::<G>().step;
        let highest = LOWEST_ELO + step * u32::from(LEVELS - 1);
        assert!(highest <= HIGHEST_ELO);
        for level in 1..LEVELS {
            let elo = LOWEST_ELO + step * u32::from(level - 1);
            assert_eq!(nodes(Strength::Level(level)), nodes(Strength::Elo(elo)));
            assert!(nodes(Strength::Elo(elo + step / 2)) > nodes(Strength::Elo(elo)));
            assert!(nodes(Strength::Elo(elo + step / 2)) > nodes(Strength::Elo(elo + step / 4)));
        }
        for full in [Strength::Full, Strength::Level(LEVELS), Strength::Elo(highest)] {
            assert_eq!(nodes(full), None);
        }
        assert_eq!(nodes(Strength::Elo(0)), nodes(Strength::Level(1)));
    }

    #[test]
    fn levels_and_ratings_are_one_scale() {
        check::<Ultima>();
        check::<Maxima>();
        check::<Rococo>();
        check::<Renaissance>();
    }

    #[test]
    fn errors_vary_with_position_and_seed() {
        let skill = Strength::Nodes(100).skill(&Levels::of::<Ultima>(), 7).unwrap();
        let errors: Vec<i32> = (0..10_000).map(|key| skill.error(key)).collect();
        let mean = errors.iter().sum::<i32>() / errors.len() as i32;
        let limits = (errors.iter().min().unwrap(), errors.iter().max().unwrap());
        assert!(mean.abs() < 10, "{mean}");
        assert!((-315..-290).contains(limits.0) && (290..=315).contains(limits.1), "{limits:?}");
        let other = Strength::Nodes(100).skill(&Levels::of::<Ultima>(), 8).unwrap();
        assert!((0..100).any(|key| skill.error(key) != other.error(key)));
    }
}
