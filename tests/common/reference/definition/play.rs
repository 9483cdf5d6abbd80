//! The positions after moves (rules, 1, 6 and 10).

use super::Position;
use super::board::{Board, Piece};
use super::geometry::Step;
use super::kinds::Effect;
use super::moves::{Action, Deed};
use super::taking::Victim;

impl Position {
    /// The position after a move of the side to move.
    pub(super) fn after(&self, action: &Action) -> Self {
        let mut next = self.clone();
        next.ban = None;
        let forced = matches!(action.deed, Deed::Push(_) | Deed::Pull(_));
        for victim in action.victims.iter().filter(|_| !forced) {
            self.strike(&mut next.board, victim, self.white_to_move);
        }
        let (from, to) = (action.from, action.to);
        let pieces = &mut next.board.pieces;
        match action.deed {
            Deed::Go { promotion, dies, .. } => {
                let mover = pieces[from].take();
                let promoted =
                    mover.map(|mover| Piece { kind: promotion.unwrap_or(mover.kind), ..mover });
                pieces[to] = promoted.filter(|_| !dies);
            }
            Deed::Swap { banned } => {
                pieces.swap(from, to);
                next.ban = banned.then_some((from.min(to), from.max(to)));
            }
            Deed::Push(_) | Deed::Pull(_) => next.board = self.moved_line(action).0,
            Deed::Attract(square) | Deed::Repel(square) => pieces.swap(to, square),
            Deed::Plow { d, crossing } => {
                self.plow_line(&mut next.board, action, (d, crossing));
            }
            Deed::Destroy | Deed::Explode | Deed::Suicide => pieces[from] = None,
            Deed::Leave(kind) => {
                pieces.swap(from, to);
                self.drop_piece(&mut next.board, from, kind);
            }
            Deed::Drop(kind) => self.drop_piece(&mut next.board, to, kind),
            Deed::Rifle => {}
        }
        next.clock = if is_reversible(action) { (self.clock + 1).min(65535) } else { 0 };
        // White moves after the last piece is placed, whoever placed it (rules, 8).
        let usual = self.placer().is_some() || !self.white_to_move;
        next.white_to_move = next.placer().unwrap_or(usual);
        let rises = !self.white_to_move && next.white_to_move;
        next.number = (self.number + u32::from(rises)).min(65535);
        next
    }

    /// Does to a victim what becomes of it: it leaves for good, goes to the hand of the taking
    /// side `white`, changes sides, or becomes a lesser piece. Royals and demoted pieces without a lesser
    /// one leave.
    pub(super) fn strike(&self, board: &mut Board, victim: &Victim, white: bool) {
        let Some(piece) = board.pieces[victim.square].take() else {
            return;
        };
        let kind = self.kind(piece);
        if kind.royal {
            return;
        }
        match victim.effect {
            Effect::Remove => {}
            Effect::Hand => {
                let turns = self.game.hands.as_ref().and_then(|hands| hands.turns.get(&piece.kind));
                let turned = turns.copied().unwrap_or(piece.kind);
                board.hold(Piece { white, kind: turned });
            }
            Effect::Convert => {
                board.pieces[victim.square] = Some(Piece { white: !piece.white, ..piece });
            }
            Effect::Demote => {
                board.pieces[victim.square] =
                    kind.taken_becomes.map(|kind| Piece { kind, ..piece });
            }
        }
    }

    /// Puts a piece of the hand of the side to move on a square.
    fn drop_piece(&self, board: &mut Board, square: usize, kind: char) {
        let piece = Piece { white: self.white_to_move, kind };
        board.release(piece);
        board.pieces[square] = Some(piece);
    }

    /// The line goes on by one square, its last piece perhaps off the board, and the mover enters
    /// (rules, 10, plow).
    fn plow_line(&self, board: &mut Board, action: &Action, (d, crossing): (Step, bool)) {
        let line = self.pushed_line(action.from, action.to, (d, crossing));
        let mover = board.pieces[action.from].take();
        for square in line.into_iter().flat_map(|line| line.pieces).rev() {
            let piece = board.pieces[square].take();
            if let Some(next) = self.game.geometry.step(square, d, 1, crossing) {
                board.pieces[next] = piece;
            }
        }
        board.pieces[action.to] = mover;
    }
}

/// Whether a move counts on towards the move limit (rules, 1.3, FEN).
fn is_reversible(action: &Action) -> bool {
    let irreversible = match action.deed {
        Deed::Go { promotion, .. } => promotion.is_some(),
        Deed::Destroy | Deed::Explode | Deed::Leave(_) | Deed::Drop(_) | Deed::Suicide => true,
        Deed::Swap { .. } | Deed::Push(_) | Deed::Pull(_) | Deed::Plow { .. } => false,
        Deed::Rifle | Deed::Attract(_) | Deed::Repel(_) => false,
    };
    !irreversible && action.victims.is_empty()
}
