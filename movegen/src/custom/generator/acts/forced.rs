//! Forced captures (rules, 6): a piece that is pushed or pulled takes what it would take by making that
//! move itself, frozen or not. First the pieces go on, then they take, the last one of a chain first,
//! on the board as it is then; only whether a piece is neutralized is read on the board before.

use super::super::candidates::Candidate;
use super::super::context::MoveContext;
use super::super::play;
use super::super::takes::Captures;
use super::super::takes::forced::{captures, is_neutralized};
use crate::custom::definition::Effect;
use crate::{Bitboard, Setup, Square};

impl MoveContext<'_> {
    /// A push or a pull with what the moved pieces take.
    pub fn with_forced_captures(&self, mut candidate: Candidate) -> Candidate {
        if self.program.forced_captures {
            let mut next = Setup { side: self.side, ..self.position.setup() };
            let mut victims = Bitboard::EMPTY;
            play::play(self.program, &candidate, &mut next, |square, _| victims |= square.into());
            candidate.captures = Captures::only(Effect::Capture, victims);
        }
        candidate
    }

    /// Whether a piece can be pushed onto an occupied square, because it takes what stands there.
    pub fn may_be_pushed_onto(&self, [by, from, to]: [Square; 3]) -> bool {
        if !self.program.forced_captures || is_neutralized(self.program, self.position, from) {
            return false;
        }
        let mut next = self.position.setup();
        let board = &mut next.board;
        let (Some(pusher), Some(piece)) = (board.piece_at(by), board.piece_at(from)) else {
            return false;
        };
        board.toggle(piece.color, piece.kind, from);
        board.toggle(pusher.color, pusher.kind, by);
        board.toggle(pusher.color, pusher.kind, from);
        captures(self.program, next, piece, [from, to])
            .is_some_and(|captures| captures.all().has(to))
    }
}
