//! What an umpire has drawn, as a file of a game.

use std::fmt::Write;

use crate::draw::{Draw, Power, Weighted};
use baroque_movegen::definition::Act;

/// What the name of a drawn game ends with.
const OF_DRAW: &str = "-drawn";
/// The most characters of the name of the game from which it is drawn.
const MAX_STEM: usize = 32 - OF_DRAW.len();

impl Draw {
    /// Draws a rule for each kind. Returns the file with a game besides that inherits from the one
    /// whose draw this is, and says what was drawn. `below` gives a random number less than its
    /// argument.
    ///
    /// The new game comes last. It need not be playable: two words may not go together, or the game
    /// may be over at the start.
    pub fn drawn(&self, file: &str, game: &str, mut below: impl FnMut(u64) -> u64) -> String {
        let name = format!("{}{OF_DRAW}", game.get(..MAX_STEM).unwrap_or(game));
        let mut text = format!("{}\n\n[{name}]\n", file.trim_end());
        let _ = writeln!(text, "inherits = \"{game}\"\ndraw = false\n[{name}.pieces]");
        let mut names = self.names.clone();
        for letter in &self.pieces {
            let piece = match names.is_empty() {
                true => letter.to_ascii_lowercase().to_string(),
                false => names.swap_remove(index(below(names.len() as u64))),
            };
            let _ = write!(text, "{letter} = {{ name = \"{piece}\"");
            if let Some(way) = weighted(&self.moves, &mut below) {
                let _ = write!(text, ", move = \"{}\"", way.word);
            }
            if let Some(Weighted { word, item: Some(_), .. }) = weighted(&self.takes, &mut below) {
                let _ = write!(text, ", take = \"{word}\"");
            }
            if let Some(power) = weighted(&self.powers, &mut below) {
                text += &written(power);
            }
            text += " }\n";
        }
        text
    }

    /// Whether an act is made as an invoke, whatever its options.
    pub fn is_invoked(&self, act: Act) -> bool {
        let same = |other: &Act| std::mem::discriminant(other) == std::mem::discriminant(&act);
        self.invoke.iter().any(same)
    }
}

/// One of several, each as often as its weight says.
fn weighted<'a, T>(
    all: &'a [Weighted<T>],
    below: &mut impl FnMut(u64) -> u64,
) -> Option<&'a Weighted<T>> {
    let sum: u64 = all.iter().map(|drawn| u64::from(drawn.weight)).sum();
    let mut rest = if sum == 0 { return None } else { below(sum) };
    all.iter().find(|drawn| {
        let weight = u64::from(drawn.weight);
        let is_found = rest < weight;
        rest = rest.wrapping_sub(weight);
        is_found
    })
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// The key and the value of a power, after a comma.
fn written(power: &Weighted<Option<Power>>) -> String {
    let (word, range) = match power.word.split_once(' ') {
        // Digits of a file may begin with a sign or zeros.
        Some((word, range)) => (word, range.parse::<u8>().ok()),
        None => (&*power.word, None),
    };
    match (power.item, range) {
        (None, _) => String::new(),
        (Some(Power::Act(_)), None) => format!(", act = \"{word}\""),
        (Some(Power::Act(_)), Some(range)) => {
            format!(", act = {{ {word} = {{ range = {range} }} }}")
        }
        (Some(_), None) => format!(", {word} = \"*\""),
        (Some(_), Some(range)) => {
            format!(", {word} = {{ kinds = \"*\", range = {range} }}")
        }
    }
}
