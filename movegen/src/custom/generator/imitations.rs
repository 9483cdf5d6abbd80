//! The moves of a piece that imitates, as sets: where each enemy, were it an own piece, would take one of its
//! kind. What a move takes is asked only if it matters.

use super::context::MoveContext;
use super::landings::{Jumps, Landings};
use super::program::Kind;
use super::rays::Reached;
use super::sight::Mover;
use super::takes::flag;
use crate::custom::definition::{ImitatedBy, Immune, Method, Squares};
use crate::{Bitboard, Square};

/// Where an imitator takes something.
struct Imitations {
    /// On these enemies.
    displaced: Squares,
    /// On these squares, if they are empty.
    taking: Squares,
    /// What it may jump over.
    over: Squares,
    /// The squares to which what it jumps over could go itself.
    behind: Squares,
}

impl MoveContext<'_> {
    /// The moves of a piece of the form [`super::forms::Form::Imitates`], but for its acts: those that take nothing,
    /// and those that do.
    pub fn moves_by_imitation(&self, mover: &Mover) -> [Squares; 2] {
        let &Mover { from, sight, .. } = mover;
        let (Reached { quiet, displacing }, seen) =
            self.program.reached(sight.sets, from, (self.geometry, self.occupied));
        if self.neutralized.has(from) {
            return [quiet, Bitboard::EMPTY];
        }
        let Imitations { displaced, taking, over, behind } = self.imitations(mover);
        let mut captures = (displacing & displaced & (taking | self.wanted())) | (quiet & taking);
        if over.intersects(seen) {
            let (several, slide_on) = self.program.imitated_leap;
            let reach = self.program.ray(sight.sets.lines.quiet, from);
            let jumps = self.behind_jumps(from, seen, Jumps { over, several, slide_on });
            captures |= jumps & reach & behind;
        }
        [quiet - taking, captures]
    }

    fn imitations(&self, mover: &Mover) -> Imitations {
        let &Mover { kind: own, from, .. } = mover;
        let [mut displaced, mut taking, mut over, mut behind] = [Bitboard::EMPTY; 4];
        for (kind, content) in self.kinds() {
            let enemies = self.enemy & self.board.kind(kind);
            // A kind may be immune to itself.
            if enemies.is_empty() || content.piece.immune.kinds.has(kind) {
                continue;
            }
            let open = |by| self.takeable(own, by | Immune::IMITATE) & enemies;
            match content.piece.imitated {
                ImitatedBy::Own => {}
                ImitatedBy::Never => continue,
                ImitatedBy::Step => {
                    displaced |= open(Immune::DISPLACE) & self.program.beside(from);
                    continue;
                }
            }
            let ways = self.ways(content, from);
            let mut landings = Landings::NONE;
            for take in &content.piece.takes {
                match take.method {
                    Method::Displace => {
                        displaced |= open(Immune::DISPLACE) & ways.displacing;
                    }
                    Method::Leap { .. } => {
                        over |= open(Immune::LEAP);
                        behind = ways.quiet;
                    }
                    ref method => self.add_landings(&mut landings, take, open(flag(method))),
                }
            }
            taking |= self.taking(from, &landings) & ways.quiet;
        }
        Imitations { displaced, taking, over, behind }
    }

    /// The squares to which a piece of a kind could go, or go to displace, were none in the way.
    fn ways(&self, content: &Kind, from: Square) -> Reached<Squares> {
        let sets = &content.sets[self.side];
        let ray = |table| self.program.ray(table, from);
        let displacing = ray(sets.lines.displacing) | ray(sets.steps.displacing);
        let quiet = ray(sets.lines.quiet) | ray(sets.steps.quiet) | displacing;
        Reached { quiet, displacing }
    }
}
