//! What a game is: its board, its men, its rules and its ends.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{
    Bitboard, Color, Geometry, Move, PieceKind, Position, PositionErrors, RuleSet, Square,
};

pub mod ultima;

/// The bits behind the board of a game.
pub(crate) type BitsOf<G> = <<G as Game>::Geometry as Geometry>::Bits;
/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<BitsOf<G>>;

/// A rule set with a name (`UCI_Variant`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// The name.
    pub name: &'static str,
    /// The switches.
    pub rules: R,
    /// Name of the start position that `startpos` means.
    pub start: &'static str,
}

/// A start position with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The name.
    pub name: String,
    /// FEN of the first move.
    pub fen: String,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
    /// A king is gone.
    KingTaken,
    /// The third occurrence of a position.
    Repetition,
    /// Too many plies without an irreversible move.
    MoveLimit,
}

impl EndReason {
    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::KingTaken => "king-taken",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody if it is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

impl Outcome {
    /// The result as PGN writes it.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All legal moves.
    All,
    /// Only those that take something.
    Captures,
}

/// Moves of one piece: where it can land without taking anything, and where it takes something.
/// A suicide is a quiet landing on its own square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveGroup<B: crate::Bits> {
    /// What moves.
    pub kind: PieceKind,
    /// Where it starts.
    pub from: Square,
    /// Landing squares of moves that take nothing.
    pub quiets: Bitboard<B>,
    /// Landing squares of moves that take something.
    pub captures: Bitboard<B>,
}

impl<B: crate::Bits> MoveGroup<B> {
    /// All landing squares.
    #[inline(always)]
    pub fn landings(&self) -> Bitboard<B> {
        self.quiets | self.captures
    }
}

/// A game. Positions of it are [`Position<Self>`]; all methods below are about validated ones,
/// except [`Game::errors`].
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// The rule switches.
    type Rules: RuleSet;
    /// Rule sets by name, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Other names of rule sets, and what they stand for.
    const ALIASES: &'static [(&'static str, &'static str)];
    /// For each rule set the text of a suite of typical positions with node counts.
    const SUITES: &'static [(&'static str, &'static str)];
    /// The kinds of men.
    const KINDS: &'static [PieceKind];

    /// Start positions by name.
    fn starts() -> Vec<Start>;

    /// What is wrong with a position that was not validated yet.
    fn errors(position: &Position<Self>) -> PositionErrors;

    /// Hands the legal moves to the listener, piece by piece, until it breaks off. Groups may be
    /// empty. A finished game has no moves; repetition and move limit play no part.
    fn generate(
        position: &Position<Self>,
        scope: Scope,
        listener: impl FnMut(MoveGroup<BitsOf<Self>>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Whether any move whatever, perhaps of another position, is legal here.
    fn is_legal(position: &Position<Self>, mv: Move) -> bool;

    /// What a legal move takes.
    fn victims(position: &Position<Self>, mv: Move) -> Set<Self>;

    /// The men of a side that cannot move because enemies hold them.
    fn frozen(position: &Position<Self>, color: Color) -> Set<Self>;

    /// Whether the king of a side could be taken, were it the other side's turn. Never where the
    /// game is played to the taking of the king.
    fn in_check(position: &Position<Self>, color: Color) -> bool;

    /// The end that the position shows before anybody looks for a legal move.
    fn decided(position: &Position<Self>) -> Option<Outcome>;

    /// What it means that the side to move has no legal move.
    fn stuck(position: &Position<Self>) -> Outcome;

    /// Empty squares to which a free man slides, captures aside: its mobility.
    fn slides(kind: PieceKind, from: Square, occupied: Set<Self>) -> Set<Self>;
}
