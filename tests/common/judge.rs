//! The generator and the reference behind one face, so that both can be asked the same.

use baroque_movegen::{Color, Game, Move, Position, RuleSet, Square, read_move, readable, uci};

use super::games::TestGame;
use super::reference::{End, Play, Reference, win_for};

/// What a judge says of a position as it stands.
#[derive(Debug, PartialEq)]
pub struct Verdict {
    /// The six fields.
    pub fen: String,
    /// What the position shows, in a word ([`Reference::status`]).
    pub status: &'static str,
    /// Result and reason if it is the end of the game; repetition is not asked.
    pub end: Option<End>,
    /// The squares of all frozen pieces of both sides.
    pub frozen: Vec<usize>,
    /// Whether White's king could be taken, were it Black's turn; and Black's.
    pub checks: [bool; 2],
}

/// Whatever knows the rules of a position.
pub trait Judge: Sized {
    /// What its error says where a side has two kings.
    const TWO_KINGS: &'static str;

    /// The position of a FEN under a preset with switches laid over it (`-` for none), if the
    /// rules call it one.
    fn accept(variant: &str, switches: &str, fen: &str) -> Result<Self, String>;
    /// The legal moves with their victims, sorted.
    fn plays(&self) -> Vec<Play>;
    /// The position after a legal move.
    fn after(&self, uci: &str) -> Self;
    /// The readable text of a legal move, with the suffix.
    fn text(&self, play: &Play) -> String;
    /// All the rest.
    fn verdict(&self) -> Verdict;
}

/// The generator.
pub type Fast<G> = Position<G>;

/// The same position before the generator and before the reference.
pub fn both<G: TestGame>(variant: &str, switches: &str, fen: &str) -> (Fast<G>, G::Slow) {
    let fast = Fast::accept(variant, switches, fen);
    let slow = G::Slow::read(variant, switches, fen);
    (fast.unwrap_or_else(|error| panic!("{error}: {fen}")), slow.unwrap())
}

/// A move of the generator with what it takes, in the words of the reference.
fn play_of<G: Game>(position: &Fast<G>, mv: Move) -> Play {
    Play {
        uci: uci::<G>(mv),
        from: mv.from().index(),
        to: mv.to().index(),
        victims: position.victims(mv).iter().map(Square::index).collect(),
    }
}

/// What a position of the generator shows, in a word.
pub fn status<G: Game>(position: &Fast<G>) -> &'static str {
    match position.board_outcome() {
        Some(outcome) => outcome.reason.text(),
        None if position.in_check() => "check",
        None => "ongoing",
    }
}

impl<G: Game> Judge for Fast<G> {
    const TWO_KINGS: &'static str = "more than one king";

    fn accept(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        let preset = Self::variant(variant).map_err(|error| error.to_string())?.rules;
        let switches = if switches == "-" { "" } else { switches };
        let rules = preset.with_overrides(switches).map_err(|error| error.to_string())?;
        Self::from_fen(fen, rules).map_err(|error| error.to_string())
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

    fn text(&self, play: &Play) -> String {
        readable(self, read_move(self, &play.uci).unwrap())
    }

    fn verdict(&self) -> Verdict {
        let frozen = self.frozen(Color::White) | self.frozen(Color::Black);
        Verdict {
            fen: self.to_fen(),
            status: status(self),
            end: self.outcome().map(|outcome| (outcome.result(), outcome.reason.text())),
            frozen: frozen.iter().map(Square::index).collect(),
            checks: [Color::White, Color::Black].map(|color| G::in_check(self, color)),
        }
    }
}

impl<R: Reference> Judge for R {
    const TWO_KINGS: &'static str = "is no position";

    fn accept(variant: &str, switches: &str, fen: &str) -> Result<Self, String> {
        let position = R::read(variant, switches, fen)?;
        if position.is_position() { Ok(position) } else { Err(format!("{fen} is no position")) }
    }

    fn plays(&self) -> Vec<Play> {
        self.legal()
    }

    fn after(&self, uci: &str) -> Self {
        let plays = self.legal();
        self.play(plays.iter().find(|play| play.uci == uci).unwrap())
    }

    fn text(&self, play: &Play) -> String {
        let next = self.play(play);
        let suffix = match next.shown_end() {
            Some((result, _)) if result == win_for(self.white_to_move()) => "#",
            Some(("1/2-1/2", _)) => "=",
            None if next.is_check(next.white_to_move()) => "+",
            _ => "",
        };
        self.readable(play) + suffix
    }

    fn verdict(&self) -> Verdict {
        Verdict {
            fen: self.fen(),
            status: self.status(),
            end: self.end(),
            frozen: self.all_frozen(),
            checks: [true, false].map(|white| self.is_check(white)),
        }
    }
}
