//! What a player tries: a move or an invoke.

use std::fmt;

use baroque_movegen::{CustomBoard, CustomGame, Geometry, Move, Position, Special, Square, uci};

use crate::invokes::Invokes;

/// A try.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Attempt {
    /// To move.
    Move {
        /// The square of the piece.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What the piece promotes to, or which of several moves is meant.
        letter: Option<char>,
    },
    /// To put a piece from the hand on a square.
    Drop {
        /// Its capital letter.
        kind: char,
        /// The square.
        to: Square,
    },
    /// To act without moving.
    Invoke {
        /// The square of the piece.
        from: Square,
        /// The square of its target, if it has one.
        target: Option<Square>,
    },
}

impl Attempt {
    /// Reads a try: `e2e4`, `e7e8q`, `P@e4`, `invoke e2` or `invoke e2 e5`.
    pub fn parse(text: &str, board: CustomBoard) -> Option<Self> {
        let square = |text| board.parse(text).filter(|(_, rest)| rest.is_empty()).map(|(s, _)| s);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["invoke", from] => Some(Self::Invoke { from: square(from)?, target: None }),
            ["invoke", from, target] => {
                let (from, target) = (square(from)?, square(target)?);
                Some(Self::Invoke { from, target: Some(target).filter(|&to| to != from) })
            }
            [word] => {
                if let Some((kind, to)) = word.split_once('@') {
                    let mut letters = kind.chars().filter(char::is_ascii_uppercase);
                    let kind = letters.next().filter(|_| kind.len() == 1)?;
                    return Some(Self::Drop { kind, to: square(to)? });
                }
                let (from, rest) = board.parse(word)?;
                let (to, rest) = board.parse(rest)?;
                let mut letters = rest.chars();
                let letter = letters.next().filter(char::is_ascii_lowercase);
                let is_whole = letters.next().is_none() && rest.is_empty() == letter.is_none();
                is_whole.then_some(Self::Move { from, to, letter })
            }
            _ => None,
        }
    }

    /// The square of the piece, unless that is in hand.
    pub fn from(self) -> Option<Square> {
        match self {
            Self::Move { from, .. } | Self::Invoke { from, .. } => Some(from),
            Self::Drop { .. } => None,
        }
    }

    /// All that can be tried, as far as the board and what was announced tell.
    pub fn possible(
        position: &Position<CustomGame>,
        has_invoke: impl Fn(char) -> bool,
    ) -> Vec<Self> {
        let (side, squares) = (position.side(), position.geometry().squares());
        let letter = |kind| position.pieces().info(kind).letter;
        let mut all = Vec::new();
        for from in position.board().color(side) {
            all.extend(squares.iter().map(|to| Self::Move { from, to, letter: None }));
            if position.kind_at(from).is_some_and(|kind| has_invoke(letter(kind))) {
                let target = |to| Some(to).filter(|&to| to != from);
                all.extend(squares.iter().map(|to| Self::Invoke { from, target: target(to) }));
            }
        }
        for kind in position.board().hand(side).kinds() {
            all.extend(squares.iter().map(|to| Self::Drop { kind: letter(kind), to }));
        }
        all
    }

    /// The plainest try that stands for a legal move.
    pub fn of(position: &Position<CustomGame>, mv: Move, invokes: &Invokes) -> Self {
        let (from, to) = (mv.from(), mv.to());
        match mv.dropped() {
            Some(kind) => Self::Drop { kind: position.pieces().info(kind).letter, to },
            None if invokes.has(position, mv) => {
                Self::Invoke { from, target: Some(to).filter(|&to| to != from) }
            }
            None => Self::Move { from, to, letter: None },
        }
    }

    /// Of some legal moves the one that a try stands for.
    pub fn find(
        self,
        position: &Position<CustomGame>,
        legal: &[Move],
        invokes: &Invokes,
    ) -> Option<Move> {
        let fits = |mv: &&Move| self.squares_fit(position, **mv) && self.is_meant(position, **mv);
        let fits = legal.iter().filter(fits).filter(|mv| match self {
            Self::Drop { .. } => true,
            Self::Invoke { .. } => invokes.has(position, **mv),
            Self::Move { .. } => !invokes.has(position, **mv),
        });
        fits.min_by_key(|mv| order(mv.special())).copied()
    }

    fn squares_fit(self, position: &Position<CustomGame>, mv: Move) -> bool {
        let squares = (mv.from(), mv.to());
        match (self, mv.dropped()) {
            (Self::Drop { kind, to }, Some(dropped)) => {
                position.pieces().info(dropped).letter == kind && mv.to() == to
            }
            (Self::Invoke { from, target }, None) => squares == (from, target.unwrap_or(from)),
            (Self::Move { from, to, .. }, None) => squares == (from, to),
            _ => false,
        }
    }

    /// Whether the letter of a try, if it has one, is that of a move.
    fn is_meant(self, position: &Position<CustomGame>, mv: Move) -> bool {
        match self {
            Self::Move { letter: Some(letter), .. } => uci(position, mv).ends_with(letter),
            _ => true,
        }
    }

    /// The try as text that [`Self::parse`] reads.
    pub fn text(self, board: CustomBoard) -> impl fmt::Display {
        let name = |square| board.name(square);
        match self {
            Self::Move { from, to, letter } => {
                let letter = letter.map_or(String::new(), String::from);
                format!("{}{}{letter}", name(from), name(to))
            }
            Self::Drop { kind, to } => format!("{kind}@{}", name(to)),
            Self::Invoke { from, target: None } => format!("invoke {}", name(from)),
            Self::Invoke { from, target: Some(to) } => {
                format!("invoke {} {}", name(from), name(to))
            }
        }
    }
}

/// The order in which one of several moves with the same squares is made.
fn order(special: Special) -> usize {
    let apart = Special::APART.iter().position(|&other| other == special);
    let after = 1 + Special::APART.len();
    match special {
        Special::Normal => 0,
        Special::Destruction => after,
        Special::Pull => after + 1,
        Special::Piece(kind) => after + 2 + kind.index(),
        _ => 1 + apart.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_read_as_they_are_written() {
        let board = CustomBoard::new(8, 8, "abcdefgh", 1, 0).unwrap();
        for text in ["e2e4", "e2e2", "e7e8q", "P@e4", "invoke e2", "invoke e2 e5"] {
            let attempt = Attempt::parse(text, board).unwrap();
            assert_eq!(attempt.text(board).to_string(), text);
        }
        for text in
            ["", "e2", "e2e9", "e2e4qq", "e2e4Q", "e2e4 e5", "p@e4", "PP@e4", "@e4", "P@e4q"]
        {
            assert_eq!(Attempt::parse(text, board), None, "{text}");
        }
        for text in ["invoke", "invoke e9", "invoke e2e5", "invoke e2 e5 e6", "é2é4", "e2é", "\0"]
        {
            assert_eq!(Attempt::parse(text, board), None, "{text}");
        }
        let itself = Attempt::parse("invoke e2 e2", board).unwrap();
        assert_eq!(itself.text(board).to_string(), "invoke e2");
    }
}
