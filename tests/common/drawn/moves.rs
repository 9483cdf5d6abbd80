//! Ways of moving (games, 3, `move`).

use super::Drawing;

/// Modifiers that choose directions, of atoms with orthogonal lines, with diagonal ones, and of
/// oblique leaps.
const STRAIGHT: &[&str] = &["f", "b", "l", "r", "v", "s", "fl", "fs", "vr"];
const DIAGONAL: &[&str] = &["f", "b", "l", "r", "fl", "br"];
const OBLIQUE: &[&str] = &["f", "b", "l", "r", "v", "s", "fr", "bl"];

impl Drawing {
    /// A word or a list of words. A piece that promotes does not fly, and does not go far: each of
    /// its moves is several ones.
    pub fn moves(&mut self, promotes: bool) -> String {
        if promotes {
            let words = ["K", "fK", "fW", "mfWcfF", "W2", "F", "N", "fN"];
            return match self.random.chance(30) {
                true => "[\"mK\", \"jump\"]".to_owned(),
                false => format!("\"{}\"", self.random.pick(&words)),
            };
        }
        match self.random.chance(20) {
            true => format!("[\"{}\", \"{}\"]", self.word(), self.atom()),
            false => format!("\"{}\"", self.word()),
        }
    }

    fn word(&mut self) -> String {
        match self.random.below(20) {
            0 | 1 => "jump".to_owned(),
            2 => "fly".to_owned(),
            3..=5 if !self.has_imitators => self.bent_rider(),
            6 => {
                let (quiet, taking) = (self.atom(), self.atom());
                format!("m{quiet}c{taking}")
            }
            _ => {
                let before = self.random.pick(&["", "", "", "", "", "m", "o"]);
                before.to_owned() + &self.atom()
            }
        }
    }

    /// An atom with modifiers of directions and a range.
    fn atom(&mut self) -> String {
        let atom = match self.random.chance(30) && !self.has_imitators {
            true => self.random.pick(&['D', 'A', 'H', 'G', 'C', 'Z']),
            false => self.random.pick(&['Q', 'Q', 'Q', 'R', 'R', 'B', 'B', 'K', 'W', 'F', 'N']),
        };
        let modifiers = match atom {
            'K' | 'Q' | 'R' | 'W' | 'D' | 'H' => STRAIGHT,
            'B' | 'F' | 'A' | 'G' => DIAGONAL,
            _ => OBLIQUE,
        };
        let modifiers = if self.random.chance(25) { self.random.pick(modifiers) } else { "" };
        let range = match atom {
            'Q' | 'R' | 'B' => self.range(35),
            'K' | 'W' | 'F' => self.range(15),
            _ => String::new(),
        };
        format!("{modifiers}{atom}{range}")
    }

    /// A range, with that chance; always for lines on a cylinder.
    fn range(&mut self, percent: usize) -> String {
        match self.board.wraps {
            true => self.random.between(1, self.board.half()).to_string(),
            false if self.random.chance(percent) => self.random.between(2, 4).to_string(),
            false => String::new(),
        }
    }

    fn bent_rider(&mut self) -> String {
        let direction =
            if self.random.chance(30) { self.random.pick(&["f", "b", "l"]) } else { "" };
        let rider = self.random.pick(&["F-R", "W-B"]);
        format!("{direction}{rider}{}", self.range(40))
    }
}
