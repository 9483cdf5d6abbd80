//! Check, legality, and the ends that the board shows (rules, 1.3, 1.4, 2, 3 and 10).

use super::board::Letters;
use super::moves::{Action, Deed};
use super::text::order;
use super::{End, Position, win_for};

impl Position {
    /// The number of a side's royal pieces, those in hand too.
    fn royals(&self, white: bool) -> usize {
        self.board.men_of(white).filter(|&piece| self.kind(piece).royal).count()
    }

    /// Whether the other side, if it were to move, could take a royal of this one. Drops and the
    /// limit of a zone do not matter.
    pub(super) fn in_check(&self, white: bool) -> bool {
        let hits = |action: &Action| {
            action.squares().iter().any(|&square| {
                let piece = self.board.pieces[square].filter(|piece| piece.white == white);
                piece.is_some_and(|piece| self.kind(piece).royal)
            })
        };
        let royals = self.game.kinds.iter().filter(|(_, kind)| kind.royal);
        let royals = royals.fold(Letters::default(), |letters, (letter, _)| letters.with(letter));
        let enemies = self.board.pieces_of(!white);
        let mut enemies = enemies.filter(|&(_, piece)| self.kind(piece).can_take());
        self.game.end.mate
            && self.placer().is_none()
            && self.royals(white) > 0
            && enemies
                .any(|(from, piece)| self.moves_of_piece(piece, from, royals).iter().any(hits))
    }

    /// Whether a side has more pieces in a zone than it may.
    fn is_crowded(&self, white: bool) -> bool {
        self.game.limit.as_ref().is_some_and(|limit| {
            let pieces = self.board.pieces_of(white);
            pieces.filter(|&(square, _)| limit.zone.has(white, square)).count() > limit.pieces
        })
    }

    /// Whether a side has reached its half of the zone (games, 2, `reach`).
    fn has_reached(&self, white: bool) -> bool {
        self.game.end.reach.as_ref().is_some_and(|reach| {
            let pieces = self.board.pieces_of(white);
            let there = pieces.filter(|&(square, piece)| {
                reach.pieces.has(piece.kind) && reach.zone.has(white, square)
            });
            there.count() >= reach.count
        })
    }

    /// Whether a side has only royals left.
    fn is_bare(&self, white: bool) -> bool {
        let royals = self.royals(white);
        royals > 0 && self.board.men_of(white).count() == royals
    }

    /// Whether a side has none of the pieces that it must not lose.
    fn is_extinct(&self, white: bool) -> bool {
        self.game.end.extinct.as_ref().is_some_and(|letters| {
            !self.board.men_of(white).any(|piece| letters.contains(piece.kind))
        })
    }

    /// Whether a side has fewer royals than at the start, where that loses.
    fn has_lost_royal(&self, white: bool) -> bool {
        let at_start = self.game.first.men_of(white);
        let at_start = at_start.filter(|piece| self.game.kind(piece.kind).royal).count();
        self.game.end.missing_loses && self.royals(white) < at_start
    }

    /// The end but for that of a side without a move, in the order of games, 2, `end`. Nothing ends
    /// while pieces are in hand to be placed (rules, 8).
    pub(super) fn over(&self) -> Option<End> {
        if self.placer().is_some() {
            return None;
        }
        let (mover, other) = (self.white_to_move, !self.white_to_move);
        let wins = |white, reason| Some((win_for(white), reason));
        if self.has_lost_royal(other) {
            // The side that just moved: it caught its own royal (rules, 10, around).
            return wins(mover, "king-taken");
        }
        if self.has_lost_royal(mover) {
            return wins(other, "king-taken");
        }
        // Maxima judges only the side that just moved (rules, 3, end).
        let judged = |&white: &bool| white == other || !self.game.compiled;
        let mut judged = [other, mover].into_iter().filter(judged);
        if let Some(white) = judged.find(|&white| self.has_reached(white)) {
            return wins(white, "invasion");
        }
        let first = |lost: &dyn Fn(bool) -> bool| [mover, other].into_iter().find(|&w| lost(w));
        if let Some(white) = first(&|white| self.game.end.bare_loses && self.is_bare(white)) {
            return wins(!white, "bare-king");
        }
        first(&|white| self.is_extinct(white)).and_then(|white| wins(!white, "extinct"))
    }

