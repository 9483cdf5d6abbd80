//! What pieces take that others push or pull (rules, 6): what they would take by making that move
//! themselves.

use super::super::context::MoveContext;
use super::super::powers::neutralized;
use super::super::program::{Kind, Program};
use super::super::ways::Found;
use super::{Attempt, Captures};
use crate::custom::definition::{Method, Mode, Squares};
use crate::{Bitboard, Color, CustomGame, Direction, Piece, Position, Setup, Square};

/// Whether the piece on a square can neither take nor act.
pub fn is_neutralized(program: &Program, position: &Position<CustomGame>, square: Square) -> bool {
    let side = position.board().piece_at(square).map(|piece| piece.color);
    side.is_some_and(|side| neutralized(program, position, side).has(square))
}

impl MoveContext<'_> {
    /// Whether a piece that is moved one step may take a wanted victim, or with some methods a wanted partner,
    /// where all stand as they do then. A quick test.
    pub fn may_take_by_step(
        &self,
        piece: Piece,
        squares: [Square; 2],
        [partners, victims]: [Squares; 2],
        wanted: Squares,
    ) -> bool {
        let content = self.kind(piece.kind);
        let sets = [partners, victims & wanted];
        let by = |content: &Kind, method: &Method| {
            self.may_take_by(content, method, (piece.color, squares), sets)
        };
        content.piece.takes.iter().any(|take| match take.method {
            Method::Imitate { .. } => self.kinds().any(|(other, content)| {
                let is_there = !self.board.pieces(!piece.color, other).is_empty();
                let methods = content.piece.takes.iter().map(|take| &take.method);
                is_there && methods.chain([&Method::Displace]).any(|method| by(content, method))
            }),
            Method::Around { all: true, .. } => {
                self.program.beside(squares[1]).intersects((partners | victims) & wanted)
            }
            ref method => by(content, method),
        })
    }

    fn may_take_by(
        &self,
        content: &Kind,
        method: &Method,
        (side, [from, to]): (Color, [Square; 2]),
        [partners, victims]: [Squares; 2],
    ) -> bool {
        let is_ahead = |from, to, squares: Squares| {
            let step = |square, direction: Direction| self.program.step(direction as usize, square);
            Direction::ALL.into_iter().any(|direction| {
                let follows = step(from, direction) == Some(to);
                follows && step(to, direction).is_some_and(|ahead| squares.has(ahead))
            })
        };
        match method {
            Method::Displace => victims.has(to),
            Method::Withdraw => is_ahead(to, from, victims),
            Method::Approach => is_ahead(from, to, victims),
            Method::Fly => victims.has(from),
            Method::Around { .. } => victims.intersects(self.program.beside(to)),
            Method::Pincer { .. } => {
                let mut beside = (self.program.beside(to) & victims).iter();
                beside.any(|victim| is_ahead(to, victim, partners))
            }
            Method::Coordinate { .. } => {
                self.program.cross(to).iter().any(|line| line.intersects(victims))
            }
            Method::Offset(_) => content.offsets[side]
                .iter()
                .any(|&table| self.program.step(table, to).is_some_and(|it| victims.has(it))),
            Method::Leap { .. } | Method::Plow | Method::Imitate { .. } => false,
        }
    }
}

/// What a piece takes that is moved one step, where the board has all pieces but this one where they
/// are then; `None` if it could not make that move itself.
pub fn captures(
    program: &Program,
    setup: Setup<CustomGame>,
    piece: Piece,
    squares: [Square; 2],
) -> Option<Captures> {
    with_captures(program, setup, piece, squares, |_, _, captures| captures)
}

/// The same, for a function that is called with the position in which the piece moves, how, and what it
/// takes.
pub fn with_captures<T>(
    program: &Program,
    setup: Setup<CustomGame>,
    piece: Piece,
    [from, to]: [Square; 2],
    mut found: impl FnMut(&MoveContext, &Attempt, Captures) -> T,
) -> Option<T> {
    let position = Position { setup };
    let context = MoveContext {
        neutralized: Bitboard::EMPTY,
        ..MoveContext::new(program, &position, piece.color)
    };
    let displacing = context.occupied.has(to);
    if displacing && !context.enemy.has(to) {
        return None;
    }
    let step =
        Found { to, distance: 1, before: from, jumped: Bitboard::EMPTY, passed: Bitboard::EMPTY };
    let paths = &context.kind(piece.kind).paths[piece.color];
    paths.iter().find_map(|path| {
        let leads_there = program.squares(path.shape, from, 1).any(|(_, square)| square == to);
        let enters = path.mode == Mode::Slide || path.mode == Mode::Fly && !displacing;
        if !leads_there || !enters {
            return None;
        }
        let mut attempt = context.attempt(piece.kind, from, path, &step, displacing);
        attempt.mover = Bitboard::EMPTY;
        let captures = context.captures(&attempt)?;
        let is_possible = context.is_possible(path, &attempt, &captures);
        is_possible.then(|| found(&context, &attempt, captures))
    })
}
