//! Powers over other pieces: freezing, shields, neutralizing, immunity (rules, 1.2, 2 and 10).

use super::Position;
use super::board::Piece;
use super::kinds::{Kind, Power};

impl Position {
    /// The kind of a piece.
    pub(super) fn kind(&self, piece: Piece) -> &Kind {
        self.game.kind(piece.kind)
    }

    /// Whether a side's pieces with a power reach a piece on a square: `power` gets it from a kind.
    /// The powers of neutralized pieces do not count, unless they are neutralizers.
    fn reached(
        &self,
        white: bool,
        square: usize,
        power: impl Fn(&Kind) -> Option<&Power>,
    ) -> Vec<(usize, &Power)> {
        let mut found = Vec::new();
        if self.game.kinds.iter().all(|(_, kind)| power(kind).is_none()) {
            return found;
        }
        for (other, piece) in self.board.pieces_of(white).filter(|&(other, _)| other != square) {
            if let Some(power) = power(self.kind(piece))
                && self.board.pieces[square].is_some_and(|target| power.kinds.has(target.kind))
                && self.game.geometry.distance(other, square) <= power.range
                && !self.is_neutralized(other)
            {
                found.push((other, power));
            }
        }
        found
    }

    /// Whether the piece on the square is neutralized: it moves but neither takes nor acts.
    /// Neutralizers do not neutralize each other.
    pub(super) fn is_neutralized(&self, square: usize) -> bool {
        let piece = self.board.pieces[square];
        piece.is_some_and(|piece| {
            self.kind(piece).neutralizes.is_none()
                && !self.reached(!piece.white, square, |kind| kind.neutralizes.as_ref()).is_empty()
        })
    }

    /// Whether a piece of that side's own shields the piece on the square.
    fn is_shielded(&self, white: bool, square: usize) -> bool {
        !self.reached(white, square, |kind| kind.shields.as_ref()).is_empty()
    }

    /// Whether the piece on the square is frozen (rules, 1.2). A freezer spares it while one of its
    /// companions is beside the freezer (rules, 2, `freeze`).
    pub(super) fn frozen(&self, square: usize) -> bool {
        let Some(piece) = self.board.pieces[square] else {
            return false;
        };
        if self.is_immune(piece, "freezing") {
            return false;
        }
        let freezers = self.reached(!piece.white, square, |kind| kind.freezes.as_ref());
        freezers.into_iter().any(|(freezer, power)| {
            let mut near = self.game.geometry.neighbours(freezer).iter();
            let spared = |companions: &super::kinds::Kinds| {
                near.any(|other| {
                    let companion = self.board.pieces[other].filter(|_| other != square);
                    companion.is_some_and(|c| c.white == piece.white && companions.has(c.kind))
                })
            };
            !power.unless_beside.as_ref().is_some_and(spared)
        })
    }

    /// Whether a piece is immune to a method or an act by its name.
    pub(super) fn is_immune(&self, piece: Piece, name: &str) -> bool {
        self.kind(piece).immune_to.iter().any(|word| word == name)
    }

    /// Whether the enemy of `white` on the square can be taken by the method or act `name` of these
    /// kinds of takers: it is neither shielded nor immune.
    pub(super) fn can_take(&self, white: bool, square: usize, name: &str, takers: &[char]) -> bool {
        self.board.pieces[square].is_some_and(|piece| {
            let immune_kinds = &self.kind(piece).immune_kinds;
            piece.white != white
                && !self.is_immune(piece, name)
                && !takers.iter().any(|&taker| immune_kinds.contains(taker))
                && !self.is_shielded(!white, square)
        })
    }
}
