//! Options of self-play that its header keeps.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use baroque_movegen::Color;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agreement::Agreement;
use crate::random::Random;

/// Greatest number of random plies of an opening.
const MAX_PLIES: u32 = 100;
/// Greatest number of moves of each side that must agree.
const MAX_MOVES: u32 = 500;
/// Greatest score at which a game is decided, below all scores of wins in n plies.
const MAX_SCORE: u32 = 30_000;

/// The random plies at the beginning of each game: a number or a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Value", try_from = "Value")]
pub struct Plies {
    least: u32,
    most: u32,
}

impl Plies {
    /// The number for a game.
    pub fn of(self, seed: u64, game: u64) -> u32 {
        let choices = (self.most - self.least + 1) as usize;
        // The inverted seed keeps this choice independent of the random moves.
        let choice = Random::new(!seed, game).below(choices).unwrap_or_default();
        self.least + choice as u32
    }
}

impl FromStr for Plies {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse().ok().filter(|plies| *plies <= MAX_PLIES);
        let plies = number(least).zip(number(most)).map(|(least, most)| Self { least, most });
        let plies = plies.filter(|plies| plies.least <= plies.most);
        plies.ok_or("allowed is a number from 0 to 100, or a range of them such as 6..11")
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.least == self.most {
            true => self.least.fmt(f),
            false => write!(f, "{}..{}", self.least, self.most),
        }
    }
}

/// In a header a number, or the text of a range.
impl From<Plies> for Value {
    fn from(plies: Plies) -> Self {
        match plies.least == plies.most {
            true => plies.least.into(),
            false => plies.to_string().into(),
        }
    }
}

impl TryFrom<Value> for Plies {
    type Error = &'static str;

    fn try_from(field: Value) -> Result<Self, Self::Error> {
        field.as_str().map_or_else(|| field.to_string().parse(), str::parse)
    }
}

/// Adjudication of games whose scores agree on the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Resign {
    /// Number of consecutive moves of each side.
    move_count: u32,
    /// Minimal lead in centipawns.
    score: u32,
}

impl Resign {
    /// Adds the score of a side from its own point of view, and returns the winner if the game is
    /// decided.
    pub fn add(self, scores: &mut Agreement, side: Color, score: i16) -> Option<Color> {
        scores.add(side, Some(score.into()), self.score);
        scores.winner(self.move_count)
    }
}

impl FromStr for Resign {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str, range: RangeInclusive<u32>| {
            text.parse().ok().filter(|number| range.contains(number))
        };
        let resign = text.strip_prefix("movecount=").and_then(|rest| {
            let (move_count, score) = rest.split_once(",score=")?;
            let move_count = number(move_count, 1..=MAX_MOVES)?;
            Some(Self { move_count, score: number(score, 1..=MAX_SCORE)? })
        });
        resign.ok_or("allowed is movecount=N,score=CP with N from 1 to 500, CP from 1 to 30000")
    }
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "movecount={},score={}", self.move_count, self.score)
    }
}

impl From<Resign> for String {
    fn from(resign: Resign) -> Self {
        resign.to_string()
    }
}

impl TryFrom<String> for Resign {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_number_or_a_range() {
        for (text, json) in
            [("8", "8"), ("0", "0"), ("6..11", "\"6..11\""), ("0..100", "\"0..100\"")]
        {
            let plies: Plies = text.parse().unwrap();
            assert_eq!(plies.to_string(), text);
            assert_eq!(serde_json::to_string(&plies).unwrap(), json);
            assert_eq!(serde_json::from_str::<Plies>(json).unwrap(), plies);
        }
        assert_eq!("7..7".parse::<Plies>().unwrap().to_string(), "7");
        for bad in ["", "101", "-1", "9..8", "..", "1..", "..9", "1..101", "1..2..3", "1...9"] {
            assert!(bad.parse::<Plies>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Plies>("101").is_err());
    }

    #[test]
    fn the_plies_of_a_game_depend_on_seed_and_number() {
        let range: Plies = "6..11".parse().unwrap();
        let plies = |seed| (0..600).map(|game| range.of(seed, game)).collect::<Vec<u32>>();
        assert_eq!(plies(5), plies(5));
        assert_ne!(plies(5), plies(6));
        for wanted in 6..=11 {
            let count = plies(5).iter().filter(|plies| **plies == wanted).count();
            assert!((60..140).contains(&count), "{wanted}: {count}");
        }
        let fixed: Plies = "8".parse().unwrap();
        assert!((0..9).all(|game| fixed.of(1, game) == 8));
    }

    #[test]
    fn games_are_decided_when_the_scores_of_both_sides_agree() {
        let resign: Resign = "movecount=2,score=900".parse().unwrap();
        let end = |scores: &[i16]| {
            let mut agreement = Agreement::START;
            let mut moves = scores.iter().zip(Color::ALL.into_iter().cycle()).zip(1..);
            moves.find_map(|((&score, side), ply): ((&i16, Color), u32)| {
                Some((ply, resign.add(&mut agreement, side, score)?))
            })
        };
        assert_eq!(end(&[900, -900, 900, -900]), Some((4, Color::White)));
        assert_eq!(end(&[0, 950, -31_990, 31_991, -2000]), Some((5, Color::Black)));
        assert_eq!(end(&[900, -899, 900, -900, 900, -1000]), Some((6, Color::White)));
        assert_eq!(end(&[900; 20]), None);
    }

    #[test]
    fn adjudication_is_read_as_written() {
        let text = "movecount=4,score=1000";
        let resign: Resign = text.parse().unwrap();
        assert_eq!(resign.to_string(), text);
        let json = serde_json::to_string(&resign).unwrap();
        assert_eq!(serde_json::from_str::<Resign>(&json).unwrap(), resign);
        for bad in ["", "4", "movecount=0,score=9", "movecount=4", "movecount=4,score=30001"] {
            assert!(bad.parse::<Resign>().is_err(), "{bad}");
        }
    }
}
