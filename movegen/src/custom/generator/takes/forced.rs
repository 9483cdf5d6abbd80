//! What pieces take that others push or pull (rules, 6): what they would take by making that move
//! themselves.

use super::super::candidates::Found;
use super::super::context::MoveContext;
use super::super::powers::neutralized;
use super::super::program::Program;
use super::Taken;
use crate::custom::definition::Mode;
use crate::{Bitboard, CustomGame, Piece, Position, Setup, Square};

/// Whether the piece on a square can neither take nor act.
pub fn is_neutralized(program: &Program, position: &Position<CustomGame>, square: Square) -> bool {
    let side = position.board().piece_at(square).map(|piece| piece.color);
    side.is_some_and(|side| neutralized(program, position, side).has(square))
}

/// What a piece takes that is moved one step, where the board has all pieces but this one where they
/// are then; `None` if it could not make that move itself.
pub fn taken(
    program: &Program,
    setup: Setup<CustomGame>,
    piece: Piece,
    [from, to]: [Square; 2],
) -> Option<Taken> {
    let position = Position { setup };
    let context = MoveContext {
        neutralized: Bitboard::EMPTY,
        ..MoveContext::new(program, &position, piece.color)
    };
    let displacing = context.occupied.has(to);
    if displacing && !context.enemy.has(to) {
        return None;
    }
    let found =
        Found { to, distance: 1, before: from, jumped: Bitboard::EMPTY, passed: Bitboard::EMPTY };
    let walks = &context.kind(piece.kind).walks[piece.color];
    walks.iter().find_map(|walk| {
        let leads_there = program.squares(walk.heading, from, 1).any(|(_, square)| square == to);
        let enters = walk.mode == Mode::Slide || walk.mode == Mode::Fly && !displacing;
        let mut stroke = context.stroke(piece.kind, from, walk, &found, displacing);
        stroke.mover = Bitboard::EMPTY;
        let taken = context.taken(&stroke).filter(|_| leads_there && enters)?;
        context.is_possible(walk, &stroke, &taken).then_some(taken)
    })
}
