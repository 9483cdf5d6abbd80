//! The table of a game: board, pieces, zones, ends.

use std::fmt;

use bitflags::bitflags;
use thiserror::Error;

use crate::piece::movement::Movement;
use crate::piece::table::PieceSpecs;
use crate::piece::{Methods, PieceSpec};
use crate::{
    Bitboard, Bits, Board, BoardTypes, ByColor, Color, Geometry, Grid, Kinds, PieceKind, RuleFlags,
    Square,
};

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

    /// The empty squares to which a piece that is not frozen moves without capturing, leaps of
    /// leapers aside: its mobility.
    #[inline(always)]
    pub fn slides(&self, kind: PieceKind, from: Square, occupied: Bitboard<G>) -> Bitboard<G> {
        let slides = self.pieces.info(kind).moves.attacks(self.geometry, from, occupied) - occupied;
        self.capture_only.map_or(slides, |ring| slides - ring)
    }
}

bitflags! {
    /// Why a table that is made at run time is refused. `Display` writes one sentence for each.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
    pub struct TableErrors: u16 {
        /// No rows, or more than there are letters.
        const ROW_COUNT = 1 << 0;
        /// A letter is not a capital one, or that of another row.
        const LETTER = 1 << 1;
        /// The first row is not royal, or another one is.
        const ROYAL = 1 << 2;
        /// A row lacks what its methods need, or has it without the method.
        const INCOMPLETE = 1 << 3;
        /// A row has an option of games.
        const OPTION = 1 << 4;
        /// A row names a row that does not exist, or may become a king.
        const KIND = 1 << 5;
        /// A leap leads off the board, or cannot be made back.
        const MOVEMENT = 1 << 6;
        /// A method for pieces that slide has been given to another piece.
        const METHOD = 1 << 7;
        /// Two acts of a row are made by the same move.
        const ACTS = 1 << 8;
        /// Acts or drops could break the limit of a zone.
        const LIMIT = 1 << 9;
        /// Squares that may be entered only to capture are not the outer ones.
        const RING = 1 << 10;
        /// Pieces that leap, swap, or freeze all kinds differ in how they do so.
        const DIFFERENT = 1 << 11;
        /// The generator does not know all threats against kings: only
        /// [`CustomRules::new`](crate::CustomRules::new) asks for them.
        const THREATS = 1 << 12;
    }
}

impl fmt::Display for TableErrors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sentence = |error| match error {
            Self::ROW_COUNT => "there are no pieces, or more than 26",
            Self::LETTER => "the letters of the pieces are not different capital letters",
            Self::ROYAL => "the first piece, and no other, must be royal",
            Self::INCOMPLETE => "a piece displaces without moving so, or promotes to nothing",
            Self::OPTION => "a piece has an option that only games have",
            Self::KIND => "a piece names a piece that does not exist, or may become a king",
            Self::MOVEMENT => "a piece leaps off the board, or where it cannot leap back",
            Self::METHOD => "a piece that does not only slide has a method for sliding pieces",
            Self::ACTS => "a piece has two acts that are made by the same move",
            Self::LIMIT => "a zone with a limit does not go with acts, swaps and hands",
            Self::RING => "only the outer squares can be for captures alone",
            Self::THREATS => "check is not known with these pieces, hands or squares",
            _ => "pieces that leap, swap, or freeze all kinds must do so in the same way",
        };
        f.write_str(&self.iter().map(sentence).collect::<Vec<_>>().join("; "))
    }
}

