//! What pieces take that others push or pull (rules, 6): what they would take by making that move
//! themselves.

use super::super::context::MoveContext;
use super::super::powers::neutralized;
use super::super::program::Program;
use super::super::ways::Found;
use super::Captures;
use crate::custom::definition::Mode;
use crate::{Bitboard, CustomGame, Piece, Position, Setup, Square};

/// Whether the piece on a square can neither take nor act.
pub fn is_neutralized(program: &Program, position: &Position<CustomGame>, square: Square) -> bool {
    let side = position.board().piece_at(square).map(|piece| piece.color);
    side.is_some_and(|side| neutralized(program, position, side).has(square))
}

/// What a piece takes that is moved one step, where the board has all pieces but this one where they
/// are then; `None` if it could not make that move itself.
pub fn captures(
    program: &Program,
    setup: Setup<CustomGame>,
    piece: Piece,
    [from, to]: [Square; 2],
) -> Option<Captures> {
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
    let paths = &context.kind(piece.kind).paths[piece.color];
    paths.iter().find_map(|path| {
        let leads_there = program.squares(path.shape, from, 1).any(|(_, square)| square == to);
        let enters = path.mode == Mode::Slide || path.mode == Mode::Fly && !displacing;
        let mut attempt = context.attempt(piece.kind, from, path, &found, displacing);
        attempt.mover = Bitboard::EMPTY;
        let captures = context.captures(&attempt).filter(|_| leads_there && enters)?;
        context.is_possible(path, &attempt, &captures).then_some(captures)
    })
}
