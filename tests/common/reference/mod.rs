//! A slow reference of all games, written from the rules text alone, that checks the fast generator
//! in tests. It plays what files of games describe, and the compiled games as our own files
//! (`movegen/games/*.toml`) describe them. It shares no code with the generator: it reads the files
//! itself, which no program writes, and never asks what the generator makes of them. Boards are
//! mailboxes: a square is rank times files plus file, both from 0.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod definition;
mod switches;

pub use definition::Position;

/// Effect of the third occurrence of a position (rules, 2, `repetition`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Draw,
    Loss,
    Off,
}

/// A move with its victims in ascending order: the squares on which pieces are when they are
/// captured (rules, 1 and 6). Suicides, explosions and drops have `from == to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveRecord {
    /// UCI text (rules, 1.3).
    pub uci: String,
    pub from: usize,
    pub to: usize,
    pub victims: Vec<usize>,
}

/// A result, `1-0`, `0-1` or `1/2-1/2`, and its reason (rules, 1.4).
pub type End = (&'static str, &'static str);

/// The result if that side has won.
pub fn win_for(white: bool) -> &'static str {
    if white { "1-0" } else { "0-1" }
}

/// A game: the current position and the keys of all positions so far, the current one last.
#[derive(Clone)]
pub struct Game {
    position: Position,
    keys: Vec<String>,
}

impl Game {
    /// The first position counts as an occurrence of itself.
    pub fn new(position: Position) -> Self {
        let keys = vec![position.repetition_key()];
        Self { position, keys }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move; a finished game has none (rules, 1.5).
    pub fn push(&mut self, uci: &str) -> Result<(), String> {
        if let Some((result, reason)) = self.end() {
            return Err(format!("`{uci}`: the game is over, {result} by {reason}"));
        }
        let moves = self.position.legal();
        let mv = moves.iter().find(|mv| mv.uci == uci);
        let mv = mv.ok_or(format!("`{uci}` is illegal"))?;
        self.position = self.position.play(mv);
        self.keys.push(self.position.repetition_key());
        Ok(())
    }

    /// Result and reason: what the board shows comes before repetition, and repetition before the
    /// move limit (rules, 1.4).
    pub fn end(&self) -> Option<End> {
        let now = self.position.repetition_key();
        let third = self.keys.iter().filter(|key| **key == now).count() >= 3;
        let repeated = match self.position.end_rules() {
            (Repetition::Draw, _) if third => Some(("1/2-1/2", "repetition")),
            // The other side moved last.
            (Repetition::Loss, _) if third => {
                Some((win_for(self.position.white_to_move()), "repetition"))
            }
            _ => None,
        };
        self.position.shown_end().or(repeated).or(self.position.limit_end())
    }
}

/// Whether the side to move forces a win within that many moves of its own (rules, 1.4). A game
/// that is over counts with its result; repetition is not considered.
pub fn forces_win(position: &Position, moves: u32) -> bool {
    forced(position.white_to_move(), position, moves)
}

/// The same for either side, with either side to move: one of its own moves wins, or every reply
/// loses, which may be by the reply itself.
fn forced(white: bool, position: &Position, moves: u32) -> bool {
    let nexts = || position.nexts().into_iter().map(|(_, next)| next);
    match position.end() {
        Some((result, _)) => result == win_for(white),
        None if position.white_to_move() == white => {
            moves > 0 && nexts().any(|next| forced(white, &next, moves - 1))
        }
        None => nexts().all(|next| forced(white, &next, moves)),
    }
}
