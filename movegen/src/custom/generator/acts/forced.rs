//! Forced captures (rules, 6): a piece that is pushed or pulled takes what it would take by making that
//! move itself, frozen or not. First the pieces go on, then they take, the last one of a chain first,
//! on the board as it is then; only whether a piece is neutralized is read on the board before.

use arrayvec::ArrayVec;

use super::super::candidates::{Action, Candidate};
use super::super::context::MoveContext;
use super::super::play::{self, LONGEST_LINE};
use super::super::takes::Captures;
use super::super::takes::forced::{captures, is_neutralized};
use crate::custom::definition::{Effect, Squares};
use crate::{Bitboard, Direction, Geometry, Setup, Square};

impl MoveContext<'_> {
    /// A push or a pull with what the moved pieces take.
    pub fn with_forced_captures(&self, mut candidate: Candidate) -> Candidate {
        if self.program.forced_captures && self.may_force_captures(&candidate) {
            let mut next = Setup { side: self.side, ..self.position.setup() };
            let mut victims = Bitboard::EMPTY;
            play::play(self.program, &candidate, &mut next, |square, _| victims |= square.into());
            candidate.captures = Captures::only(Effect::Capture, victims);
        }
        candidate
    }

    /// Whether a piece that a push or a pull moves may take something. A quick test.
    fn may_force_captures(&self, candidate: &Candidate) -> bool {
        let moved = self.moved_with(candidate);
        let [mut own, mut enemy] = [self.own, self.enemy];
        let mut wanted = self.targets.unwrap_or(self.geometry.squares());
        for all in [&mut own, &mut enemy, &mut wanted] {
            let before = *all;
            for [from, _] in &moved {
                *all = *all - (*from).into();
            }
            for [from, to] in &moved {
                *all |= Bitboard::from(*to).masked(before.has(*from));
            }
        }
        moved.iter().skip(1).any(|&[from, to]| {
            let Some(piece) = self.board.piece_at(from) else { return false };
            let [partners, victims] = match self.own.has(from) {
                true => [own, enemy],
                false => [enemy, own],
            };
            self.may_take_by_step(piece, [from, to], [partners, victims], wanted)
        })
    }

    /// The pieces that a push or a pull moves, from where to where: first the one that makes the move.
    pub fn moved_with(&self, candidate: &Candidate) -> ArrayVec<[Square; 2], { LONGEST_LINE + 1 }> {
        let Candidate { from, to, action, .. } = *candidate;
        let mut moved: ArrayVec<_, { LONGEST_LINE + 1 }> =
            from.map(|from| [from, to]).into_iter().collect();
        match (from, action) {
            (_, Action::Push(beyond)) => moved.push([to, beyond]),
            (Some(from), Action::Pull { steps, followers }) => {
                moved.extend(self.program.followers(steps, from, followers.min(LONGEST_LINE)));
            }
            _ => {}
        }
        moved
    }

    /// Calls the visitor with each square that, if it is empty, lets a piece be pushed that then takes a target.
    pub fn forced_by_pushes(&self, from: Square, mut visitor: impl FnMut(Square)) {
        for direction in Direction::ALL {
            let step = |square| self.program.step(direction as usize, square);
            let Some(target) = step(from).filter(|&target| self.own.has(target)) else { continue };
            let Some(beyond) = step(target) else { continue };
            if self.may_take_target([target, beyond], Bitboard::from(target) | beyond.into()) {
                visitor(beyond);
            }
        }
    }

    /// The same for pulls, with the squares of all pieces that may be pulled along.
    pub fn forced_by_pulls(&self, from: Square, mut visitor: impl FnMut(Square, Squares)) {
        let pullers = self.board.kinds(self.program.pulling);
        for direction in Direction::ALL {
            let Some(to) = self.program.step(direction as usize, from) else { continue };
            let back = direction.opposite() as usize;
            let line = self.program.ray(back, from) | from.into() | to.into();
            let is_out_of_reach = |behind: Squares| (behind - pullers).len() > 1;
            let (mut here, mut behind, mut takes) = (from, Bitboard::EMPTY, false);
            let next = |here| self.program.step(back, here);
            while let Some(next) = next(here).filter(|&it| it != from && !behind.has(it)) {
                // A move brings at most one more puller into the chain.
                takes |= !is_out_of_reach(behind)
                    && self.own.has(next)
                    && self.may_take_target([next, here], line);
                behind |= next.into();
                if is_out_of_reach(behind) && !takes {
                    break;
                }
                here = next;
            }
            if takes {
                visitor(to, behind);
            }
        }
    }

    /// Whether a piece that is moved one step may take a target, when pieces may have come to some squares.
    fn may_take_target(&self, [from, to]: [Square; 2], moved: Squares) -> bool {
        let targets = self.wanted();
        let shifted = moved.masked(targets.intersects(moved));
        self.board.piece_at(from).is_some_and(|piece| {
            let sets = [self.own | moved, targets | shifted];
            self.may_take_by_step(piece, [from, to], sets, self.geometry.squares())
        })
    }

    /// Whether a piece can be pushed onto an occupied square, because it takes what stands there.
    pub fn may_be_pushed_onto(&self, [by, from, to]: [Square; 3]) -> bool {
        if !self.program.forced_captures || is_neutralized(self.program, self.position, from) {
            return false;
        }
        let board = self.board;
        let (Some(pusher), Some(piece)) = (board.piece_at(by), board.piece_at(from)) else {
            return false;
        };
        let victims = board.color(!piece.color) & to.into();
        if !self.may_take_by_step(piece, [from, to], [Bitboard::EMPTY, victims], victims) {
            return false;
        }
        let mut next = self.position.setup();
        next.board.toggle(piece.color, piece.kind, from);
        next.board.toggle(pusher.color, pusher.kind, by);
        next.board.toggle(pusher.color, pusher.kind, from);
        captures(self.program, next, piece, [from, to])
            .is_some_and(|captures| captures.all().has(to))
    }
}
