//! The table of a game: board, pieces, zones, ends.

use crate::piece::table::PieceTable;
use crate::{Bitboard, BoardTypes, ByColor, Geometry, Grid, Kinds, Options, PieceKind, Square};

/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<<G as BoardTypes>::Geometry>;

/// A set of squares for each side, such as the ranks on which its pieces promote.
pub type Zone<G> = ByColor<Bitboard<G>>;

/// The end of a game by reaching squares.
#[derive(Clone, Copy)]
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

/// What the generator reads of a game: board, pieces, zones, ends. A game that is described at run
/// time is a value of this type.
#[derive(Clone, Copy)]
pub struct Table<G: Grid> {
    /// The board.
    pub geometry: G,
    /// What each kind of piece is.
    pub pieces: PieceTable<G::Bits>,
    /// Options that hold under all rule sets.
    pub options: Options,
    /// Number of pieces of both sides at the start: the maximum for one side, in hand included; in
    /// games with hands for both together. No move leads to more.
    pub max_pieces: u32,
    /// Squares that may be entered or crossed only to capture (rules, 4).
    pub only_to_take: Option<Bitboard<G>>,
    /// Squares that few own pieces may be on (Maxima's palace).
    pub limit: Option<Limit<G>>,
    /// The end by reaching squares.
    pub goal: Option<Goal<G>>,
    /// Whether check is found by playing moves, which is slow but right for any table;
    /// [`RuntimeRules`](crate::RuntimeRules) sets it where it is needed.
    pub checks_by_playing: bool,
}

impl<G: Grid> Table<G> {
    /// A game with some pieces on a board and no special squares.
    pub const fn new(
        geometry: G,
        pieces: PieceTable<G::Bits>,
        max_pieces: u32,
        options: Options,
    ) -> Self {
        Self {
            geometry,
            pieces,
            options,
            max_pieces,
            only_to_take: None,
            limit: None,
            goal: None,
            checks_by_playing: false,
        }
    }
}

impl<G: Geometry> Table<G> {
    /// The empty squares to which a piece that is not frozen moves without capturing, leaps of
    /// leapers aside: its mobility.
    #[inline(always)]
    pub fn slides(&self, kind: PieceKind, from: Square, occupied: Bitboard<G>) -> Bitboard<G> {
        let slides = self.pieces.info(kind).moves.attacks(self.geometry, from, occupied) - occupied;
        self.only_to_take.map_or(slides, |ring| slides - ring)
    }
}
