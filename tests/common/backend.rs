//! A common interface to the generator and the reference.

use baroque_movegen::{
    Color, Game, Move, Position, RuleSwitches, Square, read_move, readable_unchecked, uci,
};

use super::reference::{self, End, MoveRecord, win_for};

/// The state of a position.
#[derive(Debug, PartialEq)]
pub struct PositionSummary {
    /// The six fields.
    pub fen: String,
    /// The status of the position in a word ([`Slow::status`]).
    pub status: &'static str,
    /// Result and reason if the game is over, repetition aside.
    pub end: Option<End>,
    /// The squares of all frozen pieces of both sides.
    pub frozen: Vec<usize>,
    /// Whether White's king is attacked, and whether Black's is.
    pub checks: [bool; 2],
}

/// An implementation of the rules.
pub trait Backend: Sized {
    /// Validates the position of a FEN under a preset with switches that override it (`-` for
    /// none).
    fn set_up(variant: &str, switches: &str, fen: &str) -> Result<Self, String>;
    /// The legal moves with their victims, sorted.
    fn move_records(&self) -> Vec<MoveRecord>;
    /// The position after a legal move.
    fn after(&self, uci: &str) -> Self;
    /// The readable text of a legal move, with the suffix.
    fn text(&self, mv: &MoveRecord) -> String;
    /// The state of the position.
    fn summary(&self) -> PositionSummary;
}

/// The generator.
pub type Fast<G> = Position<G>;

/// The reference.
pub type Slow = reference::Position;

/// The same position in the generator and in the reference.
pub fn both<G: Game>(variant: &str, switches: &str, fen: &str) -> (Fast<G>, Slow) {
    let fast = Fast::set_up(variant, switches, fen);
    let slow = Slow::read(variant, switches, fen);
    (fast.unwrap_or_else(|error| panic!("{error}: {fen}")), slow.unwrap())
}

/// A move of the generator in the reference's format.
fn record_of<G: Game>(position: &Fast<G>, mv: Move) -> MoveRecord {
    MoveRecord {
        uci: uci(position, mv),
        from: mv.from().index(),
        to: mv.to().index(),
        victims: position.victims(mv).iter().map(Square::index).collect(),
    }
}

/// The status of a position of the generator in a word.
pub fn status<G: Game>(position: &Fast<G>) -> &'static str {
    match position.board_outcome() {
        Some(outcome) => outcome.reason.text(),
        None if position.in_check() => "check",
        None => "ongoing",
    }
}

impl<G: Game> Backend for Fast<G> {
    fn set_up(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        let preset = Self::variant(variant).map_err(|error| error.to_string())?.rules;
        let switches = if switches == "-" { "" } else { switches };
        let rules = preset.with_overrides(switches).map_err(|error| error.to_string())?;
        Self::from_fen(fen, rules).map_err(|error| error.to_string())
    }

    fn move_records(&self) -> Vec<MoveRecord> {
        let mut moves: Vec<MoveRecord> =
            self.legal_moves().into_iter().map(|mv| record_of(self, mv)).collect();
        moves.sort();
        moves
    }

    fn after(&self, uci: &str) -> Self {
        self.try_play(read_move(self, uci).unwrap()).unwrap()
    }

    fn text(&self, mv: &MoveRecord) -> String {
        readable_unchecked(self, read_move(self, &mv.uci).unwrap())
    }

    fn summary(&self) -> PositionSummary {
        let frozen = self.frozen(Color::White) | self.frozen(Color::Black);
        PositionSummary {
            fen: self.to_fen(),
            status: status(self),
            end: self.outcome().map(|outcome| (outcome.result(), outcome.reason.text())),
            frozen: frozen.iter().map(Square::index).collect(),
            checks: [Color::White, Color::Black].map(|color| self.is_king_attacked(color)),
        }
    }
}

impl Backend for Slow {
    fn set_up(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        let position = Self::read(variant, switches, fen)?;
        if position.is_position() { Ok(position) } else { Err(format!("{fen} is no position")) }
    }

    fn move_records(&self) -> Vec<MoveRecord> {
        self.legal()
    }

    fn after(&self, uci: &str) -> Self {
        let moves = self.legal();
        self.play(moves.iter().find(|mv| mv.uci == uci).unwrap())
    }

    fn text(&self, mv: &MoveRecord) -> String {
        let next = self.play(mv);
        let suffix = match next.shown_end() {
            Some((result, _)) if result == win_for(self.white_to_move()) => "#",
            Some(("1/2-1/2", _)) => "=",
            None if next.is_check(next.white_to_move()) => "+",
            _ => "",
        };
        self.readable(mv) + suffix
    }

    fn summary(&self) -> PositionSummary {
        PositionSummary {
            fen: self.fen(),
            status: self.status(),
            end: self.end(),
            frozen: self.all_frozen(),
            checks: [true, false].map(|white| self.is_check(white)),
        }
    }
}
