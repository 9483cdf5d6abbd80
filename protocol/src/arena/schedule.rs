//! Who plays whom: every game of a tournament has a number, and the number says everything, so
//! that a tournament can be gone on with anywhere.

use serde::{Deserialize, Serialize};

/// The form of a tournament.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Everyone plays everyone.
    #[default]
    RoundRobin,
    /// The first engines play all that come behind them.
    Gauntlet {
        /// How many are the first.
        seeds: usize,
    },
}

/// The plan of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Who meets whom in a round, as indices of the engines.
    pairings: Vec<(usize, usize)>,
    rounds: u64,
    /// Games whenever two meet.
    games: u64,
    /// Whether colours change from game to game between two engines.
    swaps: bool,
    /// Whether Black is White.
    reversed: bool,
}

/// One game of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: u64,
    /// The number of the round, from 1.
    pub round: u64,
    /// The number of the meeting of two engines that it belongs to, from 1.
    pub encounter: u64,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
    /// The engine from whose side the meeting is counted.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

impl Schedule {
    /// A plan for so many engines.
    pub fn new(engines: usize, form: Form, rounds: u64, games: u64) -> Self {
        let leaders = match form {
            Form::RoundRobin => engines,
            Form::Gauntlet { seeds } => seeds.min(engines),
        };
        let pairings = (0..leaders)
            .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
            .collect();
        Self { pairings, rounds, games, swaps: true, reversed: false }
    }

    /// The same plan, with or without a change of colours from game to game, and from the other
    /// side or not.
    pub fn with_colors(self, swaps: bool, reversed: bool) -> Self {
        Self { swaps, reversed, ..self }
    }

    /// How many games there are.
    pub fn total(&self) -> u64 {
        self.encounters().saturating_mul(self.games)
    }

    /// How many meetings there are.
    fn encounters(&self) -> u64 {
        self.rounds.saturating_mul(self.pairings.len() as u64)
    }

    /// The game of a number; `None` behind the last.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        let index = number.checked_sub(1)?;
        let encounter = index.checked_div(self.games)?;
        let round = encounter.checked_div(self.pairings.len() as u64)?;
        if round >= self.rounds {
            return None;
        }
        let pairing = (encounter % self.pairings.len() as u64) as usize;
        let &(first, second) = self.pairings.get(pairing)?;
        // Single games change colours from round to round.
        let turn = if self.games == 1 { round } else { index % self.games };
        let exchanged = (self.swaps && !turn.is_multiple_of(2)) != self.reversed;
        let (white, black) = if exchanged { (second, first) } else { (first, second) };
        let (round, encounter) = (round + 1, encounter + 1);
        Some(Fixture { number, round, encounter, white, black, first, second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn all(schedule: &Schedule) -> Vec<Fixture> {
        (1..).map_while(|number| schedule.fixture(number)).collect()
    }

    #[test]
    fn everyone_plays_everyone_with_both_colours() {
        let schedule = Schedule::new(4, Form::RoundRobin, 3, 2);
        let games = all(&schedule);
        assert_eq!((games.len(), schedule.total()), (36, 36));
        let mut met: HashMap<(usize, usize), usize> = HashMap::new();
        for game in &games {
            *met.entry((game.white, game.black)).or_default() += 1;
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&times| times == 3));
        for pair in games.chunks(2) {
            assert_eq!(pair[0].encounter, pair[1].encounter);
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        }
        assert_eq!((games[0].round, games[11].round, games[12].round), (1, 1, 2));
        assert_eq!((games[35].number, games[35].encounter), (36, 18));
    }

    #[test]
    fn single_games_change_colours_from_round_to_round() {
        let schedule = Schedule::new(3, Form::Gauntlet { seeds: 1 }, 2, 1);
        let colors: Vec<_> = all(&schedule).iter().map(|game| (game.white, game.black)).collect();
        assert_eq!(colors, [(0, 1), (0, 2), (1, 0), (2, 0)]);
    }

    #[test]
    fn seeds_play_all_behind_them() {
        let pairs = |seeds| {
            let games = all(&Schedule::new(4, Form::Gauntlet { seeds }, 1, 1));
            games.iter().map(|game| (game.first, game.second)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(1), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(pairs(2), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]);
    }

    #[test]
    fn colours_stay_or_are_reversed_if_asked_for() {
        let colors = |swaps, reversed| {
            let schedule = Schedule::new(2, Form::RoundRobin, 1, 2).with_colors(swaps, reversed);
            all(&schedule).iter().map(|game| game.white).collect::<Vec<_>>()
        };
        assert_eq!(colors(true, false), [0, 1]);
        assert_eq!(colors(false, false), [0, 0]);
        assert_eq!(colors(true, true), [1, 0]);
    }
}