impl<G: Geometry> GameTable<G> {
    /// What the generator cannot play, or would play wrongly.
    pub fn errors(&self) -> TableErrors {
        let rows = self.pieces.rows;
        let mut errors = TableErrors::empty();
        let mut set = |error, condition| errors.set(error, condition);
        set(TableErrors::ROW_COUNT, rows.is_empty() || rows.len() > PieceKind::MAX);
        let repeated = |(row, info): (usize, &PieceSpec<_>)| {
            !info.letter.is_ascii_uppercase()
                || rows[..row].iter().any(|other| other.letter == info.letter)
        };
        set(TableErrors::LETTER, rows.iter().enumerate().any(repeated));
        let royal = |(row, info): (usize, &PieceSpec<_>)| info.has(Methods::ROYAL) == (row == 0);
        set(TableErrors::ROYAL, !rows.iter().enumerate().all(royal));
        let incomplete = |row: &PieceSpec<_>| {
            row.has(Methods::DISPLACE) == row.displaces.is_none()
                || row.has(Methods::PROMOTE) == row.promotion.is_none()
        };
        set(TableErrors::INCOMPLETE, rows.iter().any(incomplete));
        set(TableErrors::OPTION, rows.iter().any(|row| !RuleFlags::OF_ROWS.contains(row.options)));
        set(TableErrors::KIND, rows.iter().any(|row| self.names_wrong_kind(row)));
        let lost = |row: &PieceSpec<_>| {
            [row.moves, row.displaces].iter().any(|ways| !self.is_two_way(ways))
        };
        set(TableErrors::MOVEMENT, rows.iter().any(lost));
        let methods = Methods::CAPTURES.difference(Methods::DISPLACE | Methods::IMITATE);
        let slides =
            |row: &PieceSpec<_>| row.moves.only_slides() || !row.methods.intersects(methods);
        set(TableErrors::METHOD, !rows.iter().all(slides));
        set(TableErrors::ACTS, rows.iter().any(has_ambiguous_acts));
        let acts = Methods::PUSH | Methods::PULL | Methods::LEAVE | Methods::SWAP;
        let moves_others = self.options.contains(RuleFlags::HANDS)
            || rows.iter().any(|row| row.methods.intersects(acts));
        set(TableErrors::LIMIT, self.limit.is_some() && moves_others);
        set(TableErrors::RING, self.capture_only.is_some_and(|ring| ring != self.edge()));
        set(TableErrors::DIFFERENT, self.has_differing_rows());
        errors
    }

    fn names_wrong_kind(&self, row: &PieceSpec<G::Bits>) -> bool {
        let exists = |kind: PieceKind| kind.index() < self.pieces.len();
        let is_king = |kind: PieceKind| kind == PieceKind::KING;
        row.in_hand.is_some_and(|kind| !exists(kind) || is_king(kind))
            || row.promotion.is_some_and(|promotion| promotion.fewer_than[PieceKind::KING] > 0)
    }

    /// Whether a piece reaches only squares of the board, from squares that
    /// [`Movement::origins`] knows.
    fn is_two_way(&self, ways: &Movement<G::Bits>) -> bool {
        let squares = self.geometry.squares();
        let from_each = |from: Square| {
            let reached = ways.attacks(self.geometry, from, Bitboard::EMPTY)
                | ways.attacks(self.geometry, from, squares);
            let knows = |to: Square| ways.origins(self.geometry, to).has(from);
            reached.is_subset(squares) && reached.iter().all(knows)
        };
        squares.iter().all(from_each)
    }

    /// The squares with fewer than eight neighbours on a board without missing squares.
    fn edge(&self) -> Bitboard<G> {
        let is_outer = |&square: &Square| self.geometry.neighbours(square).len() < 8;
        self.geometry.squares().iter().filter(is_outer).collect()
    }

    /// Whether pieces that have to leap, swap or freeze alike do not.
    fn has_differing_rows(&self) -> bool {
        let differ = |group: &dyn Fn(&PieceSpec<G::Bits>) -> bool, options: RuleFlags| {
            let mut rows = self.pieces.rows.iter().filter(|row| group(row));
            let ways = |row: &PieceSpec<G::Bits>| (row.options & options, row.rescuers);
            let first = rows.next().map(ways);
            rows.any(|row| Some(ways(row)) != first)
        };
        let leaps = RuleFlags::SINGLE_LEAP | RuleFlags::STOP_BEHIND;
        differ(&|row| row.has(Methods::LEAP), leaps)
            || differ(&|row| row.has(Methods::SWAP), RuleFlags::SWAP_ENEMIES)
            || differ(&|row| row.freezes_all(), RuleFlags::PURE_FREEZE)
    }
}

/// Whether different moves of a piece would have the same start, destination and special effect.
fn has_ambiguous_acts<B: Bits>(row: &PieceSpec<B>) -> bool {
    let onto = [Methods::PUSH, Methods::LEAVE, Methods::SWAP, Methods::DISPLACE | Methods::IMITATE];
    let onto_pieces = onto.iter().filter(|&&act| row.methods.intersects(act)).count();
    onto_pieces > 1 || row.methods.contains(Methods::PROMOTE | Methods::LEAVE)
}
