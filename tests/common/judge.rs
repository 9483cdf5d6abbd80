//! The generator and the reference behind one face, so that both can be asked the same.

use baroque_movegen::{
    Color, EndReason, Game as _, Move, Position, RuleSet, Square, Ultima, read_move, uci,
};

use super::reference::{self, Play};

/// Whatever knows the rules of a position.
pub trait Judge: Sized {
    /// The position of a FEN under a preset with switches laid over it (`-` for none).
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String>;
    /// The six fields.
    fn fen(&self) -> String;
    /// The legal moves with their victims, sorted.
    fn plays(&self) -> Vec<Play>;
    /// The position after a legal move.
    fn after(&self, uci: &str) -> Self;
    /// All frozen men of both sides.
    fn all_frozen(&self) -> Vec<usize>;
    /// Whether the king of a side could be taken, were it the other side's turn.
    fn is_check(&self, white: bool) -> bool;
    /// `ongoing`, `check`, `checkmate`, `stalemate` or `king-taken`.
    fn status(&self) -> &'static str;
    /// Result and reason if the position is the end of the game; repetition is not asked.
    fn end(&self) -> Option<(&'static str, &'static str)>;
}

/// The generator.
pub type Fast = Position<Ultima>;
/// The reference.
pub type Slow = reference::Position;

/// The rules of a preset with switches laid over it, for the generator.
pub fn fast_rules(variant: &str, switches: &str) -> Result<baroque_movegen::ultima::Rules, String> {
    let preset = Fast::variant(variant).map_err(|error| error.to_string())?.rules;
    let switches = if switches == "-" { "" } else { switches };
    preset.overlaid(switches).map_err(|error| error.to_string())
}

/// The rules of a preset with switches laid over it, for the reference.
pub fn slow_rules(variant: &str, switches: &str) -> Result<reference::Rules, String> {
    let mut rules = reference::Rules::preset(variant).ok_or("no such variant")?;
    rules.overlay(switches)?;
    Ok(rules)
}

/// The same position before both judges.
pub fn both(variant: &str, switches: &str, fen: &str) -> (Fast, Slow) {
    let fast = Fast::read(variant, switches, fen);
    let slow = Slow::read(variant, switches, fen);
    (fast.unwrap_or_else(|error| panic!("{error}: {fen}")), slow.unwrap())
}

/// A move of the generator with what it takes, in the words of the reference.
pub fn play_of(position: &Fast, mv: Move) -> Play {
    Play {
        uci: uci::<Ultima>(mv),
        from: mv.from().index(),
        to: mv.to().index(),
        victims: position.victims(mv).iter().map(Square::index).collect(),
    }
}

impl Judge for Fast {
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        Self::from_fen(fen, fast_rules(variant, switches)?).map_err(|error| error.to_string())
    }

    fn fen(&self) -> String {
        self.to_fen()
    }

    fn plays(&self) -> Vec<Play> {
        let mut plays: Vec<Play> =
            self.legal_moves().into_iter().map(|mv| play_of(self, mv)).collect();
        plays.sort();
        plays
    }

    fn after(&self, uci: &str) -> Self {
        self.try_play(read_move(self, uci).unwrap()).unwrap()
    }

    fn all_frozen(&self) -> Vec<usize> {
        let frozen = self.frozen(Color::White) | self.frozen(Color::Black);
        frozen.iter().map(Square::index).collect()
    }

    fn is_check(&self, white: bool) -> bool {
        Ultima::in_check(self, if white { Color::White } else { Color::Black })
    }

    fn status(&self) -> &'static str {
        match self.outcome().map(|outcome| outcome.reason) {
            Some(reason) if reason != EndReason::MoveLimit => reason.text(),
            _ if self.in_check() => "check",
            _ => "ongoing",
        }
    }

    fn end(&self) -> Option<(&'static str, &'static str)> {
        self.outcome().map(|outcome| (outcome.result(), outcome.reason.text()))
    }
}

impl Judge for Slow {
    fn read(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        Self::from_fen(fen, &slow_rules(variant, switches)?)
    }

    fn fen(&self) -> String {
        Slow::fen(self)
    }

    fn plays(&self) -> Vec<Play> {
        self.legal()
    }

    fn after(&self, uci: &str) -> Self {
        let plays = self.legal();
        self.play(plays.iter().find(|play| play.uci == uci).unwrap())
    }

    fn all_frozen(&self) -> Vec<usize> {
        (0..64).filter(|&square| self.frozen(square)).collect()
    }

    fn is_check(&self, white: bool) -> bool {
        self.in_check(white)
    }

    fn status(&self) -> &'static str {
        Slow::status(self)
    }

    fn end(&self) -> Option<(&'static str, &'static str)> {
        reference::Game::new(self.clone()).result()
    }
}
