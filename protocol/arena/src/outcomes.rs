//! Terminations of games by player, in the format of cutechess.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::stats::Wdl;

/// Counts of terminations. Those of decisive games are prefixed with the player's result:
/// `Loss: White resigns`.
pub type Terminations = BTreeMap<String, u64>;

/// The names of the players and the terminations of their games.
pub struct Outcomes(Vec<(String, Terminations)>);

impl Outcomes {
    pub fn new(names: Vec<String>) -> Self {
        Self(names.into_iter().map(|name| (name, Terminations::new())).collect())
    }

    /// Adds a game of a player. An empty reason, which is an unknown one, is not counted.
    pub fn add(&mut self, player: usize, result: Wdl, reason: &str) {
        if reason.is_empty() {
            return;
        }
        let termination = match result {
            Wdl::Win => format!("Win: {reason}"),
            Wdl::Draw => reason.to_owned(),
            Wdl::Loss => format!("Loss: {reason}"),
        };
        if let Some((_, counts)) = self.0.get_mut(player) {
            *counts.entry(termination).or_default() += 1;
        }
    }

    /// The names of the players and the terminations of their games.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Terminations)> {
        self.0.iter().map(|(name, counts)| (name.as_str(), counts))
    }
}

impl Display for Outcomes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, counts) in &self.0 {
            writeln!(f, "Player: {name}")?;
            for (termination, count) in counts {
                writeln!(f, "   \"{termination}\": {count}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminations_are_listed_as_in_cutechess() {
        let mut outcomes = Outcomes::new(vec!["A".to_owned(), "B".to_owned()]);
        for (player, result, reason) in [
            (0, Wdl::Win, "White mates"),
            (1, Wdl::Loss, "White mates"),
            (0, Wdl::Loss, "White loses on time"),
            (0, Wdl::Draw, "Draw by stalemate"),
            (0, Wdl::Win, "White mates"),
            (0, Wdl::Win, ""),
            (7, Wdl::Win, "White mates"),
        ] {
            outcomes.add(player, result, reason);
        }
        // The format of Tournament::outcomes of cutechess 5e84232.
        let text = "\
Player: A
   \"Draw by stalemate\": 1
   \"Loss: White loses on time\": 1
   \"Win: White mates\": 2
Player: B
   \"Loss: White mates\": 1
";
        assert_eq!(outcomes.to_string(), text);
    }
}
