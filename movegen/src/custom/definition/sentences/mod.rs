//! A described game in sentences for players. They are made from its definition, so that each of its
//! words changes them, and name pieces only in the singular, since a file gives no other name.

mod game;
mod piece;
pub(crate) mod squares;
mod ways;

use super::{Definition, PieceDefinition, Squares};
use crate::Color;

pub(crate) use ways::movement;

/// A small number as a word.
fn number(number: u32) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number as usize).map_or(number.to_string(), |word| (*word).to_owned())
}

impl Definition {
    /// What is special about some squares, a sentence each.
    pub fn square_sentences(&self) -> Vec<(Squares, String)> {
        let mut text = Vec::new();
        if let Some(squares) = self.capture_only {
            let is_outer = squares::set(self.board, squares) == squares::OUTER;
            let what = if is_outer { "An outer square:" } else { "This square is" };
            text.push((squares, format!("{what} {}.", self.entered_only())));
        }
        for color in Color::ALL {
            if let Some(limit) = &self.limit {
                let (name, most) = (&limit.name, number(limit.pieces));
                let sentence = format!("{color}'s {name}: at most {most} of {color}'s pieces.");
                text.push((limit.zone[color], sentence));
            }
            if let Some(goal) = &self.end.goal {
                let (zone, what) = (goal.zone[color], self.reaching(goal));
                let names = squares::set(self.board, zone);
                text.push((zone, format!("{color} wins with {what} on {names}.")));
            }
            let promotes = |piece: &PieceDefinition| {
                let promotion = piece.promotion.as_ref()?;
                let may = if promotion.must { "must" } else { "may" };
                let sentence =
                    format!("A {} of {color} {may} become another piece here.", piece.name);
                Some((promotion.zone[color], sentence))
            };
            text.extend(self.pieces.iter().filter_map(promotes));
        }
        text
    }
}
