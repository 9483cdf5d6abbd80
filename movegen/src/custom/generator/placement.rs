//! Placing pieces before play (rules, 8).
//!
//! Each piece placed is a ply. Whose turn it is follows from how many are placed, so a side may have
//! the move twice in a row. Pieces of a common pool are held in both hands until one side places them.

use crate::custom::definition::{Definition, PlacementMode, PlacementOrder, Squares};
use crate::table::hands::put;
use crate::{Board, Color, CustomBoard, CustomGame, Kinds, PieceKind, Setup, Square, Zone};

/// How pieces are placed.
#[derive(Debug)]
pub struct Placing {
    zone: Zone<CustomBoard>,
    order: PlacementOrder,
    /// The royal kinds, if the others are a pool of both sides.
    pool_without: Option<Kinds>,
    /// The pieces that both sides place.
    total: u32,
}

impl Placing {
    /// How the pieces of a definition are placed.
    pub fn new(definition: &Definition, royal: Kinds) -> Option<Self> {
        let placement = definition.placement.as_ref()?;
        let is_pool = placement.mode == PlacementMode::Pool;
        let mut placing = Self {
            zone: placement.zone,
            order: placement.order,
            pool_without: is_pool.then_some(royal),
            total: 0,
        };
        placing.total = placing.left(&definition.held_at_start());
        Some(placing)
    }

    /// The kinds that only one side holds, where the others are a pool of both.
    pub fn pool_without(&self) -> Option<Kinds> {
        self.pool_without
    }

    /// The side that places next; `None` if all pieces are placed.
    pub fn side(&self, board: &Board<CustomGame>) -> Option<Color> {
        let left = self.left(board);
        (left > 0).then(|| self.nth(self.total.saturating_sub(left)))
    }

    /// Whether the sides place in turn one piece each, Black the last one before White's first move.
    pub fn alternates(&self) -> bool {
        self.order == PlacementOrder::One && self.total.is_multiple_of(2)
    }

    /// The side that places the piece of a number, from 0.
    fn nth(&self, number: u32) -> Color {
        let turn = match self.order {
            PlacementOrder::One => number,
            PlacementOrder::OneThenTwo => number.div_ceil(2),
        };
        if turn % 2 == 0 { Color::White } else { Color::Black }
    }

    /// The number of pieces that are not placed yet.
    fn left(&self, board: &Board<CustomGame>) -> u32 {
        held(board, Color::White, Kinds::ALL) + held(board, Color::Black, self.own())
    }

    /// The kinds that are held by one side alone.
    fn own(&self) -> Kinds {
        self.pool_without.unwrap_or(Kinds::ALL)
    }

    /// Whether a side may place a piece of a kind: one that it holds, royal ones before those of a
    /// pool.
    pub fn may_place(&self, board: &Board<CustomGame>, side: Color, kind: PieceKind) -> bool {
        let hand = board.hand(side);
        let is_royal = |kind| self.pool_without.is_some_and(|royal| royal.has(kind));
        hand.count(kind) > 0 && (is_royal(kind) || !hand.kinds().any(is_royal))
    }

    /// The squares on which a side may place.
    pub fn squares(&self, board: &Board<CustomGame>, side: Color) -> Squares {
        self.zone[side] - board.occupied()
    }

    /// Places a piece, of a pool also for the other side, which then lacks it.
    pub fn place(
        &self,
        board: &mut Board<CustomGame>,
        side: Color,
        (kind, square): (PieceKind, Square),
    ) {
        put(board, side, kind, square);
        if self.pool_without.is_some_and(|royal| !royal.has(kind)) {
            let _ = board.set_hand(!side, kind, board.hand(side).count(kind));
        }
    }

    /// Whether the pieces in hand cannot be placed in turn: another side is to move, or a side has
    /// too few squares, or more or fewer pieces than turns.
    pub fn is_wrong(&self, setup: &Setup<CustomGame>) -> bool {
        let (board, left) = (&setup.board, self.left(&setup.board));
        let Some(side) = self.side(board) else { return false };
        let fits = |side: Color| {
            let turns = self.total.saturating_sub(left)..self.total;
            let turns = turns.filter(|&number| self.nth(number) == side).count() as u32;
            let has_pieces = match self.pool_without {
                None => held(board, side, Kinds::ALL) == turns,
                Some(_) => held(board, side, self.own()) <= turns,
            };
            has_pieces && turns <= self.squares(board, side).len()
        };
        left > self.total || side != setup.side || !Color::ALL.into_iter().all(fits)
    }
}

/// The number of pieces of some kinds in the hand of a side.
fn held(board: &Board<CustomGame>, side: Color, of: Kinds) -> u32 {
    let hand = board.hand(side);
    hand.kinds().filter(|&kind| of.has(kind)).map(|kind| u32::from(hand.count(kind))).sum()
}
