//! How games ended for each player, in words, as cutechess lists it.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::stats::Wdl;

/// How often each end was a player's. A win or a loss says so first: `Loss: White resigns`.
pub type Ends = BTreeMap<String, u64>;

/// The ends of all players' games.
pub struct Outcomes(Vec<(String, Ends)>);

impl Outcomes {
    /// Before the first game of these players.
    pub fn new(names: Vec<String>) -> Self {
        Self(names.into_iter().map(|name| (name, Ends::new())).collect())
    }

    /// Adds a game of a player's: what it brought, and the words for its end, if they are known.
    pub fn add(&mut self, player: usize, result: Wdl, words: &str) {
        if words.is_empty() {
            return;
        }
        let words = match result {
            Wdl::Win => format!("Win: {words}"),
            Wdl::Draw => words.to_owned(),
            Wdl::Loss => format!("Loss: {words}"),
        };
        if let Some((_, ends)) = self.0.get_mut(player) {
            *ends.entry(words).or_default() += 1;
        }
    }

    /// The players and the ends of their games.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Ends)> {
        self.0.iter().map(|(name, ends)| (name.as_str(), ends))
    }
}

impl Display for Outcomes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, ends) in &self.0 {
            writeln!(f, "Player: {name}")?;
            for (words, count) in ends {
                writeln!(f, "   \"{words}\": {count}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_listed_as_cutechess_does() {
        let mut outcomes = Outcomes::new(vec!["A".to_owned(), "B".to_owned()]);
        for (player, result, words) in [
            (0, Wdl::Win, "White mates"),
            (1, Wdl::Loss, "White mates"),
            (0, Wdl::Loss, "White loses on time"),
            (0, Wdl::Draw, "Draw by stalemate"),
            (0, Wdl::Win, "White mates"),
            (0, Wdl::Win, ""),
            (7, Wdl::Win, "White mates"),
        ] {
            outcomes.add(player, result, words);
        }
        // The form of Tournament::outcomes of cutechess 5e84232.
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
