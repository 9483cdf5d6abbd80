//! The pairings of a tournament. The number of a game determines its pairing, so a tournament can be
//! resumed at any game.

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
        Self { encounters, rounds, games, swaps: true, reversed: false }
    }

    /// Number of games.
    pub fn total(&self) -> u64 {
        let encounters = self.rounds.saturating_mul(self.encounters.len() as u64);
        encounters.saturating_mul(self.games)
    }

    /// The game with a number from 1 to [`Self::total`].
    pub fn pairing(&self, number: u64) -> Option<Pairing> {
        let index = number.checked_sub(1)?;
        let encounter = index.checked_div(self.games)?;
        let per_round = self.encounters.len() as u64;
        let round = encounter.checked_div(per_round)?;
        if round >= self.rounds {
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
