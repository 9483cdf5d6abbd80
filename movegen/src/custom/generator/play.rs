//! Playing a move.

use arrayvec::ArrayVec;

use super::candidates::{Action, Candidate};
use super::context::MoveContext;
use super::program::Program;
use super::takes::{Attempt, Captures, forced};
use crate::custom::definition::Effect;
use crate::position::setup::sorted;
use crate::table::hands::put;
use crate::{Board, Color, CustomGame, Piece, PieceKind, Position, Setup, Special, Square};

/// Most squares of a line.
pub const LONGEST_LINE: usize = 16;

/// A board on which a move is played.
struct BoardEditor<'a> {
    program: &'a Program,
    board: &'a mut Board<CustomGame>,
    side: Color,
}

/// Plays a move of a side on `next`, a copy of the position with the swap ban cleared, and calls the
/// visitor with each piece that is taken. Returns whether the move is irreversible.
pub fn play(
    program: &Program,
    mv: &Candidate,
    next: &mut Setup<CustomGame>,
    mut visitor: impl FnMut(Square, Piece),
) -> bool {
    let side = next.side;
    let mut editor = BoardEditor { program, board: &mut next.board, side };
    let to = mv.to;
    let Some(from) = mv.from else {
        match &program.placing {
            Some(placing) => placing.place(editor.board, side, (mv.kind, to)),
            None => put(editor.board, side, mv.kind, to),
        }
        return true;
    };
    let captures = !mv.captures.all().is_empty();
    if program.forced_captures && matches!(mv.action, Action::Push(_) | Action::Pull { .. }) {
        go_on(mv, program, next, |squares, before, next| {
            arrive(squares, before, program, next, &mut visitor);
        });
        return captures;
    }
    editor.take(&mv.captures, &mut visitor);
    match mv.action {
        Action::Go { .. } => match mv.special {
            Special::Piece(kind) => {
                editor.remove(from);
                editor.board.toggle(side, kind, to);
            }
            _ => editor.shift(from, to),
        },
        Action::Swap { take_back } => {
            editor.exchange(from, to);
            next.swap_ban = (!take_back).then(|| sorted([from, to]));
        }
        Action::Push(beyond) | Action::Attract(beyond) | Action::Repel(beyond) => {
            editor.shift(to, beyond);
            if matches!(mv.action, Action::Push(_)) {
                editor.shift(from, to);
            }
        }
        Action::Plow(steps) => {
            editor.remove(from);
            editor.push_on(steps, to);
            editor.board.toggle(side, mv.kind, to);
        }
        Action::Pull { steps, followers } => {
            editor.shift(from, to);
            editor.follow(steps, from, followers);
        }
        Action::Leave(left) => {
            editor.shift(from, to);
            put(editor.board, side, left, from);
        }
        Action::Destroy | Action::Explode | Action::Suicide => editor.remove(from),
        Action::Rifle | Action::Drop(_) => {}
    }
    let lost = matches!(mv.action, Action::Go { .. }) && mv.captures.mover_too;
    if lost {
        BoardEditor { program, board: &mut next.board, side }.remove(to);
    }
    let promotes = matches!((mv.action, mv.special), (Action::Go { .. }, Special::Piece(_)));
    let leaves = matches!(mv.action, Action::Leave(_) | Action::Explode | Action::Suicide);
    captures || promotes || leaves
}

/// Calls the visitor with each piece that a move takes.
pub fn for_each_capture(
    program: &Program,
    position: &Position<CustomGame>,
    mv: &Candidate,
    mut visitor: impl FnMut(Square, Piece),
) {
    if program.forced_captures && matches!(mv.action, Action::Push(_) | Action::Pull { .. }) {
        play(program, mv, &mut position.setup.clone(), visitor);
        return;
    }
    for square in mv.captures.each().flat_map(|(_, victims)| victims) {
        if let Some(piece) = position.board().piece_at(square) {
            visitor(square, piece);
        }
    }
}

/// Plays a push or a pull in a game in which the moved pieces take. Calls `arrive` with each of them that is
/// moved, from where to where, the position before, and the board on which it is not put yet.
pub(super) fn go_on(
    mv: &Candidate,
    program: &Program,
    next: &mut Setup<CustomGame>,
    mut arrive: impl FnMut([Square; 2], &Position<CustomGame>, &mut Setup<CustomGame>),
) {
    let (Some(from), to) = (mv.from, mv.to) else { return };
    let before = Position { setup: next.clone() };
    let mut editor = BoardEditor { program, board: &mut next.board, side: next.side };
    match mv.action {
        Action::Push(beyond) => {
            editor.remove(to);
            editor.shift(from, to);
            arrive([to, beyond], &before, next);
        }
        Action::Pull { steps, followers } => {
            editor.shift(from, to);
            let moved = editor.follow(steps, from, followers);
            for [from, to] in moved.into_iter().rev() {
                // What has been taken takes nothing.
                if next.board.piece_at(to) == before.board().piece_at(from) {
                    BoardEditor { program, board: &mut next.board, side: next.side }.remove(to);
                    arrive([from, to], &before, next);
                }
            }
        }
        _ => {}
    }
}

