//! The table of a game: board, pieces, zones, ends.

use crate::piece::table::PieceSpecs;
use crate::{
    Bitboard, Board, BoardTypes, ByColor, Color, Geometry, Grid, Kinds, PieceKind, RuleFlags,
    Square,
};

/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<<G as BoardTypes>::Geometry>;

/// A set of squares for each side, such as the ranks on which its pieces promote.
pub type Zone<G> = ByColor<Bitboard<G>>;

/// The mobility of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slides<G: Grid> {
    /// The empty squares to which it moves without capturing, leaps of leapers aside, if it is not frozen.
    pub to: Bitboard<G>,
    /// Squares that decide that: as long as none of them becomes empty or occupied, it stays so.
    pub seen: Bitboard<G>,
}

/// The end of a game by reaching squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goal<G: Grid> {
    /// The squares that each side wants to reach.
    pub zone: Zone<G>,
    /// The kinds that count there.
    pub kinds: Kinds,
    /// Number of pieces of these kinds that must stand there.
    pub pieces: u32,
    /// Whether a move that reaches it wins even if it leaves the own king in check.
    pub before_check: bool,
}

impl<G: Grid> Goal<G> {
    /// Whether a side has reached it.
    #[inline(always)]
    pub(crate) fn is_reached<B: BoardTypes<Geometry = G>>(
        &self,
        board: &Board<B>,
        side: Color,
    ) -> bool {
        let there = self.zone[side] & board.color(side) & board.kinds(self.kinds);
        there.has_at_least(self.pieces)
    }
}

/// A limit of the number of own pieces in some squares.
#[derive(Clone, Copy)]
pub struct Limit<G: Grid> {
    /// The squares of each side.
    pub zone: Zone<G>,
    /// The greatest number of own pieces there.
    pub pieces: u32,
    /// What the squares are called, in explanations.
    pub name: &'static str,
}

/// What the generator of tables reads of a game: board, pieces, zones, ends.
#[derive(Clone, Copy)]
pub struct GameTable<G: Grid> {
    /// The board.
    pub geometry: G,
    /// What each kind of piece is.
    pub pieces: PieceSpecs<G::Bits>,
    /// Options that hold under all rule sets.
    pub options: RuleFlags,
    /// Number of pieces of both sides at the start: the maximum for one side, in hand included; in
    /// games with hands for both together. No move leads to more.
    pub max_pieces: u32,
    /// Squares that may be entered or crossed only to capture (rules, 4).
    pub capture_only: Option<Bitboard<G>>,
    /// Squares that few own pieces may be on (Maxima's palace).
    pub limit: Option<Limit<G>>,
    /// The end by reaching squares.
    pub goal: Option<Goal<G>>,
}

impl<G: Grid> GameTable<G> {
    /// A game with some pieces on a board and no special squares.
    pub const fn new(
        geometry: G,
        pieces: PieceSpecs<G::Bits>,
        max_pieces: u32,
        options: RuleFlags,
    ) -> Self {
        Self { geometry, pieces, options, max_pieces, capture_only: None, limit: None, goal: None }
    }
}

impl<G: Geometry> GameTable<G> {
    /// The character of an empty square in diagrams: `:` where it is entered only to capture, `_` where few
    /// own pieces may be, `.` elsewhere.
    pub fn symbol(&self, square: Square) -> char {
        let is_limited = |limit: Limit<G>| limit.zone.0.iter().any(|zone| zone.has(square));
        match self.capture_only {
            Some(squares) if squares.has(square) => ':',
            _ if self.limit.is_some_and(is_limited) => '_',
            _ => '.',
        }
    }

    /// The mobility of a piece.
    #[inline(always)]
    pub fn slides(&self, kind: PieceKind, from: Square, occupied: Bitboard<G>) -> Slides<G> {
        let seen = self.pieces.info(kind).moves.attacks(self.geometry, from, occupied);
        let to = seen - occupied;
        Slides { to: self.capture_only.map_or(to, |ring| to - ring), seen }
    }
}
