//! Slow reference implementations of the games, written from the rules text alone, that check the
//! fast generator in tests. They share no code with it and no rules with each other, only the
//! interface in this module. Boards are mailboxes: a square is rank times files plus file, both
//! from 0.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod definition;
pub mod maxima;
pub mod renaissance;
pub mod rococo;
mod switches;
pub mod ultima;

/// Effect of the third occurrence of a position (rules, 2, `repetition`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Draw,
    Loss,
    Off,
}

/// A move with its victims in ascending order: the squares on which pieces are when they are
/// captured. Suicides, explosions and drops have `from == to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveRecord {
    /// UCI text (rules, 1.3).
    pub uci: String,
    pub from: usize,
    pub to: usize,
    pub victims: Vec<usize>,
}

/// A result, `1-0`, `0-1` or `1/2-1/2`, and its reason.
pub type End = (&'static str, &'static str);

/// A position of one game under its rules.
pub trait Reference: Clone + Sized {
    /// Files of the board.
    const FILES: usize;
    /// Ranks of the board.
    const RANKS: usize;

    /// Parses a FEN under a preset with `key=value` switches that override it, separated by commas
    /// or blanks, `-` for none. Only the syntax is checked, but strictly: `fen` returns an accepted
    /// FEN unchanged, except for missing fields and the order of a swap ban.
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String>;
    /// The name of a square (rules, 1.3).
    fn name(square: usize) -> String;
    /// The six fields.
    fn fen(&self) -> String;
    /// The side to move.
    fn white_to_move(&self) -> bool;
    /// Plies since the last irreversible move.
    fn clock(&self) -> u32;
    /// Equal for equal positions in the sense of repetition (rules, 2).
    fn repetition_key(&self) -> String;
    /// Effect of the third occurrence, and the move limit in plies, 0 for none.
    fn end_rules(&self) -> (Repetition, u32);
    /// Whether the position is valid: it has none of the errors of rules, 1.3.
    fn is_position(&self) -> bool;
    /// Whether the piece on the square is frozen; false for empty squares.
    fn is_frozen(&self, square: usize) -> bool;
    /// Whether the king of a side could be captured if the other side were to move. Always false
    /// where there is no check.
    fn is_check(&self, white: bool) -> bool;
    /// The legal moves, sorted; none if the board shows the end of the game.
    fn legal(&self) -> Vec<MoveRecord>;
    /// The position after a legal move.
    fn play(&self, mv: &MoveRecord) -> Self;
    /// The readable text of a legal move, without the suffix (rules, 1.3).
    fn readable(&self, mv: &MoveRecord) -> String;
    /// The status of the position in a word: `ongoing`, `check`, `checkmate`, `stalemate`,
    /// `king-taken`, `invasion` or `bare-king`.
    fn status(&self) -> &'static str;
    /// The end of the game that the board shows, without repetition and move limit (rules, 1.4).
    fn shown_end(&self) -> Option<End>;

    /// The end by the move limit.
    fn limit_end(&self) -> Option<End> {
        let (_, limit) = self.end_rules();
        (limit > 0 && self.clock() >= limit).then_some(("1/2-1/2", "move-limit"))
    }

    /// The end that the board shows, or by the move limit.
    fn end(&self) -> Option<End> {
        self.shown_end().or(self.limit_end())
    }

    /// The squares of all frozen pieces.
    fn all_frozen(&self) -> Vec<usize> {
        (0..Self::FILES * Self::RANKS).filter(|&square| self.is_frozen(square)).collect()
    }

    /// The positions after the legal moves.
    fn nexts(&self) -> Vec<Self> {
        self.legal().iter().map(|mv| self.play(mv)).collect()
    }

    /// Node count (rules, 1.5).
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.nexts().iter().map(|next| next.perft(depth - 1)).sum(),
        }
    }
}

/// The result if that side has won.
pub fn win_for(white: bool) -> &'static str {
    if white { "1-0" } else { "0-1" }
}

/// A game: the current position and the keys of all positions so far, the current one last.
#[derive(Clone)]
pub struct Game<R: Reference> {
    position: R,
    keys: Vec<String>,
}

impl<R: Reference> Game<R> {
    /// The first position counts as an occurrence of itself.
    pub fn new(position: R) -> Self {
        let keys = vec![position.repetition_key()];
        Self { position, keys }
    }

    /// The current position.
    pub fn position(&self) -> &R {
        &self.position
    }

    /// Plays a legal move; a finished game has none.
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
pub fn forces_win<R: Reference>(position: &R, moves: u32) -> bool {
    forced(position.white_to_move(), position, moves)
}

/// The same for either side, with either side to move: one of its own moves wins, or every reply
/// loses, which may be by the reply itself.
fn forced<R: Reference>(white: bool, position: &R, moves: u32) -> bool {
    let nexts = || position.legal().into_iter().map(|mv| position.play(&mv));
    match position.end() {
        Some((result, _)) => result == win_for(white),
        None if position.white_to_move() == white => {
            moves > 0 && nexts().any(|next| forced(white, &next, moves - 1))
        }
        None => nexts().all(|next| forced(white, &next, moves)),
    }
}
