//! Slow, plain references of the games, each written from the rules text alone to referee the fast
//! generator in tests. They share nothing with it and no rule with each other: what stands here is
//! only how a game is asked and refereed. A square is rank times files plus file, both from 0.
#![allow(dead_code, reason = "every test program uses another part of it")]

pub mod maxima;
pub mod renaissance;
pub mod rococo;
pub mod ultima;

/// What a third occurrence of a position means (rules, 2, `repetition`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Draw,
    Loss,
    Off,
}

/// A move with all it takes, victims ascending: the squares on which the captured pieces stand when
/// they are captured. Suicides, explosions and drops have `from == to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play {
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

    /// Reads a FEN under a preset with `key=value` switches laid over it, parted by commas or
    /// blanks, `-` for none. Only syntax is checked, but that strictly: every FEN that is read is
    /// written back the same, missing fields and the order of a swap ban apart.
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String>;
    /// The name of a square (rules, 1.3).
    fn name(square: usize) -> String;
    /// The six fields.
    fn fen(&self) -> String;
    /// The side to move.
    fn white_to_move(&self) -> bool;
    /// Plies since the last irreversible move.
    fn clock(&self) -> u32;
    /// What makes two positions the same for repetition (rules, 2).
    fn repetition_key(&self) -> String;
    /// What a third occurrence means, and the move limit in plies, 0 for none.
    fn end_rules(&self) -> (Repetition, u32);
    /// Whether the rules call it a position: none of the errors of rules, 1.3.
    fn is_position(&self) -> bool;
    /// Whether a piece stands there that is frozen.
    fn is_frozen(&self, square: usize) -> bool;
    /// Whether the king of a side could be taken, were it the other side's turn; never where
    /// there is no check.
    fn is_check(&self, white: bool) -> bool;
    /// The legal moves, sorted; none once the game is over by what the position shows.
    fn legal(&self) -> Vec<Play>;
    /// The position after a legal move.
    fn play(&self, play: &Play) -> Self;
    /// The readable text of a legal move, without the suffix (rules, 1.3).
    fn readable(&self, play: &Play) -> String;
    /// What the position shows, in a word: `ongoing`, `check`, `checkmate`, `stalemate`,
    /// `king-taken`, `invasion` or `bare-king`.
    fn status(&self) -> &'static str;
    /// The end that the position shows, repetition and move limit aside (rules, 1.4).
    fn shown_end(&self) -> Option<End>;

    /// The end by the move limit.
    fn limit_end(&self) -> Option<End> {
        let (_, limit) = self.end_rules();
        (limit > 0 && self.clock() >= limit).then_some(("1/2-1/2", "move-limit"))
    }

    /// The end by what the position shows, or by the move limit.
    fn end(&self) -> Option<End> {
        self.shown_end().or(self.limit_end())
    }

    /// The squares of all frozen pieces.
    fn all_frozen(&self) -> Vec<usize> {
        (0..Self::FILES * Self::RANKS).filter(|&square| self.is_frozen(square)).collect()
    }

    /// The positions after every legal move.
    fn nexts(&self) -> Vec<Self> {
        self.legal().iter().map(|play| self.play(play)).collect()
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

/// The result when that side has won.
pub fn win_for(white: bool) -> &'static str {
    if white { "1-0" } else { "0-1" }
}

/// A game: the position now and the keys of all positions so far, the present one last.
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

    /// The position now.
    pub fn position(&self) -> &R {
        &self.position
    }

    /// Plays a legal move; a finished game has none.
    pub fn push(&mut self, uci: &str) -> Result<(), String> {
        if let Some((result, reason)) = self.end() {
            return Err(format!("`{uci}`: the game is over, {result} by {reason}"));
        }
        let plays = self.position.legal();
        let play = plays.iter().find(|play| play.uci == uci);
        let play = play.ok_or(format!("`{uci}` is illegal"))?;
        self.position = self.position.play(play);
        self.keys.push(self.position.repetition_key());
        Ok(())
    }

    /// Result and reason: what the position shows comes before repetition, and that before the
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

/// Does the side to move force a won end within that many moves of its own (rules, 1.4)? An end
/// already reached counts as it stands; repetition is not asked.
pub fn forces_win<R: Reference>(position: &R, moves: u32) -> bool {
    forced(position.white_to_move(), position, moves)
}

/// The same for either side, whoever is to move: one of its own moves wins, or every reply does.
fn forced<R: Reference>(white: bool, position: &R, moves: u32) -> bool {
    let nexts = || position.nexts().into_iter();
    match position.end() {
        Some((result, _)) => result == win_for(white),
        None if moves == 0 => false,
        None if position.white_to_move() == white => {
            nexts().any(|next| forced(white, &next, moves - 1))
        }
        None => nexts().all(|next| forced(white, &next, moves)),
    }
}