/// Puts a moved piece on its square, with what it takes there.
pub(super) fn arrive(
    [from, to]: [Square; 2],
    before: &Position<CustomGame>,
    program: &Program,
    next: &mut Setup<CustomGame>,
    visitor: &mut impl FnMut(Square, Piece),
) {
    let Some(piece) = before.board().piece_at(from) else { return };
    let captures = with_captures([from, to], before, program, next, |_, _, captures| captures);
    let captures = captures.unwrap_or(Captures::NONE);
    let mut editor = BoardEditor { program, board: &mut next.board, side: piece.color };
    editor.take(&captures, visitor);
    if !captures.mover_too {
        editor.board.toggle(piece.color, piece.kind, to);
    }
}

/// What a moved piece takes, if it can make its move itself: the position in which it does, how, and what.
pub(super) fn with_captures<T>(
    [from, to]: [Square; 2],
    before: &Position<CustomGame>,
    program: &Program,
    next: &Setup<CustomGame>,
    found: impl FnMut(&MoveContext, &Attempt, Captures) -> T,
) -> Option<T> {
    let piece = before.board().piece_at(from)?;
    let able = !forced::is_neutralized(program, before, from);
    able.then(|| forced::with_captures(program, next.clone(), piece, [from, to], found)).flatten()
}

impl BoardEditor<'_> {
    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.board.piece_at(square) {
            self.board.toggle(piece.color, piece.kind, square);
        }
    }

    fn shift(&mut self, from: Square, to: Square) {
        if let Some(piece) = self.board.piece_at(from) {
            self.board.toggle(piece.color, piece.kind, from);
            self.board.toggle(piece.color, piece.kind, to);
        }
    }

    fn exchange(&mut self, a: Square, b: Square) {
        let pieces = [self.board.piece_at(a), self.board.piece_at(b)];
        for (piece, [from, to]) in pieces.into_iter().zip([[a, b], [b, a]]) {
            if let Some(piece) = piece {
                self.board.toggle(piece.color, piece.kind, from);
                self.board.toggle(piece.color, piece.kind, to);
            }
        }
    }

    /// Takes pieces, each with its effect.
    fn take(&mut self, captures: &Captures, visitor: &mut impl FnMut(Square, Piece)) {
        for (effect, victims) in captures.each() {
            for square in victims {
                let Some(piece) = self.board.piece_at(square) else { continue };
                visitor(square, piece);
                self.board.toggle(piece.color, piece.kind, square);
                let is_royal = self.program.royal.has(piece.kind);
                match effect {
                    _ if is_royal => {}
                    Effect::Convert => self.board.toggle(!piece.color, piece.kind, square),
                    Effect::Demote => {
                        let content = &self.program.kinds[piece.kind.index()];
                        if let Some(kind) = content.piece.taken_becomes {
                            self.board.toggle(piece.color, kind, square);
                        }
                    }
                    Effect::Hand => self.hold(piece.kind),
                    Effect::Capture if self.program.takes_to_hand => self.hold(piece.kind),
                    Effect::Capture | Effect::Remove => {}
                }
            }
        }
    }

    /// Puts a captured piece into the hand of the side that moves.
    fn hold(&mut self, kind: PieceKind) {
        let kind = self.program.kinds[kind.index()].hand_type;
        let count = self.board.hand(self.side).count(kind).saturating_add(1);
        let _ = self.board.set_hand(self.side, kind, count);
    }

    /// Moves the unbroken line of pieces from a square on by one step, the last one first.
    fn push_on(&mut self, steps: usize, square: Square) {
        if self.board.piece_at(square).is_none() {
            return;
        }
        if let Some(next) = self.program.step(steps, square) {
            self.push_on(steps, next);
            self.shift(square, next);
        }
    }

    /// Moves a number of pieces behind a square one step towards it, and returns from where to where.
    fn follow(
        &mut self,
        steps: usize,
        square: Square,
        followers: usize,
    ) -> ArrayVec<[Square; 2], LONGEST_LINE> {
        let mut moved = ArrayVec::new();
        for [behind, here] in self.program.followers(steps, square, followers.min(LONGEST_LINE)) {
            self.shift(behind, here);
            moved.push([behind, here]);
        }
        moved
    }
}
