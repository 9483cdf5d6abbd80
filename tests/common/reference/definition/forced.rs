//! Pushes and pulls, and what the moved pieces take by them (rules, 6, forced captures).

use super::Position;
use super::board::{Board, Letters, Piece};
use super::geometry::{Squares, Step};
use super::kinds::Act;
use super::moves::{Action, Deed};
use super::taking::Victim;

impl Position {
    /// The board after a push or a pull, and what has been taken on it, ascending. First all pieces
    /// go on, then those that did not move by themselves take, the last one first.
    pub(super) fn moved_line(&self, action: &Action) -> (Board, Vec<Victim>) {
        let line = match action.deed {
            Deed::Push(d) => self
                .game
                .geometry
                .step(action.to, d, 1, false)
                .map(|beyond| vec![(action.from, action.to), (action.to, beyond)]),
            Deed::Pull(d) => Some(self.pulled_line(action, d)),
            _ => None,
        };
        let line = line.unwrap_or_default();
        let mut board = self.board.clone();
        for &(from, _) in &line {
            board.pieces[from] = None;
        }
        // A pushed piece enters its square when it takes, since an enemy may be there.
        let pushes = matches!(action.deed, Deed::Push(_));
        for &(from, to) in line.iter().take(if pushes { 1 } else { line.len() }) {
            board.pieces[to] = self.board.pieces[from];
        }
        let mut victims = Vec::new();
        for &(from, to) in line.iter().skip(1).rev() {
            let Some(piece) = self.board.pieces[from] else { continue };
            if !pushes && board.pieces[to] != Some(piece) {
                continue;
            }
            if !pushes {
                board.pieces[to] = None;
            }
            let (taken, dies) = self.forced(&board, piece, from, to).unwrap_or_default();
            for victim in taken {
                self.strike(&mut board, &victim, piece.white);
                victims.push(victim);
            }
            if !dies {
                board.pieces[to] = Some(piece);
            }
        }
        victims.sort_by_key(|victim| victim.square);
        victims.dedup_by_key(|victim| victim.square);
        (board, victims)
    }

    /// What a piece takes that is moved from one square to the next, and whether it is removed with
    /// it; `board` has all other pieces where they are then. `None` if it could not go there itself.
    /// Whether it is neutralized is read on the board before.
    fn forced(
        &self,
        board: &Board,
        piece: Piece,
        from: usize,
        to: usize,
    ) -> Option<(Vec<Victim>, bool)> {
        if !self.game.forced_captures || self.is_neutralized(from) {
            return None;
        }
        let there = Self { board: board.clone(), lifted: true, ..self.clone() };
        let actions = there.goings(piece, from, true, Letters::ALL);
        let one = Squares::only(to);
        let step = actions.into_iter().find(|action| action.to == to && action.passed == one)?;
        let dies = matches!(step.deed, Deed::Go { dies: true, .. });
        Some((step.victims, dies))
    }

    /// A push or a pull with what the moved pieces take.
    pub(super) fn with_forced_victims(&self, action: Action) -> Action {
        Action { victims: self.moved_line(&action).1, ..action }
    }

    /// Whether a piece can be pushed onto an occupied square, because it takes what is there.
    pub(super) fn is_pushed_onto(&self, pusher: usize, from: usize, to: usize) -> bool {
        let mut board = self.board.clone();
        board.pieces[from] = board.pieces[pusher].take();
        let taken = self.board.pieces[from].and_then(|piece| self.forced(&board, piece, from, to));
        taken.is_some_and(|(victims, _)| victims.iter().any(|victim| victim.square == to))
    }

    /// From where to where the puller steps, what is behind it follows, and behind every puller that
    /// follows, of either side, the next piece too (rules, 6, Y).
    fn pulled_line(&self, action: &Action, d: Step) -> Vec<(usize, usize)> {
        let puller = self.board.pieces[action.from];
        let mut line = vec![(action.from, action.to)];
        let mut last = action.from;
        loop {
            let moved = self.board.pieces[last];
            let pulls = moved.is_some_and(|moved| {
                self.kind(moved).acts.iter().any(|act| matches!(act, Act::Pull))
            });
            let behind = self.game.geometry.step(last, d, -1, false).filter(|_| pulls);
            let follows = |&behind: &usize| {
                let piece = self.board.pieces[behind];
                let safe = |piece: Piece| {
                    Some(piece.white) != puller.map(|p| p.white) && self.is_immune(piece, "pull")
                };
                let is_new = line.iter().all(|&(from, _)| from != behind);
                is_new && piece.is_some_and(|piece| !safe(piece))
            };
            let Some(behind) = behind.filter(follows) else {
                return line;
            };
            line.push((behind, last));
            last = behind;
        }
    }
}
