//! The pairings of a tournament. The number of a game determines its pairing, so a tournament can be
//! resumed at any game and divided into shards.

use baroque_training::shard::Shard;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum TournamentType {
    /// Every engine plays every other one.
    #[default]
    RoundRobin,
    /// Each of the first engines plays all engines after it.
    Gauntlet {
        /// Number of these first engines.
        seeds: usize,
    },
}

/// The games of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The encounters of one round, as indices of engines.
    encounters: Vec<(usize, usize)>,
    rounds: u64,
    /// Games per encounter.
    games: u64,
    /// Whether engines swap colours between games of an encounter.
    pub swaps: bool,
    /// Whether the second engine begins with White.
    pub reversed: bool,
    /// Which encounters are played.
    pub shard: Shard,
}

/// One game of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Number of the game, from 1.
    pub number: u64,
    /// Number of the round, from 1.
    pub round: u64,
    /// Number of the encounter, from 1. Its games are played by the same two engines in one round.
    pub encounter: u64,
    /// Index of the engine that plays White.
    pub white: usize,
    /// Index of the engine that plays Black.
    pub black: usize,
    /// Index of the engine for which results of the encounter are counted.
    pub first: usize,
    /// Index of its opponent.
    pub second: usize,
}

impl Schedule {
    /// A schedule with `games` games per encounter.
    pub fn new(engines: usize, kind: TournamentType, rounds: u64, games: u64) -> Self {
        let leaders = match kind {
            TournamentType::RoundRobin => engines,
            TournamentType::Gauntlet { seeds } => seeds.min(engines),
        };
        let encounters = (0..leaders)
            .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
            .collect();
        Self { encounters, rounds, games, swaps: true, reversed: false, shard: Shard::WHOLE }
    }

    /// Number of encounters of all shards together.
    fn encounters(&self) -> u64 {
        self.rounds.saturating_mul(self.encounters.len() as u64)
    }

    /// Number of games of all shards together.
    pub fn total(&self) -> u64 {
        self.encounters().saturating_mul(self.games)
    }

    /// Number of games of the shard.
    pub fn count(&self) -> u64 {
        self.shard.len(self.encounters()).saturating_mul(self.games)
    }

    /// The number, from 1, of the shard's game `index`, from 0.
    pub fn number(&self, index: u64) -> u64 {
        let encounter = self.shard.number(index / self.games);
        encounter.saturating_mul(self.games).saturating_add(index % self.games + 1)
    }

    /// The game with a number from 1 to [`Self::total`], if the shard has it.
    pub fn pairing(&self, number: u64) -> Option<Pairing> {
        let index = number.checked_sub(1)?;
        let encounter = index.checked_div(self.games)?;
        let per_round = self.encounters.len() as u64;
        let round = encounter.checked_div(per_round)?;
        if round >= self.rounds || !self.shard.has(encounter) {
            return None;
        }
        let &(first, second) = self.encounters.get((encounter % per_round) as usize)?;
        // With single games, engines swap colours between rounds.
        let turn = if self.games == 1 { round } else { index % self.games };
        let exchanged = (self.swaps && !turn.is_multiple_of(2)) != self.reversed;
        let (white, black) = if exchanged { (second, first) } else { (first, second) };
        let (round, encounter) = (round + 1, encounter + 1);
        Some(Pairing { number, round, encounter, white, black, first, second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn all(schedule: &Schedule) -> Vec<Pairing> {
        (1..).map_while(|number| schedule.pairing(number)).collect()
    }

    #[test]
    fn round_robin_pairs_all_engines_with_both_colours() {
        let schedule = Schedule::new(4, TournamentType::RoundRobin, 3, 2);
        let games = all(&schedule);
        assert_eq!((games.len(), schedule.total()), (36, 36));
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for game in &games {
            *counts.entry((game.white, game.black)).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        assert!(counts.values().all(|&count| count == 3));
        for pair in games.chunks(2) {
            assert_eq!(pair[0].encounter, pair[1].encounter);
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        }
        assert_eq!((games[0].round, games[11].round, games[12].round), (1, 1, 2));
        assert_eq!((games[35].number, games[35].encounter), (36, 18));
    }

    #[test]
    fn single_games_swap_colours_between_rounds() {
        let schedule = Schedule::new(3, TournamentType::Gauntlet { seeds: 1 }, 2, 1);
        let colors: Vec<_> = all(&schedule).iter().map(|game| (game.white, game.black)).collect();
        assert_eq!(colors, [(0, 1), (0, 2), (1, 0), (2, 0)]);
    }

    #[test]
    fn gauntlet_seeds_play_all_engines_after_them() {
        let pairs = |seeds| {
            let games = all(&Schedule::new(4, TournamentType::Gauntlet { seeds }, 1, 1));
            games.iter().map(|game| (game.first, game.second)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(1), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(pairs(2), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]);
    }

    #[test]
    fn shards_have_all_encounters_together() {
        for (engines, games, shards) in [(2, 2, 3), (3, 1, 2), (4, 2, 100)] {
            let whole = Schedule::new(engines, TournamentType::RoundRobin, 5, games);
            let mut numbers = Vec::new();
            for index in 1..=shards {
                let part = Schedule { shard: Shard { index, of: shards }, ..whole.clone() };
                let own: Vec<u64> = (0..part.count()).map(|index| part.number(index)).collect();
                for &number in &own {
                    assert_eq!(part.pairing(number), whole.pairing(number));
                }
                assert_eq!(part.pairing(part.number(part.count())), None);
                assert_eq!(own.len(), (1..=whole.total()).filter_map(|n| part.pairing(n)).count());
                numbers.extend(own);
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=whole.total()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn colours_can_be_fixed_or_reversed() {
        let colors = |swaps, reversed| {
            let usual = Schedule::new(2, TournamentType::RoundRobin, 1, 2);
            let schedule = Schedule { swaps, reversed, ..usual };
            all(&schedule).iter().map(|game| game.white).collect::<Vec<_>>()
        };
        assert_eq!(colors(true, false), [0, 1]);
        assert_eq!(colors(false, false), [0, 0]);
        assert_eq!(colors(true, true), [1, 0]);
    }
}
