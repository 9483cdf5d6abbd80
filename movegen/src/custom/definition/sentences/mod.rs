//! A described game in sentences for players. They are made from its definition, so that each of its
//! words changes them, and name pieces only in the singular, since a file gives no other name.

mod game;
mod piece;
mod squares;
mod ways;

use super::{Definition, Squares};
use crate::position::table::Sentences;
use crate::{Color, CustomBoard, Grid};

pub(crate) use game::draws;
pub(crate) use ways::movement;

impl<G: Grid> Sentences<G> {
    /// About how many bytes the text takes.
    pub fn bytes(&self) -> usize {
        let squares = self.squares.iter().map(|(_, text)| text);
        self.kinds.iter().flatten().chain(&self.rules).chain(squares).map(String::len).sum()
    }
}

impl Definition {
    /// All that is to be said about the game.
    pub(crate) fn all_sentences(&self) -> Sentences<CustomBoard> {
        Sentences {
            kinds: self.pieces.iter().map(|piece| self.sentences(piece)).collect(),
            rules: self.lasting_rules(),
            squares: self.square_sentences(),
        }
    }

    fn square_sentences(&self) -> Vec<(Squares, String)> {
        let mut text = Vec::new();
        if let Some(squares) = self.capture_only {
            text.push((squares, "Entered and crossed only to capture.".to_owned()));
        }
        for color in Color::ALL {
            if let Some(limit) = &self.limit {
                let zone = limit.zone[color];
                let names = squares::set(self.board, zone);
                let most = limit.pieces;
                text.push((zone, format!("At most {most} of {color}'s pieces on {names}.")));
            }
            if let Some(reach) = &self.end.reach {
                let (zone, what) = (reach.zone[color], self.reaching(reach));
                let names = squares::set(self.board, zone);
                text.push((zone, format!("{color} wins with {what} on {names}.")));
            }
            for piece in &self.pieces {
                if let Some(promotion) = &piece.promotion {
                    let sentence = format!("A {} of {color} promotes here.", piece.name);
                    text.push((promotion.zone[color], sentence));
                }
            }
        }
        text
    }
}
