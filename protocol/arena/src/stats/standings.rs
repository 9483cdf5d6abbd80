//! The results of a tournament by pairs of players.

use std::collections::BTreeMap;

use super::Tally;

/// The results of all players of a tournament. A player is an index into the names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standings {
    /// In the order in which the players were added.
    pub names: Vec<String>,
    /// By two players, counted for the first one.
    results: BTreeMap<(usize, usize), Tally>,
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
        *self.results.entry((first, second)).or_default() += tally;
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
        self.results.iter().filter_map(move |(&(first, second), &tally)| match player {
            _ if player == first => Some((second, tally)),
            _ if player == second => Some((first, tally.flipped())),
            _ => None,
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
