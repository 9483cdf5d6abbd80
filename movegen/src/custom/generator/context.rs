//! A position as one side sees it that moves: who is frozen, who is shielded, who can take whom.

use super::powers::{frozen, neutralized, shielded};
use super::program::{Kind, Program};
use crate::custom::definition::{Immune, Squares};
use crate::{Bitboard, Board, Color, CustomBoard, CustomGame, PieceKind, Position, Square};

/// The inputs of the moves of one side, computed once per position. Shields, immunity and freezing
/// are those of the board before the move (rules, 10).
#[derive(Clone, Copy)]
pub struct MoveContext<'a> {
    pub program: &'a Program,
    pub position: &'a Position<CustomGame>,
    pub board: &'a Board<CustomGame>,
    pub geometry: CustomBoard,
    pub side: Color,
    pub own: Squares,
    pub enemy: Squares,
    pub occupied: Squares,
    pub frozen: Squares,
    /// Own pieces that can neither take nor act.
    pub neutralized: Squares,
    /// Enemies that cannot be taken.
    pub shielded: Squares,
    pub swap_ban: Option<[Square; 2]>,
    /// If only captures of some pieces matter, these: moves that take none of them may be left out.
    pub targets: Option<Squares>,
    /// If only moves to one square matter, this.
    pub to: Option<Square>,
}

impl<'a> MoveContext<'a> {
    /// For a side, whichever is to move.
    pub fn new(program: &'a Program, position: &'a Position<CustomGame>, side: Color) -> Self {
        Self { frozen: frozen(program, position, side), ..Self::unfrozen(program, position, side) }
    }

    /// The same, for moves of pieces that are known not to be frozen.
    pub fn unfrozen(program: &'a Program, position: &'a Position<CustomGame>, side: Color) -> Self {
        let board = position.board();
        let neutralized = neutralized(program, position, side);
        Self {
            program,
            position,
            board,
            geometry: position.geometry(),
            side,
            own: board.color(side),
            enemy: board.color(!side),
            occupied: board.occupied(),
            frozen: Bitboard::EMPTY,
            neutralized,
            shielded: shielded(program, position, !side),
            swap_ban: position.swap_ban(),
            targets: None,
            to: None,
        }
    }

    /// The same, where only captures of some pieces matter.
    pub fn attacking(self, targets: Squares) -> Self {
        Self { targets: Some(targets), ..self }
    }

    /// The same, where only moves to one square matter.
    pub fn leading_to(self, to: Square) -> Self {
        // The ring rule compares moves to all squares.
        Self { to: self.program.capture_only.is_empty().then_some(to), ..self }
    }

    /// What a kind does.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> &'a Kind {
        &self.program.kinds[kind.index()]
    }

    /// All kinds with what they do.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = (PieceKind, &'a Kind)> {
        self.program.kinds.iter().enumerate().map(|(row, kind)| (PieceKind::new(row), kind))
    }

    /// The enemies that a piece of a kind can take by a method.
    #[inline]
    pub fn takeable(&self, by: PieceKind, method: Immune) -> Squares {
        self.open_to(by, method) - self.shielded
    }

    /// The pieces of both sides that a piece of a kind can move by an act.
    #[inline]
    pub fn movable(&self, by: PieceKind, act: Immune) -> Squares {
        self.own | self.open_to(by, act)
    }
}