    /// All moves of the side to move and the positions after them, their legality aside.
    fn candidates(&self) -> impl Iterator<Item = (Action, Self)> {
        let white = self.white_to_move;
        let placing = self.game.placement.as_ref().filter(|_| self.placer().is_some());
        let mut actions = match placing {
            Some(placement) => self.placements(&placement.zone),
            None => self.moves_of_pieces(white),
        };
        if let Some(hands) = &self.game.hands {
            let mut held: Vec<_> = self.board.hands.iter().filter(|p| p.white == white).collect();
            held.dedup();
            let geometry = &self.game.geometry;
            for square in (0..geometry.len()).filter(|&square| geometry.exists(square)) {
                let fits = hands.drop.as_ref().is_none_or(|zone| zone.has(white, square));
                if fits && self.board.pieces[square].is_none() {
                    let drop = |kind| Action::quiet(square, square, Deed::Drop(kind));
                    actions.extend(held.iter().map(|piece| drop(piece.kind)));
                }
            }
        }
        actions.sort_by_key(|action| order(&action.deed).unwrap_or(usize::MAX));
        let after = move |action| {
            let next = self.after(&action);
            (action, next)
        };
        actions.into_iter().map(after)
    }

    /// Whether a move to a position is legal: no zone is crowded, no own royal is lost or left
    /// takeable, unless the game ends before check counts.
    fn is_allowed(&self, next: &Self) -> bool {
        let white = self.white_to_move;
        let crowded = [true, false].into_iter().any(|white| next.is_crowded(white));
        let reach = self.game.end.reach.as_ref();
        let reached = reach.is_some_and(|reach| reach.before_check) && next.has_reached(white);
        let lost = self.game.end.mate && next.royals(white) < self.royals(white);
        // After the last piece is placed White moves, whoever placed it.
        !crowded && !lost && (reached || !next.in_check(!next.white_to_move))
    }

    /// The legal moves and the positions after them; none if the game is over. Moves with the same
    /// squares and the same result are one move (rules, 10).
    pub(super) fn legal_actions(&self) -> Vec<(Action, Self)> {
        if self.over().is_some() {
            return Vec::new();
        }
        let mut legal: Vec<(Action, Self)> = Vec::new();
        for (action, next) in self.candidates() {
            let is_same = |(other, result): &(Action, Self)| {
                (other.from, other.to) == (action.from, action.to)
                    && (&result.board, result.ban) == (&next.board, next.ban)
            };
            if !legal.iter().any(is_same) && self.is_allowed(&next) {
                legal.push((action, next));
            }
        }
        legal
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        match self.moves.0.get() {
            Some(moves) => !moves.is_empty(),
            None => self.candidates().any(|(_, next)| self.is_allowed(&next)),
        }
    }

    /// The end of the game that the board shows, without repetition and move limit (rules, 1.4).
    pub fn shown_end(&self) -> Option<End> {
        let over = self.over();
        if over.is_some() || self.has_moves() {
            return over;
        }
        let loses = win_for(!self.white_to_move);
        if self.in_check(self.white_to_move) {
            return Some((loses, "checkmate"));
        }
        let result = if self.game.end.stalemate_loses { loses } else { "1/2-1/2" };
        Some((result, "stalemate"))
    }

    /// Whether the position has none of the errors of rules, 1.3.
    pub(super) fn is_valid(&self) -> bool {
        let first = &self.game.first;
        let all_men = first.men_of(true).count() + first.men_of(false).count();
        let fits = |white: bool| {
            let too_many = self.game.kinds.iter().any(|(letter, kind)| {
                let number = |man: &super::board::Piece| man.kind == letter;
                let at_start = first.men_of(white).filter(number).count();
                kind.royal && self.board.men_of(white).filter(number).count() > at_start
            });
            !too_many && self.board.men_of(white).count() <= all_men && !self.is_crowded(white)
        };
        // Where captured pieces change sides, both together (rules, 1.3, errors).
        let men = |white| self.board.men_of(white).count();
        let too_many = self.game.hands.is_some() && men(true) + men(false) > all_men;
        let both_lost = self.has_lost_royal(true) && self.has_lost_royal(false);
        let capturable = self.in_check(!self.white_to_move);
        !too_many
            && fits(true)
            && fits(false)
            && self.can_place()
            && !both_lost
            && (!capturable || self.shown_end().is_some())
    }
}
