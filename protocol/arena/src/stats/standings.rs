//! The results of a tournament by pairs of players.

use super::Tally;

/// The results of all players of a tournament. A player is an index into the names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standings {
    /// In the order in which the players were added.
    pub names: Vec<String>,
    results: Vec<HeadToHead>,
}

/// The results of one player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HeadToHead {
    first: usize,
    second: usize,
    tally: Tally,
}

impl Standings {
    /// The player with a name, which is added if there is none.
    pub fn player(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Adds games, counted for the first player.
    pub fn add(&mut self, first: usize, second: usize, tally: Tally) {
        let same = |entry: &&mut HeadToHead| (entry.first, entry.second) == (first, second);
        match self.results.iter_mut().find(same) {
            Some(entry) => entry.tally += tally,
            None => self.results.push(HeadToHead { first, second, tally }),
        }
    }

    /// The results between two players, counted for the first one.
    pub fn between(&self, first: usize, second: usize) -> Tally {
        let entry = self.results_of(first).filter(|&(other, _)| other == second);
        entry.map(|(_, tally)| tally).sum()
    }

    /// The results of a player against all others.
    pub fn all_of(&self, player: usize) -> Tally {
        self.results_of(player).map(|(_, tally)| tally).sum()
    }

    /// A player's opponents and its results against them. An opponent may occur twice.
    fn results_of(&self, player: usize) -> impl Iterator<Item = (usize, Tally)> {
        self.results.iter().filter_map(move |entry| {
            if entry.first == player {
                Some((entry.second, entry.tally))
            } else if entry.second == player {
                Some((entry.first, entry.tally.flipped()))
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
    fn tallies_are_flipped_for_the_second_player() {
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
    }
}
