//! Who did what to whom in a tournament.

use serde::{Deserialize, Serialize};

use super::Tally;

/// The results of all players of a tournament. A player is the place of its name in the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Standings {
    /// The players, in the order in which they entered.
    pub(crate) names: Vec<String>,
    results: Vec<Meeting>,
}

/// What one player did to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Meeting {
    first: usize,
    second: usize,
    tally: Tally,
}

impl Standings {
    /// The player of a name, who enters if there is none.
    pub(crate) fn player(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Adds games, from the first player's side.
    pub(crate) fn add(&mut self, first: usize, second: usize, tally: Tally) {
        let same = |met: &&mut Meeting| (met.first, met.second) == (first, second);
        match self.results.iter_mut().find(same) {
            Some(met) => met.tally += tally,
            None => self.results.push(Meeting { first, second, tally }),
        }
    }

    /// What two players did to each other, from the first one's side.
    pub(crate) fn between(&self, first: usize, second: usize) -> Tally {
        let met = self.results_of(first).filter(|&(other, _)| other == second);
        met.map(|(_, tally)| tally).sum()
    }

    /// What a player did to all others.
    pub(crate) fn all_of(&self, player: usize) -> Tally {
        self.results_of(player).map(|(_, tally)| tally).sum()
    }

    /// A player's opponents, with what it did to them. An opponent may come twice.
    fn results_of(&self, player: usize) -> impl Iterator<Item = (usize, Tally)> {
        self.results.iter().filter_map(move |met| {
            if met.first == player {
                Some((met.second, met.tally))
            } else if met.second == player {
                Some((met.first, met.tally.flipped()))
            } else {
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Wdl::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn results_are_seen_from_both_sides() {
        let mut standings = Standings::default();
        assert_eq!(["A", "B", "A", "C"].map(|name| standings.player(name)), [0, 1, 0, 2]);
        standings.add(0, 1, Tally::pair(Win, Draw));
        standings.add(1, 0, Tally::pair(Win, Loss));
        standings.add(2, 0, Tally::game(Win));
        let ab = Tally::pair(Win, Draw) + Tally::pair(Loss, Win);
        assert_eq!(standings.between(0, 1), ab);
        assert_eq!(standings.between(1, 0), ab.flipped());
        assert_eq!(standings.between(1, 2), Tally::default());
        assert_eq!(standings.all_of(0), ab + Tally::game(Loss));
        let json = serde_json::to_string(&standings).unwrap();
        assert_eq!(serde_json::from_str::<Standings>(&json).unwrap(), standings);
    }
}
